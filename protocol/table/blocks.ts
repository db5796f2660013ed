/**
 * Roots over blocks of a table's rows. With them one row is proven by computing its own block again,
 * not the whole table. A block has a power of two of rows, so it is a subtree of RFC 6962's tree, and
 * the blocks are the leaves of what stands above them.
 */
import { toHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";
import { buildLevels, inclusionPath, levelReader, rangeRoot } from "../seal/merkle.js";
import { HASH_BYTES } from "../wasm/sha256Lanes.js";
import { RowTree, type RowLeaf } from "./leaves.js";

/** A row of operators costs some microseconds: half a kilobyte a thousand rows is little for less. */
export const OPERATOR_BLOCK_ROWS = 64;
/** A row of a solver is a job: no other job is run for it. */
export const SOLVER_BLOCK_ROWS = 1;

type Hasher = Pick<Crypto, "sha256">;

/** Rows kept of a table to prove single rows. */
export interface RowBlocks {
  /** Of a block; the last may have fewer. */
  readonly rows: number;
  /** One behind the other, the last one too. */
  readonly roots: Uint8Array;
}

/** A path from a row to the root, and that root; both in hex. */
export interface ProvenRow {
  readonly path: readonly string[];
  readonly root: string;
}

/** The rows of the block that a row stands in, without the last named. */
export function blockOf(
  rows: number,
  row: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const from = row - (row % rows);
  return { from, to: Math.min(from + rows, count) };
}

/**
 * @param leaves of the block of the row, computed again
 * @returns null where they are not those of the table
 */
export function provenBy(
  crypto: Hasher,
  { roots, rows }: RowBlocks,
  row: number,
  count: number,
  leaves: readonly RowLeaf[],
): ProvenRow | null {
  const blocks = Math.ceil(count / rows);
  if (roots.length !== blocks * HASH_BYTES) return null;
  const own = Math.floor(row / rows);
  const tree = new RowTree(crypto, leaves.length);
  for (const leaf of leaves) tree.add(leaf);
  const hashes = Array.from({ length: blocks }, (_, i) =>
    roots.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
  if (tree.root() !== toHex(hashes[own]!)) return null;
  const above = levelReader(buildLevels(crypto, hashes));
  const upper = inclusionPath(crypto, above, own, blocks).map(toHex);
  return {
    path: [...tree.path(row % rows), ...upper],
    root: toHex(rangeRoot(crypto, above, 0, blocks)),
  };
}

/** As they are stored: the rows of a block as two bytes, then the roots. */
export function rowBlocksBytes({ roots, rows }: RowBlocks): Uint8Array {
  const bytes = new Uint8Array(2 + roots.length);
  bytes[0] = rows >> 8;
  bytes[1] = rows & 0xff;
  bytes.set(roots, 2);
  return bytes;
}

/** @returns null for bytes that are none */
export function readRowBlocks(bytes: Uint8Array): RowBlocks | null {
  const rows = ((bytes[0] ?? 0) << 8) + (bytes[1] ?? 0);
  const isPowerOfTwo = rows > 0 && (rows & (rows - 1)) === 0;
  return isPowerOfTwo ? { rows, roots: bytes.subarray(2) } : null;
}
