/**
 * The counts of one set of tokens as an audit has them: the record at the root against those below
 * it.
 */
import { buckets } from "../../../storage/records/buckets.js";
import { ALL, FOLDER_WIDTH, PLACE, type Counts } from "../../../storage/records/vault/counts.js";
import type { AuditFindings } from "./findings.js";

const BYTES = 256;

/**
 * How many tokens there are, and a sum that tells by which first two bytes: both are the same for
 * equal counts.
 */
export interface SetTally {
  count: number;
  weight: number;
}

/** Adds tokens whose ids begin with two bytes. */
export function weigh(tally: SetTally, prefix: number, tokens: number): void {
  tally.count += tokens;
  // The finishing steps of MurmurHash3 (Appleby, public domain): close prefixes weigh unlike each
  // other.
  let weight = prefix + 1;
  weight = Math.imul(weight ^ (weight >>> 16), 0x85eb_ca6b);
  weight = Math.imul(weight ^ (weight >>> 13), 0xc2b2_ae35);
  tally.weight = (tally.weight + Math.imul(weight ^ (weight >>> 16), tokens)) | 0;
}

export class SetAudit {
  readonly account: string;
  /** "" for all tokens. */
  readonly folder: string;
  readonly #findings: AuditFindings;
  readonly #seen = new Uint8Array(BYTES);
  readonly #tally: SetTally = { count: 0, weight: 0 };
  #root: Counts | null = null;
  /** A record of it could not be read. */
  #isLost = false;

  constructor(account: string, folder: string, findings: AuditFindings) {
    this.account = account;
    this.folder = folder;
    this.#findings = findings;
  }

  lose(): void {
    this.#isLost = true;
  }
  root(counts: Counts): void {
    this.#root = counts;
  }

  /** Counts below a first byte. */
  below(first: number, counts: Counts): void {
    this.#seen[first] = 1;
    const columns = this.folder === "" ? PLACE : FOLDER_WIDTH;
    const sums = Array.from({ length: columns }, () => 0);
    for (let second = 0; second < BYTES; second += 1) {
      for (let column = 0; column < columns; column += 1)
        sums[column]! += counts.at(second, column);
      if (this.folder !== "") weigh(this.#tally, (first << 8) | second, counts.at(second, ALL));
    }
    if (this.#root === null) return;
    const said = sums.map((_, column) => this.#root!.at(first, column));
    if (said.some((count, column) => count !== sums[column]))
      this.#add(`below ${first} it counts ${said.join(", ")}, and there are ${sums.join(", ")}`);
  }

  /** @returns the totals, null where a record could not be read */
  end(): SetTally | null {
    if (this.#isLost) return null;
    const root = this.#root;
    if (root === null) {
      this.#add("there is no such record, and there are some below it");
      return this.#tally;
    }
    for (let first = 0; first < BYTES; first += 1) {
      if (this.#seen[first] === 0 && root.at(first, ALL) !== 0)
        this.#add(
          `below ${first} it counts ${root.at(first, ALL)}, and there is no record of them`,
        );
    }
    return this.#tally;
  }

  #add(fault: string): void {
    this.#findings.add(
      buckets.counts,
      [this.account, ...(this.folder === "" ? [] : [this.folder]), 0].join("/"),
      fault,
    );
  }
}
