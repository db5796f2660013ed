/**
 * Which long receipts go out first: somebody waits for what was asked for, and nobody for what repair
 * moves. Over a slow line both at once would be late.
 */
import type { Clock } from "../../../protocol/ports.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { RecentMap } from "../../runtime/recentMap.js";

/** Shorter answers are no burden to a line. */
const LONG_BYTES_MIN = 16_384;
/** So soon after a piece the next one is asked for, over a line that is worth using. */
const NEXT_NS_MAX = 4_000_000_000n;
/** Who can wait is told after so long that others come first: it gives up after ten seconds. */
const HELD_NS_MAX = 6_000_000_000n;
const LOOK_MS_MIN = 50;
/** Once held so often, a peer has one piece all the same. */
const HELD_IN_ALL_NS_MAX = 60_000_000_000n;
const PEERS_MAX = 256;

interface UploadsModules {
  readonly clock: Pick<Clock, "nowNs">;
  readonly scheduler: Scheduler;
}

export class Uploads {
  readonly #modules: UploadsModules;
  /** Peers that are given something they wait for, and until when they are likely to ask on. */
  readonly #urgent = new Map<string, bigint>();
  /** Since when peers that can wait were given nothing. */
  readonly #heldSince = new RecentMap<string, bigint>(PEERS_MAX);

  constructor(modules: UploadsModules) {
    this.#modules = modules;
  }

  /** A peer that waits for it is given so much, and more is to come. */
  note(peer: string, bytes: number): void {
    if (bytes < LONG_BYTES_MIN) return;
    const nowNs = this.#modules.clock.nowNs();
    for (const [other, untilNs] of this.#urgent) if (untilNs <= nowNs) this.#urgent.delete(other);
    this.#urgent.set(peer, nowNs + NEXT_NS_MAX);
  }

  /**
   * Resolves when a peer that can wait may be given so much.
   * @throws Error while others that cannot are being served
   */
  async admit(peer: string, bytes: number): Promise<void> {
    if (bytes < LONG_BYTES_MIN) return;
    const { clock, scheduler } = this.#modules;
    const fromNs = clock.nowNs();
    const since = this.#heldSince.get(peer) ?? fromNs;
    for (let nowNs = fromNs; since > nowNs - HELD_IN_ALL_NS_MAX; nowNs = clock.nowNs()) {
      const untilNs = this.#othersUntil(peer);
      if (untilNs <= nowNs) break;
      if (nowNs - fromNs >= HELD_NS_MAX) {
        this.#heldSince.set(peer, since);
        throw new Error("others wait for what they asked for");
      }
      const leftMs = Number(min(untilNs, fromNs + HELD_NS_MAX) - nowNs) / 1e6;
      await new Promise<void>((resolve) => {
        scheduler.after(Math.max(LOOK_MS_MIN, leftMs), resolve);
      });
    }
    this.#heldSince.delete(peer);
  }

  #othersUntil(peer: string): bigint {
    let last = 0n;
    for (const [other, untilNs] of this.#urgent)
      if (other !== peer && untilNs > last) last = untilNs;
    return last;
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
