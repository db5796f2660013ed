/**
 * Whether this node's clock can be relied on: a majority of peers tells, and while they say it
 * cannot the node neither seals nor publishes. It goes on computing.
 */
import { CALCOND_NS, CLOCK_PEERS_MIN, CLOCK_SKEW_CALCONDS_MAX } from "../../../protocol/limits.js";

const SKEW_MS_MAX = (CLOCK_SKEW_CALCONDS_MAX * Number(CALCOND_NS)) / 1e6;

/** Between which an offset lies, in milliseconds. */
export interface ClockBounds {
  readonly low: number;
  readonly high: number;
}

interface Clocks {
  /** Peers whose clock is known. */
  readonly clocks: number;
  /** Of the median of how far they are ahead. */
  clockBoundsMs(): ClockBounds | null;
}

export class ClockGuard {
  readonly #clocks: Clocks;
  readonly #onChange: (skewed: boolean, offsetMs: number) => void;
  #isSkewed = false;

  constructor(clocks: Clocks, onChange: (skewed: boolean, offsetMs: number) => void) {
    this.#clocks = clocks;
    this.#onChange = onChange;
  }

  get isSkewed(): boolean {
    return this.#isSkewed;
  }

  /**
   * To be called when a clock was measured. With too few of them, or where they were measured too
   * badly to tell, the last finding stands.
   */
  review(): void {
    const bounds = this.#clocks.clockBoundsMs();
    if (bounds === null || this.#clocks.clocks < CLOCK_PEERS_MIN) return;
    const { low, high } = bounds;
    const isSkewed = low > SKEW_MS_MAX || high < -SKEW_MS_MAX;
    if (isSkewed === this.#isSkewed || (!isSkewed && (low < -SKEW_MS_MAX || high > SKEW_MS_MAX)))
      return;
    this.#isSkewed = isSkewed;
    this.#onChange(isSkewed, Math.round((low + high) / 2));
  }
}
