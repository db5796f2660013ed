/** Which way a number counts: away or towards, from the vertical, before or behind a surface. */
import { AWAY, TOWARDS, countsTowards, hasMinus } from "../filling/direction.js";
import { NEUTRAL } from "../lexicon/lawWords.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { Stop } from "./stop.js";

/** A speed along a line of which nobody says whether it comes or goes. */
export function towardsOrAway({ given, text }: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  // A number that `away` stands beside is turned; where it is said and turns none, it is asked about.
  const isTurned = filled.uses.some(
    ({ slot, turn }) => countsTowards(slot) && (turn ?? null) !== null,
  );
  if (isTurned || (TOWARDS.test(text) && !AWAY.test(text))) return null;
  for (const { at, score, slot, value } of filled.uses) {
    if (score === undefined || value <= 0 || !countsTowards(slot)) continue;
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || number.span.name !== null || hasMinus(text, at)) continue;
    return {
      at,
      message: `"${text.slice(...at)}" may be towards or away; say which, away with a minus`,
      reason: "word",
    };
  }
  return null;
}

const FROM_LINE =
  String.raw`^\s*(?:(?:away\s+)?(?:from|to|with|off|of|against|above|below|measured\s+from|relative\s+to)\s+)` +
  String.raw`(?:the\s+)?`;
const FROM_VERTICAL = new RegExp(
  String.raw`${FROM_LINE}(?:vertical|plumb(?:\s+line)?|zenith)\b`,
  "i",
);
const FROM_HORIZONTAL = new RegExp(String.raw`${FROM_LINE}(?:horizontal|horizon)\b`, "i");
const IS_FROM_VERTICAL = /vertical|zenith|string|pendulum|half.?angle|amplitude|swing|cone/;

/** `30 degrees from the vertical`: a launch and a slope are counted from the horizontal. */
export function fromVertical({ given, text }: Question, reading: Reading): Stop | null {
  const { filled, profile } = reading;
  if (!("uses" in filled)) return null;
  const { name } = profile.law.entry.record;
  const isUpright = (about: string): boolean =>
    IS_FROM_VERTICAL.test(`${about} ${name}`.toLowerCase());
  for (const { at, score, slot } of filled.uses) {
    if (score === undefined || slot.unit?.text !== "rad") continue;
    const isOwn = isUpright(slot.about);
    const other = isOwn ? FROM_HORIZONTAL : FROM_VERTICAL;
    if (isOwn && /horizon/.test(slot.about)) continue;
    if (!given.some(({ span }) => span.at === at) || !other.test(text.slice(at[1]))) continue;
    return {
      at,
      message:
        `"${text.slice(...at)}" is counted from the ${isOwn ? "horizontal" : "vertical"}; give the ` +
        `angle that ${profile.law.id} has`,
      reason: "word",
    };
  }
  return null;
}

/** `what was the angle of incidence`, where a number is that angle already: another is meant. */
export function askedInput({ asked, given }: Question, { filled, target }: Reading): Stop | null {
  if (!("uses" in filled) || asked === null) return null;
  const words = asked.filter((stem) => !NEUTRAL.has(stem));
  for (const { at, score, slot } of filled.uses) {
    if (score === undefined || !given.some(({ span }) => span.at === at)) continue;
    if (slot.unit?.text !== target.unit?.text || words.length === 0) continue;
    const isOwn = words.every((stem) => slot.words.has(stem));
    if (!isOwn || words.every((stem) => target.words.has(stem))) continue;
    return {
      at,
      message: `the ${slot.about} is asked for, and a number is taken for it; name each number`,
      reason: "given",
    };
  }
  return null;
}

function nounOf(before: readonly string[]): string {
  return before.find((stem) => !NEUTRAL.has(stem)) ?? "";
}

/** `the output of a divider of 2 kohm and 3 kohm`: the word that is asked for tells two alike apart. */
export function saidByAsked({ asked, given, text }: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled) || asked === null) return null;
  const free = filled.uses.flatMap((use) => {
    const number = given.find(({ span }) => span.at === use.at);
    const isFree = number !== undefined && use.score !== undefined && number.span.name === null;
    if (!isFree) return [];
    const { after, before } = number;
    return [{ ...use, near: [...before.slice(0, 6), ...after.slice(0, 4)], noun: nounOf(before) }];
  });
  for (const one of free)
    for (const other of free) {
      if (one === other || one.slot.quantity !== other.slot.quantity) continue;
      const tells = (use: typeof one, against: typeof one): readonly string[] =>
        use.near.filter((stem) => use.slot.words.has(stem) && !against.slot.words.has(stem));
      const said = [...tells(one, other), ...tells(other, one)].filter(
        (stem) => !NEUTRAL.has(stem),
      );
      // `critical temperature of 7.2 K` is called so itself.
      const isNext = [one, other].some(({ noun, slot }) => slot.words.has(noun));
      if (said.length === 0 || isNext || !said.every((stem) => asked.includes(stem))) continue;
      return {
        at: one.at,
        message: `"${text.slice(...one.at)}" may be the ${one.slot.about} or the ${other.slot.about}; say which`,
        reason: "word",
      };
    }
  return null;
}
