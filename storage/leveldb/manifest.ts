/** What LevelDB's manifest says: applied in order, its edits give the files in use. */
import { readLog } from "./logFile.js";

const [
  COMPARATOR,
  LOG_NUMBER,
  NEXT_FILE_NUMBER,
  LAST_SEQUENCE,
  COMPACT_POINTER,
  DELETED_FILE,
  NEW_FILE,
] = [1, 2, 3, 4, 5, 6, 7] as const;
const PREVIOUS_LOG_NUMBER = 9;
/** Number of the write, and whether it put or deleted. */
const KEY_SUFFIX_BYTES = 8;
/** The order of keys that this program writes with: LevelDB's own. */
const OWN_COMPARATOR = "leveldb.BytewiseComparator";

export interface Manifest {
  /** Logs from this number on, and the one before where it is named, are not in tables yet. */
  readonly logNumber: number;
  readonly previousLog: number;
  /** Number of the last write that the manifest knows of. */
  readonly lastSequence: number;
  /** Tables by their numbers, with their lengths. */
  readonly tables: ReadonlyMap<number, number>;
  /** Lowest and highest key of each of them, without what LevelDB adds to keys. */
  readonly firstKeys: ReadonlyMap<number, Uint8Array>;
  readonly lastKeys: ReadonlyMap<number, Uint8Array>;
}

/** Reads numbers and texts of an edit, one after the other. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws RangeError where it ends within, or is no safe integer */
  number(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError("a number is too large");
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  text(): Buffer {
    const length = this.number();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("a text is too short");
    const text = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return text;
  }
}

/** @throws RangeError with the reason where it is no whole manifest of such a database */
export function readManifest(bytes: Buffer): Manifest {
  const { records, goesOnAt } = readLog(bytes);
  if (goesOnAt !== null) throw new RangeError("it is damaged");
  const numbers = new Map<number, number>();
  const tables = new Map<number, number>();
  const firstKeys = new Map<number, Uint8Array>();
  const lastKeys = new Map<number, Uint8Array>();
  let isOwn = false;
  for (const record of records) {
    const fields = new Fields(record);
    while (!fields.isOver) {
      const tag = fields.number();
      switch (tag) {
        case COMPARATOR:
          isOwn = fields.text().toString("latin1") === OWN_COMPARATOR;
          if (!isOwn) throw new RangeError("it is of a database with another order of keys");
          break;
        case LOG_NUMBER:
        case NEXT_FILE_NUMBER:
        case LAST_SEQUENCE:
        case PREVIOUS_LOG_NUMBER:
          numbers.set(tag, fields.number());
          break;
        case COMPACT_POINTER:
          fields.number();
          fields.text();
          break;
        case DELETED_FILE:
          fields.number();
          tables.delete(fields.number());
          break;
        case NEW_FILE: {
          fields.number();
          const number = fields.number();
          tables.set(number, fields.number());
          firstKeys.set(number, fields.text().subarray(0, -KEY_SUFFIX_BYTES));
          lastKeys.set(number, fields.text().subarray(0, -KEY_SUFFIX_BYTES));
          break;
        }
        default:
          throw new RangeError(`it has an unknown field ${tag}`);
      }
    }
  }
  const logNumber = numbers.get(LOG_NUMBER);
  const lastSequence = numbers.get(LAST_SEQUENCE);
  if (!isOwn || logNumber === undefined || lastSequence === undefined)
    throw new RangeError("it is too short");
  const previousLog = numbers.get(PREVIOUS_LOG_NUMBER) ?? 0;
  return { logNumber, previousLog, lastSequence, tables, firstKeys, lastKeys };
}
