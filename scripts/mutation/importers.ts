/** Which compiled unit tests reach a file, and how far from it they are. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const IMPORTED = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"/g;
const UNIT = "test/unit/";

/** Each nearest first. */
export interface ReachingTests {
  /** Those of the folder that the file's own room has, which take seconds. */
  readonly ofRoom: readonly string[];
  readonly others: readonly string[];
}

export class Importers {
  readonly #dist: string;
  /** Files by what they import, all from the root of the compiled code. */
  readonly #by = new Map<string, string[]>();

  constructor(dist: string) {
    this.#dist = dist;
    for (const file of scripts(dist)) this.#read(file);
  }

  #read(file: string): void {
    const text = readFileSync(join(this.#dist, file), "utf8");
    for (const [, path] of text.matchAll(IMPORTED)) {
      const target = relative(this.#dist, resolve(this.#dist, dirname(file), path!));
      const known = this.#by.get(target);
      if (known === undefined) this.#by.set(target, [file]);
      else known.push(file);
    }
  }

  /**
   * Unit tests that reach a compiled file: the one of its name, then those of its own room, then
   * others, the nearest first.
   */
  testsOf(file: string): ReachingTests {
    const own = file.replace(/^protocol\//, UNIT);
    const named = own.replace(/\.js$/, ".test.js");
    const room = `${dirname(own)}/`;
    const rankOf = (test: string): number =>
      test === named ? 2 : Number(room !== UNIT && test.startsWith(room));
    const all = [...this.#distances(file)]
      .filter(([one]) => one.startsWith(UNIT) && one.endsWith(".test.js"))
      .sort(([a, far], [b, near]) => rankOf(b) - rankOf(a) || far - near || (a < b ? -1 : 1))
      .map(([test]) => test);
    const count = all.filter((test) => rankOf(test) > 0).length;
    return { ofRoom: all.slice(0, count), others: all.slice(count) };
  }

  #distances(file: string): ReadonlyMap<string, number> {
    const distances = new Map([[file, 0]]);
    for (const [one, distance] of distances)
      for (const importer of this.#by.get(one) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    return distances;
  }
}

function scripts(dist: string): string[] {
  const rooms = ["protocol", "storage", "config", "api", "node", "scripts", "test"];
  return rooms.flatMap((room) =>
    readdirSync(join(dist, room), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
      .map((entry) => relative(dist, join(entry.parentPath, entry.name))),
  );
}
