/**
 * Conjugate gradients with a preconditioner, for symmetric positive definite operators (Saad,
 * Iterative Methods, 9.2).
 */

export type Apply = (x: Float64Array, y: Float64Array) => void;

export interface PcgOptions {
  readonly apply: Apply;
  /** z = B r with B symmetric positive definite. */
  readonly precondition: Apply;
  readonly b: Float64Array;
  /** Start, and on return the solution. */
  readonly x: Float64Array;
  /** Euclidean residual against that of b at which it stops. */
  readonly tolerance: number;
  readonly iterationsMax: number;
  /** Called once an iteration: throws to stop. */
  readonly each?: (iteration: number) => void;
}

/**
 * @returns iterations done and the relative residual of the recursion; above the tolerance where it
 * gave up
 */
export function pcg({ apply, b, each, iterationsMax, precondition, tolerance, x }: PcgOptions): {
  readonly iterations: number;
  readonly residual: number;
} {
  const n = b.length;
  const r = new Float64Array(n);
  const z = new Float64Array(n);
  const q = new Float64Array(n);
  apply(x, r);
  for (let i = 0; i < n; i += 1) r[i] = b[i]! - r[i]!;
  const size = norm(b);
  if (size === 0) {
    x.fill(0);
    return { iterations: 0, residual: 0 };
  }
  precondition(r, z);
  const p = Float64Array.from(z);
  let rz = dot(r, z);
  let residual = norm(r) / size;
  let k = 0;
  for (; k < iterationsMax && residual > tolerance; k += 1) {
    each?.(k);
    apply(p, q);
    const pq = dot(p, q);
    if (!(pq > 0)) break;
    const alpha = rz / pq;
    for (let i = 0; i < n; i += 1) {
      x[i]! += alpha * p[i]!;
      r[i]! -= alpha * q[i]!;
    }
    residual = norm(r) / size;
    if (!(residual > tolerance)) {
      k += 1;
      break;
    }
    precondition(r, z);
    const next = dot(r, z);
    const beta = next / rz;
    rz = next;
    for (let i = 0; i < n; i += 1) p[i] = z[i]! + beta * p[i]!;
  }
  return { iterations: k, residual };
}

function dot(a: Float64Array, b: Float64Array): number {
  let s0 = 0;
  let s1 = 0;
  const even = a.length - (a.length % 2);
  for (let i = 0; i < even; i += 2) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
  }
  if (even < a.length) s0 += a[even]! * b[even]!;
  return s0 + s1;
}

function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}
