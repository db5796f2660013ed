/**
 * The journal: postings in a row, each naming the hash of the one before. What is hashed is the
 * canonical text as it is kept.
 */
import { canonicalize, canonicalString } from "../encoding/jcs.js";
import { parseJson, isObject, isCount } from "../encoding/json.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import {
  ledgerAccount,
  SIDE_COUNT,
  sideOf,
  type LedgerAccount,
  type LedgerDelta,
} from "./accounts.js";

/** `prev` of the first entry. */
export const FIRST_JOURNAL_PREV = "0".repeat(64);
/** Kind of the entry that books the envelopes of one commit window. */
export const COMPUTE_KIND = "compute";
/** Of an entry by which the operator books purchased credits. */
export const GRANT_KIND = "grant";

/** Bytes hashed before the text of an entry. */
export const JOURNAL_TAG = "calc-journal/1\u0000";

export interface JournalEntry {
  /** Position in the journal, from 0. */
  readonly seq: number;
  /** Hash of the entry before. */
  readonly prev: string;
  readonly calcond: number;
  readonly kind: string;
  /** Sorted by account, each once, none zero. */
  readonly entries: readonly LedgerDelta[];
  /**
   * Of a window: seq of its `seal` event, and the SHA-256 of the record that names each envelope's
   * price.
   */
  readonly window?: number;
  readonly charges?: string;
  readonly note?: JsonObject;
}

/** Canonical text, written member by member: one is written for every commit window. */
export function journalText({
  calcond,
  charges,
  entries,
  kind,
  note,
  prev,
  seq,
  window,
}: JournalEntry): string {
  let lines = "";
  for (const { account, delta } of entries) {
    lines += `${lines === "" ? "" : ","}[${canonicalString(account)},${delta}]`;
  }
  return (
    `{"calcond":${calcond}${charges === undefined ? "" : `,"charges":"${charges}"`},"entries":[${lines}]` +
    `,"kind":${canonicalString(kind)}${note === undefined ? "" : `,"note":${canonicalize(note)}`}` +
    `,"prev":"${prev}","seq":${seq}${window === undefined ? "" : `,"window":${window}`}}`
  );
}

/** A platform may offer its own way from text to digest; it is the same. */
export type JournalHasher = Pick<Crypto, "sha256Hex">;

/** SHA-256("calc-journal/1" || 00 || UTF-8 of the text) in hex. */
export function journalHash(crypto: JournalHasher, text: string): string {
  return crypto.sha256Hex(JOURNAL_TAG + text);
}

/** @returns null for a text that is no entry of a journal */
export function readJournal(text: string): JournalEntry | null {
  const read = parseJson(text);
  return read.ok ? journalEntry(read.value) : null;
}

const HASH_CHARS = 64;
/** Codes of 0, 9, a and f. */
const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_F] = [0x30, 0x39, 0x61, 0x66] as const;

/** Written out, as an audit asks it of every entry: a pattern takes five times as long. */
function isHash(text: JsonValue): text is string {
  if (typeof text !== "string" || text.length !== HASH_CHARS) return false;
  for (let i = 0; i < HASH_CHARS; i += 1) {
    const letter = text.charCodeAt(i);
    if (letter < DIGIT_0 || letter > LETTER_F || (letter > DIGIT_9 && letter < LETTER_A))
      return false;
  }
  return true;
}

/** @param value JSON data. @returns null when it is no entry */
export function journalEntry(value: JsonValue): JournalEntry | null {
  if (!isObject(value)) return null;
  const { calcond, charges, entries, kind, note, prev, seq, window } = named(value);
  if (
    !isCount(seq) ||
    !isCount(calcond) ||
    typeof kind !== "string" ||
    prev === undefined ||
    !isHash(prev)
  )
    return null;
  if ((window === undefined) !== (charges === undefined)) return null;
  if (window !== undefined && !isCount(window)) return null;
  if (charges !== undefined && !isHash(charges)) return null;
  if (note !== undefined && !isObject(note)) return null;
  const deltas = deltasOf(entries);
  if (deltas === null) return null;
  const entry = { seq, prev, calcond, kind, entries: deltas };
  const booked =
    window === undefined || charges === undefined ? entry : { ...entry, window, charges };
  return note === undefined ? booked : { ...booked, note };
}

function named(value: JsonObject): { readonly [name: string]: JsonValue | undefined } {
  return value;
}

function deltasOf(value: JsonValue | undefined): readonly LedgerDelta[] | null {
  if (!Array.isArray(value)) return null;
  const deltas: LedgerDelta[] = [];
  for (const line of value) {
    if (!Array.isArray(line) || line.length !== 2) return null;
    const [account, delta] = line;
    if (typeof account !== "string" || typeof delta !== "number" || !Number.isSafeInteger(delta))
      return null;
    deltas.push({ account, delta });
  }
  return deltas;
}

/**
 * Adds up what names one account several times, drops what comes to nothing, and sorts by account.
 * @returns why it cannot be posted instead, in words: an unknown account, an amount that is no
 * whole number within 2^53 - 1, or a side that does not sum to zero
 */
export function settlePosting(
  lines: readonly LedgerDelta[],
): { readonly entries: readonly LedgerDelta[] } | { readonly fault: string } {
  const sums = new Map<string, number>();
  for (const { account, delta } of lines) {
    const sum = (sums.get(account) ?? 0) + delta;
    if (!Number.isSafeInteger(delta) || !Number.isSafeInteger(sum))
      return { fault: `no whole amount within 2^53 - 1 for ${account}` };
    sums.set(account, sum);
  }
  const entries = [...sums]
    .filter(([, delta]) => delta !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, delta]): LedgerDelta => ({ account, delta }));
  const fault = postingFault(entries);
  return fault === null ? { entries } : { fault };
}

const NO_SUMS: readonly number[] = Array.from({ length: SIDE_COUNT }, () => 0);

type AccountOf<L> = (line: L) => LedgerAccount | null;
const accountNamed: AccountOf<LedgerDelta> = ({ account }) => ledgerAccount(account);

/**
 * The first side that does not sum to zero, or -1; for sums that a double may not hold on the way.
 */
function openSide<L extends LedgerDelta>(entries: readonly L[], accountOf: AccountOf<L>): number {
  const sums = NO_SUMS.map(() => 0n);
  for (const line of entries) {
    const side = sideOf(accountOf(line)!.kind);
    sums[side] = sums[side]! + BigInt(line.delta);
  }
  return sums.findIndex((sum) => sum !== 0n);
}

/**
 * Why lines are no posting, or null: accounts that exist, sorted, each once and with an amount,
 * each side zero in exact integers.
 * @param accountOf for who knows the accounts of the lines already
 */
export function postingFault<L extends LedgerDelta>(
  entries: readonly L[],
  accountOf: AccountOf<L> = accountNamed,
): string | null {
  const sums = NO_SUMS.slice();
  let isExact = true;
  let before = "";
  for (const line of entries) {
    const { account, delta } = line;
    const found = accountOf(line);
    if (account <= before || delta === 0)
      return `${account} is out of order, named twice or unchanged`;
    before = account;
    if (found === null) return `there is no account ${account} in a ledger`;
    if (!Number.isSafeInteger(delta)) return `no whole amount within 2^53 - 1 for ${account}`;
    const side = sideOf(found.kind);
    const sum = sums[side]! + delta;
    sums[side] = sum;
    isExact &&= Number.isSafeInteger(sum);
  }
  const open = isExact ? sums.findIndex((sum) => sum !== 0) : openSide(entries, accountOf);
  return open < 0
    ? null
    : `its ${["credits", "free-funded envelopes", "paid-funded envelopes"][open]!} do not sum to zero`;
}
