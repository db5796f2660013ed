/**
 * Holds the files of a database open. LevelDB deletes files that it has merged while it keeps its
 * lock: to free one of two megabytes takes the system a millisecond or more, ten in a row are
 * usual, and anyone who reads or writes waits that long. Of a file that is open elsewhere only the
 * name is taken away; it is freed when it is closed, which here is done by a thread of the pool.
 *
 * What comes and goes is written to the manifest first, so only that file is watched: of a whole
 * directory every write is an event.
 */
import { unwatchFile, watch, watchFile, type FSWatcher } from "node:fs";
import { open, readdir, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/**
 * The database opens up to a thousand itself; what a larger one has beyond this is freed as before.
 */
const FILES_HELD_MAX = 768;
/** Some file systems tell nobody of changes: so often they are looked for. */
const LOOK_MS = 60_000;
/** Tables, and logs of what is in memory. */
const DATA_FILE = /^\d+\.(?:ldb|sst|log)$/;

export class HeldFiles {
  readonly #dir: string;
  readonly #held = new Map<string, FileHandle>();
  #watcher: FSWatcher | null = null;
  #manifest = "";
  readonly #changed = (): void => {
    this.#follow();
  };
  #following: Promise<void> | null = null;
  #isAsked = false;
  #isClosed = false;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param dir of a database that is open */
  static start(dir: string): HeldFiles {
    const files = new HeldFiles(dir);
    // Where open files cannot be deleted this would break what it is to speed up.
    if (process.platform !== "win32")
      files.#following = files.#begin().finally(() => {
        files.#following = null;
      });
    return files;
  }

  /** Files held now. */
  get size(): number {
    return this.#held.size;
  }

  /** Resolves when what has changed up to now is followed. */
  async settled(): Promise<void> {
    while (this.#following !== null) await this.#following;
  }

  /** Lets go of all files. Idempotent. */
  async close(): Promise<void> {
    this.#end();
    await this.settled();
    this.#follow();
    await this.settled();
  }

  async #begin(): Promise<void> {
    try {
      const manifest = await readFile(join(this.#dir, "CURRENT"), "utf8");
      if (this.#isClosed) return;
      this.#manifest = join(this.#dir, manifest.trim());
      this.#watcher = watch(this.#manifest, { persistent: false }, this.#changed);
      this.#watcher.on("error", () => {
        void this.close();
      });
      watchFile(this.#manifest, { persistent: false, interval: LOOK_MS }, this.#changed);
    } catch {
      // Nothing can be watched: the database works as well, if less evenly.
      return;
    }
    this.#isAsked = true;
    await this.#followed();
  }

  #end(): void {
    this.#isClosed = true;
    this.#watcher?.close();
    this.#watcher = null;
    if (this.#manifest !== "") unwatchFile(this.#manifest, this.#changed);
  }

  /** Names may have come and gone; what comes meanwhile is followed after it. */
  #follow(): void {
    this.#isAsked = true;
    this.#following ??= this.#followed().finally(() => {
      this.#following = null;
    });
  }

  async #followed(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      const names = this.#isClosed ? [] : await this.#names();
      const there = new Set(names);
      await this.#release([...this.#held.keys()].filter((name) => !there.has(name)));
      for (const name of names) {
        if (this.#isClosed || this.#held.size >= FILES_HELD_MAX) break;
        if (!this.#held.has(name)) await this.#hold(name);
      }
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#dir).catch(() => []);
    return names.filter((name) => DATA_FILE.test(name));
  }

  async #hold(name: string): Promise<void> {
    try {
      this.#held.set(name, await open(join(this.#dir, name)));
    } catch (error) {
      // It may be gone already. Anything else, as that no more files can be opened, is a reason to
      // hold none.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      this.#end();
      this.#isAsked = true;
    }
  }

  /** One after the other: each keeps a thread of the pool busy. */
  async #release(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const file = this.#held.get(name);
      this.#held.delete(name);
      await file?.close();
    }
  }
}
