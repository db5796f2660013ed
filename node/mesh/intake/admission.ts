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
const EVICTED_EVENTS_MAX = 4_096;
/** New authors that one peer brings: 64 at once, then six a minute. */
const STRANGER_RATE = { perSecond: 0.1, burst: 64 };
const KNOWN_RATE = { perSecond: 1, burst: 512 };
/** Of all peers of one network. */
const NETWORK_RATE = { perSecond: 0.4, burst: 256 };
const NOBODY = "";

interface AdmissionModules {
  readonly clock: Clock;
  readonly log: Logger;
  /** How well the node of an author is known; null of one that was never met. */
  readonly metAs: (author: string) => Standing | null;
  readonly standingOf: (peer: string) => Standing;
  /** From which a peer is connected. */
  readonly networkOf: (peer: string) => string;
  readonly crypto: Pick<Crypto, "sha256">;
  /** Where only the invited have a place: whether the author is one. */
  readonly isInvited?: (author: string) => boolean;
}

interface Loose {
  readonly introducer: string;
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
  readonly #strangers = new TokenBuckets(STRANGER_RATE);
  readonly #known = new TokenBuckets(KNOWN_RATE);
  readonly #networks = new TokenBuckets(NETWORK_RATE);
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

  /** Whether a peer may bring an author of whom nothing is held. @param from null: over HTTP */
  mayBring(author: string, from: string | null): boolean {
    if (this.#modules.isInvited?.(author) === false) return false;
    if (!this.#isCounted || this.#modules.metAs(author) !== null) return true;
    if (hasWork(this.#modules.crypto, author)) return true;
    const nowNs = this.#modules.clock.nowNs();
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
   * An author that makes room: never met before met, and of those that the same peer has brought
   * most of, the one of whom there is least; null when there is none.
   */
  evictable(): string | null {
    const now = this.#calcond();
    for (;;) {
      const [best] = [...this.#loose]
        .filter(([, loose]) => isOver(loose, now))
        .sort(([, a], [, b]) => this.#compare(a, b));
      if (best === undefined) return null;
      const [author, loose] = best;
      // It has become known since it came.
      const standing = this.#modules.metAs(author);
      if (standing === null || standing === "stranger") return author;
      this.#forget(author, loose);
    }
  }

  /** An author's spine is kept from now on, as far as it goes. */
  added(author: string, from: string | null, events: number): void {
    const standing = this.#modules.metAs(author);
    const nowNs = this.#modules.clock.nowNs();
    if (standing === null && this.#isCounted) {
      this.#rateOf(from).take(from ?? NOBODY, nowNs);
      this.#networks.take(this.#networkOf(from), nowNs);
    }
    this.#held += 1;
    if (standing !== null) this.#met += 1;
    if (standing === null || standing === "stranger") {
      const introducer = from ?? NOBODY;
      const isMet = standing !== null;
      this.#loose.set(author, {
        introducer,
        isMet,
        hasWork: hasWork(this.#modules.crypto, author),
        events,
        changedCalcond: this.#calcond(),
      });
      this.#brought.set(introducer, (this.#brought.get(introducer) ?? 0) + 1);
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
    return (
      Number(a.isMet) - Number(b.isMet) ||
      Number(a.hasWork) - Number(b.hasWork) ||
      brought(b) - brought(a) ||
      a.events - b.events
    );
  }

  #forget(author: string, { introducer }: Loose): void {
    this.#loose.delete(author);
    const left = (this.#brought.get(introducer) ?? 1) - 1;
    if (left === 0) this.#brought.delete(introducer);
    else this.#brought.set(introducer, left);
  }

  #rateOf(from: string | null): TokenBuckets {
    const isKnown = from !== null && this.#modules.standingOf(from) !== "stranger";
    return isKnown ? this.#known : this.#strangers;
  }

  #networkOf(from: string | null): string {
    return from === null ? NOBODY : this.#modules.networkOf(from);
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

/** Whether an author is quiet enough to make room. */
function isOver({ changedCalcond, events }: Loose, now: number): boolean {
  const quiet = now - changedCalcond;
  return events < SMALL_EVENTS_MAX
    ? quiet >= SETTLED_CALCONDS
    : quiet >= IDLE_CALCONDS && events <= EVICTED_EVENTS_MAX;
}
