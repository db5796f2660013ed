/**
 * One leaf of an account's vault: all its tokens whose ids begin with the same two bytes, in the order of their ids. Ids
 * are hashes, so leaves are about equally full: one or two tokens up to a hundred thousand, fifteen at a million. Tokens are
 * kept as bytes of one width and moved between leaves without being taken apart.
 */
import type { ValueCodec } from "../codecs.js";

/** What an account holds of one envelope. */
export interface VaultToken {
  /** Receipt id, 64 hex digits. */
  readonly id: string;
  /** Face credits. */
  readonly value: number;
  /** Paid for with free credits at least in part: soulbound, its value is the house's. */
  readonly free: boolean;
  readonly locked: boolean;
  /** Number of the bond that holds it; 0 for none. */
  readonly bond: number;
  /** Counts the changes of owner. */
  readonly version: number;
  /** "" for unfiled. */
  readonly folder: string;
  readonly engineVersion: string;
  readonly precisionActual: number;
  readonly precisionBound: number;
}

const ID_BYTES = 32;
const VALUE_AT = 32;
const ACTUAL_AT = 40;
const BOUND_AT = 48;
const VERSION_AT = 56;
const BOND_AT = 60;
const FOLDER_AT = 64;
const ENGINE_AT = 66;
const FLAGS_AT = 68;
const TOKEN_BYTES = 69;
const FREE = 1;
const LOCKED = 2;
const TWO_32 = 4_294_967_296;

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export class Leaf {
  /** Folders and engine versions, numbered from 1: 0 is the empty text. */
  #texts: string[];
  #tokens: Buffer;

  constructor(texts: readonly string[] = [], tokens: Uint8Array = Buffer.alloc(0)) {
    this.#texts = [...texts];
    this.#tokens = bufferOf(tokens);
  }

  get size(): number { return this.#tokens.length / TOKEN_BYTES; }

  /** 32 bytes, valid until the leaf is changed. */
  idAt(i: number): Uint8Array {
    return this.#tokens.subarray(i * TOKEN_BYTES, i * TOKEN_BYTES + ID_BYTES);
  }

  valueAt(i: number): number {
    const at = i * TOKEN_BYTES + VALUE_AT;
    return this.#tokens.readUInt32BE(at) * TWO_32 + this.#tokens.readUInt32BE(at + 4);
  }

  isFree(i: number): boolean { return (this.#tokens[i * TOKEN_BYTES + FLAGS_AT]! & FREE) !== 0; }
  isLocked(i: number): boolean { return (this.#tokens[i * TOKEN_BYTES + FLAGS_AT]! & LOCKED) !== 0; }
  bondAt(i: number): number { return this.#tokens.readUInt32BE(i * TOKEN_BYTES + BOND_AT); }

  /** May change its owner: paid for, neither locked nor bonded. */
  isMovable(i: number): boolean {
    return this.#tokens[i * TOKEN_BYTES + FLAGS_AT] === 0 && this.bondAt(i) === 0;
  }

  folderAt(i: number): string { return this.#text(this.#tokens.readUInt16BE(i * TOKEN_BYTES + FOLDER_AT)); }

  tokenAt(i: number): VaultToken {
    const at = i * TOKEN_BYTES;
    const bytes = this.#tokens;
    return {
      id: bytes.toString("hex", at, at + ID_BYTES), value: this.valueAt(i), free: this.isFree(i), locked: this.isLocked(i),
      bond: this.bondAt(i), version: bytes.readUInt32BE(at + VERSION_AT), folder: this.folderAt(i),
      engineVersion: this.#text(bytes.readUInt16BE(at + ENGINE_AT)), precisionActual: bytes.readDoubleBE(at + ACTUAL_AT),
      precisionBound: bytes.readDoubleBE(at + BOUND_AT),
    };
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
    this.#tokens.writeUInt16BE(this.#numberOf(folder), i * TOKEN_BYTES + FOLDER_AT);
  }

  setLocked(i: number, locked: boolean): void {
    const at = i * TOKEN_BYTES + FLAGS_AT;
    this.#tokens[at] = (this.#tokens[at]! & ~LOCKED) | (locked ? LOCKED : 0);
  }

  setBond(i: number, bond: number): void { this.#tokens.writeUInt32BE(bond, i * TOKEN_BYTES + BOND_AT); }

  /** Adds tokens that are not in the leaf, in any order. @throws RangeError for one that is */
  insert(tokens: readonly VaultToken[]): void {
    const rows = tokens.map((token) => this.#rowOf(token)).sort(byId);
    this.#merge(Buffer.concat(rows));
  }

  /**
   * Takes tokens out, as a leaf of their own that a new owner's may take in.
   * @param places ascending
   */
  extract(places: readonly number[]): Leaf {
    const taken = Buffer.allocUnsafe(places.length * TOKEN_BYTES);
    const rest = Buffer.allocUnsafe(this.#tokens.length - taken.length);
    let [to, from] = [0, 0];
    places.forEach((place, n) => {
      const at = place * TOKEN_BYTES;
      this.#tokens.copy(taken, n * TOKEN_BYTES, at, at + TOKEN_BYTES);
      to += this.#tokens.copy(rest, to, from, at);
      from = at + TOKEN_BYTES;
    });
    this.#tokens.copy(rest, to, from);
    this.#tokens = rest;
    return new Leaf(this.#texts, taken);
  }

  /** Takes in what somebody else's leaf gave away: unfiled, and one version further. @throws RangeError for a token held */
  receive(given: Leaf): void {
    const rows = Buffer.from(given.#tokens);
    for (let at = 0; at < rows.length; at += TOKEN_BYTES) {
      rows.writeUInt32BE(rows.readUInt32BE(at + VERSION_AT) + 1, at + VERSION_AT);
      rows.writeUInt16BE(0, at + FOLDER_AT);
      rows.writeUInt16BE(this.#numberOf(given.#text(rows.readUInt16BE(at + ENGINE_AT))), at + ENGINE_AT);
    }
    this.#merge(rows);
  }

  encode(): Uint8Array {
    const { texts, tokens } = this.#compact();
    const named = texts.map((text) => Buffer.from(text, "utf8"));
    const head = 2 + named.reduce((sum, text) => sum + 2 + text.length, 0);
    const bytes = Buffer.allocUnsafe(head + tokens.length);
    let at = bytes.writeUInt16BE(named.length, 0);
    for (const text of named) {
      at = bytes.writeUInt16BE(text.length, at);
      at += text.copy(bytes, at);
    }
    tokens.copy(bytes, at);
    return bytes;
  }

  /** @throws RangeError on bytes that are no leaf */
  static decode(bytes: Uint8Array): Leaf {
    const from = bufferOf(bytes);
    const count = from.readUInt16BE(0);
    const texts: string[] = [];
    let at = 2;
    while (texts.length < count) {
      const end = at + 2 + from.readUInt16BE(at);
      texts.push(from.toString("utf8", at + 2, end));
      at = end;
    }
    // A copy: what is read may be memory of the store's, and a leaf is changed in place.
    const tokens = Buffer.from(from.subarray(at));
    if (at > from.length || tokens.length % TOKEN_BYTES !== 0) throw new RangeError("no leaf of a vault");
    return new Leaf(texts, tokens);
  }

  #text(number: number): string { return number === 0 ? "" : this.#texts[number - 1] ?? ""; }

  #numberOf(text: string): number {
    if (text === "") return 0;
    const known = this.#texts.indexOf(text);
    return known >= 0 ? known + 1 : this.#texts.push(text);
  }

  #rowOf(token: VaultToken): Buffer {
    const row = Buffer.alloc(TOKEN_BYTES);
    if (token.id.length !== 2 * ID_BYTES || row.write(token.id, 0, ID_BYTES, "hex") !== ID_BYTES) {
      throw new RangeError("a token id of 32 bytes in hex expected");
    }
    row.writeUInt32BE(Math.floor(token.value / TWO_32), VALUE_AT);
    row.writeUInt32BE(token.value % TWO_32, VALUE_AT + 4);
    row.writeDoubleBE(token.precisionActual, ACTUAL_AT);
    row.writeDoubleBE(token.precisionBound, BOUND_AT);
    row.writeUInt32BE(token.version, VERSION_AT);
    row.writeUInt32BE(token.bond, BOND_AT);
    row.writeUInt16BE(this.#numberOf(token.folder), FOLDER_AT);
    row.writeUInt16BE(this.#numberOf(token.engineVersion), ENGINE_AT);
    row[FLAGS_AT] = (token.free ? FREE : 0) | (token.locked ? LOCKED : 0);
    return row;
  }

  /** Puts sorted rows among the tokens. */
  #merge(rows: Buffer): void {
    const old = this.#tokens;
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
    this.#tokens = merged;
  }

  /** Without texts that no token names any more. */
  #compact(): { readonly texts: readonly string[]; readonly tokens: Buffer } {
    const used = new Set<number>();
    for (let at = 0; at < this.#tokens.length; at += TOKEN_BYTES) {
      used.add(this.#tokens.readUInt16BE(at + FOLDER_AT)).add(this.#tokens.readUInt16BE(at + ENGINE_AT));
    }
    used.delete(0);
    if (used.size === this.#texts.length) return { texts: this.#texts, tokens: this.#tokens };
    const kept = [...used].sort((a, b) => a - b);
    const renamed = new Map(kept.map((number, i) => [number, i + 1]));
    const tokens = Buffer.from(this.#tokens);
    for (let at = 0; at < tokens.length; at += TOKEN_BYTES) {
      for (const place of [at + FOLDER_AT, at + ENGINE_AT]) {
        tokens.writeUInt16BE(renamed.get(tokens.readUInt16BE(place)) ?? 0, place);
      }
    }
    return { texts: kept.map((number) => this.#text(number)), tokens };
  }
}

function byId(a: Buffer, b: Buffer): number {
  return a.compare(b, 0, ID_BYTES, 0, ID_BYTES);
}

export const leafValue: ValueCodec<Leaf> = {
  encode: (leaf) => leaf.encode(), decode: (bytes) => Leaf.decode(bytes),
};
