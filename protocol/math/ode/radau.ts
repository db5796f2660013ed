/**
 * Radau IIA of order 5 for stiff systems, with simplified Newton iterations and an embedded error
 * estimate of order 3.
 * Source: Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd edition (1996), IV.5
 * table 5.6 and IV.8.
 */
import { ULP } from "../constants.js";
import { pow } from "../index.js";
import { luFactor, luSolve, type DenseLu } from "../linear/denseLu.js";
import type { AdaptiveOptions } from "./adaptive.js";

const S6 = Math.sqrt(6);
const NODES = [(4 - S6) / 10, (4 + S6) / 10, 1] as const;
const A = [
  [(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
  [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
  [(16 - S6) / 36, (16 + S6) / 36, 1 / 9],
] as const;
/** Inverse of the real eigenvalue of the inverse of A. */
const GAMMA_0 = 0.2748888295956774;
const E = [((-13 - 7 * S6) * GAMMA_0) / 3, ((-13 + 7 * S6) * GAMMA_0) / 3, -GAMMA_0 / 3] as const;
const NEWTON_MAX = 10;
/** Newton stops at this part of the tolerance. */
const NEWTON_PART = 1e-3;
const STEPS_MAX = 200_000;
/** Part of the range of the stages by which a solution may leave it between them. */
const RANGE_ROOM = 0.1;
const ROOT_ULP = 1.4901161193847656e-8;

type RadauOptions = Pick<
  AdaptiveOptions,
  "rhs" | "t" | "y" | "tEnd" | "rtol" | "atol" | "stepsMax"
> & {
  /** Whether a step from y through the stages y + z may stand; else half of it is tried. */
  readonly admits?: (
    t: number,
    h: number,
    range: (i: number) => readonly [number, number],
  ) => boolean;
  /** After each step. May throw. */
  readonly onStep?: (t: number, y: Float64Array, steps: number) => void;
};

export interface RadauRun {
  readonly y: Float64Array;
  readonly t: number;
  readonly steps: number;
  readonly status: "end" | "steps" | "collapsed";
}

class Radau {
  readonly y: Float64Array;
  readonly next: Float64Array;
  readonly #n: number;
  readonly #options: RadauOptions;
  readonly #slope: Float64Array;
  readonly #probe: Float64Array;
  readonly #at: Float64Array;
  readonly #jacobian: Float64Array;
  readonly #z: readonly Float64Array[];
  readonly #f: readonly Float64Array[];

  constructor(options: RadauOptions) {
    const n = options.y.length;
    this.#n = n;
    this.#options = options;
    this.y = Float64Array.from(options.y);
    const array = (): Float64Array => new Float64Array(n);
    [this.next, this.#slope, this.#probe, this.#at] = [array(), array(), array(), array()];
    this.#jacobian = new Float64Array(n * n);
    this.#z = [array(), array(), array()];
    this.#f = [array(), array(), array()];
  }

  scaleOf(i: number): number {
    const { atol, rtol } = this.#options;
    return (atol?.[i] ?? 0) + rtol * Math.abs(this.y[i]!);
  }

  /** Slope and Jacobian by forward differences at the current point. */
  linearise(t: number): void {
    const { y } = this;
    const at = this.#at;
    const jacobian = this.#jacobian;
    const n = this.#n;
    const { rhs } = this.#options;
    const probe = this.#probe;
    const slope = this.#slope;
    rhs(t, y, slope);
    at.set(y);
    for (let j = 0; j < n; j += 1) {
      const by = ROOT_ULP * Math.max(Math.abs(y[j]!), this.#options.atol?.[j] ?? 0, 1e-5);
      at[j] = y[j]! + by;
      rhs(t, at, probe);
      for (let i = 0; i < n; i += 1)
        jacobian[i * n + j] = (probe[i]! - slope[i]!) / (at[j]! - y[j]!);
      at[j] = y[j]!;
    }
  }

  #matrix(h: number): DenseLu | null {
    const jacobian = this.#jacobian;
    const n = this.#n;
    const m = 3 * n;
    const a = new Float64Array(m * m);
    for (let r = 0; r < 3; r += 1) {
      for (let c = 0; c < 3; c += 1) {
        const by = -h * A[r]![c]!;
        for (let i = 0; i < n; i += 1) {
          for (let j = 0; j < n; j += 1)
            a[(r * n + i) * m + c * n + j] =
              by * jacobian[i * n + j]! + (r === c && i === j ? 1 : 0);
        }
      }
    }
    return luFactor(a, m);
  }

  /**
   * @returns the scaled error of the step into `next`, NaN where Newton's iteration does not
   * converge
   */
  attempt(t: number, h: number): number {
    const { next, y } = this;
    const at = this.#at;
    const f = this.#f;
    const n = this.#n;
    const { rhs } = this.#options;
    const z = this.#z;
    const lu = this.#matrix(h);
    if (lu === null) return Number.NaN;
    for (const part of z) part.fill(0);
    const residual = new Float64Array(3 * n);
    let before = Number.POSITIVE_INFINITY;
    for (let iteration = 0; ; iteration += 1) {
      if (iteration === NEWTON_MAX) return Number.NaN;
      for (let s = 0; s < 3; s += 1) {
        for (let i = 0; i < n; i += 1) at[i] = y[i]! + z[s]![i]!;
        rhs(t + NODES[s]! * h, at, f[s]!);
      }
      for (let s = 0; s < 3; s += 1) {
        const [a, b, c] = A[s]!;
        for (let i = 0; i < n; i += 1)
          residual[s * n + i] = h * (a * f[0]![i]! + b * f[1]![i]! + c * f[2]![i]!) - z[s]![i]!;
      }
      const change = luSolve(lu, residual);
      let size = 0;
      for (let s = 0; s < 3; s += 1) {
        for (let i = 0; i < n; i += 1) {
          const by = change[s * n + i]!;
          z[s]![i] = z[s]![i]! + by;
          size = Math.max(size, Math.abs(by) / this.scaleOf(i));
        }
      }
      if (!Number.isFinite(size) || (iteration > 2 && size > 2 * before)) return Number.NaN;
      // Rounding ends the fall of a change that is already far below the tolerance.
      if (size <= NEWTON_PART || (size <= 0.1 && size >= before)) break;
      before = size;
    }
    for (let i = 0; i < n; i += 1) next[i] = y[i]! + z[2]![i]!;
    return this.#errorOf(h);
  }

  /** Interval of component i over the step of the last `attempt`, by its stages and some room. */
  rangeOf(i: number): readonly [low: number, high: number] {
    const { y } = this;
    const z = this.#z;
    const parts = [0, z[0]![i]!, z[1]![i]!, z[2]![i]!];
    const [least, most] = [Math.min(...parts), Math.max(...parts)];
    const room = RANGE_ROOM * (most - least);
    return [y[i]! + least - room, y[i]! + most + room];
  }

  #errorOf(h: number): number {
    const jacobian = this.#jacobian;
    const n = this.#n;
    const slope = this.#slope;
    const z = this.#z;
    const a = jacobian.map((value) => -h * GAMMA_0 * value);
    for (let i = 0; i < n; i += 1) a[i * n + i]! += 1;
    const lu = luFactor(a, n);
    if (lu === null) return Number.NaN;
    const error = luSolve(
      lu,
      slope.map(
        (value, i) => GAMMA_0 * h * value + E[0] * z[0]![i]! + E[1] * z[1]![i]! + E[2] * z[2]![i]!,
      ),
    );
    let sum = 0;
    for (let i = 0; i < n; i += 1) {
      const part = error[i]! / Math.max(this.scaleOf(i), Number.MIN_VALUE);
      sum += part * part;
    }
    return Math.sqrt(sum / n);
  }
}

/** Steps are chosen by the embedded estimate; never throws itself. */
export function integrateStiff(options: RadauOptions): RadauRun {
  const { onStep, stepsMax = STEPS_MAX, tEnd } = options;
  const method = new Radau(options);
  let { t } = options;
  let h = Math.min(1e-6 * (tEnd - t), 1e-4);
  let steps = 0;
  while (t < tEnd) {
    if (steps >= stepsMax) return { y: method.y, t, steps, status: "steps" };
    method.linearise(t);
    for (;;) {
      const left = tEnd - t;
      const length = h >= left ? left : h > left / 2 ? left / 2 : h;
      if (!(length > 4 * ULP * t) || length < 1e-300)
        return { y: method.y, t, steps, status: "collapsed" };
      const error = method.attempt(t, length);
      if (error <= 1 && options.admits?.(t, length, (i) => method.rangeOf(i)) === false) {
        h = length / 2;
        continue;
      }
      if (error <= 1) {
        method.y.set(method.next);
        t = length === left ? tEnd : t + length;
        steps += 1;
        h = length * Math.min(6, Math.max(0.3, 0.9 * pow(Math.max(error, 1e-12), -0.25)));
        break;
      }
      h = length * (Number.isFinite(error) ? Math.max(0.1, 0.9 * pow(error, -0.25)) : 0.25);
    }
    onStep?.(t, method.y, steps);
  }
  return { y: method.y, t, steps, status: "end" };
}
