/** Two numbers of one kind, or a body and a number, of which nobody says which is which. */
import type { Filled, Use } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

export type ValueOf = (uses: readonly Use[]) => number | string;

/** Values differ by more. */
export const SAME_SHARE = 1e-4;

/** Two alike inputs that no word tells apart, where their order changes the value. */
export function unordered(
  question: Question,
  law: Law,
  { uses }: Filled,
  value: number,
  valueOf: ValueOf,
): Open | null {
  const numbers = uses.flatMap((use) => {
    const given = question.given.find(({ span }) => span.at === use.at);
    return given === undefined || use.score === undefined ? [] : [{ given, use }];
  });
  numbers.sort((a, b) => a.use.at[0] - b.use.at[0]);
  const pairs = numbers.flatMap((one, i) =>
    numbers.slice(i + 1).map((other) => [one, other] as const),
  );
  const alike = pairs.filter(([one, other]) => one.use.slot.quantity === other.use.slot.quantity);
  // `focal lengths of 1 m and 25 mm`: one word for both says of none which it is.
  const listed = alike.find(
    ([one, other]) =>
      one.given.span.name === null &&
      other.given.span.name === null &&
      isUntold(question.text.slice(one.use.at[1], other.use.at[0])),
  );
  if (listed === undefined) return null;
  const [one, other] = listed;
  const swapped = uses.map((use) =>
    use === one.use
      ? { ...use, value: other.use.value }
      : use === other.use
        ? { ...use, value: one.use.value }
        : use,
  );
  const outcome = valueOf(swapped);
  // Where the law forbids the other order, there is one.
  if (typeof outcome === "string") return null;
  const isTurned = REVERSED.test(question.text.slice(one.use.at[1], other.use.at[0]));
  const sizeOf = isTurned ? (signed: number): number => signed : Math.abs;
  if (Math.abs(sizeOf(outcome) - sizeOf(value)) <= SAME_SHARE * Math.abs(value)) return null;
  const [a, b] = [one.use.slot, other.use.slot];
  return {
    what: "order",
    at: one.use.at,
    message:
      `${law.entry.record.name}: which is the ${a.about} and which the ${b.about}? ` +
      `Write ${a.name} = ..., ${b.name} = ...`,
  };
}

/** `drives towards a listener at 30 m/s`: the body behind the preposition is not the one that moves. */
const PASSED = new RegExp(
  String.raw`\b(?:towards?|from|past|behind|after|against|into|to|at|above|below)\s+(?:an?|the|his|her|its|my|our)\s+` +
    String.raw`((?:\p{L}+\s+){1,2})(?:at|with)\s+$`,
  "iu",
);
/** A pattern that ends at a number has no more characters than these. */
const BEFORE_CHARS = 60;

/** Of two alike inputs one was told from the other by a body that is only met. */
export function ofBodyMet({ text }: Question, { target, uses }: Filled): Open | null {
  for (const { at, rule, score, slot } of uses) {
    if (score === undefined || rule !== "word") continue;
    const alike = [target, ...uses.map((use) => use.slot)];
    if (!alike.some((other) => other !== slot && other.quantity === slot.quantity)) continue;
    const met = PASSED.exec(text.slice(Math.max(0, at[0] - BEFORE_CHARS), at[0]))?.[1];
    if (met === undefined || !lawStems(met).some((stem) => slot.words.has(stem))) continue;
    const said = text.slice(...at);
    return {
      what: "order",
      at,
      message:
        `"${said}" may be of another body than "${met.trim()}"; write ${slot.name} = ... ` +
        `where it is the ${slot.about}`,
    };
  }
  return null;
}

const NUMBERED = /^(.+?)_(\d)(\D*)$/u;
/** `from 3 bar to 1 bar` says which is the first. */
const ENDS: ReadonlySet<string> = new Set(["from", "to"]);

/**
 * `150 g of milk at 6 degC into 200 g of coffee at 88 degC`: numbers of a body stand together, so that masses in
 * one order and temperatures in the other give a body what is another's.
 */
export function crossed({ given }: Question, law: Law, { uses }: Filled): Open | null {
  const orders = new Map<string, Use[]>();
  for (const use of uses) {
    const number = given.find(({ span }) => span.at === use.at);
    const [, head, , tail] = NUMBERED.exec(use.slot.name) ?? [];
    if (head === undefined || number === undefined || use.score === undefined) continue;
    if (number.span.name !== null || ENDS.has(number.preposition ?? "")) continue;
    const kind = `${head}_${tail}`;
    orders.set(kind, [...(orders.get(kind) ?? []), use]);
  }
  const pairs = [...orders.values()].filter((own) => own.length === 2);
  const isInOrder = (pair: readonly Use[]): boolean => {
    const [one, other] = [...pair].sort((a, b) => a.at[0] - b.at[0]);
    return NUMBERED.exec(one!.slot.name)![2]! < NUMBERED.exec(other!.slot.name)![2]!;
  };
  const [first] = pairs;
  const odd = pairs.find((pair) => isInOrder(pair) !== isInOrder(first!));
  if (odd === undefined) return null;
  const [a, b] = [odd[0]!.slot, odd[1]!.slot];
  return {
    what: "order",
    at: odd[0]!.at,
    message:
      `${law.entry.record.name}: which is the ${a.about} and which the ${b.about}? ` +
      `Write ${a.name} = ..., ${b.name} = ...`,
  };
}

/** Where one part of a sentence ends. */
const PART_ENDS = /[,;:.?!]\s/;

/**
 * `speed in the wider pipe of 4 cm, 2 m/s in the narrow one of 2 cm`: two numbers that are said together belong to
 * one of two places, and a law that gives one of them to the other place is read crosswise.
 */
export function apart({ given, text }: Question, law: Law, { uses }: Filled): Open | null {
  const numbers = uses.flatMap((use) => {
    const number = given.find(({ span }) => span.at === use.at);
    const place = NUMBERED.exec(use.slot.name)?.[2];
    const isFree = number !== undefined && use.score !== undefined && number.span.name === null;
    return isFree && place !== undefined ? [{ place, use }] : [];
  });
  const isTogether = (a: Use, b: Use): boolean => {
    const [first, last] = a.at[0] < b.at[0] ? [a, b] : [b, a];
    return !PART_ENDS.test(text.slice(first.at[1], last.at[0]));
  };
  for (const one of numbers)
    for (const other of numbers) {
      if (one.place === other.place || one.use.slot.quantity === other.use.slot.quantity) continue;
      if (!isTogether(one.use, other.use)) continue;
      const alone = numbers.find(
        ({ place, use }) =>
          use !== one.use && place === one.place && use.slot.quantity === other.use.slot.quantity,
      );
      if (alone === undefined || isTogether(alone.use, one.use)) continue;
      return {
        what: "order",
        at: one.use.at,
        message:
          `"${text.slice(...one.use.at)}" and "${text.slice(...other.use.at)}" are said together, ` +
          `and ${law.entry.record.name} takes them for two places; name them`,
      };
    }
  return null;
}

/** `a heavy rope after a light one`: what is said first comes second. */
const REVERSED = /\b(?:after|behind|following|preceded\s+by)\s+(?:an?|the|another)\s/iu;

function isUntold(between: string): boolean {
  return LISTED.test(between) || REVERSED.test(between);
}

const LISTED = /^\s*(?:,|and|&|or|,\s*and)\s*$/i;

const NEAR_WORDS = 4;

/** `water n = 1.33`: the number is of the body that another input was filled from. */
export function bodyTwice(question: Question, { uses }: Filled): Open | null {
  for (const use of uses) {
    const body = question.named.find(({ entity }) => entity.name === (use.body ?? use.said));
    if (body === undefined || use.score !== undefined) continue;
    for (const { at, score, slot } of uses) {
      const given = question.given.find(({ span }) => span.at === at);
      if (given === undefined || score === undefined || slot.quantity !== use.slot.quantity)
        continue;
      const near = [...given.before.slice(0, NEAR_WORDS), ...given.after.slice(0, 2)];
      if (!body.entity.stems.every((stem) => near.includes(stem))) continue;
      return {
        what: "order",
        at,
        message: `"${question.text.slice(...at)}" may be of ${body.entity.name} itself; say which ${slot.about} it is`,
      };
    }
  }
  return null;
}
