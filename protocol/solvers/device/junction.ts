/**
 * The p-n junction in one dimension. Equilibrium: Poisson's equation with Boltzmann carriers
 * between ends without field, so that the voltage across is an outcome. Bias: continuity of both
 * carriers after Scharfetter and Gummel (1969), without recombination. Potentials are in units of k
 * T / q.
 */
import { asinh, exp, expm1, sinh } from "../../math/index.js";
import { SingularMatrix } from "../../math/linear/singular.js";
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
  /** Screening over each distance; the entry of point i is that of the distance to the next. */
  readonly links: Float64Array;
}

export interface Carriers {
  readonly psi: Float64Array;
  readonly n: Float64Array;
  readonly p: Float64Array;
}

/** asinh(1/2). */
const LIMIT = asinh(0.5);
const NEWTON_MAX = 400;
const GUMMEL_MAX = 2_000;
/** Part of the built-in potential below which a Newton step ends the iteration. */
export const NEWTON_TOLERANCE = 1e-13;
const GUMMEL_TOLERANCE = 1e-9;
/**
 * Finest distance at the junction, in parts of the shorter screening length; extents in screening
 * lengths.
 */
const FINEST = 0.25;
const EXTENT_WIDTHS = 1.5;
const EXTENT_LENGTHS = 30;

/** Neutral potentials deep in the p and the n side. */
export function neutral({ na, nd, ni }: Doping): { readonly p: number; readonly n: number } {
  return { p: -asinh(na / (2 * ni)), n: asinh(nd / (2 * ni)) };
}

/** Lengths of the two sides: past the depleted zone, then so far that screening leaves nothing. */
export function extents(
  doping: Doping,
  bias: number,
): { readonly p: number; readonly n: number; readonly finest: number } {
  const { na, nd, ni, screening } = doping;
  const { n, p } = neutral(doping);
  const barrier = Math.max(4, n - p - bias);
  const lengths = [na, nd].map((density) =>
    Math.sqrt(screening / Math.sqrt(density * density + 4 * ni * ni)),
  );
  const width = (own: number, other: number): number =>
    Math.sqrt((2 * screening * barrier * other) / (own * (own + other)));
  return {
    p: EXTENT_WIDTHS * width(na, nd) + EXTENT_LENGTHS * lengths[0]!,
    n: EXTENT_WIDTHS * width(nd, na) + EXTENT_LENGTHS * lengths[1]!,
    finest: FINEST * Math.min(lengths[0]!, lengths[1]!),
  };
}

/**
 * Grading beta of x = L sinh(beta s) / sinh(beta) whose first of `cells` distances is `finest`; 0
 * for even points.
 */
function grading(length: number, cells: number, finest: number): number {
  const ratio = (finest * cells) / length;
  if (ratio >= 1) return 0;
  let [low, high] = [1e-6, 60];
  for (let k = 0; k < 100; k += 1) {
    const beta = (low + high) / 2;
    if (beta === low || beta === high) break;
    if (beta / sinh(beta) > ratio) low = beta;
    else high = beta;
  }
  return low;
}

/**
 * How the points of both sides stand, on every mesh of a job: finer ones halve every distance of
 * coarser ones.
 */
export interface Grading {
  readonly lp: number;
  readonly ln: number;
  readonly betaP: number;
  readonly betaN: number;
}

/** @param base  cells of a side that have the finest distance at the junction */
export function gradingOf(lp: number, ln: number, finest: number, base: number): Grading {
  return { lp, ln, betaP: grading(lp, base, finest), betaN: grading(ln, base, finest) };
}

export function junctionMesh(
  doping: Doping,
  { betaN, betaP, ln, lp }: Grading,
  cells: number,
): JunctionMesh {
  const side = (length: number, beta: number): Float64Array => {
    const whole = beta === 0 ? 1 : sinh(beta);
    return Float64Array.from({ length: cells + 1 }, (_, i) =>
      i === cells
        ? length
        : beta === 0
          ? (length * i) / cells
          : (length * sinh((beta * i) / cells)) / whole,
    );
  };
  const [left, right] = [side(lp, betaP), side(ln, betaN)];
  const x = new Float64Array(2 * cells + 1);
  for (let i = 0; i <= cells; i += 1) {
    x[cells - i] = -left[i]!;
    x[cells + i] = right[i]!;
  }
  const [volume, charge, links] = [
    new Float64Array(x.length),
    new Float64Array(x.length),
    new Float64Array(x.length),
  ];
  for (let i = 0; i + 1 < x.length; i += 1) {
    const half = (x[i + 1]! - x[i]!) / 2;
    const own = half * (i < cells ? -doping.na : doping.nd);
    links[i] = doping.screening / (x[i + 1]! - x[i]!);
    volume[i] = volume[i]! + half;
    volume[i + 1] = volume[i + 1]! + half;
    charge[i] = charge[i]! + own;
    charge[i + 1] = charge[i + 1]! + own;
  }
  return { x, volume, charge, links };
}

/**
 * Potentials of a coarser mesh of the same grading, between its points by cubics that do not cross
 * the junction.
 */
export function carried(coarse: Float64Array, cells: number): Float64Array {
  const had = (coarse.length - 1) / 2;
  const density = new Float64Array(2 * cells + 1);
  for (let i = 0; i <= cells; i += 1) {
    const place = (i * had) / cells;
    const first = Math.max(0, Math.min(Math.floor(place) - 1, had - 3));
    const t = place - first;
    const [a, b, c, d] = [
      ((1 - t) * (2 - t) * (3 - t)) / 6,
      (t * (2 - t) * (3 - t)) / 2,
      (t * (t - 1) * (3 - t)) / 2,
      (t * (t - 1) * (t - 2)) / 6,
    ];
    const at = had + first;
    density[cells + i] =
      a * coarse[at]! + b * coarse[at + 1]! + c * coarse[at + 2]! + d * coarse[at + 3]!;
    const mirrored = had - first;
    density[cells - i] =
      a * coarse[mirrored]! +
      b * coarse[mirrored - 1]! +
      c * coarse[mirrored - 2]! +
      d * coarse[mirrored - 3]!;
  }
  return density;
}

/**
 * One Newton step of Poisson's equation at given carriers that answer to the potential: the
 * tridiagonal system is set up
 * and eliminated in one pass downwards. @param unit, f  for use within. @returns the largest change
 */
function poissonStep(
  { charge, links, volume }: JunctionMesh,
  { n, p, psi }: Carriers,
  unit: Float64Array,
  f: Float64Array,
  fixedEnds: boolean,
): number {
  const last = psi.length - 1;
  let [above, before, flow] = [0, 0, 0];
  for (let i = 0; i <= last; i += 1) {
    const west = i === 0 ? 0 : links[i - 1]!;
    const east = links[i]!;
    // What flows in from the west, and on to the east.
    const onward = i === last ? 0 : east * (psi[i + 1]! - psi[i]!);
    if (fixedEnds && (i === 0 || i === last)) {
      [above, before] = [0, 0];
    } else {
      const pivot = west + east + volume[i]! * (n[i]! + p[i]!) - west * above;
      const reciprocal = 1 / pivot;
      if (pivot === 0 || reciprocal - reciprocal !== 0)
        throw new SingularMatrix(`pivot ${i} of a tridiagonal matrix is ${pivot}`);
      before =
        (onward - flow + charge[i]! - volume[i]! * (n[i]! - p[i]!) + west * before) * reciprocal;
      above = east * reciprocal;
    }
    unit[i] = above;
    f[i] = before;
    flow = onward;
  }
  let [most, change] = [0, 0];
  for (let i = last; i >= 0; i -= 1) {
    change = f[i]! + unit[i]! * change;
    const size = Math.abs(change);
    if (!(size <= most)) most = size;
    // Beyond one thermal voltage the exponentials are no guide: the step grows like a logarithm.
    psi[i] = psi[i]! + (size <= 1 ? change : Math.sign(change) * (1 + limited(size)));
  }
  return most;
}

/**
 * ln(x) for x >= 1 to a few digits is all a limiter needs; here asinh(x / 2) less its value at 1.
 */
function limited(x: number): number {
  return asinh(x / 2) - LIMIT;
}

/**
 * Below, the product of both densities is no normal number, and the scarce carrier has an
 * exponential of its own.
 */
const PRODUCT_MIN = 1e-290;

/**
 * Densities of carriers in equilibrium: the exponential of the plentiful one, and the other by
 * their product.
 */
function boltzmann(
  { ni }: Doping,
  ends: ReturnType<typeof neutral>,
  { n, p, psi }: Carriers,
): void {
  const [most, least] = [ni * exp(Math.min(ends.n, 700)), ni * exp(Math.min(-ends.p, 700))];
  const part = exp(ends.p - ends.n);
  const [scarceN, scarceP] = [most * part, least * part];
  const apart = !(Math.min(scarceN, scarceP) > PRODUCT_MIN);
  for (let i = 0; i < psi.length; i += 1) {
    const here = psi[i]!;
    if (here < 0) {
      const e = exp(ends.p - here);
      p[i] = least * e;
      n[i] = apart ? most * exp(here - ends.n) : scarceN / e;
    } else {
      const e = exp(here - ends.n);
      n[i] = most * e;
      p[i] = apart ? least * exp(ends.p - here) : scarceP / e;
    }
  }
}

/**
 * Equilibrium. @param start  potentials to begin from; those of the neutral sides unless given
 * @throws SolverRefusal where the iteration does not settle
 */
export function equilibrium(
  doping: Doping,
  mesh: JunctionMesh,
  stop: StopSignal,
  start?: Float64Array,
): Carriers {
  const ends = neutral(doping);
  const psi = start ?? mesh.x.map((x) => (x < 0 ? ends.p : x > 0 ? ends.n : (ends.p + ends.n) / 2));
  const [n, p, unit, f] = [0, 1, 2, 3].map(() => new Float64Array(psi.length));
  const carriers = { psi, n: n!, p: p! };
  for (let k = 0; k < NEWTON_MAX; k += 1) {
    stopIf(stop);
    boltzmann(doping, ends, carriers);
    if (
      poissonStep(mesh, carriers, unit!, f!, false) <=
      NEWTON_TOLERANCE * Math.max(1, ends.n - ends.p)
    )
      return carriers;
  }
  throw notConverged("budget", `Poisson's equation did not settle in ${NEWTON_MAX} Newton steps.`);
}

/** x / (e^x - 1). */
function bernoulli(x: number): number {
  if (Math.abs(x) < 1e-10) return 1 - x / 2;
  return x > 700 ? 0 : x / expm1(x);
}

/**
 * Continuity of one carrier in a given potential, both ends held. @param sign +1 for electrons, -1
 * for holes
 */
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
 * The junction with its p contact `bias` (in units of k T / q) above equilibrium, by Gummel's
 * iteration.
 * @throws SolverRefusal where it does not settle, as at currents that flood the junction
 */
export function biased(
  mesh: JunctionMesh,
  start: Carriers,
  bias: number,
  stop: StopSignal,
): Carriers {
  const carriers = { psi: start.psi.slice(), n: start.n.slice(), p: start.p.slice() };
  const { n, p, psi } = carriers;
  const { x } = mesh;
  const [unit, f, old] = [
    new Float64Array(x.length),
    new Float64Array(x.length),
    new Float64Array(x.length),
  ];
  const middle = (x.length - 1) / 2;
  for (let i = 0; i <= middle; i += 1) psi[i] = psi[i]! + (i === middle ? bias / 2 : bias);
  for (let k = 0; k < GUMMEL_MAX; k += 1) {
    stopIf(stop);
    const before = psi.slice();
    continuity(x, psi, n, 1);
    continuity(x, psi, p, -1);
    // Carriers follow the potential at fixed quasi-Fermi levels while Poisson's equation settles.
    for (let inner = 0; inner < NEWTON_MAX; inner += 1) {
      old.set(psi);
      const change = poissonStep(mesh, carriers, unit, f, true);
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
  throw notConverged(
    "budget",
    `the biased junction did not settle in ${GUMMEL_MAX} iterations; the bias may flood it with carriers.`,
  );
}

/**
 * Current density of one carrier over q V_T mu, on the first interval, 1/m^4; electrons +1, holes
 * -1.
 */
export function current(
  { x }: JunctionMesh,
  { psi }: Carriers,
  density: Float64Array,
  sign: number,
): number {
  const step = sign * (psi[1]! - psi[0]!);
  return (
    (sign * (density[1]! * bernoulli(step) - density[0]! * bernoulli(-step))) / (x[1]! - x[0]!)
  );
}
