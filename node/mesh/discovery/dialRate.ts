/**
 * How often peers that were never met are dialed: the mesh secret gives anyone any number of keys,
 * and each may name addresses of others. Bounded in all, by the network that is dialed, and by who
 * told of the peer; and all that failed again and again are dialed four times a minute together.
 */
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import { ipIn, reachOf, siteOf } from "../host/networks.js";

const IN_ALL = { perSecond: 0.5, burst: 64 };
const BY_NETWORK = { perSecond: 0.1, burst: 16 };
const BY_INTRODUCER = { perSecond: 0.2, burst: 32 };
const FAILED_BEFORE = { perSecond: 4 / 60, burst: 8 };
/** From so many failures at an address on it is likely that this node cannot call there. */
const FAILURES_MIN = 3;
const ALL = "";

export class DialRate {
  readonly #all = new TokenBuckets(IN_ALL);
  readonly #networks = new TokenBuckets(BY_NETWORK);
  readonly #introducers = new TokenBuckets(BY_INTRODUCER);
  readonly #failed = new TokenBuckets(FAILED_BEFORE);

  /**
   * @param introducer peer that told of the one to be dialed, where it is known
   * @param failures in a row at the address
   */
  take(address: string, introducer: string | null, failures: number, nowNs: bigint): boolean {
    const ip = ipIn(address);
    const isNamed = address.startsWith("/dns");
    // On one machine, or in memory, nobody else's door is knocked at.
    if (ip === null ? !isNamed : reachOf(ip) === "machine") return true;
    const network = ip === null ? address.split("/").slice(0, 3).join("/") : siteOf(ip);
    if (!this.#networks.has(network, nowNs) || !this.#all.has(ALL, nowNs)) return false;
    if (failures >= FAILURES_MIN && !this.#failed.take(ALL, nowNs)) return false;
    if (introducer !== null && !this.#introducers.take(introducer, nowNs)) return false;
    return this.#networks.take(network, nowNs) && this.#all.take(ALL, nowNs);
  }
}
