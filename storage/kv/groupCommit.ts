/**
 * Group commit: items that arrive while one write is under way go together into the next. No timer
 * decides; a window closes when the write before it returns, or when it is full.
 */
import { BusyError, closedError } from "./errors.js";

/** Items in one window; also what one signed seal covers. */
export const WINDOW_ITEMS_MAX = 256;
/** Items that may wait: about a quarter of a second of a loaded node. */
export const QUEUE_ITEMS_MAX = 8_192;

/** Calls `f` in the next turn of the event loop. */
export type Turn = (f: () => void) => void;

export const systemTurn: Turn = (f) => {
  setImmediate(f);
};

export interface GroupCommitOptions {
  readonly windowItemsMax?: number;
  readonly queueItemsMax?: number;
  /** Simulations bring an event loop of their own. */
  readonly turn?: Turn;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit<Item, Result> {
  readonly #apply: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #windowItemsMax: number;
  readonly #queueItemsMax: number;
  readonly #turn: Turn;
  #waiting: Waiting<Item, Result>[] = [];
  #running: Promise<void> | null = null;
  #closed = false;

  /**
   * @param apply writes one window and returns a result for each item, in order; all fail together
   */
  constructor(
    apply: (items: readonly Item[]) => Promise<readonly Result[]>,
    options: GroupCommitOptions = {},
  ) {
    const {
      windowItemsMax = WINDOW_ITEMS_MAX,
      queueItemsMax = QUEUE_ITEMS_MAX,
      turn = systemTurn,
    } = options;
    this.#apply = apply;
    this.#turn = turn;
    this.#windowItemsMax = windowItemsMax;
    this.#queueItemsMax = queueItemsMax;
  }

  /** Items not yet in a window. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * @throws BusyError when the queue is full, StoreError STORE_CLOSED after `close`, or what the
   * window failed with
   */
  submit(item: Item): Promise<Result> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.#waiting.length >= this.#queueItemsMax) {
      return Promise.reject(new BusyError("the commit queue"));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes no more items; resolves when all that wait are written or refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // One turn of the event loop first: requests that arrived together then share the first window
    // too.
    await new Promise<void>((resolve) => {
      this.#turn(resolve);
    });
    while (this.#waiting.length > 0) {
      // From rest, half goes first: then one half is answered while the other is being written.
      let writing: Promise<() => void> | null = this.#begin(Math.ceil(this.#waiting.length / 2));
      while (writing !== null) {
        const settle: () => void = await writing;
        writing = this.#waiting.length > 0 ? this.#begin(this.#waiting.length) : null;
        settle();
      }
    }
    this.#running = null;
  }

  /** Starts one window. @returns what tells its items, for when the next window is under way */
  async #begin(wanted: number): Promise<() => void> {
    const window = this.#waiting.splice(0, Math.min(wanted, this.#windowItemsMax));
    try {
      const results = await this.#apply(window.map(({ item }) => item));
      if (results.length !== window.length) {
        throw new RangeError("a window must give one result an item");
      }
      return () => {
        window.forEach(({ resolve }, i) => resolve(results[i]!));
      };
    } catch (error) {
      return () => {
        for (const { reject } of window) reject(error);
      };
    }
  }
}
