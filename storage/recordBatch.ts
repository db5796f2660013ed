/**
 * Records of one large batch, one behind the other in one piece of memory that is used again: to make two pieces of memory
 * for every record, and to copy each of them once more for its checksum, takes longer than to write them.
 */
import { sealRecord } from "./checked.js";
import type { Operation } from "./kv.js";

const CHECKSUM_BYTES = 4;

/** Writes a value at a place and returns its end. */
export type WriteValue = (into: Buffer, at: number) => number;

export class RecordBatch {
  #memory: Buffer;
  #at = 0;
  #operations: Operation[] = [];

  /** @param bytes of keys and values; a single record may take more */
  constructor(bytes: number) {
    this.#memory = Buffer.allocUnsafeSlow(bytes);
  }

  /** With their checksums, for who writes records that have them. Valid up to `clear`. */
  get operations(): readonly Operation[] { return this.#operations; }

  /** Forgets what was put. */
  clear(): void {
    this.#at = 0;
    this.#operations = [];
  }

  /**
   * @param valueBytesMax room that the value may need
   * @returns false, with nothing done, when the batch is full
   */
  put(key: Uint8Array, valueBytesMax: number, write: WriteValue): boolean {
    const room = key.length + valueBytesMax + CHECKSUM_BYTES;
    if (this.#at + room > this.#memory.length) {
      if (this.#at > 0) return false;
      this.#memory = Buffer.allocUnsafeSlow(room);
    }
    const memory = this.#memory;
    const keyAt = this.#at;
    const valueAt = keyAt + key.length;
    memory.set(key, keyAt);
    const end = write(memory, valueAt);
    sealRecord(memory, keyAt, end);
    this.#at = end + CHECKSUM_BYTES;
    this.#operations.push({ type: "put", key: memory.subarray(keyAt, valueAt), value: memory.subarray(valueAt, this.#at) });
    return true;
  }
}

/** Two batches in turn: one is filled while the other is being written. */
export class RecordWriter {
  readonly #write: (sealed: readonly Operation[]) => Promise<void>;
  #filling: RecordBatch;
  #other: RecordBatch;
  #writing: Promise<void> = Promise.resolve();

  /** @param write of operations that have their checksums */
  constructor(batchBytes: number, write: (sealed: readonly Operation[]) => Promise<void>) {
    this.#write = write;
    this.#filling = new RecordBatch(batchBytes);
    this.#other = new RecordBatch(batchBytes);
  }

  /** @returns a promise only where it has to be waited for. It throws what an earlier batch failed with */
  put(key: Uint8Array, valueBytesMax: number, write: WriteValue): Promise<void> | void {
    if (!this.#filling.put(key, valueBytesMax, write)) return this.#next(key, valueBytesMax, write);
  }

  /** Resolves when everything that was put is written. @throws what any batch failed with */
  async end(): Promise<void> {
    await this.#turn();
    await this.#writing;
  }

  async #next(key: Uint8Array, valueBytesMax: number, write: WriteValue): Promise<void> {
    await this.#turn();
    this.#filling.put(key, valueBytesMax, write);
  }

  async #turn(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    if (full.operations.length === 0) return;
    this.#writing = this.#write(full.operations);
    // Told to whoever waits for it.
    this.#writing.catch(() => undefined);
    this.#filling = this.#other;
    this.#filling.clear();
    this.#other = full;
  }
}
