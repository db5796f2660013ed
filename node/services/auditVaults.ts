/** The vaults as an audit has them: each count against the leaves that it counts. */
import { buckets } from "../../storage/buckets.js";
import type { AuditFindings } from "./auditFindings.js";
import { LeafReader } from "./auditLeaves.js";
import type { Snapshot } from "./auditSnapshot.js";
import { valueOf, type BucketOf } from "./auditValue.js";

export interface AuditedVault {
  /** Windows before this one have been taken in. */
  readonly cursor: number;
  readonly free: number;
  readonly paid: number;
}

interface Counts { count: number; free: number; paid: number }

interface CountedVault extends AuditedVault {
  readonly count: number;
  readonly leaves: Counts;
}

export class VaultAudit {
  readonly #streams: Pick<Snapshot, "counts" | "leaves" | "leaves1" | "vaults">;
  readonly #findings: AuditFindings;
  readonly #step: () => Promise<void>;
  readonly #byAccount = new Map<string, CountedVault>();
  /** Every record could be read. */
  #isWhole = true;

  /** @param step called between two lists of records; throws where the audit is to stop */
  constructor(streams: Pick<Snapshot, "counts" | "leaves" | "leaves1" | "vaults">, findings: AuditFindings, step: () => Promise<void>) {
    this.#streams = streams;
    this.#findings = findings;
    this.#step = step;
  }

  get byAccount(): ReadonlyMap<string, AuditedVault> { return this.#byAccount; }
  get isWhole(): boolean { return this.#isWhole; }

  /** What each says of itself. */
  async readHeads(): Promise<void> {
    const { vaults } = this.#streams;
    while (vaults.isReady || await vaults.fill()) {
      const { key: account, value, fault } = vaults.head;
      vaults.skip();
      const head = this.#decoded(buckets.vault, account, value, fault);
      if (head === null) continue;
      const { count, cursor, free, paid } = head;
      this.#byAccount.set(account, { count, cursor, free, paid, leaves: { count: 0, free: 0, paid: 0 } });
      if (!vaults.isReady) await this.#step();
    }
  }

  /** The leaves against it, once it was read. */
  async compareLeaves(): Promise<void> {
    const findings = this.#findings;
    const decode = <V>(bucket: BucketOf<V>, key: string, value: Uint8Array, fault: string | null): V | null =>
      this.#decoded(bucket, key, value, fault);
    await new LeafReader(this.#streams, { findings, decode, step: this.#step }).read((account, prefix, leaf) => {
      const vault = this.#byAccount.get(account);
      if (vault === undefined) findings.add(buckets.leaf, `${account}/${prefix}`, "the account has no vault");
      else count(leaf, vault.leaves);
    });
    if (!this.#isWhole) return;
    for (const [account, { count: said, free, leaves: found, paid }] of this.#byAccount) {
      if (said === found.count && free === found.free && paid === found.paid) continue;
      findings.add(buckets.vault, account,
        `it counts ${said} envelopes of ${free} free and ${paid} paid, and there are ${found.count} of ${found.free} and ${found.paid}`);
    }
  }

  #decoded<V>(bucket: BucketOf<V>, key: string, value: Uint8Array, fault: string | null): V | null {
    const read = valueOf(bucket, value, fault);
    if (read.fault === null) return read.value;
    this.#findings.add(bucket, key, read.fault);
    this.#isWhole = false;
    return null;
  }
}

function count(leaf: { readonly size: number; isFree(i: number): boolean; valueAt(i: number): number }, into: Counts): void {
  for (let i = 0; i < leaf.size; i += 1) {
    into.count += 1;
    if (leaf.isFree(i)) into.free += leaf.valueAt(i);
    else into.paid += leaf.valueAt(i);
  }
}
