/**
 * Standard uncertainties that a question states behind its numbers: `m = 2.0 ± 0.1 kg`,
 * `5.97(2)e24 kg`. They are taken out of the text before it is read, with blanks in their place, and
 * given to the inputs that took the numbers.
 */
import { multiplyExact, roundToDouble } from "../units/exact.js";
import { scaleOf } from "../units/convert.js";
import { readMeasured, valueInSI, type Quantity, type Reading } from "../units/quantity/index.js";
import { quantityAt } from "../units/quantity/read.js";

export interface StatedUncertainty {
  /** Where its number begins, and where the statement ends, in the text. */
  readonly at: readonly [start: number, end: number];
  readonly quantity: Quantity;
  readonly spread: Quantity;
}

export interface WithoutUncertainties {
  /** As long as the text that was given, so that places stay. */
  readonly text: string;
  readonly stated: readonly StatedUncertainty[];
}

const NUMBER = String.raw`(?<![\w.])[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const BEHIND = new RegExp(
  String.raw`(${NUMBER})(\s*(?:±|\+/-|\+-)\s*)(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]*\d)`,
  "g",
);
const CONCISE = /(?<![\w.])([+-]?\d+(?:\.\d+)?)\((\d{1,6})\)((?:[eE][+-]?\d+)?)/g;

/** What cannot be read whole with its number stays in the text, and is refused there. */
export function withoutUncertainties(text: string): WithoutUncertainties {
  const first = without(text, BEHIND, ([, value, sign, spread]) => ({
    number: value!,
    whole: `${value}${sign}${spread}`,
  }));
  const second = without(first.text, CONCISE, ([whole, value, , power]) => ({
    number: `${value}${power}`,
    whole,
  }));
  return { text: second.text, stated: [...first.stated, ...second.stated] };
}

function without(
  text: string,
  pattern: RegExp,
  partsOf: (match: RegExpExecArray) => { readonly number: string; readonly whole: string },
): WithoutUncertainties {
  let left = text;
  const stated: StatedUncertainty[] = [];
  for (const match of text.matchAll(pattern)) {
    const { number, whole } = partsOf(match);
    const [start, end] = [match.index, match.index + match[0].length];
    const blank = left.slice(0, start) + number.padEnd(end - start) + left.slice(end);
    const quantity = quantityAt(blank, start, false);
    if (quantity === null || !quantity.ok) continue;
    const stop = Math.max(quantity.at[1], end);
    const unit = text.slice(end, stop).trim();
    const measured = readMeasured(unit === "" ? whole : `${whole} ${unit}`);
    if (!measured.ok || measured.spread === null) continue;
    left = blank;
    stated.push({ at: [start, stop], quantity, spread: measured.spread });
  }
  return { text: left, stated };
}

/** The uncertainty in SI of an input that took the number; null where it took another one. */
export function spreadFor({ quantity, spread }: StatedUncertainty, value: number): number | null {
  const at = quantity.readings.findIndex(
    (one) => valueInSI(one) === value || valueInSI(one, true) === value,
  );
  const own = quantity.readings[at];
  const size = spread.readings[at];
  return own === undefined || size === undefined ? null : sizeInSI(own, size);
}

/** A unit with its own zero counts by its size. */
function sizeInSI({ unit }: Reading, { number, piPower }: Reading): number {
  return roundToDouble(multiplyExact(number, scaleOf(unit, piPower)));
}
