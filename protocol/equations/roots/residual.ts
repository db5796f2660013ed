/**
 * An unknown that occurs several times: every solution in its range is isolated, and one is an
 * answer where it is shown to be the only one.
 */
import { ULP } from "../../math/constants.js";
import type { Refusal } from "../reading/ast.js";
import { Binder } from "../evaluation/bind.js";
import { isExactDecimal } from "../reading/bindExact.js";
import type { NameTable, Slot } from "../reading/bindNames.js";
import { compileChecks } from "../lowering/checks.js";
import type { ResultCheck } from "../lowering/checks.js";
import { lower } from "../lowering/lower.js";
import { refuse } from "../reading/refuse.js";
import type { Node } from "../evaluation/node.js";
import {
  PRECISION_BOUND,
  SOLVE_BOXES_WORK_MAX,
  SOLVE_COST_MAX,
  SOLVE_ROOTS_MAX,
  SOLVE_STEPS_MAX,
  SOLVE_WORK_MAX,
} from "../../limits.js";
import { binderOf, declaredResult, proveUnit } from "../evaluation/unit.js";
import {
  NO_NOTES,
  POOR_NOTES,
  isCurved,
  statedUncertainties,
  valueFunction,
  inputsOf,
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
import { isCounted, namesBeside, rangeOf } from "./question.js";
import type { ImplicitQuestion } from "./question.js";
import { solutionsOf, type Solution, type Solutions } from "./solutions.js";
import { unanswered } from "./unanswered.js";
import { isWhole } from "../evaluation/wholeNumbers.js";
import { holds } from "../reading/walk.js";
import { metered } from "../evaluation/workMeter.js";
import { countWork } from "../../workCount.js";
import { NO_CONTRIBUTIONS, Propagation, withoutBound } from "../evaluation/uncertainty.js";
import { widthsOf, withoutSlope } from "../evaluation/withoutSlope.js";

const POLISH_STEPS = 3;
/** The largest number that the only whole one among several solutions may be. */
const COUNTED_MAX = 1e6;
/** Whole numbers tried one by one reach so far to both sides. */
const WHOLE_TRIED_MAX = 1_000;
/** Through an integral an unknown is looked for up to this size. */
const COSTLY_SEARCH_MAX = 1e4;

/** A bare value takes about a quarter of a run with errors and slopes. */
const VALUE_SHARE = 4;

function countingWork(value: ValueFunction, work: number): ValueFunction {
  return (slots) => {
    countWork(work);
    return value(slots);
  };
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
  readonly #slots: readonly Slot[];
  readonly #binder: Binder;
  readonly #tape: Tape;
  readonly #residual: ValueFunction;
  readonly #sides: readonly [Node, Node];
  readonly #propagation: Propagation;
  readonly #texts: readonly [TextTemplate, TextTemplate];
  readonly #min: number;
  readonly #max: number;
  readonly #check: ResultCheck | null;
  readonly #names: NameTable;
  readonly #isCounted: boolean;
  readonly #isCostly: boolean;

  constructor(question: ImplicitQuestion) {
    const { left, right, classified, context } = question;
    const { subject, label } = classified;
    const names = namesBeside(question);
    this.#names = names;
    this.#slots = names.slots;
    this.subject = subject;
    this.canonical = printStatement(classified.statement);
    this.slotNames = names.slots.map((slot) => slot.name);
    this.inputs = inputsOf(names.slots);
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
    this.#tape = new Tape(root, at + 1);
    if (this.#tape.cost > SOLVE_COST_MAX) {
      refuse(
        "budget",
        `Solving for ${subject} runs the equation some thousand times, and one run takes too much work.`,
        left,
      );
    }
    if (this.#tape.stepCount > SOLVE_STEPS_MAX) {
      refuse(
        "budget",
        `Solving for ${subject} takes at most ${SOLVE_STEPS_MAX} operations, ` +
          `this equation has ${this.#tape.stepCount}.`,
        left,
      );
    }
    this.#residual = countingWork(valueFunction(root), this.#tape.cost / VALUE_SHARE);
    this.#sides = [root.a, root.b];
    this.#binder = new Binder(names.slots);
    this.#propagation = new Propagation(this.#tape, names.slots);
    this.#texts = [new TextTemplate(null, left, names), new TextTemplate(null, right, names)];
    [this.#min, this.#max] = rangeOf(question);
    this.#isCounted = isCounted(question);
    this.#isCostly = holds(left, ["integral"]) || holds(right, ["integral"]);
    this.#check = compileChecks(classified.ranges, [subject, label], names);
  }

  accepts(key: string): boolean {
    return this.#binder.table.slotOf(key) >= 0;
  }

  /**
   * The one solution inside the range of the unknown; NaN when there is none or there are several.
   */
  value(slots: Float64Array): number {
    const { found, isComplete } = this.#solutions(slots, null);
    return found.length === 1 && isComplete ? found[0]!.value : Number.NaN;
  }

  evaluate(
    inputs: Readonly<Record<string, number>>,
    uncertainties?: Uncertainties,
    carried?: CarriedInputs,
  ): Outcome {
    const problem = this.#binder.bind(inputs);
    if (problem !== null) return problem;
    const stated = statedUncertainties(this.#binder, this.#slots, uncertainties);
    if (stated !== null && "status" in stated) return stated;
    const earlier = carried === undefined ? null : this.#binder.bySlot(carried);
    const { value: solutions, isSpent } = metered(SOLVE_WORK_MAX, () =>
      this.#solutions(this.#binder.values, earlier),
    );
    if (isSpent)
      return refused({
        kind: "budget",
        message: `Solving for ${this.subject} runs the sums and integrals of the equation too often.`,
      });
    const { found, isComplete } = solutions;
    if (found.length > 1 && this.#isCounted) {
      const outcomes = found.map((solution) => this.#judged(solution, stated, earlier));
      const whole = outcomes.filter((outcome) => outcome.status === "value" && isWhole(outcome));
      // Far out every double is whole, and a periodic equation has solutions there.
      const isNear = found.every(({ value }) => Math.abs(value) <= COUNTED_MAX);
      if (whole.length === 1 && isNear) return whole[0]!;
    }
    const [only] = found;
    if (found.length === 1 && isComplete) return this.#judged(only!, stated, earlier);
    const [min, max] = this.#range();
    const unit = this.result.unit;
    return refused(unanswered({ subject: this.subject, unit, min, max }, solutions));
  }

  /** Where the unknown is looked for. */
  #range(): readonly [number, number] {
    const reach = this.#isCostly ? COSTLY_SEARCH_MAX : Number.MAX_VALUE;
    return [Math.max(this.#min, -reach), Math.min(this.#max, reach)];
  }

  /** Distinct values that make both sides agree, ascending, and whether these are all. */
  #solutions(values: Float64Array, earlier: readonly (CarriedResult | null)[] | null): Solutions {
    const at = new Float64Array(this.#slots.length + 1);
    at.set(values.subarray(0, this.#slots.length));
    const [left, right] = this.#sides;
    const [min, max] = this.#range();
    const solutions = solutionsOf({
      left,
      right,
      unknown: this.#slots.length,
      values: at,
      reaches: earlier === null ? null : this.#slots.map((_, i) => earlier[i]?.absoluteBound ?? 0),
      min,
      max,
      enough: SOLVE_ROOTS_MAX,
      work: { left: SOLVE_BOXES_WORK_MAX },
    });
    if (solutions.found.length === 0 && !solutions.isComplete && this.#isCounted)
      return this.#wholeSolutions(at) ?? solutions;
    const found = solutions.found.map((solution) =>
      solution.isRounded ? solution : { ...solution, value: this.#polish(at, solution.value) + 0 },
    );
    return { ...solutions, found };
  }

  /** Functions of whole numbers alone, as a binomial coefficient, have no value between them. */
  #wholeSolutions(at: Float64Array): Solutions | null {
    const reach = Math.min(WHOLE_TRIED_MAX, Math.floor(SOLVE_COST_MAX / (2 * this.#tape.cost)));
    const last = Math.min(this.#max, reach);
    const found: Solution[] = [];
    for (let n = Math.ceil(Math.max(this.#min, -reach)); n <= last; n += 1)
      if (this.#balances(at, n))
        found.push({ value: n, isRounded: true, isExact: true, isMultiple: false, bound: 0 });
    return found.length === 0
      ? null
      : { found, undecided: [], isDrowned: false, continuum: null, isComplete: true, reach: null };
  }

  /** Whether the residual is no more than its own rounding. */
  #balances(at: Float64Array, x: number): boolean {
    this.#run(at, x, null);
    const tape = this.#tape;
    const value = Math.abs(tape.value[tape.root]!);
    return tape.finite && value <= tape.roundingPart + tape.inputPart;
  }

  /** Newton steps while they make the residual smaller. */
  #polish(at: Float64Array, start: number): number {
    let x = start;
    for (let i = 0; i < POLISH_STEPS; i += 1) {
      this.#run(at, x, null);
      const f = this.#tape.value[this.#tape.root]!;
      const next = x - f / this.#tape.adjoint[this.#slots.length]!;
      at[this.#slots.length] = next;
      if (next - next !== 0 || !(Math.abs(this.#residual(at)) < Math.abs(f))) return x;
      x = next;
    }
    return x;
  }

  #run(values: Float64Array, x: number, earlier: readonly (CarriedResult | null)[] | null): void {
    const tape = this.#tape;
    const slots = this.#slots;
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
  #judged(
    solution: Solution,
    stated: Float64Array | null,
    earlier: readonly (CarriedResult | null)[] | null,
  ): Outcome {
    const tape = this.#tape;
    const x = solution.value;
    this.#run(this.#binder.values, x, earlier);
    const slope = tape.adjoint[this.#slots.length]!;
    const sharp = this.#sharpBound(x, slope);
    const absolute = sharp ?? this.#factorBound(solution, earlier);
    if (absolute === null) return refused(this.#imprecise(x, slope));
    const refusal = this.#check === null ? null : this.#check(x, (name) => this.#valueOf(name));
    if (refusal !== null) return refused(refusal);
    const gradient = tape.adjoint.map((df) => -df / slope);
    const steep = tape.steep === null ? null : Uint8Array.from(tape.steep);
    const widths = widthsOf(stated, earlier);
    const flat =
      widths === null
        ? null
        : withoutSlope(
            (slots) => this.value(slots),
            this.#binder.values,
            widths,
            { value: x, absolute },
            { adjoint: gradient, jumps: tape.jumps, steep },
          );
    if (flat !== null && "kind" in flat) return refused(flat);
    const spread = this.#propagation.propagate(
      gradient,
      this.#binder.given,
      stated,
      earlier,
      steep,
      flat,
    );
    const beyond = withoutBound(spread?.uncertainty ?? null, steep);
    if (beyond !== null) return refused(beyond);
    // Where both sides touch, an input that is off by a little moves the solution without bound.
    if (spread !== null && sharp === null) return refused(this.#imprecise(x, 0));
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
      assumed: this.#binder.assumed(),
      bound: this.#binder.bound(),
      unused: this.#binder.unused,
      subject: this.subject,
      canonical: this.canonical,
      substituted:
        `${this.#texts.map((text) => text.fill(this.#binder.values)).join(" = ")}; ` +
        `${this.subject} = ${x}`,
      notes:
        stated !== null &&
        isCurved((slots) => this.value(slots), this.#binder.values, stated, {
          value: x,
          first: spread?.uncertainty ?? 0,
          gradient,
        })
          ? POOR_NOTES
          : NO_NOTES,
    };
  }

  #residualAt(at: Float64Array, x: number): number {
    at[this.#slots.length] = x;
    return this.#residual(at);
  }

  /** From the residual and its slope; null where that is not within the precision bound. */
  #sharpBound(x: number, slope: number): number | null {
    const tape = this.#tape;
    const noise = tape.roundingPart + tape.inputPart;
    const absolute =
      (noise + Math.abs(tape.value[tape.root]!)) / Math.abs(slope) + ULP * Math.abs(x);
    const isSharp =
      absolute <= PRECISION_BOUND * Math.abs(x) || (x === 0 && noise === 0 && slope !== 0);
    return isSharp && (noise === 0 || this.#isBracketed(x, absolute, noise)) ? absolute : null;
  }

  /** A factor that vanishes knows more than the whole, and an exact zero is known. */
  #factorBound(
    { value, bound }: Solution,
    earlier: readonly (CarriedResult | null)[] | null,
  ): number | null {
    const isTyped = earlier === null || earlier.every((before) => before === null);
    return isTyped && bound <= PRECISION_BOUND * Math.abs(value) ? bound : null;
  }

  #isBracketed(x: number, absolute: number, noise: number): boolean {
    const at = new Float64Array(this.#slots.length + 1);
    at.set(this.#binder.values.subarray(0, this.#slots.length));
    const below = this.#residualAt(at, x - 4 * absolute);
    const above = this.#residualAt(at, x + 4 * absolute);
    return (below < -noise && above > noise) || (below > noise && above < -noise);
  }

  #imprecise(x: number, slope: number): Refusal {
    const noise = this.#tape.roundingPart + this.#tape.inputPart;
    const bound = noise / Math.abs(slope);
    return {
      kind: "precision-loss",
      message:
        `The solution ${this.subject} = ${x} is known only to within ` +
        `${Number.isFinite(bound) ? bound.toPrecision(2) : "no bound at all"}, ` +
        `more than the bound ${PRECISION_BOUND} allows.`,
    };
  }

  #valueOf(name: string): number | undefined {
    const binding = this.#names.bindings.get(name);
    if (binding === undefined) return undefined;
    return binding.kind === "constant" ? binding.value : this.#binder.values[binding.slot];
  }
}

function refused(refusal: Refusal): Outcome {
  return { status: "refused", refusal };
}
