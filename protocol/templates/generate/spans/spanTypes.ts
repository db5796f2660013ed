/** Places of a sentence that have a value: a quantity, a time of the day, and what stops the sentence. */
import type { Dimension } from "../../../units/index.js";

export interface Quantity {
  readonly kind: "quantity";
  /** As it stands in the sentence. */
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  /** In `unit`. */
  readonly value: number;
  /** "1" of a pure number. */
  readonly unit: string;
  readonly si: number;
  /** SI where a difference is meant: 5 degC is 5 K then. */
  readonly difference: number;
  readonly dimension: Dimension;
}

export interface TimeOfDay {
  readonly kind: "time";
  readonly text: string;
  readonly at: readonly [start: number, end: number];
  readonly hour: number;
  readonly minute: number;
  /** Only UTC is a zone here; none is not UTC. */
  readonly zone: "utc" | "none" | "other";
}

export type Span = Quantity | TimeOfDay;

/** A place that stops the sentence, and what to write instead. */
export interface Stop {
  readonly at: readonly [start: number, end: number];
  readonly message: string;
}

export interface Spans {
  readonly spans: readonly Span[];
  readonly stop: Stop | null;
}
