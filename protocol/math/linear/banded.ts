/** Banded systems by Gaussian elimination without row exchanges. */
import { SingularMatrix } from "./singular.js";

/**
 * Factors in place without row exchanges, for matrices whose pivots are known not to vanish. Row i
 * holds columns i - lower to i + upper from i * (lower + upper + 1) on.
 * @throws SingularMatrix where a pivot is zero or no number
 */
export function factorBandedPlain(
  data: Float64Array,
  n: number,
  lower: number,
  upper: number,
  poll: () => void = () => undefined,
): void {
  const width = lower + upper + 1;
  for (let k = 0; k < n; k += 1) {
    poll();
    const pivotAt = k * width + lower;
    const pivot = data[pivotAt]!;
    if (pivot === 0 || pivot - pivot !== 0)
      throw new SingularMatrix(`pivot ${k} of a banded matrix is ${pivot}`);
    const reciprocal = 1 / pivot;
    const last = Math.min(n - 1, k + lower);
    const end = Math.min(n - 1 - k, upper);
    for (let i = k + 1; i <= last; i += 1) {
      const rowAt = i * width + lower + k - i;
      const factor = data[rowAt]! * reciprocal;
      if (factor === 0) continue;
      data[rowAt] = factor;
      for (let a = pivotAt + 1, b = rowAt + 1; a <= pivotAt + end; a += 1, b += 1)
        data[b] = data[b]! - factor * data[a]!;
    }
  }
}

/** Solves in place with the factors of `factorBandedPlain`. */
export function solveBandedPlain(
  data: Float64Array,
  n: number,
  lower: number,
  upper: number,
  x: Float64Array,
): void {
  const width = lower + upper + 1;
  for (let i = 0; i < n; i += 1) {
    let value = x[i]!;
    for (let k = Math.max(0, i - lower); k < i; k += 1)
      value -= data[i * width + lower + k - i]! * x[k]!;
    x[i] = value;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    const at = i * width + lower;
    const end = Math.min(n - 1 - i, upper);
    let value = x[i]!;
    for (let j = 1; j <= end; j += 1) value -= data[at + j]! * x[i + j]!;
    x[i] = value / data[at]!;
  }
}
