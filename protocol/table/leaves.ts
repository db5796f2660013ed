/** What a table commits of each row: the leaves of an RFC 6962 tree (docs/receipts.md). */
import { toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import {
  inclusionPath,
  leafHash,
  nodeHash,
  rangeRoot,
  type SubtreeReader,
} from "../seal/merkle.js";
import { once } from "../once.js";
import { HASH_BYTES, type MessageForm } from "../wasm/sha256Lanes.js";
import { LaneHasher } from "./laneHasher.js";

/** A kind of row, and 31 bytes about it: lanes of vectors take parts of 16. */
const LEAF_BYTES = 32;
const DOUBLE_BYTES = 8;
const KIND_VALUE = 1;
const KIND_REFUSED = 0;

type Hasher = Pick<Crypto, "sha256">;

/** Figures of one row that has a value. */
export interface RowFigures {
  readonly value: number;
  readonly uncertainty: number;
  readonly precisionActual: number;
}

/** 01, then value, uncertainty and precision_actual as big-endian doubles, then zeros. */
function writeValue(into: DataView, at: number, row: RowFigures): void {
  into.setUint8(at, KIND_VALUE);
  into.setFloat64(at + 1, row.value);
  into.setFloat64(at + 1 + DOUBLE_BYTES, row.uncertainty);
  into.setFloat64(at + 1 + 2 * DOUBLE_BYTES, row.precisionActual);
}

/** 00, then the first 31 bytes of the hash of the kind of its refusal. */
function writeRefusal(crypto: Hasher, into: Uint8Array, at: number, kind: string): void {
  into[at] = KIND_REFUSED;
  into.set(crypto.sha256(utf8Encode(kind)).subarray(0, LEAF_BYTES - 1), at + 1);
}

/** One row, as its leaf says it. */
export type RowLeaf = RowFigures | { readonly refused: string };

export function rowLeafBytes(crypto: Hasher, row: RowLeaf): Uint8Array {
  const leaf = new Uint8Array(LEAF_BYTES);
  if ("refused" in row) writeRefusal(crypto, leaf, 0, row.refused);
  else writeValue(new DataView(leaf.buffer), 0, row);
  return leaf;
}

/** Leaves as they come, then root and paths. */
export class RowTree {
  readonly #crypto: Hasher;
  readonly #leaves: Uint8Array;
  readonly #doubles: DataView;
  #size = 0;
  #levels: readonly Uint8Array[] | null = null;

  /** @param rows at most */
  constructor(crypto: Hasher, rows: number) {
    this.#crypto = crypto;
    this.#leaves = new Uint8Array(rows * LEAF_BYTES);
    this.#doubles = new DataView(this.#leaves.buffer);
  }

  add(row: RowLeaf): void {
    const at = this.#size * LEAF_BYTES;
    if ("refused" in row) writeRefusal(this.#crypto, this.#leaves, at, row.refused);
    else writeValue(this.#doubles, at, row);
    this.#size += 1;
  }

  /** Bytes of the leaves so far, one behind the other. */
  get leaves(): Uint8Array {
    return this.#leaves.slice(0, this.#size * LEAF_BYTES);
  }

  /** @param leaves as another tree gives them */
  append(leaves: Uint8Array): void {
    this.#leaves.set(leaves, this.#size * LEAF_BYTES);
    this.#size += leaves.length / LEAF_BYTES;
  }

  /** In hex. */
  root(): string {
    return toHex(rangeRoot(this.#crypto, this.#reader(), 0, this.#size));
  }

  /** Roots over each so many rows, a power of two, one behind the other; the last may have fewer. */
  roots(rows: number): Uint8Array {
    const read = this.#reader();
    const count = Math.ceil(this.#size / rows);
    const roots = new Uint8Array(count * HASH_BYTES);
    for (let i = 0; i < count; i += 1) {
      const to = Math.min((i + 1) * rows, this.#size);
      roots.set(rangeRoot(this.#crypto, read, i * rows, to), i * HASH_BYTES);
    }
    return roots;
  }

  /** In hex, from the leaf upwards. */
  path(row: number): readonly string[] {
    return inclusionPath(this.#crypto, this.#reader(), row, this.#size).map(toHex);
  }

  #reader(): SubtreeReader {
    const levels = (this.#levels ??= levelsOf(this.#crypto, this.#leaves, this.#size));
    return (height, index) =>
      levels[height]!.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  }
}

interface Lanes {
  readonly hasher: LaneHasher;
  readonly leaf: MessageForm;
  readonly node: MessageForm;
}

/** Null where the engine has no vectors. */
const lanes = once((): Lanes | null => {
  const hasher = LaneHasher.open();
  if (hasher === null) return null;
  const leafForm = hasher.form(Uint8Array.of(0), LEAF_BYTES);
  return { hasher, leaf: leafForm, node: hasher.form(Uint8Array.of(1), 2 * HASH_BYTES) };
});

/** Fewer would leave lanes without work. */
const LANES_ROWS_MIN = 4;

/** Hashes of all complete subtrees, by height, one behind the other. */
function levelsOf(crypto: Hasher, leaves: Uint8Array, size: number): readonly Uint8Array[] {
  const fast = size < LANES_ROWS_MIN ? null : lanes();
  const levels = [
    fast === null
      ? oneByOne(size, (i) => leafHash(crypto, leaves.slice(i * LEAF_BYTES, (i + 1) * LEAF_BYTES)))
      : fast.hasher.hash(fast.leaf, leaves, size),
  ];
  for (let count = size >> 1; count > 0; count >>= 1) {
    const below = levels[levels.length - 1]!;
    const at = (i: number): Uint8Array => below.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
    levels.push(
      fast === null
        ? oneByOne(count, (i) => nodeHash(crypto, at(2 * i), at(2 * i + 1)))
        : fast.hasher.hash(fast.node, below, count),
    );
  }
  return levels;
}

function oneByOne(count: number, hash: (index: number) => Uint8Array): Uint8Array {
  const hashes = new Uint8Array(count * HASH_BYTES);
  for (let i = 0; i < count; i += 1) hashes.set(hash(i), i * HASH_BYTES);
  return hashes;
}
