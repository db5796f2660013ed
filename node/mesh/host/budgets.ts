/**
 * What one peer, and all peers of one network, may have this node do: requests and messages, and
 * the bytes of both, whatever becomes of them. What is ignored costs no points, because it happens
 * to honest nodes; without a budget it costs this node a core. Who goes on beyond it is cut off.
 */
import type { Clock } from "../../../protocol/ports.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { Net } from "./net.js";
import { siteOf } from "./networks.js";

/** In units of a request: some 50 microseconds of a processor. */
const PEER_RATE = { perSecond: 1_000, burst: 20_000 };
const NETWORK_RATE = { perSecond: 3_000, burst: 60_000 };
const BYTES_PER_UNIT = 4_096;
/** Of answers, which are made once and only copied: 16 MiB a second. */
const ANSWERED_BYTES_PER_UNIT = 16_384;
/** A fault for so many units beyond the budget. */
const FAULT_UNITS = 1_000;
const BUDGET = "budget";

interface BudgetsModules {
  readonly clock: Clock;
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
        const answer = await handler(request, from);
        budgets.answered(from, answer.length);
        return answer;
      },
      options,
    );
  const subscribe: Net["subscribe"] = (topic, validate) =>
    net.subscribe(topic, (data, from) =>
      budgets.spend(from, data.length) ? validate(data, from) : "ignore",
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

  constructor(net: Net, modules: BudgetsModules) {
    this.#net = net;
    this.#modules = modules;
    net.onPeer((peer, connected) => {
      if (!connected) this.#beyond.delete(peer);
    });
  }

  /** Whether there is something left for it. */
  spend(peer: string, bytes: number): boolean {
    const { clock, isTrusted } = this.#modules;
    const units = 1 + Math.floor(bytes / BYTES_PER_UNIT);
    const nowNs = clock.nowNs();
    if (!this.#peers.take(peer, nowNs, units)) {
      this.#overrun(peer, units);
      return false;
    }
    const ip = this.#net.ipOf?.(peer) ?? null;
    // The network's share is spent by all of it: nobody is at fault alone.
    return ip === null || isTrusted(peer) || this.#networks.take(siteOf(ip), nowNs, units);
  }

  /** What was answered leaves less for what comes next. Nobody is at fault for having got it. */
  answered(peer: string, bytes: number): void {
    const units = Math.floor(bytes / ANSWERED_BYTES_PER_UNIT);
    if (units === 0) return;
    const nowNs = this.#modules.clock.nowNs();
    this.#peers.take(peer, nowNs, units);
    const ip = this.#net.ipOf?.(peer) ?? null;
    if (ip !== null && !this.#modules.isTrusted(peer))
      this.#networks.take(siteOf(ip), nowNs, units);
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
