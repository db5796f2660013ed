/** Questions that name an operator by its id. */
import { equals, type Dimension } from "../units/dimension.js";
import { symbolsOf } from "../operators/entry.js";
import type { Registry } from "../operators/registry.js";
import type { OperatorEntry } from "../operators/entry.js";
import { nearestName } from "../operators/nearest.js";
import { isBelowZero, type FoundQuantity, type Reading } from "./quantities.js";
import { countWork } from "../workCount.js";
import { stemOf, stemsOf } from "./text.js";
import type { Unread } from "./unread.js";

interface ClosedForm {
  readonly operator: string;
  readonly inputs: Readonly<Record<string, number>>;
  readonly cue: string;
  readonly at: readonly [number, number];
  readonly rule: string;
  /** Words that this operator's inputs are called by. */
  readonly named: ReadonlySet<string>;
  /** The first number that no input takes, and why; null where each ends in one. */
  readonly unread: Unread | null;
}

/** Work of holding a number against an input. */
const INPUT_WORK = 3;

const ID = /\b[A-Z][A-Z_]*\d+\b|\b[A-Z]+(?:_[A-Z]+)+\b/g;

export function closedFormOf(
  registry: Registry,
  text: string,
  found: readonly FoundQuantity[],
): ClosedForm | null {
  for (const match of text.matchAll(ID)) {
    const entry = registry.get(match[0]);
    if (entry === undefined) continue;
    const at = [match.index, match.index + match[0].length] as const;
    return {
      operator: entry.record.id,
      cue: match[0],
      at,
      rule: "operator named",
      named: namesOf(entry),
      ...inputsOf(entry, found),
    };
  }
  return null;
}

const names = new WeakMap<OperatorEntry, readonly string[]>();
const SMALL: ReadonlySet<string> = new Set([
  "of",
  "the",
  "a",
  "an",
  "in",
  "for",
  "by",
  "to",
  "and",
  "law",
  "s",
]);

function nameStems(entry: OperatorEntry): readonly string[] {
  const known = names.get(entry);
  if (known !== undefined) return known;
  const made = stemsOf(entry.record.name.replace(/\(.*\)/, "")).filter((stem) => !SMALL.has(stem));
  names.set(entry, made);
  return made;
}

interface Known {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly dimension: Dimension | null;
  /** It is a difference of two temperatures, so that 5 degC is 5 K. */
  readonly isDifference: boolean;
}

const known = new WeakMap<OperatorEntry, readonly Known[]>();

function symbolsOfEntry(entry: OperatorEntry): readonly Known[] {
  const made =
    known.get(entry) ??
    [...symbolsOf(entry.record)].map(([name, { aliases, dimension }]) => ({
      name,
      spellings: [name, ...aliases],
      dimension,
      isDifference: /difference/.test(entry.record.symbols[name]?.quantity ?? ""),
    }));
  known.set(entry, made);
  return made;
}

function namesOf(entry: OperatorEntry): ReadonlySet<string> {
  const words = symbolsOfEntry(entry).flatMap(({ spellings }) => spellings.flatMap(stemsOf));
  return new Set([...words, ...nameStems(entry)]);
}

interface Filled {
  readonly inputs: Readonly<Record<string, number>>;
  readonly unread: Unread | null;
}

/** Numbers behind `name =`, then those whose unit only one input has. */
function inputsOf(entry: OperatorEntry, found: readonly FoundQuantity[]): Filled {
  const inputs: Record<string, number> = {};
  const unread: Unread[] = [];
  const symbols = symbolsOfEntry(entry);
  countWork(INPUT_WORK * symbols.length * found.length);
  const isGiven = ({ spellings }: Known): boolean =>
    spellings.some((spelling) => Object.hasOwn(inputs, spelling));
  for (const one of found) {
    if (one.name === null) continue;
    const symbol = symbols.find(({ spellings }) => spellings.includes(one.name!)) ?? null;
    const fault = namedFault(entry, symbol, one, symbol !== null && isGiven(symbol));
    if (fault === null) inputs[one.name] = valueFor(symbol, one);
    else unread.push({ at: one.at, message: fault });
  }
  for (const one of found) {
    if (one.name !== null) continue;
    const fitting = symbols.filter((symbol) => fits(symbol, one) && !isGiven(symbol));
    const said = fitting.filter((symbol) => isSaid(symbol, one));
    const [symbol, another] = said.length === 1 ? said : one.unit === "1" ? [] : fitting;
    if (symbol !== undefined && another === undefined) inputs[symbol.name] = valueFor(symbol, one);
    else
      unread.push({
        at: one.at,
        message: `no single input of ${entry.record.id} takes this number; write name = value`,
      });
  }
  return { inputs, unread: unread[0] ?? null };
}

/** A word before the number is one of the input's names. */
function isSaid({ spellings }: Known, { before }: FoundQuantity): boolean {
  const words = before.slice(0, 2).map(stemOf);
  return spellings.some(
    (spelling) => spelling.length > 2 && stemsOf(spelling).some((stem) => words.includes(stem)),
  );
}

function fits({ dimension }: Known, one: FoundQuantity): boolean {
  if (dimension === null) return one.unit === "1";
  return (
    equals(dimension, one.dimension) ||
    (one.asTemperature !== null && equals(dimension, one.asTemperature.dimension))
  );
}

/** `20 C` is a temperature where one is asked for, and a charge elsewhere. */
function readingFor(symbol: Known | null, one: FoundQuantity): Reading {
  const wanted = symbol?.dimension ?? null;
  const { asTemperature } = one;
  return asTemperature !== null && wanted !== null && !equals(wanted, one.dimension)
    ? asTemperature
    : one;
}

function valueFor(symbol: Known | null, one: FoundQuantity): number {
  const read = readingFor(symbol, one);
  return symbol?.isDifference === true ? read.difference : read.value;
}

function namedFault(
  { record }: OperatorEntry,
  symbol: Known | null,
  one: FoundQuantity,
  isGiven: boolean,
): string | null {
  if (symbol === null) {
    // The result's own symbol turns the question round: the kernel solves for what is missing.
    if (record.result !== null && record.result.symbol === one.name) return null;
    const nearest = nearestName(one.name!, Object.keys(record.symbols));
    return `${record.id} has no input ${one.name}${nearest === null ? "" : `; did you mean ${nearest}?`}`;
  }
  if (isGiven) return `${symbol.name} is given twice`;
  if (one.unit !== "1" && !fits(symbol, one)) return `${one.name} is not measured in ${one.unit}`;
  const isTooCold = !symbol.isDifference && isBelowZero(readingFor(symbol, one));
  return isTooCold ? `${one.name} would be below absolute zero` : null;
}
