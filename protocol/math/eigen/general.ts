/**
 * Eigenvalues of a real general matrix: Householder reduction to Hessenberg form and the double-shift QR iteration of
 * Francis (Golub and Van Loan, Matrix Computations, 7.4 and 7.5).
 */

export interface Complex { readonly re: number; readonly im: number }

const ITERATIONS_MAX = 100;
const EPSILON = 2.220446049250313e-16;

/** @param matrix row-major, left as it is @returns null where the iteration does not settle */
export function eigenvaluesOf(matrix: Float64Array, n: number): Complex[] | null {
  const h = Float64Array.from(matrix);
  toHessenberg(h, n);
  const found: Complex[] = [];
  let high = n - 1;
  let tries = 0;
  while (high >= 0) {
    const low = splitPoint(h, n, high);
    if (low === high) {
      found.push({ re: h[high * n + high]!, im: 0 });
      high -= 1;
      tries = 0;
    } else if (low === high - 1) {
      found.push(...pair(h[low * n + low]!, h[low * n + high]!, h[high * n + low]!, h[high * n + high]!));
      high -= 2;
      tries = 0;
    } else {
      tries += 1;
      if (tries > ITERATIONS_MAX) return null;
      francisStep(h, n, low, high, tries % 11 === 0);
    }
  }
  return found.sort((a, b) => modulus(b) - modulus(a) || b.re - a.re || b.im - a.im);
}

export function modulus({ im, re }: Complex): number {
  const x = Math.max(Math.abs(re), Math.abs(im));
  const y = Math.min(Math.abs(re), Math.abs(im));
  return x === 0 ? 0 : x * Math.sqrt(1 + (y / x) * (y / x));
}

export function spectralRadius(matrix: Float64Array, n: number): number {
  const [largest] = eigenvaluesOf(matrix, n) ?? [];
  return largest === undefined ? Number.NaN : modulus(largest);
}

function toHessenberg(h: Float64Array, n: number): void {
  const v = new Float64Array(n);
  for (let k = 0; k + 2 < n; k += 1) {
    let scale = 0;
    for (let i = k + 1; i < n; i += 1) scale = Math.max(scale, Math.abs(h[i * n + k]!));
    if (scale === 0) continue;
    let squares = 0;
    for (let i = k + 1; i < n; i += 1) {
      v[i] = h[i * n + k]! / scale;
      squares += v[i]! * v[i]!;
    }
    v[k + 1]! += (v[k + 1]! < 0 ? -1 : 1) * Math.sqrt(squares);
    reflect(h, n, v, k + 1, n - 1, 0, 0, n - 1);
    for (let i = k + 2; i < n; i += 1) h[i * n + k] = 0;
  }
}

/** I - 2 v v^T / v^T v from the left on columns from `column`, from the right on rows from `rowFrom` to `rowTo`. */
function reflect(
  h: Float64Array, n: number, v: Float64Array, from: number, to: number, column: number, rowFrom: number, rowTo: number,
): void {
  let squares = 0;
  for (let i = from; i <= to; i += 1) squares += v[i]! * v[i]!;
  if (squares === 0) return;
  for (let j = column; j < n; j += 1) {
    let s = 0;
    for (let i = from; i <= to; i += 1) s += v[i]! * h[i * n + j]!;
    s *= 2 / squares;
    for (let i = from; i <= to; i += 1) h[i * n + j]! -= s * v[i]!;
  }
  for (let i = rowFrom; i <= rowTo; i += 1) {
    let s = 0;
    for (let j = from; j <= to; j += 1) s += v[j]! * h[i * n + j]!;
    s *= 2 / squares;
    for (let j = from; j <= to; j += 1) h[i * n + j]! -= s * v[j]!;
  }
}

function splitPoint(h: Float64Array, n: number, high: number): number {
  for (let i = high; i > 0; i -= 1) {
    const size = Math.abs(h[i * n + i]!) + Math.abs(h[(i - 1) * n + i - 1]!);
    if (Math.abs(h[i * n + i - 1]!) <= EPSILON * (size === 0 ? 1 : size)) {
      h[i * n + i - 1] = 0;
      return i;
    }
  }
  return 0;
}

function francisStep(h: Float64Array, n: number, low: number, high: number, exceptional: boolean): void {
  const at = (i: number, j: number): number => h[i * n + j]!;
  let s = at(high - 1, high - 1) + at(high, high);
  let t = at(high - 1, high - 1) * at(high, high) - at(high - 1, high) * at(high, high - 1);
  if (exceptional) {
    const w = Math.abs(at(high, high - 1)) + Math.abs(at(high - 1, high - 2));
    s = 1.5 * w;
    t = w * w;
  }
  const v = new Float64Array(n);
  let x = at(low, low) * at(low, low) + at(low, low + 1) * at(low + 1, low) - s * at(low, low) + t;
  let y = at(low + 1, low) * (at(low, low) + at(low + 1, low + 1) - s);
  let z = at(low + 1, low) * at(low + 2, low + 1);
  for (let k = low; k < high; k += 1) {
    const last = Math.min(k + 2, high);
    v.fill(0);
    v[k] = x;
    v[k + 1] = y;
    if (last === k + 2) v[k + 2] = z;
    const scale = Math.max(Math.abs(x), Math.abs(y), last === k + 2 ? Math.abs(z) : 0);
    if (scale > 0) {
      let squares = 0;
      for (let i = k; i <= last; i += 1) {
        v[i]! /= scale;
        squares += v[i]! * v[i]!;
      }
      v[k]! += (v[k]! < 0 ? -1 : 1) * Math.sqrt(squares);
      reflect(h, n, v, k, last, Math.max(low, k - 1), 0, Math.min(high, k + 3));
    }
    if (k > low) {
      h[(k + 1) * n + k - 1] = 0;
      if (last === k + 2) h[(k + 2) * n + k - 1] = 0;
    }
    x = at(k + 1, k);
    y = k + 2 <= high ? at(k + 2, k) : 0;
    z = k + 3 <= high ? at(k + 3, k) : 0;
  }
}

function pair(a: number, b: number, c: number, d: number): Complex[] {
  const half = 0.5 * (a - d);
  const mean = 0.5 * (a + d);
  const disc = half * half + b * c;
  if (disc < 0) {
    const im = Math.sqrt(-disc);
    return [{ re: mean, im }, { re: mean, im: -im }];
  }
  const root = Math.sqrt(disc);
  const far = mean + (mean < 0 ? -root : root);
  const near = far === 0 ? 0 : (a * d - b * c) / far;
  return [{ re: far, im: 0 }, { re: near, im: 0 }];
}
