/**
 * What the sums of a snapshot mean. Every figure is a sum of bookings, or the difference of two.
 */
import { TOTAL_KINDS, type LedgerTotals, type TotalKind } from "../../protocol/economy/accounts.js";
import type { Bookings, SupplySnapshot } from "./supply.js";

export interface SupplyFigures {
  readonly credits_issued: number;
  readonly credits_burned: number;
  readonly credits_free: number;
  readonly credits_paid: number;
  readonly envelope_value_minted: number;
  readonly envelope_value_burned: number;
  readonly envelope_value_free: number;
  readonly envelope_value_paid: number;
}

const NOTHING: SupplySnapshot = { calcond: 0, journal: -1, bookings: {}, entries: {} };

/** Sums by kind of ledger account, over all kinds of booking. */
export function totalsOf(snapshot: SupplySnapshot | null): LedgerTotals {
  const sums = Object.fromEntries(TOTAL_KINDS.map((kind) => [kind, 0])) as Record<
    TotalKind,
    number
  >;
  for (const byKind of Object.values((snapshot ?? NOTHING).bookings)) {
    for (const kind of TOTAL_KINDS) sums[kind] += byKind[kind] ?? 0;
  }
  return sums;
}

/** 0 instead of -0, which would be written like it and compare unlike it. */
function less(sum: number): number {
  return 0 - sum;
}

export function figuresOf(totals: LedgerTotals): SupplyFigures {
  return {
    credits_issued: less(totals["mint:credits"]),
    credits_burned: totals["burn:credits"],
    credits_free: totals.free,
    credits_paid: totals.paid,
    envelope_value_minted: less(totals["mint:free"] + totals["mint:paid"]),
    envelope_value_burned: totals["burn:free"] + totals["burn:paid"],
    envelope_value_free: totals.house,
    envelope_value_paid: totals.held,
  };
}

/** What changed from one snapshot to the next; figures that did not are left out. */
export function changesOf(
  now: SupplySnapshot,
  before: SupplySnapshot | null,
): Readonly<Record<string, number>> {
  const [after, earlier] = [
    Object.entries(figuresOf(totalsOf(now))),
    Object.values(figuresOf(totalsOf(before))),
  ];
  return Object.fromEntries(
    after
      .map(([name, value], i) => [name, value - earlier[i]!] as const)
      .filter(([, change]) => change !== 0),
  );
}

export interface Breakdown {
  readonly issued: Readonly<Record<string, number>>;
  readonly burned: { readonly free: number; readonly paid: number; readonly allowance: number };
  readonly minted: { readonly free: number; readonly paid: number };
  readonly entries: Readonly<Record<string, number>>;
  readonly bookings: Bookings;
}

/** Bookings after one snapshot up to another. */
export function breakdownOf(end: SupplySnapshot | null, before: SupplySnapshot | null): Breakdown {
  const bookings = difference(end ?? NOTHING, before ?? NOTHING);
  const kinds = Object.keys(bookings).sort();
  const over = (account: TotalKind): number =>
    kinds.reduce((sum, kind) => sum + (bookings[kind]![account] ?? 0), 0);
  const issued = kinds
    .map((kind) => [kind, less(bookings[kind]!["mint:credits"] ?? 0)] as const)
    .filter(([, sum]) => sum !== 0);
  // Where credits burn, what did not come out of a balance was minted for the purpose in the same
  // booking.
  const burning = kinds.filter((kind) => (bookings[kind]!["burn:credits"] ?? 0) !== 0);
  const spent = (account: TotalKind): number =>
    burning.reduce((sum, kind) => sum - (bookings[kind]![account] ?? 0), 0);
  return {
    issued: Object.fromEntries(issued),
    burned: { free: spent("free"), paid: spent("paid"), allowance: spent("mint:credits") },
    minted: { free: less(over("mint:free")), paid: less(over("mint:paid")) },
    entries: countsBetween(end ?? NOTHING, before ?? NOTHING),
    bookings: Object.fromEntries(kinds.map((kind) => [kind, bookings[kind]!])),
  };
}

function difference(end: SupplySnapshot, before: SupplySnapshot): Bookings {
  const found: Record<string, Partial<Record<TotalKind, number>>> = {};
  for (const [kind, sums] of Object.entries(end.bookings)) {
    for (const account of TOTAL_KINDS) {
      const change = (sums[account] ?? 0) - (before.bookings[kind]?.[account] ?? 0);
      if (change !== 0) (found[kind] ??= {})[account] = change;
    }
  }
  // A sum that came back to zero is no longer in the later snapshot.
  for (const [kind, sums] of Object.entries(before.bookings)) {
    for (const account of TOTAL_KINDS) {
      const was = sums[account] ?? 0;
      if (was !== 0 && (end.bookings[kind]?.[account] ?? 0) === 0)
        (found[kind] ??= {})[account] = less(was);
    }
  }
  return found;
}

function countsBetween(
  end: SupplySnapshot,
  before: SupplySnapshot,
): Readonly<Record<string, number>> {
  const counts = Object.entries(end.entries).map(
    ([kind, count]) => [kind, count - (before.entries[kind] ?? 0)] as const,
  );
  return Object.fromEntries(
    counts.filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
