/**
 * Evaluations that changed nothing have no row of their own: their digests fold into one hash, which
 * the next row carries with their number.
 */
import { concatBytes } from "../encoding/bytes.js";
import { fromHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";

type Hasher = Pick<Crypto, "sha256Hex">;

/** An evaluation of a program without a transition. */
export interface Evaluation {
  readonly calcond: number;
  readonly state: string | null;
  readonly inputHash: string;
  readonly resultsHash: string;
}

/** A page that was served. */
export interface PageServe {
  readonly path: string;
  readonly commit: string;
  readonly count: number;
}

export type Folded = Evaluation | PageServe;

export function foldedDigest(crypto: Hasher, folded: Folded): string {
  return crypto.sha256Hex(canonicalize({ ...folded }));
}

/**
 * @param root the one before, or the hash of the last row; of the genesis before the first
 * @param digest hex
 */
export function fold(crypto: Hasher, root: string, digest: string): string {
  return crypto.sha256Hex(concatBytes(bytesOf(root), bytesOf(digest)));
}

/** The hash after some evaluations in their order, behind a row. */
export function foldAll(crypto: Hasher, lastRowHash: string, all: readonly Folded[]): string {
  return all.reduce((root, one) => fold(crypto, root, foldedDigest(crypto, one)), lastRowHash);
}

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new RangeError("a hash in hex expected");
  return bytes;
}
