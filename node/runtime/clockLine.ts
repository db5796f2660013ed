/**
 * Whether the wall clock was set: it then parts from the monotonic one, which nobody sets. Slow
 * corrections move both.
 */
import { CALCOND_NS, CLOCK_SKEW_CALCONDS_MAX } from "../../protocol/limits.js";
import type { Clock } from "../../protocol/ports.js";

/** Printed wherever nothing is sealed for a clock that is wrong. */
export const CLOCK_REMEDY =
  "set it, as by timedatectl set-ntp true; calc clock --data-dir DIR tells of a stopped node what is held";

const PARTED_NS_MAX = BigInt(CLOCK_SKEW_CALCONDS_MAX) * CALCOND_NS;

export class ClockLine {
  readonly #clock: Clock;
  /** Wall clock minus monotonic one when the wall clock was last taken as right. */
  #baseNs: bigint;

  /** @param clock without a monotonic one beside it, no step is ever seen */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#baseNs = this.#difference();
  }

  /** Whether steps can be seen at all. */
  get isWatched(): boolean {
    return this.#clock.monoNs !== undefined;
  }

  /** Nanoseconds by which the wall clock was set forward since it was taken as right. */
  get partedNs(): bigint {
    return this.#difference() - this.#baseNs;
  }

  /**
   * @param notBeforeNs the last instant sealed: a clock that was behind it was wrong before it was
   *   set, and is put right by that
   */
  hasStepped(notBeforeNs = 0n): boolean {
    if (!this.isWatched) return false;
    const parted = this.partedNs;
    if (parted <= PARTED_NS_MAX && parted >= -PARTED_NS_MAX) return false;
    return this.expectedNs + CALCOND_NS >= notBeforeNs;
  }

  /** What the wall clock would show had nobody set it. */
  get expectedNs(): bigint {
    return this.isWatched ? this.#clock.monoNs!() + this.#baseNs : this.#clock.nowNs();
  }

  /** The wall clock is right as it is now. */
  accept(): void {
    this.#baseNs = this.#difference();
  }

  #difference(): bigint {
    return this.#clock.monoNs === undefined ? 0n : this.#clock.nowNs() - this.#clock.monoNs();
  }
}
