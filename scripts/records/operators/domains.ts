/** The records of every domain, read fresh: a file of the folder is a domain. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** From where this is compiled to. */
const FOLDER = fileURLToPath(new URL("../../../../protocol/operators/domains", import.meta.url));

/** Names of the files, and what each holds. */
export const DOMAIN_FILES: ReadonlyMap<string, readonly unknown[]> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name, recordsOf(name)]),
);

export const DOMAINS: readonly (readonly unknown[])[] = [...DOMAIN_FILES.values()];

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
