/**
 * What the value of a candidate says for or against it: people ask for a unit in which the answer has a
 * handy size, and not for a number that they have given.
 */
import { fromSI, parseUnit } from "../../units/index.js";
import { valueInSI } from "../../units/quantity/index.js";
import type { Question } from "../laws/reading/reading.js";

/** Counts are in tenths, as the other features are. */
const ONE = 10;
/** Sizes in the unit that is asked for: from one bound to the next each is a little less likely. */
const SMALL = [1e-2, 1e-4, 1e-7] as const;
const LARGE = [1e4, 1e6, 1e9] as const;
/** A number of the question that comes back is none that was asked for. */
const ECHO_SHARE = 1e-9;

export interface SizeFeatures {
  readonly odd: number;
  readonly negative: number;
  readonly echo: number;
}

/** @param value in the unit of the SI */
export function sizeFeaturesOf(value: number, question: Question): SizeFeatures {
  const size = Math.abs(value);
  return {
    odd: ONE * oddOf(Math.abs(inUnitAsked(value, question) ?? 1)),
    negative: value < 0 ? ONE : 0,
    echo: isGiven(size, question) ? ONE : 0,
  };
}

function oddOf(size: number): number {
  return (
    SMALL.filter((bound) => size < bound).length + LARGE.filter((bound) => size > bound).length
  );
}

function inUnitAsked(value: number, { wanted }: Question): number | null {
  if (wanted === null || wanted.dimension === null) return null;
  const unit = parseUnit(wanted.text);
  return unit.ok ? fromSI(value, unit) : null;
}

function isGiven(size: number, { given }: Question): boolean {
  return given.some(({ span }) =>
    span.quantities.some(({ readings }) =>
      readings.some((one) => {
        const own = Math.abs(valueInSI(one));
        return Math.abs(own - size) <= ECHO_SHARE * own;
      }),
    ),
  );
}
