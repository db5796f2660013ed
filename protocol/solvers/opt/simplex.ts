/**
 * Linear programs by the two-phase simplex method on a dense tableau: largest coefficient first,
 * Bland's rule once nothing moves (Chvatal, Linear Programming, ch. 3 and 8). Dual prices come from
 * the tableau and prove the optimum.
 */
import { ULP } from "../../math/constants.js";
import { noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

/** min c x, rows x <= or = b, x >= 0. */
export interface Program {
  readonly c: Float64Array;
  readonly rows: readonly Float64Array[];
  readonly b: Float64Array;
  readonly equal: Uint8Array;
}

export interface Optimum {
  readonly x: Float64Array;
  readonly value: number;
  readonly prices: Float64Array;
  readonly pivots: number;
  /** What the corner's equations leave and round, times the inverse of its basis. */
  readonly doubt: {
    readonly x: Float64Array;
    readonly prices: Float64Array;
    /** Another column may enter at no cost, or a row holds nothing: corner or prices are not alone. */
    readonly isOnly: boolean;
  };
}

const EPSILON = 1e-9;
const IDLE_MAX = 40;
/** Of the sums that are held against their right sides. */
const ROUNDINGS = 4;
/** Pivots at most, in those after which the rule changes. */
const LONG = 8;

interface Tableau {
  readonly rows: Float64Array[];
  readonly basis: Int32Array;
  readonly columns: number;
  pivots: number;
}

/** @throws SolverRefusal NO_SOLUTION for a program that is infeasible or unbounded */
export function solveProgram({ b, c, equal, rows }: Program, stop: StopSignal): Optimum {
  const m = rows.length;
  const n = c.length;
  // x, one slack a row (none where equal), one artificial a row.
  const columns = n + 2 * m + 1;
  const sign = b.map((v) => (v < 0 ? -1 : 1));
  const t: Tableau = {
    rows: rows.map((row, i) => {
      const negated = new Float64Array(columns);
      for (let j = 0; j < n; j += 1) negated[j] = sign[i]! * row[j]!;
      if (equal[i] === 0) negated[n + i] = sign[i]!;
      negated[n + m + i] = 1;
      negated[columns - 1] = sign[i]! * b[i]!;
      return negated;
    }),
    basis: Int32Array.from({ length: m }, (_, i) =>
      equal[i] === 0 && sign[i] === 1 ? n + i : n + m + i,
    ),
    columns,
    pivots: 0,
  };
  const scale = Math.max(
    1,
    ...rows.map((row) => row.reduce((s, v) => Math.max(s, Math.abs(v)), 0)),
    ...b.map(Math.abs),
  );
  const first = new Float64Array(columns);
  for (let i = 0; i < m; i += 1) first[n + m + i] = 1;
  const missing = optimise(t, first, n + m, stop);
  if (missing === null || missing > EPSILON * scale * Math.max(1, m)) {
    throw noSolution(
      `no point satisfies all constraints: they are missed by ${missing ?? Number.NaN} in sum at least.`,
      { infeasible: missing },
    );
  }
  leaveArtificial(t, n + m);
  const cost = new Float64Array(columns);
  cost.set(c);
  const value = optimise(t, cost, n + m, stop);
  if (value === null)
    throw noSolution("the objective falls without bound over the feasible points.", {
      unbounded: true,
    });
  const x = new Float64Array(n);
  t.basis.forEach((column, i) => {
    if (column < n) x[column] = t.rows[i]![columns - 1]!;
  });
  const reduced = reducedCosts(t, cost);
  const prices = Float64Array.from({ length: m }, (_, i) => -sign[i]! * reduced[n + m + i]!);
  return {
    x,
    value,
    prices,
    pivots: t.pivots,
    doubt: doubtOf({ b, c, equal, rows }, t, prices, sign, reduced),
  };
}

/** The columns of the artificial variables hold the inverse of the basis. */
function doubtOf(
  { b, c, equal, rows }: Program,
  t: Tableau,
  prices: Float64Array,
  sign: Float64Array,
  reduced: Float64Array,
): Optimum["doubt"] {
  const [m, n] = [rows.length, c.length];
  const basic = new Float64Array(n + 2 * m);
  t.basis.forEach((column, r) => {
    basic[column] = t.rows[r]![t.columns - 1]!;
  });
  const missed = rows.map((row, i) => {
    let left = b[i]! - (equal[i] === 0 ? basic[n + i]! : 0) - sign[i]! * basic[n + m + i]!;
    let terms = Math.abs(b[i]!) + Math.abs(equal[i] === 0 ? basic[n + i]! : 0);
    for (let j = 0; j < n; j += 1) {
      left -= row[j]! * basic[j]!;
      terms += Math.abs(row[j]! * basic[j]!);
    }
    return Math.abs(left) + ROUNDINGS * ULP * terms;
  });
  const unpaid = Array.from(t.basis, (column) => {
    if (column >= n) return column < n + m ? Math.abs(prices[column - n]!) : 0;
    let left = c[column]!;
    let terms = Math.abs(left);
    for (let i = 0; i < m; i += 1) {
      left -= prices[i]! * rows[i]![column]!;
      terms += Math.abs(prices[i]! * rows[i]![column]!);
    }
    return Math.abs(left) + ROUNDINGS * ULP * terms;
  });
  const x = new Float64Array(n);
  const doubtOfPrices = new Float64Array(m);
  t.basis.forEach((column, r) => {
    const inverse = t.rows[r]!.subarray(n + m, n + 2 * m);
    let sum = 0;
    for (let i = 0; i < m; i += 1) {
      sum += Math.abs(inverse[i]!) * missed[i]!;
      doubtOfPrices[i]! += Math.abs(inverse[i]!) * unpaid[r]!;
    }
    if (column < n) x[column] = sum;
  });
  const isBasic = new Set(t.basis);
  const isFree = (j: number): boolean => j < n || equal[j - n] === 0;
  const isOnly =
    !t.rows.some((row) => Math.abs(row[t.columns - 1]!) <= EPSILON) &&
    !Array.from({ length: n + m }, (_, j) => j).some(
      (j) => !isBasic.has(j) && isFree(j) && Math.abs(reduced[j]!) <= EPSILON,
    );
  return { x, prices: doubtOfPrices, isOnly };
}

function reducedCosts({ basis, columns, rows }: Tableau, cost: Float64Array): Float64Array {
  const z = Float64Array.from(cost);
  rows.forEach((row, i) => {
    const price = cost[basis[i]!]!;
    if (price !== 0) for (let j = 0; j < columns; j += 1) z[j]! -= price * row[j]!;
  });
  return z;
}

/**
 * @param usable columns from here on do not enter @returns the least cost; null where it is
 * unbounded
 */
function optimise(t: Tableau, cost: Float64Array, usable: number, stop: StopSignal): number | null {
  const { columns, rows } = t;
  const z = reducedCosts(t, cost);
  let idle = 0;
  // Programs exist on which the largest coefficient visits every corner (Klee and Minty): after
  // this many pivots the greatest improvement chooses.
  const usual = 50 * (rows.length + columns);
  const limit = LONG * usual;
  for (let pivots = 0; pivots < limit; pivots += 1) {
    stopIf(stop);
    const byGain = pivots >= usual && idle <= IDLE_MAX;
    let enter = -1;
    let gain = 0;
    for (let j = 0; j < usable; j += 1) {
      if (z[j]! >= -EPSILON) continue;
      const own = byGain ? z[j]! * Math.min(1e300, leavingOf(t, j).ratio) : z[j]!;
      if (enter < 0 || own < gain) [enter, gain] = [j, own];
      if (idle > IDLE_MAX) break;
    }
    if (enter < 0) return -z[columns - 1]!;
    const { leave, ratio: best } = leavingOf(t, enter);
    if (leave < 0) return null;
    idle = best > EPSILON ? 0 : idle + 1;
    pivot(t, z, leave, enter);
  }
  throw notConverged("budget", `${limit} pivots found no optimum.`, { pivots: limit });
}

/** The row that a column which enters drives out, and how far the column goes. */
function leavingOf(
  { basis, columns, rows }: Tableau,
  enter: number,
): { readonly leave: number; readonly ratio: number } {
  let leave = -1;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.length; i += 1) {
    const a = rows[i]![enter]!;
    if (a <= EPSILON) continue;
    const ratio = rows[i]![columns - 1]! / a;
    if (
      ratio < best - 1e-12 ||
      (ratio <= best + 1e-12 && leave >= 0 && basis[i]! < basis[leave]!)
    ) {
      best = Math.min(best, ratio);
      leave = i;
    }
  }
  return { leave, ratio: best };
}

function pivot(t: Tableau, z: Float64Array | null, leave: number, enter: number): void {
  const row = t.rows[leave]!;
  const a = row[enter]!;
  for (let j = 0; j < t.columns; j += 1) row[j]! /= a;
  row[enter] = 1;
  for (const other of [...t.rows, ...(z === null ? [] : [z])]) {
    if (other === row) continue;
    const factor = other[enter]!;
    if (factor === 0) continue;
    for (let j = 0; j < t.columns; j += 1) other[j]! -= factor * row[j]!;
    other[enter] = 0;
  }
  t.basis[leave] = enter;
  t.pivots += 1;
}

/**
 * Artificial variables that are left in the basis at zero give their row up to any other column.
 */
function leaveArtificial(t: Tableau, usable: number): void {
  for (let i = 0; i < t.rows.length; i += 1) {
    if (t.basis[i]! < usable) continue;
    const enter = t.rows[i]!.findIndex((v, j) => j < usable && Math.abs(v) > 1e-7);
    if (enter >= 0) pivot(t, null, i, enter);
  }
}
