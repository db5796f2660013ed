/** A route as its typed reading: each input with its kind, its unit and the words it comes from. */
import type { OperatorEntry } from "../../operators/entry.js";
import { symbolOf as declaredSymbolOf } from "../../operators/families.js";
import type { Registry } from "../../operators/registry.js";
import { cardOf } from "../../solvers/cards.js";
import { describeField } from "../../solvers/input.js";
import type { SolverCard } from "../../solvers/solver.js";
import { READING_FORMAT, type GivenQuantity, type TypedReading } from "./readingFormat.js";

/** Of a reading whose laws join: what is given by its kinds, and the steps. */
export type JoinReading = Pick<TypedReading, "derivation" | "given" | "wanted">;

type Params = Readonly<Record<string, unknown>>;

/** A law with its inputs; of one that lacks some, with their symbols. */
export interface ReadLaw {
  readonly id: string;
  readonly params: Params;
  readonly missing: readonly string[];
  /** The symbol that is sought; null where that follows from what is given. */
  readonly target: string | null;
  readonly cases: readonly string[];
  /** Where the question says each input. */
  readonly places: readonly Place[];
  readonly bodies: Readonly<Record<string, { readonly body: string }>>;
}

export interface Place {
  readonly cue: string;
  readonly at: readonly [start: number, end: number];
  readonly rule: string;
}

/** Shared by all readings of a question. */
export interface ReadWords {
  /** The question as it was asked. */
  readonly query: string;
  /** The same, as places count in it. */
  readonly text: string;
  readonly unit: string | null;
  readonly uncertainties: Readonly<Record<string, number>>;
  readonly setAside: readonly { readonly text: string; readonly why: string }[];
  readonly open: TypedReading["open"];
}

export function readingOfLaw(registry: Registry, law: ReadLaw, words: ReadWords): TypedReading {
  const entry = registry.get(law.id)!;
  const filled = Object.entries(law.params).map(([symbol, value]) =>
    givenOf(entry, law, symbol, value, words),
  );
  const left = law.missing.map((symbol) => givenOf(entry, law, symbol, null, words));
  const given = [...filled, ...left];
  return {
    ...headOf(words),
    law: law.id,
    wanted: { ...wantedOf(entry, law, given), ...unitOf(words) },
    given,
    cases: [...law.cases],
    supposed: supposedBy(entry, given),
    ...restOf(words),
  };
}

export function readingOfJoined(
  { derivation, given, wanted }: JoinReading,
  words: ReadWords,
): TypedReading {
  return {
    ...headOf(words),
    wanted: { ...wanted, ...unitOf(words) },
    given,
    ...(derivation === undefined ? {} : { derivation }),
    cases: [],
    supposed: [],
    ...restOf(words),
  };
}

export function readingOfSolver(
  id: string,
  params: Params,
  places: readonly Place[],
  words: ReadWords,
): TypedReading {
  const card = cardOf(id)!;
  return {
    ...headOf(words),
    solver: id,
    wanted: { kind: card.primary.quantity, name: card.primary.name, ...unitOf(words) },
    given: Object.entries(params).map(([symbol, value]) => ({
      symbol,
      ...fieldOf(card, symbol, value),
      value,
      ...saidOf(symbol, places, words),
    })),
    cases: [],
    supposed: [],
    ...restOf(words),
  };
}

function headOf({ query }: ReadWords): Pick<TypedReading, "format" | "text"> {
  return { format: READING_FORMAT, ...(query === "" ? {} : { text: query }) };
}

function unitOf({ unit }: ReadWords): { unit?: string } {
  return unit === null ? {} : { unit };
}

function restOf({ open, setAside }: ReadWords): Pick<TypedReading, "open" | "setAside"> {
  return { setAside: setAside.map(({ text, why }) => ({ text, why })), open: [...open] };
}

/** What of the text an input was read from; nothing where its rule names no place of it. */
function saidOf(symbol: string, places: readonly Place[], { text }: ReadWords): { said?: string } {
  const reason = places.find(({ cue, rule }) => cue === symbol && rule.startsWith("input by"));
  if (reason === undefined) return {};
  const said = text.slice(...reason.at).trim();
  return said === "" ? {} : { said };
}

function givenOf(
  { record }: OperatorEntry,
  { bodies, places }: ReadLaw,
  symbol: string,
  value: unknown,
  words: ReadWords,
): GivenQuantity {
  const own = symbolOf(record, symbol);
  const { [symbol]: uncertainty } = words.uncertainties;
  const { [symbol]: thing } = bodies;
  return {
    symbol,
    ...own,
    value,
    ...(uncertainty === undefined ? {} : { uncertainty }),
    ...(thing === undefined ? {} : { of: thing.body }),
    ...saidOf(symbol, places, words),
  };
}

function symbolOf(
  { result, symbols }: OperatorEntry["record"],
  name: string,
): Pick<GivenQuantity, "kind" | "name" | "unit"> {
  // A member of a list has what the list has.
  const declared = declaredSymbolOf(name, Object.keys(symbols));
  const found =
    declared === null
      ? Object.values(symbols).find(({ aliases }) => aliases.includes(name))
      : symbols[declared];
  if (found !== undefined) return { kind: found.quantity, name: found.name, unit: found.unit };
  if (result?.symbol !== name) return {};
  return { kind: result.quantity, name: result.quantity.replaceAll("_", " "), unit: result.unit };
}

/** The unit of a field goes with a number alone. */
function fieldOf(
  card: SolverCard,
  symbol: string,
  value: unknown,
): Pick<GivenQuantity, "name" | "unit"> {
  const about: unknown = Reflect.get(card.inputs.shape[symbol] ?? {}, "description");
  const isField = Object.hasOwn(card.inputs.shape, symbol);
  const unit = isField && typeof value === "number" ? describeField(card, symbol).unit : "";
  return {
    ...(typeof about === "string" ? { name: about } : {}),
    ...(unit === "" ? {} : { unit }),
  };
}

/** The result, unless that is given: then the one input that is not. */
function wantedOf(
  { record }: OperatorEntry,
  { target }: ReadLaw,
  given: readonly GivenQuantity[],
): TypedReading["wanted"] {
  const has = (name: string): boolean =>
    given.some(
      ({ symbol = "" }) =>
        symbol === name || record.symbols[name]?.aliases.includes(symbol) === true,
    );
  const result = record.result?.symbol;
  const left = Object.keys(record.symbols).filter(
    (name) => !has(name) && record.assumed?.[name] === undefined,
  );
  const symbol = target ?? (result !== undefined && !has(result) ? result : left[0]);
  if (symbol === undefined) return {};
  const { kind, name } = symbolOf(record, symbol);
  return {
    symbol,
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
  };
}

function supposedBy(
  { record }: OperatorEntry,
  given: readonly GivenQuantity[],
): TypedReading["supposed"] {
  return Object.entries(record.assumed ?? {})
    .filter(([name]) => !given.some(({ symbol }) => symbol === name))
    .map(([symbol, { reason, unit, value }]) => ({
      symbol,
      name: record.symbols[symbol]?.name ?? symbol,
      value,
      unit,
      why: reason,
    }));
}
