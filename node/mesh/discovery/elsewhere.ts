/**
 * Private addresses of networks in which this node has none. Behind translators they mean machines
 * of another place, where nobody can call from here; within a company they may be the next floor.
 * Until one such address is seen to be in reach they are called one a minute in all, so that it is
 * found out and costs nothing.
 */
import type { Clock } from "../../../protocol/ports.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import { ipIn, reachOf, siteOf } from "../host/networks.js";

const CALLS = { perSecond: 1 / 60, burst: 2 };
const ALL = "";

interface ElsewhereModules {
  readonly clock: Pick<Clock, "nowNs">;
  /** This node's own addresses. */
  readonly own?: () => readonly string[];
  /** IP addresses from which peers are connected. */
  readonly peerIps?: () => readonly string[];
}

export class Elsewhere {
  readonly #modules: ElsewhereModules;
  readonly #calls = new TokenBuckets(CALLS);
  /** Networks of others are in reach from here. */
  #isRouted = false;

  constructor(modules: ElsewhereModules) {
    this.#modules = modules;
  }

  /** Whether it is likely that nobody can be called there from here. */
  has(address: string): boolean {
    if (this.#isRouted) return false;
    const own = new Set((this.#modules.own?.() ?? []).map(ipIn).map(privateSite));
    const site = privateSite(ipIn(address));
    if (site === null || own.has(site) || address.includes("/p2p-circuit")) return false;
    const seen = (this.#modules.peerIps?.() ?? []).map(privateSite);
    this.#isRouted = seen.some((one) => one !== null && !own.has(one));
    return !this.#isRouted;
  }

  /** Whether such an address may be called now. */
  take(): boolean {
    return this.#calls.take(ALL, this.#modules.clock.nowNs());
  }

  /** Somebody answered at an address. */
  reached(address: string): void {
    if (this.has(address)) this.#isRouted = true;
  }
}

/** The /24 or /48 of an address of a site; null of any other. */
function privateSite(ip: string | null): string | null {
  return ip !== null && reachOf(ip) === "site" ? siteOf(ip) : null;
}
