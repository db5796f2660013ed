/** Operators as they are typed: ids in any case, with the units of their inputs. */
import { specOf, type OperatorEntry, type Registry } from "../../protocol/operators/index.js";
import { searchOperators } from "../../protocol/router/laws/find.js";
import { parseUnit } from "../../protocol/units/index.js";
import type { ChainReader } from "./arguments.js";
import { CliError, EXIT, usage } from "./exitCodes.js";
import type { InputUnit, UnitOf } from "./numbers.js";
import { isOperatorId } from "./operatorId.js";

const NUMBER = /^[+-]?(?:\d|\.\d)/;
const FOUND_MAX = 3;

export function chainReader(registry: () => Registry): ChainReader {
  return {
    ids: (words) => operatorIds(words, registry),
    unitsOf: (ids) => unitsOf(ids, registry),
  };
}

/** @throws CliError for a number or a unit that stands alone, and for words that are no id */
export function operatorIds(words: readonly string[], registry: () => Registry): string[] {
  return words.map((word) => (isOperatorId(word) ? word : idOf(word, words, registry())));
}

function idOf(word: string, words: readonly string[], registry: Registry): string {
  if (NUMBER.test(word)) throw nameless(word, words, registry);
  const folded = word.toLowerCase();
  const [only, ...more] = registry.entries.filter(({ id }) => id.toLowerCase() === folded);
  if (only !== undefined && more.length === 0) return only.id;
  if (folded === "ko42") return "KO42";
  if (parseUnit(word).ok)
    throw usage(
      `${word} stands apart from its number`,
      `Write them as one word, as in r=384400${word}, or in quotes: 'r=384400 ${word}'.`,
    );
  const found = searchOperators(registry, word, { limit: FOUND_MAX });
  if (found.total > 0) throw byWord(word, found.total, found.entries);
  // Not known here: the node may know it, and says what is nearest.
  return word;
}

function nameless(word: string, words: readonly string[], registry: Registry): CliError {
  const entries = words.flatMap((one) => registry.get(one) ?? []);
  const [first] = entries;
  if (first === undefined)
    return usage(
      `${word} is a number without a name`,
      "Write each input as name=number; calc convert 5 mi to km gives a quantity in another unit.",
    );
  const { conditional, required } = specOf(first);
  const names = [...required, ...conditional].map(({ name }) => name);
  return usage(
    `${word} is a number without a name: ${first.id} takes ${names.join(", ")}`,
    `Write ${names[0] ?? "name"}=${word}; calc operator-spec ${first.id} tells what each is.`,
  );
}

function byWord(word: string, total: number, entries: readonly OperatorEntry[]): CliError {
  const named = entries.map(({ id, record }) => `${id} (${record.name})`).join(", ");
  const count = total === 1 ? "1 operator is" : `${total} operators are`;
  return new CliError(
    "UNKNOWN_OPERATOR",
    EXIT.usage,
    `${JSON.stringify(word)} is no operator id; ${count} found by that word: ${named}`,
    `calc operators ${word} lists them.`,
  );
}

/** Units of the inputs of these operators, by any of their names. */
export function unitsOf(ids: readonly string[], registry: () => Registry): UnitOf {
  let units: ReadonlyMap<string, InputUnit | null> | null = null;
  return (name) => {
    units ??= unitTable(ids, registry());
    return units.get(name) ?? units.get(fold(name)) ?? null;
  };
}

function fold(name: string): string {
  return name.length === 1 ? name : name.toLowerCase().replaceAll(/[_\- ]/g, "");
}

/** A name that means two units has none. */
function unitTable(
  ids: readonly string[],
  registry: Registry,
): ReadonlyMap<string, InputUnit | null> {
  const units = new Map<string, InputUnit | null>();
  for (const id of ids) {
    const entry = registry.get(id);
    if (entry === undefined) continue;
    const { assumed, conditional, optional, required } = specOf(entry);
    for (const { aliases, name, quantity, unit } of [
      ...required,
      ...conditional,
      ...assumed,
      ...optional,
    ])
      for (const key of new Set([name, ...aliases].flatMap((one) => [one, fold(one)])))
        units.set(
          key,
          units.has(key) && units.get(key)?.unit !== unit
            ? null
            : { unit, isDifference: quantity.includes("difference") },
        );
  }
  return units;
}
