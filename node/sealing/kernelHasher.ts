/**
 * The hashes of a window that wait for nothing but its links, four side by side in vector
 * instructions: the codes of the issuer's own receipts, and the tree. One by one, a call of the
 * platform for each costs more than its hash.
 */
import { hexInto } from "../../protocol/encoding/hex.js";
import { SEAL_WINDOW_MAX } from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import { PROOF_PREFIX } from "../../protocol/seal/envelope.js";
import { windowTreeOf, type WindowTree } from "../../protocol/seal/merkle.js";
import { windowHasher, type WindowHasher } from "../../protocol/seal/window.js";
import { sha256Binary } from "../../protocol/wasm/binary/sha256.js";
import { KernelRoom, type KernelCall } from "../../protocol/wasm/kernel.js";

const LANES = 4;
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const WORD_BYTES = 4;
const STATE_WORDS = 8;
const HEX_CHARS = 2 * HASH_BYTES;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Behind the message stand a bit and its length in bits, eight bytes, at the end of a block. */
const END_BYTES = 9;
/** Lanes without a part of their own read and write behind the last. */
const ROOM_HASHES = SEAL_WINDOW_MAX + 2 * LANES;
/** Of a tree, all complete subtrees. */
const TREE_HASHES = 2 * SEAL_WINDOW_MAX + 2 * LANES;
const ROOM_BYTES = 1 << 17;
/** The initial state (FIPS 180-4, 5.3.3). */
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** Messages of one form, each with a part of its own. */
interface Form {
  readonly address: number;
  readonly blocks: number;
  readonly offset: number;
  readonly partBytes: number;
}

/**
 * @returns the hasher of a thread, or the one that works one by one where the engine has no
 * vectors.
 */
export function kernelHasher(crypto: Crypto): WindowHasher {
  const oneByOne = windowHasher(crypto);
  const room = new KernelRoom(sha256Binary, ROOM_BYTES);
  if (!room.hasKernels) return oneByOne;
  const kernel = new HashKernel(crypto, room);
  // Fewer would leave lanes without work.
  return (proofKey, ids) =>
    ids.length < LANES ? oneByOne(proofKey, ids) : kernel.hashes(proofKey, ids);
}

class HashKernel {
  readonly #crypto: Crypto;
  readonly #room: KernelRoom;
  readonly #digests: KernelCall;
  readonly #hex: KernelCall;
  readonly #initial: Int32Array;
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #ids: Uint8Array;
  readonly #codes: Uint8Array;
  readonly #tree: Uint8Array;
  readonly #text: Buffer;
  readonly #leaf: Form;
  readonly #node: Form;
  readonly #message: Form;
  readonly #code: Form;
  /** Whose states stand in the room. */
  #key: Uint8Array | null = null;

  constructor(crypto: Crypto, room: KernelRoom) {
    this.#crypto = crypto;
    this.#room = room;
    this.#digests = room.call("digests")!;
    this.#hex = room.call("hex")!;
    this.#initial = room.integers(STATE_WORDS);
    this.#initial.set(INITIAL);
    this.#inner = room.integers(STATE_WORDS);
    this.#outer = room.integers(STATE_WORDS);
    this.#ids = this.#bytes(ROOM_HASHES * HASH_BYTES);
    this.#codes = this.#bytes(ROOM_HASHES * HASH_BYTES);
    this.#tree = this.#bytes(TREE_HASHES * HASH_BYTES);
    const text = this.#bytes(TREE_HASHES * HEX_CHARS);
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.#leaf = this.#form(Uint8Array.of(0), HASH_BYTES, 0);
    this.#node = this.#form(Uint8Array.of(1), 2 * HASH_BYTES, 0);
    this.#message = this.#form(PROOF_PREFIX, HASH_BYTES, BLOCK_BYTES);
    this.#code = this.#form(new Uint8Array(0), HASH_BYTES, BLOCK_BYTES);
  }

  hashes(
    proofKey: Uint8Array,
    ids: readonly string[],
  ): { readonly calcProofs: readonly string[]; readonly tree: WindowTree } {
    if (this.#key !== proofKey) this.#take(proofKey);
    for (let i = 0; i < ids.length; i += 1) {
      if (ids[i]!.length !== HEX_CHARS || !hexInto(ids[i]!, this.#ids, i * HASH_BYTES))
        throw new RangeError("expected 64 lower-case hex digits");
    }
    return { calcProofs: this.#proofs(ids.length), tree: this.#treeOf(ids.length) };
  }

  #proofs(count: number): readonly string[] {
    this.#run(this.#inner, this.#message, this.#ids.byteOffset, count, this.#codes.byteOffset);
    this.#run(this.#outer, this.#code, this.#codes.byteOffset, count, this.#tree.byteOffset);
    const text = this.#textOf(this.#tree, count);
    const proofs: string[] = [];
    for (let i = 0; i < count; i += 1) proofs.push(text.slice(i * HEX_CHARS, (i + 1) * HEX_CHARS));
    return proofs;
  }

  #treeOf(size: number): WindowTree {
    /** Where each height begins, in hashes. */
    const starts = [0];
    const first = this.#tree.byteOffset;
    this.#run(this.#initial, this.#leaf, this.#ids.byteOffset, size, first);
    let from = 0;
    for (let count = size; count > 1;) {
      const parents = count >> 1;
      this.#run(
        this.#initial,
        this.#node,
        first + from * HASH_BYTES,
        parents,
        first + (from + count) * HASH_BYTES,
      );
      starts.push((from += count));
      count = parents;
    }
    const text = this.#textOf(this.#tree, from + 1);
    // The room serves the next window before the paths of this one are written.
    const hashes = this.#tree.slice(0, (from + 1) * HASH_BYTES);
    return windowTreeOf(this.#crypto, {
      size,
      read: (height, index) => {
        const at = (starts[height]! + index) * HASH_BYTES;
        return hashes.subarray(at, at + HASH_BYTES);
      },
      hex: (height, index) => {
        const at = (starts[height]! + index) * HEX_CHARS;
        return text.slice(at, at + HEX_CHARS);
      },
    });
  }

  /** @param parts and target are addresses */
  #run(
    state: Int32Array,
    { address, blocks, offset, partBytes }: Form,
    parts: number,
    count: number,
    target: number,
  ): void {
    this.#digests(state.byteOffset, address, blocks, offset, parts, partBytes, count, target);
  }

  #textOf(hashes: Uint8Array, count: number): string {
    this.#hex(hashes.byteOffset, count * HASH_BYTES, this.#text.byteOffset);
    return this.#text.toString("latin1", 0, count * HEX_CHARS);
  }

  /**
   * The states behind the key's own blocks (RFC 2104). They stay where no other code of the process
   * writes or reads.
   */
  #take(proofKey: Uint8Array): void {
    const key = proofKey.length > BLOCK_BYTES ? this.#crypto.sha256(proofKey) : proofKey;
    for (const [state, pad] of [
      [this.#inner, INNER_PAD],
      [this.#outer, OUTER_PAD],
    ] as const) {
      const block = this.#code;
      const bytes = new Uint8Array(this.#ids.buffer, block.address, LANES * BLOCK_BYTES);
      const kept = bytes.slice();
      bytes.fill(pad);
      for (let i = 0; i < key.length; i += 1) bytes[i] = key[i]! ^ pad;
      this.#run(
        this.#initial,
        { ...block, partBytes: 0 },
        this.#ids.byteOffset,
        1,
        this.#codes.byteOffset,
      );
      const words = new DataView(this.#codes.buffer, this.#codes.byteOffset, HASH_BYTES);
      for (let i = 0; i < STATE_WORDS; i += 1) state[i] = words.getInt32(i * WORD_BYTES);
      bytes.set(kept);
    }
    this.#key = proofKey;
  }

  #bytes(length: number): Uint8Array<ArrayBuffer> {
    const words = this.#room.integers(Math.ceil(length / WORD_BYTES));
    return new Uint8Array(words.buffer as ArrayBuffer, words.byteOffset, length);
  }

  /** @param before hashed into the state already, in bytes */
  #form(prefix: Uint8Array, partBytes: number, before: number): Form {
    const length = prefix.length + partBytes;
    const blocks = Math.ceil((length + END_BYTES) / BLOCK_BYTES);
    const bytes = this.#bytes(LANES * blocks * BLOCK_BYTES);
    for (let lane = 0; lane < LANES; lane += 1) {
      const message = bytes.subarray(
        lane * blocks * BLOCK_BYTES,
        (lane + 1) * blocks * BLOCK_BYTES,
      );
      message.set(prefix);
      message[length] = 0x80;
      new DataView(message.buffer, message.byteOffset).setUint32(
        message.length - WORD_BYTES,
        8 * (before + length),
      );
    }
    return { address: bytes.byteOffset, blocks, offset: prefix.length, partBytes };
  }
}
