/**
 * The filter's algebraic Riccati equation P = A P A^T - A P C^T (C P C^T + R)^-1 C P A^T + Q by
 * structure-preserving doubling (Chu, Fan, Lin and Wang, Int. J. Control 77 (2004) 767), and what
 * shows that its answer is one.
 */
import { eigenvaluesOf, modulus, spectralRadius, type Complex } from "../../math/eigen/general.js";
import { cholesky, choleskySolve } from "../../math/linear/cholesky.js";
import {
  distance,
  frobenius,
  identity,
  luFactor,
  luSolve,
  plus,
  symmetrise,
  transpose,
} from "../../math/linear/denseLu.js";
import { multiply, symmetricProduct } from "../../math/linear/denseProduct.js";
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
  /** Size of A P A' beside P: what a step cancels against. */
  readonly spread: number;
}

const DOUBLINGS_MAX = 60;
const POLISH_MAX = 8;

export function traceOf(a: Float64Array, n: number): number {
  let s = 0;
  for (let i = 0; i < n; i += 1) s += a[i * n + i]!;
  return s;
}

export interface Updated {
  readonly S: Float64Array;
  readonly lower: Float64Array;
  readonly gain: Float64Array;
  readonly posterior: Float64Array;
  readonly next: Float64Array;
}

/**
 * One update with covariance P: S, the filter gain, the posterior in Joseph form, the next prior.
 */
export function update({ A, C, Q, R, m, n }: Model, P: Float64Array): Updated {
  const Ct = transpose(C, m, n);
  const PCt = multiply(P, Ct, n, n, m);
  const S = symmetrise(plus(multiply(C, PCt, m, n, m), R), m);
  const lower = cholesky(S, m);
  if (lower === null)
    throw notConverged(
      "explosion",
      "the covariance of the innovations is no longer positive definite.",
      {},
    );
  const gain = transpose(choleskySolve(lower, m, transpose(PCt, n, m), n), m, n);
  const left = plus(identity(n), multiply(gain, C, n, m, n), -1);
  const posterior = plus(
    sandwich(left, P, n),
    symmetricProduct(multiply(gain, R, n, m, m), transpose(gain, n, m), n, m),
  );
  const next = plus(sandwich(A, posterior, n), Q);
  return { S, lower, gain, posterior, next };
}

/** X P X^T of a symmetric P. */
function sandwich(X: Float64Array, P: Float64Array, n: number): Float64Array {
  // (X P)^T = P X^T: the second product meets X as its left factor, whose zeros then count.
  return symmetricProduct(X, transpose(multiply(X, P, n, n, n), n, n), n, n);
}

/**
 * Directions that no measurement ever shows: orthonormal rows, the complement of the rows of C, CA,
 * CA^2, ...
 */
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
      const rest = accept(multiply(row, A, 1, n, n));
      if (rest !== null) next.push(rest);
    }
    front = next;
  }
  const seen = basis.length;
  for (let i = 0; i < n && basis.length < n; i += 1) accept(identity(n).slice(i * n, (i + 1) * n));
  return basis.slice(seen);
}

/** @throws SolverRefusal NO_SOLUTION naming a mode that grows or persists unseen */
function requireDetectable(model: Model): void {
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
  throw noSolution(
    `the pair (A, C) is not detectable: the mode with eigenvalue ${mode} of A is never seen by C and does not decay, ` +
      "so its error has no steady state.",
    { mode, eigenvalue: [worst.re, worst.im], direction: [...hidden[0]!] },
  );
}

function text({ im, re }: Complex): string {
  return im === 0 ? `${re}` : `${re} ${im < 0 ? "-" : "+"} ${Math.abs(im)}i`;
}

/**
 * Relative change by one doubling below which the next, about its square, is beyond the last bit.
 */
const ARRIVED = 1e-8;
const ARRIVED_FROM_FAR = 1e-14;
/** Spectral radius above which a steady filter needs a closer look. */
const STABLE = 1 - 1e-8;

/**
 * Doubles the horizon until the covariance at its end no longer changes; then a few plain steps of
 * the filter take away what rounding the doubling left. Begun from no uncertainty at first; where
 * that leads to a filter that is not stable (a growing mode that no noise drives), from the
 * identity.
 * @throws SolverRefusal where there is no steady state, or none that is approached at a finite rate
 */
export function solveRiccati(model: Model, stop: StopSignal): Steady {
  const near = doubled(model, 0, stop);
  if (near.settled) {
    const found = steadyOf(model, near);
    if (found.radius < STABLE) return found;
  }
  requireDetectable(model);
  const far = doubled(
    model,
    Math.max(traceOf(model.Q, model.n) / model.n, traceOf(model.R, model.m) / model.m),
    stop,
  );
  const found = steadyOf(model, far);
  if (!far.settled && !(found.radius < STABLE)) {
    throw notConverged(
      "budget",
      "the covariance approaches no steady state at a finite rate: a mode on the unit circle is not driven " +
        `by Q; ${DOUBLINGS_MAX} doublings leave the filter with spectral radius ${found.radius}.`,
      { radius: found.radius, doublings: DOUBLINGS_MAX },
    );
  }
  if (!(found.radius < 1)) {
    throw noSolution(
      `the steady filter is not stable: the spectral radius of A - K C is ${found.radius}.`,
      { radius: found.radius },
    );
  }
  return found;
}

interface Doubled {
  readonly P: Float64Array;
  readonly settled: boolean;
}

/** @param start variance of every state at the beginning of the horizon */
function doubled({ A, C, Q, R, m, n }: Model, start: number, stop: StopSignal): Doubled {
  const lower = cholesky(R, m)!;
  let at: Float64Array = Float64Array.from(A);
  let g = symmetricProduct(
    transpose(C, m, n),
    choleskySolve(lower, m, Float64Array.from(C), n),
    n,
    m,
  );
  let h: Float64Array = Float64Array.from(Q);
  let P = start === 0 ? h : atHorizon(transpose(at, n, n), g, h, n, start);
  for (let k = 0; k < DOUBLINGS_MAX; k += 1) {
    stopIf(stop);
    const w = luFactor(plusIdentity(multiply(g, h, n, n, n), n), n);
    if (w === null) break;
    const a = transpose(at, n, n);
    const wa = luSolve(w, a.slice(), n);
    h = plus(h, symmetricProduct(multiply(at, h, n, n, n), wa, n, n));
    if (start === 0 && arrived(h, P, ARRIVED)) return { P: h, settled: true };
    g = plus(g, symmetricProduct(a, luSolve(w, multiply(g, at, n, n, n), n), n, n));
    at = transpose(multiply(a, wa, n, n, n), n, n);
    const next = start === 0 ? h : atHorizon(transpose(at, n, n), g, h, n, start);
    if (!Number.isFinite(frobenius(next))) break;
    const settled = start !== 0 && arrived(next, P, ARRIVED_FROM_FAR);
    P = next;
    if (settled) return { P, settled };
  }
  return { P, settled: false };
}

function arrived(next: Float64Array, before: Float64Array, part: number): boolean {
  const size = frobenius(next);
  return Number.isFinite(size) && distance(next, before) <= part * size;
}

function atHorizon(
  a: Float64Array,
  g: Float64Array,
  h: Float64Array,
  n: number,
  start: number,
): Float64Array {
  const w = luFactor(plus(identity(n), g, start), n);
  if (w === null) return h;
  const inner = luSolve(w, Float64Array.from(a), n);
  return symmetrise(plus(h, multiply(transpose(a, n, n), inner, n, n, n), start), n);
}

function plusIdentity(a: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i += 1) a[i * n + i] = a[i * n + i]! + 1;
  return a;
}

function polish(model: Model, from: Float64Array): readonly [Float64Array, Updated] {
  let P: Float64Array = from;
  let updated = update(model, P);
  let miss = distance(updated.next, P);
  for (let i = 0; i < POLISH_MAX; i += 1) {
    const again = update(model, updated.next);
    const change = distance(again.next, updated.next);
    // At rounding it no longer halves.
    if (!(change < 0.5 * miss)) break;
    miss = change;
    P = updated.next;
    updated = again;
  }
  return [P, updated];
}

function steadyOf(model: Model, { P }: Doubled): Steady {
  const { A, C, m, n } = model;
  const [prior, { S, gain, next, posterior }] = polish(model, P);
  const predictor = multiply(A, gain, n, n, m);
  const closed = plus(A, multiply(predictor, C, n, m, n), -1);
  const size = frobenius(prior);
  const residual = size === 0 ? 0 : distance(next, prior) / size;
  return {
    prior,
    posterior,
    predictor,
    gain,
    innovation: S,
    closed,
    radius: spectralRadius(closed, n),
    residual,
    spread:
      size === 0 ? 1 : Math.max(1, frobenius(multiply(A, carriedOn(prior, A, n), n, n, n)) / size),
  };
}

/** The covariance carried on without a measurement: what a step cancels against. */
function carriedOn(P: Float64Array, A: Float64Array, n: number): Float64Array {
  return multiply(P, transpose(A, n, n), n, n, n);
}
