/**
 * Ways that lose large packets and say nothing of it, as behind a tunnel whose size nobody tells
 * (a black hole of path MTU discovery). Peers connect, say small things, and the first large answer
 * stops all that follows. Seen from outside, a node then joins over and over and stays behind.
 */
import { RecentMap } from "../../runtime/recentMap.js";

/** What fits one packet on every way: 1,280 bytes of IPv6 with room for headers and ciphers. */
const SMALL_BYTES_MAX = 1_100;
const PEERS_MAX = 1_000;

interface Seen {
  small: boolean;
  large: boolean;
}

export class LargePackets {
  readonly #seen = new RecentMap<string, Seen>(PEERS_MAX);
  readonly #suspected = new RecentMap<string, true>(PEERS_MAX);
  readonly #onSuspect: (peer: string) => void;

  constructor(onSuspect: (peer: string) => void) {
    this.#onSuspect = onSuspect;
  }

  /** Peers that answer in small, and never in large. */
  get suspected(): readonly string[] {
    return [...this.#suspected.entries()].map(([peer]) => peer);
  }

  /** So much of an answer came. */
  came(peer: string, bytes: number): void {
    const seen = this.#seen.get(peer) ?? { small: false, large: false };
    if (bytes > SMALL_BYTES_MAX) {
      seen.large = true;
      this.#suspected.delete(peer);
    } else if (bytes > 0) seen.small = true;
    this.#seen.set(peer, seen);
  }

  /** Nothing came where an answer should have begun. */
  stalled(peer: string): void {
    const seen = this.#seen.get(peer);
    if (seen === undefined || !seen.small || seen.large || this.#suspected.has(peer)) return;
    this.#suspected.set(peer, true);
    this.#onSuspect(peer);
  }

  /** The connection is gone; the next one may take another way. What was suspected stays. */
  left(peer: string): void {
    this.#seen.delete(peer);
  }
}
