/** A ZIP file (APPNOTE 6.3.3): entries that were deflated, at one fixed time, so that bytes repeat. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
const DEFLATED = 8;
const UTF8_NAMES = 0x08_00;
/** 1 January 1980, the first day of the format. */
const DATE = 33;
/** A file that its owner writes and all read. */
const UNIX_VERSION = 0x03_14;
const MODE = (0o100_644 << 16) >>> 0;

/** What local and central headers share, from the version on. */
function shared(name: Buffer, bytes: Uint8Array, packed: Uint8Array): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const listed: Buffer[] = [];
  let at = 0;
  for (const { bytes, name } of entries) {
    const path = Buffer.from(name, "utf8");
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = shared(path, bytes, packed);
    const file = Buffer.concat([word(LOCAL), fields, path, packed]);
    const creator = Buffer.alloc(2);
    creator.writeUInt16LE(UNIX_VERSION);
    const places = Buffer.alloc(14);
    places.writeUInt32LE(MODE, 6);
    places.writeUInt32LE(at, 10);
    listed.push(Buffer.concat([word(CENTRAL), creator, fields, places, path]));
    files.push(file);
    at += file.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, directory, word(END), end]);
}
