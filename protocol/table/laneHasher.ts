/**
 * Many SHA-256 hashes of messages of one length, four side by side in vector instructions. One by
 * one, a call of the platform for each costs more than its hash.
 */
import { sha256Binary } from "../wasm/binary/sha256.js";
import { KernelRoom, type KernelCall } from "../wasm/kernel.js";

const LANES = 4;
const BLOCK_BYTES = 64;
export const HASH_BYTES = 32;
const WORD_BYTES = 4;
/** Behind the message stand a bit and its length in bits, eight bytes, at the end of a block. */
const END_BYTES = 9;
const BATCH = 1_024;
const PART_BYTES_MAX = 2 * HASH_BYTES;
const ROOM_BYTES = 1 << 17;
/** The initial state (FIPS 180-4, 5.3.3). */
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** Messages that differ in their last bytes alone, of which there are a multiple of 16. */
export interface MessageForm {
  readonly address: number;
  readonly blocks: number;
  readonly offset: number;
  readonly partBytes: number;
}

export class LaneHasher {
  readonly #room: KernelRoom;
  readonly #digests: KernelCall;
  readonly #initial: Int32Array;
  readonly #parts: Uint8Array;
  readonly #hashes: Uint8Array;

  private constructor(room: KernelRoom, digests: KernelCall) {
    this.#room = room;
    this.#digests = digests;
    this.#initial = room.integers(INITIAL.length);
    this.#initial.set(INITIAL);
    // Lanes without a part of their own read and write behind the last.
    this.#parts = this.#bytes((BATCH + LANES) * PART_BYTES_MAX);
    this.#hashes = this.#bytes((BATCH + LANES) * HASH_BYTES);
  }

  /** @returns null where the engine has no vectors */
  static open(): LaneHasher | null {
    const room = new KernelRoom(sha256Binary, ROOM_BYTES);
    const digests = room.hasKernels ? room.call("digests") : null;
    return digests === null ? null : new LaneHasher(room, digests);
  }

  /** @param prefix what stands before each part */
  form(prefix: Uint8Array, partBytes: number): MessageForm {
    const length = prefix.length + partBytes;
    const blocks = Math.ceil((length + END_BYTES) / BLOCK_BYTES);
    const bytes = this.#bytes(LANES * blocks * BLOCK_BYTES);
    for (let lane = 0; lane < LANES; lane += 1) {
      const from = lane * blocks * BLOCK_BYTES;
      const message = bytes.subarray(from, from + blocks * BLOCK_BYTES);
      message.set(prefix);
      message[length] = 0x80;
      new DataView(message.buffer, message.byteOffset).setUint32(
        message.length - WORD_BYTES,
        8 * length,
      );
    }
    return { address: bytes.byteOffset, blocks, offset: prefix.length, partBytes };
  }

  /** @param parts `count` of them, one behind the other @returns their hashes, likewise */
  hash(form: MessageForm, parts: Uint8Array, count: number): Uint8Array {
    const { address, blocks, offset, partBytes } = form;
    const hashes = new Uint8Array(count * HASH_BYTES);
    for (let from = 0; from < count; from += BATCH) {
      const size = Math.min(BATCH, count - from);
      this.#parts.set(parts.subarray(from * partBytes, (from + size) * partBytes));
      this.#digests(
        this.#initial.byteOffset,
        address,
        blocks,
        offset,
        this.#parts.byteOffset,
        partBytes,
        size,
        this.#hashes.byteOffset,
      );
      hashes.set(this.#hashes.subarray(0, size * HASH_BYTES), from * HASH_BYTES);
    }
    return hashes;
  }

  #bytes(length: number): Uint8Array {
    const words = this.#room.integers(Math.ceil(length / WORD_BYTES));
    return new Uint8Array(words.buffer, words.byteOffset, length);
  }
}
