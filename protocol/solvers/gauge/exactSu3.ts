/**
 * SU(3) in two dimensions: integrals of Boltzmann's factor of one plaquette with each character
 * over the group, as sums of determinants of modified Bessel functions. Sources: Bars and Green,
 * Phys. Rev. D 20 (1979) 3311; Drouffe and Zuber, Phys. Rep. 102 (1983) 1, section 3.
 */
import { exp, log } from "../../math/index.js";

/** Mean plaquette on the infinite plane and on the torus. */
export interface Exact {
  readonly infinite: number;
  readonly torus: number;
}

/** Parts of the sums that cannot move the last bit. */
const NEGLIGIBLE = 1e-18;
/**
 * Representations (p, q) have p + q below; at the largest coupling on the smallest torus 50 count.
 */
const SHELLS_MAX = 90;

/**
 * @param beta coupling of beta (1 - Re Tr U / 3), above 0
 * @param ratio I_n(beta / 3) over I_0, n = 0, 1, ...; beyond the end they count as 0
 */
export function exactSu3(beta: number, sites: number, ratio: Float64Array): Exact {
  const integrals = new CharacterIntegrals(ratio);
  const trivial = integrals.of(0, 0);
  let [weights, total, infinite] = [0, 0, 0];
  for (let shell = 0; shell < SHELLS_MAX; shell += 1) {
    let heaviest = 0;
    for (let p = shell; p >= 0; p -= 1) {
      const q = shell - p;
      const own = integrals.of(p, q);
      const carried = own / (trivial * dimension(p, q));
      if (!(carried > 0)) continue;
      // One plaquette in this representation: the mean of Re Tr U / 3, by what 3 and its conjugate
      // couple it to.
      const mean = integrals.neighbours(p, q) / (6 * own);
      const weight = exp(sites * log(carried));
      if (shell === 0) infinite = mean;
      weights += weight;
      total += weight * mean;
      heaviest = Math.max(heaviest, weight);
    }
    if (heaviest < NEGLIGIBLE * weights) break;
  }
  return { infinite, torus: total / weights };
}

function dimension(p: number, q: number): number {
  return ((p + 1) * (q + 1) * (p + q + 2)) / 2;
}

/** Integrals of the character of (p, q) times exp(x Re Tr U), over I_0(x)^3. */
class CharacterIntegrals {
  private readonly ratio: Float64Array;
  /** Bessel functions of higher order are left out. */
  private readonly reach: number;
  private readonly known = new Map<number, number>();

  constructor(ratio: Float64Array) {
    this.ratio = ratio;
    let reach = 1;
    while (reach < ratio.length && ratio[reach]! > 1e-24) reach += 1;
    this.reach = reach;
  }

  of(p: number, q: number): number {
    if (p < 0 || q < 0) return 0;
    // A representation and its conjugate have the same integral.
    const [rows, rest] = [Math.max(p, q), Math.min(p, q)];
    const key = rows * (2 * SHELLS_MAX) + rest;
    let found = this.known.get(key);
    if (found === undefined) {
      found = this.sum(rows + rest, rest);
      this.known.set(key, found);
    }
    return found;
  }

  /** Sum over what the product with 3 and with its conjugate contains. */
  neighbours(p: number, q: number): number {
    return (
      this.of(p + 1, q) +
      this.of(p - 1, q + 1) +
      this.of(p, q - 1) +
      this.of(p, q + 1) +
      this.of(p + 1, q - 1) +
      this.of(p - 1, q)
    );
  }

  /**
   * Young's diagram with rows of l1 and l2 boxes: det I(l_j - j + i + n), summed over the winding n
   * of the determinant.
   */
  private sum(l1: number, l2: number): number {
    const { reach } = this;
    const at = (order: number): number => {
      const n = Math.abs(order);
      return n < reach ? this.ratio[n]! : 0;
    };
    let total = 0;
    for (let n = -reach - l1; n <= reach + 2; n += 1) {
      const [a, b, c] = [at(l1 + n), at(l1 + n + 1), at(l1 + n + 2)];
      const [d, e, f] = [at(l2 - 1 + n), at(l2 + n), at(l2 + 1 + n)];
      const [g, h, i] = [at(n - 2), at(n - 1), at(n)];
      total += a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
    }
    return total;
  }
}
