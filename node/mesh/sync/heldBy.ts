/** How much of this node's own spine its peers held when heads were compared with them last. */
import { RecentMap } from "../../runtime/recentMap.js";

const PEERS_MAX = 1_024;
/** Longer than between two comparisons: who lacks an event for so long does not keep it. */
const LACKED_CALCONDS = 16;

interface Held {
  /** Number of the newest own event that the peer holds; -1 for none. */
  readonly seq: number;
  /** The own end at that time. */
  readonly of: number;
  /** Since when it has lacked an event up to this one; null while it lacks none. */
  readonly lacks: { readonly upTo: number; readonly sinceCalcond: number } | null;
}

export class HeldBy {
  readonly #held = new RecentMap<string, Held>(PEERS_MAX);

  readonly #calcond: () => number;

  constructor(calcond: () => number) {
    this.#calcond = calcond;
  }

  /** @param seq what the peer holds. @param of how long the own spine was then */
  note(peer: string, seq: number, of: number): void {
    const before = this.#held.get(peer)?.lacks ?? null;
    const isStill = before !== null && seq < before.upTo;
    const lacks = isStill ? before : { upTo: of, sinceCalcond: this.#calcond() };
    this.#held.set(peer, { seq, of, lacks: seq >= of ? null : lacks });
  }

  /**
   * Whether each of these peers that was asked has lacked something for longer than it takes to
   * fetch it. One that was just met has not been asked twice.
   */
  isLackedBy(peers: readonly string[]): boolean {
    const now = this.#calcond();
    const found = peers.flatMap((peer) => this.#held.get(peer) ?? []);
    return (
      found.length > 0 &&
      found.every(({ lacks }) => lacks !== null && now - lacks.sinceCalcond >= LACKED_CALCONDS)
    );
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
