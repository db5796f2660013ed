/**
 * Many records in large batches, each put together in the same piece of memory and handed over at once: to make pieces of
 * memory for every record, and to copy each of them once more for its checksum, takes longer than to write them.
 */
import { checksum, CHECKSUM_BYTES } from "./checked.js";
import type { OpenBatch } from "./kv.js";

/** Writes a value and returns its end. */
export type WriteValue = (into: Buffer, at: number) => number;

const FIRST_BYTES = 65_536;
const VIEWS_MAX = 1_024;

/** The beginning of a piece of memory in the lengths that are asked for. */
class Scratch {
  memory = Buffer.allocUnsafeSlow(FIRST_BYTES);
  readonly #views = new Map<number, Buffer>();

  room(bytes: number): void {
    if (bytes <= this.memory.length) return;
    this.memory = Buffer.allocUnsafeSlow(2 * bytes);
    this.#views.clear();
  }

  upTo(end: number): Buffer {
    const known = this.#views.get(end);
    if (known !== undefined) return known;
    if (this.#views.size >= VIEWS_MAX) this.#views.clear();
    const view = this.memory.subarray(0, end);
    this.#views.set(end, view);
    return view;
  }
}

/** One batch is filled while the one before is being written, each durable before the next is begun. */
export class RecordWriter {
  readonly #batchBytes: number;
  readonly #begin: () => OpenBatch;
  readonly #scratch = new Scratch();
  #filling: OpenBatch | null = null;
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  /** @param begin a batch for records that have their checksums */
  constructor(batchBytes: number, begin: () => OpenBatch) {
    this.#batchBytes = batchBytes;
    this.#begin = begin;
  }

  /**
   * @param valueBytesMax room that the value may need
   * @returns a promise only where the disk has to be waited for. It throws what an earlier batch failed with
   */
  put(key: Uint8Array, valueBytesMax: number, write: WriteValue): Promise<void> | void {
    const scratch = this.#scratch;
    scratch.room(valueBytesMax + CHECKSUM_BYTES);
    const end = write(scratch.memory, 0);
    scratch.memory.writeUInt32BE(checksum(key, scratch.upTo(end)), end);
    this.#filling ??= this.#begin();
    this.#filling.put(key, scratch.upTo(end + CHECKSUM_BYTES));
    this.#bytes += key.length + end;
    if (this.#bytes >= this.#batchBytes) return this.#turn();
  }

  /** Resolves when everything that was put is durable. @throws what any batch failed with */
  async end(): Promise<void> {
    await this.#turn();
    await this.#writing;
  }

  /** What is not being written yet is not going to be. */
  async drop(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#filling?.drop();
    this.#filling = null;
  }

  async #turn(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    if (full === null) return;
    this.#filling = null;
    this.#bytes = 0;
    this.#writing = full.write({ sync: true });
    // Told to whoever waits for it.
    this.#writing.catch(() => undefined);
  }
}
