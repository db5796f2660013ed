/**
 * Addresses where nobody answered, and until when each is left alone, whoever wants to call there.
 * Of a peer that was met a try a minute is worth it; one that was never met may be where this node
 * cannot call at all.
 */
import type { Clock } from "../../../protocol/ports.js";
import { RecentMap } from "../../runtime/recentMap.js";

const WAIT_MS_FIRST = 4 * 777;
const GROWTH = 4;
const MET_WAIT_MS_MAX = 77 * 777;
const NEVER_MET_WAIT_MS_MAX = 5 * MET_WAIT_MS_MAX;
const ADDRESSES_MAX = 4_096;

export class Unreached {
  readonly #clock: Pick<Clock, "nowNs">;
  readonly #failed = new RecentMap<string, { readonly failures: number; readonly untilNs: bigint }>(
    ADDRESSES_MAX,
  );

  constructor(clock: Pick<Clock, "nowNs">) {
    this.#clock = clock;
  }

  /** In a row. */
  failures(address: string): number {
    return this.#failed.get(address)?.failures ?? 0;
  }

  /** Whether nobody need try it now. */
  isResting(address: string): boolean {
    const failed = this.#failed.get(address);
    return failed !== undefined && this.#clock.nowNs() < failed.untilNs;
  }

  /**
   * Nobody answered at an address of a peer.
   * @param isElsewhere it is likely that nobody can be called there from here
   */
  failed(address: string, isMet: boolean, isElsewhere = false): void {
    const failures = this.failures(address) + 1;
    const most = isMet && !isElsewhere ? MET_WAIT_MS_MAX : NEVER_MET_WAIT_MS_MAX;
    const growing = WAIT_MS_FIRST * GROWTH ** Math.min(failures - 1, 10);
    const waitMs = isElsewhere ? most : Math.min(most, growing);
    const untilNs = this.#clock.nowNs() + BigInt(waitMs) * 1_000_000n;
    this.#failed.set(address, { failures, untilNs });
  }

  reached(address: string): void {
    this.#failed.delete(address);
  }
}
