/**
 * How much processor time one peer, and all strangers of one network, may cost this node. Requests
 * wait until there is some again, so that who asks for much is served as fast as it may be; what
 * nobody asked for cannot wait, and whoever goes on with it is at fault.
 */
import type { Clock } from "../../../protocol/ports.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { RecentMap } from "../../runtime/recentMap.js";

/** In milliseconds of a processor a second, and at once. */
const PEER_RATE = { perSecond: 250, burst: 10_000 };
const NETWORK_RATE = { perSecond: 500, burst: 20_000 };
/** A fault for so much beyond it. */
const FAULT_MS = 1_000;
/** Requests of one peer that wait, and how long: who asks gives up after ten seconds. */
const WAITING_MAX = 8;
const WAIT_NS_MAX = 8_000_000_000n;
const WAIT_MS_MIN = 20;
/** It may turn out meanwhile that something was wanted. */
const WAIT_MS_STEP = 1_000;
const BEYOND = "beyond the peer's budget of processor time";
const KEYS_MAX = 4_096;

interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface ProcessorBudgetModules {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The network of a stranger; null of a peer that shares no budget with its network. */
  readonly networkOf: (peer: string) => string | null;
  /** A peer went on beyond its budget. */
  readonly onFault: (peer: string) => void;
}

export class ProcessorBudget {
  readonly #modules: ProcessorBudgetModules;
  readonly #peers = new Levels(PEER_RATE);
  readonly #networks = new Levels(NETWORK_RATE);
  /** Requests of a peer that wait, and the last of them. */
  readonly #waiting = new Map<string, { count: number; last: Promise<void> }>();

  constructor(modules: ProcessorBudgetModules) {
    this.#modules = modules;
  }

  /** @param ms negative where it turns out that it was wanted */
  spend(peer: string, ms: number): void {
    const { clock, networkOf, onFault } = this.#modules;
    const nowNs = clock.nowNs();
    const network = networkOf(peer);
    if (network !== null) this.#networks.spend(network, ms, nowNs);
    if (this.#peers.spend(peer, ms, nowNs) > -FAULT_MS) return;
    this.#peers.spend(peer, -FAULT_MS, nowNs);
    onFault(peer);
  }

  /** Whether something is left to a peer, and to its network. */
  hasLeft(peer: string): boolean {
    return this.#missingMs(peer) < 0;
  }

  /** The same without its network: what others did makes nobody unheard. */
  mayBeHeard(peer: string): boolean {
    return this.#peers.missingMs(peer, this.#modules.clock.nowNs()) < 0;
  }

  /**
   * Resolves once something is left to a peer, in the order of its requests.
   * @throws Error when too much of it waits already, or it waited too long
   */
  async wait(peer: string): Promise<void> {
    const waiting = this.#waiting.get(peer) ?? { count: 0, last: Promise.resolve() };
    if (waiting.count >= WAITING_MAX) throw new Error(BEYOND);
    const untilNs = this.#modules.clock.nowNs() + WAIT_NS_MAX;
    const own = waiting.last.then(() => this.#untilLeft(peer, untilNs));
    waiting.count += 1;
    waiting.last = own.catch(() => undefined);
    this.#waiting.set(peer, waiting);
    try {
      await own;
    } finally {
      waiting.count -= 1;
      if (waiting.count === 0) this.#waiting.delete(peer);
    }
  }

  /** What the request before it took is known once there was a pause. */
  async #untilLeft(peer: string, untilNs: bigint): Promise<void> {
    const { clock, scheduler } = this.#modules;
    do {
      if (clock.nowNs() >= untilNs) throw new Error(BEYOND);
      const ms = Math.max(WAIT_MS_MIN, this.#missingMs(peer));
      await new Promise<void>((resolve) => {
        scheduler.after(Math.min(ms, WAIT_MS_STEP), resolve);
      });
    } while (!this.hasLeft(peer));
  }

  /** Milliseconds until both budgets have something; none or less where they have. */
  #missingMs(peer: string): number {
    const nowNs = this.#modules.clock.nowNs();
    const network = this.#modules.networkOf(peer);
    return Math.max(
      this.#peers.missingMs(peer, nowNs),
      network === null ? -Infinity : this.#networks.missingMs(network, nowNs),
    );
  }
}

/** Like buckets of tokens that may be taken beyond the last one. */
class Levels {
  readonly #rate: Rate;
  readonly #levels = new RecentMap<string, { readonly ms: number; readonly atNs: bigint }>(
    KEYS_MAX,
  );

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** @returns what is left */
  spend(key: string, ms: number, nowNs: bigint): number {
    const left = Math.min(this.#rate.burst, this.#left(key, nowNs) - ms);
    this.#levels.set(key, { ms: left, atNs: nowNs });
    return left;
  }

  /** How long until something is left. */
  missingMs(key: string, nowNs: bigint): number {
    return (-this.#left(key, nowNs) * 1_000) / this.#rate.perSecond;
  }

  #left(key: string, nowNs: bigint): number {
    const { perSecond, burst } = this.#rate;
    const level = this.#levels.get(key);
    if (level === undefined) return burst;
    // A clock that went back adds nothing.
    const seconds = Math.max(0, Number(nowNs - level.atNs) / 1e9);
    return Math.min(burst, level.ms + seconds * perSecond);
  }
}
