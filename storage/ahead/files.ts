/** The two files ahead of the database: made once, never longer, written over in turn. */
import { closeSync, constants, fdatasync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readFrames, type Frames } from "./frames.js";

export const AHEAD_FILES = ["ahead.0", "ahead.1"] as const;
/**
 * At full speed a file lasts a quarter of a second, and what the database has of it is then written
 * out.
 */
export const AHEAD_FILE_BYTES = 8_388_608;
/** More frames than the files hold: each has a number of its own below it. */
export const FRAME_NUMBERS = 8_192;
const ZEROS_BYTES = 1_048_576;

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** What the files in a data directory hold; nothing where there are none. */
export async function readAhead(dir: string): Promise<readonly Frames[]> {
  const found: Frames[] = [];
  for (const name of AHEAD_FILES) {
    try {
      found.push(readFrames(await readFile(join(dir, name))));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return found;
}

async function syncDirectory(dir: string): Promise<void> {
  // There is no such call on Windows, whose file systems keep their names safe themselves.
  if (process.platform === "win32") return;
  const handle = await open(dir, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the files, unless they are there with this length. Their blocks are written once with
 * zeros: a later write changes nothing but bytes, and the file system has no journal to wait for.
 */
export async function makeAheadFiles(dir: string, bytes: number): Promise<void> {
  const zeros = new Uint8Array(Math.min(bytes, ZEROS_BYTES));
  for (const name of AHEAD_FILES) {
    const path = join(dir, name);
    const size = await stat(path).then(
      (found) => found.size,
      () => -1,
    );
    if (size === bytes) continue;
    const handle = await open(path, "w", 0o600);
    try {
      for (let at = 0; at < bytes; at += zeros.length)
        await handle.write(zeros, 0, Math.min(zeros.length, bytes - at), at);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await syncDirectory(dir);
}

/**
 * Makes durable what a database was given without a sync: its logs, oldest first. A log that has
 * gone meanwhile is in a table, which was synced before.
 */
export async function syncLogs(database: string): Promise<void> {
  const logs = (await readdir(database))
    .filter((name) => /^\d+\.log$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  for (const name of logs) {
    try {
      const handle = await open(join(database, name), "r+");
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  await syncDirectory(database);
}

/** One of the files, open for writing. */
export class AheadFile {
  readonly #descriptor: number;
  readonly #bytes: number;
  #at = 0;

  /** @param bytes its length */
  constructor(path: string, bytes: number) {
    this.#descriptor = openSync(path, constants.O_RDWR);
    this.#bytes = bytes;
  }

  hasRoom(bytes: number): boolean {
    return this.#at + bytes <= this.#bytes;
  }
  rewind(): void {
    this.#at = 0;
  }

  /**
   * Writes a frame behind the last one.
   * @param length of the frame
   * @param whole with the rest of its last block
   * @param isPatient a thread of the pool waits for the disk, and this one goes on
   * @returns null when it is durable already, else what resolves when it is
   */
  append(
    frame: Uint8Array,
    length: number,
    whole: number,
    isPatient: boolean,
  ): Promise<void> | null {
    const at = this.#at;
    for (let done = 0; done < length;)
      done += writeSync(this.#descriptor, frame, done, length - done, at + done);
    this.#at += whole;
    if (isPatient) return this.#synced();
    fdatasyncSync(this.#descriptor);
    return null;
  }

  #synced(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
