/** Whether a question says enough of a law, or of another one that is called alike. */
import type { Matched } from "./matched.js";
import type { Law } from "./lexicon.js";
import { NEUTRAL } from "./lawWords.js";
import type { Question } from "./reading.js";

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
