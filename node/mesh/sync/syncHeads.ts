/** How two nodes find, in few bytes, whose spines they hold differently. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { Crypto } from "../../../protocol/ports.js";

/** The end of one author's spine, as far as a node holds it. */
export type Tip = readonly [author: string, seq: number, id: string];

/** Authors fall into buckets by the first byte of their key. */
export const BUCKETS = 256;

export function bucketOf(author: string): number {
  return 16 * digitOf(author.charCodeAt(0)) + digitOf(author.charCodeAt(1));
}

/** Of a lower-case hex digit. */
function digitOf(unit: number): number {
  return unit <= 0x39 ? unit - 0x30 : unit - 0x57;
}

const NO_TIPS: readonly Tip[] = [];

function byAuthor(a: Tip, b: Tip): number {
  return a[0] < b[0] ? -1 : 1;
}

/** The tips of each bucket, sorted by author. */
export function bucketsOf(tips: readonly Tip[]): readonly (readonly Tip[])[] {
  const buckets: (readonly Tip[])[] = Array.from({ length: BUCKETS }, () => NO_TIPS);
  for (const tip of [...tips].sort(byAuthor)) {
    const bucket = bucketOf(tip[0]);
    const before = buckets[bucket]!;
    buckets[bucket] = before.length === 0 ? [tip] : [...before, tip];
  }
  return buckets;
}

const HASH_BYTES = 32;

/**
 * The hashes of what a node holds. It is asked for them far more often than one of its buckets
 * changes, and mostly it is one spine that has grown.
 */
export class HeadHashes {
  readonly #crypto: Pick<Crypto, "sha256Hex">;
  readonly #empty: string;
  readonly #triples: (readonly Tip[])[] = Array.from({ length: BUCKETS }, () => NO_TIPS);
  readonly #hashes: string[];
  /** The same in bytes, one after the other. */
  readonly #bytes = Buffer.alloc(BUCKETS * HASH_BYTES);
  #all: string | null = null;
  #text: string | null = null;
  /** What the buckets are of. */
  #tips: readonly Tip[] = [];

  constructor(crypto: Pick<Crypto, "sha256Hex">) {
    this.#crypto = crypto;
    this.#empty = crypto.sha256Hex("[]");
    this.#hashes = Array.from({ length: BUCKETS }, () => this.#empty);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      this.#bytes.write(this.#empty, bucket * HASH_BYTES, "hex");
  }

  /**
   * sha256 over the canonical, sorted triples of each bucket, 64 hex digits each. Not to be kept.
   */
  buckets(tips: readonly Tip[]): readonly string[] {
    this.#update(tips);
    return this.#hashes;
  }

  /** The same as a canonical list. */
  bucketsText(tips: readonly Tip[]): string {
    this.#update(tips);
    return (this.#text ??= `["${this.#hashes.join(`","`)}"]`);
  }

  /** One hash over all heads: sha256 over the 256 bucket hashes. */
  all(tips: readonly Tip[]): string {
    this.#update(tips);
    return (this.#all ??= this.#crypto.sha256Hex(this.#bytes));
  }

  /** The hash over all heads but those of one author, as if it were not in the list. */
  allBut(tips: readonly Tip[], author: string): string {
    this.#update(tips);
    const bucket = bucketOf(author);
    const triples = this.#triples[bucket] ?? NO_TIPS;
    const others = triples.filter(([one]) => one !== author);
    if (others.length === triples.length) return this.all(tips);
    const bytes = Buffer.from(this.#bytes);
    bytes.write(this.#hashOf(others), bucket * HASH_BYTES, "hex");
    return this.#crypto.sha256Hex(bytes);
  }

  #update(tips: readonly Tip[]): void {
    if (tips === this.#tips) return;
    const changed = changedBuckets(this.#tips, tips);
    this.#tips = tips;
    if (changed.size === 0) return;
    const found = new Map<number, Tip[]>([...changed].map((bucket) => [bucket, []]));
    for (const tip of tips) found.get(bucketOf(tip[0]))?.push(tip);
    for (const [bucket, unsorted] of found) {
      const triples = unsorted.sort(byAuthor);
      if (!areEqual(triples, this.#triples[bucket]!)) this.#set(bucket, triples);
    }
  }

  #hashOf(triples: readonly Tip[]): string {
    return triples.length === 0 ? this.#empty : this.#crypto.sha256Hex(canonicalize(triples));
  }

  #set(bucket: number, triples: readonly Tip[]): void {
    const hash = this.#hashOf(triples);
    this.#triples[bucket] = triples;
    this.#hashes[bucket] = hash;
    this.#bytes.write(hash, bucket * HASH_BYTES, "hex");
    this.#all = null;
    this.#text = null;
  }
}

const NONE: ReadonlySet<number> = new Set();

/**
 * Buckets in which two lists may differ. Authors keep their places in a list while none comes or
 * goes.
 */
function changedBuckets(before: readonly Tip[], now: readonly Tip[]): ReadonlySet<number> {
  let changed: Set<number> | null = null;
  for (let i = 0; i < Math.max(before.length, now.length); i += 1) {
    const [one, other] = [before[i], now[i]];
    if (one !== undefined && other !== undefined && isSame(one, other)) continue;
    changed ??= new Set();
    if (one !== undefined) changed.add(bucketOf(one[0]));
    if (other !== undefined) changed.add(bucketOf(other[0]));
  }
  return changed ?? NONE;
}

function isSame(one: Tip, other: Tip): boolean {
  return one[1] === other[1] && one[2] === other[2] && one[0] === other[0];
}

function areEqual(some: readonly Tip[], others: readonly Tip[]): boolean {
  return some.length === others.length && some.every((tip, i) => isSame(tip, others[i]!));
}

/** sha256 over the canonical, sorted triples of each bucket, 64 hex digits each. */
export function bucketHashes(
  crypto: Pick<Crypto, "sha256Hex">,
  tips: readonly Tip[],
): readonly string[] {
  return new HeadHashes(crypto).buckets(tips);
}

/** One hash over all heads: sha256 over the 256 bucket hashes. */
export function headsHash(crypto: Pick<Crypto, "sha256Hex">, tips: readonly Tip[]): string {
  return new HeadHashes(crypto).all(tips);
}
