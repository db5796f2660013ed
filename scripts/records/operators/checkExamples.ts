/** Checks 5 and 6: the example holds, and every input has an effect. */
import type { CompiledEquation } from "../../../protocol/equations/index.js";
import { BoundedResult } from "../../../protocol/equations/evaluation/boundedResult.js";
import type { Outcome } from "../../../protocol/equations/evaluation/evaluation.js";
import { equals } from "../../../protocol/units/dimension.js";
import { parseUnit } from "../../../protocol/units/parse.js";
import type { Report } from "./report.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { symbolOf } from "../../../protocol/operators/families.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import type { OperatorRecord } from "../../../protocol/operators/schema.js";

const SCRIPT_TOLERANCE = 1e-12;
/** An integration stops when halving its step changes the value by this, relative. */
const INTEGRATED_TOLERANCE = 1e-9;
/** Tried in turn until one lies in the input's range: a refused mutation shows nothing. */
const MUTATION_FACTORS = [2, 0.5, 1.25] as const;
/** Of an input that must be a whole number, beside its double. */
const MUTATION_STEPS = [1, -1] as const;

function described(outcome: Outcome): string {
  if (outcome.status === "value") return String(outcome.value);
  if (outcome.status === "missing") return outcome.inputError.message;
  if (outcome.status === "bad-input" || outcome.status === "not-converged") return outcome.message;
  return `${outcome.refusal.kind}: ${outcome.refusal.message}`;
}

export function checkExample(entry: OperatorEntry, report: Report): void {
  const example = valueExampleOf(entry.record);
  if (example === null) return;
  const { inputs, value, rel_tol: tolerance, origin } = example;
  const given = Object.values(inputs);
  if (value === 0 || value === 1)
    report(5, `the example's value is ${value}, which too many mistakes give as well`);
  if (given.includes(1)) report(5, "an input of the example is 1, so its exponent goes unseen");
  if (new Set(given).size !== given.length)
    report(5, "two inputs of the example are equal, so swapping them goes unseen");
  const allowed = entry.record.kind === "ode" ? INTEGRATED_TOLERANCE : SCRIPT_TOLERANCE;
  if (origin === "reference-script" && tolerance > allowed) {
    report(5, `a value from a reference script is held to ${allowed}, not ${tolerance}`);
  }
  if (entry.compiled === null) return;
  const outcome = entry.compiled.evaluate(inputs);
  if (outcome.status !== "value") {
    report(5, `the example gives no value: ${described(outcome)}`);
    return;
  }
  const unused = Object.keys(outcome.unused);
  if (unused.length > 0) report(5, `inputs of the example are not used: ${unused.join(", ")}`);
  const difference = Math.abs(outcome.value - value);
  if (!(difference <= tolerance * Math.abs(value))) {
    report(5, `the example promises ${value}, the equation gives ${outcome.value}`);
  }
}

/** Inputs of the example with the assumed conditions it leaves out. */
function fullInputs(
  record: OperatorRecord,
  inputs: Readonly<Record<string, number>>,
): Record<string, number> {
  const assumed = Object.entries(record.assumed ?? {}).map(
    ([name, { value }]) => [name, value] as const,
  );
  return { ...Object.fromEntries(assumed), ...inputs };
}

function valueOf(
  equation: CompiledEquation,
  inputs: Readonly<Record<string, number>>,
): number | null {
  const outcome = equation.evaluate(inputs);
  return outcome.status === "value" ? outcome.value : null;
}

/** Equal but for rounding: a b/b is a, and a b is b a, in exact arithmetic only. */
function isSame(changed: number, value: number): boolean {
  return Math.abs(changed - value) <= SCRIPT_TOLERANCE * Math.abs(value);
}

/** False when every mutation that evaluates leaves the value as it is; null when none evaluates. */
function hasEffect(
  { compiled, record }: OperatorEntry,
  inputs: Readonly<Record<string, number>>,
  name: string,
  value: number,
): boolean | null {
  if (compiled === null) return null;
  // What a doubled input does is seen where the result of it cannot be, too.
  const equation = compiled instanceof BoundedResult ? compiled.equation : compiled;
  const at = inputs[name]!;
  const owner = symbolOf(name, Object.keys(record.symbols));
  const isWhole = owner !== null && record.symbols[owner]!.whole === true;
  let evaluated = false;
  const mutated = [
    ...MUTATION_FACTORS.map((factor) => (at === 0 ? factor : at * factor)),
    ...(isWhole ? MUTATION_STEPS.map((step) => at + step) : []),
  ];
  for (const other of mutated) {
    const changed = valueOf(equation, { ...inputs, [name]: other });
    if (changed === null) continue;
    evaluated = true;
    if (!isSame(changed, value)) return true;
  }
  return evaluated ? false : null;
}

function isDeclaredSymmetric(record: OperatorRecord, a: string, b: string): boolean {
  return (record.symmetric ?? []).some(([x, y]) => (x === a && y === b) || (x === b && y === a));
}

function checkSwaps(
  entry: OperatorEntry,
  inputs: Readonly<Record<string, number>>,
  value: number,
  report: Report,
): void {
  const { record } = entry;
  const declared = Object.keys(record.symbols);
  const symbolNamed = new Map(Object.keys(inputs).map((name) => [name, symbolOf(name, declared)]));
  const names = Object.keys(inputs).filter((name) => symbolNamed.get(name) !== null);
  for (const [i, a] of names.entries()) {
    for (const b of names.slice(i + 1)) {
      const [symbolA, symbolB] = [symbolNamed.get(a)!, symbolNamed.get(b)!];
      // Members of one family stand for each other under another numbering.
      if (symbolA === symbolB) continue;
      const [unitA, unitB] = [
        parseUnit(record.symbols[symbolA]!.unit),
        parseUnit(record.symbols[symbolB]!.unit),
      ];
      if (!unitA.ok || !unitB.ok || !equals(unitA.dimension, unitB.dimension)) continue;
      const swapped = valueOf(entry.compiled!, { ...inputs, [a]: inputs[b]!, [b]: inputs[a]! });
      const same = swapped !== null && isSame(swapped, value);
      const isDeclared = isDeclaredSymmetric(record, symbolA, symbolB);
      if (same && !isDeclared)
        report(
          6,
          `swapping ${a} and ${b} changes nothing; declare them symmetric if that is right`,
        );
      if (!same && isDeclared)
        report(6, `${a} and ${b} are declared symmetric, but swapping them changes the value`);
    }
  }
}

export function checkMutations(entry: OperatorEntry, report: Report): void {
  const example = valueExampleOf(entry.record);
  if (example === null || entry.compiled === null) return;
  const inputs = fullInputs(entry.record, example.inputs);
  const value = valueOf(entry.compiled, inputs);
  if (value === null) return;
  for (const name of Object.keys(inputs)) {
    if (entry.record.periodic?.includes(name) === true) continue;
    const effect = hasEffect(entry, inputs, name, value);
    if (effect === false) report(6, `doubling ${name} changes nothing`);
    if (effect === null) report(6, `${name} cannot be varied around the example`);
  }
  checkSwaps(entry, inputs, value, report);
}
