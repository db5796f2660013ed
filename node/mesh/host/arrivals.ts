/**
 * Which connections that come in go on to the handshake, by their address alone. While there is
 * room all do. A node that is full keeps places for the long-known, and lets the others in as fast
 * as room can be made for them, so that a crowd at the door keeps nobody else outside.
 */
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import { siteOf } from "./networks.js";

/** Connections beyond those that are kept, while it is said who makes room. */
const COMING_MAX = 32;
/** The same for the long-known alone. */
const RESERVED = 16;
/** Handshakes under way, of all, of one network, and of the long-known beside them. */
const SHAKING_MAX = 64;
const SHAKING_OF_SITE_MAX = 24;
const SHAKING_RESERVED = 16;
/** Connections from one network that make it a crowd at the door of a full node. */
const CROWD = 8;
/** How often a crowd may try then. */
const CROWD_RATE = { perSecond: 0.5, burst: 4 };

/** What the library itself must let through, so that it is decided here. */
export function libraryBounds(connectionsMax: number): {
  readonly maxConnections: number;
  readonly maxIncomingPendingConnections: number;
} {
  return {
    maxConnections: connectionsMax + COMING_MAX + RESERVED,
    maxIncomingPendingConnections: SHAKING_MAX + SHAKING_RESERVED,
  };
}

interface ArrivalsModules {
  readonly nowMs: () => number;
  /** Whether a peer that was met long ago said that it is there. */
  readonly isKnown: (ip: string) => boolean;
  /** Whether many honest nodes live behind it. */
  readonly isShared: (ip: string) => boolean;
}

/** Connections that are open. */
interface Open {
  readonly all: number;
  readonly fromSite: number;
}

export class Arrivals {
  readonly #connectionsMax: number;
  readonly #modules: ArrivalsModules;
  readonly #crowds = new TokenBuckets(CROWD_RATE);
  /** Networks of the connections whose handshakes are under way. */
  readonly #shaking = new Map<object, string>();

  constructor(connectionsMax: number, modules: ArrivalsModules) {
    this.#connectionsMax = connectionsMax;
    this.#modules = modules;
  }

  /** @returns whether it goes on; then `ended` has to be called */
  begin(connection: object, ip: string, open: Open): boolean {
    const isIn = this.#modules.isKnown(ip)
      ? this.#shakingOf(siteOf(ip)) < SHAKING_OF_SITE_MAX
      : this.#mayShake(ip) && this.#mayCome(ip, open);
    if (isIn) this.#shaking.set(connection, siteOf(ip));
    return isIn;
  }

  /** The handshake is over, whatever came of it. Idempotent. */
  ended(connection: object): void {
    this.#shaking.delete(connection);
  }

  /** Whether a peer that has proved its key stays for now. @param all connections open */
  mayStay(all: number, isKnown: boolean): boolean {
    return isKnown || all < this.#connectionsMax + COMING_MAX;
  }

  #mayShake(ip: string): boolean {
    if (this.#shaking.size >= SHAKING_MAX) return false;
    return this.#modules.isShared(ip) || this.#shakingOf(siteOf(ip)) < SHAKING_OF_SITE_MAX;
  }

  #mayCome(ip: string, { all, fromSite }: Open): boolean {
    if (all + this.#shaking.size < this.#connectionsMax) return true;
    if (all >= this.#connectionsMax + COMING_MAX) return false;
    const site = siteOf(ip);
    if (this.#modules.isShared(ip) || fromSite + this.#shakingOf(site) < CROWD) return true;
    return this.#crowds.take(site, BigInt(Math.round(this.#modules.nowMs() * 1e6)));
  }

  #shakingOf(site: string): number {
    let count = 0;
    for (const one of this.#shaking.values()) if (one === site) count += 1;
    return count;
  }
}
