/**
 * Numbered inputs of operators: a record declares `L_i`, and a compute gives `L_1`, `L_2`, ... or
 * one list for all of them.
 */
import { list } from "../cel/index.js";
import type { CelType } from "../cel/index.js";
import {
  INDEX_LETTERS,
  aliasOf,
  memberName,
  memberReader,
  readIndexed,
} from "../equations/reading/seriesNames.js";
import type { IndexedName } from "../equations/reading/seriesNames.js";
import type { ChainOperator } from "../chains/plan.js";
import type { JsonObject, JsonValue } from "../ports.js";

/** Items of a list that is given for a family. */
const FAMILY_ITEMS_MAX = 256;

export interface Family {
  readonly each: CelType;
  /** Of a list for all members; null where two indices number them. */
  readonly all: CelType | null;
  isMember(name: string): boolean;
}

/** Null for a symbol whose letter is no index, as the `v_i` of an initial speed. */
export function familyOf(
  { compiled }: Pick<ChainOperator, "compiled">,
  { aliases, name }: { readonly name: string; readonly aliases: readonly string[] },
  each: CelType,
): Family | null {
  const indexed = readIndexed(name, INDEX_LETTERS);
  if (indexed === null || compiled === null || compiled.accepts(name)) return null;
  const readers = [indexed, ...aliases.map((alias) => aliasOf(indexed, alias))].map(memberReader);
  return {
    each,
    all: indexed.letters.length === 1 ? list(each, FAMILY_ITEMS_MAX) : null,
    isMember: (given) => readers.some((read) => read(given) !== null),
  };
}

/** Inputs of operators, a list under its members' names: they take numbers only. */
export function membersOfLists(inputs: JsonObject): JsonObject {
  if (!Object.values(inputs).some(Array.isArray)) return inputs;
  const members: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (!Array.isArray(value)) members[name] = value;
    else {
      const indexed = familyNamed(name);
      for (const [i, one] of value.entries()) members[memberName(indexed, [i + 1])] = one;
    }
  }
  return members;
}

/** An alias may name a family without its index. */
function familyNamed(name: string): IndexedName {
  return readIndexed(name, INDEX_LETTERS) ?? { name, parts: [name, ["i"]], letters: ["i"] };
}
