/**
 * Forgets answers kept for idempotency keys when their day is over, a few at a time: each batch
 * waits for a sync that seals wait for, too, so the next one leaves them room.
 */
import type { Logger } from "../../protocol/ports.js";
import type { Background } from "../runtime/background.js";
import type { Idempotency } from "./idempotency.js";

/** Between two looks while nothing is over: a minute. */
const LOOK_EVERY_CALCONDS = 77;
/** In one batch: more than ten thousand answers a second can go, which is more than come. */
const AT_ONCE_MAX = 256;

interface SweepModules {
  readonly idempotency: Pick<Idempotency, "sweep">;
  readonly log: Logger;
}

/** What became old while the node was down is forgotten at its start. */
export function idempotencySweep({ idempotency, log }: SweepModules): Background {
  return {
    name: "kept answers",
    when: { everyCalconds: LOOK_EVERY_CALCONDS },
    run: async () => {
      const { count, damaged } = await idempotency.sweep(AT_ONCE_MAX);
      for (const { fault } of damaged)
        log.warn("expired answers were not removed: their list is damaged", { error: fault });
      return count < AT_ONCE_MAX ? "done" : "more";
    },
  };
}
