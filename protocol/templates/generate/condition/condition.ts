/** A typed condition: what a person confirms, and the only thing that a program is built of then. */

/** How a reading is compared. */
export const COMPARATORS = [
  "above",
  "below",
  "at least",
  "at most",
  "outside",
  "inside",
  "rises by",
  "falls by",
  "rises by more than",
  "falls by more than",
  "rises faster than",
  "falls faster than",
  "differs by",
  "differs by at least",
  "exceeds by more than",
  "exceeds by at least",
  "exceeds by less than",
  "trails by more than",
  "trails by at least",
  "is a larger share than",
  "is a smaller share than",
  "comes more than",
  "comes at least",
  "comes fewer than",
  "unchanged for",
  "silent for",
] as const;
export type Comparator = (typeof COMPARATORS)[number];

/** The unit of a hold that counts readings. */
export const READINGS = "readings";

/** A time, as a person writes it. */
export interface Amount {
  readonly value: number;
  readonly unit: string;
}

export interface Part {
  /** What the reading is called. */
  readonly quantity: string;
  /** The second of two readings that are compared with each other. */
  readonly other: string | null;
  readonly comparator: Comparator;
  /** One, or the two ends of a range, the least first. */
  readonly values: readonly number[];
  /** Null of a pure number. */
  readonly unit: string | null;
  /** In which time a change comes, or how often something does; null of all else. */
  readonly within: Amount | null;
}

export interface Condition {
  readonly version: 1;
  /** Whether it says when to alert, or what must hold. */
  readonly kind: "alarm" | "allowed";
  /** One, or two that `joined` joins. */
  readonly parts: readonly Part[];
  readonly joined: "and" | "or" | null;
  /** For how long it must last. */
  readonly hold: Amount | null;
  /** Where the alert ends, in the unit of the reading. */
  readonly clear: number | null;
  /** Over which time the reading is averaged. */
  readonly average: Amount | null;
}

const RANGES: ReadonlySet<Comparator> = new Set(["outside", "inside"]);

export function isRange(comparator: Comparator): boolean {
  return RANGES.has(comparator);
}

/** Two readings: how far the first is from the second, or which share of it. */
export function isOfTwo(comparator: Comparator): boolean {
  return /^(?:differs|exceeds|trails|is) /u.test(comparator);
}

export function isShare(comparator: Comparator): boolean {
  return comparator.startsWith("is ");
}

export function isCount(comparator: Comparator): boolean {
  return comparator.startsWith("comes ");
}

export function isChange(comparator: Comparator): boolean {
  return /^(?:rises|falls) /u.test(comparator);
}
