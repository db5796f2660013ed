/** How long timers wait for a calcond. */
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock } from "../../protocol/ports.js";
import type { Deadlines } from "./deadlines.js";

/** The clock may be set forward while a timer waits: it waits no longer than a minute. */
export const LOOK_EVERY_CALCONDS = 77;
/** After a failure, ten seconds. */
export const RETRY_CALCONDS = 13;
const NS_PER_MS = 1e6;

/** Until `calcond`, or until the next look where that is sooner; 0 for what is due. */
export function delayMs(
  calcond: number,
  { clock, deadlines }: { readonly clock: Clock; readonly deadlines: Pick<Deadlines, "now"> },
): number {
  const now = deadlines.now();
  if (calcond <= now) return 0;
  const at = Math.min(calcond, now + LOOK_EVERY_CALCONDS);
  // A timer may be a little early, and a clock that was set back is far behind: neither waits for
  // more than a look.
  const ns = Number(BigInt(at) * CALCOND_NS - clock.nowNs());
  const lookNs = LOOK_EVERY_CALCONDS * Number(CALCOND_NS);
  return Math.ceil(Math.min(Math.max(ns, 0), lookNs) / NS_PER_MS) + 1;
}
