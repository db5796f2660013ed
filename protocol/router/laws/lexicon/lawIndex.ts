/**
 * The words of all laws: as the build has collected them, or collected here where the registry is
 * another one than that of the build.
 */
import type { Registry } from "../../../operators/registry.js";
import type { UnitValue } from "../../../units/index.js";
import built from "./built.json" with { type: "json" };
import {
  lexiconOfLaws,
  lexiconFrom,
  unitOf,
  textsOfUnits,
  type Law,
  type Lexicon,
} from "./lexicon.js";
import { packed, unpacked, type Packed } from "./packed.js";
import { namesOf, profileOf, profilesFrom, type Profile, type Profiles } from "./profile.js";

export interface LawIndex {
  readonly lexicon: Lexicon;
  readonly profiles: Profiles;
}

/** What the build puts beside this file in the compiled code. */
interface BuiltIndex extends Packed {
  readonly registry_version: string;
}

interface Collected {
  readonly laws: readonly Law[];
  readonly profiles: readonly Omit<Profile, "law" | "names">[];
}

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
  return { lexicon, profiles: profilesFrom(lexicon.laws.map(profileOf)) };
}

/** What the build writes. */
export function builtIndex(
  registry: Registry,
  { lexicon, profiles }: LawIndex = collectedIndex(registry),
): BuiltIndex {
  const collected: Collected = {
    laws: lexicon.laws,
    profiles: profiles.all.map(({ law: _law, names: _names, ...own }) => own),
  };
  const names = new Map<object, string>([
    ...registry.entries.map((entry) => [entry, ENTRY + entry.record.id] as const),
    ...[...textsOfUnits()].map(([unit, text]) => [unit, UNIT + text] as const),
  ]);
  return {
    registry_version: registry.registryVersion,
    ...packed(collected, (value) => names.get(value) ?? null),
  };
}

/** @throws Error for a form of another registry */
export function indexFrom(index: Packed, registry: Registry): LawIndex {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the build packed
  const { laws, profiles } = unpacked(index, named) as Collected;
  return {
    lexicon: lexiconOfLaws(laws),
    profiles: profilesFrom(
      profiles.map((own, i): Profile => ({ law: laws[i]!, names: namesOf(laws[i]!), ...own })),
    ),
  };
}

function unitNamed(text: string): UnitValue | null {
  return unitOf(text);
}

function isBuilt(value: unknown): value is BuiltIndex {
  return typeof value === "object" && value !== null && "code" in value && "texts" in value;
}
