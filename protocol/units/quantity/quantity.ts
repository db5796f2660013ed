/** What a person wrote as a quantity: an exact number of units, and what else it may mean. */
import type { Exact } from "../exact.js";
import type { UnitValue } from "../unit.js";

/** Start and end in the text as it was typed. */
export type Place = readonly [start: number, end: number];

/** `number` times pi^piPower, counted in `unit`. */
export interface Reading {
  readonly number: Exact;
  readonly piPower: 0 | 1;
  readonly unit: UnitValue;
}

export interface Quantity {
  readonly ok: true;
  readonly at: Place;
  /** One for each meaning of its unit, the usual one first; at least one. */
  readonly readings: readonly Reading[];
  /** Why no meaning is the usual one, with the ways to write each; null where the first is. */
  readonly question: string | null;
  /** Standard uncertainty of `6.674(15)`, in the unit of the reading. */
  readonly spread: Exact | null;
  /** It has a unit, and is no bare number. */
  readonly hasUnit: boolean;
  /** Its number is written in words. */
  readonly isWord: boolean;
  /** A text that is read back as the same quantity. */
  readonly text: string;
}

export interface QuantityRefusal {
  readonly ok: false;
  /** From where reading stopped to the end of what stopped it. */
  readonly at: Place;
  readonly message: string;
}
