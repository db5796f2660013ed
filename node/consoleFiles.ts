/** Files of the console, which the build writes into a directory beside that of the program. */
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ConsoleFile } from "../api/http/context.js";

/** From a joined program, and from the module where it is compiled alone. */
const PLACES = ["../console/", "../../console/"] as const;
const PACKED = ".br";

interface Listed {
  readonly directory: URL;
  readonly names: ReadonlySet<string>;
}

/** The files of the first of some directories that has a page. */
export class ConsoleFiles {
  readonly #places: readonly URL[];
  /** Kept once read: a name has the hash of what it holds. */
  readonly #kept = new Map<string, Promise<ConsoleFile | null>>();
  #listed: Promise<Listed | null> | null = null;

  constructor(places: readonly URL[]) {
    this.#places = places;
  }

  /**
   * An upgrade may put other files there while the program runs: then all are listed anew, so that
   * the page and what it loads are of one build.
   *
   * @param name as a caller states it: only what the directory lists is read
   * @returns null where there is none, or not any more
   */
  async file(name: string): Promise<ConsoleFile | null> {
    if (name.endsWith(PACKED)) return null;
    try {
      return await this.#read(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#listed = null;
      this.#kept.clear();
    }
    try {
      return await this.#read(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      return null;
    }
  }

  async #read(name: string): Promise<ConsoleFile | null> {
    this.#listed ??= this.#list();
    const listed = await this.#listed;
    // A build may come later.
    if (listed === null) this.#listed = null;
    if (listed === null || !listed.names.has(name)) return null;
    const file = this.#kept.get(name) ?? read(listed, name);
    this.#kept.set(name, file);
    // A failure to read is not kept.
    file.catch(() => this.#kept.delete(name));
    return file;
  }

  async #list(): Promise<Listed | null> {
    for (const directory of this.#places) {
      const names = await namesIn(fileURLToPath(directory));
      if (names.includes("index.html")) return { directory, names: new Set(names) };
    }
    return null;
  }
}

const files = new ConsoleFiles(PLACES.map((place) => new URL(place, import.meta.url)));

export function consoleFile(name: string): Promise<ConsoleFile | null> {
  return files.file(name);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function read({ directory, names }: Listed, name: string): Promise<ConsoleFile> {
  const bytesOf = (of: string): Promise<Uint8Array> => readFile(new URL(of, directory));
  const [bytes, packed] = await Promise.all([
    bytesOf(name),
    names.has(name + PACKED) ? bytesOf(name + PACKED) : null,
  ]);
  return { bytes, packed };
}
