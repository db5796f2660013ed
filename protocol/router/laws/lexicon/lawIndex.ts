/**
 * The words of all laws: as the build has collected them, or collected here where the registry is
 * another one than that of the build.
 */
import { once } from "../../../once.js";
import type { Registry } from "../../../operators/registry.js";
import type { UnitValue } from "../../../units/index.js";
import built from "./built.json" with { type: "json" };
import { lexiconOfLaws, lexiconFrom, unitOf, textsOfUnits, type Lexicon } from "./lexicon.js";
import {
  packedNumbers,
  packedParts,
  partsOf,
  unpackedNumbers,
  type PackedParts,
} from "./packed.js";
import {
  Profile,
  profileOf,
  profilesFrom,
  tablesFrom,
  type Postings,
  type Profiles,
  type Tables,
  type Takes,
  type Words,
} from "./profile.js";

export interface LawIndex {
  /** All laws, read whole. */
  readonly lexicon: () => Lexicon;
  readonly profiles: Profiles;
}

/** What the build puts beside this file in the compiled code. */
interface BuiltIndex extends PackedParts {
  readonly registry_version: string;
}

/** Some thousand roots stand in lists that the engine parts by itself. */
interface Code extends Omit<Tables, "postings" | "rarity"> {
  readonly roots: string;
  /** Of each root. */
  readonly postings: string;
  /** Of each root the rarity and one; nought for one that stands in descriptions alone. */
  readonly rarities: string;
}

const BLANK = " ";

const UNIT = "unit ";
const ENTRY = "entry ";
// In the sources the file is empty.
const form: unknown = built;
const indexes = new WeakMap<Registry, LawIndex>();

export function lawIndexOf(registry: Registry): LawIndex {
  const known = indexes.get(registry);
  if (known !== undefined) return known;
  const isOfBuild = isBuilt(form) && form.registry_version === registry.registryVersion;
  const index = isOfBuild ? indexFrom(form, registry) : collectedIndex(registry);
  indexes.set(registry, index);
  return index;
}

/** From the records and the lists of words alone. */
export function collectedIndex(registry: Registry): LawIndex {
  const lexicon = lexiconFrom(registry);
  const all = lexicon.laws.map(profileOf);
  return { lexicon: () => lexicon, profiles: profilesFrom(all, tablesFrom(all)) };
}

/** What the build writes: the tables, then of each law what it takes, then of each its words. */
export function builtIndex(
  registry: Registry,
  { profiles: { all } }: LawIndex = collectedIndex(registry),
): BuiltIndex {
  const { postings, rarity, ...tables } = tablesFrom(all);
  const roots = [...postings.keys()];
  const code: Code = {
    ...tables,
    roots: roots.join(BLANK),
    postings: roots.map((root) => packedNumbers(postings.get(root)!)).join(BLANK),
    rarities: packedNumbers(roots.map((root) => (rarity.get(root) ?? -1) + 1)),
  };
  const names = new Map<object, string>([
    ...registry.entries.map((entry) => [entry, ENTRY + entry.record.id] as const),
    ...[...textsOfUnits()].map(([unit, text]) => [unit, UNIT + text] as const),
  ]);
  const parts = [code, ...all.map(({ takes }) => takes), ...all.map(({ words }) => words)];
  return {
    registry_version: registry.registryVersion,
    ...packedParts(parts, (value) => names.get(value) ?? null),
  };
}

/** @throws Error for a form of another registry, where a law is looked at */
export function indexFrom(index: PackedParts, registry: Registry): LawIndex {
  const known = new Map<string, unknown>();
  const named = (name: string): unknown => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = name.startsWith(UNIT)
      ? unitNamed(name.slice(UNIT.length))
      : registry.get(name.slice(ENTRY.length));
    if (value === undefined || value === null) throw new Error(`there is no ${name}`);
    known.set(name, value);
    return value;
  };
  const part = partsOf(index, named);
  /* oxlint-disable typescript/no-unsafe-type-assertion -- what the build packed */
  const { postings, rarities, roots, ...tables } = part(0) as Code;
  const laws = tables.ids.length;
  const all = tables.ids.map(
    (_id, i) =>
      new Profile(
        () => part(1 + i) as Takes,
        () => part(1 + laws + i) as Words,
      ),
  );
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  return {
    lexicon: once(() => lexiconOfLaws(all.map(({ law }) => law))),
    profiles: profilesFrom(all, { ...tables, ...byRoots(roots, postings, rarities) }),
  };
}

function byRoots(
  roots: string,
  postings: string,
  rarities: string,
): Pick<Profiles, "postings" | "rarity"> {
  const [own, known] = [postings.split(BLANK), unpackedNumbers(rarities)];
  const letters = new Map<string, string>();
  const rarity = new Map<string, number>();
  for (const [i, root] of roots.split(BLANK).entries()) {
    letters.set(root, own[i]!);
    if (known[i]! > 0) rarity.set(root, known[i]! - 1);
  }
  return { postings: postingsFrom(letters), rarity };
}

/** A question has a few of some thousand roots. */
function postingsFrom(letters: ReadonlyMap<string, string>): Postings {
  const read = new Map<string, readonly number[]>();
  return {
    has: (root) => letters.has(root),
    get: (root) => {
      const before = read.get(root);
      if (before !== undefined) return before;
      const own = letters.get(root);
      if (own === undefined) return undefined;
      const found = unpackedNumbers(own);
      read.set(root, found);
      return found;
    },
  };
}

function unitNamed(text: string): UnitValue | null {
  return unitOf(text);
}

function isBuilt(value: unknown): value is BuiltIndex {
  return typeof value === "object" && value !== null && "code" in value && "texts" in value;
}
