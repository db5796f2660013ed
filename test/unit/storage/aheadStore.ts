/** Stores with files ahead of them, as the tests of both have them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { HoldBack } from "../../../storage/ahead/applier.js";
import type { AheadFile } from "../../../storage/ahead/files.js";
import { BLOCK_BYTES } from "../../../storage/ahead/frames.js";
import type { Progress } from "../../../storage/ahead/progress.js";
import { AheadStore } from "../../../storage/ahead/store.js";
import { WHOLE_RANGE, type KeyValueStore, type Operation } from "../../../storage/kv.js";
import type { MemoryStore } from "../../../storage/memory.js";
import { hex } from "./keyValueSuite.js";

export const FILE_BLOCKS = 8;
export const FILE_BYTES = FILE_BLOCKS * BLOCK_BYTES;
/** Where marks of frames are kept. */
const MARKS = 55;

export interface Options {
  readonly fileBytes?: number;
  readonly nowMs?: () => number;
  readonly mayGoAhead?: (operations: readonly Operation[]) => boolean;
  readonly openFile?: (path: string, bytes: number) => AheadFile;
  readonly progress?: Progress;
  readonly isPatient?: boolean;
  readonly held?: HoldBack;
}

export const ALL = (): boolean => true;

/** @param dir with the database `raw` in `db` @returns a store whose files are in use */
export async function aheadIn(
  dir: string,
  raw: KeyValueStore,
  options: Options,
): Promise<AheadStore> {
  const database = join(dir, "db");
  await mkdir(database, { recursive: true });
  // A clock that stands still: no write counts as slow.
  const fixed = {
    dir,
    database,
    fileBytes: FILE_BYTES,
    afterBatches: 0,
    nowMs: () => 0,
    mayGoAhead: ALL,
    ...options,
  };
  const store = new AheadStore(raw, fixed);
  await store.batch([], { sync: true });
  await store.settled();
  expect(store.isAhead).to.equal(true);
  return store;
}

/** A store whose batches go another way. */
export function over(memory: MemoryStore, batch: KeyValueStore["batch"]): KeyValueStore {
  return {
    get: (key) => memory.get(key),
    getMany: (keys) => memory.getMany(keys),
    range: (options) => memory.range(options),
    close: () => memory.close(),
    batch,
  };
}

/** All records but the marks, as text. */
export async function contents(store: KeyValueStore): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const [key, value] of store.range(WHOLE_RANGE)) {
    if (key[0] !== MARKS) found.push(`${hex(key)} ${value[0]} ${value.length}`);
  }
  return found;
}
