/**
 * All three exponents and the contraction of volume, from a frame that is orthogonalised on its way
 * (Benettin et al. 1980).
 */
import { log } from "../../math/index.js";
import { FixedStepper } from "../../math/ode/rungeKutta4.js";
import { Trace } from "../marching.js";
import { exploded } from "../refusal.js";
import { frameRhs, type Parameters } from "./lorenz.js";

const ORTHOGONALISE = 4;
const POLL_STEPS = 4_096;
/** Parts of the way whose spread is taken. */
const PARTS = 16;
/** Logarithm by which the lengths of a frame differ from those of its own directions. */
const TURN = 2;

export interface Spectrum {
  /** Mean rates of the logarithms of the orthogonalised lengths, in their order. */
  readonly exponents: readonly [number, number, number];
  /**
   * What a longer way would move them by: the spread of the parts of this one, what its beginning
   * differs by, and the turn of the frame into its own directions.
   */
  readonly doubts: readonly [number, number, number];
  /** Mean rate of log|det| of the frame, measured apart from the lengths. */
  readonly contraction: number;
  readonly trace: Trace;
  readonly end: readonly [number, number, number];
}

function determinant(y: Float64Array): number {
  const minor = (i: number, j: number): number => y[i]! * y[j + 3]! - y[j]! * y[i + 3]!;
  return y[3]! * minor(7, 8) - y[4]! * minor(6, 8) + y[5]! * minor(6, 7);
}

/** Modified Gram-Schmidt, in place; adds the logarithms of the lengths to `sums`. */
function orthogonalise(y: Float64Array, sums: Float64Array): void {
  for (let k = 0; k < 3; k += 1) {
    const at = 3 + 3 * k;
    for (let j = 0; j < k; j += 1) {
      const by = 3 + 3 * j;
      const dot = y[at]! * y[by]! + y[at + 1]! * y[by + 1]! + y[at + 2]! * y[by + 2]!;
      for (let i = 0; i < 3; i += 1) y[at + i] = y[at + i]! - dot * y[by + i]!;
    }
    const size = Math.sqrt(y[at]! * y[at]! + y[at + 1]! * y[at + 1]! + y[at + 2]! * y[at + 2]!);
    sums[k]! += log(size);
    for (let i = 0; i < 3; i += 1) y[at + i] = y[at + i]! / size;
  }
}

/** Sums of logarithms at the ends of the parts, each with its time. */
function doubtOf(marks: readonly Float64Array[], k: number, t: number): number {
  const rates = marks
    .slice(1)
    .map((mark, i) => (mark[k]! - marks[i]![k]!) / (mark[3]! - marks[i]![3]!));
  const n = rates.length;
  if (n < 3) return Number.POSITIVE_INFINITY;
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / n;
  const square = rates.reduce((sum, rate) => sum + (rate - mean) * (rate - mean), 0);
  const begun = Math.abs(rates[0]! - mean) / n;
  return Math.max(Math.sqrt(square / (n * (n - 1))), begun) + TURN / t;
}

/** @param steps rounded up to whole orthogonalisations */
export function spectrumOf(
  parameters: Parameters,
  initial: readonly number[],
  h: number,
  steps: number,
  poll: () => void,
): Spectrum {
  const stepper = new FixedStepper(12, frameRhs(parameters), "rk4");
  stepper.start(
    0,
    Float64Array.of(initial[0]!, initial[1]!, initial[2]!, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  );
  const sums = new Float64Array(3);
  const trace = new Trace(3);
  trace.take(0, 0, false, initial[0]!, initial[1]!, initial[2]!);
  const { y } = stepper;
  const whole = ORTHOGONALISE * Math.ceil(steps / ORTHOGONALISE);
  let volume = 0;
  const marks: Float64Array[] = [new Float64Array(4)];
  for (let i = 1; i <= whole; i += 1) {
    if (i % POLL_STEPS === 1) poll();
    if (!stepper.step(h)) throw exploded(i, "the frame");
    if (i % ORTHOGONALISE === 0) {
      volume += log(Math.abs(determinant(y)));
      orthogonalise(y, sums);
      // The frame was replaced: what its sums left out no longer belongs to it.
      stepper.carry.fill(0, 3);
      if (i >= (marks.length * whole) / PARTS) marks.push(Float64Array.of(...sums, i * h));
    }
    trace.take(i, i * h, i === whole, y[0]!, y[1]!, y[2]!);
  }
  const t = whole * h;
  return {
    exponents: [sums[0]! / t, sums[1]! / t, sums[2]! / t],
    doubts: [doubtOf(marks, 0, t), doubtOf(marks, 1, t), doubtOf(marks, 2, t)],
    contraction: volume / t,
    trace,
    end: [y[0]!, y[1]!, y[2]!],
  };
}

/** D = j + (sum of the first j exponents)/|exponent j+1| (Kaplan and Yorke 1979). */
export function kaplanYorke(exponents: readonly number[]): number {
  let sum = 0;
  for (let j = 0; j < exponents.length; j += 1) {
    const next = sum + exponents[j]!;
    if (next < 0) return j === 0 ? 0 : j + sum / Math.abs(exponents[j]!);
    sum = next;
  }
  return exponents.length;
}
