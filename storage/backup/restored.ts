/**
 * A database made of records that were kept elsewhere, byte for byte. The directory is told to be a
 * copy, so that its first start looks whether the original runs; the file VERSION comes last, and
 * without it no start takes the directory.
 */
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { AcknowledgedFile } from "../leveldb/acknowledged.js";
import { writeVersionFile } from "../records/format.js";
import type { Entry, KeyValueStore } from "../kv/kv.js";
import { openLevel } from "../leveldb/level.js";
import { examineDatabase } from "../leveldb/examine.js";

const DATABASE_DIR = "db";
/** No directory has this name by its inode. */
const RESTORED = "restored";

export class RestoredStore {
  readonly #dir: string;
  readonly #level: KeyValueStore;

  private constructor(dir: string, level: KeyValueStore) {
    this.#dir = dir;
    this.#level = level;
  }

  /** @param dir empty. @throws StoreError */
  static async begin(dir: string): Promise<RestoredStore> {
    return new RestoredStore(dir, await openLevel(join(dir, DATABASE_DIR)));
  }

  /** @param list records with their checksums */
  async put(list: readonly Entry[]): Promise<void> {
    await this.#level.batch(
      list.map(([key, value]) => ({ type: "put", key, value })),
      { sync: false },
    );
  }

  /** All of it is on the disk when it resolves. */
  async end(): Promise<void> {
    await this.#level.close();
    await syncAll(join(this.#dir, DATABASE_DIR));
    const { sequence } = await examineDatabase(join(this.#dir, DATABASE_DIR), true);
    const noted = { directory: RESTORED, sequence: sequence ?? 0 };
    const file = await AcknowledgedFile.open(this.#dir, noted);
    await file.close();
    await writeVersionFile(this.#dir);
  }

  close(): Promise<void> {
    return this.#level.close();
  }
}

/** LevelDB was told to sync nothing on its way. */
async function syncAll(dir: string): Promise<void> {
  for (const path of [...(await readdir(dir)).map((name) => join(dir, name)), dir]) {
    const file = await open(path, "r");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
