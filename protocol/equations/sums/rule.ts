/** A sum or product over one index, run term by term in ascending order. */
import { UNIT_ROUNDOFF } from "../../math/constants.js";
import { SERIES_COST_MAX, SERIES_TERMS_MAX } from "../../limits.js";
import { twoProdError, twoSumError } from "../../math/double.js";
import type { Expr, Refusal } from "../reading/ast.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import { letterOf } from "../reading/boundNames.js";
import type { ManyRule, ManyRun } from "../evaluation/many.js";
import { columns } from "../dimensions/message.js";
import { explainNonFinite } from "../evaluation/gate.js";
import type { Node } from "../evaluation/node.js";
import type { Tape } from "../evaluation/tape.js";
import { related } from "../evaluation/seriesRelation.js";
import { spendMetered } from "../evaluation/workMeter.js";

/** Work left to one evaluation, shared by everything nested in it. */
export class Budget {
  #terms = 0;
  #cost = 0;

  /** @param terms runs of the innermost terms that are allowed */
  start(terms = SERIES_TERMS_MAX): void {
    this.#terms = Math.max(terms, SERIES_TERMS_MAX);
    this.#cost = SERIES_COST_MAX;
  }

  get isSpent(): boolean {
    return this.#terms < 0 || this.#cost < 0;
  }

  /** @returns false when it is used up. */
  spend(cost: number): boolean {
    this.#terms -= 1;
    this.#cost -= cost;
    return spendMetered(cost) && this.#terms >= 0 && this.#cost >= 0;
  }
}

/** A name `x_i` of the term: an operand chosen by the values of its indices. */
export interface Gather {
  /** Slot of the term's own tape. */
  readonly slot: number;
  /** Operands that hold the values of its indices; -1 is the index of this sum. */
  readonly indexArgs: readonly number[];
  readonly low: readonly number[];
  readonly size: readonly number[];
  /** Operand of each member, row-major over the indices; -1 where there is none. */
  readonly table: Int32Array;
}

export interface SeriesPlan {
  readonly type: "sum" | "product";
  readonly index: string;
  /** The term and its slots: the index first. */
  readonly root: Node;
  readonly tape: Tape;
  readonly value: () => ValueFunction;
  readonly slots: number;
  /** Operands 0 and 1 are the ends of the range. */
  readonly relation: { readonly op: string; readonly arg: number } | null;
  /** Index values that have a term; null for the whole range. */
  readonly only: ReadonlySet<number> | null;
  /** Slot of the term -> operand that holds it. */
  readonly scalars: readonly { readonly slot: number; readonly arg: number }[];
  readonly gathers: readonly Gather[];
  readonly expr: Expr;
}

const TRANSFORM_MIN = 1.0261342003245941e-289;
const SUBNORMAL_ULP = 5e-324;

export class SeriesRule implements ManyRule {
  readonly name: string;
  readonly cost: number;
  readonly #termCost: number;
  readonly plan: SeriesPlan;
  readonly #budget: Budget;
  readonly #isOutermost: boolean;
  readonly #slots: Float64Array;

  constructor(plan: SeriesPlan, budget: Budget, isOutermost: boolean) {
    this.plan = plan;
    this.#budget = budget;
    this.#isOutermost = isOutermost;
    this.name = plan.type;
    this.#termCost = plan.tape.cost;
    // A sum inside another spends for itself.
    this.cost = 1;
    this.#slots = new Float64Array(plan.slots);
  }

  /** The term. */
  get root(): Node {
    return this.plan.root;
  }

  value(args: Float64Array): number {
    const { plan } = this;
    const slots = this.#slots;
    if (this.#isOutermost) this.#budget.start();
    const range = this.#rangeOf(args);
    if ("kind" in range) return Number.NaN;
    const term = plan.value();
    let total = plan.type === "sum" ? 0 : 1;
    for (const { slot, arg } of plan.scalars) slots[slot] = args[arg]!;
    for (let k = range.from; k <= range.to; k += 1) {
      if (!this.#counts(k, args)) continue;
      if (!this.#budget.spend(this.#termCost)) return Number.NaN;
      slots[0] = k;
      for (const gather of plan.gathers) {
        const at = operandOf(gather, k, args);
        if (at < 0) return Number.NaN;
        slots[gather.slot] = args[at]!;
      }
      const value = term(slots);
      total = plan.type === "sum" ? total + value : total * value;
    }
    return total + 0;
  }

  run(args: Float64Array, reach: Float64Array, out: ManyRun): void {
    if (this.#isOutermost) this.#budget.start();
    out.slopes.fill(0);
    out.rounding = 0;
    out.bend = 0;
    out.refusal = null;
    const range = this.#rangeOf(args);
    const refusal =
      "kind" in range
        ? range
        : this.plan.type === "sum"
          ? this.#sum(args, reach, range, out)
          : this.#product(args, reach, range, out);
    if (refusal === null) return;
    out.refusal = refusal;
    out.value = Number.NaN;
  }

  #sum(args: Float64Array, reach: Float64Array, range: Range, out: ManyRun): Refusal | null {
    const { tape } = this.plan;
    let total = 0;
    for (let k = range.from; k <= range.to; k += 1) {
      if (!this.#counts(k, args)) continue;
      const refusal = this.#term(k, args, reach);
      if (refusal !== null) return refusal;
      const value = tape.value[tape.root]! + 0;
      const next = total + value;
      out.rounding += tape.roundingPart + Math.abs(twoSumError(total, value, next));
      out.bend += tape.bendPart + tape.constantsPart;
      this.#addSlopes(k, args, 1, out.slopes);
      total = next;
    }
    out.value = total + 0;
    return null;
  }

  /** The slopes need the product of all other factors: a second run over the terms. */
  #product(args: Float64Array, reach: Float64Array, range: Range, out: ManyRun): Refusal | null {
    const { tape } = this.plan;
    const factors: { k: number; value: number; reach: number }[] = [];
    for (let k = range.from; k <= range.to; k += 1) {
      if (!this.#counts(k, args)) continue;
      const refusal = this.#term(k, args, reach);
      if (refusal !== null) return refusal;
      factors.push({ k, value: tape.value[tape.root]! + 0, reach: tape.reach[tape.root]! });
    }
    const after = new Float64Array(factors.length + 1).fill(1);
    for (let i = factors.length - 1; i >= 0; i -= 1) after[i] = after[i + 1]! * factors[i]!.value;
    let before = 1;
    let error = 0;
    for (const [i, factor] of factors.entries()) {
      const rest = after[i + 1]!;
      this.#term(factor.k, args, reach);
      const weight = Math.abs(before * rest);
      out.rounding += weight * tape.roundingPart;
      out.bend +=
        weight * (tape.bendPart + tape.constantsPart) + Math.abs(rest) * error * factor.reach;
      this.#addSlopes(factor.k, args, before * rest, out.slopes);
      const next = before * factor.value;
      const lost = productError(before, factor.value, next);
      out.rounding += lost * Math.abs(rest);
      error =
        Math.abs(before) * factor.reach +
        Math.abs(factor.value) * error +
        error * factor.reach +
        lost;
      before = next;
    }
    out.value = before + 0;
    return null;
  }

  /** One run of the term's tape. */
  #term(k: number, args: Float64Array, reach: Float64Array): Refusal | null {
    const { tape, scalars, gathers, expr } = this.plan;
    if (!this.#budget.spend(this.#termCost)) return overBudget(expr);
    for (const { slot, arg } of scalars) {
      tape.value[slot] = args[arg]!;
      tape.reach[slot] = reach[arg]!;
    }
    for (const gather of gathers) {
      const at = operandOf(gather, k, args);
      if (at < 0)
        return {
          kind: "domain-error",
          span: expr.span,
          message: `The sum at ${columns(expr)} needs a member for the index ${k} that is not there.`,
        };
      tape.value[gather.slot] = args[at]!;
      tape.reach[gather.slot] = reach[at]!;
    }
    tape.value[0] = k;
    tape.reach[0] = 0;
    tape.forward();
    if (tape.refusal !== null) return tape.refusal;
    if (!tape.finite) return explainNonFinite(tape);
    tape.backward();
    return null;
  }

  #addSlopes(k: number, args: Float64Array, weight: number, slopes: Float64Array): void {
    const { tape, scalars, gathers } = this.plan;
    for (const { slot, arg } of scalars) slopes[arg]! += weight * tape.adjoint[slot]!;
    for (const gather of gathers) {
      slopes[operandOf(gather, k, args)]! += weight * tape.adjoint[gather.slot]!;
    }
  }

  #counts(k: number, args: Float64Array): boolean {
    const { only, relation } = this.plan;
    if (only !== null && !only.has(k)) return false;
    return relation === null || related(relation.op, k, args[relation.arg]!);
  }

  #rangeOf(args: Float64Array): Range | Refusal {
    const [from, to] = [args[0]!, args[1]!];
    const bad = [from, to].find((end) => Math.round(end) !== end || Math.abs(end) > WHOLE_MAX);
    const { index, expr } = this.plan;
    if (bad === undefined) return { from, to };
    return {
      kind: "domain-error",
      span: expr.span,
      message: `The range of the index ${letterOf(index)} must have whole numbers as ends, not ${bad}.`,
    };
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}
const WHOLE_MAX = 9_007_199_254_740_991;

export function operandOf(gather: Gather, k: number, args: Float64Array): number {
  let offset = 0;
  for (let i = 0; i < gather.indexArgs.length; i += 1) {
    const arg = gather.indexArgs[i]!;
    const at = (arg < 0 ? k : args[arg]!) - gather.low[i]!;
    const size = gather.size[i]!;
    if (!(at >= 0 && at < size)) return -1;
    offset = offset * size + at;
  }
  return gather.table[offset] ?? -1;
}

function productError(a: number, b: number, result: number): number {
  if (a === 0 || b === 0) return 0;
  return Math.abs(result) > TRANSFORM_MIN
    ? Math.abs(twoProdError(a, b, result))
    : Math.abs(result) * UNIT_ROUNDOFF + SUBNORMAL_ULP;
}

function overBudget(expr: Expr): Refusal {
  return {
    kind: "budget",
    span: expr.span,
    message: `The sum at ${columns(expr)} takes more than ${SERIES_TERMS_MAX} terms or too much work.`,
  };
}
