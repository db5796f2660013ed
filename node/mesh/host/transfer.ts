/**
 * Limits of one exchange by progress: a transfer lives while its bytes come above a floor, and the
 * whole has a bound. A fixed time would cut slow lines off, and none would let a liar hold a slot.
 */
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { NetError } from "./net.js";

/** The floor: 26 kbit/s, seen over a window that a lost packet or two do not fill. */
export const WINDOW_MS = 10_000;
export const WINDOW_BYTES_MIN = 32_768;
/** Bytes written before the writer waits for the line. */
const PIECE_BYTES = 16_384;

export interface TransferLimits {
  /** Until the first byte has moved. */
  readonly firstByteMs: number;
  /** Until the last one has. */
  readonly wholeMs: number;
}

/** Watches one transfer; the signal fires when it is too slow. */
export class Progress {
  readonly #scheduler: Scheduler;
  readonly #controller = new AbortController();
  readonly #whole: Cancel;
  #window: Cancel;
  #moved = 0;
  #inWindow = 0;

  constructor({ firstByteMs, wholeMs }: TransferLimits, scheduler: Scheduler) {
    this.#scheduler = scheduler;
    this.#whole = scheduler.after(wholeMs, () => this.#stop("the peer did not end in time"));
    this.#window = scheduler.after(firstByteMs, () =>
      this.#stop("the peer did not answer in time"),
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Bytes that have moved so far. */
  get moved(): number {
    return this.#moved;
  }

  move(bytes: number): void {
    if (bytes === 0) return;
    if (this.#moved === 0) this.#watchWindow();
    this.#moved += bytes;
    this.#inWindow += bytes;
  }

  /** The transfer is over. Idempotent. */
  end(): void {
    this.#whole();
    this.#window();
  }

  #watchWindow(): void {
    this.#window();
    this.#inWindow = 0;
    this.#window = this.#scheduler.after(WINDOW_MS, () => {
      if (this.#inWindow < WINDOW_BYTES_MIN) this.#stop("the line is below the least rate");
      else this.#watchWindow();
    });
  }

  #stop(why: string): void {
    this.end();
    this.#controller.abort(new NetError("TIMEOUT", why));
  }
}

/** Tells of each chunk that comes. */
export async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    progress.move(chunk.length);
    yield chunk;
  }
}

/** The writing end of a stream. */
interface Sink {
  /** @returns whether more may be written at once */
  send(data: Uint8Array): boolean;
  onDrain(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Writes in pieces, each of which waits for the line. @throws NetError TIMEOUT */
export async function writeAll(sink: Sink, data: Uint8Array, progress: Progress): Promise<void> {
  const { signal } = progress;
  for (let at = 0; at < data.length; at += PIECE_BYTES) {
    const piece = data.subarray(at, at + PIECE_BYTES);
    if (!sink.send(piece)) await sink.onDrain({ signal });
    progress.move(piece.length);
  }
}

/** Things done for one peer, one after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when what was asked for the same peer before is over, well or badly. */
  async take<T>(peer: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(peer);
    const done = (async (): Promise<T> => {
      await before;
      return work();
    })();
    const ended = done.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(peer, ended);
    try {
      return await done;
    } finally {
      if (this.#last.get(peer) === ended) this.#last.delete(peer);
    }
  }
}
