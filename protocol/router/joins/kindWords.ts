/** Kinds of quantity that what is asked may be, by its unit and its words. */
import { lawBookOf, type LawBook } from "../../derivation/lawBook.js";
import { isSaidByUnit, kindOfName } from "../../lexicon/kinds.js";
import type { Registry } from "../../operators/registry.js";
import { dimensionKey } from "../../units/index.js";
import { lawStems, wordsOfQuantity } from "../laws/lexicon/lawWords.js";
import { rootOf } from "../laws/lexicon/roots.js";

/** How surely words say a kind. */
export const SURENESS = {
  /** All words of its name. */
  named: 3,
  /** A word that people use for it, right beside the number. */
  near: 2,
  /** A word of it in the sentence. */
  far: 1,
  /** The unit alone. */
  unit: 0,
} as const;

interface KindOfWords {
  readonly kind: string;
  /** One of `SURENESS`. */
  readonly sure: number;
}

interface Entry {
  readonly kind: string;
  /** Of its dimension. */
  readonly key: string;
  readonly name: readonly string[];
  /** Its name, and others that records have for it. */
  readonly names: readonly (readonly string[])[];
  readonly roots: ReadonlySet<string>;
  readonly laws: number;
}

/** Names that records have for one kind. */
const SPELLINGS: readonly string[] = [
  "velocity",
  "electric_potential",
  "electromotive_force",
  "specific_heat_capacity",
  "free_fall_acceleration",
  "angular_speed",
  "viscosity",
  "duration",
];

function namesOf(kind: string): readonly string[] {
  return [kind, ...SPELLINGS.filter((one) => kindOfName(one) === kind)];
}

const entriesOfBooks = new WeakMap<LawBook, readonly Entry[]>();

/** All kinds that have a dimension; those that most laws have first. */
function entriesOf(registry: Registry): readonly Entry[] {
  const book = lawBookOf(registry);
  const before = entriesOfBooks.get(book);
  if (before !== undefined) return before;
  const entries = [...book.kinds.values()].flatMap(({ dimension, name }): readonly Entry[] => {
    if (dimension === null) return [];
    const names = namesOf(name);
    return [
      {
        kind: name,
        key: dimensionKey(dimension),
        name: lawStems(name).map(rootOf),
        names: names.map((one) => lawStems(one).map(rootOf)),
        roots: new Set(names.flatMap((one) => wordsOfQuantity(one)).map(rootOf)),
        laws: book.byKind.get(name)?.length ?? 0,
      },
    ];
  });
  entries.sort((a, b) => b.laws - a.laws || (a.kind < b.kind ? -1 : 1));
  entriesOfBooks.set(book, entries);
  return entries;
}

/** Kinds that what is asked names, the longest names alone; by its unit where it names none. */
export function kindsAsked(
  registry: Registry,
  roots: readonly string[],
  dimensions: ReadonlySet<string> | null,
): readonly KindOfWords[] {
  const entries = entriesOf(registry).filter(
    ({ key }) => dimensions === null || dimensions.has(key),
  );
  const asked = new Set(roots);
  const named = entries.filter(({ names }) =>
    names.some((all) => all.every((root) => asked.has(root))),
  );
  const longest = named.filter(
    ({ name }) =>
      !named.some(
        (one) => one.name.length > name.length && name.every((root) => one.name.includes(root)),
      ),
  );
  if (longest.length > 0) return longest.map(({ kind }) => ({ kind, sure: SURENESS.named }));
  const near = entries.filter((one) => [...one.roots].some((root) => asked.has(root)));
  if (near.length > 0) return near.map(({ kind }) => ({ kind, sure: SURENESS.near }));
  if (dimensions === null) return [];
  return entries
    .filter(({ kind }) => isSaidByUnit(kind))
    .map(({ kind }) => ({ kind, sure: SURENESS.unit }));
}
