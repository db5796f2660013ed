/**
 * What one peer, and all peers of one network, may have this node do: requests and messages, the
 * bytes of both and the processor time that they take, whatever becomes of them. What is ignored
 * costs no points, because it happens to honest nodes; without a budget it costs this node a core.
 * Who goes on beyond it is cut off.
 */
import type { Clock } from "../../../protocol/ports.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import type { Net } from "./net.js";
import { reachOf, siteOf } from "./networks.js";
import { ProcessorBudget } from "./processorBudget.js";

/** In units of a request: some 50 microseconds of a processor. */
const PEER_RATE = { perSecond: 1_000, burst: 20_000 };
const NETWORK_RATE = { perSecond: 3_000, burst: 60_000 };
const BYTES_PER_UNIT = 4_096;
/** Of answers, which are made once and only copied: 16 MiB a second. */
const ANSWERED_BYTES_PER_UNIT = 16_384;
/** A fault for so many units beyond the budget. */
const FAULT_UNITS = 1_000;
const BUDGET = "budget";
const PROCESSOR = "processor";

interface BudgetsModules {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly onFault: (peer: string, what: string, code: string) => void;
  /** Long-known and configured peers share no budget with their network. */
  readonly isTrusted: (peer: string) => boolean;
}

/** The same network, in which nobody has more done than its share. */
export function budgeted(net: Net, modules: BudgetsModules): Net {
  const budgets = new Budgets(net, modules);
  const serve: Net["serve"] = (protocol, handler, options) =>
    net.serve(
      protocol,
      async (request, from) => {
        if (!budgets.spend(from, request.length)) throw new Error("beyond the peer's budget");
        const answer = await budgets.answer(from, () => handler(request, from));
        budgets.answered(from, answer.length);
        return answer;
      },
      options,
    );
  const subscribe: Net["subscribe"] = (topic, validate) =>
    net.subscribe(topic, (data, from) =>
      budgets.mayBeHeard(from, data.length) ? validate(data, from) : "ignore",
    );
  return new Proxy(net, {
    get: (target, name) => {
      if (name === "serve") return serve;
      if (name === "subscribe") return subscribe;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

class Budgets {
  readonly #net: Net;
  readonly #modules: BudgetsModules;
  readonly #peers = new TokenBuckets(PEER_RATE);
  readonly #networks = new TokenBuckets(NETWORK_RATE);
  /** Units beyond the budget since the last fault, of peers that are connected. */
  readonly #beyond = new Map<string, number>();

  readonly #processor: ProcessorBudget;

  constructor(net: Net, modules: BudgetsModules) {
    this.#net = net;
    this.#modules = modules;
    this.#processor = new ProcessorBudget({
      ...modules,
      // On one machine nobody takes a processor from anybody else.
      networkOf: (peer) => (this.#isNear(peer) ? null : this.#networkOf(peer)),
      onFault: (peer) => modules.onFault(peer, PROCESSOR, "BEYOND_PROCESSOR"),
    });
    net.processor?.listen((peer, ms) => this.#processor.spend(peer, ms));
    net.onPeer((peer, connected) => {
      if (!connected) this.#beyond.delete(peer);
    });
  }

  /** Whether there is something left for it. */
  spend(peer: string, bytes: number): boolean {
    const { clock } = this.#modules;
    const units = 1 + Math.floor(bytes / BYTES_PER_UNIT);
    const nowNs = clock.nowNs();
    if (!this.#peers.take(peer, nowNs, units)) {
      this.#overrun(peer, units);
      return false;
    }
    // The network's share is spent by all of it: nobody is at fault alone.
    const network = this.#networkOf(peer);
    return network === null || this.#networks.take(network, nowNs, units);
  }

  /** The same of a message, which cannot wait until there is processor time for it. */
  mayBeHeard(peer: string, bytes: number): boolean {
    return this.spend(peer, bytes) && (!this.#isCounted || this.#processor.mayBeHeard(peer));
  }

  /** Answers a request once there is processor time for it. */
  async answer(peer: string, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const { processor } = this.#net;
    if (processor === undefined) return work();
    if (!this.#processor.hasLeft(peer)) await this.#processor.wait(peer);
    return processor.answer(peer, work);
  }

  get #isCounted(): boolean {
    return this.#net.processor !== undefined;
  }

  #isNear(peer: string): boolean {
    const ip = this.#net.ipOf?.(peer) ?? null;
    return ip !== null && reachOf(ip) === "machine";
  }

  /** Null of who shares no budget with its network. */
  #networkOf(peer: string): string | null {
    const ip = this.#net.ipOf?.(peer) ?? null;
    return ip === null || this.#modules.isTrusted(peer) ? null : siteOf(ip);
  }

  /** Bytes that were answered leave less for what comes next. Nobody is at fault for having got them. */
  answered(peer: string, bytes: number): void {
    const units = Math.floor(bytes / ANSWERED_BYTES_PER_UNIT);
    if (units === 0) return;
    const nowNs = this.#modules.clock.nowNs();
    this.#peers.take(peer, nowNs, units);
    const network = this.#networkOf(peer);
    if (network !== null) this.#networks.take(network, nowNs, units);
  }

  #overrun(peer: string, units: number): void {
    const beyond = (this.#beyond.get(peer) ?? 0) + units;
    if (beyond < FAULT_UNITS) {
      this.#beyond.set(peer, beyond);
      return;
    }
    this.#beyond.set(peer, 0);
    this.#modules.onFault(peer, BUDGET, "BEYOND_BUDGET");
  }
}
