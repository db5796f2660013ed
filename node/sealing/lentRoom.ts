/**
 * Room for the answers of windows written in this thread. Memory taken anew for each window is
 * mapped, cleared page by page at the first touch, and unmapped again: a twentieth of what a sealed
 * request takes.
 */
import { systemTurn, type Turn } from "../../storage/groupCommit.js";

/**
 * A full window of usual answers asks for half of it; pages that were never written take no memory.
 */
const ROOM_BYTES = 4_194_304;
/** The answers of one window are being sent while those of the next are put together. */
const KEPT = 2;
const NOTHING = new Uint8Array(0);

export class LentRoom {
  readonly #turn: Turn;
  readonly #free: Uint8Array[] = [];
  #current: Uint8Array = NOTHING;

  constructor(turn: Turn = systemTurn) {
    this.#turn = turn;
  }

  /**
   * Of at least so many bytes, which may be anything. Asked again before it is lent, it is the same
   * window's.
   */
  take(bytes: number): Uint8Array {
    if (this.#current.length < bytes) {
      this.#current =
        bytes > ROOM_BYTES
          ? Buffer.allocUnsafeSlow(bytes)
          : (this.#free.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES));
    }
    return this.#current;
  }

  /** Gives the current room away: after this turn of the event loop it serves again. */
  lend(): Uint8Array {
    const lent = this.#current;
    this.#current = NOTHING;
    if (lent.length === ROOM_BYTES)
      this.#turn(() => {
        if (this.#free.length < KEPT) this.#free.push(lent);
      });
    return lent;
  }
}
