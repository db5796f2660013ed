/**
 * Linear programs by the two-phase simplex method on a dense tableau: largest coefficient first,
 * Bland's rule once nothing moves (Chvatal, Linear Programming, ch. 3 and 8). Dual prices come from
 * the tableau and prove the optimum.
 */
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
}

const EPSILON = 1e-9;
const IDLE_MAX = 40;
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
      const made = new Float64Array(columns);
      for (let j = 0; j < n; j += 1) made[j] = sign[i]! * row[j]!;
      if (equal[i] === 0) made[n + i] = sign[i]!;
      made[n + m + i] = 1;
      made[columns - 1] = sign[i]! * b[i]!;
      return made;
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
  return {
    x,
    value,
    prices: Float64Array.from({ length: m }, (_, i) => -sign[i]! * reduced[n + m + i]!),
    pivots: t.pivots,
  };
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
