/**
 * The filter's algebraic Riccati equation P = A P A^T - A P C^T (C P C^T + R)^-1 C P A^T + Q by structure-preserving
 * doubling (Chu, Fan, Lin and Wang, Int. J. Control 77 (2004) 767), and what shows that its answer is one.
 */
import { eigenvaluesOf, modulus, type Complex } from "../../math/eigen/general.js";
import { cholesky, choleskySolve } from "../../math/linear/cholesky.js";
import { frobenius, identity, luFactor, luSolve, multiply, plus, symmetrise, transpose } from "../../math/linear/denseLu.js";
import { noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Model {
  readonly n: number;
  readonly m: number;
  readonly A: Float64Array;
  readonly C: Float64Array;
  readonly Q: Float64Array;
  readonly R: Float64Array;
}

export interface Steady {
  readonly prior: Float64Array;
  readonly posterior: Float64Array;
  /** Predictor gain A P C^T S^-1 and filter gain P C^T S^-1, n x m. */
  readonly predictor: Float64Array;
  readonly gain: Float64Array;
  readonly innovation: Float64Array;
  /** A - K C. */
  readonly closed: Float64Array;
  readonly radius: number;
  readonly residual: number;
  readonly levels: readonly { readonly resolution: number; readonly value: number }[];
}

const DOUBLINGS_MAX = 60;
const POLISH_MAX = 8;

export function traceOf(a: Float64Array, n: number): number {
  let s = 0;
  for (let i = 0; i < n; i += 1) s += a[i * n + i]!;
  return s;
}

/** Parts of one update with covariance P: S, the filter gain, the posterior in Joseph form, the next prior. */
export function update({ A, C, Q, R, m, n }: Model, P: Float64Array): {
  readonly S: Float64Array; readonly lower: Float64Array; readonly gain: Float64Array; readonly posterior: Float64Array;
  readonly next: Float64Array;
} {
  const Ct = transpose(C, m, n);
  const PCt = multiply(P, Ct, n, n, m);
  const S = symmetrise(plus(multiply(C, PCt, m, n, m), R), m);
  const lower = cholesky(S, m);
  if (lower === null) throw notConverged("explosion", "the covariance of the innovations is no longer positive definite.", {});
  const gain = transpose(choleskySolve(lower, m, transpose(PCt, n, m), n), m, n);
  const left = plus(identity(n), multiply(gain, C, n, m, n), -1);
  const joseph = plus(multiply(multiply(left, P, n, n, n), transpose(left, n, n), n, n, n),
    multiply(multiply(gain, R, n, m, m), transpose(gain, n, m), n, m, n));
  const posterior = symmetrise(joseph, n);
  const next = symmetrise(plus(multiply(multiply(A, posterior, n, n, n), transpose(A, n, n), n, n, n), Q), n);
  return { S, lower, gain, posterior, next };
}

/** Directions that no measurement ever shows: orthonormal rows, the complement of the rows of C, CA, CA^2, ... */
function unobservable({ A, C, m, n }: Model): Float64Array[] {
  const basis: Float64Array[] = [];
  const accept = (row: Float64Array): Float64Array | null => {
    const size = frobenius(row);
    if (!(size > 0)) return null;
    const v = row.map((x) => x / size);
    for (let twice = 0; twice < 2; twice += 1) {
      for (const b of basis) {
        let s = 0;
        for (let i = 0; i < n; i += 1) s += v[i]! * b[i]!;
        for (let i = 0; i < n; i += 1) v[i]! -= s * b[i]!;
      }
    }
    const left = frobenius(v);
    if (!(left > 1e-10)) return null;
    const unit = v.map((x) => x / left);
    basis.push(unit);
    return unit;
  };
  let front: Float64Array[] = [];
  for (let i = 0; i < m; i += 1) {
    const row = accept(C.slice(i * n, (i + 1) * n));
    if (row !== null) front.push(row);
  }
  while (front.length > 0 && basis.length < n) {
    const next: Float64Array[] = [];
    for (const row of front) {
      const made = accept(multiply(row, A, 1, n, n));
      if (made !== null) next.push(made);
    }
    front = next;
  }
  const seen = basis.length;
  for (let i = 0; i < n && basis.length < n; i += 1) accept(identity(n).slice(i * n, (i + 1) * n));
  return basis.slice(seen);
}

/** @throws SolverRefusal NO_SOLUTION naming a mode that grows or persists unseen */
export function requireDetectable(model: Model): void {
  const hidden = unobservable(model);
  const k = hidden.length;
  if (k === 0) return;
  const { A, n } = model;
  const U = new Float64Array(k * n);
  hidden.forEach((row, i) => U.set(row, i * n));
  const block = multiply(multiply(U, A, k, n, n), transpose(U, k, n), k, n, k);
  const [worst] = eigenvaluesOf(block, k) ?? [];
  if (worst === undefined || modulus(worst) < 1 - 1e-10) return;
  const mode = text(worst);
  throw noSolution(`the pair (A, C) is not detectable: the mode with eigenvalue ${mode} of A is never seen by C and does not decay, `
    + "so its error has no steady state.", { mode, eigenvalue: [worst.re, worst.im], direction: [...hidden[0]!] });
}

function text({ im, re }: Complex): string {
  return im === 0 ? `${re}` : `${re} ${im < 0 ? "-" : "+"} ${Math.abs(im)}i`;
}

/**
 * Doubles the horizon until the covariance at its end, begun from the identity, no longer changes; then a few plain
 * steps of the filter take away what rounding the doubling left.
 * @throws SolverRefusal where there is no steady state, or none that is approached at a finite rate
 */
export function solveRiccati(model: Model, stop: StopSignal): Steady {
  requireDetectable(model);
  const { A, C, Q, R, m, n } = model;
  const lower = cholesky(R, m)!;
  const start = Math.max(traceOf(Q, n) / n, traceOf(R, m) / m);
  let a: Float64Array = transpose(A, n, n);
  let g = symmetrise(multiply(transpose(C, m, n), choleskySolve(lower, m, Float64Array.from(C), n), n, m, n), n);
  let h: Float64Array = Float64Array.from(Q);
  const levels: { resolution: number; value: number }[] = [];
  let P: Float64Array = atHorizon(a, g, h, n, start);
  let settled = false;
  for (let k = 0; k < DOUBLINGS_MAX && !settled; k += 1) {
    stopIf(stop);
    const w = luFactor(plus(identity(n), multiply(g, h, n, n, n)), n);
    if (w === null) break;
    const wa = luSolve(w, Float64Array.from(a), n);
    const wg = luSolve(w, Float64Array.from(g), n);
    const at = transpose(a, n, n);
    const nextG = symmetrise(plus(g, multiply(multiply(a, wg, n, n, n), at, n, n, n)), n);
    const nextH = symmetrise(plus(h, multiply(multiply(at, h, n, n, n), wa, n, n, n)), n);
    a = multiply(a, wa, n, n, n);
    g = nextG;
    h = nextH;
    const next = atHorizon(a, g, h, n, start);
    if (!Number.isFinite(frobenius(next))) break;
    levels.push({ resolution: k + 1, value: traceOf(next, n) });
    settled = frobenius(plus(next, P, -1)) <= 1e-14 * frobenius(next);
    P = next;
  }
  return finish(model, polish(model, P), levels, settled);
}

function atHorizon(a: Float64Array, g: Float64Array, h: Float64Array, n: number, start: number): Float64Array {
  const w = luFactor(plus(identity(n), g, start), n);
  if (w === null) return h;
  const inner = luSolve(w, Float64Array.from(a), n);
  return symmetrise(plus(h, multiply(transpose(a, n, n), inner, n, n, n), start), n);
}

function polish(model: Model, from: Float64Array): Float64Array {
  let P: Float64Array = from;
  let miss = Number.POSITIVE_INFINITY;
  for (let i = 0; i < POLISH_MAX; i += 1) {
    const { next } = update(model, P);
    const change = frobenius(plus(next, P, -1));
    if (!(change < miss)) break;
    miss = change;
    P = next;
  }
  return P;
}

function finish(model: Model, prior: Float64Array, levels: Steady["levels"], settled: boolean): Steady {
  const { A, C, m, n } = model;
  const { S, gain, next, posterior } = update(model, prior);
  const predictor = multiply(A, gain, n, n, m);
  const closed = plus(A, multiply(predictor, C, n, m, n), -1);
  const spectrum = eigenvaluesOf(closed, n);
  const radius = spectrum === null ? Number.NaN : modulus(spectrum[0]!);
  const size = frobenius(prior);
  const residual = size === 0 ? 0 : frobenius(plus(next, prior, -1)) / size;
  if (!settled && !(radius < 1 - 1e-8)) {
    throw notConverged("budget", "the covariance approaches no steady state at a finite rate: a mode on the unit circle is not driven "
      + `by Q; ${DOUBLINGS_MAX} doublings leave the filter with spectral radius ${radius}.`, { radius, doublings: DOUBLINGS_MAX });
  }
  if (!(radius < 1)) {
    throw noSolution(`the steady filter is not stable: the spectral radius of A - K C is ${radius}.`, { radius });
  }
  return { prior, posterior, predictor, gain, innovation: S, closed, radius, residual, levels };
}

/** Covariance that a filter with this predictor gain ends in: Sigma = F Sigma F^T + Q + K R K^T by doubling. */
export function covarianceOfGain({ A, C, Q, R, m, n }: Model, K: Float64Array): Float64Array | null {
  let F = plus(A, multiply(K, C, n, m, n), -1);
  let sigma = plus(Q, multiply(multiply(K, R, n, m, m), transpose(K, n, m), n, m, n));
  for (let k = 0; k < DOUBLINGS_MAX; k += 1) {
    const part = multiply(multiply(F, sigma, n, n, n), transpose(F, n, n), n, n, n);
    sigma = symmetrise(plus(sigma, part), n);
    const size = frobenius(sigma);
    if (!Number.isFinite(size)) return null;
    if (frobenius(part) <= 1e-17 * size) return sigma;
    F = multiply(F, F, n, n, n);
  }
  return null;
}
