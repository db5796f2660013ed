/**
 * What one window holds: the prices that were paid in it, its envelopes against them, and what is
 * wrong with either.
 */
import { sumCharges, type ChargeSums } from "../../../protocol/economy/charges.js";
import { IdSum } from "../../../protocol/economy/idSum.js";
import type { Crypto } from "../../../protocol/ports.js";
import { buckets } from "../../../storage/records/buckets.js";
import { bufferOf } from "../../../storage/kv/bytes.js";
import { priceOfBytes, type KeptPrice } from "../../../storage/records/keptPrice.js";
import type { ChargeRecord } from "../../../storage/records/ledgerRecords.js";
import {
  ENVELOPE_ID_BYTES,
  envelopePlaces,
  type EnvelopePlace,
} from "../../../storage/records/records.js";
import { AuditFindings, type Found } from "./findings.js";
import { UNREADABLE, valueOf } from "./value.js";

/** A record as it was found. */
export interface FoundRecord {
  readonly value: Uint8Array;
  /** Why it cannot be used, or null. */
  readonly fault: string | null;
}

/** Of a record that a window has or should have. */
export interface Presence {
  readonly isThere: boolean;
  /** Why it cannot be used, or null. */
  readonly fault: string | null;
}

export interface WindowFacts {
  readonly window: number;
  /** The record of its prices, and the one of its envelopes. */
  readonly charge: Presence;
  readonly env: Presence;
  /** Of the former, in hex; null where it cannot be used. */
  readonly digest: string | null;
  /** Sum of the prices, and the entry that books them; null where they cannot be read. */
  readonly priced: { readonly journal: number; readonly sums: ChargeSums } | null;
  /** Envelopes that were read and compared with the prices. */
  readonly envelopes: number;
  /** Sum of the ids that a vault has ingested. */
  readonly taken: IdSum | null;
  /** Faults in the records themselves. */
  readonly findings: Found;
}

const SOUND: Presence = { isThere: true, fault: null };
const MISSING: Presence = {
  isThere: false,
  fault: "there is no such record, and the journal names it",
};
const NO_FINDINGS: Found = { count: 0, list: [] };

function presenceOf(record: FoundRecord | null): Presence {
  if (record === null) return MISSING;
  return record.fault === null ? SOUND : { isThere: true, fault: record.fault };
}

interface WindowModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  /** First window that an account's vault has not ingested. */
  readonly cursors: ReadonlyMap<string, number>;
}

/** @param charge null where there is none; as `env` */
export function windowFacts(
  { crypto, cursors }: WindowModules,
  window: number,
  charge: FoundRecord | null,
  env: FoundRecord | null,
): WindowFacts {
  const presence = { charge: presenceOf(charge), env: presenceOf(env) };
  if (charge === null || charge.fault !== null) {
    return {
      window,
      ...presence,
      digest: null,
      priced: null,
      envelopes: 0,
      taken: null,
      findings: NO_FINDINGS,
    };
  }
  const digest = crypto.sha256Hex(charge.value);
  const findings = new AuditFindings();
  const read = valueOf(buckets.charge, charge.value);
  if (read.fault !== null) {
    findings.add(buckets.charge, window, read.fault);
    return { window, ...presence, digest, priced: null, envelopes: 0, taken: null, findings };
  }
  const priced = { journal: read.value.journal, sums: sumCharges(read.value) };
  if (env === null || env.fault !== null)
    return { window, ...presence, digest, priced, envelopes: 0, taken: null, findings };
  const from = bufferOf(env.value);
  const places = placesIn(from);
  if (places === null) findings.add(buckets.env, window, UNREADABLE);
  else compareEnvelopes(window, read.value, from, places, findings);
  const taken = places === null ? null : takenOf(window, read.value, from, places, cursors);
  return { window, ...presence, digest, priced, envelopes: places?.length ?? 0, taken, findings };
}

/** By whom they were paid for says whose they are, and how far that one's vault is. */
function takenOf(
  window: number,
  { accounts, rows }: ChargeRecord,
  from: Buffer,
  places: readonly EnvelopePlace[],
  cursors: ReadonlyMap<string, number>,
): IdSum {
  const sum = new IdSum();
  const isTaken = accounts.map((account) => window < (cursors.get(account) ?? 0));
  for (let i = 0; i < places.length && i < rows.length; i += 1)
    if (isTaken[rows[i]![0]] === true) sum.add(from, places[i]!.at);
  return sum;
}

function placesIn(from: Buffer): readonly EnvelopePlace[] | null {
  try {
    return envelopePlaces(from);
  } catch {
    return null;
  }
}

function compareEnvelopes(
  window: number,
  { accounts, rows }: ChargeRecord,
  from: Buffer,
  places: readonly EnvelopePlace[],
  findings: AuditFindings,
): void {
  if (places.length !== rows.length) {
    findings.add(
      buckets.charge,
      window,
      `it prices ${rows.length} envelopes, and the window has ${places.length}`,
    );
  }
  let first: KeptPrice | null = null;
  for (let i = 0; i < places.length; i += 1) {
    const { at, accountAt, textAt, end } = places[i]!;
    const price: KeptPrice | null = priceOfBytes(from, textAt, end) ?? first;
    first ??= price;
    const row = rows[i];
    if (row === undefined) continue;
    const [payer, credits, free] = row;
    const account = from.toString("utf8", accountAt, textAt);
    if (
      price !== null &&
      price.credits === credits &&
      price.funding === (free > 0 ? "free" : "paid") &&
      account === accounts[payer]
    )
      continue;
    const key = `${window}, envelope ${from.toString("hex", at, at + ENVELOPE_ID_BYTES)}`;
    if (price === null) findings.add(buckets.env, key, "it does not say its price");
    else {
      findings.add(
        buckets.charge,
        key,
        `${accounts[payer]} paid ${credits}, ${free} of it free, and the envelope is ` +
          `${account}'s, of ${price.credits}, ${price.funding}-funded`,
      );
    }
  }
}
