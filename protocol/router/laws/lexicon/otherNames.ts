/** Other names of laws, by the id of their record. */
import data from "./synonyms.json" with { type: "json" };

const otherNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(data.laws).map(([id, names]) => [id, names.split("; ")] as const),
);

export const lawsWithOtherNames: readonly string[] = [...otherNames.keys()];

export function otherNamesOf(id: string): readonly string[] {
  return otherNames.get(id) ?? [];
}
