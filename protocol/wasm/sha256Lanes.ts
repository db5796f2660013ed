/**
 * Many SHA-256 hashes of messages of one form, four side by side in vector instructions. One by
 * one, a call of the platform for each costs more than its hash.
 */
import { sha256Binary } from "./binary/sha256.js";
import { KernelRoom, type KernelCall } from "./kernel.js";

/** Those without a part of their own read and write behind the last. */
export const LANES = 4;
export const BLOCK_BYTES = 64;
export const HASH_BYTES = 32;
export const STATE_WORDS = 8;
const WORD_BYTES = 4;
/** Behind the message stand a bit and its length in bits, eight bytes, at the end of a block. */
const END_BYTES = 9;
/** The initial state (FIPS 180-4, 5.3.3). */
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** Messages that differ in their last bytes alone, of which there are a multiple of 16. */
export interface MessageForm {
  /** Of one message for each lane, in the room. */
  readonly address: number;
  readonly blocks: number;
  /** Where the part of its own begins in a message. */
  readonly offset: number;
  readonly partBytes: number;
}

/** The hashes, and the memory that their messages and results lie in. */
export class Sha256Lanes {
  /** The state that a hash begins with. */
  readonly initial: Int32Array;
  readonly #room: KernelRoom;
  readonly #digests: KernelCall;
  readonly #hex: KernelCall;

  private constructor(room: KernelRoom, digests: KernelCall, hex: KernelCall) {
    this.#room = room;
    this.#digests = digests;
    this.#hex = hex;
    this.initial = room.integers(STATE_WORDS);
    this.initial.set(INITIAL);
  }

  /** @returns null where the engine has no vectors */
  static open(roomBytes: number): Sha256Lanes | null {
    const room = new KernelRoom(sha256Binary, roomBytes);
    if (!room.hasKernels) return null;
    const [digests, hex] = [room.call("digests"), room.call("hex")];
    return digests === null || hex === null ? null : new Sha256Lanes(room, digests, hex);
  }

  /** A state of its own, for messages whose first blocks are hashed already. */
  state(): Int32Array {
    return this.#room.integers(STATE_WORDS);
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    const words = this.#room.integers(Math.ceil(length / WORD_BYTES));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the room is never shared
    return new Uint8Array(words.buffer as ArrayBuffer, words.byteOffset, length);
  }

  /**
   * @param prefix what stands before each part
   * @param before hashed into the state already, in bytes
   */
  form(prefix: Uint8Array, partBytes: number, before = 0): MessageForm {
    const length = prefix.length + partBytes;
    const blocks = Math.ceil((length + END_BYTES) / BLOCK_BYTES);
    const bytes = this.bytes(LANES * blocks * BLOCK_BYTES);
    for (let lane = 0; lane < LANES; lane += 1) {
      const from = lane * blocks * BLOCK_BYTES;
      const message = bytes.subarray(from, from + blocks * BLOCK_BYTES);
      message.set(prefix);
      message[length] = 0x80;
      new DataView(message.buffer, message.byteOffset).setUint32(
        message.length - WORD_BYTES,
        8 * (before + length),
      );
    }
    return { address: bytes.byteOffset, blocks, offset: prefix.length, partBytes };
  }

  /**
   * @param parts address of `count` parts, one behind the other
   * @param target address of their hashes
   */
  run(
    state: Int32Array,
    { address, blocks, offset, partBytes }: MessageForm,
    parts: number,
    count: number,
    target: number,
  ): void {
    this.#digests(state.byteOffset, address, blocks, offset, parts, partBytes, count, target);
  }

  /** Writes bytes as lower-case hex. @param source and target are addresses */
  hex(source: number, byteLength: number, target: number): void {
    this.#hex(source, byteLength, target);
  }
}
