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
import {
  BLOCK_BYTES,
  HASH_BYTES,
  LANES,
  Sha256Lanes,
  STATE_WORDS,
  type MessageForm,
} from "../../protocol/wasm/sha256Lanes.js";

const HEX_CHARS = 2 * HASH_BYTES;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const WORD_BYTES = 4;
/** Lanes without a part of their own read and write behind the last. */
const ROOM_HASHES = SEAL_WINDOW_MAX + 2 * LANES;
/** Of a tree, all complete subtrees. */
const TREE_HASHES = 2 * SEAL_WINDOW_MAX + 2 * LANES;
const ROOM_BYTES = 1 << 17;

/**
 * @returns the hasher of a thread, or the one that works one by one where the engine has no
 * vectors.
 */
export function kernelHasher(crypto: Crypto): WindowHasher {
  const oneByOne = windowHasher(crypto);
  const lanes = Sha256Lanes.open(ROOM_BYTES);
  if (lanes === null) return oneByOne;
  const kernel = new HashKernel(crypto, lanes);
  // Fewer would leave lanes without work.
  return (proofKey, ids) =>
    ids.length < LANES ? oneByOne(proofKey, ids) : kernel.hashes(proofKey, ids);
}

class HashKernel {
  readonly #crypto: Crypto;
  readonly #lanes: Sha256Lanes;
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #ids: Uint8Array;
  readonly #codes: Uint8Array;
  readonly #tree: Uint8Array;
  readonly #text: Buffer;
  readonly #leaf: MessageForm;
  readonly #node: MessageForm;
  readonly #message: MessageForm;
  readonly #code: MessageForm;
  /** Whose states stand in the room. */
  #key: Uint8Array | null = null;

  constructor(crypto: Crypto, lanes: Sha256Lanes) {
    this.#crypto = crypto;
    this.#lanes = lanes;
    this.#inner = lanes.state();
    this.#outer = lanes.state();
    this.#ids = lanes.bytes(ROOM_HASHES * HASH_BYTES);
    this.#codes = lanes.bytes(ROOM_HASHES * HASH_BYTES);
    this.#tree = lanes.bytes(TREE_HASHES * HASH_BYTES);
    const text = lanes.bytes(TREE_HASHES * HEX_CHARS);
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.#leaf = lanes.form(Uint8Array.of(0), HASH_BYTES);
    this.#node = lanes.form(Uint8Array.of(1), 2 * HASH_BYTES);
    this.#message = lanes.form(PROOF_PREFIX, HASH_BYTES, BLOCK_BYTES);
    this.#code = lanes.form(new Uint8Array(0), HASH_BYTES, BLOCK_BYTES);
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
    this.#lanes.run(
      this.#inner,
      this.#message,
      this.#ids.byteOffset,
      count,
      this.#codes.byteOffset,
    );
    this.#lanes.run(this.#outer, this.#code, this.#codes.byteOffset, count, this.#tree.byteOffset);
    const text = this.#textOf(this.#tree, count);
    const proofs: string[] = [];
    for (let i = 0; i < count; i += 1) proofs.push(text.slice(i * HEX_CHARS, (i + 1) * HEX_CHARS));
    return proofs;
  }

  #treeOf(size: number): WindowTree {
    /** Where each height begins, in hashes. */
    const starts = [0];
    const first = this.#tree.byteOffset;
    this.#lanes.run(this.#lanes.initial, this.#leaf, this.#ids.byteOffset, size, first);
    let from = 0;
    for (let count = size; count > 1;) {
      const parents = count >> 1;
      this.#lanes.run(
        this.#lanes.initial,
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

  #textOf(hashes: Uint8Array, count: number): string {
    this.#lanes.hex(hashes.byteOffset, count * HASH_BYTES, this.#text.byteOffset);
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
      this.#lanes.run(
        this.#lanes.initial,
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
}
