/**
 * One token of a vault as bytes of one width. Its folder and its engine are numbers of texts that
 * stand in a table beside it.
 */

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

export const ID_BYTES = 32;
const VALUE_AT = 32;
const ACTUAL_AT = 40;
const BOUND_AT = 48;
export const VERSION_AT = 56;
export const BOND_AT = 60;
export const FOLDER_AT = 64;
export const ENGINE_AT = 66;
/** Bytes of a number of a text: that of the folder, then that of the engine. */
export const TEXT_BYTES = 2;
export const FLAGS_AT = 68;
export const TOKEN_BYTES = 69;
export const FREE = 1;
export const LOCKED = 2;
const TWO_32 = 4_294_967_296;

/** Numbers of a token's texts in the table; 0 is the empty text. */
export interface RowTexts {
  readonly folder: number;
  readonly engine: number;
}

/**
 * @param into with room for TOKEN_BYTES
 * @throws RangeError for an id that is no 32 bytes in hex
 */
export function writeRow(
  token: VaultToken,
  { folder, engine }: RowTexts,
  into: Buffer,
  at: number,
): void {
  if (token.id.length !== 2 * ID_BYTES || into.write(token.id, at, ID_BYTES, "hex") !== ID_BYTES) {
    throw new RangeError("a token id of 32 bytes in hex expected");
  }
  into.writeUInt32BE(Math.floor(token.value / TWO_32), at + VALUE_AT);
  into.writeUInt32BE(token.value % TWO_32, at + VALUE_AT + 4);
  into.writeDoubleBE(token.precisionActual, at + ACTUAL_AT);
  into.writeDoubleBE(token.precisionBound, at + BOUND_AT);
  into.writeUInt32BE(token.version, at + VERSION_AT);
  into.writeUInt32BE(token.bond, at + BOND_AT);
  into.writeUInt16BE(folder, at + FOLDER_AT);
  into.writeUInt16BE(engine, at + ENGINE_AT);
  into[at + FLAGS_AT] = (token.free ? FREE : 0) | (token.locked ? LOCKED : 0);
}

/** Face credits of the token at a place. */
export function rowValue(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + VALUE_AT) * TWO_32 + bytes.readUInt32BE(at + VALUE_AT + 4);
}

/** @param textOf the text of a number in the table beside it */
export function readRow(bytes: Buffer, at: number, textOf: (number: number) => string): VaultToken {
  const flags = bytes[at + FLAGS_AT]!;
  return {
    id: bytes.toString("hex", at, at + ID_BYTES),
    value: rowValue(bytes, at),
    free: (flags & FREE) !== 0,
    locked: (flags & LOCKED) !== 0,
    bond: bytes.readUInt32BE(at + BOND_AT),
    version: bytes.readUInt32BE(at + VERSION_AT),
    folder: textOf(bytes.readUInt16BE(at + FOLDER_AT)),
    engineVersion: textOf(bytes.readUInt16BE(at + ENGINE_AT)),
    precisionActual: bytes.readDoubleBE(at + ACTUAL_AT),
    precisionBound: bytes.readDoubleBE(at + BOUND_AT),
  };
}
