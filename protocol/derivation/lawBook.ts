/** The laws of a registry with what a search asks of them; made once for a registry. */
import { KindNames, kindOfName, kindsOf, type KindTable } from "../lexicon/kinds.js";
import { keepingFew, once } from "../once.js";
import type { Registry } from "../operators/registry.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import { conversionBy, kindInName } from "./arithmetic.js";
import { lawOfConversion, lawsOf, type Law } from "./laws.js";

/** Kinds by symbol, as records have them. */
export class SymbolWords {
  readonly #kinds = new Map<string, Set<string>>();

  constructor(laws: readonly Law[]) {
    for (const law of laws) {
      for (const { kind, symbol } of law.slots) {
        const list = this.#kinds.get(symbol) ?? new Set();
        list.add(kind);
        this.#kinds.set(symbol, list);
      }
    }
  }

  kindsOf(symbol: string): readonly string[] {
    return [...(this.#kinds.get(symbol) ?? [])].sort();
  }
}

export interface LawBook {
  readonly registry: Registry;
  readonly kinds: KindTable;
  readonly names: KindNames;
  readonly symbols: SymbolWords;
  readonly laws: readonly Law[];
  /** Numbers of the laws that have a slot of a kind, by kind. */
  readonly byKind: ReadonlyMap<string, readonly number[]>;
  /** Numbers of the laws whose result may be bound as a kind, by kind. */
  readonly givers: () => ReadonlyMap<string, readonly number[]>;
  /** Laws by the symbols of what they give or take without a standard value, in plain letters. */
  readonly bySymbol: () => ReadonlyMap<string, readonly Law[]>;
  readonly byId: () => ReadonlyMap<string, Law>;
  /** A law or a conversion by its name, arithmetic of a kind too. */
  readonly named: (name: string) => Law | undefined;
  /** Conversions with one input. */
  readonly forms: readonly Law[];
}

const books = new WeakMap<Registry, LawBook>();

export function lawBookOf(registry: Registry): LawBook {
  const before = books.get(registry);
  if (before !== undefined) return before;
  const kinds = kindsOf(registry);
  const laws = lawsOf(registry, kinds);
  const byKind = new Map<string, number[]>();
  laws.forEach((law, at) => {
    if (law.isStatedOnly) return;
    for (const kind of new Set(
      law.slots.flatMap(({ kinds: own, loose }) => (loose === null ? [...own] : [...own, loose])),
    )) {
      const list = byKind.get(kind) ?? [];
      list.push(at);
      byKind.set(kind, list);
    }
  });
  const byId = once(() => new Map(laws.map((law) => [law.id, law])));
  const arithmetic = keepingFew((name: string): Law | null => {
    const conversion = isOfKnownKind(kinds, name) ? conversionBy(name) : undefined;
    return conversion === undefined ? null : lawOfConversion(conversion, (one) => kinds.has(one));
  });
  const book: LawBook = {
    registry,
    kinds,
    names: new KindNames(kinds),
    symbols: new SymbolWords(laws.filter((law) => !isFormAlone(law))),
    laws,
    byKind,
    givers: once(() => giversOf(laws)),
    bySymbol: once(() => bySymbolsOf(laws.filter((law) => !isFormAlone(law)))),
    byId,
    named: (name) => byId().get(name) ?? arithmetic(name) ?? undefined,
    forms: laws.filter((law) => law.isConversion && law.inputs === 1 && !law.isStatedOnly),
  };
  books.set(registry, book);
  return book;
}

/** Whether a name of arithmetic is of a kind that there is, in a unit of that kind. */
function isOfKnownKind(kinds: KindTable, name: string): boolean {
  const held = kindInName(name);
  if (held === null || kindOfName(held.kind) !== held.kind) return false;
  const dimension = kinds.get(held.kind)?.dimension ?? null;
  const unit = parseUnit(held.unit);
  return dimension !== null && unit.ok && equals(unit.dimension, dimension);
}

/** A conversion that nothing but a statement joins. */
function isFormAlone({ isConversion, isStatedOnly }: Law): boolean {
  return isConversion && isStatedOnly;
}

/** `P_cr` and `Pcr` are one. */
export function plainSymbol(symbol: string): string {
  return symbol.replaceAll("_", "").toLowerCase();
}

/** The `I` of `I_z`. */
export function baseSymbol(symbol: string): string {
  return symbol.replace(/_.*$/u, "");
}

function bySymbolsOf(laws: readonly Law[]): ReadonlyMap<string, readonly Law[]> {
  const found = new Map<string, Law[]>();
  for (const law of laws)
    for (const { symbol } of law.slots.filter(({ isOptional }) => !isOptional))
      for (const key of new Set([symbol, baseSymbol(symbol)].map(plainSymbol))) {
        const list = found.get(key);
        if (list === undefined) found.set(key, [law]);
        else if (list.at(-1) !== law) list.push(law);
      }
  return found;
}

function giversOf(laws: readonly Law[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  laws.forEach(({ slots }, at) => {
    const results = slots.filter(({ isResult }) => isResult);
    for (const kind of new Set(results.flatMap(({ accepted }) => accepted))) {
      const list = found.get(kind);
      if (list === undefined) found.set(kind, [at]);
      else list.push(at);
    }
  });
  return found;
}
