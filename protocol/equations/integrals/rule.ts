/** A definite integral as one step: its value, its error, and its slopes by every operand. */
import { ULP } from "../../math/constants.js";
import { SERIES_COST_MAX } from "../../limits.js";
import type { IntegralExpr, Refusal } from "../reading/ast.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import type { ManyRule, ManyRun } from "../evaluation/many.js";
import { columns } from "../dimensions/message.js";
import { explainNonFinite } from "../evaluation/gate.js";
import type { Node } from "../evaluation/node.js";
import { halfUlp } from "../evaluation/tape.js";
import type { Tape } from "../evaluation/tape.js";
import type { Budget } from "../sums/rule.js";
import { EVALUATIONS_MAX, integrate, piecesOf, pointsOf } from "./quadrature.js";
import type { Frame, Piece, Quadrature } from "./quadrature.js";
import { breakpointsOf, type Breakpoint } from "./breakpoints.js";
import { innerBreakpoints, type InnerIntegral } from "./innerBreakpoints.js";
import type { IntervalRun } from "./interval.js";

/** An integrand with its slots: the variable, or the distance from an end, first. */
export interface Form {
  readonly tape: Tape;
  readonly value: ValueFunction;
  readonly interval: IntervalRun;
  /** The same where kinks count, too; null where the integrand has none. */
  readonly bending: (() => IntervalRun) | null;
}

export interface IntegralPlan {
  /** The integrand; its variable has the first slot. */
  readonly root: Node;
  readonly plain: Form;
  /**
   * As functions of the distance from an end, which are better near a singular one; null where they
   * are not.
   */
  readonly fromStart: (() => Form) | null;
  readonly fromStop: (() => Form) | null;
  readonly slots: number;
  /** Slot of the integrand -> operand that holds it; operands 0 and 1 are the limits. */
  readonly scalars: readonly { readonly slot: number; readonly arg: number }[];
  /** Integrals of the integrand. */
  readonly inner: readonly InnerIntegral[];
  /** The integrand jumps: slopes are differences of whole integrals. */
  readonly jumps: boolean;
  readonly expr: IntegralExpr;
}

interface Partition {
  readonly start: Frame;
  readonly stop: Frame;
  /** Where the parts meet, if there are two. */
  readonly middle: number;
  readonly pieces: readonly Piece[];
}

/** Part of the range, or of the size of its end, that is looked at for a singular end. */
const BESIDE_END = 9.5367431640625e-7;

function between(a: number, b: number, frame: Frame): readonly Piece[] {
  return piecesOf(Math.min(a, b), Math.max(a, b), frame);
}

/** Half ulps that a point may be off: its sum, its quotient and its map round once each. */
const POINT_ULPS = 3;
/** Beside a singularity no error has a bound; there the value itself is taken for one. */
function bounded(error: number, y: number): number {
  return error - error === 0 ? error : 2 * Math.abs(y);
}

/** Intervals that are looked at for the kinks of one piece, and the cost of a place found. */
const PLACES_WORK_MAX = 20_000;
const PLACES_COST = 400;
/** Relative step of a difference of integrals. */
const STEP = 1.220703125e-4;
/** An operation on intervals, in units of one addition. */
const INTERVAL_COST = 8;
/** Evaluations with gradients cost several plain ones. */
const GRADIENT_COST = 4;

export class IntegralRule implements ManyRule {
  readonly name = "integral";
  readonly cost: number;
  readonly plan: IntegralPlan;
  readonly #budget: Budget;
  readonly #isOutermost: boolean;
  readonly #slots: Float64Array;
  readonly #pointCost: number;
  /** Kinks were not found one by one: panels are halved towards them. */
  #isBending = false;
  /** An integral inside jumps at more places of the variable than are found. */
  #isLost = false;

  constructor(plan: IntegralPlan, budget: Budget, isOutermost: boolean) {
    this.plan = plan;
    this.#budget = budget;
    this.#isOutermost = isOutermost;
    this.#slots = new Float64Array(plan.slots);
    this.#pointCost = Math.max(1, plan.plain.tape.cost / GRADIENT_COST);
    // Every evaluation spends for itself.
    this.cost = 1;
  }

  get root(): Node {
    return this.plan.root;
  }

  get jumpsInside(): boolean {
    return this.plan.jumps;
  }

  value(args: Float64Array): number {
    if (this.#isOutermost) this.#budget.start(EVALUATIONS_MAX);
    const found = this.#integral(args);
    return found.ok ? found.value + 0 : Number.NaN;
  }

  run(args: Float64Array, reach: Float64Array, out: ManyRun): void {
    if (this.#isOutermost) this.#budget.start(EVALUATIONS_MAX);
    out.slopes.fill(0);
    out.bend = 0;
    out.refusal = null;
    const found = this.#integral(args);
    if (!found.ok) {
      out.refusal = this.#refusalOf(found, args);
      out.value = Number.NaN;
      return;
    }
    out.value = found.value + 0;
    out.rounding = found.error;
    this.#alongPoints(found, args, reach, out);
    if (this.plan.jumps) this.#differences(args, found.value, out);
    const { start, stop, middle } = this.#partition(args);
    // A function of the distance moves with its end: its slope is there, but for the other
    // end of that part.
    this.#limit(0, start === "plain" ? args[0]! : middle, { args, reach: reach[0]!, out });
    this.#limit(1, stop === "plain" ? args[1]! : middle, { args, reach: reach[1]!, out });
    if (start !== "plain" || stop !== "plain") this.#joint(middle, args, out);
  }

  /** The parts meet to within the rounding of the length of the range. */
  #joint(middle: number, args: Float64Array, out: ManyRun): void {
    if (middle - middle !== 0) return;
    this.#slots[0] = middle;
    out.rounding += Math.abs(this.plan.plain.value(this.#slots)) * halfUlp(args[1]! - args[0]!);
  }

  #integral(args: Float64Array): Quadrature & { sign?: number } {
    const { scalars } = this.plan;
    const slots = this.#slots;
    for (const { slot, arg } of scalars) slots[slot] = args[arg]!;
    const [from, to] = [args[0]!, args[1]!];
    if (from === to) return { ok: true, value: 0, error: 0, size: 0, panels: [] };
    const { gaps, pieces } = this.#broken(this.#partition(args).pieces);
    if (this.#isLost) return { ok: false, why: "unsettled", x: from, frame: "plain" };
    const rule = integrate({ at: this.#at, missed: this.#missed }, pieces);
    const found = rule.ok ? this.#withGaps(rule, gaps) : rule;
    if (!found.ok || from < to) return found;
    return { ...found, value: -found.value, sign: -1 };
  }

  /** Pieces that end at jumps and kinks, and the places left between them, a few ulps wide. */
  #broken(pieces: readonly Piece[]): {
    readonly pieces: readonly Piece[];
    readonly gaps: readonly Breakpoint[];
  } {
    const { inner, plain } = this.plan;
    this.#isBending = false;
    this.#isLost = false;
    if (plain.bending === null && inner.length === 0) return { pieces, gaps: [] };
    const gaps: Breakpoint[] = [];
    const all = pieces.flatMap((piece): readonly Piece[] => {
      const places = piece.frame === "plain" && piece.map === "plain" ? this.#places(piece) : null;
      // A crossing not found place by place is closed in on by halving.
      if (places === null) this.#isBending ||= plain.bending !== null;
      if (places === null || places.length === 0) return [piece];
      gaps.push(...places);
      const starts = [piece.low, ...places.map(({ to }) => to)];
      const ends = [...places.map(({ from }) => from), piece.high];
      return starts.flatMap((low, i) =>
        low < ends[i]! ? [{ ...piece, low, high: ends[i]! }] : [],
      );
    });
    return { pieces: all, gaps };
  }

  #places({ low, high }: Piece): readonly Breakpoint[] | null {
    const { inner, plain, root } = this.plan;
    const outer = { variable: 0, slots: this.#slots, from: low, to: high };
    const own =
      plain.bending === null
        ? []
        : breakpointsOf([root], {
            ...outer,
            isFixed: () => true,
            touching: true,
            inside: true,
            intervals: PLACES_WORK_MAX,
          });
    if (own === null) return null;
    const deeper = inner.map((one) => innerBreakpoints(one, outer));
    if (!this.#budget.spend(PLACES_COST * (own.length + deeper.length))) return null;
    if (deeper.includes("lost")) this.#isLost = true;
    const points = deeper
      .flatMap((ends) => (ends === "lost" ? [] : (ends ?? [])))
      .map((x) => ({ from: x, to: x }));
    return [...own, ...points].toSorted((a, b) => a.from - b.from || a.to - b.to);
  }

  /** With what the places between the pieces hold, by the values at their ends. */
  #withGaps(rule: Quadrature & { ok: true }, gaps: readonly Breakpoint[]): Quadrature {
    let { error, value } = rule;
    for (const { from, to } of gaps) {
      if (from === to) continue;
      const [left, right] = [this.#at(from, "plain"), this.#at(to, "plain")];
      value += (to - from) * (0.5 * left + 0.5 * right);
      error += (to - from) * (Math.abs(right - left) + ULP * Math.abs(left));
    }
    return { ...rule, value, error };
  }

  /** The range in parts, each a function of the variable or of the distance from an end. */
  #partition(args: Float64Array): Partition {
    const [from, to] = [args[0]!, args[1]!];
    const { fromStart, fromStop } = this.plan;
    const start: Frame = fromStart !== null && this.#isSingular(from, to) ? "start" : "plain";
    const stop: Frame = fromStop !== null && this.#isSingular(to, from) ? "stop" : "plain";
    if (start === "plain" && stop === "plain")
      return { start, stop, middle: 0, pieces: between(from, to, "plain") };
    const length = to - from;
    // Of an infinite range one end at most is finite.
    if (length - length !== 0) {
      return {
        start,
        stop,
        middle: length,
        pieces: between(0, length, start === "plain" ? stop : start),
      };
    }
    const half = length / 2;
    const middle = from + half;
    return {
      start,
      stop,
      middle,
      pieces: [
        ...(start === "plain" ? between(from, middle, start) : between(0, half, start)),
        ...(stop === "plain" ? between(middle, to, stop) : between(0, half, stop)),
      ],
    };
  }

  /** Whether the integrand has no bound right beside an end of its range, or no value beyond it. */
  #isSingular(end: number, other: number): boolean {
    if (end - end !== 0) return false;
    const { plain } = this.plan;
    const length = Math.min(Math.abs(other - end), Math.max(1, Math.abs(end)));
    const step = Math.sign(other - end) * Math.max(length * BESIDE_END, 4 * ULP * Math.abs(end));
    const near = end + step;
    if (!this.#budget.spend(plain.interval.length * INTERVAL_COST)) return false;
    const beyond = this.#at(end - step, "plain");
    if (beyond !== beyond) return true;
    return (
      plain.interval.unresolved(Math.min(end, near), Math.max(end, near), this.#slots) ===
      Number.POSITIVE_INFINITY
    );
  }

  #form(frame: Frame): Form {
    const { plain, fromStart, fromStop } = this.plan;
    return (frame === "start" ? fromStart?.() : frame === "stop" ? fromStop?.() : null) ?? plain;
  }

  readonly #at = (x: number, frame: Frame): number => {
    this.#slots[0] = x;
    return this.#budget.spend(this.#pointCost) ? this.#form(frame).value(this.#slots) : Number.NaN;
  };

  readonly #missed = (
    from: number,
    to: number,
    frame: Frame,
  ): { missed: number; magnitude: number } => {
    const form = this.#form(frame);
    const interval = (this.#isBending ? form.bending?.() : null) ?? form.interval;
    // Out of work: the panel counts as resolved, and its first sample ends the run.
    if (!this.#budget.spend(interval.length * INTERVAL_COST)) return { missed: 0, magnitude: 0 };
    const missed = interval.unresolved(from, to, this.#slots);
    return { missed, magnitude: interval.magnitude() };
  };

  /** Errors and slopes of the integrand, weighted as its values were. */
  #alongPoints(
    found: Quadrature & { ok: true; sign?: number },
    args: Float64Array,
    reach: Float64Array,
    out: ManyRun,
  ): void {
    const { scalars, jumps } = this.plan;
    for (const frame of new Set(found.panels.map(({ piece }) => piece.frame))) {
      const { tape } = this.#form(frame);
      for (const { slot, arg } of scalars) {
        tape.value[slot] = args[arg]!;
        tape.reach[slot] = reach[arg]!;
      }
    }
    for (const panel of found.panels) {
      const { tape } = this.#form(panel.piece.frame);
      for (const { x, weight } of pointsOf(panel)) {
        // The point itself is rounded, more so where it comes from a map of the axis.
        const near = POINT_ULPS * halfUlp(x);
        tape.value[0] = x;
        tape.reach[0] = near;
        tape.forward();
        if (!tape.finite) continue;
        tape.backward();
        const y = tape.value[tape.root]!;
        out.rounding += weight * bounded(tape.roundingPart + Math.abs(tape.adjoint[0]!) * near, y);
        out.bend += weight * bounded(tape.bendPart + tape.constantsPart, y);
        if (jumps) continue;
        for (const { slot, arg } of scalars) {
          out.slopes[arg]! += (found.sign ?? 1) * weight * tape.adjoint[slot]!;
        }
      }
    }
  }

  /** A jump moves with an operand where no slope of the integrand shows it. */
  #differences(args: Float64Array, value: number, out: ManyRun): void {
    for (const { arg } of this.plan.scalars) {
      const moved = Float64Array.from(args);
      const step = STEP * Math.max(Math.abs(args[arg]!), STEP);
      const ends = [args[arg]! + step, args[arg]! - step].map((at) => {
        moved[arg] = at;
        const found = this.#integral(moved);
        return found.ok ? found.value : value;
      });
      out.slopes[arg]! += (ends[0]! - ends[1]!) / (2 * step);
    }
    this.#integral(args);
  }

  /** The slope by a limit is the integrand there. */
  #limit(
    end: 0 | 1,
    x: number,
    { args, reach, out }: { args: Float64Array; reach: number; out: ManyRun },
  ): void {
    if (x - x !== 0) return;
    for (const { slot, arg } of this.plan.scalars) this.#slots[slot] = args[arg]!;
    const at = (point: number): number => {
      this.#slots[0] = point;
      return this.plan.plain.value(this.#slots);
    };
    const y = at(x);
    const isFinite = y - y === 0;
    out.slopes[end]! += isFinite ? (end === 0 ? -y : y) : 0;
    if (reach === 0) return;
    const change = Math.max(Math.abs(at(x + reach) - y), Math.abs(at(x - reach) - y));
    out.bend += isFinite && change - change === 0 ? 2 * change * reach : Number.POSITIVE_INFINITY;
  }

  #refusalOf(found: Quadrature & { ok: false }, args: Float64Array): Refusal {
    const {
      expr,
      plain: { tape },
    } = this.plan;
    const at =
      found.frame === "plain"
        ? found.x
        : found.frame === "start"
          ? args[0]! + found.x
          : args[1]! - found.x;
    const where = `The integral at ${columns(expr)}`;
    if (found.why === "oscillating") {
      return {
        kind: "divergent",
        span: expr.span,
        message: `${where} does not converge absolutely: towards infinity its integrand does not settle.`,
      };
    }
    if (found.why === "divergent") {
      return {
        kind: "divergent",
        span: expr.span,
        message: `${where} diverges, or converges too slowly to be summed: near ${at} its parts do not fall off.`,
      };
    }
    const isSpent = this.#budget.isSpent;
    if (found.why === "unsettled" || isSpent) {
      return {
        kind: "budget",
        span: expr.span,
        message:
          `${where} does not settle within ${EVALUATIONS_MAX} evaluations of its integrand` +
          `${isSpent ? ` or ${SERIES_COST_MAX} operations` : ""}; split the range or give a closed form.`,
      };
    }
    tape.value.set(this.#slots.subarray(0, tape.slotCount));
    tape.value[0] = at;
    tape.forward();
    return (
      tape.refusal ?? {
        ...explainNonFinite(tape),
        kind: "domain-error",
        message: `${where} meets a point without a value, at ${at}: ${explainNonFinite(tape).message}`,
      }
    );
  }
}
