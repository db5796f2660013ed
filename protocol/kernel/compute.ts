/**
 * One computation as a pure function of request, registry and engine: chain, evaluation, gate, shift, terms.
 * The node, the offline verifier and a challenger all call this; only the seal afterwards reads a clock.
 */
import type { Refusal } from "../equations/ast.js";
import type { CarriedResult, Evaluation, Outcome } from "../equations/evaluation.js";
import { PARITY_VARIANCE_MAX, PRECISION_BOUND } from "../limits.js";
import { equals as dimensionsEqual } from "../units/dimension.js";
import { KO42_EQUATION, KO42_ID, masterSum, type ChainTerm } from "./master.js";
import type { ChainOperator, ChainPlan } from "./plan.js";
import type { KernelInvalid, KernelMissing, KernelRefused, KernelResult, KernelValue } from "./result.js";
import { closedFormVariance, metricShift } from "./shift.js";
import { stepsOf } from "./steps.js";

export interface ComputeInputs {
  readonly inputs: Readonly<Record<string, number>>;
  readonly uncertainties?: Readonly<Record<string, number>> | undefined;
}

const NO_STRINGS: readonly string[] = [];
const NOTHING = {};

/** KO42 alone: the modulation averaged over one calcond, exactly 1. */
function computeKo42Alone(plan: ChainPlan, request: ComputeInputs): KernelValue {
  const unused: Record<string, string | null> = {};
  for (const name of Object.keys(request.inputs).sort()) unused[name] = null;
  return {
    status: "value", operatorChain: plan.chain, operatorId: KO42_ID, value: 1, unit: "1",
    unitUnknown: NO_STRINGS, uncertainty: 0, uncertaintySource: "numerical",
    equations: [KO42_EQUATION], masterSum: masterSum([]), masterEquation: plan.masterEquation,
    precisionActual: 0, calcondVariance: closedFormVariance(1), metricShift: null,
    assumed: NOTHING, unused, notes: NO_STRINGS,
    steps: stepsOf({ domainOperators: 0, outOfScale: [], precisionActual: 0, refusedBecause: null }),
  };
}

/** Results of earlier operators, under the names they bind. */
interface Carried { value: number; result: CarriedResult; dimension: Evaluation["dimension"]; from: string }

/** @param plan from `planChain`. Never throws for any finite inputs. */
export function compute(plan: ChainPlan, request: ComputeInputs): KernelResult {
  if (plan.operators.length === 0) return computeKo42Alone(plan, request);
  const run = new ChainRun(plan, request);
  for (const operator of plan.operators) {
    const stopped = run.step(operator);
    if (stopped !== null) return stopped;
  }
  return run.finish();
}

class ChainRun {
  readonly #plan: ChainPlan;
  readonly #request: ComputeInputs;
  readonly #carried = new Map<string, Carried>();
  readonly #evaluations: Evaluation[] = [];
  #outOfScale: string[] = [];

  constructor(plan: ChainPlan, request: ComputeInputs) {
    this.#plan = plan;
    this.#request = request;
  }

  /** @returns null when the operator gave a value, else the answer that ends the chain. */
  step(operator: ChainOperator): KernelResult | null {
    if (operator.compiled === null) return this.#refused(operator, operator.refusal!);
    const conflict = this.#conflict(operator);
    if (conflict !== null) return conflict;
    const outcome = this.#evaluate(operator);
    if (outcome.status === "missing") {
      return this.#missing(operator, outcome.inputError);
    }
    if (outcome.status === "refused") return this.#refused(operator, outcome.refusal);
    if (outcome.status === "bad-input") {
      return { status: "invalid", code: outcome.code, message: outcome.message, name: outcome.name };
    }
    if (!(outcome.relativeBound <= PRECISION_BOUND)) {
      return this.#refused(operator, { kind: "precision-loss", operator_id: operator.id,
        message: `The numerical error bound ${outcome.relativeBound} is above ${PRECISION_BOUND}.` });
    }
    this.#evaluations.push(outcome);
    this.#noteScale(operator, outcome);
    if (operator.binds !== null) {
      this.#carried.set(operator.binds, { value: outcome.value, dimension: outcome.dimension, from: operator.id,
        result: { contributions: outcome.contributions, absoluteBound: outcome.absoluteBound } });
    }
    return null;
  }

  #evaluate(operator: ChainOperator): Outcome {
    const { inputs, uncertainties } = this.#request;
    if (this.#carried.size === 0) return operator.compiled!.evaluate(inputs, uncertainties);
    const merged: Record<string, number> = { ...inputs };
    const carried: Record<string, CarriedResult> = {};
    for (const [name, one] of this.#carried) {
      if (!operator.symbols.has(name)) continue;
      merged[name] = one.value;
      carried[name] = one.result;
    }
    return operator.compiled!.evaluate(merged, uncertainties, carried);
  }

  /** A bound result that is also given as an input, or whose dimension is not the next symbol's. */
  #conflict(operator: ChainOperator): KernelResult | null {
    for (const [name, one] of this.#carried) {
      const symbol = operator.symbols.get(name);
      if (symbol === undefined) continue;
      const given = [name, ...symbol.aliases].find((key) => Object.hasOwn(this.#request.inputs, key));
      if (given !== undefined && this.#request.inputs[given] !== one.value) {
        return invalid("DUPLICATE_INPUT", given, `${name} is the result of ${one.from} in this chain and was also given `
          + `as ${given} = ${this.#request.inputs[given]}: leave the input out, or ${one.from}.`);
      }
      if (one.dimension !== null && symbol.dimension !== null && !dimensionsEqual(one.dimension, symbol.dimension)) {
        return this.#refused(operator, { kind: "dimension-mismatch", operator_id: operator.id,
          message: `${one.from} gives ${name} in another dimension than the ${name} of ${operator.id}`
            + ` (${symbol.unit ?? "unknown unit"}).` });
      }
    }
    return null;
  }

  #noteScale(operator: ChainOperator, outcome: Evaluation): void {
    for (const [name, low, high] of operator.scale) {
      const value = outcome.bound[name];
      if (value === undefined) continue;
      const size = Math.abs(value);
      if (size < low || size > high) this.#outOfScale.push(`${name} = ${value}`);
    }
  }

  #steps(refusedBecause: string) {
    return stepsOf({ domainOperators: this.#plan.operators.length, outOfScale: this.#outOfScale,
      precisionActual: null, refusedBecause });
  }

  #refused(operator: ChainOperator, refusal: Refusal): KernelRefused {
    return { status: "refused", operatorChain: this.#plan.chain, operatorId: operator.id,
      refusal: { ...refusal, operator_id: operator.id }, steps: this.#steps(`refused: ${refusal.kind}`) };
  }

  #missing(operator: ChainOperator, inputError: KernelMissing["inputError"]): KernelMissing {
    return { status: "missing", operatorChain: this.#plan.chain, operatorId: operator.id, inputError,
      steps: this.#steps(`missing input: ${inputError.missing}`) };
  }

  finish(): KernelResult {
    const { operators, chain } = this.#plan;
    const last = this.#evaluations[this.#evaluations.length - 1]!;
    const terms: ChainTerm[] = this.#evaluations.map((evaluation, i) =>
      ({ operatorId: operators[i]!.id, value: evaluation.value, unit: evaluation.unit }));
    const variance = closedFormVariance(last.value);
    // The samples of a closed form differ only by the bounded modulation: a finer level does not exist.
    const shift = variance > PARITY_VARIANCE_MAX ? metricShift(variance) : null;
    return {
      status: "value", operatorChain: chain, operatorId: operators[operators.length - 1]!.id,
      value: last.value, unit: last.unit, unitUnknown: last.unitUnknown,
      uncertainty: last.uncertainty, uncertaintySource: last.uncertaintySource,
      equations: [KO42_EQUATION, ...this.#evaluations.map((evaluation) =>
        `${evaluation.canonical}; ${evaluation.substituted}`)],
      masterSum: masterSum(terms), masterEquation: this.#plan.masterEquation,
      precisionActual: last.relativeBound, calcondVariance: variance, metricShift: shift,
      assumed: this.#assumed(), unused: this.#unused(), notes: this.#notes(),
      steps: stepsOf({ domainOperators: operators.length, outOfScale: this.#outOfScale,
        precisionActual: last.relativeBound, refusedBecause: null }),
    };
  }

  #assumed(): KernelValue["assumed"] {
    if (this.#evaluations.length === 1) return this.#evaluations[0]!.assumed;
    return Object.assign({}, ...this.#evaluations.map((evaluation) => evaluation.assumed));
  }

  /** An input of a chain is unused when no operator used it. */
  #unused(): KernelValue["unused"] {
    if (this.#evaluations.length === 1) return this.#evaluations[0]!.unused;
    const unused: Record<string, string | null> = {};
    const [first, ...others] = this.#evaluations;
    for (const [name, nearest] of Object.entries(first!.unused)) {
      if (others.every((evaluation) => Object.hasOwn(evaluation.unused, name))) unused[name] = nearest;
    }
    return unused;
  }

  #notes(): readonly string[] {
    if (this.#evaluations.length === 1) return this.#evaluations[0]!.notes;
    return this.#evaluations.flatMap((evaluation) => evaluation.notes);
  }
}

function invalid(code: KernelInvalid["code"], name: string, message: string): KernelInvalid {
  return { status: "invalid", code, name, message };
}
