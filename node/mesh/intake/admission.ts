/**
 * Whose spines are kept. The mesh secret gives anyone any number of keys, so places are given by
 * what is scarce: those who were met have places of their own, and what others bring is bounded by
 * who brings it and from which network. A place is never held for good: whoever has said little and
 * was never met makes room.
 */
import type { Clock, Crypto, Logger } from "../../../protocol/ports.js";
import { CALCOND_NS } from "../../../protocol/limits.js";
import { hasWork } from "./keyWork.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import type { Standing } from "./clockVotes.js";

/** Authors followed; a node of this stage holds the headers of all of them. */
export const AUTHORS_MAX = 1_000;
/** Share of the places that only those may have who were met. */
const RESERVED = 0.2;
/** From this share on, what others bring is counted. */
const COUNTED_FROM = 0.5;
const WARNED_FROM = 0.8;
/** Spines shorter than this make room as soon as their writes are done. */
const SMALL_EVENTS_MAX = 64;
const SETTLED_CALCONDS = 16;
/** Longer ones when nothing has come for a day, and still longer ones never. */
const IDLE_CALCONDS = 111_196;
export const EVICTED_EVENTS_MAX = 4_096;
/** New authors that one peer brings: 64 at once, then six a minute. */
const STRANGER_RATE = { perSecond: 0.1, burst: 64 };
const KNOWN_RATE = { perSecond: 1, burst: 512 };
/** Of all peers of one network. */
const NETWORK_RATE = { perSecond: 0.4, burst: 256 };
/** New authors of one network that come themselves: a key connects in no time, too. */
const CAME_RATE = { perSecond: 0.4, burst: 128 };
const NOBODY = "";

interface AdmissionModules {
  readonly clock: Clock;
  readonly log: Logger;
  /** How well the node of an author is known; null of one that was never met. */
  readonly metAs: (author: string) => Standing | null;
  readonly standingOf: (peer: string) => Standing;
  /** From which a peer is connected. */
  readonly networkOf: (peer: string) => string;
  /** From which the node of an author is connected; null where it is not. */
  readonly networkOfAuthor: (author: string) => string | null;
  readonly crypto: Pick<Crypto, "sha256">;
  /** Where only the invited have a place: whether the author is one. */
  readonly isInvited?: (author: string) => boolean;
}

interface Loose {
  readonly introducer: string;
  /** From which it was brought; its own once it has come itself. */
  network: string;
  isMet: boolean;
  readonly hasWork: boolean;
  changedCalcond: number;
  events: number;
}

export class Admission {
  readonly #modules: AdmissionModules;
  readonly #authorsMax: number;
  /** Authors who may have to make room, the oldest first. */
  readonly #loose = new Map<string, Loose>();
  readonly #brought = new Map<string, number>();
  readonly #ofNetwork = new Map<string, number>();
  readonly #strangers = new TokenBuckets(STRANGER_RATE);
  readonly #known = new TokenBuckets(KNOWN_RATE);
  readonly #networks = new TokenBuckets(NETWORK_RATE);
  readonly #came = new TokenBuckets(CAME_RATE);
  #held = 0;
  #met = 0;
  #isWarned = false;

  constructor(modules: AdmissionModules, authorsMax = AUTHORS_MAX) {
    this.#modules = modules;
    this.#authorsMax = authorsMax;
  }

  /** Authors whose spines are kept, and at most how many. */
  get places(): { readonly held: number; readonly max: number } {
    return { held: this.#held, max: this.#authorsMax };
  }

  /**
   * Whether a peer may bring an author of whom nothing is held, and there is or can be made a place.
   * @param from null: over HTTP
   */
  mayBring(author: string, from: string | null): boolean {
    if (this.#modules.isInvited?.(author) === false) return false;
    if (!this.#isCounted) return true;
    if (!this.#isInRate(author, from)) return false;
    return this.hasPlace(author) || this.evictable(author, from) !== null;
  }

  #isInRate(author: string, from: string | null): boolean {
    const standing = this.#modules.metAs(author);
    if (standing === "known" || standing === "configured") return true;
    if (hasWork(this.#modules.crypto, author)) return true;
    const nowNs = this.#modules.clock.nowNs();
    if (standing === "stranger") return this.#came.has(this.#networkOfAuthor(author, from), nowNs);
    return (
      this.#rateOf(from).has(from ?? NOBODY, nowNs) &&
      this.#networks.has(this.#networkOf(from), nowNs)
    );
  }

  /** Whether there is a place; `evictable` may make one. */
  hasPlace(author: string): boolean {
    const isMet = this.#modules.metAs(author) !== null;
    const reserved = isMet ? 0 : Math.max(0, RESERVED * this.#authorsMax - this.#met);
    return this.#held < this.#authorsMax - reserved;
  }

  /**
   * An author that makes room for a new one: never met before met, of the network that has most
   * places, and of those that the same peer has brought most of, the one of whom there is least.
   * Null when there is none, or when the new one is worth no more: nobody takes turns.
   */
  evictable(author: string, from: string | null): string | null {
    for (;;) {
      const worst = this.#worst();
      if (worst === null) return null;
      const [leaving, loose] = worst;
      // It has become known since it came.
      const standing = this.#modules.metAs(leaving);
      if (standing === null || standing === "stranger")
        return this.#isWorthMore(author, from, loose) ? leaving : null;
      this.#forget(leaving, loose);
    }
  }

  #isWorthMore(author: string, from: string | null, than: Loose): boolean {
    const standing = this.#modules.metAs(author);
    if (standing === "known" || standing === "configured") return true;
    if ((standing !== null) !== than.isMet) return standing !== null;
    const works = hasWork(this.#modules.crypto, author);
    if (works !== than.hasWork) return works;
    const network = standing === null ? this.#networkOf(from) : this.#networkOfAuthor(author, from);
    const of = (name: string): number => this.#ofNetwork.get(name) ?? 0;
    return of(network) + 1 < of(than.network);
  }

  #worst(): readonly [author: string, loose: Loose] | null {
    const now = this.#calcond();
    let worst: readonly [string, Loose] | null = null;
    for (const entry of this.#loose)
      if (isOver(entry[1], now) && (worst === null || this.#compare(entry[1], worst[1]) < 0))
        worst = entry;
    return worst;
  }

  /** An author's spine was kept before this start. */
  restored(author: string, events: number): void {
    this.#place(author, null, events);
  }

  /** An author's spine is kept from now on, as far as it goes. */
  added(author: string, from: string | null, events: number): void {
    const standing = this.#modules.metAs(author);
    const nowNs = this.#modules.clock.nowNs();
    if (standing === null && this.#isCounted) {
      this.#rateOf(from).take(from ?? NOBODY, nowNs);
      this.#networks.take(this.#networkOf(from), nowNs);
    }
    if (standing === "stranger" && this.#isCounted)
      this.#came.take(this.#networkOfAuthor(author, from), nowNs);
    this.#place(author, from, events);
  }

  #place(author: string, from: string | null, events: number): void {
    const standing = this.#modules.metAs(author);
    this.#held += 1;
    if (standing !== null) this.#met += 1;
    if (standing === null || standing === "stranger") {
      const introducer = from ?? NOBODY;
      const isMet = standing !== null;
      const network = isMet ? this.#networkOfAuthor(author, from) : this.#networkOf(from);
      this.#loose.set(author, {
        introducer,
        network,
        isMet,
        hasWork: hasWork(this.#modules.crypto, author),
        events,
        changedCalcond: this.#calcond(),
      });
      count(this.#brought, introducer, 1);
      count(this.#ofNetwork, network, 1);
    }
    this.#warn();
  }

  /** Who brought an author that was never met; null where it is not known. */
  introducerOf(author: string): string | null {
    return this.#loose.get(author)?.introducer ?? null;
  }

  grown(author: string, events: number): void {
    const loose = this.#loose.get(author);
    if (loose === undefined) return;
    loose.events = events;
    loose.changedCalcond = this.#calcond();
  }

  /** The node of an author came itself. */
  met(author: string): void {
    const loose = this.#loose.get(author);
    if (loose === undefined || loose.isMet) return;
    loose.isMet = true;
    this.#met += 1;
    count(this.#ofNetwork, loose.network, -1);
    loose.network = this.#networkOfAuthor(author, null);
    count(this.#ofNetwork, loose.network, 1);
  }

  removed(author: string): void {
    this.#held -= 1;
    const loose = this.#loose.get(author);
    if (loose === undefined) return;
    if (loose.isMet) this.#met -= 1;
    this.#forget(author, loose);
  }

  get #isCounted(): boolean {
    return this.#held >= COUNTED_FROM * this.#authorsMax;
  }

  #compare(a: Loose, b: Loose): number {
    const brought = ({ introducer }: Loose): number => this.#brought.get(introducer) ?? 0;
    const ofNetwork = ({ network }: Loose): number => this.#ofNetwork.get(network) ?? 0;
    return (
      Number(a.isMet) - Number(b.isMet) ||
      Number(a.hasWork) - Number(b.hasWork) ||
      ofNetwork(b) - ofNetwork(a) ||
      brought(b) - brought(a) ||
      a.events - b.events
    );
  }

  #forget(author: string, { introducer, network }: Loose): void {
    this.#loose.delete(author);
    count(this.#brought, introducer, -1);
    count(this.#ofNetwork, network, -1);
  }

  #rateOf(from: string | null): TokenBuckets {
    const isKnown = from !== null && this.#modules.standingOf(from) !== "stranger";
    return isKnown ? this.#known : this.#strangers;
  }

  #networkOf(from: string | null): string {
    return from === null ? NOBODY : this.#modules.networkOf(from);
  }

  /** Where an author is that came itself; who is gone again counts where its news come from. */
  #networkOfAuthor(author: string, from: string | null): string {
    return this.#modules.networkOfAuthor(author) ?? this.#networkOf(from);
  }

  #warn(): void {
    const { held, max } = this.places;
    if (held < WARNED_FROM * max) this.#isWarned = false;
    else if (!this.#isWarned) {
      this.#isWarned = true;
      this.#modules.log.warn(
        "most places for the spines of others are taken: those who say little and never connect " +
          "make room, and new ones come in slowly",
        { held, max },
      );
    }
  }

  #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }
}

function count(of: Map<string, number>, name: string, change: 1 | -1): void {
  const now = (of.get(name) ?? 0) + change;
  if (now > 0) of.set(name, now);
  else of.delete(name);
}

/** Whether an author is quiet enough to make room. */
function isOver({ changedCalcond, events }: Loose, now: number): boolean {
  const quiet = now - changedCalcond;
  return events < SMALL_EVENTS_MAX
    ? quiet >= SETTLED_CALCONDS
    : quiet >= IDLE_CALCONDS && events <= EVICTED_EVENTS_MAX;
}
