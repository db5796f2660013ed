/**
 * Cosines between points (DCT-II and its inverse), and sums around a period, of many rows: by a
 * Fourier transform of two rows as one, its order and scale folded into the passes before and after
 * it. Stages take four entries, or two, and then the odd prime factors of the length. Kernels that
 * have the tables do the same sums, two pairs at a time.
 */
import { cospi, sinpi } from "../index.js";

/** Where tables stand: a kernel reads them from its own memory. */
export interface TableRoom {
  readonly floats: (length: number) => Float64Array;
  readonly integers: (length: number) => Int32Array;
}

/** Entries of the work of a kernel are two complex numbers. */
const ENTRY_BYTES = 32;
const DOUBLE_BYTES = 8;
const TWIDDLES = 6;
/** Largest prime factor whose sums are written out: their number grows with its square. */
const PRIME_MAX = 127;

export interface PairedRows {
  /** Entries of one row. */
  readonly n: number;
  /** Which entry of a row comes first, second, ... into the transform, in bytes. */
  readonly gather: Int32Array;
  /** Where a kernel's entry k goes in the order of the transform, in bytes. */
  readonly place: Int32Array;
  /** Where entry k of the inverse stands in its row, in bytes. */
  readonly scatter: Int32Array;
  /** The part of n that is a power of two, then its odd prime factors, then zero. */
  readonly stages: Int32Array;
  /** Cosine and sine of each multiple below the radix of each angle, stage after stage. */
  readonly twiddles: Float64Array;
  /** Cosine and sine of the multiples of 2 pi / r for each odd factor r. */
  readonly roots: Float64Array;
  /**
   * Two weights of each k <= n / 2 after the transform and before its inverse, with their scale.
   */
  readonly forwards: Float64Array;
  readonly backwards: Float64Array;
  /** The complex row of the twin, and what it keeps of one sum. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly kept: Float64Array;
}

/** Whether rows of n entries have tables. */
export function hasPairedRows(n: number): boolean {
  return n >= 2 && oddFactors(n).every((prime) => prime <= PRIME_MAX);
}

/** Bytes of the tables of one length and of the work of a kernel. */
export function pairedRowsBytes(n: number): number {
  const odd = oddFactors(n).reduce((total, prime) => total + prime, 0);
  return (
    4 * (3 * n + 64) +
    DOUBLE_BYTES * (2 * TWIDDLES * n + 2 * n * (oddFactors(n).length + 1) + 4 * n + 2 * odd + 64) +
    workBytes(n)
  );
}

/** Bytes of a kernel's work: the row, and as much again for one sum. */
export function workBytes(n: number): number {
  return 2 * n * ENTRY_BYTES;
}

function oddFactors(n: number): readonly number[] {
  const found: number[] = [];
  let rest = n / powerOf(n);
  for (let prime = 3; prime * prime <= rest; prime += 2)
    for (; rest % prime === 0; rest /= prime) found.push(prime);
  return rest > 1 ? [...found, rest] : found;
}

/** The largest power of two that divides n. */
function powerOf(n: number): number {
  return n & -n;
}

/** Radix of each stage, the first one first. */
function radices(n: number): readonly number[] {
  const power = 31 - Math.clz32(powerOf(n));
  return [
    ...(power % 2 === 1 ? [2] : []),
    ...Array.from({ length: power >> 1 }, () => 4),
    ...oddFactors(n),
  ];
}

/**
 * Order in which a row enters stages that end with the last of `stages`: entries `stride` apart
 * from `first` on.
 */
function entryOrder(stages: readonly number[], first: number, stride: number, out: number[]): void {
  const radix = stages.at(-1);
  if (radix === undefined) out.push(first);
  else
    for (let q = 0; q < radix; q += 1)
      entryOrder(stages.slice(0, -1), first + q * stride, stride * radix, out);
}

function fill<T extends Float64Array | Int32Array>(target: T, values: readonly number[]): T {
  target.set(values);
  return target;
}

/** Stages of two entries, and of the first four, turn nothing. */
function twiddlesOf(n: number): readonly number[] {
  const twiddles: number[] = [];
  const power = powerOf(n);
  let half = 1;
  for (const radix of radices(n)) {
    if (half > 1 || half === power) {
      for (let k = 0; k < half; k += 1) {
        for (let m = 1; m < radix; m += 1)
          twiddles.push(cospi((2 * m * k) / (radix * half)), sinpi((2 * m * k) / (radix * half)));
      }
    }
    half *= radix;
  }
  return twiddles;
}

/**
 * Weights of k <= n / 2: of quarter waves between walls, or of nothing but real and imaginary parts
 * around a period.
 */
function weights(n: number, periodic: boolean, scale: number, middle: number): readonly number[] {
  return Array.from({ length: n + 2 }, (_, i) => {
    const k = i >> 1;
    if (!periodic) return (i % 2 === 0 ? cospi : sinpi)(k / (2 * n)) * scale;
    // The middle one has no other: both of its weights meet in one place.
    return 2 * k === n ? middle : i % 2 === 0 ? scale : 0;
  });
}

/**
 * @param n for which `hasPairedRows` holds; @param periodic sums around a period instead of cosines
 * between points
 */
export function pairedRows(
  n: number,
  periodic: boolean,
  { floats, integers }: TableRoom,
): PairedRows {
  // Makhoul's order of cosines: even entries forwards, odd ones backwards.
  const row = Array.from({ length: n }, (_, k) =>
    periodic ? k : 2 * k < n ? 2 * k : 2 * (n - k) - 1,
  );
  const order: number[] = [];
  entryOrder(radices(n), 0, 1, order);
  const places = order.map(() => 0);
  for (const [t, k] of order.entries()) places[k] = t * ENTRY_BYTES;
  const odd = oddFactors(n);
  const twiddles = twiddlesOf(n);
  const roots = odd.flatMap((r) =>
    Array.from({ length: 2 * r }, (_, i) => (i % 2 === 0 ? cospi : sinpi)((2 * (i >> 1)) / r)),
  );
  return {
    n,
    gather: fill(
      integers(n),
      order.map((k) => row[k]! * DOUBLE_BYTES),
    ),
    place: fill(integers(n), places),
    scatter: fill(
      integers(n),
      row.map((k) => k * DOUBLE_BYTES),
    ),
    stages: fill(integers(odd.length + 2), [powerOf(n), ...odd]),
    twiddles: fill(floats(twiddles.length + 1), twiddles),
    roots: fill(floats(roots.length + 1), roots),
    forwards: fill(floats(n + 2), weights(n, periodic, 0.5, 0.5)),
    backwards: fill(floats(n + 2), weights(n, periodic, 1 / n, 0.5 / n)),
    re: new Float64Array(n),
    im: new Float64Array(n),
    kept: new Float64Array(2 * n),
  };
}

/** Rows 0 to m - 1 of a row-major block, in place; two at a time, a last odd one beside itself. */
export function pairedForward(plan: PairedRows, data: Float64Array, m: number): void {
  const { forwards, gather, im, n, re } = plan;
  for (let row = 0; row < m; row += 2) {
    const a = row * n;
    const b = Math.min(row + 1, m - 1) * n;
    for (let t = 0; t < n; t += 1) {
      const at = gather[t]! >> 3;
      re[t] = data[a + at]!;
      im[t] = data[b + at]!;
    }
    fourier(plan, re, im);
    data[a] = re[0]!;
    data[b] = im[0]!;
    for (let k = 1; 2 * k <= n; k += 1) {
      const [c, s] = [forwards[2 * k]!, forwards[2 * k + 1]!];
      const p = re[k]! + re[n - k]!;
      const q = im[k]! - im[n - k]!;
      const r = im[k]! + im[n - k]!;
      const d = re[n - k]! - re[k]!;
      data[a + n - k] = p * s - q * c;
      data[b + n - k] = r * s - d * c;
      data[a + k] = p * c + q * s;
      data[b + k] = r * c + d * s;
    }
  }
}

/** The exact inverse of `pairedForward`. */
export function pairedBackward(plan: PairedRows, data: Float64Array, m: number): void {
  const { backwards, im, n, place, re, scatter } = plan;
  for (let row = 0; row < m; row += 2) {
    const a = row * n;
    const b = Math.min(row + 1, m - 1) * n;
    re[0] = data[a]! * backwards[0]!;
    im[0] = data[b]! * backwards[0]!;
    for (let k = 1; 2 * k <= n; k += 1) {
      const [c, s] = [backwards[2 * k]!, backwards[2 * k + 1]!];
      const [xa, ya, xb, yb] = [data[a + k]!, data[a + n - k]!, data[b + k]!, data[b + n - k]!];
      const aRe = xa * c + ya * s;
      const aIm = xa * s - ya * c;
      const bRe = xb * c + yb * s;
      const bIm = xb * s - yb * c;
      const to = place[k]! / ENTRY_BYTES;
      const back = place[n - k]! / ENTRY_BYTES;
      re[back] = aRe + bIm;
      im[back] = bRe - aIm;
      re[to] = aRe - bIm;
      im[to] = aIm + bRe;
    }
    // A transform of the parts in each other's place is the backward one.
    fourier(plan, im, re);
    for (let k = 0; k < n; k += 1) {
      const at = scatter[k]! >> 3;
      data[a + at] = re[k]!;
      data[b + at] = im[k]!;
    }
  }
}

function fourier(
  { kept, n, roots, stages, twiddles }: PairedRows,
  re: Float64Array,
  im: Float64Array,
): void {
  const power = stages[0]!;
  let half = 1;
  if ((31 - Math.clz32(power)) % 2 === 1) {
    half = 2;
    for (let i = 0; i < n; i += 2) {
      const [ar, ai, br, bi] = [re[i]!, im[i]!, re[i + 1]!, im[i + 1]!];
      re[i] = ar + br;
      im[i] = ai + bi;
      re[i + 1] = ar - br;
      im[i + 1] = ai - bi;
    }
  } else if (power > 1) {
    half = 4;
    for (let i = 0; i < n; i += 4)
      combine(re, im, i, 1, re[i + 1]!, im[i + 1]!, re[i + 2]!, im[i + 2]!, re[i + 3]!, im[i + 3]!);
  }
  let table = 0;
  for (; half < power; half *= 4) {
    for (let start = 0; start < n; start += 4 * half) byFour(re, im, start, half, twiddles, table);
    table += TWIDDLES * half;
  }
  let root = 0;
  for (let i = 1; stages[i]! > 0; i += 1) {
    const radix = stages[i]!;
    for (let start = 0; start < n; start += radix * half)
      byPrime(re, im, start, half, radix, twiddles, table, roots, root, kept);
    table += 2 * (radix - 1) * half;
    root += 2 * radix;
    half *= radix;
  }
}

function byFour(
  re: Float64Array,
  im: Float64Array,
  start: number,
  half: number,
  twiddles: Float64Array,
  table: number,
): void {
  for (let k = 0; k < half; k += 1) {
    const w = table + TWIDDLES * k;
    const [c1, s1, c2] = [twiddles[w]!, twiddles[w + 1]!, twiddles[w + 2]!];
    const [s2, c3, s3] = [twiddles[w + 3]!, twiddles[w + 4]!, twiddles[w + 5]!];
    const [b, c, d] = [start + k + half, start + k + 2 * half, start + k + 3 * half];
    combine(
      re,
      im,
      start + k,
      half,
      re[b]! * c1 + im[b]! * s1,
      im[b]! * c1 - re[b]! * s1,
      re[c]! * c2 + im[c]! * s2,
      im[c]! * c2 - re[c]! * s2,
      re[d]! * c3 + im[d]! * s3,
      im[d]! * c3 - re[d]! * s3,
    );
  }
}

/**
 * Sums of an odd number of entries: each is the sum of one and its mirror by cosines, and of their
 * difference by sines.
 */
function byPrime(
  re: Float64Array,
  im: Float64Array,
  start: number,
  half: number,
  radix: number,
  twiddles: Float64Array,
  table: number,
  roots: Float64Array,
  root: number,
  kept: Float64Array,
): void {
  const pairs = (radix - 1) / 2;
  for (let k = 0; k < half; k += 1) {
    const at = start + k;
    const w = table + 2 * (radix - 1) * k - 2;
    const [zeroRe, zeroIm] = [re[at]!, im[at]!];
    let [sumRe, sumIm] = [zeroRe, zeroIm];
    for (let p = 1; p <= pairs; p += 1) {
      const [a, b] = [at + p * half, at + (radix - p) * half];
      const [ca, sa, cb, sb] = [
        twiddles[w + 2 * p]!,
        twiddles[w + 2 * p + 1]!,
        twiddles[w + 2 * (radix - p)]!,
        twiddles[w + 2 * (radix - p) + 1]!,
      ];
      const ar = re[a]! * ca + im[a]! * sa;
      const ai = im[a]! * ca - re[a]! * sa;
      const br = re[b]! * cb + im[b]! * sb;
      const bi = im[b]! * cb - re[b]! * sb;
      kept[4 * p - 4] = ar + br;
      kept[4 * p - 3] = ai + bi;
      kept[4 * p - 2] = ar - br;
      kept[4 * p - 1] = ai - bi;
      sumRe += ar + br;
      sumIm += ai + bi;
    }
    re[at] = sumRe;
    im[at] = sumIm;
    for (let q = 1; q <= pairs; q += 1) {
      let [evenRe, evenIm, oddRe, oddIm] = [zeroRe, zeroIm, 0, 0];
      for (let p = 0, turn = q; p < pairs; p += 1) {
        const [c, s] = [roots[root + 2 * turn]!, roots[root + 2 * turn + 1]!];
        evenRe += kept[4 * p]! * c;
        evenIm += kept[4 * p + 1]! * c;
        oddRe += kept[4 * p + 2]! * s;
        oddIm += kept[4 * p + 3]! * s;
        turn += q;
        if (turn >= radix) turn -= radix;
      }
      re[at + q * half] = evenRe + oddIm;
      im[at + q * half] = evenIm - oddRe;
      re[at + (radix - q) * half] = evenRe - oddIm;
      im[at + (radix - q) * half] = evenIm + oddRe;
    }
  }
}

/** Four entries `apart` from each other, the last three already turned. */
function combine(
  re: Float64Array,
  im: Float64Array,
  at: number,
  apart: number,
  br: number,
  bi: number,
  cr: number,
  ci: number,
  dr: number,
  di: number,
): void {
  const ar = re[at]!;
  const ai = im[at]!;
  const sr = ar + cr;
  const si = ai + ci;
  const tr = ar - cr;
  const ti = ai - ci;
  const pr = br + dr;
  const pi = bi + di;
  const qr = br - dr;
  const qi = bi - di;
  re[at] = sr + pr;
  im[at] = si + pi;
  re[at + apart] = tr + qi;
  im[at + apart] = ti - qr;
  re[at + 2 * apart] = sr - pr;
  im[at + 2 * apart] = si - pi;
  re[at + 3 * apart] = tr - qi;
  im[at + 3 * apart] = ti + qr;
}
