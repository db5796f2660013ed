/** The state of the names as gauges, read when somebody looks. */
import type { Metrics } from "../runtime/metrics.js";
import type { Names } from "./names.js";

export function measureNames(
  metrics: Metrics,
  { book, calcond, owed }: Pick<Names, "book" | "calcond" | "owed">,
): void {
  const { states, conflicts, witnessed } = book.counts(calcond);
  metrics.nameEvents.set(book.set.size);
  for (const [state, count] of Object.entries(states)) metrics.names.set({ state }, count);
  metrics.namesWitnessed.set(witnessed);
  metrics.nameConflicts.set(conflicts);
  metrics.nameOwed.set(owed);
}
