/** The known quantities and the wanted one, read from the words and units of a caller. */
import type { SymbolWords } from "./lawBook.js";
import { stemsOf, type KindNames, type KindTable } from "../lexicon/kinds.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import { readMeasured, spreadOfUnit, valueFor } from "../units/quantity/index.js";
import type { Derivation } from "../seal/derivationFormat.js";
import type { UnitValue } from "../units/unit.js";

export interface StatedQuantity {
  readonly kind: string;
  readonly value: number | string;
  readonly unit?: string | undefined;
  readonly of?: string | undefined;
  readonly uncertainty?: number | undefined;
}

export interface DeriveRequest {
  readonly known: readonly StatedQuantity[];
  readonly wanted: {
    readonly kind: string;
    readonly unit?: string | undefined;
    readonly of?: string | undefined;
  };
  /** Laws that may be used, and no others. */
  readonly use?: readonly string[] | undefined;
  /** The steps, where they are known: nothing is searched. */
  readonly steps?: readonly Derivation["steps"][number][] | undefined;
  /** Things and cases that hold. */
  readonly cases?: readonly string[] | undefined;
}

export interface Known {
  readonly kind: string;
  /** Kinds that it may be as well, where its words leave that open. */
  readonly others?: readonly string[];
  /** A derivation may do without it. */
  readonly isOptional?: boolean;
  /** SI value. */
  readonly value: number;
  readonly uncertainty: number;
  readonly of: string;
  readonly states: readonly string[];
  /** All that was said of it. */
  readonly words: readonly string[];
}

export interface Question {
  readonly known: readonly Known[];
  readonly wanted: Omit<Known, "value" | "uncertainty"> & { readonly unit: UnitValue | null };
  readonly use: ReadonlySet<string> | null;
  /** Stems of all that was said. */
  readonly said: ReadonlySet<string>;
}

export type ReadQuestion =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** When or where a quantity is taken; two values of one kind differ by it. */
const STATES: ReadonlyMap<string, string> = new Map(
  (
    "initial final before:initial after:final start:initial end:final first second hot cold inlet outlet " +
    "input output inner outer upper lower upstream downstream peak rms mean average:mean maximum " +
    "minimum relative object image incident transmitted refracted reflected critical change difference"
  )
    .split(" ")
    .map((pair) => {
      const [word, same = word] = pair.split(":");
      return [stemsOf(word!)[0]!, stemsOf(same!)[0]!] as const;
    }),
);

export function statesOf(stems: Iterable<string>): readonly string[] {
  return [...stems].flatMap((stem) => STATES.get(stem) ?? []);
}

interface Book {
  readonly kinds: KindTable;
  readonly names: KindNames;
  readonly symbols: SymbolWords;
}

interface Named {
  readonly kind: string;
  readonly of: string;
  readonly states: readonly string[];
  readonly words: readonly string[];
}

/** The kind that a text names, or the symbol, which its unit must decide. */
function named(
  book: Book,
  text: string,
  of: string | undefined,
  unit: UnitValue | null,
): Named | string {
  const read = book.names.read(text);
  const fits = (kind: string): boolean => {
    const dimension = book.kinds.get(kind)?.dimension ?? null;
    return unit === null || dimension === null || equals(dimension, unit.dimension);
  };
  const kinds =
    read !== null && fits(read.kind) ? [read.kind] : book.symbols.kindsOf(text).filter(fits);
  if (kinds.length > 1)
    return `${text} may be ${kinds.slice(0, 6).join(", ").replaceAll("_", " ")}: name the kind`;
  const [kind] = kinds;
  if (kind === undefined)
    return read === null
      ? `${text} is no kind of quantity and no symbol of this registry`
      : `${read.kind.replaceAll("_", " ")} is not measured in ${unit?.text ?? "1"}`;
  const qualifiers = read?.kind === kind ? read.qualifiers : [];
  const states = statesOf(qualifiers);
  const things = qualifiers.filter((stem) => !STATES.has(stem));
  return {
    kind,
    of: [...stemsOf(of ?? ""), ...things].join(" "),
    states,
    words: [...new Set([...stemsOf(text), ...stemsOf(of ?? ""), ...stemsOf(kind)])],
  };
}

function knownOf(book: Book, stated: StatedQuantity): Known | string {
  const text = `${stated.value}${stated.unit === undefined ? "" : ` ${stated.unit}`}`;
  const bare = typeof stated.value === "number" && stated.unit === undefined;
  const measured = readMeasured(text);
  if (!bare && !measured.ok) return `${stated.kind}: ${measured.message}`;
  const parsed = stated.unit === undefined ? null : parseUnit(stated.unit);
  const quantity = measured.ok ? measured.quantity : null;
  const unitOfText = parsed !== null && parsed.ok ? parsed : null;
  const name = named(book, stated.kind, stated.of, unitOfText);
  if (typeof name === "string") return name;
  const own = parseUnit(book.kinds.get(name.kind)!.unit);
  const slot = {
    name: stated.kind,
    unit: own.ok ? own : null,
    isDifference: name.kind.includes("difference"),
  };
  if (bare || quantity === null || !measured.ok)
    return { ...name, value: Number(stated.value), uncertainty: stated.uncertainty ?? 0 };
  const found = valueFor(quantity, slot);
  if (!found.ok) return found.message;
  const spread =
    measured.spread === null ? null : valueFor(measured.spread, { ...slot, isDifference: true });
  if (spread !== null && !spread.ok) return spread.message;
  return {
    ...name,
    value: found.value,
    uncertainty: stated.uncertainty ?? spread?.value ?? spreadOfUnit(found),
  };
}

export function readQuestion(book: Book, request: DeriveRequest): ReadQuestion {
  const known: Known[] = [];
  for (const stated of request.known) {
    const one = knownOf(book, stated);
    if (typeof one === "string") return { ok: false, name: stated.kind, message: one };
    known.push(one);
  }
  const { wanted } = request;
  const unit = wanted.unit === undefined ? null : parseUnit(wanted.unit);
  if (unit !== null && !unit.ok) return { ok: false, name: wanted.unit!, message: unit.message };
  const name = named(book, wanted.kind, wanted.of, unit);
  if (typeof name === "string") return { ok: false, name: wanted.kind, message: name };
  const said = new Set([
    ...known.flatMap(({ words }) => words),
    ...name.words,
    ...(request.cases ?? []).flatMap(stemsOf),
  ]);
  return {
    ok: true,
    question: {
      known,
      wanted: { ...name, unit },
      use: request.use === undefined ? null : new Set(request.use),
      said,
    },
  };
}
