/** What a table commits of each row: the leaves of an RFC 6962 tree (docs/receipts.md). */
import { toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import {
  buildLevels,
  inclusionPath,
  leafHash,
  levelReader,
  rangeRoot,
  type SubtreeLevels,
} from "../seal/merkle.js";

/** A kind of row, and 24 bytes about it. */
export const LEAF_BYTES = 25;
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

const leaf = new Uint8Array(LEAF_BYTES);
const doubles = new DataView(leaf.buffer);

/** 01, then value, uncertainty and precision_actual as big-endian doubles. The bytes are reused. */
function valueLeaf({ precisionActual, uncertainty, value }: RowFigures): Uint8Array {
  leaf[0] = KIND_VALUE;
  doubles.setFloat64(1, value);
  doubles.setFloat64(1 + DOUBLE_BYTES, uncertainty);
  doubles.setFloat64(1 + 2 * DOUBLE_BYTES, precisionActual);
  return leaf;
}

/** 00, then the first 24 bytes of the hash of the kind of its refusal. The bytes are reused. */
function refusedLeaf(crypto: Hasher, kind: string): Uint8Array {
  leaf[0] = KIND_REFUSED;
  leaf.set(crypto.sha256(utf8Encode(kind)).subarray(0, LEAF_BYTES - 1), 1);
  return leaf;
}

/** One row, as its leaf says it. */
export type RowLeaf = RowFigures | { readonly refused: string };

export function rowLeafBytes(crypto: Hasher, row: RowLeaf): Uint8Array {
  return ("refused" in row ? refusedLeaf(crypto, row.refused) : valueLeaf(row)).slice();
}

/** Hashes of leaves as they come, then root and paths. */
export class RowTree {
  readonly #crypto: Hasher;
  readonly #leaves: Uint8Array[] = [];
  #levels: SubtreeLevels | null = null;

  constructor(crypto: Hasher) {
    this.#crypto = crypto;
  }

  add(row: RowLeaf): void {
    const bytes = "refused" in row ? refusedLeaf(this.#crypto, row.refused) : valueLeaf(row);
    this.#leaves.push(leafHash(this.#crypto, bytes));
  }

  /** In hex. */
  root(): string {
    return toHex(rangeRoot(this.#crypto, levelReader(this.#tree()), 0, this.#leaves.length));
  }

  /** In hex, from the leaf upwards. */
  path(row: number): readonly string[] {
    const size = this.#leaves.length;
    return inclusionPath(this.#crypto, levelReader(this.#tree()), row, size).map(toHex);
  }

  #tree(): SubtreeLevels {
    return (this.#levels ??= buildLevels(this.#crypto, this.#leaves));
  }
}
