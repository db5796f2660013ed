/** Which connections are let in: no peer that was cut off, and not too many from one address. */
import { TokenBuckets } from "../../runtime/tokenBucket.js";

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
