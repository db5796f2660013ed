/**
 * Electrostatic potentials at the ions of a neutral periodic cell, in units of charge over length:
 * the long-ranged sum cut in two that fall fast (Ewald, Ann. Phys. 369 (1921) 253), with no field
 * at infinity. The split is free, so two of them measure what cutting and rounding left.
 */
import { PI } from "../../math/constants.js";
import { cbrt, cos, erfc, exp, sin } from "../../math/index.js";
import type { Crystal } from "./crystals.js";

/** exp(-R^2) and erfc(R) of the first terms left out: below a double's last bits. */
const REACH = 6.3;
const POLL_TERMS = 4_096;

export interface Cell {
  readonly edges: readonly (readonly number[])[];
  readonly volume: number;
  /** Rows b_i with a_i . b_j = 2 pi delta_ij. */
  readonly reciprocal: readonly (readonly number[])[];
  readonly charges: Float64Array;
  readonly places: Float64Array;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** @returns volume 0 or no number where the edges lie in a plane */
export function cellOf({ cell: [a, b, c], ions }: Crystal): Cell {
  const signed = dot(a, cross(b, c));
  const volume = Math.abs(signed);
  const reciprocal = [cross(b, c), cross(c, a), cross(a, b)].map((v) =>
    v.map((one) => (2 * PI * one) / signed),
  );
  const places = new Float64Array(3 * ions.length);
  for (const [i, { at }] of ions.entries()) {
    for (let k = 0; k < 3; k += 1) {
      // Within the cell, so that no place is further than its own edges.
      const [u, v, w] = at.map((part) => part - Math.floor(part));
      places[3 * i + k] = u! * a[k]! + v! * b[k]! + w! * c[k]!;
    }
  }
  return {
    edges: [a, b, c],
    volume,
    reciprocal,
    charges: Float64Array.from(ions, ({ charge }) => charge),
    places,
  };
}

function length(v: readonly number[]): number {
  return Math.sqrt(dot(v, v));
}

/** Cells along each edge that hold every image within `reach` of the first one. */
function rangeOf(
  edges: readonly (readonly number[])[],
  dual: readonly (readonly number[])[],
  reach: number,
  within: boolean,
): number[] {
  // Planes of the lattice along edge i are 2 pi / |b_i| apart.
  return edges.map((_, i) => Math.floor((reach * length(dual[i]!)) / (2 * PI)) + (within ? 1 : 0));
}

/** Terms of both sums for splitting `alpha`: what the sums will cost. */
export function termsOf({ charges, edges, reciprocal }: Cell, alpha: number): number {
  const near = rangeOf(edges, reciprocal, REACH / alpha, true).reduce((n, k) => n * (2 * k + 1), 1);
  const far = rangeOf(reciprocal, edges, 2 * alpha * REACH, false).reduce(
    (n, k) => n * (2 * k + 1),
    1,
  );
  return near * charges.length * charges.length + far * charges.length;
}

/** The splitting at which both sums take about as long. */
export function splittingOf({ charges, volume }: Cell): number {
  return (Math.sqrt(PI) * Math.sqrt(Math.sqrt(Math.sqrt(charges.length)))) / cbrt(volume);
}

/** @returns the potential that all other ions make at each */
export function potentials(cell: Cell, alpha: number, poll: () => void): Float64Array {
  const phi = new Float64Array(cell.charges.length);
  near(cell, alpha, phi, poll);
  far(cell, alpha, phi, poll);
  for (let i = 0; i < phi.length; i += 1)
    phi[i]! -= ((2 * alpha) / Math.sqrt(PI)) * cell.charges[i]!;
  return phi;
}

function near(
  { charges, edges, places, reciprocal }: Cell,
  alpha: number,
  phi: Float64Array,
  poll: () => void,
): void {
  const n = charges.length;
  const reach = REACH / alpha;
  const [ka, kb, kc] = rangeOf(edges, reciprocal, reach, true);
  let terms = 0;
  for (let a = -ka!; a <= ka!; a += 1)
    for (let b = -kb!; b <= kb!; b += 1)
      for (let c = -kc!; c <= kc!; c += 1) {
        const shift = [0, 1, 2].map(
          (k) => a * edges[0]![k]! + b * edges[1]![k]! + c * edges[2]![k]!,
        );
        for (let i = 0; i < n; i += 1) {
          terms += n;
          if (terms >= POLL_TERMS) {
            poll();
            terms = 0;
          }
          for (let j = 0; j < n; j += 1) {
            const x = places[3 * i]! - places[3 * j]! + shift[0]!;
            const y = places[3 * i + 1]! - places[3 * j + 1]! + shift[1]!;
            const z = places[3 * i + 2]! - places[3 * j + 2]! + shift[2]!;
            const r = Math.sqrt(x * x + y * y + z * z);
            if (r > reach || (r === 0 && i === j)) continue;
            phi[i]! += (charges[j]! * erfc(alpha * r)) / r;
          }
        }
      }
}

function far(
  { charges, edges, places, reciprocal, volume }: Cell,
  alpha: number,
  phi: Float64Array,
  poll: () => void,
): void {
  const n = charges.length;
  const reach = 2 * alpha * REACH;
  const [ka, kb, kc] = rangeOf(reciprocal, edges, reach, false);
  const cosines = new Float64Array(n);
  const sines = new Float64Array(n);
  // Half of the vectors: the other half adds the same.
  for (let a = 0; a <= ka!; a += 1)
    for (let b = a === 0 ? 0 : -kb!; b <= kb!; b += 1) {
      poll();
      for (let c = a === 0 && b === 0 ? 1 : -kc!; c <= kc!; c += 1) {
        const [gx, gy, gz] = [0, 1, 2].map(
          (k) => a * reciprocal[0]![k]! + b * reciprocal[1]![k]! + c * reciprocal[2]![k]!,
        );
        const g2 = gx! * gx! + gy! * gy! + gz! * gz!;
        if (g2 > reach * reach) continue;
        let [real, imaginary] = [0, 0];
        for (let i = 0; i < n; i += 1) {
          const phase = gx! * places[3 * i]! + gy! * places[3 * i + 1]! + gz! * places[3 * i + 2]!;
          cosines[i] = cos(phase);
          sines[i] = sin(phase);
          real += charges[i]! * cosines[i]!;
          imaginary += charges[i]! * sines[i]!;
        }
        const weight = (((8 * PI) / volume) * exp(-g2 / (4 * alpha * alpha))) / g2;
        for (let i = 0; i < n; i += 1)
          phi[i]! += weight * (real * cosines[i]! + imaginary * sines[i]!);
      }
    }
}
