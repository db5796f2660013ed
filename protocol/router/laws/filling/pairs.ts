/** Two values at once: a range between two, from one to another, and the difference of two. */
import { valueFor, type Quantity } from "../../../units/quantity/index.js";
import { isHeight } from "./altitude.js";
import type { Use } from "./fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { isOf, mayMeasure } from "./conversions.js";
import type { Given, Question } from "../reading/reading.js";

/** `between 300 K and 600 K`, `from 1 L to 3 L`: two values at once, where a law has such a pair. */
export function pairOf(law: Law, slots: readonly LawSlot[], question: Question): readonly Use[] {
  const { given, text } = question;
  for (const one of given) {
    const { span } = one;
    const [first, second, another] = span.quantities;
    if (first === undefined || second === undefined || another !== undefined) continue;
    // Heights above a body are no distances from its centre.
    if (isHeight(law, one, question)) continue;
    const ends = endsOf(law, slots, span.kind, text.slice(0, span.at[0]), first);
    if (ends === null) {
      const rise = differenceOf(slots, isSpread(one, text) ? "from-to" : span.kind, first, second);
      if (rise === null) continue;
      return [
        {
          ...rise,
          at: span.at,
          rule: "the difference of the two",
          uncertainty: null,
          said: text.slice(...span.at),
        },
      ];
    }
    const [low, high] = [valueFor(first, ends[0]), valueFor(second, ends[1])];
    if (!low.ok || !high.ok) continue;
    const values =
      span.kind === "range"
        ? [low.value, high.value].sort((a, b) => a - b)
        : [low.value, high.value];
    return ends.map((slot, i) => ({
      slot,
      value: values[i]!,
      at: span.at,
      rule: span.kind === "range" ? "the lower and the higher" : "from the first to the second",
      uncertainty: null,
      said: text.slice(...span.at),
    }));
  }
  return [];
}

/** The only two numbers that are temperatures; null for none, one or three. */
export function twoTemperatures({ given }: Question): readonly [Given, Given] | null {
  const [first, second, third] = given.filter(
    ({ span }) => span.kind === "value" && isOf(span.quantities[0]!, "temperature"),
  );
  const isTwo = first !== undefined && second !== undefined && third === undefined;
  return isTwo ? [first, second] : null;
}

/** Two temperatures of a law that has their difference alone: inside and outside of a wall. */
export function warmthIn(
  slots: readonly LawSlot[],
  [first, second]: readonly [Given, Given],
  { text }: Question,
): readonly Use[] {
  const warm = slots.filter(({ isResult, unit }) => !isResult && unit?.text === "K");
  const [slot, another] = warm;
  if (slot === undefined || another !== undefined || !slot.isDifference) return [];
  if (isChange(first, text) !== isChange(second, text) || isMixed([first, second], text)) return [];
  const ends = [first, second].map(({ span }) =>
    valueFor(span.quantities[0]!, { ...slot, isDifference: false }),
  );
  const [a, b] = ends;
  if (a?.ok !== true || b?.ok !== true) return [];
  const value = Math.abs(a.value - b.value);
  return [first, second].map(({ span }) => ({
    slot,
    value,
    at: span.at,
    rule: "the difference of the two",
    uncertainty: null,
    said: text.slice(...span.at),
  }));
}

const BY =
  /\b(?:by|(?:rise|raise|increase|change|difference|drop|fall|gain|loss)\s+(?:of|is|by|=))\s+$/iu;

/** `a rise of 60 K`: no temperature of its own. */
function isChange({ span: { at } }: Given, text: string): boolean {
  return BY.test(text.slice(0, at[0]));
}

/** Kelvins beside degrees are a difference, and no other end. */
function isMixed(ends: readonly Given[], text: string): boolean {
  const affine = ends.filter(({ span: { at } }) => AFFINE.test(text.slice(...at)));
  return affine.length === 1;
}

const BETWEEN = /(?<!\b(?:by|to|at|of|is|somewhere|anywhere|temperature)\s+)\bbetween\s*$/i;
const AFFINE = /°\s?[CF]|deg\s?[CF]|celsius|fahrenheit/i;

/** `lengthens between -10 °C and 35 °C`: from the one temperature to the other. */
function isSpread({ span: { at, kind } }: Given, text: string): boolean {
  return kind === "range" && BETWEEN.test(text.slice(0, at[0])) && AFFINE.test(text.slice(...at));
}

/** `from 18 degC to 95 degC`: a rise by 77 K, where a law has a difference alone. */
function differenceOf(
  slots: readonly LawSlot[],
  kind: string,
  first: Quantity,
  second: Quantity,
): { readonly slot: LawSlot; readonly value: number } | null {
  if (kind !== "from-to") return null;
  const [slot, another] = slots.filter((one) => one.isDifference && mayMeasure(first, one));
  if (slot === undefined || another !== undefined) return null;
  const ends = [first, second].map((one) => valueFor(one, { ...slot, isDifference: false }));
  const [from, to] = ends;
  if (from?.ok !== true || to?.ok !== true) return null;
  return { slot, value: Math.abs(to.value - from.value) };
}

function endsOf(
  law: Law,
  slots: readonly LawSlot[],
  kind: string,
  head: string,
  quantity: Quantity,
): readonly [LawSlot, LawSlot] | null {
  if (kind === "range") {
    if (!/\bbetween\s*$/i.test(head)) return null;
    const twins = law.twins
      .map((names) => names.map((name) => slots.find((slot) => slot.name === name)))
      .find((pair) => pair.every((slot) => slot !== undefined && valueFor(quantity, slot).ok));
    if (twins !== undefined) return [twins[0]!, twins[1]!];
    if (law.between === null) return null;
    const [low, high] = law.between.map((name) => slots.find((slot) => slot.name === name));
    return low === undefined || high === undefined ? null : [low, high];
  }
  if (kind !== "from-to") return null;
  const fitting = slots.filter((slot) => valueFor(quantity, slot).ok);
  const starts = fitting.filter(isStart);
  const stops = fitting.filter((slot) => isStop(slot) && !isStart(slot));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return null;
  // Of two alike the one that is no beginning is the end.
  const others = fitting.filter((slot) => slot !== start && slot.quantity === start.quantity);
  const stop = stops.length === 1 ? stops[0]! : others.length === 1 ? others[0]! : null;
  return stop === null ? null : [start, stop];
}

const STARTS: ReadonlySet<string> = new Set(
  lawStems("initial first start reference original former before upper mother parent"),
);
const STOPS: ReadonlySet<string> = new Set(lawStems("final second end later after lower"));

export function isStart({ name, words }: LawSlot): boolean {
  return has(words, STARTS) || /_1$|_0$|_i$/.test(name);
}

export function isStop({ isResult, name, words }: LawSlot): boolean {
  return isResult || has(words, STOPS) || /_2$|_f$/.test(name);
}

function has(own: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].some((one) => own.has(one));
}
