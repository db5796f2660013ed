/**
 * A triangular lattice between clamped grips: nodes, bonds, and the notch that cuts some of them.
 */
import { cos, sin } from "../../math/index.js";
import {
  addSymmetric,
  bandedCholesky,
  bandedSymmetric,
  type BandedCholesky,
} from "../../math/linear/bandedCholesky.js";
import { notConverged } from "../refusal.js";

export interface Notch {
  readonly length: number;
  readonly y: number;
  readonly angle: number;
}

/**
 * Lengths in spacings; node (i, j) of row j has number j nx + i, odd rows are shifted by one half.
 */
export interface Lattice {
  readonly nx: number;
  readonly ny: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
  readonly height: number;
  readonly bondA: Int32Array;
  readonly bondB: Int32Array;
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
  /** 1 where the notch passes between the ends of a bond. */
  readonly cut: Uint8Array;
}

/**
 * The rest of a broken bond, so that hinges without stiffness keep a factor: far below every
 * force that counts.
 */
export const GHOST = 1e-9;
const ROW = Math.sqrt(3) / 2;

export function latticeOf(nx: number, ny: number, notch: Notch): Lattice {
  const n = nx * ny;
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  for (let j = 0; j < ny; j += 1) {
    for (let i = 0; i < nx; i += 1) {
      x[j * nx + i] = i + 0.5 * (j % 2);
      y[j * nx + i] = j * ROW;
    }
  }
  const pairs: [number, number][] = [];
  for (let j = 0; j < ny; j += 1) {
    for (let i = 0; i < nx; i += 1) {
      const node = j * nx + i;
      // Bonds within a grip are never strained.
      if (i + 1 < nx && j > 0 && j < ny - 1) pairs.push([node, node + 1]);
      if (j + 1 === ny) continue;
      const left = i - 1 + (j % 2);
      if (left >= 0) pairs.push([node, (j + 1) * nx + left]);
      if (left + 1 < nx) pairs.push([node, (j + 1) * nx + left + 1]);
    }
  }
  const bonds = pairs.length;
  const lattice = {
    nx,
    ny,
    x,
    y,
    width: nx - 0.5,
    height: (ny - 1) * ROW,
    bondA: Int32Array.from(pairs, ([a]) => a),
    bondB: Int32Array.from(pairs, ([, b]) => b),
    cosine: new Float64Array(bonds),
    sine: new Float64Array(bonds),
    cut: new Uint8Array(bonds),
  };
  for (let b = 0; b < bonds; b += 1) {
    lattice.cosine[b] = x[lattice.bondB[b]!]! - x[lattice.bondA[b]!]!;
    lattice.sine[b] = y[lattice.bondB[b]!]! - y[lattice.bondA[b]!]!;
    if (notch.length > 0 && crosses(lattice, b, notch)) lattice.cut[b] = 1;
  }
  return lattice;
}

/** Whether a bond and the notch, drawn from outside the left edge, have a point in common. */
function crosses(
  { bondA, bondB, x, y }: Pick<Lattice, "bondA" | "bondB" | "x" | "y">,
  b: number,
  { angle, length, y: mouth }: Notch,
): boolean {
  const [c, s] = [cos(angle), sin(angle)];
  const across = (node: number): number => -s * x[node]! + c * (y[node]! - mouth);
  const [p, q] = [across(bondA[b]!), across(bondB[b]!)];
  if (p > 0 === q > 0) return false;
  const t = p / (p - q);
  const along = (node: number): number => c * x[node]! + s * (y[node]! - mouth);
  return along(bondA[b]!) + t * (along(bondB[b]!) - along(bondA[b]!)) <= length;
}

/**
 * Unknown number of x of a node, -1 in the grips; y follows it. Rows or columns are contiguous,
 * whichever is shorter.
 */
function unknownOf({ nx, ny }: Lattice, node: number): number {
  const j = Math.floor(node / nx);
  if (j === 0 || j === ny - 1) return -1;
  return 2 * (nx <= ny - 2 ? (j - 1) * nx + (node % nx) : (node % nx) * (ny - 2) + j - 1);
}

export interface System {
  readonly n: number;
  readonly factor: BandedCholesky;
  /** Of a unit strain between the grips, per unit of bond stiffness. */
  readonly load: Float64Array;
  readonly unknowns: Int32Array;
}

export function bandOf({ nx, ny }: Pick<Lattice, "nx" | "ny">): number {
  return 2 * (Math.min(nx, ny - 2) + 2) + 1;
}

/** The factor of the notched lattice, whole bonds of stiffness 1. */
export function systemOf(lattice: Lattice): System {
  const { bondA, bondB, cosine, cut, height, nx, ny, sine } = lattice;
  const n = 2 * nx * (ny - 2);
  const matrix = bandedSymmetric(
    n,
    bandOf(lattice),
    Int32Array.from({ length: n }, (_, i) => i),
  );
  const load = new Float64Array(n);
  const unknowns = Int32Array.from({ length: nx * ny }, (_, node) => unknownOf(lattice, node));
  for (let b = 0; b < bondA.length; b += 1) {
    const k = cut[b] === 1 ? GHOST : 1;
    const ends = [unknowns[bondA[b]!]!, unknowns[bondB[b]!]!] as const;
    const e = [-cosine[b]!, -sine[b]!, cosine[b]!, sine[b]!];
    for (let p = 0; p < 4; p += 1) {
      const i = ends[p >> 1]! < 0 ? -1 : ends[p >> 1]! + (p & 1);
      if (i < 0) continue;
      for (let q = 0; q < 4; q += 1) {
        const j = ends[q >> 1]! < 0 ? -1 : ends[q >> 1]! + (q & 1);
        if (j >= 0 && j <= i) addSymmetric(matrix, i, j, k * e[p]! * e[q]!);
      }
      // The upper grip moves by the height along y.
      if (bondB[b]! >= nx * (ny - 1)) load[i]! -= k * e[p]! * e[3]! * height;
    }
  }
  const factor = bandedCholesky(matrix);
  if (factor === null)
    throw notConverged("budget", "the notched lattice has no stiffness left.", {});
  return { n, factor, load, unknowns };
}

/**
 * Elongation of bond b, spacings, under displacements u of the free nodes and a unit strain times
 * `applied`.
 */
export function elongation(
  { bondA, bondB, cosine, height, nx, ny, sine }: Lattice,
  unknowns: Int32Array,
  u: Float64Array,
  b: number,
  applied: number,
): number {
  const [p, q] = [unknowns[bondA[b]!]!, unknowns[bondB[b]!]!];
  let s = 0;
  if (p >= 0) s -= cosine[b]! * u[p]! + sine[b]! * u[p + 1]!;
  if (q >= 0) s += cosine[b]! * u[q]! + sine[b]! * u[q + 1]!;
  else if (bondB[b]! >= nx * (ny - 1)) s += sine[b]! * height * applied;
  return s;
}
