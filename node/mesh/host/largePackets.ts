/**
 * Ways that lose large packets and say nothing of it, as behind a tunnel whose size nobody tells
 * (a black hole of path MTU discovery). Peers connect, say small things, and the first large answer
 * stops all that follows. Seen from outside, a node then joins over and over and stays behind.
 */
import { RecentMap } from "../../runtime/recentMap.js";

/** What fits one packet on every way: 1,280 bytes of IPv6 with room for headers and ciphers. */
const SMALL_BYTES_MAX = 1_100;
const PEERS_MAX = 1_000;
/**
 * Answers that did not begin, each behind a small one that came: a busy peer is late once. Two peers
 * that are late are as much as one that is late twice: then the way is this node's own.
 */
const STALLS_MIN = 2;
/** So long after the last of them nothing is suspected any more. */
const SUSPECTED_MS = 600_000;

interface Seen {
  /** A small answer came on this connection, and none stalled since. */
  small: boolean;
  /** A large one came on this connection. */
  large: boolean;
  /** Also on connections before. */
  stalls: number;
  stalledAtMs: number;
}

export class LargePackets {
  readonly #seen = new RecentMap<string, Seen>(PEERS_MAX);
  readonly #suspected = new RecentMap<string, true>(PEERS_MAX);
  readonly #onSuspect: (peer: string) => void;
  readonly #nowMs: () => number;

  constructor(onSuspect: (peer: string) => void, nowMs: () => number) {
    this.#onSuspect = onSuspect;
    this.#nowMs = nowMs;
  }

  /** Peers that answer in small, and never in large. */
  get suspected(): readonly string[] {
    const since = this.#nowMs() - SUSPECTED_MS;
    for (const [peer] of this.#suspected.entries())
      if ((this.#seen.get(peer)?.stalledAtMs ?? 0) < since) this.#clear(peer);
    return [...this.#suspected.entries()].map(([peer]) => peer);
  }

  #clear(peer: string): void {
    this.#suspected.delete(peer);
    const seen = this.#seen.get(peer);
    if (seen !== undefined) seen.stalls = 0;
  }

  /** So much of an answer came. */
  came(peer: string, bytes: number): void {
    const seen = this.#seen.get(peer) ?? { small: false, large: false, stalls: 0, stalledAtMs: 0 };
    this.#seen.set(peer, seen);
    if (bytes > SMALL_BYTES_MAX) {
      seen.large = true;
      this.#clear(peer);
    } else if (bytes > 0) seen.small = true;
  }

  /** Nothing came where an answer should have begun. */
  stalled(peer: string): void {
    const seen = this.#seen.get(peer);
    if (seen === undefined || !seen.small || seen.large) return;
    seen.small = false;
    seen.stalls += 1;
    seen.stalledAtMs = this.#nowMs();
    const isLate = seen.stalls >= STALLS_MIN || this.#isLateElsewhere(peer);
    if (!isLate || this.#suspected.has(peer)) return;
    this.#suspected.set(peer, true);
    this.#onSuspect(peer);
  }

  #isLateElsewhere(peer: string): boolean {
    const since = this.#nowMs() - SUSPECTED_MS;
    return [...this.#seen.entries()].some(
      ([other, { stalledAtMs, stalls }]) => other !== peer && stalls > 0 && stalledAtMs >= since,
    );
  }

  /** The connection is gone; the next one may take another way. What was suspected stays. */
  left(peer: string): void {
    const seen = this.#seen.get(peer);
    if (seen === undefined) return;
    seen.small = false;
    seen.large = false;
  }
}
