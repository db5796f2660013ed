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

const NO_TIPS: readonly Tip[] = [];

/** The tips of each bucket, sorted by author. */
export function bucketsOf(tips: readonly Tip[]): readonly (readonly Tip[])[] {
  const buckets: (readonly Tip[])[] = Array.from({ length: BUCKETS }, () => NO_TIPS);
  for (const tip of [...tips].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const bucket = bucketOf(tip[0]);
    const before = buckets[bucket]!;
    buckets[bucket] = before.length === 0 ? [tip] : [...before, tip];
  }
  return buckets;
}

interface Bucket {
  readonly triples: readonly Tip[];
  readonly hash: string;
}

/** The hashes of what a node holds. It is asked for them far more often than one of its buckets changes. */
export class HeadHashes {
  readonly #crypto: Pick<Crypto, "sha256Hex">;
  readonly #empty: string;
  readonly #buckets: Bucket[];
  #all: string | null = null;
  /** What the buckets are of. */
  #tips: readonly Tip[] = [];

  constructor(crypto: Pick<Crypto, "sha256Hex">) {
    this.#crypto = crypto;
    this.#empty = crypto.sha256Hex("[]");
    this.#buckets = Array.from({ length: BUCKETS }, () => ({ triples: [], hash: this.#empty }));
  }

  /** sha256 over the canonical, sorted triples of each bucket, 64 hex digits each. */
  buckets(tips: readonly Tip[]): readonly string[] {
    this.#update(tips);
    return this.#buckets.map(({ hash }) => hash);
  }

  /** One hash over all heads: sha256 over the 256 bucket hashes. */
  all(tips: readonly Tip[]): string {
    this.#update(tips);
    return this.#all ??= this.#crypto.sha256Hex(
      Buffer.from(this.#buckets.map(({ hash }) => hash).join(""), "hex"));
  }

  #update(tips: readonly Tip[]): void {
    if (areEqual(tips, this.#tips)) return;
    this.#tips = tips;
    const buckets = bucketsOf(tips);
    for (let i = 0; i < BUCKETS; i += 1) {
      const triples = buckets[i]!;
      if (areEqual(triples, this.#buckets[i]!.triples)) continue;
      const hash = triples.length === 0 ? this.#empty : this.#crypto.sha256Hex(canonicalize(triples));
      this.#buckets[i] = { triples, hash };
      this.#all = null;
    }
  }
}

function areEqual(a: readonly Tip[], b: readonly Tip[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) {
    const [one, other] = [a[i]!, b[i]!];
    if (one[1] !== other[1] || one[2] !== other[2] || one[0] !== other[0]) return false;
  }
  return true;
}

/** sha256 over the canonical, sorted triples of each bucket, 64 hex digits each. */
export function bucketHashes(
  crypto: Pick<Crypto, "sha256Hex">, tips: readonly Tip[],
): readonly string[] {
  return new HeadHashes(crypto).buckets(tips);
}

/** One hash over all heads: sha256 over the 256 bucket hashes. */
export function headsHash(crypto: Pick<Crypto, "sha256Hex">, tips: readonly Tip[]): string {
  return new HeadHashes(crypto).all(tips);
}
