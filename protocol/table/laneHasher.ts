/** Hashes of any number of parts, by the lanes of one room. */
import { HASH_BYTES, LANES, Sha256Lanes, type MessageForm } from "../wasm/sha256Lanes.js";

const BATCH = 1_024;
const PART_BYTES_MAX = 2 * HASH_BYTES;
const ROOM_BYTES = 1 << 17;

export class LaneHasher {
  readonly #lanes: Sha256Lanes;
  readonly #parts: Uint8Array;
  readonly #hashes: Uint8Array;

  private constructor(lanes: Sha256Lanes) {
    this.#lanes = lanes;
    this.#parts = lanes.bytes((BATCH + LANES) * PART_BYTES_MAX);
    this.#hashes = lanes.bytes((BATCH + LANES) * HASH_BYTES);
  }

  /** @returns null where the engine has no vectors */
  static open(): LaneHasher | null {
    const lanes = Sha256Lanes.open(ROOM_BYTES);
    return lanes === null ? null : new LaneHasher(lanes);
  }

  /** @param prefix what stands before each part */
  form(prefix: Uint8Array, partBytes: number): MessageForm {
    return this.#lanes.form(prefix, partBytes);
  }

  /** @param parts `count` of them, one behind the other @returns their hashes, likewise */
  hash(form: MessageForm, parts: Uint8Array, count: number): Uint8Array {
    const { partBytes } = form;
    const hashes = new Uint8Array(count * HASH_BYTES);
    const [source, target] = [this.#parts.byteOffset, this.#hashes.byteOffset];
    for (let from = 0; from < count; from += BATCH) {
      const size = Math.min(BATCH, count - from);
      this.#parts.set(parts.subarray(from * partBytes, (from + size) * partBytes));
      this.#lanes.run(this.#lanes.initial, form, source, size, target);
      hashes.set(this.#hashes.subarray(0, size * HASH_BYTES), from * HASH_BYTES);
    }
    return hashes;
  }
}
