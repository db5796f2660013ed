/**
 * The log in the data directory: two files, so that what a node said before it ended, in good order or
 * not, can be read after it. Each line is written at once. Where none can be written, the log goes on
 * without them: whoever reads its other end is told.
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

const NEWEST = "log.jsonl";
const OLDER = "log.old.jsonl";
/** Of one file: some 20,000 lines. */
const BYTES_MAX = 4_194_304;

export class KeptLog {
  readonly #dir: string;
  readonly #bytesMax: number;
  #fd: number;
  #bytes: number;

  /** @throws where the file cannot be opened */
  constructor(dir: string, bytesMax = BYTES_MAX) {
    this.#dir = dir;
    this.#bytesMax = bytesMax;
    this.#fd = openSync(join(dir, NEWEST), "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
  }

  /** @throws where it cannot be written */
  add(line: string): void {
    const text = `${line}\n`;
    if (this.#bytes > 0 && this.#bytes + text.length > this.#bytesMax) this.#turn();
    this.#bytes += writeSync(this.#fd, text);
  }

  #turn(): void {
    closeSync(this.#fd);
    renameSync(join(this.#dir, NEWEST), join(this.#dir, OLDER));
    this.#fd = openSync(join(this.#dir, NEWEST), "a", 0o600);
    this.#bytes = 0;
  }
}

/** What nodes of this data directory wrote, the oldest first; nothing where there was none. */
export function keptLines(dir: string): readonly string[] {
  return [OLDER, NEWEST].flatMap((name) => {
    try {
      return readFileSync(join(dir, name), "utf8").split("\n").filter(Boolean);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}
