/** The leaves of all vaults as an audit has them: those in force by the counts above them, read side by side. */
import { buckets, type Bucket } from "../../storage/buckets.js";
import type { Counts } from "../../storage/vault/counts.js";
import { ALL } from "../../storage/vault/counts.js";
import type { Leaf } from "../../storage/vault/leaf.js";
import { leafBucket, placeOf, type LeafKey } from "../../storage/vault/places.js";
import type { AuditFindings } from "./auditFindings.js";
import type { AuditStream } from "./auditStream.js";

type Decode = <V>(bucket: Pick<Bucket<unknown, V>, "name" | "value">, key: string, value: Uint8Array, fault: string | null) => V | null;

export interface LeafStreams {
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  readonly leaves: AuditStream<LeafKey, Leaf>;
  readonly leaves1: AuditStream<LeafKey, Leaf>;
}

const SECOND_BYTES = 256;

/** As keys are ordered: by their length first. */
function compareAccounts(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [Buffer.from(a, "utf8"), Buffer.from(b, "utf8")];
  return left.length - right.length || left.compare(right);
}

export class LeafReader {
  readonly #streams: LeafStreams;
  readonly #findings: AuditFindings;
  readonly #decode: Decode;
  readonly #step: () => Promise<void>;

  constructor(
    streams: LeafStreams,
    { findings, decode, step }: { readonly findings: AuditFindings; readonly decode: Decode; readonly step: () => Promise<void> },
  ) {
    this.#streams = streams;
    this.#findings = findings;
    this.#decode = decode;
    this.#step = step;
  }

  /** @param take told of each leaf in force */
  async read(take: (account: string, prefix: number, leaf: Leaf) => void): Promise<void> {
    const { counts: stream } = this.#streams;
    while (stream.isReady || await stream.fill()) {
      const { key: [[account, set], path], value, fault } = stream.head;
      stream.skip();
      if (!stream.isReady) await this.#step();
      if (set !== "" || path === 0) continue;
      const counts = this.#decode(buckets.counts, `${account}/${path}`, value, fault);
      if (counts === null) continue;
      let found = 0;
      for (const place of [0, 1] as const) {
        found += await this.#below(account, path - 1, place, counts, (prefix, leaf) => { take(account, prefix, leaf); });
      }
      let said = 0;
      for (let second = 0; second < SECOND_BYTES; second += 1) said += counts.at(second, ALL);
      if (found === said) continue;
      this.#findings.add(buckets.counts, `${account}/${path}`, `it counts ${said} envelopes, and there are ${found}`);
    }
  }

  /** The leaves in force in one of the two places below a first byte. @returns how many tokens they hold */
  async #below(
    account: string, first: number, place: 0 | 1, counts: Counts, take: (prefix: number, leaf: Leaf) => void,
  ): Promise<number> {
    const stream = place === 0 ? this.#streams.leaves : this.#streams.leaves1;
    let tokens = 0;
    while (stream.isReady || await stream.fill()) {
      const { key: [owner, prefix], value, fault } = stream.head;
      const order = compareAccounts(owner, account) || (prefix >>> 8) - first;
      if (order > 0) break;
      stream.skip();
      if (!stream.isReady) await this.#step();
      // What stands where no count points is nothing, whatever it is.
      if (order < 0 || placeOf(counts, prefix) !== place) continue;
      const leaf = this.#decode(leafBucket(place), `${owner}/${prefix}`, value, fault);
      if (leaf === null) tokens += counts.at(prefix & 0xff, ALL);
      else {
        tokens += leaf.size;
        take(prefix, leaf);
      }
    }
    return tokens;
  }
}
