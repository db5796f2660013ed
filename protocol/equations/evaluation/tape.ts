/**
 * One run of an equation with its errors and its gradient.
 *
 * The operations stand in a list. Going forward, each gets its value, its slopes, the rounding
 * error it makes itself (`rounding`), and a bound on what its slopes do not see (`bend`); `reach`
 * is a sound bound of its whole error. Because each error is exactly slope * error of operand +
 * rounding + bend, going backward with the adjoints gives |error of the result| <= sum |adjoint|
 * (rounding + bend) + sum |df/dx| d over the leaves, where equal leaves cancel.
 */
import { UNIT_ROUNDOFF } from "../../math/constants.js";
import { divRemainder, sqrtRemainder, twoProdError, twoSumError } from "../../math/double.js";
import { powi } from "../../math/index.js";
import type { Refusal } from "../reading/ast.js";
import type { BinaryRule } from "./rules.js";
import { SQRT } from "./functions.js";
import type { Node } from "./node.js";
import { powiBend } from "./power.js";
import {
  CODES,
  costOf,
  workOf,
  hasJumps,
  TapeBuilder,
  type ConstantLeaf,
  type ManyStep,
  type Step,
} from "./tapeSteps.js";
import { countWork } from "../../workCount.js";

// Constants of this module: reading them over an import made a run slower by a tenth.
const ADD = CODES.add;
const SUB = CODES.sub;
const MUL = CODES.mul;
const DIV = CODES.div;
const NEG = CODES.neg;
const ROOT = CODES.root;
const POWI = CODES.powi;
const CALL2 = CODES.call2;
const MANY = CODES.many;
/** Operands in which a slope is infinite. */
const INFINITE_A = 1;
const INFINITE_B = 2;
/** Below this (2^-960) an error-free transform may itself underflow. */
const TRANSFORM_MIN = 1.0261342003245941e-289;
const DOUBLE_MAX = 1.7976931348623157e308;
const NORMAL_MIN = 2.2250738585072014e-308;
const SUBNORMAL_ULP = 5e-324;
/** What the sums of bounds may themselves lose to rounding. */
export const SLACK = 1.000000001;

export class Tape {
  readonly slotCount: number;
  readonly steps: readonly Step[];
  /** Index of the first step in the arrays: the leaves stand before it. */
  readonly firstStep: number;
  readonly root: number;
  /** Physical constants among the leaves. */
  readonly constants: readonly ConstantLeaf[];
  readonly value: Float64Array;
  /** Half-widths of the leaves, to be filled in for the slots; then error bounds of every step. */
  readonly reach: Float64Array;
  readonly adjoint: Float64Array;
  /** Results of the last `run`. */
  roundingPart = 0;
  inputPart = 0;
  underflow = false;
  /** Part of `inputPart` that the slopes of the leaves do not see. */
  bendPart = 0;
  /** Part of `inputPart` that literals in decimals make. */
  constantsPart = 0;
  /**
   * Of each leaf, 1 where the result changes infinitely fast with it: its adjoint is then not to be
   * used. Null where none does, after `backward`.
   */
  steep: Uint8Array | null = null;
  /** Whether a function in it has steps, such as `floor` and `mod`. */
  readonly jumps: boolean;
  /** Why a step has no value, where it says so itself. */
  refusal: Refusal | null = null;
  /** Whether every step has a finite value: an infinity on the way ends an evaluation. */
  finite = true;

  readonly #active: Int32Array;

  readonly #rounding: Float64Array;
  readonly #bend: Float64Array;
  readonly #slopeA: Float64Array;
  readonly #slopeB: Float64Array;
  /** Which slopes are infinite: A, B, both or none. The slopes themselves are then 0. */
  readonly #infinite: Uint8Array;
  #hasInfinite = false;
  readonly #constantsUnderflow: boolean;
  readonly #constantsFinite: boolean;
  readonly #constantsInfinite: boolean;
  readonly #constantsRefusal: Refusal | null;
  readonly #work: number;

  constructor(root: Node, slotCount: number) {
    const build = new TapeBuilder(slotCount);
    this.slotCount = slotCount;
    build.collectLeaves(root);
    this.root = build.add(root);
    const size = build.leaves.length + build.steps.length;
    this.firstStep = build.leaves.length;
    this.steps = build.steps;
    this.constants = build.constants;
    this.jumps = this.steps.some(hasJumps);
    this.#active = Int32Array.from(build.active);
    this.value = new Float64Array(size);
    this.reach = new Float64Array(size);
    this.adjoint = new Float64Array(size);
    this.#rounding = new Float64Array(size);
    this.#bend = new Float64Array(size);
    this.#slopeA = new Float64Array(size);
    this.#slopeB = new Float64Array(size);
    this.#infinite = new Uint8Array(size);
    build.leaves.forEach((leaf, index) => {
      this.value[index] = leaf.value;
      this.reach[index] = leaf.exact ? 0 : halfUlp(leaf.value);
    });
    const moving = new Set(build.active);
    const still = this.steps.map((_, i) => i).filter((i) => !moving.has(i));
    countWork(BUILD_COST * size + this.#workOf(still));
    let probe = 0;
    for (const i of still) {
      this.#step(i);
      const value = this.value[this.firstStep + i]!;
      probe += value - value;
    }
    this.#constantsUnderflow = this.underflow;
    this.#constantsFinite = probe === 0;
    this.#constantsRefusal = this.refusal;
    this.#constantsInfinite = this.#hasInfinite;
    this.#work = 1 + this.#workOf(build.active);
  }

  #workOf(steps: readonly number[]): number {
    return steps.reduce((sum, i) => sum + workOf(this.steps[i]!), 0);
  }

  get stepCount(): number {
    return this.steps.length;
  }

  /** Work of one run, in units of one addition. */
  get cost(): number {
    let cost = 1;
    for (const i of this.#active) cost += costOf(this.steps[i]!);
    return cost;
  }

  /** Values and error bounds, for slot values and half-widths already in `value` and `reach`. */
  forward(): number {
    countWork(this.#work);
    this.underflow = this.#constantsUnderflow;
    this.refusal = this.#constantsRefusal;
    this.#hasInfinite = this.#constantsInfinite;
    const active = this.#active;
    // Zero unless some value is not finite.
    let probe = 0;
    for (let k = 0; k < active.length; k += 1) {
      const i = active[k]!;
      this.#step(i);
      const value = this.value[this.firstStep + i]!;
      probe += value - value;
    }
    this.finite = probe === 0 && this.#constantsFinite;
    return this.value[this.root]!;
  }

  /** Gradient into `adjoint` and the two parts of the bound; after `forward`. */
  backward(): void {
    const { adjoint, steps, firstStep } = this;
    adjoint.fill(0);
    adjoint[this.root] = 1;
    let roundingPart = 0;
    let inputPart = 0;
    let lossy = false;
    for (let i = steps.length - 1; i >= 0; i -= 1) {
      const at = firstStep + i;
      const weight = adjoint[at]!;
      if (weight === 0) continue;
      const { a, b, code, many } = steps[i]!;
      const size = Math.abs(weight);
      if (this.#rounding[at]! !== 0) {
        const part = size * this.#rounding[at]!;
        // Rounded to nothing, it would make an inexact zero look exact.
        roundingPart += part === 0 ? SUBNORMAL_ULP : part;
        lossy = true;
      }
      if (this.#bend[at]! !== 0) {
        inputPart += size * this.#bend[at]!;
        lossy = true;
      }
      if (many !== null) {
        spread(many, weight, adjoint);
        continue;
      }
      adjoint[a]! += weight * this.#slopeA[at]!;
      if (code <= DIV || code === CALL2) adjoint[b]! += weight * this.#slopeB[at]!;
    }
    this.bendPart = inputPart * SLACK;
    let constantsPart = 0;
    for (let i = 0; i < firstStep; i += 1) {
      const slope = adjoint[i]!;
      const reach = this.reach[i]!;
      if (reach === 0 || slope === 0) continue;
      inputPart += Math.abs(slope) * reach;
      if (i >= this.slotCount) constantsPart += Math.abs(slope) * reach;
      lossy = true;
    }
    this.constantsPart = constantsPart * SLACK;
    // Down here the products above may have been rounded to nothing.
    if (lossy && roundingPart + inputPart < TRANSFORM_MIN)
      inputPart += this.value.length * SUBNORMAL_ULP;
    this.roundingPart = roundingPart * SLACK;
    this.inputPart = inputPart * SLACK;
    this.steep = this.#hasInfinite ? this.#steepLeaves() : null;
  }

  /** What leads to an infinite slope that the result depends on, by slopes that are not 0. */
  #steepLeaves(): Uint8Array {
    const { firstStep, steps, adjoint } = this;
    const infinite = this.#infinite;
    const steep = new Uint8Array(this.value.length);
    for (let i = steps.length - 1; i >= 0; i -= 1) {
      const at = firstStep + i;
      const { a, b, code, many } = steps[i]!;
      const own = adjoint[at] === 0 ? 0 : infinite[at]!;
      const passes = steep[at] === 1;
      if (own === 0 && !passes) continue;
      if (many !== null) {
        for (let k = 0; k < many.args.length; k += 1) {
          if (many.run.infinite[k] === 1 || (passes && many.run.slopes[k] !== 0))
            steep[many.args[k]!] = 1;
        }
        continue;
      }
      const any = passes ? infinite[at]! : own;
      if ((any & INFINITE_A) !== 0 || (passes && this.#slopeA[at] !== 0)) steep[a] = 1;
      if (code > DIV && code !== CALL2) continue;
      if ((any & INFINITE_B) !== 0 || (passes && this.#slopeB[at] !== 0)) steep[b] = 1;
    }
    return steep.subarray(0, firstStep);
  }

  #step(i: number): void {
    const { a, b, code } = this.steps[i]!;
    const at = this.firstStep + i;
    if (code === MANY) {
      this.#manyStep(this.steps[i]!.many!, at);
      return;
    }
    const x = this.value[a]!;
    const ex = this.reach[a]!;
    if (code >= NEG && code !== CALL2) {
      this.#unaryStep(this.steps[i]!, at, x, ex);
      return;
    }
    const y = this.value[b]!;
    const ey = this.reach[b]!;
    if (code === ADD || code === SUB) this.#sumStep(code, at, x, y, ex, ey);
    else if (code === MUL) this.#productStep(at, x, y, ex, ey);
    else if (code === DIV) this.#quotientStep(at, x, y, ex, ey);
    else this.#call2Step(this.steps[i]!.rule2!, at, x, y, ex, ey);
  }

  #sumStep(code: number, at: number, x: number, y: number, ex: number, ey: number): void {
    const signed = code === ADD ? y : -y;
    const result = x + signed;
    const rounding = Math.abs(twoSumError(x, signed, result));
    this.value[at] = result;
    this.#rounding[at] = rounding;
    this.#slopeA[at] = 1;
    this.#slopeB[at] = code === ADD ? 1 : -1;
    this.reach[at] = ex + ey + rounding;
  }

  #productStep(at: number, x: number, y: number, ex: number, ey: number): void {
    const result = x * y;
    const size = Math.abs(result);
    const rounding =
      x === 0 || y === 0
        ? 0
        : size > TRANSFORM_MIN && size <= DOUBLE_MAX
          ? Math.abs(twoProdError(x, y, result))
          : this.#tiny(result);
    const bend = ex * ey;
    this.value[at] = result;
    this.#rounding[at] = rounding;
    this.#bend[at] = bend;
    this.#slopeA[at] = y;
    this.#slopeB[at] = x;
    const lossy = (x !== 0 && ey > 0) || (y !== 0 && ex > 0) || (ex > 0 && ey > 0);
    this.reach[at] = raised(Math.abs(x) * ey + Math.abs(y) * ex + rounding + bend, lossy);
  }

  #quotientStep(at: number, x: number, y: number, ex: number, ey: number): void {
    const result = x / y;
    const inverse = 1 / y;
    const size = Math.abs(inverse);
    const rounding =
      x === 0
        ? 0
        : Math.abs(result) > TRANSFORM_MIN &&
            Math.abs(result) <= DOUBLE_MAX &&
            Math.abs(x) > TRANSFORM_MIN
          ? Math.abs(divRemainder(x, y, result) * inverse)
          : this.#tiny(result);
    const relative = ey * size;
    const bend =
      ey === 0
        ? 0
        : relative < 0.5
          ? 2 * relative * (ex * size + Math.abs(result) * relative)
          : Number.POSITIVE_INFINITY;
    this.value[at] = result;
    this.#rounding[at] = rounding;
    this.#bend[at] = bend;
    this.#slopeA[at] = inverse;
    this.#slopeB[at] = -result * inverse;
    this.reach[at] = raised(
      (ex + Math.abs(result) * ey) * size + rounding + bend,
      ex > 0 || (ey > 0 && x !== 0),
    );
  }

  #unaryStep(step: Step, at: number, x: number, ex: number): void {
    if (step.code === NEG) {
      this.value[at] = -x;
      this.#slopeA[at] = -1;
      this.reach[at] = ex;
      return;
    }
    let result: number;
    let slope: number;
    let rounding: number;
    let bend: number;
    let passesError = ex > 0;
    this.#infinite[at] = 0;
    if (step.code === POWI) {
      result = powi(x, step.n);
      slope = x === 0 ? 0 : (step.n * result) / x;
      rounding = this.#powiRounding(x, step.n, result);
      bend = powiBend(x, step.n, result, ex);
    } else {
      const rule = step.code === ROOT ? SQRT : step.rule1!;
      result = rule.value(x);
      slope = rule.slope(x, result);
      if (slope === 0 && rule.isSteep?.(x, result) === true) this.#note(at, INFINITE_A);
      bend = rule.bend(x, result, ex);
      rounding =
        step.code === ROOT && x > TRANSFORM_MIN && x <= DOUBLE_MAX
          ? Math.abs(sqrtRemainder(x, result) / (2 * result))
          : rule.exact || rule.exactAt(x, result)
            ? 0
            : this.#callRounding(result, rule.vanishes) * (rule.loose === true ? 2 : 1);
      // Between two jumps a step function is its value and nothing else.
      passesError &&= !rule.exact || slope !== 0 || bend !== 0;
    }
    this.value[at] = result;
    this.#rounding[at] = rounding;
    this.#bend[at] = bend;
    this.#slopeA[at] = slope;
    this.reach[at] = raised(Math.abs(slope) * ex + rounding + bend, passesError);
  }

  #call2Step(rule: BinaryRule, at: number, x: number, y: number, ex: number, ey: number): void {
    const result = rule.value(x, y);
    const slopeA = rule.slopeA(x, y, result);
    const slopeB = rule.slopeB(x, y, result);
    this.#infinite[at] = 0;
    if (slopeA === 0 && rule.isSteepA?.(x, y, result) === true) this.#note(at, INFINITE_A);
    if (slopeB === 0 && rule.isSteepB?.(x, y, result) === true) this.#note(at, INFINITE_B);
    const rounding =
      rule.exact || rule.exactAt(x, y, result)
        ? 0
        : this.#callRounding(result, rule.vanishes) * (rule.loose === true ? 2 : 1);
    const bend = rule.bend(x, y, result, ex, ey);
    this.value[at] = result;
    this.#rounding[at] = rounding;
    this.#bend[at] = bend;
    this.#slopeA[at] = slopeA;
    this.#slopeB[at] = slopeB;
    this.reach[at] = raised(
      Math.abs(slopeA) * ex + Math.abs(slopeB) * ey + rounding + bend,
      ex > 0 || ey > 0,
    );
  }

  #note(at: number, side: number): void {
    this.#infinite[at]! |= side;
    this.#hasInfinite = true;
  }

  #manyStep({ rule, args, run, values, reaches }: ManyStep, at: number): void {
    let reach = 0;
    let lossy = false;
    for (let i = 0; i < args.length; i += 1) {
      values[i] = this.value[args[i]!]!;
      reaches[i] = this.reach[args[i]!]!;
    }
    rule.run(values, reaches, run);
    if (run.refusal !== null) this.refusal ??= run.refusal;
    this.#infinite[at] = run.infinite.includes(1) ? INFINITE_A : 0;
    this.#hasInfinite ||= this.#infinite[at] !== 0;
    for (let i = 0; i < args.length; i += 1) {
      reach += Math.abs(run.slopes[i]!) * reaches[i]!;
      lossy ||= reaches[i]! > 0;
    }
    this.value[at] = run.value;
    this.#rounding[at] = run.rounding;
    this.#bend[at] = run.bend;
    this.reach[at] = raised(reach + run.rounding + run.bend, lossy);
  }

  #powiRounding(x: number, n: number, result: number): number {
    if (x === 0 || n === 0) return 0;
    if (n === 2 && result > TRANSFORM_MIN && result <= DOUBLE_MAX)
      return Math.abs(twoProdError(x, x, result));
    if (n > 0 && Math.trunc(x) === x && Math.abs(result) <= 9_007_199_254_740_991) return 0;
    return this.#callRounding(result, true);
  }

  #callRounding(result: number, vanishes: boolean): number {
    if (Math.abs(result) >= NORMAL_MIN) return Math.abs(result) * UNIT_ROUNDOFF;
    return vanishes || result !== 0 ? this.#tiny(result) : 0;
  }

  #tiny(result: number): number {
    if (Math.abs(result) < NORMAL_MIN) this.underflow = true;
    return Math.abs(result) * UNIT_ROUNDOFF + SUBNORMAL_ULP;
  }
}

/** What it takes to make a step or a leaf ready, against one addition with its errors. */
const BUILD_COST = 30;

function spread({ args, run }: ManyStep, weight: number, adjoint: Float64Array): void {
  for (let i = 0; i < args.length; i += 1) adjoint[args[i]!]! += weight * run.slopes[i]!;
}

/** An error bound below the normal doubles, rounded up: as a product it may have become nothing. */
function raised(reach: number, lossy: boolean): number {
  return lossy && reach < NORMAL_MIN ? reach + SUBNORMAL_ULP : reach;
}

export function halfUlp(x: number): number {
  return Math.abs(x) * UNIT_ROUNDOFF + (Math.abs(x) < NORMAL_MIN ? SUBNORMAL_ULP : 0);
}
