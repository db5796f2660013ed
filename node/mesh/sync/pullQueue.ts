/**
 * Which spine is fetched next, and from whom. Each peer has slots of its own, so that one which
 * holds requests up holds up nobody else. Authors of whom something signed is held come before those
 * that a peer merely named, and peers that gave what they claimed before those that did not.
 */
import { RecentMap } from "../../runtime/recentMap.js";

/** Spines fetched from one peer at the same time. */
const PULLS_OF_PEER = 2;
/** Spines fetched at the same time, and of these such as were merely named. */
const PULLS_AT_ONCE = 12;
const NAMED_AT_ONCE = 4;
/** Authors that may wait, and of these such as one peer merely named. */
const WANTED_MAX = 4_096;
const NAMED_BY_PEER_MAX = 256;
/** Peers asked for one author before it is left to the next comparison. */
const PEERS_ASKED_MAX = 3;
const PEERS_MAX = 4_096;

interface Claim {
  /** Highest number the peer said there is. */
  readonly seq: number;
  /** Whether it said that it holds it, too. */
  readonly isHeld: boolean;
}

interface Wanted {
  readonly claims: Map<string, Claim>;
  readonly tried: Set<string>;
  /** By peer: whether the author was merely named when it began. */
  readonly running: Map<string, boolean>;
  seq: number;
}

export interface Pull {
  readonly author: string;
  readonly peer: string;
  /** Up to where it is to be fetched, as far as is known. */
  readonly seq: number;
  /** How far the peer said that it holds it; -1 where it did not. */
  readonly claimedSeq: number;
}

interface PullQueueModules {
  /** Whether something signed of the author is held. */
  readonly isKnown: (author: string) => boolean;
  /** Whether more of the author is known to be out there than is linked. */
  readonly lacks: (author: string, seq: number) => boolean;
  /** The peer that an author is; where it is not given, nobody is preferred. */
  readonly nodeOf?: (author: string) => string;
  /** Draws from so many. */
  readonly draw: (count: number) => number;
}

export class PullQueue {
  readonly #modules: PullQueueModules;
  readonly #wanted = new Map<string, Wanted>();
  /** Pulls that run, by peer. */
  readonly #busy = new Map<string, number>();
  readonly #named = new Map<string, number>();
  /** Claims a peer did not make good. */
  readonly #unserved = new RecentMap<string, number>(PEERS_MAX);
  #running = 0;
  #runningNamed = 0;

  constructor(modules: PullQueueModules) {
    this.#modules = modules;
  }

  /** Authors being fetched or waiting for it. */
  get size(): number {
    return this.#wanted.size;
  }

  clear(): void {
    for (const [author, wanted] of this.#wanted)
      if (wanted.running.size === 0) this.#drop(author, wanted);
  }

  /** @param peer who said that there is so much of the author; null where nobody did */
  add(author: string, peer: string | null, { seq, isHeld }: Claim): void {
    let wanted = this.#wanted.get(author);
    if (wanted === undefined) {
      if (!this.#hasRoom(author, peer)) return;
      wanted = { claims: new Map(), tried: new Set(), running: new Map(), seq: 0 };
      this.#wanted.set(author, wanted);
    }
    wanted.seq = Math.max(wanted.seq, seq);
    if (peer === null) return;
    const before = wanted.claims.get(peer);
    if (before !== undefined && before.seq >= seq) return;
    if (before === undefined) this.#named.set(peer, (this.#named.get(peer) ?? 0) + 1);
    wanted.claims.set(peer, { seq, isHeld });
    wanted.tried.delete(peer);
  }

  /** @returns what to fetch now; null while all slots are taken, or nothing waits */
  take(connected: readonly string[]): Pull | null {
    if (this.#running >= PULLS_AT_ONCE) return null;
    return this.#takeOf(connected, true) ?? this.#takeOf(connected, false);
  }

  /** @param served how many events came */
  done({ author, peer }: Pull, served: number, isUnserved: boolean): void {
    this.#running -= 1;
    const busy = (this.#busy.get(peer) ?? 1) - 1;
    if (busy === 0) this.#busy.delete(peer);
    else this.#busy.set(peer, busy);
    const unserved = this.#unserved.get(peer) ?? 0;
    if (isUnserved) this.#unserved.set(peer, unserved + 1);
    else if (served > 0 && unserved > 0) this.#unserved.set(peer, Math.floor(unserved / 2));
    const wanted = this.#wanted.get(author);
    if (wanted === undefined) return;
    if (wanted.running.get(peer) === true) this.#runningNamed -= 1;
    wanted.running.delete(peer);
    if (wanted.running.size === 0 && !this.#modules.lacks(author, wanted.seq))
      this.#drop(author, wanted);
  }

  #hasRoom(author: string, peer: string | null): boolean {
    if (this.#wanted.size >= WANTED_MAX) return false;
    const named = peer === null ? 0 : (this.#named.get(peer) ?? 0);
    return named < NAMED_BY_PEER_MAX || this.#modules.isKnown(author);
  }

  #takeOf(connected: readonly string[], known: boolean): Pull | null {
    if (!known && this.#runningNamed >= NAMED_AT_ONCE) return null;
    for (const [author, wanted] of this.#wanted) {
      if (this.#modules.isKnown(author) !== known || this.#isBusy(wanted)) continue;
      if (!this.#modules.lacks(author, wanted.seq) && wanted.running.size === 0) {
        this.#drop(author, wanted);
        continue;
      }
      const open = connected.filter((peer) => !wanted.tried.has(peer));
      const claimants = open.filter((peer) => wanted.claims.has(peer));
      const others = known && claimants.length === 0 ? open : [];
      const isSpent = claimants.length + others.length === 0;
      if (wanted.running.size === 0 && (isSpent || wanted.tried.size >= PEERS_ASKED_MAX)) {
        this.#drop(author, wanted);
        continue;
      }
      const peer = this.#best(claimants, author) ?? this.#drawn(others);
      if (peer !== null) return this.#begin(author, wanted, peer, known);
    }
    return null;
  }

  #begin(author: string, wanted: Wanted, peer: string, known: boolean): Pull {
    this.#running += 1;
    this.#busy.set(peer, (this.#busy.get(peer) ?? 0) + 1);
    wanted.tried.add(peer);
    wanted.running.set(peer, !known);
    if (!known) this.#runningNamed += 1;
    const claim = wanted.claims.get(peer);
    return { author, peer, seq: wanted.seq, claimedSeq: claim?.isHeld === true ? claim.seq : -1 };
  }

  /** Whether somebody who keeps to what he claims is being asked for the author. */
  #isBusy({ running }: Wanted): boolean {
    return [...running.keys()].some((peer) => (this.#unserved.get(peer) ?? 0) === 0);
  }

  #isFree(peer: string): boolean {
    return (this.#busy.get(peer) ?? 0) < PULLS_OF_PEER;
  }

  /** The author's own node has what its head counts; others may still be fetching it. */
  #best(claimants: readonly string[], author: string): string | null {
    const free = claimants.filter((peer) => this.#isFree(peer));
    const unserved = (peer: string): number => this.#unserved.get(peer) ?? 0;
    const own = this.#modules.nodeOf?.(author);
    if (own !== undefined && free.includes(own) && unserved(own) === 0) return own;
    return free.reduce<string | null>(
      (best, peer) => (best === null || unserved(peer) < unserved(best) ? peer : best),
      null,
    );
  }

  #drawn(peers: readonly string[]): string | null {
    const free = peers.filter((peer) => this.#isFree(peer));
    return free.length === 0 ? null : free[this.#modules.draw(free.length)]!;
  }

  #drop(author: string, wanted: Wanted): void {
    this.#wanted.delete(author);
    for (const peer of wanted.claims.keys()) {
      const named = (this.#named.get(peer) ?? 1) - 1;
      if (named === 0) this.#named.delete(peer);
      else this.#named.set(peer, named);
    }
  }
}
