/**
 * An unknown that occurs several times: linear equations at once, others by a search on fixed
 * points.
 */
import type { Expr, Refusal } from "../reading/ast.js";
import { Binder } from "../evaluation/bind.js";
import { isExactDecimal } from "../reading/bindExact.js";
import type { NameTable, Slot } from "../reading/bindNames.js";
import { compileChecks } from "../lowering/checks.js";
import type { ResultCheck } from "../lowering/checks.js";
import { lower } from "../lowering/lower.js";
import { refuse } from "../reading/refuse.js";
import type { Node } from "../evaluation/node.js";
import { PRECISION_BOUND, SOLVE_COST_MAX, SOLVE_STEPS_MAX, SOLVE_WORK_MAX } from "../../limits.js";
import { binderOf, declaredResult, proveUnit } from "../evaluation/unit.js";
import {
  NO_NOTES,
  POOR_NOTES,
  isCurved,
  statedUncertainties,
  valueFunction,
} from "../evaluation/evaluate.js";
import type {
  CarriedInputs,
  CompiledEquation,
  InputInfo,
  ResultUnit,
  Uncertainties,
} from "../evaluation/evaluate.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import type { CarriedResult, Outcome } from "../evaluation/evaluation.js";
import { TextTemplate } from "../evaluation/text.js";
import { printStatement } from "../reading/print.js";
import { Tape, halfUlp } from "../evaluation/tape.js";
import { agree, isCounted, multipleResults, namesBeside, noSolution, rangeOf } from "./question.js";
import type { ImplicitQuestion } from "./question.js";
import { COSTLY_SEARCH_MAX, SEARCH_MAX, costlyRoots, roots } from "./search.js";
import { isWhole } from "../evaluation/wholeNumbers.js";
import { holds } from "../reading/walk.js";
import { metered } from "../evaluation/workMeter.js";
import { NO_CONTRIBUTIONS, Propagation, withoutBound } from "../evaluation/uncertainty.js";

const ULP = 2.220446049250313e-16;
const POLISH_STEPS = 3;
/**
 * Beyond this size, and below its inverse, what looks like a solution may be nothing but rounding.
 */
const USUAL_MAX = 1e12;
/** The largest number that the only whole one among several solutions may be. */
const COUNTED_MAX = 1e6;
/** Whole numbers tried one by one reach so far to both sides. */
const WHOLE_TRIED_MAX = 1_000;
/** Closer than this, relative to their size, two solutions are one found twice. */
const SAME_SOLUTION = 1e-9;

function isSame(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= SAME_SOLUTION * Math.max(Math.abs(a), Math.abs(b));
}

/** @throws EquationRefusal */
export function compileResidual(question: ImplicitQuestion): CompiledEquation {
  return new Residual(question);
}

class Residual implements CompiledEquation {
  readonly kind = "implicit" as const;
  readonly subject: string;
  readonly canonical: string;
  readonly slotNames: readonly string[];
  readonly inputs: readonly InputInfo[];
  readonly result: ResultUnit;
  private readonly slots: readonly Slot[];
  private readonly binder: Binder;
  private readonly tape: Tape;
  private readonly residual: ValueFunction;
  private readonly sides: readonly [ValueFunction, ValueFunction];
  private readonly propagation: Propagation;
  private readonly texts: readonly [TextTemplate, TextTemplate];
  private readonly min: number;
  private readonly max: number;
  private readonly check: ResultCheck | null;
  private readonly names: NameTable;
  private readonly isLinear: boolean;
  private readonly isCounted: boolean;
  private readonly isCostly: boolean;

  constructor(question: ImplicitQuestion) {
    const { left, right, classified, context } = question;
    const { subject, label } = classified;
    const names = namesBeside(question);
    this.names = names;
    this.slots = names.slots;
    this.subject = subject;
    this.canonical = printStatement(classified.statement);
    this.slotNames = names.slots.map((slot) => slot.name);
    this.inputs = names.slots.map((slot) => ({
      name: slot.name,
      aliases: slot.aliases,
      unit: slot.unit,
      description: slot.description,
      fallback: slot.fallback?.declared ?? null,
    }));
    const unknown = { type: "name" as const, name: subject, span: left.span };
    this.result = proveUnit({
      expr: unknown,
      names,
      subject,
      label,
      declared: declaredResult(subject, true, context),
      demand: (walk) =>
        walk.agree(left, walk.form(left), right, walk.form(right), "two sides", left),
    }).fixed;
    // The unknown takes the slot after the inputs.
    const at = names.slots.length;
    const bind = binderOf(names);
    const side = (expr: typeof left): Node =>
      lower(expr, (name, where) =>
        name === subject ? { kind: "slot", slot: at } : bind(name, where),
      );
    const root: Node = {
      op: "sub",
      a: side(left),
      b: side(right),
      expr: { ...left, span: classified.statement.clauses[0]?.span ?? left.span },
    };
    this.tape = new Tape(root, at + 1);
    if (this.tape.cost > SOLVE_COST_MAX) {
      refuse(
        "budget",
        `Solving for ${subject} runs the equation some thousand times, and one run takes too much work.`,
        left,
      );
    }
    if (this.tape.stepCount > SOLVE_STEPS_MAX) {
      refuse(
        "budget",
        `Solving for ${subject} takes at most ${SOLVE_STEPS_MAX} operations, ` +
          `this equation has ${this.tape.stepCount}.`,
        left,
      );
    }
    this.residual = valueFunction(root);
    this.sides = [valueFunction(root.a), valueFunction(root.b)];
    this.binder = new Binder(names.slots);
    this.propagation = new Propagation(this.tape, names.slots);
    this.texts = [new TextTemplate(null, left, names), new TextTemplate(null, right, names)];
    [this.min, this.max] = rangeOf(question);
    this.isCounted = isCounted(question);
    this.isCostly = holds(left, ["integral"]) || holds(right, ["integral"]);
    this.isLinear = degreeIn(left, subject) <= 1 && degreeIn(right, subject) <= 1;
    this.check = compileChecks(classified.ranges, [subject, label], names);
  }

  accepts(key: string): boolean {
    return this.binder.table.slotOf(key) >= 0;
  }

  /**
   * The one solution inside the range of the unknown; NaN when there is none or there are several.
   */
  value(slots: Float64Array): number {
    const found = this.solutions(slots);
    return found.length === 1 ? found[0]! : Number.NaN;
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const problem = this.binder.bind(inputs);
    if (problem !== null) return problem;
    const stated =
      uncertainties === undefined
        ? null
        : statedUncertainties(this.binder, this.slots, uncertainties);
    if (stated !== null && "status" in stated) return stated;
    const earlier = carried === undefined ? null : this.binder.bySlot(carried);
    const { value: found, isSpent } = metered(SOLVE_WORK_MAX, () =>
      this.solutions(this.binder.values),
    );
    if (isSpent)
      return refused({
        kind: "budget",
        message: `Solving for ${this.subject} runs the sums and integrals of the equation too often.`,
      });
    if (found.length > 1 && this.isCounted) {
      const outcomes = found.map((x) => this.judged(x, stated, earlier));
      const whole = outcomes.filter((outcome) => outcome.status === "value" && isWhole(outcome));
      // Far out every double is whole, and a periodic equation has solutions there.
      const isNear = found.every((x) => Math.abs(x) <= COUNTED_MAX);
      if (whole.length === 1 && isNear) return whole[0]!;
    }
    const reach = this.isCostly ? COSTLY_SEARCH_MAX : SEARCH_MAX;
    if (found.length !== 1) {
      return refused(
        found.length > 1
          ? multipleResults(this.subject, found.length)
          : noSolution(
              this.subject,
              `their difference changes sign nowhere between ${Math.max(this.min, -reach)} ` +
                `and ${Math.min(this.max, reach)}, on the points that are tried`,
            ),
      );
    }
    return this.judged(found[0]!, stated, earlier);
  }

  /** Distinct values that make both sides agree, ascending. */
  private solutions(values: Float64Array): number[] {
    const at = new Float64Array(values.length + 1);
    at.set(values.subarray(0, this.slots.length));
    const f = (x: number): number => {
      at[this.slots.length] = x;
      return this.residual(at);
    };
    const solved: number[] = [];
    const accept = (candidate: number): boolean => {
      const x = this.polish(at, candidate) + 0;
      const isUsual = Math.abs(x) >= 1 / USUAL_MAX && Math.abs(x) <= USUAL_MAX;
      const isNew =
        x >= this.min &&
        x <= this.max &&
        this.holds(at, x) &&
        (isUsual || x === 0 || this.isSharp(at, x)) &&
        !solved.some((other) => isSame(other, x));
      if (isNew) solved.push(x);
      return isNew;
    };
    const linear = this.isLinear ? this.linearRoot(at) : null;
    if (linear === null) (this.isCostly ? costlyRoots : roots)(f, this.min, this.max, accept);
    else accept(linear);
    if (solved.length === 0 && this.isCounted) this.tryWhole(accept);
    return solved.sort((a, b) => a - b);
  }

  /** Functions of whole numbers alone, as a binomial coefficient, have no value between them. */
  private tryWhole(accept: (candidate: number) => boolean): void {
    const reach = Math.min(WHOLE_TRIED_MAX, Math.floor(SOLVE_COST_MAX / (2 * this.tape.cost)));
    const last = Math.min(this.max, reach);
    for (let n = Math.ceil(Math.max(this.min, -reach)); n <= last; n += 1) accept(n);
  }

  /**
   * Root of a residual of degree 1, from its value and slope at 0; null when the slope is 0 there.
   */
  private linearRoot(at: Float64Array): number | null {
    this.run(at, 0, null);
    const x = -this.tape.value[this.tape.root]! / this.tape.adjoint[this.slots.length]!;
    return x - x === 0 ? x : null;
  }

  /** Whether the residual is more than its own rounding noise within the precision bound of x. */
  private isSharp(at: Float64Array, x: number): boolean {
    this.run(at, x, null);
    const { tape } = this;
    const noise = tape.roundingPart + tape.inputPart;
    return noise < Math.abs(tape.adjoint[this.slots.length]! * x) * PRECISION_BOUND;
  }

  private holds(at: Float64Array, x: number): boolean {
    at[this.slots.length] = x;
    const [left, right] = this.sides;
    return agree(left(at), right(at));
  }

  /** Newton steps while they make the residual smaller. */
  private polish(at: Float64Array, start: number): number {
    let x = start;
    for (let i = 0; i < POLISH_STEPS; i += 1) {
      this.run(at, x, null);
      const f = this.tape.value[this.tape.root]!;
      const next = x - f / this.tape.adjoint[this.slots.length]!;
      at[this.slots.length] = next;
      if (next - next !== 0 || !(Math.abs(this.residual(at)) < Math.abs(f))) return x;
      x = next;
    }
    return x;
  }

  private run(
    values: Float64Array,
    x: number,
    earlier: readonly (CarriedResult | null)[] | null,
  ): void {
    const { tape, slots } = this;
    for (let i = 0; i < slots.length; i += 1) {
      const value = values[i]!;
      tape.value[i] = value;
      const before = earlier === null ? null : earlier[i]!;
      tape.reach[i] =
        before !== null ? before.absoluteBound : isExactDecimal(value) ? 0 : halfUlp(value);
    }
    tape.value[slots.length] = x;
    tape.reach[slots.length] = 0;
    tape.forward();
    tape.backward();
  }

  /**
   * The residual is known to within its own bound, so the root is to within that bound over the
   * slope. Where the residual does not leave its bound on both sides of that interval, nothing is
   * known.
   */
  private judged(
    x: number,
    stated: Float64Array | null,
    earlier: readonly (CarriedResult | null)[] | null,
  ): Outcome {
    const { tape } = this;
    this.run(this.binder.values, x, earlier);
    const slope = tape.adjoint[this.slots.length]!;
    const noise = tape.roundingPart + tape.inputPart;
    const absolute =
      (noise + Math.abs(tape.value[tape.root]!)) / Math.abs(slope) + ULP * Math.abs(x);
    if (!(absolute <= PRECISION_BOUND * Math.abs(x)) && !(x === 0 && noise === 0))
      return refused(this.imprecise(absolute, x));
    const at = new Float64Array(this.slots.length + 1);
    at.set(this.binder.values.subarray(0, this.slots.length));
    const below = this.residualAt(at, x - 4 * absolute);
    const above = this.residualAt(at, x + 4 * absolute);
    const bracketed = (below < -noise && above > noise) || (below > noise && above < -noise);
    if (noise > 0 && !bracketed) return refused(this.imprecise(absolute, x));
    const refusal = this.check === null ? null : this.check(x, (name) => this.valueOf(name));
    if (refusal !== null) return refused(refusal);
    const gradient = tape.adjoint.map((df) => -df / slope);
    const spread = this.propagation.propagate(
      gradient,
      this.binder.given,
      stated,
      earlier,
      tape.steep,
    );
    const beyond = withoutBound(spread, tape.steep);
    if (beyond !== null) return refused(beyond);
    return {
      status: "value",
      value: x,
      unit: this.result.unit,
      unitUnknown: this.result.unitUnknown,
      dimension: this.result.dimension,
      uncertainty: spread === null ? absolute : spread.uncertainty,
      uncertaintySource: spread === null ? "numerical" : "gum",
      contributions: spread === null ? NO_CONTRIBUTIONS : spread.contributions,
      relativeBound: x === 0 ? 0 : absolute / Math.abs(x),
      absoluteBound: absolute,
      assumed: this.binder.assumed(),
      bound: this.binder.bound(),
      unused: this.binder.unused,
      subject: this.subject,
      canonical: this.canonical,
      substituted:
        `${this.texts.map((text) => text.fill(this.binder.values)).join(" = ")}; ` +
        `${this.subject} = ${x}`,
      notes:
        stated !== null &&
        isCurved((slots) => this.value(slots), this.binder.values, stated, {
          value: x,
          first: spread?.uncertainty ?? 0,
          gradient,
        })
          ? POOR_NOTES
          : NO_NOTES,
    };
  }

  private residualAt(at: Float64Array, x: number): number {
    at[this.slots.length] = x;
    return this.residual(at);
  }

  private imprecise(absolute: number, x: number): Refusal {
    return {
      kind: "precision-loss",
      message:
        `The solution ${this.subject} = ${x} is known only to within ` +
        `${Number.isFinite(absolute) ? absolute.toPrecision(2) : "no bound at all"}, ` +
        `more than the bound ${PRECISION_BOUND} allows.`,
    };
  }

  private valueOf(name: string): number | undefined {
    const binding = this.names.bindings.get(name);
    if (binding === undefined) return undefined;
    return binding.kind === "constant" ? binding.value : this.binder.values[binding.slot];
  }
}

function refused(refusal: Refusal): Outcome {
  return { status: "refused", refusal };
}

/** Degree of a polynomial in `name`; infinity for anything that is none by its form. */
function degreeIn(expr: Expr, name: string): number {
  switch (expr.type) {
    case "number":
      return 0;
    case "name":
      return expr.name === name ? 1 : 0;
    case "unary":
      return degreeIn(expr.arg, name);
    case "binary": {
      const left = degreeIn(expr.left, name);
      const right = degreeIn(expr.right, name);
      if (expr.op === "+" || expr.op === "-") return Math.max(left, right);
      if (expr.op === "*") return left + right;
      if (right > 0) return Number.POSITIVE_INFINITY;
      return expr.op === "/" || left === 0 ? left : 2 * left;
    }
    case "call":
      return expr.args.every((arg) => degreeIn(arg, name) === 0) ? 0 : Number.POSITIVE_INFINITY;
    default:
      return Number.POSITIVE_INFINITY;
  }
}
