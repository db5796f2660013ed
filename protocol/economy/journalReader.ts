/**
 * Reads entries of the journal from their bytes. An audit reads millions: to make texts, objects
 * and names of each takes several times what all that is checked of it does. What does not stand as
 * `journalText` writes it, or has a note, is read as JSON.
 */
import { parseJson } from "../encoding/json.js";
import type { Crypto, JsonObject } from "../ports.js";
import { ledgerAccount, type LedgerAccount, type LedgerDelta } from "./accounts.js";
import { JOURNAL_TAG, journalEntry } from "./journal.js";

/** An account that entries name. */
export interface KnownAccount<T> {
  readonly name: string;
  /** Null where no account of a ledger has such a name. */
  readonly account: LedgerAccount | null;
  /** What the user of the reader keeps of it. */
  kept: T | null;
}

export interface ReadLine<T> extends LedgerDelta {
  readonly known: KnownAccount<T>;
}

interface Line<T> {
  account: string;
  delta: number;
  known: KnownAccount<T>;
}

interface KnownBytes<T> {
  readonly known: KnownAccount<T>;
  readonly bytes: Uint8Array;
  /** Others of the same hash. */
  readonly next: KnownBytes<T> | null;
}

/** Where a hash stands in the bytes, or its text; neither where there is none. */
interface HashPlace {
  at: number;
  text: string | null;
}

const HASH_CHARS = 64;
const [
  CONTROL_END,
  QUOTE,
  COMMA,
  MINUS,
  DIGIT_0,
  DIGIT_9,
  BACKSLASH,
  BRACKET_END,
  LETTER_A,
  LETTER_F,
  ASCII_END,
] = [0x20, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x5c, 0x5d, 0x61, 0x66, 0x80] as const;
/** So many digits are a safe integer, whichever they are. */
const DIGITS_MAX = 15;
const NONE = -1;

function literal(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const TAG = literal(JOURNAL_TAG);
const CALCOND = literal('{"calcond":');
const CHARGES = literal(',"charges":"');
const ENTRIES_BEHIND_CHARGES = literal('","entries":[');
const ENTRIES = literal(',"entries":[');
const LINE = literal('["');
const KIND = literal('],"kind":"');
const PREV = literal(',"prev":"');
const SEQ = literal('","seq":');
const WINDOW = literal(',"window":');
const END = literal("}");

/** Holds the entry that was read last. */
export class JournalReader<T> {
  seq = NONE;
  calcond = NONE;
  kind = "";
  /** Seq of the `seal` event of the window that it books, or -1. */
  window = NONE;
  note: JsonObject | null = null;
  /** Valid until the next entry is read. */
  readonly entries: ReadLine<T>[] = [];
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #prev: HashPlace = { at: NONE, text: null };
  readonly #charges: HashPlace = { at: NONE, text: null };
  readonly #byName = new Map<string, KnownAccount<T>>();
  readonly #byHash = new Map<number, KnownBytes<T>>();
  /** Lines of entries before, which serve again. */
  readonly #lines: Line<T>[] = [];
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #tagged: Uint8Array = new Uint8Array(0);

  /** @param decode UTF-8 */
  constructor(decode: (bytes: Uint8Array) => string) {
    this.#decode = decode;
  }

  /** @returns whether it is an entry of a journal */
  read(bytes: Uint8Array): boolean {
    this.#bytes = bytes;
    this.#at = 0;
    this.#prev.text = this.#charges.text = null;
    this.#prev.at = this.#charges.at = NONE;
    this.note = null;
    return this.#scan() || this.#parse();
  }

  /** Hash of the entry before, as it says. */
  get prev(): string {
    return this.#textOf(this.#prev);
  }
  /**
   * SHA-256 of the record that names each envelope's price, as it says; "" where it books no
   * window.
   */
  get charges(): string {
    return this.#textOf(this.#charges);
  }
  isPrev(hash: string): boolean {
    return this.#is(this.#prev, hash);
  }
  isCharges(hash: string): boolean {
    return this.#is(this.#charges, hash);
  }

  /** What `journalHash` gives. */
  hash(crypto: Pick<Crypto, "sha256Hex">): string {
    const length = TAG.length + this.#bytes.length;
    if (this.#tagged.length < length) {
      this.#tagged = new Uint8Array(2 * length);
      this.#tagged.set(TAG);
    }
    this.#tagged.set(this.#bytes, TAG.length);
    return crypto.sha256Hex(this.#tagged.subarray(0, length));
  }

  #parse(): boolean {
    const read = parseJson(this.#decode(this.#bytes));
    const entry = read.ok ? journalEntry(read.value) : null;
    if (entry === null) return false;
    ({ calcond: this.calcond, kind: this.kind, seq: this.seq } = entry);
    this.window = entry.window ?? NONE;
    this.note = entry.note ?? null;
    this.#prev.text = entry.prev;
    this.#charges.text = entry.charges ?? null;
    this.entries.length = 0;
    for (const { account, delta } of entry.entries) this.#add(this.#named(account), delta);
    return true;
  }

  /** @returns false where it does not stand as it is written by us */
  #scan(): boolean {
    this.#prev.at = this.#charges.at = NONE;
    if (!this.#skip(CALCOND)) return false;
    this.calcond = this.#integer();
    if (this.#skip(CHARGES)) {
      if (!this.#hash(this.#charges) || !this.#skip(ENTRIES_BEHIND_CHARGES)) return false;
    } else if (!this.#skip(ENTRIES)) return false;
    if (!this.#scanLines() || !this.#skip(KIND)) return false;
    const kindAt = this.#at;
    const kindEnd = this.#plainEnd();
    if (kindEnd === NONE) return false;
    this.kind = this.#knownAt(kindAt, kindEnd).name;
    this.#at = kindEnd + 1;
    if (!this.#skip(PREV) || !this.#hash(this.#prev) || !this.#skip(SEQ)) return false;
    this.seq = this.#integer();
    const isBooking = this.#skip(WINDOW);
    this.window = isBooking ? this.#integer() : NONE;
    return (
      this.#skip(END) &&
      this.#at === this.#bytes.length &&
      this.calcond >= 0 &&
      this.seq >= 0 &&
      isBooking === (this.#charges.at !== NONE) &&
      (!isBooking || this.window >= 0)
    );
  }

  #scanLines(): boolean {
    const bytes = this.#bytes;
    this.entries.length = 0;
    if (bytes[this.#at] === BRACKET_END) return true;
    for (;;) {
      if (!this.#skip(LINE)) return false;
      const start = this.#at;
      const end = this.#plainEnd();
      if (end === NONE || bytes[end + 1] !== COMMA) return false;
      this.#at = end + 2;
      const delta = this.#integer();
      if (Number.isNaN(delta) || bytes[this.#at] !== BRACKET_END) return false;
      this.#add(this.#knownAt(start, end), delta);
      this.#at += 1;
      if (bytes[this.#at] !== COMMA) return true;
      this.#at += 1;
    }
  }

  #add(known: KnownAccount<T>, delta: number): void {
    const line = (this.#lines[this.entries.length] ??= { account: "", delta: 0, known });
    line.account = known.name;
    line.delta = delta;
    line.known = known;
    this.entries.push(line);
  }

  #skip(text: Uint8Array): boolean {
    const bytes = this.#bytes;
    const from = this.#at;
    if (from + text.length > bytes.length) return false;
    for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text[i]) return false;
    this.#at = from + text.length;
    return true;
  }

  /** NaN where none stands as JSON has it, or one of more digits. */
  #integer(): number {
    const bytes = this.#bytes;
    const isNegative = bytes[this.#at] === MINUS;
    const start = isNegative ? this.#at + 1 : this.#at;
    let at = start;
    let value = 0;
    for (let digit = bytes[at]!; digit >= DIGIT_0 && digit <= DIGIT_9; digit = bytes[at]!) {
      value = 10 * value + digit - DIGIT_0;
      at += 1;
    }
    const digits = at - start;
    if (
      digits === 0 ||
      digits > DIGITS_MAX ||
      (bytes[start] === DIGIT_0 && (digits > 1 || isNegative))
    )
      return Number.NaN;
    this.#at = at;
    return isNegative ? -value : value;
  }

  /** Where the text ends in which we are, of ASCII without escapes; -1 where it is not so plain. */
  #plainEnd(): number {
    const bytes = this.#bytes;
    for (let at = this.#at; at < bytes.length; at += 1) {
      const letter = bytes[at]!;
      if (letter === QUOTE) return at;
      if (letter < CONTROL_END || letter >= ASCII_END || letter === BACKSLASH) return NONE;
    }
    return NONE;
  }

  #hash(place: HashPlace): boolean {
    const bytes = this.#bytes;
    const from = this.#at;
    if (from + HASH_CHARS > bytes.length) return false;
    for (let at = from; at < from + HASH_CHARS; at += 1) {
      const letter = bytes[at]!;
      if (letter < DIGIT_0 || letter > LETTER_F || (letter > DIGIT_9 && letter < LETTER_A))
        return false;
    }
    place.at = from;
    this.#at = from + HASH_CHARS;
    return true;
  }

  #is({ at, text }: HashPlace, hash: string): boolean {
    if (text !== null) return text === hash;
    if (at === NONE || hash.length !== HASH_CHARS) return false;
    const bytes = this.#bytes;
    for (let i = 0; i < HASH_CHARS; i += 1) if (bytes[at + i] !== hash.charCodeAt(i)) return false;
    return true;
  }

  #textOf({ at, text }: HashPlace): string {
    return text ?? (at === NONE ? "" : this.#decode(this.#bytes.subarray(at, at + HASH_CHARS)));
  }

  #named(name: string): KnownAccount<T> {
    let known = this.#byName.get(name);
    if (known === undefined)
      this.#byName.set(name, (known = { name, account: ledgerAccount(name), kept: null }));
    return known;
  }

  #knownAt(from: number, end: number): KnownAccount<T> {
    const bytes = this.#bytes;
    const hash = hashOf(bytes, from, end);
    const first = this.#byHash.get(hash) ?? null;
    for (let found = first; found !== null; found = found.next)
      if (isAt(found.bytes, bytes, from, end)) return found.known;
    const own = bytes.slice(from, end);
    const known = this.#named(this.#decode(own));
    this.#byHash.set(hash, { known, bytes: own, next: first });
    return known;
  }
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of some bytes: only where they are looked up depends on it. */
function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = FNV_START;
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  // Of 30 bits, which engines keep as they are.
  return (hash ^ (hash >>> 30)) & 0x3fff_ffff;
}

function isAt(text: Uint8Array, bytes: Uint8Array, from: number, end: number): boolean {
  if (text.length !== end - from) return false;
  for (let i = 0; i < text.length; i += 1) if (bytes[from + i] !== text[i]) return false;
  return true;
}
