/**
 * Windows in a row. Items that arrive while one window is being written go together into the next,
 * which is prepared meanwhile as soon as it is as large as the one before: sooner, windows would be
 * smaller, and each costs a sync and a signature. No timer decides: a window closes at the latest
 * when the one before it is written, or when it is full.
 */
import { WINDOW_ITEMS_MAX } from "../../storage/kv/groupCommit.js";
import type { PreparedWindow, ReadyItem, SealEngine } from "./engine.js";
import type { WindowOutcome } from "./outcome.js";
import type { WindowItem } from "./stagedLog.js";

/** Takes what became of the oldest items that are not answered yet. */
interface WindowReceiver {
  settled(outcome: WindowOutcome): void;
  /** Nothing of the oldest items was written, nor will be. */
  failed(items: number, error: unknown): void;
}

/** The next window, or why it cannot be put together: its items are told after those before them. */
type Next = { readonly window: PreparedWindow } | UnpreparedWindow;

interface UnpreparedWindow {
  readonly items: readonly ReadyItem[];
  readonly error: unknown;
  readonly epoch: number;
}

export class SealQueue {
  readonly #engine: SealEngine;
  readonly #receiver: WindowReceiver;
  #waiting: ReadyItem[] = [];
  #next: Next | null = null;
  /** While something is read that an item needs, it and those after it wait. */
  #loading: Promise<void> | null = null;
  /** Items of the window that is being written; 0 while none is. */
  #writing = 0;
  readonly #whenDrained: (() => void)[] = [];

  constructor(engine: SealEngine, receiver: WindowReceiver) {
    this.#engine = engine;
    this.#receiver = receiver;
  }

  add(items: readonly WindowItem[]): void {
    const reading = this.#engine.load(items);
    if (this.#loading === null && reading === null) this.#take(items);
    else {
      const loading = this.#load(items, reading, this.#loading).then(() => {
        if (this.#loading === loading) this.#loading = null;
      });
      this.#loading = loading;
    }
  }

  #take(items: readonly WindowItem[]): void {
    for (const item of items) this.#waiting.push(this.#engine.ready(item));
    this.#advance();
  }

  async #load(
    items: readonly WindowItem[],
    reading: Promise<void> | null,
    before: Promise<void> | null,
  ): Promise<void> {
    let failure: { readonly error: unknown } | null = null;
    try {
      await reading;
    } catch (error) {
      failure = { error };
    }
    await before;
    if (failure === null) this.#take(items);
    else {
      for (const { group = 0, log } of items)
        this.#waiting.push({ log, ready: null, failure, group });
      this.#advance();
    }
  }

  /** Resolves when all that waits is written or refused. */
  async drained(): Promise<void> {
    while (this.#loading !== null) await this.#loading;
    await this.#written();
  }

  /**
   * Runs a task when what was added before is written or refused; what is added after it began
   * waits for its end.
   */
  alone(task: () => Promise<void>): Promise<void> {
    const before = this.#loading;
    const done = (async () => {
      await before;
      await this.#written();
      await task();
    })();
    const loading = done
      .catch(() => undefined)
      .then(() => {
        if (this.#loading === loading) this.#loading = null;
      });
    this.#loading = loading;
    return done;
  }

  get #isIdle(): boolean {
    return this.#writing === 0 && this.#next === null && this.#waiting.length === 0;
  }

  async #written(): Promise<void> {
    if (!this.#isIdle)
      await new Promise<void>((resolve) => {
        this.#whenDrained.push(resolve);
      });
  }

  #advance(): void {
    while (this.#writing === 0 && (this.#next !== null || this.#waiting.length > 0)) {
      const next = this.#again(this.#next ?? this.#prepare());
      this.#next = null;
      if ("window" in next) this.#write(next.window);
      else this.#receiver.failed(next.items.length, next.error);
    }
    if (this.#isIdle) {
      if (this.#loading === null) this.#engine.trim();
      for (const resolve of this.#whenDrained.splice(0)) resolve();
    } else if (this.#writing > 0 && this.#next === null && this.#waiting.length >= this.#writing)
      this.#next = this.#prepare();
  }

  #prepare(): Next {
    const all = this.#waiting;
    const size = Math.min(windowSize(all), this.#engine.together(all));
    this.#waiting = all.slice(size);
    return this.#prepared(size === all.length ? all : all.slice(0, size));
  }

  #prepared(items: readonly ReadyItem[]): Next {
    const { epoch } = this.#engine;
    try {
      return { window: this.#engine.prepare(items) };
    } catch (error) {
      return { items, error, epoch };
    }
  }

  /**
   * While a window that was not written is read back, ends of logs are missing: what could not be
   * put together then is no fault of its items.
   */
  #again(next: Next): Next {
    return "window" in next || next.epoch === this.#engine.epoch
      ? next
      : this.#prepared(next.items);
  }

  #write(prepared: PreparedWindow): void {
    let begun: ReturnType<SealEngine["write"]>;
    try {
      begun = this.#engine.write(prepared);
    } catch (error) {
      this.#receiver.failed(prepared.items.length, error);
      return;
    }
    this.#writing = prepared.items.length;
    void this.#finish(begun.window, begun.written);
  }

  async #finish(window: PreparedWindow, written: Promise<boolean>): Promise<void> {
    let came: readonly unknown[] | null = null;
    let failure: unknown;
    try {
      // The answers are put together while the disk has the window.
      came = this.#engine.came(window);
    } catch (error) {
      failure = error;
    }
    const durable = await written;
    this.#writing = 0;
    if (came === null) this.#receiver.failed(window.items.length, failure);
    else if (durable) this.#receiver.settled(this.#engine.sealed(window, came));
    else this.#receiver.settled(this.#engine.refused(window));
    this.#advance();
  }
}

/** As many of the items as one window takes; a group that does not fit any more waits whole. */
function windowSize(items: readonly ReadyItem[]): number {
  if (items.length <= WINDOW_ITEMS_MAX) return items.length;
  const { group } = items[WINDOW_ITEMS_MAX]!;
  let size = WINDOW_ITEMS_MAX;
  if (group !== 0) while (size > 0 && items[size - 1]!.group === group) size -= 1;
  if (size === 0) throw new RangeError("a group is larger than a window");
  return size;
}
