/**
 * Laws whose records exclude each other: steady motion and a change of speed, a path without friction
 * and a force of friction, two cases of a gas. They never stand in one derivation.
 */
import type { OperatorRecord } from "../operators/schema.js";
import { kindOfName } from "./kinds.js";
import { exclusiveCases, thingsOf } from "./things.js";

/** What a record says of its conditions, as marks that others exclude. */
const SAID: readonly (readonly [mark: string, pattern: RegExp])[] = [
  [
    "steady",
    /constant (?:speed|velocity)|uniform (?:motion|speed)|speed is constant|no net force|(?:average|mean) speed/,
  ],
  [
    "frictionless",
    /no (?:[a-z]+ or )?(?:friction|drag|air resistance|damping)|without (?:friction|drag)|^all .* becomes/,
  ],
  ["constant-pressure", /constant pressure/],
  ["constant-volume", /constant volume/],
  ["constant-temperature", /constant temperature|isothermal/],
  ["adiabatic", /adiabatic|isentropic/],
  ["ideal-gas", /ideal gas|dilute gas/],
  ["incompressible", /incompressible/],
  ["slow", /below c\b/],
  ["fast", /relativistic|lorentz|special relativity/],
  ["direct-current", /direct current|steady current/],
  ["vacuum", /\bvacuum\b/],
  ["laminar", /laminar/],
  ["turbulent", /turbulent/],
];

const EXCLUDE: readonly (readonly [string, string])[] = [
  ["steady", "changing"],
  ["frictionless", "friction"],
  ["constant-pressure", "constant-volume"],
  ["constant-pressure", "constant-temperature"],
  ["constant-volume", "constant-temperature"],
  ["adiabatic", "constant-temperature"],
  ["adiabatic", "constant-pressure"],
  ["adiabatic", "constant-volume"],
  ["ideal-gas", "incompressible"],
  ["slow", "fast"],
  ["laminar", "turbulent"],
];

const FRICTION: ReadonlySet<string> = new Set([
  "friction_coefficient",
  "drag_force",
  "drag_coefficient",
  "damping_coefficient",
  "damping_ratio",
]);

/** Marks of a law: of its words, of its kinds and of its cases. */
export function marksOf(record: OperatorRecord, assumes: string): readonly string[] {
  const { name, result, symbols, validity = "" } = record;
  const text = `${name.toLowerCase()}; ${validity.toLowerCase()}`;
  const marks = SAID.filter(([, pattern]) => pattern.test(text) || pattern.test(assumes)).map(
    ([mark]) => mark,
  );
  const stated = [...Object.values(symbols), ...(result === null ? [] : [result])];
  const kinds = stated.map(({ quantity }) => kindOfName(quantity));
  const isChange =
    kinds.includes("acceleration") ||
    (kinds.includes("force") && (kinds.includes("time") || kinds.includes("momentum"))) ||
    kinds.filter((kind) => kind === "speed").length > 1 ||
    kinds.includes("work");
  if (isChange) marks.push("changing");
  if (kinds.some((kind) => FRICTION.has(kind))) marks.push("friction");
  return [...marks, ...exclusiveCases(thingsOf(record))];
}

/** Whether two laws, by their marks, cannot hold of one course of things. */
export function excludeEachOther(a: readonly string[], b: readonly string[]): boolean {
  return (
    EXCLUDE.some(
      ([one, other]) =>
        (a.includes(one) && b.includes(other)) || (a.includes(other) && b.includes(one)),
    ) ||
    a.some((mark) => {
      const [group, own] = mark.split("/");
      return own !== undefined && b.some((each) => each.startsWith(`${group}/`) && each !== mark);
    })
  );
}
