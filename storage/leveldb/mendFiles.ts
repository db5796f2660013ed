/**
 * Puts right what is damaged in one bit of a file of a database, in its place: CURRENT, manifest and
 * logs before a start, tables also while it runs. A table is never written again once it is there.
 */
import { mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../kv/errors.js";
import type { FileBit } from "./checksum.js";
import { flippedBitOfLog } from "./logFile.js";
import { readManifest } from "./manifest.js";
import {
  emptyBlock,
  mendTable,
  type BlockPlace,
  type IsWhole,
  type TableVerdict,
} from "./tableFile.js";

const TABLE_FILE = /^\d{6,15}\.(?:ldb|sst)$/;
const LOG_FILE = /^\d{6,15}\.log$/;
const MANIFEST_FILE = /^MANIFEST-\d{6,15}$/;

/** A bit that was flipped back. */
export interface MendedBit extends FileBit {
  readonly file: string;
}

/** Findings of one table. */
export interface TableFinding extends TableVerdict {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Flips back what is damaged in one bit of CURRENT, of a manifest or of a log, each for itself.
 * @param dir of a database that is not open
 * @param isAll whether logs are looked at, too: the end of one may be a write that was under way
 * @throws StoreError STORE_IO
 */
export async function mendLogs(dir: string, isAll = true): Promise<readonly MendedBit[]> {
  const names = await namesIn(dir);
  const mended: MendedBit[] = [];
  const manifests = names.filter((name) => MANIFEST_FILE.test(name));
  for (const file of names) {
    const isLog = (isAll && LOG_FILE.test(file)) || MANIFEST_FILE.test(file);
    if (!isLog && file !== "CURRENT") continue;
    const bytes = await contents(dir, file);
    if (bytes === null) continue;
    const bit = isLog ? flippedBitOfLog(bytes) : flippedBitOfCurrent(bytes, manifests);
    // A log that somebody else writes to changes while it is looked at: nothing of it is damaged.
    if (bit === null || (await contents(dir, file))?.equals(bytes) !== true) continue;
    await writeByte(dir, file, bit.at, bytes[bit.at]! ^ (1 << bit.bit));
    mended.push({ file, ...bit });
  }
  return mended;
}

/** Names of the tables that are there now. */
export async function tablesIn(dir: string): Promise<readonly string[]> {
  return (await namesIn(dir)).filter((name) => TABLE_FILE.test(name)).sort();
}

/**
 * Looks at one table and flips back what is damaged in one bit of a block.
 * @returns null where the table is not there any more
 * @throws StoreError STORE_IO
 */
export async function mendTableFile(
  dir: string,
  file: string,
  isWhole: IsWhole,
): Promise<TableFinding | null> {
  const bytes = await contents(dir, file);
  if (bytes === null) return null;
  const verdict = mendTable(bytes, isWhole);
  for (const { at } of verdict.flipped) await writeByte(dir, file, at, bytes[at]!);
  return { ...verdict, file, bytes: bytes.length };
}

/** A table that the database reads. */
export interface TableInUse {
  readonly bytes: number;
  /** Its lowest and its highest key. */
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/**
 * Tables in use, by their files: others are being written, or are merged already.
 * @returns null where that cannot be told
 */
export async function tablesInUse(dir: string): Promise<ReadonlyMap<string, TableInUse> | null> {
  const current = await contents(dir, "CURRENT");
  const manifest = await contents(dir, current?.toString("latin1").trim() ?? "CURRENT");
  if (manifest === null) return null;
  try {
    const { firstKeys, lastKeys, tables } = readManifest(manifest);
    return new Map(
      [...tables].map(([n, bytes]) => [
        `${String(n).padStart(6, "0")}.ldb`,
        { bytes, first: firstKeys.get(n)!, last: lastKeys.get(n)! },
      ]),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Bounds of the names that a part which was set aside may have held, in hex. */
export interface AsideNote {
  readonly first: string;
  readonly last: string;
}

const NOTE_FILE = /\.missing$/;

/**
 * Keeps the bytes of a damaged block in a file of its own, and makes the block an empty one. What it
 * may have held is noted first, for the block tells nothing of it any more.
 * @param aside directory that it makes
 */
export async function setBlockAside(
  dir: string,
  file: string,
  { offset, size }: BlockPlace,
  aside: string,
  note: AsideNote,
): Promise<void> {
  const bytes = await contents(dir, file);
  if (bytes === null) return;
  const empty = emptyBlock(size);
  try {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const kept = bytes.subarray(offset, offset + empty.length);
    const name = join(aside, `${file}-${offset}`);
    // A copy of an earlier try is the whole one.
    await writeFile(name, kept, { mode: 0o600, flush: true, flag: "wx" }).catch(
      (error: unknown) => {
        if (!isThere(error)) throw error;
      },
    );
    await writeFile(`${name}.missing`, JSON.stringify(note), { mode: 0o600, flush: true });
  } catch (error) {
    throw new StoreError("STORE_IO", `${aside} cannot be written`, error);
  }
  await writeAt(dir, file, offset, empty);
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

/** Notes of parts whose records are not all there again. */
export async function asideNotes(aside: string): Promise<readonly AsideNote[]> {
  const names = (await readdir(aside).catch(() => [])).filter((name) => NOTE_FILE.test(name));
  const notes: AsideNote[] = [];
  for (const name of names.sort()) {
    const { first, last }: Partial<AsideNote> = Object(
      JSON.parse(await readFile(join(aside, name), "utf8")),
    );
    if (typeof first === "string" && typeof last === "string") notes.push({ first, last });
  }
  return notes;
}

/** All that was missing is there again. The bytes that were set aside stay. */
export async function dropAsideNotes(aside: string): Promise<void> {
  for (const name of await readdir(aside).catch(() => []))
    if (NOTE_FILE.test(name)) await rm(join(aside, name), { force: true });
}

function flippedBitOfCurrent(bytes: Buffer, manifests: readonly string[]): FileBit | null {
  const found = manifests.flatMap((name): readonly FileBit[] => {
    const meant = Buffer.from(`${name}\n`, "latin1");
    if (meant.length !== bytes.length) return [];
    const other = [...meant.keys()].filter((at) => meant[at] !== bytes[at]);
    const [at] = other;
    if (at === undefined || other.length > 1) return [];
    const apart = meant[at]! ^ bytes[at]!;
    return (apart & (apart - 1)) === 0 ? [{ at, bit: 31 - Math.clz32(apart) }] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

function writeByte(dir: string, file: string, at: number, byte: number): Promise<void> {
  return writeAt(dir, file, at, Uint8Array.of(byte));
}

async function writeAt(dir: string, file: string, at: number, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(join(dir, file), "r+");
    try {
      await handle.write(bytes, 0, bytes.length, at);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isGone(error)) return;
    throw new StoreError("STORE_IO", `${join(dir, file)} cannot be put right`, error);
  }
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isGone(error)) return [];
    throw new StoreError("STORE_IO", `the database in ${dir} cannot be read`, error);
  }
}

async function contents(dir: string, file: string): Promise<Buffer | null> {
  try {
    return await readFile(join(dir, file));
  } catch (error) {
    if (isGone(error)) return null;
    throw new StoreError("STORE_IO", `${join(dir, file)} cannot be read`, error);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
