/** Whether a question says enough of a law, or of another one that is called alike. */
import type { Matched } from "./matched.js";
import type { Law } from "./lexicon/lexicon.js";
import { dimensionsEqual, quantityDimension } from "../../units/index.js";
import { NEUTRAL, lawStems } from "./lexicon/lawWords.js";
import type { Question } from "./reading/reading.js";
import type { Reading } from "./filling/readings.js";

/** Without a number most words must be of the law: a fox names no equation of Fox. */
export function isMeant(law: Law, { named, tokens }: Question): boolean {
  const bodies = new Set(named.flatMap((one) => one.tokens));
  const said = tokens.filter(
    ({ isOpener, stem }, i) => !isOpener && !NEUTRAL.has(stem) && !bodies.has(i),
  );
  const own = said.filter(({ stem }) => law.own.has(stem) || law.alias.has(stem));
  return 2 * own.length > said.length;
}

/** `frequency` of a law in radians per second: a factor of two pi lies between the two. */
export function homonymOf(
  { filled: { target }, law }: Matched,
  { tokens, wanted }: Question,
): {
  readonly at: readonly [number, number];
  readonly message: string;
  readonly reason: string;
} | null {
  const { name } = law.entry.record;
  if (!target.quantity.startsWith("angular_") || wanted !== null) return null;
  if (/frequency/i.test(name) && !/angular/i.test(name)) return null;
  if (tokens.some(({ stem }) => ANGULAR.has(stem))) return null;
  const said = tokens.find(({ stem }) => stem === "frequency");
  if (said === undefined) return null;
  return {
    at: said.at,
    message: `"${said.text}": this law gives an angular frequency in rad/s; say "angular frequency"`,
    reason: "homonym",
  };
}

const ANGULAR: ReadonlySet<string> = new Set(["angular", "circular", "omega", "radian", "radians"]);

/** Nouns that mean one kind of quantity, whatever law they stand in. */
const SURE_NOUNS: ReadonlySet<string> = new Set(
  lawStems(
    "temperature voltage pressure force time mass power energy current volume area acceleration " +
      "frequency momentum wavelength charge resistance",
  ),
);
const PLAIN_ADJECTIVES: ReadonlySet<string> = new Set(
  lawStems("average mean total final initial greatest largest least maximum minimum net required"),
);
const COMPOUND: ReadonlySet<string> = new Set(
  lawStems("gain gains loss losses level factor ratio"),
);
/** Physicists measure these in units of each other: an energy in 1/cm or K, a mass in MeV. */
const SCALES: readonly string[] = ["energy", "mass", "temperature", "frequency", "wavenumber"];

/** `average power`, `the temperature`: a quantity of another kind than the law gives was asked for. */
export function isMismatched(
  { target }: Reading,
  { question: { head, isHow, tokens, wanted } }: { readonly question: Question },
  isInUnit: boolean,
): boolean {
  if (isHow || target.unit === null) return false;
  const [noun, another] = head.filter((stem) => !PLAIN_ADJECTIVES.has(stem));
  if (noun === undefined || another !== undefined || !SURE_NOUNS.has(noun)) return false;
  const asked = quantityDimension(noun);
  if (asked === undefined || dimensionsEqual(asked, target.unit.dimension)) return false;
  if (target.quantity.includes(noun)) return false;
  // `power gain` is no power.
  if (tokens.some(({ stem }, i) => stem === noun && COMPOUND.has(tokens[i + 1]?.stem ?? "")))
    return false;
  const unit = isInUnit ? (wanted?.dimension ?? null) : null;
  const isScale = (kind: string): boolean =>
    unit !== null && dimensionsEqual(unit, quantityDimension(kind) ?? asked);
  return !(SCALES.includes(noun) && SCALES.some(isScale));
}
