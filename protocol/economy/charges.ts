/** What the envelopes of one commit window cost, and the entries of the ledger that follow. */
import { CALCOND_NS } from "../limits.js";
import {
  BURN_CREDITS,
  HOUSE,
  MINT_CREDITS,
  MINT_FREE,
  MINT_PAID,
  purseOf,
  type LedgerDelta,
} from "./accounts.js";

/** What one envelope cost. */
export type ChargeRow = readonly [
  /** Index into `accounts`: who paid. */
  account: number,
  /** Face value. */
  credits: number,
  /** The part of it from free credits; any makes the envelope free-funded. */
  free: number,
  /**
   * Whether the price was minted for the account and burned at once, so that no balance was
   * touched.
   */
  allowance: boolean,
];

/** A row for each envelope, in the order of the window. */
export interface Charges {
  readonly accounts: readonly string[];
  readonly rows: readonly ChargeRow[];
}

/** What one account paid in a window. */
export interface PaidBy {
  readonly account: string;
  readonly free: number;
  readonly paid: number;
  /** Face value of its paid-funded envelopes. */
  readonly held: number;
  /** Credits burned for it, allowances included. */
  readonly spent: number;
}

export interface ChargeSums {
  /** Sorted by account. */
  readonly payers: readonly PaidBy[];
  /**
   * Face value of free-funded and of paid-funded envelopes, and what of the former was minted as
   * allowance.
   */
  readonly free: number;
  readonly paid: number;
  readonly allowed: number;
}

/** Sums stay exact where they were checked before; see the ledger's bound of 2^53 - 1. */
export function sumCharges({ accounts, rows }: Charges): ChargeSums {
  const payers = accounts.map((account) => ({ account, free: 0, paid: 0, held: 0, spent: 0 }));
  const sums = { free: 0, paid: 0, allowed: 0 };
  for (const [index, credits, free, allowance] of rows) {
    const payer = payers[index]!;
    payer.spent += credits;
    if (allowance) sums.allowed += credits;
    else {
      payer.free += free;
      payer.paid += credits - free;
    }
    if (free > 0) sums.free += credits;
    else {
      sums.paid += credits;
      payer.held += credits;
    }
  }
  payers.sort((a, b) => (a.account < b.account ? -1 : 1));
  return { payers, ...sums };
}

/** The lines of the entry that books them, sorted by ledger account. */
export function chargeEntries({ allowed, free, paid, payers }: ChargeSums): readonly LedgerDelta[] {
  const lines: LedgerDelta[] = [];
  const line = (account: string, delta: number): void => {
    if (delta !== 0) lines.push({ account, delta });
  };
  line(BURN_CREDITS, free + paid);
  for (const payer of payers) line(purseOf("free", payer.account), -payer.free);
  for (const payer of payers) line(purseOf("held", payer.account), payer.held);
  line(HOUSE, free);
  line(MINT_CREDITS, -allowed);
  line(MINT_FREE, -free);
  line(MINT_PAID, -paid);
  for (const payer of payers) line(purseOf("paid", payer.account), -payer.paid);
  return lines;
}

const DAY_NS = 86_400_000_000_000n;

/** UTC day, counted from the unix epoch, in which a calcond begins: usage is counted by it. */
export function dayOf(calcond: number): number {
  return Number((BigInt(calcond) * CALCOND_NS) / DAY_NS);
}

/** The first calcond that begins on a day. */
export function firstCalcondOf(day: number): number {
  return Number((BigInt(day) * DAY_NS + CALCOND_NS - 1n) / CALCOND_NS);
}

/**
 * A day since 1970 as 2026-11-21, by the Gregorian calendar: years are counted from March, so that
 * a leap day ends one.
 */
export function dayText(day: number): string {
  const days = day + 719_468;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear =
    ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return [
    String(year).padStart(4, "0"),
    String(month).padStart(2, "0"),
    String(date).padStart(2, "0"),
  ].join("-");
}
