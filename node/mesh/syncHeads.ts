/** How two nodes find, in few bytes, whose spines they hold differently. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { Crypto } from "../../protocol/ports.js";

/** The end of one author's spine, as far as a node holds it. */
export type Tip = readonly [author: string, seq: number, id: string];

/** Authors fall into buckets by the first byte of their key. */
export const BUCKETS = 256;

export function bucketOf(author: string): number {
  return Number.parseInt(author.slice(0, 2), 16);
}

/** The tips of each bucket, sorted by author. */
export function bucketsOf(tips: readonly Tip[]): readonly (readonly Tip[])[] {
  const buckets = Array.from({ length: BUCKETS }, (): Tip[] => []);
  for (const tip of [...tips].sort(([a], [b]) => (a < b ? -1 : 1))) {
    buckets[bucketOf(tip[0])]!.push(tip);
  }
  return buckets;
}

/** sha256 over the canonical, sorted triples of each bucket, 64 hex digits each. */
export function bucketHashes(
  crypto: Pick<Crypto, "sha256Hex">, tips: readonly Tip[],
): readonly string[] {
  const empty = crypto.sha256Hex("[]");
  return bucketsOf(tips).map((triples) =>
    (triples.length === 0 ? empty : crypto.sha256Hex(canonicalize(triples))));
}

/** One hash over all heads: sha256 over the 256 bucket hashes. */
export function headsHash(crypto: Pick<Crypto, "sha256Hex">, tips: readonly Tip[]): string {
  return crypto.sha256Hex(Buffer.from(bucketHashes(crypto, tips).join(""), "hex"));
}
