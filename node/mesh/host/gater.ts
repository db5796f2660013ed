/** Which connections are let in: no peer that was cut off, and not too many from one address. */
import type { ConnectionGater, MultiaddrConnection } from "@libp2p/interface";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import { Arrivals } from "./arrivals.js";
import { siteOf } from "./networks.js";

/** Connections one address may have open, unless many nodes are known to share it. */
const CONNECTIONS_PER_ADDRESS_MAX = 32;
/** Peers kept as cut off; the earliest to return goes first. */
const DENIED_MAX = 4_096;

/** How often one that is kept out is let in to be told so, and how often any. */
const NOTICE_RATE = { perSecond: 1 / 60, burst: 1 };
const NOTICES_RATE = { perSecond: 0.5, burst: 8 };
const ALL = "";

export class Gate {
  readonly #sharedAddresses: ReadonlySet<string>;
  readonly #nowMs: () => number;
  readonly #deniedUntil = new Map<string, number>();
  readonly #notices = new TokenBuckets(NOTICE_RATE);
  readonly #allNotices = new TokenBuckets(NOTICES_RATE);

  constructor(sharedAddresses: ReadonlySet<string>, nowMs: () => number) {
    this.#sharedAddresses = sharedAddresses;
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs();
  }

  /** Whether many nodes are known to share an address. */
  isShared(ip: string): boolean {
    return this.#sharedAddresses.has(ip);
  }

  deny(peer: string, ms: number): void {
    this.#deniedUntil.delete(peer);
    this.#deniedUntil.set(peer, this.#nowMs() + ms);
    const [oldest] = this.#deniedUntil.keys();
    if (this.#deniedUntil.size > DENIED_MAX && oldest !== undefined)
      this.#deniedUntil.delete(oldest);
  }

  /** Whether a peer that is kept out comes in for a moment, to be told so. */
  takeNotice(peer: string): boolean {
    const nowNs = BigInt(Math.round(this.#nowMs() * 1e6));
    return this.#allNotices.has(ALL, nowNs) && this.#notices.take(peer, nowNs)
      ? this.#allNotices.take(ALL, nowNs)
      : false;
  }

  admit(peer: string): void {
    this.#deniedUntil.delete(peer);
  }

  isDenied(peer: string): boolean {
    const until = this.#deniedUntil.get(peer);
    if (until === undefined) return false;
    if (until > this.#nowMs()) return true;
    this.#deniedUntil.delete(peer);
    return false;
  }

  /** @param open connections that address already has */
  hasRoomFor(address: string, open: number): boolean {
    return this.#sharedAddresses.has(address) || open < CONNECTIONS_PER_ADDRESS_MAX;
  }
}

interface Addressed {
  readonly remoteAddr: MultiaddrConnection["remoteAddr"];
}

type Address = Pick<Addressed["remoteAddr"], "getComponents">;

/** The IP address of a multiaddress, or "". */
export function ipOf(address: Address): string {
  const component = address.getComponents().find(({ name }) => name === "ip4" || name === "ip6");
  return component?.value ?? "";
}

interface GaterOptions {
  readonly connectionsMax: number;
  readonly refuses?: (peer: string | null, ip: string | null) => boolean;
  readonly knows?: (peer: string | null, ip: string | null) => boolean;
}

/** What the library asks about each connection. @param open connections that there are */
export function connectionGater(
  { connectionsMax, refuses = () => false, knows = () => false }: GaterOptions,
  gate: Gate,
  open: () => readonly Addressed[],
): ConnectionGater {
  const arrivals = new Arrivals(connectionsMax, {
    nowMs: () => gate.nowMs(),
    isKnown: (ip) => knows(null, ip),
    isShared: (ip) => gate.isShared(ip),
  });
  const openFrom = (isOne: (ip: string) => boolean): number =>
    open().filter(({ remoteAddr }) => isOne(ipOf(remoteAddr))).length;
  const keepsOut = (peer: string, ip: string): boolean =>
    gate.isDenied(peer) || refuses(peer, ip === "" ? null : ip);
  return {
    denyInboundConnection: (connection) => {
      const ip = ipOf(connection.remoteAddr);
      if (
        !gate.hasRoomFor(
          ip,
          openFrom((one) => one === ip),
        )
      )
        return true;
      const site = siteOf(ip);
      const fromSite = openFrom((one) => siteOf(one) === site);
      if (!arrivals.begin(connection, ip, { all: open().length, fromSite })) return true;
      connection.addEventListener("close", () => arrivals.ended(connection), { once: true });
      return false;
    },
    denyInboundEncryptedConnection: (id, connection) => {
      arrivals.ended(connection);
      const peer = id.toString();
      const ip = ipOf(connection.remoteAddr);
      if (!arrivals.mayStay(open().length, knows(peer, ip === "" ? null : ip))) return true;
      // Whoever is kept out is told so now and then; the mesh closes such connections itself.
      return keepsOut(peer, ip) && !gate.takeNotice(peer);
    },
    denyDialPeer: (peer) => keepsOut(peer.toString(), ""),
    // The default refuses to dial private addresses it only heard of; meshes live on them.
    denyDialMultiaddr: (address) => {
      const peer = address.getComponents().find(({ name }) => name === "p2p")?.value ?? null;
      const ip = ipOf(address);
      return ip !== "" && refuses(peer, ip);
    },
  };
}
