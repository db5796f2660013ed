/**
 * Cholesky factors of symmetric positive definite banded matrices, with an ordering of their
 * unknowns: in vector instructions by `wasm/source/banded.as`, and the same sums in the same order
 * here.
 */
import { bandedBinary } from "../../wasm/binary/banded.js";
import { giveBack, takeRoom, type KernelCall, type KernelRoom } from "../../wasm/kernel.js";

/**
 * Row k holds columns k to k + band, and zeros that lanes may reach; rows fill up to a multiple of
 * four.
 */
export interface BandedSymmetric {
  readonly n: number;
  readonly band: number;
  readonly width: number;
  readonly rows: Float64Array;
  /** Place of unknown i in the ordered matrix. */
  readonly order: Int32Array;
  readonly work: Float64Array;
  readonly room: KernelRoom;
  readonly factor: KernelCall | null;
  readonly solve: KernelCall | null;
}

/** One whose rows hold the factor, reciprocals on the diagonal. */
export interface BandedCholesky extends BandedSymmetric {
  readonly factored: true;
}

const SPARE = 8;
const TOGETHER = 4;
/** Part of a diagonal entry that has to be left for a pivot. */
const PIVOT_MIN = 1e-14;
/** Multiplications between two looks at whether to go on. */
const POLL_WORK = 4e6;

/** Zeros. */
export function bandedSymmetric(n: number, band: number, order: Int32Array): BandedSymmetric {
  const width = band + SPARE;
  const filled = Math.ceil(n / TOGETHER) * TOGETHER;
  const length = filled + width + SPARE;
  const room = takeRoom(bandedBinary, (filled * width + SPARE + length) * 8 + 32);
  const rows = room.floats(filled * width + SPARE);
  for (let i = n; i < filled; i += 1) rows[i * width] = 1;
  return {
    n,
    band,
    width,
    rows,
    order,
    work: room.floats(length),
    room,
    factor: room.call("factor"),
    solve: room.call("solve"),
  };
}

/** Adds to entries (i, j) and (j, i) of the ordered matrix, j <= i <= j + band. */
export function addSymmetric(
  { rows, width }: BandedSymmetric,
  i: number,
  j: number,
  value: number,
): void {
  const at = j * width + i - j;
  rows[at] = rows[at]! + value;
}

/**
 * In place. @param poll  called now and then; may throw to give up
 * @returns null where the matrix is not positive definite
 */
export function bandedCholesky(
  matrix: BandedSymmetric,
  poll: () => void = () => undefined,
): BandedCholesky | null {
  const { band, factor, rows, work } = matrix;
  const columns = work.length - matrix.width - SPARE;
  const some = Math.max(1, Math.ceil(POLL_WORK / (band * band + 1) / TOGETHER)) * TOGETHER;
  for (let from = 0; from < columns; from += some) {
    poll();
    const to = Math.min(columns, from + some);
    const done =
      factor === null
        ? factorRows(matrix, from, to)
        : factor(rows.byteOffset, from, to, columns, band, PIVOT_MIN) === 1;
    if (!done) return null;
  }
  return { ...matrix, factored: true };
}

function factorRows({ band, rows, width }: BandedSymmetric, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const own = i * width;
    const diagonal = rows[own]!;
    for (let k = Math.max(0, i - band); k < i; k += 1) {
      const above = k * width + i - k;
      const m = rows[above]!;
      if (m === 0) continue;
      for (let d = 0; d <= band - (i - k); d += 1)
        rows[own + d] = rows[own + d]! - m * rows[above + d]!;
    }
    const pivot = rows[own]!;
    if (!(pivot > PIVOT_MIN * diagonal)) return false;
    const reciprocal = 1 / Math.sqrt(pivot);
    rows[own] = reciprocal;
    for (let d = 1; d <= band; d += 1) rows[own + d] = rows[own + d]! * reciprocal;
  }
  return true;
}

/** x = A^-1 b, both by the unknowns' own numbers. */
export function bandedSolve(factors: BandedCholesky, b: Float64Array, x: Float64Array): void {
  const { band, n, order, rows, solve, work } = factors;
  for (let i = 0; i < n; i += 1) work[order[i]!] = b[i]!;
  if (solve === null) solveOrdered(factors);
  else solve(rows.byteOffset, n, band, work.byteOffset);
  for (let i = 0; i < n; i += 1) x[i] = work[order[i]!]!;
}

/** Upwards every fourth product is summed apart from the others. */
function solveOrdered({ band, n, rows, width, work }: BandedCholesky): void {
  for (let k = 0; k < n; k += 1) {
    const row = k * width;
    const value = work[k]! * rows[row]!;
    work[k] = value;
    for (let d = 1; d <= band; d += 1) work[k + d] = work[k + d]! - value * rows[row + d]!;
  }
  for (let k = n - 1; k >= 0; k -= 1) {
    const row = k * width;
    let s0 = 0,
      s1 = 0,
      s2 = 0,
      s3 = 0;
    for (let d = 1; d <= band; d += 4) {
      s0 += rows[row + d]! * work[k + d]!;
      s1 += rows[row + d + 1]! * work[k + d + 1]!;
      s2 += rows[row + d + 2]! * work[k + d + 2]!;
      s3 += rows[row + d + 3]! * work[k + d + 3]!;
    }
    work[k] = (work[k]! - (s0 + s2 + (s1 + s3))) * rows[row]!;
  }
}

/** Its memory may serve the next matrix; this one is of no use any more. */
export function releaseBanded({ room }: BandedSymmetric): void {
  giveBack(room);
}
