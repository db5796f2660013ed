/**
 * Energies of the Ising model that are known in closed form, to stand beside the sampled one: the
 * ring, the torus of two sides and the plane. Sources: Onsager, Phys. Rev. 65 (1944) 117; Kaufman,
 * Phys. Rev. 76 (1949) 1232; Yang, Phys. Rev. 85 (1952) 808.
 */
import { PI } from "../../math/constants.js";
import { acosh, cospi, exp, log, log1p, pow, sinh, tanh } from "../../math/index.js";

/** Modes of the torus that are summed; and couplings past which every spin is alike to a double. */
const MODES_MAX = 65_536;
const COUPLING_MAX = 150;

export interface ExactSpins {
  /** Energy per site of this finite lattice, and of the infinite one, in units of J. */
  readonly finite: number;
  readonly infinite: number;
  /** Of the infinite lattice. */
  readonly magnetisation: number;
}

/** Terms of this size cancel in both energies of two sides: at high temperatures little is left. */
export function cancelledSize(shape: readonly number[], T: number): number {
  return shape.length === 1 ? 0 : 1 / tanh(2 / T);
}

export function exactSpins(shape: readonly number[], T: number): ExactSpins | null {
  const k = 1 / T;
  if (!(k <= COUPLING_MAX)) return null;
  const [m = 1, n = 1] = shape;
  if (shape.length === 1) return ring(m, k);
  if (shape.length !== 2 || Math.min(m, n) > MODES_MAX) return null;
  return { finite: torus(Math.max(m, n), Math.min(m, n), k), ...plane(k) };
}

function ring(sites: number, k: number): ExactSpins {
  const t = tanh(k);
  const others = pow(t, sites - 1);
  return { finite: -(t + others) / (1 + others * t), infinite: -t, magnetisation: 0 };
}

function meanOfTwo(a: number, b: number): number {
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}

/** Onsager's energy by the complete elliptic integral, Yang's magnetisation. */
function plane(k: number): { readonly infinite: number; readonly magnetisation: number } {
  const s = sinh(2 * k);
  const c2 = 1 + s * s;
  const coth = Math.sqrt(c2) / s;
  const part = (s * s - 1) / c2;
  const elliptic = part === 0 ? 0 : (part * PI) / (2 * meanOfTwo(1, Math.abs(part)));
  const order = 1 - 1 / (s * s * s * s);
  return {
    infinite: -coth * (1 + (2 / PI) * elliptic),
    magnetisation: order > 0 ? pow(order, 0.125) : 0,
  };
}

interface Product {
  log: number;
  slope: number;
}

/**
 * Kaufman's four products over n modes of m columns, as logarithms and their slopes in the
 * coupling.
 */
function torus(m: number, n: number, k: number): number {
  const s = sinh(2 * k);
  const c = Math.sqrt(1 + s * s);
  const rise = 2 * c * (1 - 1 / (s * s));
  const odd: readonly [Product, Product] = [
    { log: 0, slope: 0 },
    { log: 0, slope: 0 },
  ];
  const even: readonly [Product, Product] = [
    { log: 0, slope: 0 },
    { log: 0, slope: 0 },
  ];
  for (let r = 1; r < 2 * n; r += 1) {
    const high = c * (c / s) - cospi(r / n);
    const gamma = acosh(high);
    const slope = rise / Math.sqrt((high - 1) * (high + 1));
    const tail = exp(-m * gamma);
    const [even0, sinhs] = r % 2 === 1 ? odd : even;
    even0.log += (m * gamma) / 2 + log1p(tail);
    even0.slope += ((m * slope) / 2) * ((1 - tail) / (1 + tail));
    sinhs.log += (m * gamma) / 2 + log1p(-tail);
    sinhs.slope += ((m * slope) / 2) * ((1 + tail) / (1 - tail));
  }
  // The first even mode changes its sign at the critical coupling, and its product of sines with
  // it.
  const gamma0 = 2 * k + log(tanh(k));
  const slope0 = 2 + 2 / s;
  const half = (m * Math.abs(gamma0)) / 2;
  const tail = exp(-2 * half);
  const most = Math.max(odd[0].log, odd[1].log, even[0].log + half, even[1].log + half);
  const sign = gamma0 < 0 ? -1 : 1;
  const weights = [exp(odd[0].log - most), exp(odd[1].log - most)];
  const [even0, even1] = [exp(even[0].log + half - most), exp(even[1].log + half - most)];
  const [wide, thin] = [1 + tail, sign * (1 - tail)];
  const total = weights[0]! + weights[1]! + even0 * wide + even1 * thin;
  const slopes =
    weights[0]! * odd[0].slope +
    weights[1]! * odd[1].slope +
    even0 * (wide * even[0].slope + thin * ((m * slope0) / 2)) +
    even1 * (thin * even[1].slope + wide * ((m * slope0) / 2));
  return -(c / s) - slopes / total / (m * n);
}
