/**
 * Windows that were sealed before there was a ledger: each gets the entry that it would have had,
 * an allowance that was minted and burned for free-funded envelopes, so that what was ever minted
 * is accounted for. A window with a record of its prices is booked already: whatever instant this
 * is broken off at, it goes on from there.
 */
import { createHash } from "node:crypto";
import { ledgerAccount, type TotalKind } from "../../protocol/economy/accounts.js";
import { chargeEntries, sumCharges, type ChargeRow } from "../../protocol/economy/charges.js";
import { journalHash, journalText, OPENING_KIND } from "../../protocol/economy/journal.js";
import { buckets, type Bucket } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import { priceOfText, type KeptPrice } from "../keptPrice.js";
import type { KeyValueStore, Operation } from "../kv.js";
import {
  EMPTY_LEDGER,
  NO_BALANCE,
  type BalanceRecord,
  type ChargeRecord,
} from "../ledgerRecords.js";
import type { EnvelopeWindow } from "../records.js";
import { LedgerRepository } from "../repositories/ledger.js";
import { read, scan } from "../table.js";

const WINDOWS_IN_BATCH = 256;
const HASHER = {
  sha256Hex: (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex"),
};

type NumberedWindow = readonly [window: number, envelopes: EnvelopeWindow];

export async function bookOldWindows(store: KeyValueStore): Promise<readonly Operation[]> {
  let list: NumberedWindow[] = [];
  for await (const numbered of readableWindows(store)) {
    list.push(numbered);
    if (list.length < WINDOWS_IN_BATCH) continue;
    await store.batch(await opening(store, list), { sync: true });
    list = [];
  }
  return opening(store, list);
}

/** In order; a damaged one is left to whoever reads it and names it. */
async function* readableWindows(store: KeyValueStore): AsyncGenerator<NumberedWindow> {
  for (let from: number | null = 0; from !== null;) {
    try {
      for await (const numbered of scan(store, buckets.env, { gte: from })) {
        from = numbered[0] + 1;
        yield numbered;
      }
      from = null;
    } catch (error) {
      if (!(error instanceof CorruptRecordError) || !/^[0-9a-f]{16}$/.test(error.key)) throw error;
      from = Number.parseInt(error.key, 16) + 1;
    }
  }
}

/** What is there: undefined for nothing, null for a record that is damaged. */
async function sound<K, V>(
  store: KeyValueStore,
  bucket: Bucket<K, V>,
  key: K,
): Promise<V | null | undefined> {
  try {
    return await read(store, bucket, key);
  } catch (error) {
    if (error instanceof CorruptRecordError) return null;
    throw error;
  }
}

/** What books those of some windows that are not booked yet, behind the entries that there are. */
async function opening(
  store: KeyValueStore,
  windows: readonly NumberedWindow[],
): Promise<readonly Operation[]> {
  const ledger = new LedgerRepository(store);
  const before = (await ledger.head()) ?? EMPTY_LEDGER;
  let { calcond, entries, hash } = before;
  const totals: Record<TotalKind, number> = { ...before.totals };
  const touched = new Map<string, BalanceRecord | null>();
  const operations: Operation[] = [];
  for (const [window, envelopes] of windows) {
    if ((await sound(store, buckets.charge, window)) !== undefined) continue;
    const charges = pricesOf(envelopes, entries);
    if (charges === null) continue;
    const sums = sumCharges(charges);
    const lines = chargeEntries(sums);
    for (const { account, delta } of lines) totals[ledgerAccount(account)!.kind] += delta;
    const written = ledger.chargeOps(window, charges);
    calcond = Math.max(calcond, calcondOf(envelopes));
    const text = journalText({
      calcond,
      kind: OPENING_KIND,
      entries: lines,
      window,
      charges: HASHER.sha256Hex(written.value),
      seq: entries,
      prev: hash,
    });
    hash = journalHash(HASHER, text);
    operations.push(written, ledger.entryOps(entries, text));
    for (const { account, spent } of sums.payers) {
      const known = touched.has(account)
        ? touched.get(account)!
        : await sound(store, buckets.balance, account);
      touched.set(
        account,
        known === null
          ? null
          : {
              ...(known ?? NO_BALANCE),
              spent: (known?.spent ?? 0) + spent,
              journal: entries,
              hash,
            },
      );
    }
    entries += 1;
  }
  if (entries === before.entries) return [];
  for (const [account, balance] of touched)
    if (balance !== null) operations.push(ledger.balanceOps(account, balance));
  return [...operations, ledger.headOps({ entries, hash, calcond, totals })];
}

/**
 * @returns null where an envelope does not say what it cost, or was paid for: those are never of
 * that time
 */
function pricesOf(envelopes: EnvelopeWindow, journal: number): ChargeRecord | null {
  const accounts: string[] = [];
  const rows: ChargeRow[] = [];
  let first: KeptPrice | null = null;
  for (const { account, text } of envelopes) {
    const price: KeptPrice | null = priceOfText(text) ?? first;
    if (price === null || price.funding !== "free") return null;
    first ??= price;
    let index = accounts.indexOf(account);
    if (index < 0) index = accounts.push(account) - 1;
    rows.push([index, price.credits, price.credits, true]);
  }
  return rows.length === 0 ? null : { journal, accounts, rows };
}

/** Of the seal, as the first envelope has it; 0 where it does not say. */
function calcondOf([first]: EnvelopeWindow): number {
  const kept: { readonly shared?: { readonly calcond?: unknown } } = JSON.parse(first!.text);
  const calcond = kept.shared?.calcond;
  return typeof calcond === "number" && Number.isSafeInteger(calcond) && calcond > 0 ? calcond : 0;
}
