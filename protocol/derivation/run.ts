/**
 * A derivation as it is sealed, and its value: laws and conversions in order, with what each symbol
 * is bound to. The value is a function of this, the registry and the engine; how it was found is not.
 */
import { canonicalize } from "../encoding/jcs.js";
import type { CarriedResult, Evaluation } from "../equations/evaluation/evaluation.js";
import type { ChainPlan } from "../chains/plan.js";
import { continuumState } from "../chains/continuum.js";
import { KO42_EQUATION, masterSum, type ChainTerm } from "../chains/master.js";
import type { KernelValue } from "../chains/result.js";
import { closedFormVariance, metricShift } from "../math/shift.js";
import { PARITY_VARIANCE_MAX, PRECISION_BOUND } from "../limits.js";
import type { OperatorEntry } from "../operators/entry.js";
import { equals } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import type { Derivation } from "../seal/derivationFormat.js";
import { conversionBy } from "./arithmetic.js";

export interface DerivedStep {
  readonly law: string;
  readonly for: string;
  readonly equation: string;
  readonly substituted: string;
  readonly value: number;
  readonly unit: string | null;
  /** Of a conversion, what it takes for granted. */
  readonly assumes?: string;
  /** Of a law, under which conditions it holds. */
  readonly validity?: string;
}

export type DerivationOutcome =
  | {
      readonly status: "value";
      readonly kernel: KernelValue;
      readonly steps: readonly DerivedStep[];
    }
  | { readonly status: "none"; readonly message: string };

interface Held {
  readonly value: number;
  readonly unit: string | null;
  readonly carried: CarriedResult | null;
}

class NoValue extends Error {}

function lawOf(
  plan: ChainPlan,
  law: string,
  used: number,
): OperatorEntry | ChainPlan["operators"][number] {
  const conversion = conversionBy(law);
  if (conversion !== undefined) return conversion.entry;
  const next = plan.operators[used];
  if (next?.id !== law) throw new NoValue(`${law} is not the next law of the chain`);
  return next;
}

/** @param plan of the derivation's laws in order; conversions stand in no chain */
export function runDerivation(plan: ChainPlan, { given, steps }: Derivation): DerivationOutcome {
  const held: Held[] = [];
  const known = given.map(({ u, value }, at): Held => ({
    value,
    unit: null,
    carried:
      u === undefined
        ? null
        : { contributions: new Map([[`input:given ${at}`, u]]), absoluteBound: 0 },
  }));
  const evaluations: Evaluation[] = [];
  const terms: ChainTerm[] = [];
  const shown: DerivedStep[] = [];
  const outOfScale: string[] = [];
  const unused = new Set(given.keys());
  try {
    for (const step of steps) {
      const law = lawOf(plan, step.law, terms.length);
      const inputs: Record<string, number> = {};
      const carried: Record<string, CarriedResult> = {};
      for (const [symbol, from] of Object.entries(step.bind)) {
        const [list, at] = from.split(" ");
        const one = (list === "given" ? known : held)[Number(at)];
        if (one === undefined) throw new NoValue(`${from} stands nowhere before ${step.law}`);
        if (list === "given") unused.delete(Number(at));
        requireUnit(law, symbol, one);
        inputs[symbol] = one.value;
        if (one.carried !== null) carried[symbol] = one.carried;
      }
      const evaluation = evaluated(law, step.for, inputs, carried);
      evaluations.push(evaluation);
      const { value, unit } = evaluation;
      held.push({ value, unit, carried: evaluation });
      shown.push({
        law: step.law,
        for: step.for,
        equation: evaluation.canonical,
        substituted: evaluation.substituted,
        value,
        unit,
        ...conditionsOf(step.law, law.validity),
      });
      if (conversionBy(step.law) !== undefined) continue;
      terms.push({ operatorId: step.law, value, unit });
      for (const [symbol, low, high] of law.scale) {
        const bound = evaluation.bound[symbol];
        if (bound !== undefined && (bound < low || bound > high))
          outOfScale.push(`${symbol} = ${bound}`);
      }
    }
    if (terms.length !== plan.operators.length) throw new NoValue("a law of the chain is not used");
    if (unused.size > 0) throw new NoValue("a given value is not used");
  } catch (error) {
    if (error instanceof NoValue) return { status: "none", message: error.message };
    throw error;
  }
  const kernel = kernelOf(plan, steps.at(-1)!, { evaluations, outOfScale, shown, terms });
  return { status: "value", kernel, steps: shown };
}

function conditionsOf(
  law: string,
  validity: string | undefined,
): Pick<DerivedStep, "assumes" | "validity"> {
  const { assumes = "" } = conversionBy(law) ?? {};
  return {
    ...(assumes === "" ? {} : { assumes }),
    ...(validity === undefined ? {} : { validity }),
  };
}

function requireUnit(
  law: Pick<OperatorEntry, "resultSymbol" | "resultUnit" | "symbols">,
  symbol: string,
  from: Held,
): void {
  if (from.unit === null) return;
  const unit =
    law.symbols.get(symbol)?.unit ?? (law.resultSymbol === symbol ? law.resultUnit : null);
  const [own, other] = [from.unit, unit ?? ""].map((text) => parseUnit(text));
  if (!own!.ok || !other!.ok || !equals(own!.dimension, other!.dimension))
    throw new NoValue(`${symbol} is measured in ${unit ?? "no known unit"}, not in ${from.unit}`);
}

function evaluated(
  law: Pick<OperatorEntry, "compiled" | "id" | "refusal" | "resultSymbol" | "solvedFor">,
  target: string,
  inputs: Readonly<Record<string, number>>,
  carried: Readonly<Record<string, CarriedResult>>,
): Evaluation {
  const equation = target === law.resultSymbol ? law.compiled : law.solvedFor(target);
  if (equation === null) throw new NoValue(law.refusal!.message);
  if (!("evaluate" in equation)) throw new NoValue(equation.message);
  const outcome = equation.evaluate(inputs, undefined, carried);
  switch (outcome.status) {
    case "value": {
      const [unused] = Object.keys(outcome.unused);
      if (unused !== undefined) throw new NoValue(`${law.id} has no input ${unused}`);
      if (outcome.relativeBound <= PRECISION_BOUND) return outcome;
      throw new NoValue(`the numerical error of ${law.id} is ${outcome.relativeBound}`);
    }
    case "missing":
      throw new NoValue(`${law.id}: ${outcome.inputError.message}`);
    case "refused":
      throw new NoValue(`${law.id}: ${outcome.refusal.message}`);
    case "not-converged":
    case "bad-input":
      throw new NoValue(`${law.id}: ${outcome.message}`);
    default:
      return outcome satisfies never;
  }
}

interface Parts {
  readonly evaluations: readonly Evaluation[];
  readonly outOfScale: readonly string[];
  readonly shown: readonly DerivedStep[];
  readonly terms: readonly ChainTerm[];
}

function kernelOf(
  plan: ChainPlan,
  lastStep: Derivation["steps"][number],
  { evaluations, outOfScale, shown, terms }: Parts,
): KernelValue {
  const last = evaluations.at(-1)!;
  const variance = closedFormVariance(last.value);
  const law = plan.operators.at(-1);
  const quantity =
    law === undefined || lastStep.law !== law.id
      ? null
      : lastStep.for === law.resultSymbol
        ? law.resultQuantity
        : (law.symbols.get(lastStep.for)?.quantity ?? null);
  return {
    status: "value",
    operatorChain: plan.chain,
    operatorId: plan.chain.at(-1)!,
    value: last.value,
    unit: last.unit,
    unitUnknown: last.unitUnknown,
    continuum: continuumState(quantity),
    uncertainty: last.uncertainty,
    uncertaintySource: last.uncertaintySource,
    equations: [KO42_EQUATION, ...shown.map((one) => `${one.equation}; ${one.substituted}`)],
    masterSum: masterSum(terms),
    masterEquation: plan.masterEquation,
    precisionActual: last.relativeBound,
    calcondVariance: variance,
    metricShift: variance > PARITY_VARIANCE_MAX ? metricShift(variance) : null,
    assumed: Object.fromEntries(evaluations.flatMap(({ assumed }) => Object.entries(assumed))),
    unused: {},
    notes: evaluations.flatMap(({ notes }) => notes),
    facts: {
      domainOperators: plan.operators.length,
      outOfScale,
      precisionActual: last.relativeBound,
      refusedBecause: null,
    },
    derived: { members: `,"derivation":${canonicalize(shown.map((one) => ({ ...one })))}` },
  };
}
