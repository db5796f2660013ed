/**
 * Direct solution of (sigma - X - Y) u = f, Y the second difference down the columns between two walls of value zero, X any
 * tridiagonal operator along the rows: columns are expanded in sines, and one tridiagonal system along the rows remains for
 * each of them. In vector instructions by `wasm/source/walls.as`, and the same operations on each column here.
 * Sources: as `separable.ts`; sines by one transform of the same length as in Press et al., Numerical Recipes, 12.4.
 */
import { wallsBinary } from "../../wasm/binary/walls.js";
import { giveBack, takeRoom, type KernelRoom } from "../../wasm/kernel.js";
import { cospi, sinpi } from "../index.js";
import { forwardFourier, fourierPlan, type FourierPlan } from "../transform/fft.js";
import type { AxisOperator } from "./separable.js";
import { SingularMatrix } from "./singular.js";

/** Columns that are transformed together, and the least and greatest length. */
const TOGETHER = 8;
const LENGTH_MIN = 8;
const ALIGNED = 16;
const ARRAYS = 16;

export interface WallSolver {
  /** Rows of `stride` numbers, of which as many as X has rows are unknowns: f, and then u. */
  readonly block: Float64Array;
  readonly stride: number;
  readonly solve: () => void;
  /** The block is not to be used any more. */
  readonly release: () => void;
}

interface Parts {
  readonly plan: FourierPlan;
  readonly length: number;
  readonly n: number;
  readonly stride: number;
  readonly block: Float64Array;
  /** Of every column, n numbers: one a mode, and a spare one. */
  readonly modes: Float64Array;
  readonly inverse: Float64Array;
  readonly unit: Float64Array;
  readonly lower: Float64Array;
  readonly angles: Float64Array;
}

/** Whether m rows between walls can be expanded so: their number and one is a power of two. */
export function hasWallSolver(m: number): boolean {
  return m + 1 >= LENGTH_MIN && ((m + 1) & m) === 0;
}

/** @param m rows between the walls, see `hasWallSolver`; h their distance. @throws SingularMatrix where the operator is singular */
export function wallSolver(x: AxisOperator, m: number, h: number, sigma: number): WallSolver {
  const n = m + 1;
  const length = x.diagonal.length;
  const stride = Math.ceil(length / TOGETHER) * TOGETHER;
  const numbers = (m + n) * stride + 2 * length * n + 3 * stride + (4 + 2 * TOGETHER) * n;
  const room = takeRoom(wallsBinary, numbers * 8 + n * 4 + ARRAYS * ALIGNED);
  const parts = { plan: fourierPlan(n), length, n, stride, block: room.floats(m * stride), modes: room.floats(n * stride),
    inverse: room.floats(length * n), unit: room.floats(length * n), lower: copied(room, x.lower), angles: room.floats(n) };
  for (let j = 0; j < n; j += 1) parts.angles[j] = sinpi(j / n);
  const shifts = room.floats(n);
  for (let k = 0; k < n; k += 1) shifts[k] = sigma - (2 * cospi(Math.min(k + 1, m) / n) - 2) / (h * h);
  const factored = factorAll(room, parts, x, shifts);
  if (!factored) throw new SingularMatrix("the operator is singular");
  return { block: parts.block, stride, solve: solverOf(room, parts), release: () => giveBack(room) };
}

function copied(room: KernelRoom, from: Float64Array): Float64Array {
  const made = room.floats(from.length);
  made.set(from);
  return made;
}

function factorAll(room: KernelRoom, { inverse, length, lower, n, unit }: Parts, x: AxisOperator, shifts: Float64Array): boolean {
  const factor = room.call("factor");
  if (factor !== null) {
    const [diagonal, upper] = [copied(room, x.diagonal), copied(room, x.upper)];
    return factor(shifts.byteOffset, lower.byteOffset, diagonal.byteOffset, upper.byteOffset, length, n, inverse.byteOffset, unit.byteOffset) === 1;
  }
  for (let i = 0; i < length; i += 1) {
    for (let k = 0; k < n; k += 1) {
      const at = i * n + k;
      const own = shifts[k]! - x.diagonal[i]!;
      const reciprocal = 1 / (i === 0 ? own : own + lower[i]! * unit[at - n]!);
      if (reciprocal - reciprocal !== 0) return false;
      inverse[at] = reciprocal;
      unit[at] = i === length - 1 ? 0 : -x.upper[i]! * reciprocal;
    }
  }
  return true;
}

function solverOf(room: KernelRoom, parts: Parts): () => void {
  const { block, inverse, length, lower, modes, n, plan, stride, unit } = parts;
  const [forward, backward, sweep] = [room.call("forward"), room.call("backward"), room.call("sweep")];
  if (forward === null || backward === null || sweep === null) {
    const [re, im] = [new Float64Array(n), new Float64Array(n)];
    return () => {
      eachPair(parts, (a, b) => sines(parts, re, im, { data: block, step: stride, a, b }, { data: modes, step: 1, a: a * n, b: b * n }, 1));
      sweepAll(parts);
      eachPair(parts, (a, b) => sines(parts, re, im, { data: modes, step: 1, a: a * n, b: b * n }, { data: block, step: stride, a, b }, 2 / n));
    };
  }
  const order = room.integers(n);
  order.set(plan.order);
  const tables = [parts.angles, order, copied(room, plan.cosine), copied(room, plan.sine), room.floats(TOGETHER * n), room.floats(TOGETHER * n)]
    .map(({ byteOffset }) => byteOffset);
  return () => {
    forward(block.byteOffset, stride, n, modes.byteOffset, ...tables);
    sweep(modes.byteOffset, lower.byteOffset, length, n, inverse.byteOffset, unit.byteOffset);
    backward(block.byteOffset, stride, n, modes.byteOffset, ...tables);
  };
}

/** Columns that are real and imaginary part of one sequence. */
function eachPair({ stride }: Parts, task: (a: number, b: number) => void): void {
  for (let a = 0; a < stride; a += a % TOGETHER === TOGETHER / 2 - 1 ? TOGETHER / 2 + 1 : 1) task(a, a + TOGETHER / 2);
}

/** n - 1 numbers `step` apart, of one column from `a` on and of the other from `b` on. */
interface Pair { readonly data: Float64Array; readonly step: number; readonly a: number; readonly b: number }

/** X_k = scale sum of x_j sin(pi j k / n). */
function sines({ angles, n, plan }: Parts, re: Float64Array, im: Float64Array, from: Pair, to: Pair, scale: number): void {
  [re[0], im[0]] = [0, 0];
  for (let j = 1; 2 * j < n; j += 1) {
    const [near, far] = [(j - 1) * from.step, (n - j - 1) * from.step];
    for (const [y, at] of [[re, from.a], [im, from.b]] as const) {
      const [p, q] = [from.data[at + near]!, from.data[at + far]!];
      const sum = angles[j]! * (p + q);
      const rest = 0.5 * (p - q);
      y[j] = sum + rest;
      y[n - j] = sum - rest;
    }
  }
  const middle = (n / 2 - 1) * from.step;
  re[n / 2] = from.data[from.a + middle]! + from.data[from.a + middle]!;
  im[n / 2] = from.data[from.b + middle]! + from.data[from.b + middle]!;
  forwardFourier(plan, re, im);
  let real = 0.5 * re[0];
  let imaginary = 0.5 * im[0];
  let at = 0;
  for (let k = 1; 2 * k < n; k += 1) {
    const [rk, rn, ik, last] = [re[k]!, re[n - k]!, im[k]!, im[n - k]!];
    to.data[to.a + at] = scale * real;
    to.data[to.b + at] = scale * imaginary;
    to.data[to.a + at + to.step] = scale * (0.5 * (last - ik));
    to.data[to.b + at + to.step] = scale * (0.5 * (rk - rn));
    at += 2 * to.step;
    real += 0.5 * (rk + rn);
    imaginary += 0.5 * (ik + last);
  }
  to.data[to.a + at] = scale * real;
  to.data[to.b + at] = scale * imaginary;
}

function sweepAll({ inverse, length, lower, modes, n, unit }: Parts): void {
  for (let k = 0; k < n; k += 1) modes[k] = modes[k]! * inverse[k]!;
  for (let i = 1; i < length; i += 1) {
    for (let at = i * n; at < (i + 1) * n; at += 1) modes[at] = (modes[at]! + lower[i]! * modes[at - n]!) * inverse[at]!;
  }
  for (let i = length - 2; i >= 0; i -= 1) {
    for (let at = i * n; at < (i + 1) * n; at += 1) modes[at] = modes[at]! - unit[at]! * modes[at + n]!;
  }
}
