/**
 * Direct solution of (sigma - X - Y) u = f, Y the second difference down the columns between two
 * walls of value zero, X any tridiagonal operator along the rows: columns are expanded in sines,
 * and one tridiagonal system along the rows remains for each of them. In vector instructions by
 * `wasm/source/walls.as`, and the same operations on each column here.
 * Sources: as `separable.ts`; sines by one transform of the same length as in Press et al.,
 * Numerical Recipes, 12.4.
 */
import { wallsBinary } from "../../wasm/binary/walls.js";
import { giveBack, takeRoom, type KernelRoom, LANES_BYTES } from "../../wasm/kernel.js";
import { cospi, sinpi } from "../index.js";
import type { AxisOperator } from "./separable.js";
import { SingularMatrix } from "./singular.js";

/** Columns that are transformed together, and the least length. */
const TOGETHER = 8;
const LENGTH_MIN = 8;
const ARRAYS = 17;
/** Of the stages of a transform. A length has few stages, and a zero ends their list. */
const RADICES = [2, 3, 5, 7];
const STAGES_MAX = 32;

export interface WallSolver {
  /** Rows of `stride` numbers, of which as many as X has rows are unknowns: f, and then u. */
  readonly block: Float64Array;
  readonly stride: number;
  readonly solve: () => void;
  /** The block is not to be used any more. */
  readonly release: () => void;
}

interface Parts {
  readonly plan: Plan;
  readonly length: number;
  readonly n: number;
  readonly stride: number;
  readonly block: Float64Array;
  /** Of every column, n numbers: one a mode, and a spare one. */
  readonly modes: Float64Array;
  readonly inverse: Float64Array;
  readonly unit: Float64Array;
  readonly lower: Float64Array;
}

/** Null where the length has other prime factors. */
function radicesOf(n: number): number[] | null {
  const radices: number[] = [];
  let left = n;
  for (const radix of RADICES) for (; left % radix === 0; left /= radix) radices.push(radix);
  return left === 1 ? radices : null;
}

/**
 * Whether m rows between walls can be expanded so: their number and one is even and has small prime
 * factors.
 */
export function hasWallSolver(m: number): boolean {
  return m + 1 >= LENGTH_MIN && m % 2 === 1 && radicesOf(m + 1) !== null;
}

/**
 * Tables of one length: half and whole turns in n parts, and where number j of a sequence stands
 * before the first stage.
 */
interface Plan {
  readonly radices: readonly number[];
  readonly order: Int32Array;
  readonly angles: Float64Array;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

const plans = new Map<number, Plan>();
const PLANS_MAX = 32;

function planOf(n: number): Plan {
  const known = plans.get(n);
  if (known !== undefined) return known;
  const each = (of: (j: number) => number): Float64Array =>
    Float64Array.from({ length: n }, (_, j) => of(j));
  const radices = radicesOf(n)!;
  const plan = {
    radices,
    order: orderOf(n, radices),
    angles: each((j) => sinpi(j / n)),
    cosines: each((j) => cospi((2 * j) / n)),
    sines: each((j) => sinpi((2 * j) / n)),
  };
  if (plans.size >= PLANS_MAX) plans.delete(plans.keys().next().value!);
  plans.set(n, plan);
  return plan;
}

/** The last stage joins sequences of every `radix`-th number. */
function orderOf(n: number, radices: readonly number[]): Int32Array {
  const order = new Int32Array(n);
  for (let j = 0; j < n; j += 1) {
    let [left, length, at] = [j, n, 0];
    for (let stage = radices.length - 1; stage >= 0; stage -= 1) {
      const radix = radices[stage]!;
      length /= radix;
      at += (left % radix) * length;
      left = Math.floor(left / radix);
    }
    order[j] = at;
  }
  return order;
}

/**
 * @param m rows between the walls, see `hasWallSolver`; h their distance. @throws SingularMatrix
 * where the operator is singular
 */
export function wallSolver(x: AxisOperator, m: number, h: number, sigma: number): WallSolver {
  const n = m + 1;
  const length = x.diagonal.length;
  const stride = Math.ceil(length / TOGETHER) * TOGETHER;
  const numbers = (m + n) * stride + 2 * length * n + 3 * stride + (5 + 2 * TOGETHER) * n;
  const room = takeRoom(wallsBinary, numbers * 8 + (n + STAGES_MAX) * 4 + ARRAYS * LANES_BYTES);
  const plan = planOf(n);
  const parts = {
    plan,
    length,
    n,
    stride,
    block: room.floats(m * stride),
    modes: room.floats(n * stride),
    inverse: room.floats(length * n),
    unit: room.floats(length * n),
    lower: copied(room, x.lower),
  };
  const shifts = room.floats(n);
  for (let k = 0; k < n; k += 1)
    shifts[k] = sigma - (2 * cospi(Math.min(k + 1, m) / n) - 2) / (h * h);
  const factored = factorAll(room, parts, x, shifts);
  if (!factored) throw new SingularMatrix("the operator is singular");
  return {
    block: parts.block,
    stride,
    solve: solverOf(room, parts),
    release: () => giveBack(room),
  };
}

function copied(room: KernelRoom, from: Float64Array): Float64Array {
  const copy = room.floats(from.length);
  copy.set(from);
  return copy;
}

function factorAll(
  room: KernelRoom,
  { inverse, length, lower, n, unit }: Parts,
  x: AxisOperator,
  shifts: Float64Array,
): boolean {
  const factor = room.call("factor");
  if (factor !== null) {
    const [diagonal, upper] = [copied(room, x.diagonal), copied(room, x.upper)];
    return (
      factor(
        shifts.byteOffset,
        lower.byteOffset,
        diagonal.byteOffset,
        upper.byteOffset,
        length,
        n,
        inverse.byteOffset,
        unit.byteOffset,
      ) === 1
    );
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
  const [forward, backward, sweep] = [
    room.call("forward"),
    room.call("backward"),
    room.call("sweep"),
  ];
  if (forward === null || backward === null || sweep === null) {
    const [re, im] = [new Float64Array(n), new Float64Array(n)];
    return () => {
      eachPair(parts, (a, b) =>
        sines(
          parts,
          re,
          im,
          { data: block, step: stride, a, b },
          { data: modes, step: 1, a: a * n, b: b * n },
          1,
        ),
      );
      sweepAll(parts);
      eachPair(parts, (a, b) =>
        sines(
          parts,
          re,
          im,
          { data: modes, step: 1, a: a * n, b: b * n },
          { data: block, step: stride, a, b },
          2 / n,
        ),
      );
    };
  }
  const [order, radices] = [room.integers(n), room.integers(STAGES_MAX)];
  order.set(plan.order);
  radices.set(plan.radices);
  const tables = [
    copied(room, plan.angles),
    order,
    radices,
    copied(room, plan.cosines),
    copied(room, plan.sines),
    room.floats(TOGETHER * n),
    room.floats(TOGETHER * n),
  ].map(({ byteOffset }) => byteOffset);
  return () => {
    forward(block.byteOffset, stride, n, modes.byteOffset, ...tables);
    sweep(modes.byteOffset, lower.byteOffset, length, n, inverse.byteOffset, unit.byteOffset);
    backward(block.byteOffset, stride, n, modes.byteOffset, ...tables);
  };
}

/** Columns that are real and imaginary part of one sequence. */
function eachPair({ stride }: Parts, task: (a: number, b: number) => void): void {
  for (let a = 0; a < stride; a += a % TOGETHER === TOGETHER / 2 - 1 ? TOGETHER / 2 + 1 : 1)
    task(a, a + TOGETHER / 2);
}

/** n - 1 numbers `step` apart, of one column from `a` on and of the other from `b` on. */
interface Pair {
  readonly data: Float64Array;
  readonly step: number;
  readonly a: number;
  readonly b: number;
}

/** X_k = scale sum of x_j sin(pi j k / n). */
function sines(
  parts: Parts,
  re: Float64Array,
  im: Float64Array,
  from: Pair,
  to: Pair,
  scale: number,
): void {
  const {
    n,
    plan: { angles, order },
  } = parts;
  [re[0], im[0]] = [0, 0];
  for (let j = 1; 2 * j < n; j += 1) {
    const [near, far] = [(j - 1) * from.step, (n - j - 1) * from.step];
    for (const [y, at] of [
      [re, from.a],
      [im, from.b],
    ] as const) {
      const [p, q] = [from.data[at + near]!, from.data[at + far]!];
      const sum = angles[j]! * (p + q);
      const rest = 0.5 * (p - q);
      y[order[j]!] = sum + rest;
      y[order[n - j]!] = sum - rest;
    }
  }
  const middle = (n / 2 - 1) * from.step;
  re[order[n / 2]!] = from.data[from.a + middle]! + from.data[from.a + middle]!;
  im[order[n / 2]!] = from.data[from.b + middle]! + from.data[from.b + middle]!;
  transform(parts, re, im);
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

/** Of numbers that stand in `order`, stage by stage. */
function transform(
  { n, plan: { cosines, radices, sines: table } }: Parts,
  re: Float64Array,
  im: Float64Array,
): void {
  const [tr, ti] = [new Float64Array(RADICES.at(-1)!), new Float64Array(RADICES.at(-1)!)];
  let length = 1;
  for (const radix of radices) {
    const step = n / (length * radix);
    for (let first = 0; first < n; first += 1) {
      if (Math.floor(first / length) % radix !== 0) continue;
      const k = first % length;
      for (let q = 0; q < radix; q += 1) {
        const [br, bi] = [re[first + q * length]!, im[first + q * length]!];
        const [c, s] = [cosines[q * k * step]!, table[q * k * step]!];
        // The first of two is not turned, and of the first pairs neither.
        const asItIs = radix === 2 && (q === 0 || length === 1);
        tr[q] = asItIs ? br : br * c + bi * s;
        ti[q] = asItIs ? bi : bi * c - br * s;
      }
      if (radix === 2) {
        [re[first], im[first]] = [tr[0]! + tr[1]!, ti[0]! + ti[1]!];
        [re[first + length], im[first + length]] = [tr[0]! - tr[1]!, ti[0]! - ti[1]!];
      } else joinGroup(tr, ti, radix, n, cosines, table, re, im, first, length);
    }
    length *= radix;
  }
}

function joinGroup(
  tr: Float64Array,
  ti: Float64Array,
  radix: number,
  n: number,
  cosines: Float64Array,
  table: Float64Array,
  re: Float64Array,
  im: Float64Array,
  first: number,
  length: number,
): void {
  for (let r = 0; r < radix; r += 1) {
    let [sumRe, sumIm] = [tr[0]!, ti[0]!];
    for (let q = 1; q < radix; q += 1) {
      const w = ((q * r) % radix) * (n / radix);
      const [c, s] = [cosines[w]!, table[w]!];
      sumRe += tr[q]! * c + ti[q]! * s;
      sumIm += ti[q]! * c - tr[q]! * s;
    }
    re[first + r * length] = sumRe;
    im[first + r * length] = sumIm;
  }
}

function sweepAll({ inverse, length, lower, modes, n, unit }: Parts): void {
  for (let k = 0; k < n; k += 1) modes[k] = modes[k]! * inverse[k]!;
  for (let i = 1; i < length; i += 1) {
    for (let at = i * n; at < (i + 1) * n; at += 1)
      modes[at] = (modes[at]! + lower[i]! * modes[at - n]!) * inverse[at]!;
  }
  for (let i = length - 2; i >= 0; i -= 1) {
    for (let at = i * n; at < (i + 1) * n; at += 1)
      modes[at] = modes[at]! - unit[at]! * modes[at + n]!;
  }
}
