/**
 * The version of the data format: in the database, where it changes together with the data, and in
 * the file VERSION, so that a newer directory is refused before anything in it is touched.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buckets } from "./buckets.js";
import { StoreCorruptError, StoreError } from "./errors.js";
import type { KeyValueStore } from "./kv.js";
import { WHOLE_RANGE } from "./kv.js";
import { openLevel } from "./level.js";
import { migrations as ownMigrations } from "./migrations/index.js";
import type { Migration } from "./migrations/index.js";
import { del, put, read } from "./table.js";

/**
 * 2: commit windows may be durable in files ahead of the database; 3: every window has its entry in
 * the journal; 4: a leaf of a vault stands in either of two places; 5: every answer kept for an
 * idempotency key is listed by its age.
 */
export const FORMAT_VERSION = 5;
const VERSION_FILE = "VERSION";
const META_FORMAT = "format";
/**
 * The version whose migration has begun: the copy of its records is complete, and the database is
 * not as it was any more.
 */
const META_LEAVING = "format-leaving";
const COPY_OPERATIONS_MAX = 1_000;

/** What a build can read; given explicitly only by tests. */
export interface DataFormat {
  readonly version: number;
  readonly migrations: readonly Migration[];
}

export const currentFormat: DataFormat = { version: FORMAT_VERSION, migrations: ownMigrations };

function parseVersion(text: string, where: string): number {
  const trimmed = text.trim();
  if (!/^[1-9][0-9]{0,8}$/.test(trimmed)) {
    throw new StoreError("FORMAT_UNREADABLE", `${where} does not hold a data-format version`);
  }
  return Number(trimmed);
}

function refuseNewer(found: number, { version }: DataFormat, dir: string): void {
  if (found <= version) return;
  throw new StoreError(
    "FORMAT_NEWER",
    `${dir} was written in data format ${found}, and this version reads up to ${version}: ` +
      "install a newer version",
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/**
 * Refuses a directory of a newer format. Reads one file, writes nothing.
 * @returns the version it names, or null in a directory that was never used
 */
export async function checkVersionFile(dir: string, format: DataFormat): Promise<number | null> {
  const file = join(dir, VERSION_FILE);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw new StoreError("STORE_IO", `${file} cannot be read`, error);
  }
  const version = parseVersion(text, file);
  refuseNewer(version, format, dir);
  return version;
}

async function writeVersionFile(dir: string, version: number): Promise<void> {
  const file = join(dir, VERSION_FILE);
  const fresh = `${file}.new`;
  await writeFile(fresh, `${version}\n`, { mode: 0o600, flush: true });
  await rename(fresh, file);
}

async function isEmpty(store: KeyValueStore): Promise<boolean> {
  for await (const _ of store.range({ ...WHOLE_RANGE, limit: 1 })) return false;
  return true;
}

/** Copies every record, as it is, into a second database under `backups/`. */
async function backUp(raw: KeyValueStore, dir: string, version: number): Promise<void> {
  const target = join(dir, "backups", `format-${version}`);
  // What an interrupted copy left behind is incomplete; a complete one is renamed below.
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const copy = await openLevel(join(unfinished, "db"));
  try {
    let operations: { type: "put"; key: Uint8Array; value: Uint8Array }[] = [];
    for await (const [key, value] of raw.range(WHOLE_RANGE)) {
      operations.push({ type: "put", key, value });
      if (operations.length < COPY_OPERATIONS_MAX) continue;
      await copy.batch(operations, { sync: false });
      operations = [];
    }
    await copy.batch(operations, { sync: true });
  } finally {
    await copy.close();
  }
  await writeVersionFile(unfinished, version);
  await rm(target, { recursive: true, force: true });
  await rename(unfinished, target);
}

/**
 * Refuses a database of a newer format. Reads one record, writes nothing.
 * @returns the version it names, or null where it names none
 * @throws StoreError FORMAT_NEWER | FORMAT_UNREADABLE, CorruptRecordError
 */
export async function checkDatabaseFormat(
  dir: string,
  store: KeyValueStore,
  format: DataFormat,
): Promise<number | null> {
  const text = await read(store, buckets.meta, META_FORMAT);
  if (text === undefined) return null;
  const version = parseVersion(text, `the database in ${dir}`);
  refuseNewer(version, format, dir);
  return version;
}

function changesRecords(version: number, { migrations }: DataFormat): boolean {
  return migrations.some(({ from, keepsRecords = false }) => from >= version && !keepsRecords);
}

/**
 * Brings an opened database to `format.version`.
 * @param raw the database without its checksums, for an exact backup
 * @param named what the file VERSION says, or null when there is none
 * @throws StoreError FORMAT_NEWER, StoreCorruptError
 */
export async function prepareFormat(
  dir: string,
  raw: KeyValueStore,
  store: KeyValueStore,
  named: number | null,
  format: DataFormat,
): Promise<void> {
  const found = await checkDatabaseFormat(dir, store, format);
  if (found === null) {
    if (!(await isEmpty(raw))) {
      throw new StoreCorruptError(`the database in ${dir} has records but no data-format version`);
    }
    if (named !== null) {
      // To begin again with the same identity would be to sign a second history.
      throw new StoreCorruptError(
        `${dir} was used before, but its database is missing or empty: restore a backup of it, ` +
          "or choose another data directory",
      );
    }
    await store.batch([put(buckets.meta, META_FORMAT, String(format.version))], { sync: true });
    await writeVersionFile(dir, format.version);
    return;
  }
  let version = found;
  // Begun before: another copy now would take the place of the exact one.
  const begun = (await read(store, buckets.meta, META_LEAVING)) === String(found);
  if (!begun && changesRecords(version, format)) {
    await backUp(raw, dir, version);
    await store.batch([put(buckets.meta, META_LEAVING, String(version))], { sync: true });
  }
  while (version < format.version) {
    const from = version;
    const step = format.migrations.find((migration) => migration.from === from);
    if (step === undefined) {
      const why = `data format ${version} in ${dir} can no longer be read`;
      throw new StoreError("FORMAT_UNREADABLE", why);
    }
    const last = await step.run(store);
    version = step.to;
    const leaving =
      version === format.version
        ? del(buckets.meta, META_LEAVING)
        : put(buckets.meta, META_LEAVING, String(version));
    await store.batch([...last, put(buckets.meta, META_FORMAT, String(version)), leaving], {
      sync: true,
    });
  }
  if (named !== version) await writeVersionFile(dir, version);
}
