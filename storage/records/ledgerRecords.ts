/** What the ledger keeps beside its journal, and the layouts of it. */
import { NO_TOTALS, type LedgerTotals } from "../../protocol/economy/accounts.js";
import type { ChargeRow, Charges } from "../../protocol/economy/charges.js";
import { FIRST_JOURNAL_PREV } from "../../protocol/economy/journal.js";
import { bufferOf } from "../kv/bytes.js";
import type { ValueCodec } from "../kv/codecs.js";

/** What one user has, as of the last entry that touched it. */
export interface BalanceRecord {
  readonly free: number;
  readonly paid: number;
  /** Face value of the live paid-funded envelopes held. */
  readonly held: number;
  /**
   * Credits burned for its computations so far, and of them on the UTC day, counted from the unix
   * epoch, of the last one.
   */
  readonly spent: number;
  readonly day: number;
  readonly spentOnDay: number;
  /** Purchased credits of those spent on that day. */
  readonly paidOnDay: number;
  /** Number and hash of the last journal entry that books something of the account. */
  readonly journal: number;
  readonly hash: string;
}

/** The end of the journal, and the sums over all accounts. */
export interface LedgerHead {
  /** Entries in the journal. */
  readonly entries: number;
  /** Hash of the last; zeros before the first. */
  readonly hash: string;
  readonly calcond: number;
  readonly totals: LedgerTotals;
}

/** What the envelopes of one window cost. */
export interface ChargeRecord extends Charges {
  /** Number of the journal entry that books them. */
  readonly journal: number;
}

/** Of an account that no entry names. */
export const NO_BALANCE: BalanceRecord = {
  free: 0,
  paid: 0,
  held: 0,
  spent: 0,
  day: 0,
  spentOnDay: 0,
  paidOnDay: 0,
  journal: 0,
  hash: FIRST_JOURNAL_PREV,
};
/** Before the first entry. */
export const EMPTY_LEDGER: LedgerHead = {
  entries: 0,
  hash: FIRST_JOURNAL_PREV,
  calcond: 0,
  totals: NO_TOTALS,
};

const UINT64_BYTES = 8;
const HASH_BYTES = 32;
const BALANCE_HASH_AT = 7 * UINT64_BYTES;
const PAID_ON_DAY_AT = BALANCE_HASH_AT + HASH_BYTES;
const BALANCE_BYTES = PAID_ON_DAY_AT + UINT64_BYTES;
const TWO_TO_32 = 0x1_0000_0000;

function writeCount(into: Buffer, count: number, at: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no amount: ${count}`);
  into.writeUInt32BE(Math.floor(count / TWO_TO_32), at);
  return into.writeUInt32BE(count % TWO_TO_32, at + 4);
}

function readCount(from: Buffer, at: number): number {
  const count = from.readUInt32BE(at) * TWO_TO_32 + from.readUInt32BE(at + 4);
  if (!Number.isSafeInteger(count)) throw new RangeError("an amount beyond 2^53 - 1");
  return count;
}

/** Free, paid, held, spent, day, spentOnDay and journal (8 bytes each), hash (32), paidOnDay (8). */
export const balanceValue: ValueCodec<BalanceRecord> = {
  encode: ({ free, paid, held, spent, day, spentOnDay, paidOnDay, journal, hash }) => {
    const bytes = Buffer.allocUnsafe(BALANCE_BYTES);
    let at = 0;
    for (const count of [free, paid, held, spent, day, spentOnDay, journal])
      at = writeCount(bytes, count, at);
    if (hash.length !== 2 * HASH_BYTES || bytes.write(hash, at, "hex") !== HASH_BYTES)
      throw new RangeError("a hash expected");
    writeCount(bytes, paidOnDay, PAID_ON_DAY_AT);
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length !== BALANCE_BYTES) throw new RangeError("wrong length");
    const from = bufferOf(bytes);
    return {
      free: readCount(from, 0),
      paid: readCount(from, 8),
      held: readCount(from, 16),
      spent: readCount(from, 24),
      day: readCount(from, 32),
      spentOnDay: readCount(from, 40),
      journal: readCount(from, 48),
      hash: from.toString("hex", BALANCE_HASH_AT, PAID_ON_DAY_AT),
      paidOnDay: readCount(from, PAID_ON_DAY_AT),
    };
  },
};

/** Bytes of an amount in groups of seven bits, least first. */
const VARINT_BYTES_MAX = 8;

function writeVarint(into: Buffer, count: number, start: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no amount: ${count}`);
  let at = start;
  let rest = count;
  while (rest >= 0x80) {
    into[at] = (rest % 0x80) + 0x80;
    rest = Math.floor(rest / 0x80);
    at += 1;
  }
  into[at] = rest;
  return at + 1;
}

/** Reads a record's amounts one after the other. */
class Varints {
  readonly #from: Buffer;
  at: number;

  constructor(from: Buffer, at: number) {
    this.#from = from;
    this.at = at;
  }

  next(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#from[this.at];
      if (byte === undefined) throw new RangeError("too short");
      this.at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
      scale *= 0x80;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError("an amount beyond 2^53 - 1");
    return value;
  }

  text(): string {
    const start = this.at + 1 + (this.#from[this.at]! >= 0x80 ? 1 : 0);
    const end = start + this.next();
    if (end > this.#from.length || this.at !== start) throw new RangeError("no account");
    this.at = end;
    return this.#from.toString("utf8", start, end);
  }
}

/**
 * Journal, number of accounts, each account's length and text, number of rows, then each row: twice
 * its account's index, one more for an allowance; credits; free credits, left out of an allowance.
 * All numbers in groups of seven bits, least first.
 */
export const chargeValue: ValueCodec<ChargeRecord> = {
  encode: ({ journal, accounts, rows }) => {
    let room = VARINT_BYTES_MAX * (3 + 3 * rows.length);
    for (const account of accounts) room += VARINT_BYTES_MAX + 3 * account.length;
    const bytes = Buffer.allocUnsafe(room);
    let at = writeVarint(bytes, accounts.length, writeVarint(bytes, journal, 0));
    for (const account of accounts) {
      at = writeVarint(bytes, Buffer.byteLength(account), at);
      at += bytes.write(account, at, "utf8");
    }
    at = writeVarint(bytes, rows.length, at);
    for (const [account, credits, free, allowance] of rows) {
      at = writeVarint(bytes, credits, writeVarint(bytes, 2 * account + (allowance ? 1 : 0), at));
      if (!allowance) at = writeVarint(bytes, free, at);
    }
    return bytes.subarray(0, at);
  },
  decode: (bytes) => {
    const numbers = new Varints(bufferOf(bytes), 0);
    const journal = numbers.next();
    const accounts: string[] = [];
    for (let left = numbers.next(); left > 0; left -= 1) accounts.push(numbers.text());
    const rows: ChargeRow[] = [];
    for (let left = numbers.next(); left > 0; left -= 1) {
      const marked = numbers.next();
      const account = Math.floor(marked / 2);
      const allowance = marked % 2 === 1;
      const credits = numbers.next();
      const free = allowance ? credits : numbers.next();
      if (account >= accounts.length || free > credits)
        throw new RangeError("no row of a window's charges");
      rows.push([account, credits, free, allowance]);
    }
    if (numbers.at !== bytes.length) throw new RangeError("bytes after the last row");
    return { journal, accounts, rows };
  },
};
