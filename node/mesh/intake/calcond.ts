/** The calcond that a clock shows. */
import { CALCOND_NS } from "../../../protocol/limits.js";
import type { Clock } from "../../../protocol/ports.js";

/**
 * It is asked for many times in each calcond, and divided out only once: numbers of this size are
 * slow to divide.
 */
export function calcondOf(clock: Clock): () => number {
  let fromNs = 0n;
  let endNs = 0n;
  let calcond = -1;
  return () => {
    const nowNs = clock.nowNs();
    if (nowNs >= endNs || nowNs < fromNs) {
      const whole = nowNs / CALCOND_NS;
      calcond = Number(whole);
      fromNs = whole * CALCOND_NS;
      endNs = fromNs + CALCOND_NS;
    }
    return calcond;
  };
}
