/**
 * Laws whose records exclude each other: steady motion and a change of speed, a path without friction
 * and a force of friction, two cases of a gas. They never stand in one derivation.
 */
import { keepingEach } from "../once.js";
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

/** Marks as bits of the pairs that exclude each other, and the exclusive cases among them. */
interface Marked {
  readonly ones: number;
  readonly others: number;
  readonly cases: readonly { readonly mark: string; readonly group: string }[];
}

/** The marks of a law are one list, which is held against those of many. */
const markedBy = keepingEach((marks: readonly string[]): Marked => {
  const bits = (side: 0 | 1): number =>
    EXCLUDE.reduce((all, pair, at) => (marks.includes(pair[side]) ? all | (1 << at) : all), 0);
  const cases = marks
    .filter((mark) => mark.includes("/"))
    .map((mark) => ({ mark, group: mark.slice(0, mark.indexOf("/") + 1) }));
  return { ones: bits(0), others: bits(1), cases };
});

/** Whether two laws, by their marks, cannot hold of one course of things. */
export function excludeEachOther(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const [one, other] = [markedBy(a), markedBy(b)];
  if ((one.ones & other.others) !== 0 || (one.others & other.ones) !== 0) return true;
  return one.cases.some(({ group, mark }) =>
    other.cases.some((each) => each.group === group && each.mark !== mark),
  );
}
