/** Whether a question says enough of a law, or of another one that is called alike. */
import type { Matched } from "./matched.js";
import type { Law } from "./lexicon.js";
import type { Registry } from "../../operators/registry.js";
import { findLaws } from "./find.js";
import { CHANGES, NEUTRAL, THINGS } from "./lawWords.js";
import type { Question, Token } from "./reading.js";

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

/**
 * Without a full name: every word that says something must be one of this law's own names, and its
 * inputs must tell themselves apart.
 */
export function isSaidEnough({ law, filled }: Matched, { given, tokens }: Question): boolean {
  if (filled.uses.length === 0 || law.twins.length > 0) return false;
  const content = tokens.filter(
    ({ isOpener, stem }) => !isOpener && !NEUTRAL.has(stem) && !THINGS.has(stem),
  );
  const isOwn = ({ stem }: Token): boolean =>
    law.result.words.has(stem) ||
    law.title.has(stem) ||
    law.slots.some(({ words }) => words.has(stem));
  if (content.length === 0 || !content.every(isOwn)) return false;
  const isBySymbol = given.every(({ span }) => span.name !== null);
  if (!isBySymbol && new Set(content.map(({ stem }) => stem)).size < 2) return false;
  return isBySymbol || content.filter(({ stem }) => law.title.has(stem)).length > 0;
}

/**
 * The only law that takes every number, by its dimension, and is asked for by the name of its
 * result: then its own name need not be said.
 */
export function isAlone(
  answered: readonly Matched[],
  best: Matched,
  { asked, given, head, tokens }: Question,
): boolean {
  if (answered.some(({ law }) => law !== best.law) || asked === null) return false;
  if (given.length < 2 || !given.every(({ span }) => span.quantities[0]?.hasUnit === true))
    return false;
  const { target } = best.filled;
  const words = head.length > 0 ? head : asked;
  if (!target.isResult || !words.some((stem) => target.words.has(stem))) return false;
  return !tokens.some(
    ({ isOpener, stem }) => !isOpener && CHANGES.has(stem) && !best.law.own.has(stem),
  );
}

/** Score of the law that a search finds first beside that of the next. */
const FOUND_LEAD = 1.25;

/** A search by the same words finds it first, well before the next, and its result is asked for. */
export function isFound(
  registry: Registry,
  { filled: { target }, law }: Matched,
  { asked, head, lead, text }: Question,
): boolean {
  const words = head.length > 0 ? head : (asked ?? lead);
  if (!target.isResult || !words.some((stem) => target.words.has(stem))) return false;
  const [first, second] = findLaws(registry, text);
  if (first?.entry.id !== law.id) return false;
  return second === undefined || first.score >= FOUND_LEAD * second.score;
}
