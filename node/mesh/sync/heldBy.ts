/** How much of this node's own spine its peers held when heads were compared with them last. */
import { RecentMap } from "../../runtime/recentMap.js";

const PEERS_MAX = 1_024;

interface Held {
  /** Number of the newest own event that the peer holds; -1 for none. */
  readonly seq: number;
  /** The own end at that time. */
  readonly of: number;
}

export class HeldBy {
  readonly #held = new RecentMap<string, Held>(PEERS_MAX);

  /** @param seq what the peer holds. @param of how long the own spine was then */
  note(peer: string, seq: number, of: number): void {
    this.#held.set(peer, { seq, of });
  }

  seqOf(peer: string): number | null {
    return this.#held.get(peer)?.seq ?? null;
  }

  /** Of these peers, those that held all there was, and the newest event that one of them holds. */
  among(peers: readonly string[]): { readonly all: number; readonly newest: number | null } {
    const found = peers.flatMap((peer) => this.#held.get(peer) ?? []);
    return {
      all: found.filter(({ seq, of }) => seq >= of).length,
      newest: found.length === 0 ? null : Math.max(...found.map(({ seq }) => seq)),
    };
  }
}
