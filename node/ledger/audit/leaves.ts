/**
 * The leaves of all vaults as an audit has them: those in force by the counts above them, read side
 * by side, and those counts.
 */
import { buckets, type Bucket } from "../../../storage/records/buckets.js";
import { ALL, MOVABLE, UNFILED, type Counts } from "../../../storage/records/vault/counts.js";
import type { Leaf } from "../../../storage/records/vault/leaf.js";
import { leafBucket, placeOf, type LeafKey } from "../../../storage/vault/places.js";
import { SetAudit, type SetTally } from "./counts.js";
import type { AuditFindings } from "./findings.js";
import type { AuditStream } from "./stream.js";

type Decode = <V>(
  bucket: Pick<Bucket<unknown, V>, "name" | "value">,
  key: string,
  value: Uint8Array,
  fault: string | null,
) => V | null;

export interface LeafStreams {
  readonly counts: AuditStream<readonly [readonly [string, string], number], Counts>;
  readonly leaves: AuditStream<LeafKey, Leaf>;
  readonly leaves1: AuditStream<LeafKey, Leaf>;
}

/** Of one leaf, what the record above it counts. */
export interface LeafTally {
  readonly movable: number;
  readonly unfiled: number;
}

interface LeafModules {
  readonly findings: AuditFindings;
  readonly decode: Decode;
  readonly step: () => Promise<void>;
}

export interface LeafTakers {
  /** Told of each leaf in force. */
  take(account: string, prefix: number, leaf: Leaf): LeafTally;
  /** Gets the totals of the counts of a folder, after the leaves of the account. */
  counted(account: string, folder: string, tally: SetTally): void;
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
  readonly #modules: LeafModules;

  constructor(streams: LeafStreams, modules: LeafModules) {
    this.#streams = streams;
    this.#modules = modules;
  }

  async read(takers: LeafTakers): Promise<void> {
    const { counts: stream } = this.#streams;
    const { decode, findings, step } = this.#modules;
    let set: SetAudit | null = null;
    const end = (): void => {
      const tally = set?.end() ?? null;
      if (tally !== null && set!.folder !== "") takers.counted(set!.account, set!.folder, tally);
    };
    while (stream.isReady || (await stream.fill())) {
      const {
        key: [[account, folder], path],
        value,
        fault,
      } = stream.head;
      stream.skip();
      if (!stream.isReady) await step();
      if (set?.account !== account || set.folder !== folder) {
        end();
        set = new SetAudit(account, folder, findings);
      }
      const counts = decode(
        buckets.counts,
        [account, ...(folder === "" ? [] : [folder]), path].join("/"),
        value,
        fault,
      );
      if (counts === null) set.lose();
      else if (path === 0) set.root(counts);
      else {
        set.below(path - 1, counts);
        if (folder === "") await this.#leaves(account, path, counts, takers);
      }
    }
    end();
  }

  async #leaves(account: string, path: number, counts: Counts, takers: LeafTakers): Promise<void> {
    let found = 0;
    for (const place of [0, 1] as const)
      found += await this.#below(account, path - 1, place, counts, takers);
    let said = 0;
    for (let second = 0; second < SECOND_BYTES; second += 1) said += counts.at(second, ALL);
    if (found !== said)
      this.#modules.findings.add(
        buckets.counts,
        `${account}/${path}`,
        `it counts ${said} envelopes, and there are ${found}`,
      );
  }

  /**
   * The leaves in force in one of the two places below a first byte. @returns how many tokens they
   * hold
   */
  async #below(
    account: string,
    first: number,
    place: 0 | 1,
    counts: Counts,
    takers: LeafTakers,
  ): Promise<number> {
    const stream = place === 0 ? this.#streams.leaves : this.#streams.leaves1;
    const { decode, findings, step } = this.#modules;
    let tokens = 0;
    while (stream.isReady || (await stream.fill())) {
      const {
        key: [owner, prefix],
        value,
        fault,
      } = stream.head;
      const order = compareAccounts(owner, account) || (prefix >>> 8) - first;
      if (order > 0) break;
      stream.skip();
      if (!stream.isReady) await step();
      // What stands where no count points is nothing, whatever it is.
      if (order < 0 || placeOf(counts, prefix) !== place) continue;
      const leaf = decode(leafBucket(place), `${owner}/${prefix}`, value, fault);
      const second = prefix & 0xff;
      if (leaf === null) tokens += counts.at(second, ALL);
      else {
        tokens += leaf.size;
        const { movable, unfiled } = takers.take(account, prefix, leaf);
        const [saidMovable, saidUnfiled] = [counts.at(second, MOVABLE), counts.at(second, UNFILED)];
        if (movable === saidMovable && unfiled === saidUnfiled) continue;
        findings.add(
          leafBucket(place),
          `${owner}/${prefix}`,
          `${saidMovable} of its envelopes are counted as movable and ${saidUnfiled} as ` +
            `unfiled, and there are ${movable} and ${unfiled}`,
        );
      }
    }
    return tokens;
  }
}
