/**
 * The bonds against the envelopes that carry their numbers, and against what vaults say of them.
 */
import { IdSum, sumOfIds } from "../../../protocol/economy/idSum.js";
import { tokenListHash } from "../../../protocol/economy/transferOrder.js";
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { BondRecord } from "../../../storage/records/vault/records.js";
import type { AuditFindings } from "./findings.js";
import type { Snapshot } from "./snapshot.js";
import { valueOf } from "./value.js";
import type { AuditedVault, BondMarks, VaultAudit } from "./vaults.js";

interface BondModules {
  readonly crypto: Crypto;
  readonly findings: AuditFindings;
  readonly step: () => Promise<void>;
}

/** To be called when the leaves were read. */
export async function compareBonds(
  { bonds }: Pick<Snapshot, "bonds">,
  vaults: VaultAudit,
  { crypto, findings, step }: BondModules,
): Promise<void> {
  const seen = new Set<string>();
  let isWhole = vaults.isWhole;
  while (bonds.isReady || (await bonds.fill())) {
    const {
      key: [account, number],
      value,
      fault,
    } = bonds.head;
    bonds.skip();
    if (!bonds.isReady) await step();
    const key = `${account}/${number}`;
    seen.add(key);
    const read = valueOf(buckets.bond, value, fault);
    if (read.fault !== null) {
      findings.add(buckets.bond, key, read.fault);
      isWhole = false;
    } else if (isWhole) {
      for (const one of faultsOf(crypto, read.value, {
        account,
        number,
        vault: vaults.byAccount.get(account),
      }))
        findings.add(buckets.bond, key, one);
    }
  }
  if (!vaults.isWhole) return;
  for (const [account, { head, held }] of vaults.byAccount) {
    for (const bond of new Set([...head.holding, ...held.bonds.keys()])) {
      const key = `${account}/${bond}`;
      if (!seen.has(key))
        findings.add(
          buckets.bond,
          key,
          `there is no such bond, and ${held.bonds.get(bond)?.ids.count ?? 0} envelopes carry its number`,
        );
    }
  }
}

interface Place {
  readonly account: string;
  readonly number: number;
  readonly vault: AuditedVault | undefined;
}

function faultsOf(
  crypto: Crypto,
  record: BondRecord,
  { account, number, vault }: Place,
): readonly string[] {
  const faults: string[] = [];
  if (record.account !== account || record.bond !== number)
    faults.push(`it says that it is bond ${record.bond} of ${record.account}`);
  const ids = Buffer.from(record.envelopes.join(""), "hex");
  if (tokenListHash(crypto, ids) !== record.listHash)
    faults.push("its envelopes are not those of its digest");
  const isHeld = record.state === "bonded" || record.state === "released";
  if (isHeld !== (vault?.head.holding.includes(number) ?? false)) {
    faults.push(
      `it is ${record.state}, and the vault ${isHeld ? "holds nothing for it" : "still holds envelopes for it"}`,
    );
  }
  if (record.state === "released" && record.heldUntilCalcond === null)
    faults.push("it was released, and does not say until when it is held");
  const marks = vault?.held.bonds.get(number);
  if (isHeld) faults.push(...marksFaults(record, sumOfIds(ids), marks));
  else if (marks !== undefined)
    faults.push(`it is ${record.state}, and ${marks.ids.count} envelopes carry its number`);
  return faults;
}

function marksFaults(
  { free, paid }: BondRecord,
  named: IdSum,
  marks: BondMarks | undefined,
): readonly string[] {
  const { count, words } = named.sum;
  const found = (marks?.ids ?? new IdSum()).sum;
  if (found.count !== count)
    return [`it names ${count} envelopes, and ${found.count} carry its number`];
  if (words.some((word, i) => word !== found.words[i]))
    return ["other envelopes than it names carry its number"];
  if (free !== marks?.free || paid !== marks.paid) {
    return [
      `its envelopes are worth ${free} free and ${paid} paid, and those that carry its number ` +
        `${marks?.free ?? 0} and ${marks?.paid ?? 0}`,
    ];
  }
  return [];
}
