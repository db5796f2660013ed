/**
 * Quasi-static breaking: the most strained bond goes first. Each break is a change of rank one,
 * carried by the Sherman-Morrison-Woodbury formula over the factor of the notched lattice.
 */
import { bandedSolve } from "../../math/linear/bandedCholesky.js";
import { notConverged, stopIf, tooLarge } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { elongation, GHOST, type Lattice, type System } from "./lattice.js";

export interface Break {
  readonly bond: number;
  /** Applied strain at which it goes, the lattice being as the breaks before have left it. */
  readonly strain: number;
}

export interface Breaking {
  readonly breaks: readonly Break[];
  /**
   * Reaction over the upper grip of a unit strain and unit stiffness, before and after each break.
   */
  readonly reactions: readonly number[];
  /** Largest relative change of a load at break by one step of refinement, and of a residual. */
  readonly refined: number;
  readonly residual: number;
  readonly imbalance: number;
}

/** Part of the first reaction that counts as none: a crack through everything. */
const SPANNED = 1e-6;
const TIE = 1e-10;
const BREAK_BYTES_MAX = 3e8;

export class Cracking {
  readonly lattice: Lattice;
  readonly system: System;
  readonly broken: number[] = [];
  /**
   * K0^-1 b of every broken bond, and rows of the Cholesky factor of I - (1 - ghost) B^T K0^-1 B.
   */
  readonly #shapes: Float64Array[] = [];
  readonly #rows: Float64Array[] = [];
  readonly #base: Float64Array;
  u: Float64Array;

  constructor(lattice: Lattice, system: System) {
    this.lattice = lattice;
    this.system = system;
    this.#base = new Float64Array(system.n);
    bandedSolve(system.factor, system.load, this.#base);
    this.u = Float64Array.from(this.#base);
  }

  #vectorOf(bond: number): Float64Array {
    const { bondA, bondB, cosine, sine } = this.lattice;
    const v = new Float64Array(this.system.n);
    const [p, q] = [this.system.unknowns[bondA[bond]!]!, this.system.unknowns[bondB[bond]!]!];
    if (p >= 0) v.set([-cosine[bond]!, -sine[bond]!], p);
    if (q >= 0) {
      v[q]! += cosine[bond]!;
      v[q + 1]! += sine[bond]!;
    }
    return v;
  }

  breakBond(bond: number): void {
    const shape = new Float64Array(this.system.n);
    bandedSolve(this.system.factor, this.#vectorOf(bond), shape);
    const m = this.broken.length;
    if ((m + 1) * this.system.n * 8 > BREAK_BYTES_MAX) {
      throw tooLarge("bytes of broken bonds", (m + 1) * this.system.n * 8, BREAK_BYTES_MAX);
    }
    this.broken.push(bond);
    this.#shapes.push(shape);
    const row = new Float64Array(m + 1);
    for (let a = 0; a <= m; a += 1) {
      let s =
        (a === m ? 1 : 0) -
        (1 - GHOST) * elongation(this.lattice, this.system.unknowns, shape, this.broken[a]!, 0);
      const other = a === m ? row : this.#rows[a]!;
      for (let c = 0; c < a; c += 1) s -= row[c]! * other[c]!;
      if (a === m) row[m] = Math.sqrt(Math.max(s, GHOST * 1e-3));
      else row[a] = s / other[a]!;
    }
    this.#rows.push(row);
    this.u = this.#solve(this.system.load, this.#base, 1);
  }

  /**
   * Displacements of the broken lattice under `load`; `start` = K0^-1 load; `applied` moves the
   * grip.
   */
  #solve(load: Float64Array, start: Float64Array, applied: number): Float64Array {
    const m = this.broken.length;
    const y = new Float64Array(m);
    for (let a = 0; a < m; a += 1) {
      let s = elongation(this.lattice, this.system.unknowns, start, this.broken[a]!, applied);
      const row = this.#rows[a]!;
      for (let c = 0; c < a; c += 1) s -= row[c]! * y[c]!;
      y[a] = s / row[a]!;
    }
    for (let a = m - 1; a >= 0; a -= 1) {
      y[a]! /= this.#rows[a]![a]!;
      for (let c = 0; c < a; c += 1) y[c]! -= this.#rows[a]![c]! * y[a]!;
    }
    const u = Float64Array.from(start);
    for (let a = 0; a < m; a += 1) {
      const s = (1 - GHOST) * y[a]!;
      const shape = this.#shapes[a]!;
      for (let i = 0; i < u.length; i += 1) u[i]! += s * shape[i]!;
    }
    return u;
  }

  /** Elongations of all bonds per unit strain; 0 where broken or cut. */
  elongations(): Float64Array {
    const { bondA, cut } = this.lattice;
    const out = new Float64Array(bondA.length);
    for (let b = 0; b < out.length; b += 1) {
      if (cut[b] === 0) out[b] = elongation(this.lattice, this.system.unknowns, this.u, b, 1);
    }
    for (const b of this.broken) out[b] = 0;
    return out;
  }

  /**
   * Force on the nodes per unit strain, from the bonds one by one; and on the upper and lower grip.
   */
  forces(): {
    readonly free: Float64Array;
    readonly top: number;
    readonly bottom: number;
    readonly size: number;
  } {
    const { bondA, bondB, cosine, cut, nx, ny, sine } = this.lattice;
    const free = new Float64Array(this.system.n);
    const gone = new Set(this.broken);
    let top = 0,
      bottom = 0,
      size = 0;
    for (let b = 0; b < bondA.length; b += 1) {
      const k = cut[b] === 1 || gone.has(b) ? GHOST : 1;
      const s = k * elongation(this.lattice, this.system.unknowns, this.u, b, 1);
      size = Math.max(size, Math.abs(s));
      const [p, q] = [this.system.unknowns[bondA[b]!]!, this.system.unknowns[bondB[b]!]!];
      if (p >= 0) {
        free[p]! += s * cosine[b]!;
        free[p + 1]! += s * sine[b]!;
      } else bottom += s * sine[b]!;
      if (q >= 0) {
        free[q]! -= s * cosine[b]!;
        free[q + 1]! -= s * sine[b]!;
      } else if (bondB[b]! >= nx * (ny - 1)) top += s * sine[b]!;
    }
    return { free, top, bottom, size };
  }

  /** One step of iterative refinement. */
  refine(): void {
    const { free } = this.forces();
    const start = new Float64Array(free.length);
    bandedSolve(this.system.factor, free, start);
    const change = this.#solve(free, start, 0);
    for (let i = 0; i < change.length; i += 1) this.u[i]! += change[i]!;
  }
}

/** The bond of largest elongation; of bonds that differ by rounding only, the first. */
function mostStrained(elongations: Float64Array): number {
  let largest = 0;
  for (let b = 0; b < elongations.length; b += 1) largest = Math.max(largest, elongations[b]!);
  for (let b = 0; b < elongations.length; b += 1)
    if (elongations[b]! >= largest * (1 - TIE) && largest > 0) return b;
  return -1;
}

/**
 * Breaks until nothing joins the grips any more. `recall` replays the bonds that an earlier run has
 * broken.
 */
export function breakThrough(
  crack: Cracking,
  breakStrain: number,
  recall: readonly number[],
  stop: StopSignal,
  each: (breaks: number) => void,
): Breaking {
  const breaks: Break[] = [];
  const reactions: number[] = [];
  let refined = 0,
    residual = 0,
    imbalance = 0;
  const limit = crack.lattice.bondA.length;
  for (let step = 0; step <= limit; step += 1) {
    stopIf(stop);
    const strained = crack.elongations();
    const bond = recall[step] ?? mostStrained(strained);
    const before = bond < 0 ? 0 : strained[bond]!;
    crack.refine();
    const { bottom, free, size, top } = crack.forces();
    reactions.push(top);
    for (let i = 0; i < free.length; i += 1)
      residual = Math.max(residual, Math.abs(free[i]!) / size);
    imbalance = Math.max(
      imbalance,
      Math.abs(top - bottom) / Math.max(Math.abs(reactions[0]!), size),
    );
    if (bond < 0 || top < SPANNED * reactions[0]!)
      return { breaks, reactions, refined, residual, imbalance };
    const after = elongation(crack.lattice, crack.system.unknowns, crack.u, bond, 1);
    refined = Math.max(refined, Math.abs(after / before - 1));
    breaks.push({ bond, strain: breakStrain / after });
    crack.breakBond(bond);
    each(step);
  }
  throw notConverged("budget", "every bond is broken and the grips are still joined.", {});
}
