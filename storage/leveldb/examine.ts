/**
 * Looks at the files of a LevelDB without changing any: whether all that it names is there and
 * whole, and how far its writes go. LevelDB itself mends what it finds while it opens it: without a
 * `CURRENT` it makes a new database and deletes the files of the old one, of a log it drops what is
 * behind a damage, and of a manifest that was cut it takes the older state.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { StoreCorruptError, StoreError } from "../kv/errors.js";
import { readLog } from "./logFile.js";
import { readManifest, type Manifest } from "./manifest.js";

const CURRENT_TEXT = /^MANIFEST-(\d{6,15})\n$/;
const LOG_FILE = /^(\d{6,15})\.log$/;
/** Sequence number and count. */
const BATCH_HEADER_BYTES = 12;

export interface ExaminedDatabase {
  /**
   * How many operations were ever written, by LevelDB's own count; null where there is no database
   * yet.
   */
  readonly sequence: number | null;
}

/**
 * @param dir of the database
 * @param wasUsed whether the directory around it says that there was one
 * @throws StoreCorruptError, StoreError STORE_IO
 */
export async function examineDatabase(dir: string, wasUsed: boolean): Promise<ExaminedDatabase> {
  const damaged = (what: string): StoreCorruptError =>
    new StoreCorruptError(
      `the database in ${dir} is damaged: ${what}. Nothing in it was changed: restore a backup of ` +
        "the whole data directory, or choose another one",
    );
  const names = await namesIn(dir);
  if (!names.includes("CURRENT")) {
    // What a first start leaves that ends before its database is made: no log, no table.
    const isUnused = names.every((name) => !/\.(?:log|ldb|sst)$/.test(name));
    if (!wasUsed && isUnused) return { sequence: null };
    throw damaged(
      names.length === 0
        ? "it is missing, and the directory was used before"
        : "its file CURRENT is missing",
    );
  }
  const current = await contents(join(dir, "CURRENT"));
  const named = CURRENT_TEXT.exec(current.toString("latin1"));
  if (named === null) throw damaged("its file CURRENT does not name a manifest");
  const manifestName = `MANIFEST-${named[1]}`;
  if (!names.includes(manifestName)) throw damaged(`its ${manifestName} is missing`);
  let manifest: Manifest;
  try {
    manifest = readManifest(await contents(join(dir, manifestName)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw damaged(`of its ${manifestName} ${error.message}`);
  }
  await checkTables(dir, names, manifest, damaged);
  return { sequence: await sequenceOf(dir, names, manifest, damaged) };
}

async function checkTables(
  dir: string,
  names: readonly string[],
  { tables }: Manifest,
  damaged: (what: string) => StoreCorruptError,
): Promise<void> {
  for (const [number, bytes] of tables) {
    const digits = String(number).padStart(6, "0");
    const name = [`${digits}.ldb`, `${digits}.sst`].find((one) => names.includes(one));
    if (name === undefined) throw damaged(`its table ${digits}.ldb is missing`);
    const { size } = await stat(join(dir, name));
    if (size !== bytes) throw damaged(`its table ${name} has ${size} bytes instead of ${bytes}`);
  }
}

/** The last write of all, each of which must follow the one before. */
async function sequenceOf(
  dir: string,
  names: readonly string[],
  { lastSequence, logNumber, previousLog }: Manifest,
  damaged: (what: string) => StoreCorruptError,
): Promise<number> {
  const numbers = names
    .flatMap((name) => LOG_FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .filter((number) => number >= logNumber || (previousLog !== 0 && number === previousLog))
    .sort((a, b) => a - b);
  if (!numbers.includes(logNumber))
    throw damaged(`its log ${String(logNumber).padStart(6, "0")}.log is missing`);
  let next: number | null = null;
  for (const number of numbers) {
    const name = `${String(number).padStart(6, "0")}.log`;
    const { goesOnAt, records, soundBytes } = readLog(await contents(join(dir, name)));
    for (const record of records) {
      if (record.length < BATCH_HEADER_BYTES)
        throw damaged(`its log ${name} holds what is no write`);
      const batch = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
      const first = Number(batch.readBigUInt64LE(0));
      const isNext: boolean = next === null ? first <= lastSequence + 1 : first === next;
      if (!isNext) throw damaged(`writes before number ${first} are missing from its log ${name}`);
      next = first + batch.readUInt32LE(8);
    }
    // A write that was under way when the power went is torn, and nothing follows it.
    if (goesOnAt !== null)
      throw damaged(`its log ${name} is damaged at byte ${soundBytes} and goes on behind that`);
  }
  return Math.max(lastSequence, (next ?? 1) - 1);
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new StoreError("STORE_IO", `the database in ${dir} cannot be read`, error);
  }
}

async function contents(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new StoreError("STORE_IO", `${file} cannot be read`, error);
  }
}
