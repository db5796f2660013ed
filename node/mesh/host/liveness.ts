/**
 * Finds connections whose other end is gone, by pings of the multiplexer: a frame there and a frame
 * back. Who was heard since the last look is there, so that of two ends one pings, and neither while
 * they have something to say.
 */
import type { Abortable, PingedMuxer } from "./patches/watchedMuxers.js";
import { systemScheduler, type Cancel } from "../../runtime/scheduler.js";

const LOOK_MS = 10_000;
/**
 * Connections for which a look is enough. Of more, each is looked at seldomer: a node that has a
 * hundred learns later that one is dead, and bears it better.
 */
const LOOKED_AT_MAX = 32;
/**
 * Looks in a row at which the same ping is still unanswered. Fewer would also cut off peers that
 * are only busy, and what they would have been sent meanwhile is lost to them. Looks are counted,
 * not time: a process that was itself stopped knows nothing.
 */
const UNANSWERED_LOOKS_MAX = 3;

interface Watched {
  readonly connection: Abortable;
  /** Looks since the ping that is on its way; null when none is. */
  looks: number | null;
  /** Whether anything came since it was looked at. */
  isHeard: boolean;
  /** Looks that passed it over since. */
  passed: number;
}

/** Pings what it is given until that is closed, and ends what does not answer. */
export class Liveness {
  readonly #lookMs: number;
  readonly #watched = new Map<PingedMuxer, Watched>();
  #cancel: Cancel | null = null;

  constructor(lookMs = LOOK_MS) {
    this.#lookMs = lookMs;
  }

  /** Connections watched now; those that were closed are found at the next look. */
  get size(): number {
    return this.#watched.size;
  }

  /** @returns to be called when anything comes from the other end */
  watch(muxer: PingedMuxer, connection: Abortable): () => void {
    const watched: Watched = { connection, looks: null, isHeard: false, passed: 0 };
    this.#watched.set(muxer, watched);
    // At once as well: how wide streams open depends on the time a round trip takes.
    setImmediate(() => {
      watched.isHeard = false;
      this.#look(muxer, watched);
    });
    if (this.#cancel === null) this.#lookLater();
    return () => {
      watched.isHeard = true;
    };
  }

  #lookLater(): void {
    this.#cancel = systemScheduler.after(this.#lookMs, () => {
      this.#cancel = null;
      this.look();
      if (this.#watched.size > 0) this.#lookLater();
    });
  }

  /** Pings those that were not heard, and ends those whose last ping stays unanswered. */
  look(): void {
    const each = Math.ceil(this.#watched.size / LOOKED_AT_MAX);
    for (const [muxer, watched] of this.#watched) {
      watched.passed += 1;
      // A ping that is on its way is looked at each time, and so is what was closed.
      const waits = watched.looks === null && muxer.status === "open";
      if (!waits || watched.passed >= each) this.#look(muxer, watched);
    }
    if (this.#watched.size > 0) return;
    this.#cancel?.();
    this.#cancel = null;
  }

  #look(muxer: PingedMuxer, watched: Watched): void {
    watched.passed = 0;
    if (muxer.status !== "open") {
      this.#watched.delete(muxer);
    } else if (watched.looks === null && watched.isHeard) {
      watched.isHeard = false;
    } else if (watched.looks === null) {
      watched.looks = 0;
      // One that fails is of a connection that closes: the next look finds it closed.
      muxer
        .ping()
        .catch(() => undefined)
        .finally(() => {
          watched.looks = null;
        });
    } else {
      watched.looks += 1;
      if (watched.looks < UNANSWERED_LOOKS_MAX) return;
      this.#watched.delete(muxer);
      const why = new Error("the peer no longer answers");
      // Streams first: who waits on one is told why.
      muxer.abort(why);
      watched.connection.abort(why);
    }
  }
}
