/** Ranges that a sentence states before its alarm: the alarm is in there, or for all else. */
import { Q } from "../masked.js";
import type { Masked, Taken } from "../masked.js";
import { AGAIN, END, IT, RANGE } from "./otherwise.js";
import { nounPhrase } from "../nounPhrase.js";
import { changes } from "../subject.js";
import { isAction } from "../things.js";
import { INTRODUCED } from "./norms.js";

/** A bound up to which all is fine, beside an alarm behind it. */
export const FINE =
  "\\b(?:is|are) (?:only |just )?(?:fine|ok|okay|acceptable|normal|allowed|good|safe)";

/** A range between two values. */
const STATED = `${Q} ?(?:to|-|\\.\\.\\.?) ?${Q}|\\b(?:between|from) ${Q} (?:and|to|up to) ${Q}`;

/** Words that say of a range what else it is. */
const CHANGED = /\b(?:is|are|not|no|never|may|can)\b/u;

/** The range itself, said before: alarm when it is in there. */
const THERE =
  `(?:when(?:ever)?|if|once|as soon as|while) (?:${IT} (?:is|are|gets?|goes|runs?|falls) )?(?:back )?` +
  `(?:inside|within|in) (?:there|it|(?:this|that|the|its|one of these) ${RANGE})`;

interface There {
  /** Whom the alarm calls. */
  readonly taken: Taken;
  /** What else is said of the range. */
  readonly aside: readonly string[];
}

/** `1480 to 1560 rpm shake the frame, alarm while the speed is in there`: the range is the alarm. */
export function thereIn(masked: Masked): There | null {
  const named =
    "(?:the |its |our )?(?<read>(?!it\\b|they\\b)[a-z]+(?: [a-z]+){0,2}?) (?:is|are|gets?|goes|runs?|falls)";
  const taken =
    masked.take(`${AGAIN}${THERE}${END}`) ??
    masked.take(`${AGAIN}${THERE.replace(`${IT} (?:is|are|gets?|goes|runs?|falls)`, named)}${END}`);
  if (taken === null) return null;
  const { read } = taken.groups;
  const range = new RegExp(`(?:${STATED})`, "u").exec(masked.rest);
  if (read === undefined || range === null) return { taken, aside: [] };
  const [before, behind] = [
    masked.rest.slice(0, range.index),
    masked.rest.slice(range.index + range[0].length),
  ];
  const said = `${before} ${behind}`.replace(/[|,;:. ]+/gu, " ").trim();
  // Only a statement of what the range is: a word that changes it, or another number, stays.
  const isNamed = before.trim() === "" || isThingSaid(before.trim());
  if (!isNamed || changes(said) || said.includes("{")) return { taken, aside: [] };
  masked.rewrite(
    "^.*$",
    `${read} between ${range[0].replace(/^(?:between|from) /u, "").replace(/ ?(?:up to|to|-|\.\.\.?) ?/u, " and ")}`,
  );
  return { taken, aside: said === "" ? [] : [said] };
}

/** Before a range stands what has it, and no act or label. */
function isThingSaid(before: string): boolean {
  const words = before.replace(/^(?:the|an?|my|our|its) /u, "").split(" ");
  return !isAction(words[0]!) && nounPhrase(words).ok;
}

/** A range, or one that is said to be fine, where an alarm behind it is for all else. */
export function takenIsFine(masked: Masked): boolean {
  if (INTRODUCED.test(masked.rest)) return false;
  const isRange = new RegExp(STATED, "u").test(masked.rest);
  const isRight = isRange && (masked.take(`${FINE}\\b`) !== null || !CHANGED.test(masked.rest));
  if (isRight)
    masked.rewrite(
      `(?:\\brange )?(?<!(?:within|from|in) )(?<range>${Q} ?(?:to|-|\\.\\.\\.?) ?${Q})`,
      "in $<range>",
    );
  return isRight;
}
