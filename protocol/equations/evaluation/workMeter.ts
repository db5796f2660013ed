/**
 * Work that sums and integrals do inside a search or an integration, whose runs each have a budget
 * of their own: counted through, so that thousands of runs together stay bounded. Evaluation is
 * synchronous and never interleaved, and the count depends on the numbers alone.
 */
import { countWork } from "../../workCount.js";

let left = Number.POSITIVE_INFINITY;

/** @returns false when what is metered has used up its work. */
export function spendMetered(cost: number): boolean {
  countWork(cost);
  left -= cost;
  return left >= 0;
}

export interface Metered<T> {
  readonly value: T;
  readonly isSpent: boolean;
}

/** Runs `body` with so much work for the sums and integrals in it; meters do not nest. */
export function metered<T>(work: number, body: () => T): Metered<T> {
  const outer = left;
  left = Math.min(work, outer);
  try {
    const value = body();
    return { value, isSpent: left < 0 };
  } finally {
    left = outer;
  }
}
