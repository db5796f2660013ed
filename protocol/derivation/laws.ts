/** Laws and conversions as edges between kinds: slots that a value may be bound to or sought in. */
import { INDEX_LETTERS, readIndexed } from "../equations/reading/seriesNames.js";
import { isGeneric, kindOfName, stemsOf, upward } from "../lexicon/kinds.js";
import type { OperatorEntry } from "../operators/entry.js";
import type { Registry } from "../operators/registry.js";
import { marksOf } from "../lexicon/contradictions.js";
import { thingsOf } from "../lexicon/things.js";
import { conversions, type Conversion } from "./conversions.js";

export interface LawSlot {
  readonly symbol: string;
  readonly kind: string;
  /** Its kind, and those that its other names are. */
  readonly kinds: ReadonlySet<string>;
  /** A broader kind that its record states: what is given may be called so, what follows may not. */
  readonly loose: string | null;
  /** Kinds that its value may be bound as. */
  readonly accepted: readonly string[];
  readonly words: ReadonlySet<string>;
  /** Words of its name that tell it from others of its kind. */
  readonly own: readonly string[];
  /** Digit of its symbol: `m_1` and `v_1` belong to one body. */
  readonly body: string;
  /** It has a standard value. */
  readonly isOptional: boolean;
  readonly isResult: boolean;
  readonly unit: string;
}

export interface Law {
  readonly id: string;
  readonly entry: OperatorEntry;
  readonly slots: readonly LawSlot[];
  /** Pairs of symbols whose exchange changes nothing. */
  readonly symmetric: readonly (readonly [string, string])[];
  /** Words of which one must be said; empty for a law of any body. */
  readonly things: readonly string[];
  readonly isConversion: boolean;
  /**
   * Its symbols look like members of a family (`D_i`), or its result is a root: it is joined where it
   * is stated, and not sought.
   */
  readonly isStatedOnly: boolean;
  /** Inputs beside what is sought: of one, a value only changes its form. */
  readonly inputs: number;
  readonly assumes: string;
  /** What of its conditions excludes other laws. */
  readonly marks: readonly string[];
  readonly validity: string;
}

/** Words of a slot's name that tell nothing. */
const PLAIN: ReadonlySet<string> = new Set(
  stemsOf("the a an of in on at for to and its total absolute size constant given body object"),
);

function slotOf(
  symbol: string,
  stated: {
    readonly name: string;
    readonly quantity: string;
    readonly unit: string;
    readonly aliases: readonly string[];
  },
  marks: { readonly isOptional: boolean; readonly isResult: boolean },
  isKind: (name: string) => boolean,
): LawSlot {
  const others = stated.aliases.filter((alias) => isKind(kindOfName(alias))).map(kindOfName);
  const broad = kindOfName(stated.quantity);
  const kind = others.find((other) => upward(other).slice(1).includes(broad)) ?? broad;
  const words = new Set([stated.name, ...stated.aliases, stated.quantity].flatMap(stemsOf));
  const kinds = new Set([kind, ...others]);
  const ofKind = new Set([broad, stated.quantity, ...others].flatMap(stemsOf));
  return {
    symbol,
    kind,
    kinds,
    loose: kind === broad ? null : broad,
    accepted: [...new Set([...kinds].flatMap(acceptedAs))],
    words,
    own: stemsOf(stated.name).filter((stem) => !ofKind.has(stem) && !PLAIN.has(stem)),
    body: /_?(\d)[a-z]*$/.exec(symbol)?.[1] ?? "",
    unit: stated.unit,
    ...marks,
  };
}

const DERIVED: ReadonlySet<string> = new Set(["closed-form", "implicit"]);

function lawOf(entry: OperatorEntry, isKind: (name: string) => boolean): Law | null {
  const { record } = entry;
  const { result } = record;
  if (!DERIVED.has(record.kind) || !entry.evaluable || result === null) return null;
  const names = Object.keys(record.symbols);
  if (names.length === 0 || isOverFamily(record.equation, names)) return null;
  const optional = new Set(Object.keys(record.assumed ?? {}));
  const slots = names.map((name) =>
    slotOf(
      name,
      record.symbols[name]!,
      { isOptional: optional.has(name), isResult: false },
      isKind,
    ),
  );
  const title = record.name.toLowerCase();
  const named = [title, ...title.split(":"), title.split(" of ")[0]!].map((text) =>
    kindOfName(text.trim().replace(/[^a-z]+/g, "_")),
  );
  const own = slotOf(
    result.symbol,
    {
      name: `${stateWords(title)} ${result.quantity}`,
      quantity: result.quantity,
      unit: result.unit,
      aliases: named.filter((one) => one.split("_").length < 4),
    },
    { isOptional: false, isResult: true },
    isKind,
  );
  return {
    id: entry.id,
    entry,
    slots: [...slots, own],
    symmetric: record.symmetric ?? [],
    things: thingsOf(record),
    isConversion: false,
    isStatedOnly: names.some(isMember) || record.kind === "implicit",
    inputs: slots.length,
    assumes: "",
    marks: marksOf(record, ""),
    validity: record.validity ?? "",
  };
}

/** A sum over `x_i` takes as many values as are given; the `D_i` of a law without one is a name. */
function isOverFamily(equation: string, names: readonly string[]): boolean {
  return /\b(?:SUM|PROD)/u.test(equation) && names.some(isMember);
}

function isMember(name: string): boolean {
  return readIndexed(name, INDEX_LETTERS) !== null;
}

/** Of the name of a law, what says when its result is taken. */
function stateWords(title: string): string {
  return /\b(?:after|before|final|initial)\b/.exec(title)?.[0] ?? "";
}

/** All edges; conversions behind the laws. */
export function lawsOf(
  registry: Registry,
  kinds: { has: (name: string) => boolean },
): readonly Law[] {
  const isKind = (name: string): boolean => kinds.has(name);
  const all: Law[] = [];
  for (const entry of registry.entries) {
    const law = lawOf(entry, isKind);
    if (law !== null) all.push(law);
  }
  for (const conversion of conversions().values()) {
    const law = lawOfConversion(conversion, isKind);
    if (law !== null) all.push(law);
  }
  return all;
}

export function lawOfConversion(
  { assumes, entry, isStatedOnly, things }: Conversion,
  isKind: (name: string) => boolean,
): Law | null {
  const law = lawOf(entry, isKind);
  return (
    law && {
      ...law,
      isConversion: true,
      isStatedOnly,
      assumes,
      marks: marksOf(entry.record, assumes),
      things: things.flatMap(stemsOf),
    }
  );
}

/** Kinds that a value of one kind may be bound as. */
export function acceptedAs(kind: string): readonly string[] {
  return isGeneric(kind) ? [kind] : upward(kind);
}
