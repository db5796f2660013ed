/** The vaults as an audit has them: each count against the leaves that it counts. */
import { buckets, type Bucket } from "../../storage/buckets.js";
import type { AuditFindings } from "./auditFindings.js";
import { LeafReader } from "./auditLeaves.js";
import type { Streams } from "./auditSnapshot.js";

export interface AuditedVault {
  /** Windows before this one have been taken in. */
  readonly cursor: number;
  readonly free: number;
  readonly paid: number;
}

export interface AuditedVaults {
  readonly byAccount: ReadonlyMap<string, AuditedVault>;
  /** Every record could be read. */
  readonly isWhole: boolean;
}

type BucketOf<V> = Pick<Bucket<unknown, V>, "name" | "value">;

interface Counts { count: number; free: number; paid: number }

/** @param step called between two lists of records; throws where the audit is to stop */
export async function readVaults(
  { counts, leaves, leaves1, vaults }: Pick<Streams, "counts" | "leaves" | "leaves1" | "vaults">, findings: AuditFindings, step: () => Promise<void>,
): Promise<AuditedVaults> {
  const byAccount = new Map<string, AuditedVault & { readonly count: number; readonly leaves: Counts }>();
  let isWhole = true;
  const decoded = <V>(bucket: BucketOf<V>, key: string, value: Uint8Array, fault: string | null): V | null => {
    const read = valueOf(bucket, value, fault);
    if (read.fault === null) return read.value;
    findings.add(bucket, key, read.fault);
    isWhole = false;
    return null;
  };
  while (vaults.isReady || await vaults.fill()) {
    const { key: account, value, fault } = vaults.head;
    vaults.skip();
    const head = decoded(buckets.vault, account, value, fault);
    if (head === null) continue;
    const { count, cursor, free, paid } = head;
    byAccount.set(account, { count, cursor, free, paid, leaves: { count: 0, free: 0, paid: 0 } });
    if (!vaults.isReady) await step();
  }
  await new LeafReader({ counts, leaves, leaves1 }, { findings, decode: decoded, step }).read((account, prefix, leaf) => {
    const vault = byAccount.get(account);
    if (vault === undefined) findings.add(buckets.leaf, `${account}/${prefix}`, "the account has no vault");
    else count(leaf, vault.leaves);
  });
  if (!isWhole) return { byAccount, isWhole };
  for (const [account, { count: said, free, leaves: found, paid }] of byAccount) {
    if (said === found.count && free === found.free && paid === found.paid) continue;
    findings.add(buckets.vault, account,
      `it counts ${said} envelopes of ${free} free and ${paid} paid, and there are ${found.count} of ${found.free} and ${found.paid}`);
  }
  return { byAccount, isWhole };
}

function count(leaf: { readonly size: number; isFree(i: number): boolean; valueAt(i: number): number }, into: Counts): void {
  for (let i = 0; i < leaf.size; i += 1) {
    into.count += 1;
    if (leaf.isFree(i)) into.free += leaf.valueAt(i);
    else into.paid += leaf.valueAt(i);
  }
}

type Decoded<V> = { readonly value: V; readonly fault: null } | { readonly fault: string };

/** @param fault why the record cannot be trusted, which stays so */
export function valueOf<V>({ value: codec }: BucketOf<V>, value: Uint8Array, fault: string | null = null): Decoded<V> {
  if (fault !== null) return { fault };
  try {
    return { value: codec.decode(value), fault: null };
  } catch {
    return { fault: "its value cannot be read" };
  }
}
