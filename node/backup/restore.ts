/**
 * A data directory out of a backup that was read and found whole. Records first, then the head,
 * then the file VERSION, the secrets last: broken off anywhere, it leaves a directory that no start
 * takes.
 */
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OpenBackup } from "../../storage/backup/container.js";
import { readSections, SECTION } from "../../storage/backup/sections.js";
import type { Entry } from "../../storage/kv/kv.js";
import { makeDirectory } from "../../storage/leveldb/makeDirectory.js";
import { RestoredStore } from "../../storage/backup/restored.js";
import { writeNotedHead } from "../spine/headFile.js";
import { IDENTITY_FILES } from "../runtime/identity/identity.js";
import type { ReadBackup } from "./readBackup.js";
import { CONFIG_FILE } from "./writeBackup.js";

interface RestoreOptions {
  /** Empty, or not there. */
  readonly dir: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (records: number) => void;
}

/** What a file system puts into the root of a volume itself. */
const OF_VOLUMES: ReadonlySet<string> = new Set(["lost+found"]);

/** Whether a directory has nothing in it, or is not there. @throws what the system says */
export async function isEmptyDirectory(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).every((name) => OF_VOLUMES.has(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}

/** What fails is taken back. @throws what reading and writing say */
export async function restoreBackup(
  backup: Pick<OpenBackup, "content">,
  { files, manifest }: ReadBackup,
  options: RestoreOptions,
): Promise<void> {
  const { dir } = options;
  await makeDirectory(dir);
  try {
    await writeRecords(backup, options);
    if (manifest.spine !== null)
      await writeNotedHead(dir, { ...manifest.spine, identity: manifest.identity });
    const config = files.get(CONFIG_FILE);
    if (config !== undefined) await writePrivate(join(dir, CONFIG_FILE), config);
    await mkdir(join(dir, "identity"), { mode: 0o700 });
    // Reading it has shown that the identity is whole: of the next key it has one file of two.
    for (const name of IDENTITY_FILES) {
      const content = files.get(`identity/${name}`);
      if (content !== undefined) await writePrivate(join(dir, "identity", name), content);
    }
  } catch (error) {
    for (const name of ["identity", CONFIG_FILE, "head.json", "VERSION", "acknowledged", "db"])
      await rm(join(dir, name), { recursive: true, force: true });
    throw error;
  }
}

async function writeRecords(
  backup: Pick<OpenBackup, "content">,
  { dir, onProgress, signal }: RestoreOptions,
): Promise<void> {
  const store = await RestoredStore.begin(dir);
  let records = 0;
  try {
    for await (const list of readSections(backup.content())) {
      signal?.throwIfAborted();
      const entries = list.flatMap(({ content, kind, name }): Entry[] =>
        kind === SECTION.record ? [[name, content]] : [],
      );
      await store.put(entries);
      records += entries.length;
      onProgress?.(records);
    }
    await store.end();
  } finally {
    await store.close();
  }
}

async function writePrivate(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
