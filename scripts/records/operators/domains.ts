/** The records of every domain and their words, read fresh: a file of the folder is a domain. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** From where this is compiled to. */
const FOLDER = fileURLToPath(new URL("../../../../protocol/operators/domains", import.meta.url));

/** What the files hold, whole. */
const FILES: ReadonlyMap<string, readonly unknown[]> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name, recordsOf(name)]),
);

/** Names of the files, and the records of each without their words: those change no value and no version. */
export const DOMAIN_FILES: ReadonlyMap<string, readonly unknown[]> = new Map(
  [...FILES].map(([name, held]) => [name, held.map(withoutWords)]),
);

export const DOMAINS: readonly (readonly unknown[])[] = [...DOMAIN_FILES.values()];

/** Members `words`, by the id of their record. */
export const WORDS_BY_ID: ReadonlyMap<string, unknown> = new Map(
  [...FILES.values()].flat().flatMap((record): [string, unknown][] => {
    const [id, words] = [memberOf(record, "id"), memberOf(record, "words")];
    return typeof id === "string" && words !== undefined ? [[id, words]] : [];
  }),
);

function memberOf(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
}

function withoutWords(record: unknown): unknown {
  if (typeof record !== "object" || record === null) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "words"));
}

function recordsOf(name: string): readonly unknown[] {
  const text = readFileSync(join(FOLDER, name), "utf8");
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
  } catch (error) {
    throw new SyntaxError(`protocol/operators/domains/${name} is no JSON`, { cause: error });
  }
  throw new TypeError(`protocol/operators/domains/${name} must hold an array of records`);
}
