/**
 * Forgets answers kept for idempotency keys when their day is over, a few at a time: each batch
 * waits for a sync that seals wait for, too, so the next one leaves them room.
 */
import type { Background } from "../runtime/background.js";
import type { Idempotency } from "./idempotency.js";

/** Between two looks while nothing is over: a minute. */
const LOOK_EVERY_CALCONDS = 77;
/** Records in one batch: more than ten thousand a second can go, which is more than come. */
const AT_ONCE_MAX = 256;

/** What became old while the node was down is forgotten at its start. */
export function idempotencySweep(idempotency: Pick<Idempotency, "load" | "sweep">): Background {
  return {
    name: "kept answers",
    when: { everyCalconds: LOOK_EVERY_CALCONDS },
    run: async () => {
      await idempotency.load();
      return (await idempotency.sweep(AT_ONCE_MAX)) < AT_ONCE_MAX ? "done" : "more";
    },
  };
}
