/**
 * One leaf of an account's vault: all its tokens whose ids begin with the same two bytes, in the
 * order of their ids. Ids are hashes, so leaves are about equally full: one or two tokens up to a
 * hundred thousand, fifteen at a million. Tokens are kept as bytes of one width and moved between
 * leaves without being taken apart.
 */
import type { IdSum } from "../../../protocol/economy/idSum.js";
import { bufferOf } from "../../kv/bytes.js";
import type { ValueCodec } from "../../kv/codecs.js";
import { NO_TEXTS, readTable, singleTable, tableOf, type TextTable } from "./textTable.js";
import {
  BOND_AT,
  ENGINE_AT,
  FLAGS_AT,
  FOLDER_AT,
  FREE,
  ID_BYTES,
  LOCKED,
  TEXT_BYTES,
  TOKEN_BYTES,
  readRow,
  rowValue,
  VERSION_AT,
  type VaultToken,
} from "./tokenRow.js";

/** No folder, and the first text as the engine. */
const ONLY_ENGINE = 1;
const NO_PLACES: readonly number[] = [];
/** So many texts have a bit each in a number. */
const BITS_TEXTS_MAX = 30;
const NO_TOKENS = Buffer.alloc(0);

export class Leaf {
  /** Folders and engine versions, numbered from 1: 0 is the empty text. Never changed in place. */
  #table: TextTable;
  /** Tokens, in what was read behind their table. */
  #bytes: Buffer;
  /** Of the first token. */
  #start: number;
  /** Whether the bytes are this leaf's own memory. */
  #owned: boolean;

  constructor(table: TextTable = NO_TEXTS, bytes: Buffer = NO_TOKENS, start = 0, owned = true) {
    this.#table = table;
    this.#bytes = bytes;
    this.#start = start;
    this.#owned = owned;
  }

  get size(): number {
    return (this.#bytes.length - this.#start) / TOKEN_BYTES;
  }

  /** 32 bytes, valid until the leaf is changed. */
  idAt(i: number): Uint8Array {
    const at = this.#at(i);
    return this.#bytes.subarray(at, at + ID_BYTES);
  }

  /** @returns the end of what was written */
  copyId(i: number, into: Buffer, at: number): number {
    const bytes = this.#bytes;
    const from = this.#at(i);
    // By hand: a call makes a view of so few bytes first.
    for (let n = 0; n < ID_BYTES; n += 1) into[at + n] = bytes[from + n]!;
    return at + ID_BYTES;
  }

  /** Adds the ids of all its tokens to a sum of ids. */
  sumIds(into: IdSum): void {
    for (let at = this.#start; at < this.#bytes.length; at += TOKEN_BYTES)
      into.add(this.#bytes, at);
  }

  valueAt(i: number): number {
    return rowValue(this.#bytes, this.#at(i));
  }

  isFree(i: number): boolean {
    return (this.#bytes[this.#at(i) + FLAGS_AT]! & FREE) !== 0;
  }
  isLocked(i: number): boolean {
    return (this.#bytes[this.#at(i) + FLAGS_AT]! & LOCKED) !== 0;
  }
  bondAt(i: number): number {
    return this.#bytes.readUInt32BE(this.#at(i) + BOND_AT);
  }

  /** May change its owner: paid for, neither locked nor bonded. */
  isMovable(i: number): boolean {
    return this.#bytes[this.#at(i) + FLAGS_AT] === 0 && this.bondAt(i) === 0;
  }

  folderAt(i: number): string {
    return this.#text(this.#bytes.readUInt16BE(this.#at(i) + FOLDER_AT));
  }
  isFiled(i: number): boolean {
    return this.#bytes.readUInt16BE(this.#at(i) + FOLDER_AT) !== 0;
  }

  tokenAt(i: number): VaultToken {
    return readRow(this.#bytes, this.#at(i), (number) => this.#text(number));
  }

  /** Place of the first token whose id is not below 32 bytes, or the number of tokens. */
  lowerBound(id: Uint8Array): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.idAt(middle), id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Place of a token, or -1. */
  indexOf(id: Uint8Array): number {
    const place = this.lowerBound(id);
    return place < this.size && Buffer.compare(this.idAt(place), id) === 0 ? place : -1;
  }

  setFolder(i: number, folder: string): void {
    this.#own();
    this.#bytes.writeUInt16BE(this.#numberOf(folder), this.#at(i) + FOLDER_AT);
  }

  setLocked(i: number, locked: boolean): void {
    this.#own();
    const at = this.#at(i) + FLAGS_AT;
    this.#bytes[at] = (this.#bytes[at]! & ~LOCKED) | (locked ? LOCKED : 0);
  }

  setBond(i: number, bond: number): void {
    this.#own();
    this.#bytes.writeUInt32BE(bond, this.#at(i) + BOND_AT);
  }

  /**
   * Ingests the tokens of another leaf as they are, and leaves that one so. @throws RangeError for
   * a token held
   */
  take(given: Leaf): void {
    this.#merge(this.#inOwnTexts(given));
  }

  /**
   * Takes tokens out, as a leaf of their own that a new owner's may ingest.
   * @param places ascending
   */
  extract(places: readonly number[]): Leaf {
    const taken = this.#taken(places);
    this.#replace(this.#rest(places));
    return taken;
  }

  /**
   * Ingests what somebody else's leaf gave away: unfiled, and one version further. @throws
   * RangeError for a token held
   */
  receive(given: Leaf): void {
    const rows = Buffer.from(given.#tokens());
    for (let at = 0; at < rows.length; at += TOKEN_BYTES) {
      rows.writeUInt32BE(rows.readUInt32BE(at + VERSION_AT) + 1, at + VERSION_AT);
      rows.writeUInt16BE(0, at + FOLDER_AT);
      rows.writeUInt16BE(
        this.#numberOf(given.#text(rows.readUInt16BE(at + ENGINE_AT))),
        at + ENGINE_AT,
      );
    }
    this.#merge(rows);
  }

  /** Most bytes that its record takes, with or without some of its tokens. */
  get recordBytesMax(): number {
    return this.#table.bytes.length + this.#bytes.length - this.#start;
  }

  encode(): Uint8Array {
    const {
      table: { bytes: table },
      tokens,
    } = this.#compact();
    const bytes = Buffer.allocUnsafe(table.length + tokens.length);
    tokens.copy(bytes, table.copy(bytes, 0));
    return bytes;
  }

  /**
   * Writes the record that is left when tokens are taken out, and leaves this leaf as it is.
   * @param places ascending, not all of them
   * @param into with room for `recordBytesMax`
   * @returns the end of what was written
   */
  encodeWithout(places: readonly number[], into: Buffer, at: number): number {
    if (!this.#namesAll(places)) {
      const bytes = new Leaf(this.#table, this.#rest(places)).encode();
      into.set(bytes, at);
      return at + bytes.length;
    }
    const { bytes: table } = this.#table;
    // All of it at once, and then together over what was taken out: a view for each piece costs
    // more.
    if (this.#start === table.length) into.set(this.#bytes, at);
    else {
      into.set(table, at);
      into.set(this.#tokens(), at + table.length);
    }
    return closeUp(into, at + table.length, this.size, places);
  }

  /**
   * Writes the record of a new owner who had nothing in this leaf, and leaves this leaf as it is.
   * @param places ascending
   * @param into with room for `recordBytesMax`
   * @returns the end of what was written
   */
  encodeGiven(places: readonly number[], into: Buffer, at: number): number {
    const engine = this.#engineOf(places);
    if (engine === null) {
      const bytes = new Leaf().withGiven(this, places).encode();
      into.set(bytes, at);
      return at + bytes.length;
    }
    const { bytes: table } = singleTable(engine);
    into.set(table, at);
    let to = at + table.length;
    const bytes = this.#bytes;
    for (const place of places) {
      const from = this.#at(place);
      for (let n = 0; n < TOKEN_BYTES; n += 1) into[to + n] = bytes[from + n]!;
      into.writeUInt32BE(into.readUInt32BE(to + VERSION_AT) + 1, to + VERSION_AT);
      into.writeUInt32BE(ONLY_ENGINE, to + FOLDER_AT);
      to += TOKEN_BYTES;
    }
    return to;
  }

  /** This leaf with what another gives away of its tokens, as a new one; both stay as they are. */
  withGiven(given: Leaf, places: readonly number[]): Leaf {
    const joined = new Leaf(this.#table, this.#bytes, this.#start, false);
    joined.receive(given.#taken(places));
    return joined;
  }

  /**
   * This leaf with all tokens of another as they are, as a new one; both stay as they are. @throws
   * RangeError for a token in both
   */
  with(given: Leaf): Leaf {
    const joined = new Leaf(this.#table, this.#bytes, this.#start, false);
    joined.take(given);
    return joined;
  }

  /** @throws RangeError on bytes that are no leaf */
  static decode(bytes: Uint8Array): Leaf {
    const from = bufferOf(bytes);
    const table = readTable(from);
    const start = table.bytes.length;
    if ((from.length - start) % TOKEN_BYTES !== 0) throw new RangeError("no leaf of a vault");
    // A value that is read may be memory of the store's: it is copied before it is changed.
    return new Leaf(table, from, start, false);
  }

  #own(): void {
    if (this.#owned) return;
    this.#replace(Buffer.from(this.#tokens()));
  }

  #at(i: number): number {
    return this.#start + i * TOKEN_BYTES;
  }

  #tokens(): Buffer {
    return this.#start === 0 ? this.#bytes : this.#bytes.subarray(this.#start);
  }

  /** @param tokens memory of this leaf's own */
  #replace(tokens: Buffer): void {
    this.#bytes = tokens;
    this.#start = 0;
    this.#owned = true;
  }

  /** The tokens that are left without some. */
  #rest(places: readonly number[]): Buffer {
    const rest = Buffer.from(this.#tokens());
    return rest.subarray(0, closeUp(rest, 0, this.size, places));
  }

  #taken(places: readonly number[]): Leaf {
    const taken = Buffer.allocUnsafe(places.length * TOKEN_BYTES);
    places.forEach((place, n) => {
      this.#bytes.copy(taken, n * TOKEN_BYTES, this.#at(place), this.#at(place + 1));
    });
    return new Leaf(this.#table, taken);
  }

  /** Whether every text is named by some token beside these. */
  #namesAll(places: readonly number[]): boolean {
    const count = this.#table.names.length;
    if (count > BITS_TEXTS_MAX) return false;
    const tokens = this.#bytes;
    const all = 2 ** (count + 1) - 2;
    let [named, next, left] = [0, 0, places[0] ?? -1];
    for (let at = this.#start, place = 0; at < tokens.length; at += TOKEN_BYTES, place += 1) {
      if (place === left) {
        next += 1;
        left = places[next] ?? -1;
        continue;
      }
      named |= (1 << tokens[at + FOLDER_AT + 1]!) | (1 << tokens[at + ENGINE_AT + 1]!);
    }
    return (named & all) === all;
  }

  /** The one text of an engine that all of these tokens name, or null. */
  #engineOf(places: readonly number[]): string | null {
    const engine = this.#bytes.readUInt16BE(this.#at(places[0]!) + ENGINE_AT);
    for (const place of places)
      if (this.#bytes.readUInt16BE(this.#at(place) + ENGINE_AT) !== engine) return null;
    const text = this.#text(engine);
    return text === "" ? null : text;
  }

  #text(number: number): string {
    return number === 0 ? "" : (this.#table.names[number - 1] ?? "");
  }

  #numberOf(text: string): number {
    if (text === "") return 0;
    const { names } = this.#table;
    const known = names.indexOf(text);
    if (known >= 0) return known + 1;
    this.#table = tableOf([...names, text]);
    return names.length + 1;
  }

  /** Tokens of another leaf, with their texts as they are numbered here. */
  #inOwnTexts(given: Leaf): Buffer {
    const rows = given.#tokens();
    // Of texts that these tokens name alone: theirs may be a table of many leaves.
    const numbers: number[] = [];
    let isSame = true;
    for (let at = 0; at < rows.length; at += TOKEN_BYTES) {
      for (let place = at + FOLDER_AT; place <= at + ENGINE_AT; place += TEXT_BYTES) {
        const number = rows.readUInt16BE(place);
        numbers[number] ??= this.#numberOf(given.#text(number));
        isSame &&= numbers[number] === number;
      }
    }
    if (isSame) return rows;
    const own = Buffer.from(rows);
    for (let at = 0; at < own.length; at += TOKEN_BYTES) {
      for (let place = at + FOLDER_AT; place <= at + ENGINE_AT; place += TEXT_BYTES)
        own.writeUInt16BE(numbers[own.readUInt16BE(place)]!, place);
    }
    return own;
  }

  /** Puts sorted rows among the tokens. */
  #merge(rows: Buffer): void {
    const old = this.#tokens();
    const merged = Buffer.allocUnsafe(old.length + rows.length);
    let [a, b, to] = [0, 0, 0];
    while (a < old.length && b < rows.length) {
      const order = old.compare(rows, b, b + ID_BYTES, a, a + ID_BYTES);
      if (order === 0) throw new RangeError("the token is in the leaf already");
      if (order < 0) a += old.copy(merged, to, a, a + TOKEN_BYTES);
      else b += rows.copy(merged, to, b, b + TOKEN_BYTES);
      to += TOKEN_BYTES;
    }
    to += old.copy(merged, to, a);
    rows.copy(merged, to, b);
    this.#replace(merged);
  }

  /** Without texts that no token names any more. */
  #compact(): { readonly table: TextTable; readonly tokens: Buffer } {
    const old = this.#tokens();
    if (this.#namesAll(NO_PLACES)) return { table: this.#table, tokens: old };
    const used = new Set<number>();
    for (let at = 0; at < old.length; at += TOKEN_BYTES) {
      used.add(old.readUInt16BE(at + FOLDER_AT)).add(old.readUInt16BE(at + ENGINE_AT));
    }
    used.delete(0);
    if (used.size === this.#table.names.length) return { table: this.#table, tokens: old };
    const kept = [...used].sort((a, b) => a - b);
    const renamed = new Map(kept.map((number, i) => [number, i + 1]));
    const tokens = Buffer.from(old);
    for (let at = 0; at < tokens.length; at += TOKEN_BYTES) {
      for (const place of [at + FOLDER_AT, at + ENGINE_AT]) {
        tokens.writeUInt16BE(renamed.get(tokens.readUInt16BE(place)) ?? 0, place);
      }
    }
    return { table: tableOf(kept.map((number) => this.#text(number))), tokens };
  }
}

/**
 * Moves tokens together over those that are taken out.
 * @param start of `size` tokens
 * @param places ascending
 * @returns the end of what is left
 */
function closeUp(bytes: Buffer, start: number, size: number, places: readonly number[]): number {
  let to = start + (places[0] ?? size) * TOKEN_BYTES;
  for (let n = 0; n < places.length; n += 1) {
    const from = start + (places[n]! + 1) * TOKEN_BYTES;
    const end = start + (places[n + 1] ?? size) * TOKEN_BYTES;
    if (end > from) bytes.copyWithin(to, from, end);
    to += end - from;
  }
  return to;
}

export const leafValue: ValueCodec<Leaf> = {
  encode: (leaf) => leaf.encode(),
  decode: (bytes) => Leaf.decode(bytes),
};
