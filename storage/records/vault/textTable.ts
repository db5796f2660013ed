/**
 * Texts that tokens of a leaf name by numbers, as the record of the leaf begins with them. The same
 * few come again and again.
 */
const TABLES_MAX = 64;

/** Folders and engine versions. Never changed in place. */
export interface TextTable {
  readonly names: readonly string[];
  readonly bytes: Buffer;
}

export function tableOf(names: readonly string[]): TextTable {
  const texts = names.map((name) => Buffer.from(name, "utf8"));
  const bytes = Buffer.allocUnsafe(2 + texts.reduce((sum, text) => sum + 2 + text.length, 0));
  let at = bytes.writeUInt16BE(texts.length, 0);
  for (const text of texts) {
    at = bytes.writeUInt16BE(text.length, at);
    at += text.copy(bytes, at);
  }
  return { names, bytes };
}

export const NO_TEXTS = tableOf([]);
/** Tables met lately, by their bytes: the leaves of an account share a few. */
const tables = new Map<string, TextTable>();
/** And the one met last, which most often comes again. */
let lastTable = NO_TEXTS;

function beginsWith(bytes: Buffer, start: Buffer): boolean {
  if (bytes.length < start.length) return false;
  for (let i = 0; i < start.length; i += 1) if (bytes[i] !== start[i]) return false;
  return true;
}

/** The table that the record of a leaf begins with. @throws RangeError where it is cut short */
export function readTable(from: Buffer): TextTable {
  // A table begins with the number of its texts, so none is the beginning of another.
  if (!beginsWith(from, lastTable.bytes)) lastTable = findTable(from);
  return lastTable;
}

function findTable(from: Buffer): TextTable {
  let end = 2;
  for (let left = from.readUInt16BE(0); left > 0; left -= 1) end += 2 + from.readUInt16BE(end);
  if (end > from.length) throw new RangeError("no leaf of a vault");
  const name = from.toString("latin1", 0, end);
  const known = tables.get(name);
  if (known !== undefined) return known;
  const names: string[] = [];
  for (let at = 2; at < end;) {
    const next = at + 2 + from.readUInt16BE(at);
    names.push(from.toString("utf8", at + 2, next));
    at = next;
  }
  const table = { names, bytes: Buffer.from(from.subarray(0, end)) };
  if (tables.size >= TABLES_MAX) tables.clear();
  tables.set(name, table);
  return table;
}

/** Of a leaf whose tokens name one text. */
let lastSingle = NO_TEXTS;

export function singleTable(name: string): TextTable {
  if (lastSingle.names[0] !== name) lastSingle = tableOf([name]);
  return lastSingle;
}
