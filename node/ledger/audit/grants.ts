/**
 * The references under which credits were booked against the entries that booked them: each once.
 */
import { IdSum, type IdWords } from "../../../protocol/economy/idSum.js";
import { readJournal } from "../../../protocol/economy/journal.js";
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import { bufferOf } from "../../../storage/kv/bytes.js";
import { keyBytes } from "../../../storage/kv/table.js";
import type { AuditFindings } from "./findings.js";
import { addGrant, grantOf } from "./notes.js";
import type { RecordSource } from "./records.js";
import type { Snapshot } from "./snapshot.js";
import { streamOf } from "./stream.js";
import { valueOf } from "./value.js";
import { nameOfReference, referenceOf } from "../grants.js";

interface GrantModules {
  readonly source: RecordSource;
  readonly crypto: Crypto;
  readonly findings: AuditFindings;
  readonly step: () => Promise<void>;
}

/** @param booked totals of the grants of the journal; null where an entry could not be read */
export async function compareGrants(
  taken: Pick<Snapshot, "facts" | "journal">,
  booked: IdWords | null,
  modules: GrantModules,
): Promise<void> {
  const { crypto, findings, step } = modules;
  const { facts } = taken;
  const kept = new Map<string, string | null>();
  const sum = new IdSum();
  while (facts.isReady || (await facts.fill())) {
    const { key: name, value, fault } = facts.head;
    facts.skip();
    if (!facts.isReady) await step();
    const reference = referenceOf(name);
    if (reference === null) continue;
    const read = valueOf(buckets.meta, value, fault);
    if (read.fault === null) {
      kept.set(reference, read.value);
      addGrant(crypto, { reference, account: read.value }, sum);
    } else {
      kept.set(reference, null);
      findings.add(buckets.meta, name, read.fault);
    }
  }
  const { count, words } = sum.sum;
  if (
    booked === null ||
    (count === booked.count && words.every((word, i) => word === booked.words[i]))
  )
    return;
  await nameGrants(kept, taken, modules);
}

/**
 * Which ones differ: all of the journal is read once more. @param kept account by reference, null
 * where it cannot be read
 */
async function nameGrants(
  kept: ReadonlyMap<string, string | null>,
  { journal: { entries } }: Pick<Snapshot, "journal">,
  { findings, source, step }: GrantModules,
): Promise<void> {
  const range = {
    from: keyBytes(buckets.journal, entries.from),
    below: keyBytes(buckets.journal, entries.end),
  };
  const stream = streamOf(source, buckets.journal, { range, onDamage: () => undefined });
  const booked = new Map<string, number>();
  try {
    while (stream.isReady || (await stream.fill())) {
      const { key: seq, value, fault } = stream.head;
      stream.skip();
      if (!stream.isReady) await step();
      const entry = fault === null ? readJournal(bufferOf(value).toString("utf8")) : null;
      const grant = entry === null ? null : grantOf(entry);
      if (grant === null) continue;
      const { account, reference } = grant;
      const name = nameOfReference(reference);
      const [before, by] = [booked.get(reference), kept.get(reference)];
      booked.set(reference, seq);
      if (before !== undefined)
        findings.add(
          buckets.journal,
          seq,
          `it grants credits under the reference ${reference}, as entry ${before} does`,
        );
      if (by === undefined)
        findings.add(
          buckets.meta,
          name,
          `there is no such record, and entry ${seq} grants credits under this reference`,
        );
      else if (by !== null && by !== account)
        findings.add(
          buckets.meta,
          name,
          `it names ${by}, and entry ${seq} grants credits to ${account}`,
        );
    }
  } finally {
    await stream.close();
  }
  for (const reference of kept.keys()) {
    if (!booked.has(reference))
      findings.add(
        buckets.meta,
        nameOfReference(reference),
        "no entry of the journal grants credits under this reference",
      );
  }
}
