/**
 * Windows of events and what is computed over them. Sums go in the order of the events, percentiles
 * are by nearest rank, and the standard deviation is that of a sample (n - 1).
 */
import type { AggregateName, AggregateTrigger } from "./program.js";
import { PROGRAM_LIMITS } from "./program.js";

/** The events that a window holds, oldest first. */
export interface WindowState {
  readonly items: readonly (readonly [calcond: number, value: number])[];
  /** Calcond of the first event of all; null before it. */
  readonly since: number | null;
}

export const EMPTY_WINDOW: WindowState = { items: [], since: null };

export interface Aggregate {
  readonly value: number;
  readonly count: number;
}

/** The window with one event more: what is too old or too much has left it. */
export function enterWindow(
  { window }: Pick<AggregateTrigger, "window">,
  state: WindowState,
  calcond: number,
  value: number,
): WindowState {
  const all = [...state.items, [calcond, value] as const];
  const since = state.since ?? calcond;
  if ("count" in window) return { items: all.slice(-window.count), since };
  const items = all.filter(([at]) => at > calcond - window.calconds);
  return { items: items.slice(-PROGRAM_LIMITS.windowEvents), since };
}

/** The window as it is at a time that brings no event: what is too old has left it. */
export function windowAt(
  { window }: Pick<AggregateTrigger, "window">,
  state: WindowState,
  calcond: number,
): WindowState {
  if ("count" in window) return state;
  const items = state.items.filter(([at]) => at > calcond - window.calconds);
  return items.length === state.items.length ? state : { items, since: state.since };
}

/** Null where nothing is to be evaluated: the window is not full, or holds too little. */
export function aggregateOf(
  { emit = "full", fn, window }: Pick<AggregateTrigger, "emit" | "fn" | "window">,
  { items, since }: WindowState,
  calcond: number,
): Aggregate | null {
  const isFull =
    "count" in window
      ? items.length === window.count
      : since !== null && calcond - since >= window.calconds;
  if (!isFull && emit === "full") return null;
  const value = aggregated(
    fn,
    items.map(([, one]) => one),
  );
  return value === null ? null : { value, count: items.length };
}

/** Null where it has no value; not finite where a sum overflows. */
export function aggregated(fn: AggregateName, values: readonly number[]): number | null {
  if (fn === "count") return values.length;
  if (values.length === 0) return null;
  switch (fn) {
    case "sum":
      return sumOf(values);
    case "mean":
      return sumOf(values) / values.length;
    case "min":
      return values.reduce((least, x) => Math.min(least, x));
    case "max":
      return values.reduce((most, x) => Math.max(most, x));
    case "stddev":
      return values.length < 2 ? null : deviationOf(values);
    case "p50":
      return ranked(values, 50);
    case "p95":
      return ranked(values, 95);
  }
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function deviationOf(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / (values.length - 1));
}

/** Nearest rank: the least value that at least so many percent do not exceed. */
function ranked(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent * sorted.length) / 100) - 1)]!;
}

/** A count is a pure number; all else is in the unit of the field. */
export function aggregateUnit(fn: AggregateName): "pure" | "field" {
  return fn === "count" ? "pure" : "field";
}
