/**
 * A reader of damaged databases: for each flip of its second argument it opens a copy of the
 * directory of its first one with that bit flipped, reads every window, and prints what it met. The
 * database may end the process on the way.
 */
import { writeSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../../storage/kv/errors.js";
import { openStore } from "../../storage/store.js";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";
import { readWindow } from "./storageWindows.js";

const STDOUT = 1;

export interface Flip {
  readonly file: string;
  readonly bit: number;
}

export interface Met {
  right: number;
  missing: number;
  damaged: number;
  wrong: number;
  refused: number;
}

async function readDamaged(dir: string, { file, bit }: Flip, windows: number): Promise<Met> {
  const met: Met = { right: 0, missing: 0, damaged: 0, wrong: 0, refused: 0 };
  const path = join(dir, "db", file);
  const bytes = await readFile(path);
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = bytes[at]! ^ (1 << (bit % 8));
  await writeFile(path, bytes);
  try {
    const store = await openStore({ dir });
    try {
      for (let window = 0; window < windows; window += 1)
        for (const verdict of await readWindow(store, window)) met[verdict] += 1;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    met.refused += 1;
  }
  return met;
}

async function main(origin: string, flips: readonly Flip[], windows: number): Promise<void> {
  for (const flip of flips) {
    const dir = await makeDirectory();
    try {
      await cp(origin, dir, { recursive: true });
      writeSync(STDOUT, `${JSON.stringify(await readDamaged(dir, flip, windows))}\n`);
    } finally {
      await removeDirectory(dir);
    }
  }
}

const [origin = "", flips = "[]", windows = "0"] = process.argv.slice(2);
const asked: readonly Flip[] = JSON.parse(flips);
await main(origin, asked, Number(windows));
