/**
 * The version of the data format, in the database and in the file VERSION. A directory of another
 * version is refused before anything in it is touched: there is one format, and no step between
 * two.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buckets } from "./buckets.js";
import { StoreCorruptError, StoreError, type StoreErrorCode } from "../kv/errors.js";
import type { KeyValueStore } from "../kv/kv.js";
import { WHOLE_RANGE } from "../kv/kv.js";
import { put, read } from "../kv/table.js";

export const FORMAT_VERSION = 1;
const VERSION_FILE = "VERSION";
const META_FORMAT = "data-format";
/** Where the versions before the first release noted theirs, which count from 1 as well. */
const META_UNRELEASED = "format";

const VERSION_TEXT = /^calcmesh data format ([1-9]\d{0,8})$/;
/** What the versions before the first release wrote. */
const UNRELEASED_TEXT = /^[1-9]\d{0,8}$/;

const REMEDY =
  "Nothing in it was changed. Run the program that wrote it, or start with an empty directory";

function refusal(code: StoreErrorCode, dir: string, found: string): StoreError {
  return new StoreError(
    code,
    `${dir} is in ${found}, and this program reads data format ${FORMAT_VERSION} only. ${REMEDY}`,
  );
}

function refuseOther(version: number, dir: string): void {
  if (version === FORMAT_VERSION) return;
  const code = version > FORMAT_VERSION ? "FORMAT_NEWER" : "FORMAT_OLDER";
  throw refusal(code, dir, `data format ${version}`);
}

function refuseUnreleased(version: string, dir: string): never {
  throw refusal(
    "FORMAT_OLDER",
    dir,
    `format ${version} of the versions before the first release of calcmesh`,
  );
}

function unreadable(where: string): StoreError {
  return new StoreError(
    "FORMAT_UNREADABLE",
    `${where} does not hold the version of a data format. ${REMEDY}`,
  );
}

/**
 * Refuses a directory of another format. Reads one file, writes nothing.
 * @returns whether the file is there: the directory was used before
 * @throws StoreError FORMAT_NEWER | FORMAT_OLDER | FORMAT_UNREADABLE | STORE_IO
 */
export async function checkVersionFile(dir: string): Promise<boolean> {
  const file = join(dir, VERSION_FILE);
  let text: string;
  try {
    text = (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw new StoreError("STORE_IO", `${file} cannot be read`, error);
  }
  if (UNRELEASED_TEXT.test(text)) refuseUnreleased(text, dir);
  const version = VERSION_TEXT.exec(text)?.[1];
  if (version === undefined) throw unreadable(file);
  refuseOther(Number(version), dir);
  return true;
}

export async function writeVersionFile(dir: string): Promise<void> {
  const file = join(dir, VERSION_FILE);
  const fresh = `${file}.new`;
  await writeFile(fresh, `calcmesh data format ${FORMAT_VERSION}\n`, { mode: 0o600, flush: true });
  await rename(fresh, file);
}

async function isEmpty(store: KeyValueStore): Promise<boolean> {
  for await (const _ of store.range({ ...WHOLE_RANGE, limit: 1 })) return false;
  return true;
}

/**
 * Refuses a database of another format. Reads two records, writes nothing.
 * @returns whether it names this format; false where it names none
 * @throws StoreError FORMAT_NEWER | FORMAT_OLDER | FORMAT_UNREADABLE, CorruptRecordError
 */
export async function checkDatabaseFormat(dir: string, store: KeyValueStore): Promise<boolean> {
  const text = await read(store, buckets.meta, META_FORMAT);
  if (text === undefined) {
    const unreleased = await read(store, buckets.meta, META_UNRELEASED);
    if (unreleased !== undefined) refuseUnreleased(unreleased, dir);
    return false;
  }
  if (!/^[1-9]\d{0,8}$/.test(text)) throw unreadable(`the database in ${dir}`);
  refuseOther(Number(text), dir);
  return true;
}

/**
 * Notes the format in a directory that was never used, and refuses one that lost its database.
 * @param raw the database without its checksums
 * @param isNoted whether the database names this format
 * @param wasUsed whether there is a file VERSION
 * @throws StoreCorruptError
 */
export async function prepareFormat(
  dir: string,
  raw: KeyValueStore,
  store: KeyValueStore,
  { isNoted, wasUsed }: { readonly isNoted: boolean; readonly wasUsed: boolean },
): Promise<void> {
  if (!isNoted) {
    if (!(await isEmpty(raw))) {
      throw new StoreCorruptError(`the database in ${dir} has records but no data-format version`);
    }
    if (wasUsed) {
      // To begin again with the same identity would be to sign a second history.
      throw new StoreCorruptError(
        `${dir} was used before, but its database is missing or empty: restore a backup of it, ` +
          "or choose another data directory",
      );
    }
    await store.batch([put(buckets.meta, META_FORMAT, String(FORMAT_VERSION))], { sync: true });
  }
  if (!wasUsed) await writeVersionFile(dir);
}
