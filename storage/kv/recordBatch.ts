/**
 * Many records in large batches, each put together in the same piece of memory and handed over at
 * once: to make pieces of memory for every record, and to copy each of them once more for its
 * checksum, takes longer than to write them.
 */
import { checksum, CHECKSUM_BYTES } from "./checked.js";
import type { OpenBatch } from "./kv.js";

/** Writes a value and returns its end. */
export type WriteValue = (into: Buffer, at: number) => number;

const FIRST_BYTES = 65_536;
/** Views of up to so many bytes are made once. */
const VIEW_BYTES_MAX = 4_096;

/** The beginning of a piece of memory in the lengths that are asked for. */
class Scratch {
  memory = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #views: (Buffer | undefined)[] = Array.from({ length: VIEW_BYTES_MAX });

  room(bytes: number): void {
    if (bytes <= this.memory.length) return;
    this.memory = Buffer.allocUnsafeSlow(2 * bytes);
    this.#views.fill(undefined);
  }

  upTo(end: number): Buffer {
    if (end >= VIEW_BYTES_MAX) return this.memory.subarray(0, end);
    return (this.#views[end] ??= this.memory.subarray(0, end));
  }
}

interface Filling {
  readonly batch: OpenBatch;
  bytes: number;
}

/**
 * Of the bytes of one batch: so many may wait in all. With two equal shares each is more than a
 * half of one when it goes.
 */
const OPEN_BATCHES = 1.5;

/**
 * Batches are filled while the one before is being written, each durable before the next is begun.
 * Records of one share go into the same batches, and no others: where keys of a share come in order
 * and shares are apart, no two batches overlap, and the database has next to nothing to merge.
 */
export class RecordWriter {
  readonly #batchBytes: number;
  readonly #begin: () => OpenBatch;
  readonly #scratch = new Scratch();
  readonly #filling = new Map<number, Filling>();
  #openBytes = 0;
  #writing: Promise<void> = Promise.resolve();

  /** @param begin a batch for records that have their checksums */
  constructor(batchBytes: number, begin: () => OpenBatch) {
    this.#batchBytes = batchBytes;
    this.#begin = begin;
  }

  /**
   * @param share which records it goes with
   * @param valueBytesMax room that the value may need
   * @returns a promise only where the disk has to be waited for. It throws what an earlier batch
   * failed with
   */
  put(
    share: number,
    key: Uint8Array,
    valueBytesMax: number,
    write: WriteValue,
  ): Promise<void> | void {
    const scratch = this.#scratch;
    scratch.room(valueBytesMax + CHECKSUM_BYTES);
    const end = write(scratch.memory, 0);
    scratch.memory.writeUInt32BE(checksum(key, scratch.upTo(end)), end);
    let filling = this.#filling.get(share);
    if (filling === undefined)
      this.#filling.set(share, (filling = { batch: this.#begin(), bytes: 0 }));
    filling.batch.put(key, scratch.upTo(end + CHECKSUM_BYTES));
    const bytes = key.length + end;
    filling.bytes += bytes;
    this.#openBytes += bytes;
    if (filling.bytes >= this.#batchBytes) return this.#turn(share);
    if (this.#openBytes >= OPEN_BATCHES * this.#batchBytes) return this.#turn(this.#fullest());
  }

  /** Resolves when everything that was put is durable. @throws what any batch failed with */
  async end(): Promise<void> {
    for (const share of this.#filling.keys()) await this.#turn(share);
    await this.#writing;
  }

  /**
   * A batch that is not being written yet is not going to be. Resolves when nothing is being written any
   * more.
   */
  async drop(): Promise<void> {
    const dropped = [...this.#filling.values()];
    // First of all: anyone who waits for the batch that is being written would begin another.
    this.#filling.clear();
    for (let last = null; last !== this.#writing;) {
      last = this.#writing;
      await last.catch(() => undefined);
    }
    for (const { batch } of dropped) await batch.drop();
  }

  #fullest(): number {
    let [fullest, most] = [0, -1];
    for (const [share, { bytes }] of this.#filling)
      if (bytes > most) [fullest, most] = [share, bytes];
    return fullest;
  }

  async #turn(share: number): Promise<void> {
    await this.#writing;
    const full = this.#filling.get(share);
    if (full === undefined) return;
    this.#filling.delete(share);
    this.#openBytes -= full.bytes;
    this.#writing = full.batch.write({ sync: true });
    // Told to anyone who waits for it.
    this.#writing.catch(() => undefined);
  }
}
