/** Questions that name an operator by its id. */
import { parseUnit } from "../units/index.js";
import type { Slot } from "../units/quantity/index.js";
import { symbolsOf } from "../operators/entry.js";
import type { Registry } from "../operators/registry.js";
import type { OperatorEntry } from "../operators/entry.js";
import { nearestName } from "../search/nearest.js";
import { fitsSlot, slotValue, type FoundQuantity } from "./quantities.js";
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
  const stems = stemsOf(entry.record.name.replace(/\(.*\)/, "")).filter((stem) => !SMALL.has(stem));
  names.set(entry, stems);
  return stems;
}

interface Known {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly slot: Slot;
}

const known = new WeakMap<OperatorEntry, readonly Known[]>();

function symbolsOfEntry(entry: OperatorEntry): readonly Known[] {
  const symbols =
    known.get(entry) ??
    [...symbolsOf(entry.record)].map(([name, { aliases }]) => ({
      name,
      spellings: [name, ...aliases],
      slot: slotOf(entry, name),
    }));
  known.set(entry, symbols);
  return symbols;
}

function slotOf({ record }: OperatorEntry, name: string): Slot {
  const symbol = record.symbols[name];
  const unit = symbol?.unit ?? (record.result?.symbol === name ? record.result.unit : null);
  const read = typeof unit === "string" ? parseUnit(unit) : null;
  return {
    name,
    unit: read?.ok === true ? read : null,
    isDifference: /difference/.test(symbol?.quantity ?? ""),
  };
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
  const take = (name: string, slot: Slot, one: FoundQuantity): void => {
    const value = slotValue(one, slot);
    if (typeof value === "string") unread.push({ at: one.at, message: value });
    else inputs[name] = value;
  };
  for (const one of found) {
    if (one.name === null) continue;
    const symbol = symbols.find(({ spellings }) => spellings.includes(one.name!)) ?? null;
    const fault = namedFault(entry, symbol, one, symbol !== null && isGiven(symbol));
    if (fault === null) take(one.name, symbol?.slot ?? slotOf(entry, one.name), one);
    else unread.push({ at: one.at, message: fault });
  }
  for (const one of found) {
    if (one.name !== null) continue;
    const fitting = symbols.filter((symbol) => fits(symbol, one) && !isGiven(symbol));
    const said = fitting.filter((symbol) => isSaid(symbol, one));
    const [symbol, another] = said.length === 1 ? said : one.hasUnit ? fitting : [];
    if (symbol !== undefined && another === undefined) take(symbol.name, symbol.slot, one);
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

function fits({ slot }: Known, one: FoundQuantity): boolean {
  return slot.unit === null ? !one.hasUnit : fitsSlot(one, slot.unit);
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
  return one.hasUnit && !fits(symbol, one) ? `${one.name} is not measured in ${one.unit}` : null;
}
