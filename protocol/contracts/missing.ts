/** Inputs that a compute lacks whatever their values are, found before it is deployed. */
import type { InputInfo } from "../equations/evaluation/evaluate.js";
import type { ChainOperator } from "../chains/plan.js";
import type { SymbolInfo } from "../equations/reading/symbols.js";
import { spellingOf } from "../solvers/input.js";
import type { SolverCard } from "../solvers/solver.js";
import { membersOfLists } from "./families.js";

/**
 * One sentence; null where nothing is missing.
 * @param given names of the inputs; `lists` are those of whole families
 */
export function chainMissing(
  operators: readonly ChainOperator[],
  given: readonly string[],
  lists: ReadonlySet<string>,
): string | null {
  const bound = new Set<string>();
  for (const operator of operators) {
    const { binds, compiled, symbols } = operator;
    if (compiled === null) return null;
    const names = [...given, ...[...bound].filter((name) => symbols.has(name))];
    if (binds !== null) bound.add(binds);
    // An evaluation with all inputs can take long: one that lacks some ends at once.
    if (compiled.inputs.every((one) => isGiven(one, names))) continue;
    const likely = names.map((name) => [name, lists.has(name) ? [1] : likelyOf(operator, name)]);
    const outcome = compiled.evaluate(numbersOf(Object.fromEntries(likely)));
    if (outcome.status === "missing") {
      const { message, missing_all: missing } = outcome.inputError;
      if (!isSolvedFor(operator, operators.length, given) || missing.length > 1)
        return `${operator.id}: ${message}`;
    }
  }
  return null;
}

function isGiven({ aliases, fallback, name }: InputInfo, names: readonly string[]): boolean {
  return fallback !== null || names.includes(name) || aliases.some((one) => names.includes(one));
}

function numbersOf(inputs: Readonly<Record<string, number | number[]>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(membersOfLists(inputs)).map(([name, value]) => [name, Number(value)]),
  );
}

/** A value that the range of a symbol allows: the missing ones are named, not the wrong ones. */
function likelyOf({ symbols }: ChainOperator, name: string): number {
  const all = [...symbols.values()];
  const symbol = all.find((one) => one.name === name || one.aliases.includes(name));
  return symbol === undefined ? 1 : withinRange(symbol);
}

function withinRange({ range: [min, max] = [null, null] }: SymbolInfo): number {
  if (min !== null && min > 1) return min;
  return max !== null && max < 1 ? max : 1;
}

/** Given its result, one operator alone is solved for the input that is not given. */
function isSolvedFor(
  { resultSymbol, symbols }: ChainOperator,
  operators: number,
  given: readonly string[],
): boolean {
  return (
    operators === 1 &&
    resultSymbol !== null &&
    !symbols.has(resultSymbol) &&
    given.includes(resultSymbol)
  );
}

/** The inputs that together determine the answer of a solver are told where they are not given. */
export function combinationMissing(card: SolverCard, given: readonly string[]): string | null {
  const names = new Set(given.map((name) => spellingOf(card, name)?.name ?? name));
  if (card.sufficient.some((all) => all.every((name) => names.has(name)))) return null;
  const listed = card.sufficient.map((all) => `{${all.join(", ")}}`).join(" or ");
  return `These inputs do not determine the answer of ${card.id}: give ${listed}.`;
}
