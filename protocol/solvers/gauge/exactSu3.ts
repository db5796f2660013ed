/**
 * SU(3) in two dimensions: integrals of Boltzmann's factor of one plaquette with each character
 * over the group, as sums of determinants of modified Bessel functions. Sources: Bars and Green,
 * Phys. Rev. D 20 (1979) 3311; Drouffe and Zuber, Phys. Rep. 102 (1983) 1, section 3.
 */
import { UNIT_ROUNDOFF } from "../../math/constants.js";
import { exp, log } from "../../math/index.js";

/** Mean plaquette on the infinite plane and on the torus. */
export interface Exact {
  readonly infinite: number;
  readonly torus: number;
  /** What rounding leaves of each: at strong couplings determinants cancel. */
  readonly infiniteError: number;
  readonly torusError: number;
}

/** What a product of three ratios rounds, as a standard deviation: products are independent. */
const ROUNDING = 4 * UNIT_ROUNDOFF;

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
  const own0 = integrals.roundingOf(0, 0);
  const carriers: { mean: number; error: number; weight: number; relative: number }[] = [];
  let [weights, total, infinite, infiniteError] = [0, 0, 0, 0];
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
      const error =
        mean * integrals.roundingOf(p, q) + integrals.neighbourRounding(p, q) / (6 * own);
      if (shell === 0) [infinite, infiniteError] = [mean, error];
      carriers.push({ mean, error, weight, relative: integrals.roundingOf(p, q) + own0 });
      weights += weight;
      total += weight * mean;
      heaviest = Math.max(heaviest, weight);
    }
    if (heaviest < NEGLIGIBLE * weights) break;
  }
  const torus = total / weights;
  const torusError = carriers.reduce(
    (sum, { error, mean, relative, weight }) =>
      sum + weight * (error + sites * relative * Math.abs(mean - torus)),
    0,
  );
  return { infinite, torus, infiniteError, torusError: torusError / weights };
}

function dimension(p: number, q: number): number {
  return ((p + 1) * (q + 1) * (p + q + 2)) / 2;
}

interface Rounded {
  readonly value: number;
  /** Absolute. */
  readonly rounding: number;
}

const NONE: Rounded = { value: 0, rounding: 0 };

/** Integrals of the character of (p, q) times exp(x Re Tr U), over I_0(x)^3. */
class CharacterIntegrals {
  readonly #ratio: Float64Array;
  /** Bessel functions of higher order are left out. */
  readonly #reach: number;
  readonly #known = new Map<number, Rounded>();

  constructor(ratio: Float64Array) {
    this.#ratio = ratio;
    let reach = 1;
    while (reach < ratio.length && ratio[reach]! > 1e-24) reach += 1;
    this.#reach = reach;
  }

  of(p: number, q: number): number {
    return this.#found(p, q).value;
  }

  /** Relative. */
  roundingOf(p: number, q: number): number {
    const { rounding, value } = this.#found(p, q);
    return rounding / value;
  }

  #found(p: number, q: number): Rounded {
    if (p < 0 || q < 0) return NONE;
    // A representation and its conjugate have the same integral.
    const [rows, rest] = [Math.max(p, q), Math.min(p, q)];
    const key = rows * (2 * SHELLS_MAX) + rest;
    let found = this.#known.get(key);
    if (found === undefined) {
      found = this.#sum(rows + rest, rest);
      this.#known.set(key, found);
    }
    return found;
  }

  /** Sum over what the product with 3 and with its conjugate contains. */
  neighbours(p: number, q: number): number {
    return this.#around(p, q).reduce((sum, { value }) => sum + value, 0);
  }

  /** Absolute. */
  neighbourRounding(p: number, q: number): number {
    return this.#around(p, q).reduce((sum, { rounding }) => sum + rounding, 0);
  }

  #around(p: number, q: number): readonly Rounded[] {
    return [
      this.#found(p + 1, q),
      this.#found(p - 1, q + 1),
      this.#found(p, q - 1),
      this.#found(p, q + 1),
      this.#found(p + 1, q - 1),
      this.#found(p - 1, q),
    ];
  }

  /**
   * Young's diagram with rows of l1 and l2 boxes: det I(l_j - j + i + n), summed over the winding n
   * of the determinant.
   */
  #sum(l1: number, l2: number): Rounded {
    const reach = this.#reach;
    const at = (order: number): number => {
      const n = Math.abs(order);
      return n < reach ? this.#ratio[n]! : 0;
    };
    let total = 0;
    let size = 0;
    for (let n = -reach - l1; n <= reach + 2; n += 1) {
      const [a, b, c] = [at(l1 + n), at(l1 + n + 1), at(l1 + n + 2)];
      const [d, e, f] = [at(l2 - 1 + n), at(l2 + n), at(l2 + 1 + n)];
      const [g, h, i] = [at(n - 2), at(n - 1), at(n)];
      total += a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
      for (const one of [a * e * i, a * f * h, d * b * i, d * c * h, g * b * f, g * c * e])
        size += one * one;
    }
    return { value: total, rounding: ROUNDING * Math.sqrt(size) };
  }
}
