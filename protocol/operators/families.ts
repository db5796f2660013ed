/**
 * Symbols with an index: a record declares `x_i` once, an example or a request gives `x_1`, `x_2`,
 * ... ; name, unit, aliases, range and scale hold for each member.
 */
import { INDEX_LETTERS, memberReader, readIndexed } from "../equations/reading/seriesNames.js";

/** Input names that are members of a declared name; none when it has no index. */
export function membersOf(declared: string, names: readonly string[]): readonly string[] {
  const indexed = readIndexed(declared, INDEX_LETTERS);
  if (indexed === null) return [];
  const read = memberReader(indexed);
  return names.filter((name) => read(name) !== null);
}

/** The declared name an input belongs to: itself, or its family; null when there is none. */
export function symbolOf(name: string, declared: readonly string[]): string | null {
  if (declared.includes(name)) return name;
  return declared.find((one) => membersOf(one, [name]).length > 0) ?? null;
}

/** Whether two indexed names are one family, as `y_i` and `y_j` are. */
export function isSameFamily(a: string, b: string): boolean {
  const [x, y] = [templateOf(a), templateOf(b)];
  return x !== null && x === y;
}

function templateOf(name: string): string | null {
  const indexed = readIndexed(name, INDEX_LETTERS);
  if (indexed === null) return null;
  return indexed.parts
    .map((part) => (typeof part === "string" ? part : "#".repeat(part.length)))
    .join("_");
}
