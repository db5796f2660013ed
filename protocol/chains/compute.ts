/**
 * One computation as a pure function of request, registry and engine: chain, evaluation, gate,
 * shift, terms. The node, the offline verifier and a challenger all call this; only the seal
 * afterwards reads a clock.
 */
import type { Refusal } from "../equations/reading/ast.js";
import type { CarriedResult, Evaluation, Outcome } from "../equations/evaluation/evaluation.js";
import { membersOf } from "../operators/families.js";
import { nearestName } from "../search/nearest.js";
import { PARITY_VARIANCE_MAX, PRECISION_BOUND } from "../limits.js";
import { equals as dimensionsEqual } from "../units/dimension.js";
import { continuumState } from "./continuum.js";
import { KO42_EQUATION, KO42_ID, masterSum, type ChainTerm } from "./master.js";
import type { ChainOperator, ChainPlan } from "./plan.js";
import type { KernelInvalid, KernelRefused, KernelResult, KernelValue } from "./result.js";
import { closedFormVariance, metricShift } from "../math/shift.js";
import { stepsOf } from "./steps.js";

export interface ComputeInputs {
  readonly inputs: Readonly<Record<string, number>>;
  readonly uncertainties?: Readonly<Record<string, number>> | undefined;
}

const NO_STRINGS: readonly string[] = [];
const NOTHING = {};

/** KO42 alone: the modulation averaged over one calcond, exactly 1. */
function computeKo42Alone(plan: ChainPlan, request: ComputeInputs): KernelValue | KernelInvalid {
  const [uncertain] = Object.keys(request.uncertainties ?? {}).sort();
  if (uncertain !== undefined)
    return {
      status: "invalid",
      code: "INVALID_INPUT",
      name: uncertain,
      message: `${uncertain} is not an input of ${KO42_ID}, so it has no uncertainty to state.`,
    };
  const unused: Record<string, string | null> = {};
  for (const name of Object.keys(request.inputs).sort()) unused[name] = null;
  return {
    status: "value",
    operatorChain: plan.chain,
    operatorId: KO42_ID,
    value: 1,
    unit: "1",
    unitUnknown: NO_STRINGS,
    continuum: null,
    uncertainty: 0,
    uncertaintySource: "numerical",
    equations: [KO42_EQUATION],
    masterSum: masterSum([]),
    masterEquation: plan.masterEquation,
    precisionActual: 0,
    calcondVariance: closedFormVariance(1),
    metricShift: null,
    assumed: NOTHING,
    unused,
    notes: NO_STRINGS,
    facts: { domainOperators: 0, outOfScale: NO_STRINGS, precisionActual: 0, refusedBecause: null },
  };
}

/** Results of earlier operators, under the names they bind. */
interface Carried {
  value: number;
  result: CarriedResult;
  dimension: Evaluation["dimension"];
  from: string;
}

/** @param plan from `planChain`. Never throws for any finite inputs. */
export function compute(plan: ChainPlan, request: ComputeInputs): KernelResult {
  const { operators } = plan;
  if (operators.length === 0) return computeKo42Alone(plan, request);
  if (operators.length > 1) return computeChain(plan, request);
  const operator = operators[0]!;
  if (operator.compiled === null) return refused(plan, operator, operator.refusal!, NO_STRINGS);
  const direct = operator.compiled.evaluate(request.inputs, request.uncertainties);
  const unknown = unknownOf(operator, request, direct);
  const outcome = unknown === null ? direct : solvedFor(operator, unknown, request);
  if (!passesGate(outcome)) return withoutValue(plan, operator, outcome, NO_STRINGS);
  const evaluation = outcome;
  return valueOf(plan, evaluation, {
    equations: [KO42_EQUATION, equationText(evaluation)],
    terms: [{ operatorId: operator.id, value: evaluation.value, unit: evaluation.unit }],
    assumed: evaluation.assumed,
    unused: evaluation.unused,
    notes: evaluation.notes,
    outOfScale: outOfScale(operator, evaluation),
    quantity:
      unknown === null
        ? operator.resultQuantity
        : (operator.symbols.get(unknown)?.quantity ?? null),
  });
}

/** What a table says of a row that has a value. */
export interface RowValue {
  readonly status: "row";
  readonly value: number;
  readonly unit: string | null;
  readonly uncertainty: number;
  readonly precisionActual: number;
}

/**
 * The figures of `compute`, bit for bit, without the texts that no row of a table tells. What has no
 * value is told as `compute` tells it.
 */
export function computeRow(plan: ChainPlan, request: ComputeInputs): KernelResult | RowValue {
  const [operator, another] = plan.operators;
  if (operator === undefined || another !== undefined) return compute(plan, request);
  const { compiled, resultSymbol } = operator;
  const { inputs, uncertainties } = request;
  const isAskedBackwards = resultSymbol !== null && Object.hasOwn(inputs, resultSymbol);
  if (compiled?.figures === undefined || isAskedBackwards) return compute(plan, request);
  const figures = compiled.figures(inputs, uncertainties);
  if ("status" in figures) return withoutValue(plan, operator, figures, NO_STRINGS);
  const { relativeBound, uncertainty, unit, value } = figures;
  if (!(relativeBound <= PRECISION_BOUND)) return compute(plan, request);
  return { status: "row", value, unit, uncertainty, precisionActual: relativeBound };
}

/**
 * Where the result is given and one input is not, that input is what is asked for: the one that is
 * missing, or where nothing is, the one that would be assumed.
 */
function unknownOf(
  operator: ChainOperator,
  { inputs }: ComputeInputs,
  outcome: Outcome,
): string | null {
  const { resultSymbol, symbols } = operator;
  if (resultSymbol === null || !Object.hasOwn(inputs, resultSymbol)) return null;
  const [unknown, another] = openNames(operator, outcome);
  if (unknown === undefined || another !== undefined || symbols.has(resultSymbol)) return null;
  return unknown;
}

function solvedFor(
  operator: ChainOperator,
  unknown: string,
  { inputs, uncertainties }: ComputeInputs,
): Outcome {
  const solved = operator.solvedFor(unknown);
  return "evaluate" in solved
    ? solved.evaluate(inputs, uncertainties)
    : { status: "refused", refusal: solved };
}

/** A constant of nature that is assumed is no input. */
function openNames({ symbols }: ChainOperator, outcome: Outcome): readonly string[] {
  if (outcome.status === "missing") return outcome.inputError.missing_all;
  if (outcome.status !== "value") return NO_STRINGS;
  return Object.keys(outcome.assumed).filter((name) => symbols.has(name));
}

/** Evaluates in order; each result binds its subject symbol for the operators after it. */
function computeChain(plan: ChainPlan, request: ComputeInputs): KernelResult {
  const carried = new Map<string, Carried>();
  const evaluations: Evaluation[] = [];
  const strange: string[] = [];
  for (const operator of plan.operators) {
    if (operator.compiled === null) return refused(plan, operator, operator.refusal!, strange);
    const conflict = conflictOf(plan, operator, request, carried, strange);
    if (conflict !== null) return conflict;
    const stated = uncertaintiesFor(plan, operator, request.uncertainties);
    const outcome = evaluateCarrying(
      operator,
      { inputs: request.inputs, uncertainties: stated },
      carried,
    );
    if (!passesGate(outcome)) return withoutValue(plan, operator, outcome, strange);
    const evaluation = outcome;
    evaluations.push(evaluation);
    strange.push(...outOfScale(operator, evaluation));
    if (operator.binds !== null) {
      carried.set(operator.binds, {
        value: evaluation.value,
        dimension: evaluation.dimension,
        from: operator.id,
        result: {
          contributions: evaluation.contributions,
          absoluteBound: evaluation.absoluteBound,
        },
      });
    }
  }
  return valueOf(plan, evaluations[evaluations.length - 1]!, {
    equations: [KO42_EQUATION, ...evaluations.map(equationText)],
    terms: evaluations.map((evaluation, i) => ({
      operatorId: plan.operators[i]!.id,
      value: evaluation.value,
      unit: evaluation.unit,
    })),
    assumed: Object.fromEntries(evaluations.flatMap(({ assumed }) => Object.entries(assumed))),
    unused: unusedByAll(evaluations, carried),
    notes: evaluations.flatMap((evaluation) => evaluation.notes),
    outOfScale: strange,
    quantity: plan.operators[plan.operators.length - 1]!.resultQuantity,
  });
}

/**
 * Those of this operator's inputs, and those no operator of the chain knows: the first one then
 * refuses them.
 */
function uncertaintiesFor(
  plan: ChainPlan,
  operator: ChainOperator,
  uncertainties: ComputeInputs["uncertainties"],
): ComputeInputs["uncertainties"] {
  if (uncertainties === undefined) return undefined;
  const known = (key: string): boolean =>
    plan.operators.some(({ compiled }) => compiled?.accepts(key) === true);
  return Object.fromEntries(
    Object.entries(uncertainties).filter(([key]) => operator.compiled!.accepts(key) || !known(key)),
  );
}

function evaluateCarrying(
  operator: ChainOperator,
  { inputs, uncertainties }: ComputeInputs,
  carried: ReadonlyMap<string, Carried>,
): Outcome {
  const merged: Record<string, number> = { ...inputs };
  const results: Record<string, CarriedResult> = {};
  for (const [name, one] of carried) {
    if (!operator.symbols.has(name)) continue;
    merged[name] = one.value;
    results[name] = one.result;
  }
  return operator.compiled!.evaluate(merged, uncertainties, results);
}

/** A bound result that is also given as an input, or whose dimension is not the next symbol's. */
function conflictOf(
  plan: ChainPlan,
  operator: ChainOperator,
  { inputs }: ComputeInputs,
  carried: ReadonlyMap<string, Carried>,
  strange: readonly string[],
): KernelResult | null {
  for (const [name, one] of carried) {
    const symbol = operator.symbols.get(name);
    if (symbol === undefined) continue;
    const given = [name, ...symbol.aliases].find((key) => Object.hasOwn(inputs, key));
    if (given !== undefined && inputs[given] !== one.value) {
      return {
        status: "invalid",
        code: "DUPLICATE_INPUT",
        name: given,
        message:
          `${name} is the result of ${one.from} in this chain and was also given as ${given} = ${inputs[given]}: ` +
          `leave the input out, or ${one.from}.`,
      };
    }
    if (
      one.dimension !== null &&
      symbol.dimension !== null &&
      !dimensionsEqual(one.dimension, symbol.dimension)
    ) {
      return refused(
        plan,
        operator,
        {
          kind: "dimension-mismatch",
          message:
            `${one.from} gives ${name} in another dimension than the ${name} of ${operator.id}` +
            ` (${symbol.unit ?? "unknown unit"}).`,
        },
        strange,
      );
    }
  }
  return null;
}

function passesGate(outcome: Outcome): outcome is Evaluation {
  return outcome.status === "value" && outcome.relativeBound <= PRECISION_BOUND;
}

/** The answer of an outcome that is no value, or whose value fails the gate. */
function withoutValue(
  plan: ChainPlan,
  operator: ChainOperator,
  outcome: Outcome,
  strange: readonly string[],
): KernelResult {
  switch (outcome.status) {
    case "value":
      return refused(
        plan,
        operator,
        {
          kind: "precision-loss",
          message: `The numerical error bound ${outcome.relativeBound} is above ${PRECISION_BOUND}.`,
        },
        strange,
      );
    case "missing":
      return {
        status: "missing",
        operatorChain: plan.chain,
        operatorId: operator.id,
        inputError: outcome.inputError,
        steps: stepsOf({
          domainOperators: plan.operators.length,
          outOfScale: strange,
          precisionActual: null,
          refusedBecause: `missing input: ${outcome.inputError.missing}`,
        }),
      };
    case "refused":
      return refused(plan, operator, outcome.refusal, strange);
    case "not-converged":
      return {
        status: "not-converged",
        operatorChain: plan.chain,
        operatorId: operator.id,
        message: outcome.message,
        difference: outcome.difference,
      };
    case "bad-input":
      return {
        status: "invalid",
        code: outcome.code,
        message: outcome.message,
        name: outcome.name,
      };
  }
}

function refused(
  plan: ChainPlan,
  operator: ChainOperator,
  refusal: Refusal,
  strange: readonly string[],
): KernelRefused {
  return {
    status: "refused",
    operatorChain: plan.chain,
    operatorId: operator.id,
    refusal: { ...refusal, operator_id: operator.id },
    steps: stepsOf({
      domainOperators: plan.operators.length,
      outOfScale: strange,
      precisionActual: null,
      refusedBecause: `refused: ${refusal.kind}`,
    }),
  };
}

/** Inputs outside the scale their record calls usual, as `m_1 = 5e40`. */
function outOfScale(operator: ChainOperator, evaluation: Evaluation): readonly string[] {
  let strange: string[] | null = null;
  for (const [name, low, high] of operator.scale) {
    const own = evaluation.bound[name];
    for (const member of own === undefined
      ? membersOf(name, Object.keys(evaluation.bound))
      : [name]) {
      const value = evaluation.bound[member]!;
      if (value < low || value > high) (strange ??= []).push(`${member} = ${value}`);
    }
  }
  return strange ?? NO_STRINGS;
}

function equationText({ canonical, substituted }: Evaluation): string {
  return `${canonical}; ${substituted}`;
}

/**
 * An input of a chain is unused when no operator used it; a result handed on was never an input.
 */
function unusedByAll(
  evaluations: readonly Evaluation[],
  carried: ReadonlyMap<string, Carried>,
): Readonly<Record<string, string | null>> {
  const unused: Record<string, string | null> = {};
  const [first, ...others] = evaluations;
  for (const name of Object.keys(first!.unused)) {
    if (carried.has(name) || !others.every((one) => Object.hasOwn(one.unused, name))) continue;
    const near = evaluations.map((one) => one.unused[name] ?? null).filter((hint) => hint !== null);
    unused[name] = nearestName(name, near) ?? near[0] ?? null;
  }
  return unused;
}

type ChainParts = Pick<KernelValue, "equations" | "assumed" | "unused" | "notes"> & {
  readonly terms: readonly ChainTerm[];
  readonly outOfScale: readonly string[];
  /** What the value is, as records name quantities. */
  readonly quantity: string | null;
};

function valueOf(plan: ChainPlan, last: Evaluation, parts: ChainParts): KernelValue {
  const { chain, operators } = plan;
  const variance = closedFormVariance(last.value);
  return {
    status: "value",
    operatorChain: chain,
    operatorId: chain[chain.length - 1]!,
    value: last.value,
    unit: last.unit,
    unitUnknown: last.unitUnknown,
    continuum: continuumState(parts.quantity),
    uncertainty: last.uncertainty,
    uncertaintySource: last.uncertaintySource,
    equations: parts.equations,
    masterSum: masterSum(parts.terms),
    masterEquation: plan.masterEquation,
    precisionActual: last.relativeBound,
    calcondVariance: variance,
    // The samples of a closed form differ only by the bounded modulation, and no finer level
    // exists.
    metricShift: variance > PARITY_VARIANCE_MAX ? metricShift(variance) : null,
    assumed: parts.assumed,
    unused: parts.unused,
    notes: parts.notes,
    facts: {
      domainOperators: operators.length,
      outOfScale: parts.outOfScale,
      precisionActual: last.relativeBound,
      refusedBecause: null,
    },
  };
}
