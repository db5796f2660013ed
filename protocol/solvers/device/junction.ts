/**
 * The p-n junction in one dimension. Equilibrium: Poisson's equation with Boltzmann carriers between ends without field, so
 * that the voltage across is an outcome. Bias: continuity of both carriers after Scharfetter and Gummel (1969), without
 * recombination. Potentials are in units of k T / q.
 */
import { asinh, exp, expm1, sinh } from "../../math/index.js";
import { factorTridiagonal, solveTridiagonal } from "../../math/linear/thomas.js";
import { notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Doping {
  /** 1/m^3. */
  readonly na: number;
  readonly nd: number;
  readonly ni: number;
  /** eps V_T / q, in 1/m: squared screening length times density. */
  readonly screening: number;
}

export interface JunctionMesh {
  readonly x: Float64Array;
  /** Length of the volume around each point. */
  readonly volume: Float64Array;
  /** Net doping (donors less acceptors) in each volume, 1/m^2. */
  readonly charge: Float64Array;
}

export interface Carriers { readonly psi: Float64Array; readonly n: Float64Array; readonly p: Float64Array }

const NEWTON_MAX = 400;
const GUMMEL_MAX = 2_000;
const NEWTON_TOLERANCE = 1e-13;
const GUMMEL_TOLERANCE = 1e-9;
/** Finest distance at the junction, in parts of the shorter screening length; extents in screening lengths. */
const FINEST = 0.25;
const EXTENT_WIDTHS = 1.5;
const EXTENT_LENGTHS = 30;

/** Neutral potentials deep in the p and the n side. */
export function neutral({ na, nd, ni }: Doping): { readonly p: number; readonly n: number } {
  return { p: -asinh(na / (2 * ni)), n: asinh(nd / (2 * ni)) };
}

/** Lengths of the two sides: past the depleted zone, then so far that screening leaves nothing. */
export function extents(doping: Doping, bias: number): { readonly p: number; readonly n: number; readonly finest: number } {
  const { na, nd, ni, screening } = doping;
  const { n, p } = neutral(doping);
  const barrier = Math.max(4, n - p - bias);
  const lengths = [na, nd].map((density) => Math.sqrt(screening / Math.sqrt(density * density + 4 * ni * ni)));
  const width = (own: number, other: number): number => Math.sqrt((2 * screening * barrier * other) / (own * (own + other)));
  return { p: EXTENT_WIDTHS * width(na, nd) + EXTENT_LENGTHS * lengths[0]!, n: EXTENT_WIDTHS * width(nd, na) + EXTENT_LENGTHS * lengths[1]!,
    finest: FINEST * Math.min(lengths[0]!, lengths[1]!) };
}

/** Grading beta of x = L sinh(beta s) / sinh(beta) whose first of `cells` distances is `finest`; 0 for even points. */
function grading(length: number, cells: number, finest: number): number {
  const ratio = (finest * cells) / length;
  if (ratio >= 1) return 0;
  let [low, high] = [1e-6, 60];
  for (let k = 0; k < 100; k += 1) {
    const beta = (low + high) / 2;
    if (beta / sinh(beta) > ratio) low = beta;
    else high = beta;
  }
  return low;
}

/** @param base  cells that fix the grading, so that finer meshes halve every distance of coarser ones */
export function junctionMesh(doping: Doping, lp: number, ln: number, finest: number, base: number, cells: number): JunctionMesh {
  const side = (length: number): Float64Array => {
    const beta = grading(length, base, finest);
    const whole = beta === 0 ? 1 : sinh(beta);
    return Float64Array.from({ length: cells + 1 }, (_, i) =>
      (i === cells ? length : beta === 0 ? (length * i) / cells : (length * sinh((beta * i) / cells)) / whole));
  };
  const [left, right] = [side(lp), side(ln)];
  const x = new Float64Array(2 * cells + 1);
  for (let i = 0; i <= cells; i += 1) {
    x[cells - i] = -left[i]!;
    x[cells + i] = right[i]!;
  }
  const volume = new Float64Array(x.length);
  const charge = new Float64Array(x.length);
  for (let i = 0; i + 1 < x.length; i += 1) {
    const half = (x[i + 1]! - x[i]!) / 2;
    const density = i < cells ? -doping.na : doping.nd;
    for (const at of [i, i + 1]) {
      volume[at] = volume[at]! + half;
      charge[at] = charge[at]! + half * density;
    }
  }
  return { x, volume, charge };
}

/** One Newton step of Poisson's equation at given carriers that answer to the potential. @returns the largest change */
function poissonStep(mesh: JunctionMesh, { n, p, psi }: Carriers, screening: number, fixedEnds: boolean): number {
  const { charge, volume, x } = mesh;
  const last = x.length - 1;
  const [lower, diagonal, upper, f] = [0, 1, 2, 3].map(() => new Float64Array(last + 1));
  for (let i = 0; i <= last; i += 1) {
    if (fixedEnds && (i === 0 || i === last)) {
      diagonal![i] = 1;
      continue;
    }
    const west = i === 0 ? 0 : screening / (x[i]! - x[i - 1]!);
    const east = i === last ? 0 : screening / (x[i + 1]! - x[i]!);
    lower![i] = -west;
    upper![i] = -east;
    diagonal![i] = west + east + volume[i]! * (n[i]! + p[i]!);
    f![i] = (i === 0 ? 0 : west * (psi[i - 1]! - psi[i]!)) + (i === last ? 0 : east * (psi[i + 1]! - psi[i]!))
      + charge[i]! - volume[i]! * (n[i]! - p[i]!);
  }
  solveTridiagonal(factorTridiagonal(lower!, diagonal!, upper!), f!);
  let most = 0;
  for (let i = 0; i <= last; i += 1) {
    const change = f![i]!;
    most = Math.max(most, Math.abs(change));
    // Beyond one thermal voltage the exponentials are no guide: the step grows like a logarithm.
    psi[i] = psi[i]! + (Math.abs(change) <= 1 ? change : Math.sign(change) * (1 + limited(Math.abs(change))));
  }
  return most;
}

/** ln(x) for x >= 1 to a few digits is all a limiter needs; here asinh(x / 2) less its value at 1. */
function limited(x: number): number {
  return asinh(x / 2) - asinh(0.5);
}

/** Equilibrium. @throws SolverRefusal where the iteration does not settle */
export function equilibrium(doping: Doping, mesh: JunctionMesh, stop: StopSignal): Carriers {
  const ends = neutral(doping);
  const psi = mesh.x.map((x) => (x < 0 ? ends.p : x > 0 ? ends.n : (ends.p + ends.n) / 2));
  const n = new Float64Array(psi.length);
  const p = new Float64Array(psi.length);
  const [most, least] = [doping.ni * exp(Math.min(ends.n, 700)), doping.ni * exp(Math.min(-ends.p, 700))];
  const carriers = { psi, n, p };
  for (let k = 0; k < NEWTON_MAX; k += 1) {
    stopIf(stop);
    for (let i = 0; i < psi.length; i += 1) {
      n[i] = most * exp(psi[i]! - ends.n);
      p[i] = least * exp(ends.p - psi[i]!);
    }
    if (poissonStep(mesh, carriers, doping.screening, false) <= NEWTON_TOLERANCE * Math.max(1, ends.n - ends.p)) return carriers;
  }
  throw notConverged("budget", `Poisson's equation did not settle in ${NEWTON_MAX} Newton steps.`);
}

/** x / (e^x - 1). */
function bernoulli(x: number): number {
  if (Math.abs(x) < 1e-10) return 1 - x / 2;
  return x > 700 ? 0 : x / expm1(x);
}

/** Continuity of one carrier in a given potential, both ends held. @param sign +1 for electrons, -1 for holes */
function continuity(x: Float64Array, psi: Float64Array, density: Float64Array, sign: number): void {
  const last = x.length - 1;
  const [lower, diagonal, upper, f] = [0, 1, 2, 3].map(() => new Float64Array(last + 1));
  for (let i = 0; i <= last; i += 1) {
    if (i === 0 || i === last) {
      diagonal![i] = 1;
      f![i] = density[i]!;
      continue;
    }
    const [west, east] = [sign * (psi[i]! - psi[i - 1]!), sign * (psi[i + 1]! - psi[i]!)];
    const [hw, he] = [x[i]! - x[i - 1]!, x[i + 1]! - x[i]!];
    lower![i] = -bernoulli(-west) / hw;
    upper![i] = -bernoulli(east) / he;
    diagonal![i] = bernoulli(west) / hw + bernoulli(-east) / he;
  }
  solveTridiagonal(factorTridiagonal(lower!, diagonal!, upper!), f!);
  density.set(f!);
}

/**
 * The junction with its p contact `bias` (in units of k T / q) above equilibrium, by Gummel's iteration.
 * @throws SolverRefusal where it does not settle, as at currents that flood the junction
 */
export function biased(doping: Doping, mesh: JunctionMesh, start: Carriers, bias: number, stop: StopSignal): Carriers {
  const carriers = { psi: start.psi.slice(), n: start.n.slice(), p: start.p.slice() };
  const { n, p, psi } = carriers;
  const { x } = mesh;
  const middle = (x.length - 1) / 2;
  for (let i = 0; i <= middle; i += 1) psi[i] = psi[i]! + (i === middle ? bias / 2 : bias);
  for (let k = 0; k < GUMMEL_MAX; k += 1) {
    stopIf(stop);
    const before = psi.slice();
    continuity(x, psi, n, 1);
    continuity(x, psi, p, -1);
    // Carriers follow the potential at fixed quasi-Fermi levels while Poisson's equation settles.
    for (let inner = 0; inner < NEWTON_MAX; inner += 1) {
      const old = psi.slice();
      const change = poissonStep(mesh, carriers, doping.screening, true);
      for (let i = 0; i < psi.length; i += 1) {
        const factor = exp(psi[i]! - old[i]!);
        n[i] = n[i]! * factor;
        p[i] = p[i]! / factor;
      }
      if (change <= NEWTON_TOLERANCE * 100) break;
    }
    const moved = psi.reduce((most, value, i) => Math.max(most, Math.abs(value - before[i]!)), 0);
    if (moved <= GUMMEL_TOLERANCE) return carriers;
  }
  throw notConverged("budget", `the biased junction did not settle in ${GUMMEL_MAX} iterations; the bias may flood it with carriers.`);
}

/** Current density of one carrier over q V_T mu, on the first interval, 1/m^4; electrons +1, holes -1. */
export function current({ x }: JunctionMesh, { psi }: Carriers, density: Float64Array, sign: number): number {
  const step = sign * (psi[1]! - psi[0]!);
  return (sign * (density[1]! * bernoulli(step) - density[0]! * bernoulli(-step))) / (x[1]! - x[0]!);
}
