/**
 * Sobol's sequence with 32 binary digits, scrambled: random lower triangular matrices on the digits
 * and a random shift (Matousek's linear scramble), drawn from Philox. Every scrambled point is
 * uniform, so means over scrambles are unbiased and their scatter measures the error.
 * Sources: Joe and Kuo, SIAM J. Sci. Comput. 30 (2008) 2635; Matousek, J. Complexity 14 (1998) 527;
 * Antonov and Saleev, USSR Comput. Math. Math. Phys. 19 (1979) 252 (Gray code).
 */
import { TWO_32 } from "../constants.js";
import { Philox } from "./philox.js";
import { SOBOL_NUMBERS } from "./sobolNumbers.js";

const BITS = 32;

export const SOBOL_DIMENSIONS_MAX = 256;
/** Streams of the scrambles: far from those that count work items from zero. */
const SCRAMBLE_STREAM = 4_503_599_627_370_496;

/** Column j of dimension d at 32 d + j, most significant digit first. */
function directions(dimensions: number): Int32Array {
  const v = new Int32Array(BITS * dimensions);
  const rows = SOBOL_NUMBERS.split(",");
  for (let j = 0; j < BITS; j += 1) v[j] = 1 << (BITS - 1 - j);
  for (let d = 1; d < dimensions; d += 1) {
    const [polynomial, ...initial] = rows[d - 1]!.split(" ").map((digits) =>
      Number.parseInt(digits, 36),
    );
    const s = initial.length;
    const at = BITS * d;
    for (let j = 0; j < BITS; j += 1) {
      if (j < s) {
        v[at + j] = initial[j]! << (BITS - 1 - j);
        continue;
      }
      let word = v[at + j - s]! ^ (v[at + j - s]! >>> s);
      for (let k = 1; k < s; k += 1) if ((polynomial! >>> (s - k)) & 1) word ^= v[at + j - k]!;
      v[at + j] = word;
    }
  }
  return v;
}

function parity(word: number): number {
  let w = word ^ (word >>> 16);
  w ^= w >>> 8;
  w ^= w >>> 4;
  return (0x6996 >>> (w & 15)) & 1;
}

/** Points of one scramble, in order; dimension by dimension the marginals are uniform. */
export class Sobol {
  readonly dimensions: number;
  readonly #v: Int32Array;
  readonly #x: Int32Array;
  readonly #shift: Int32Array;
  #index = 0;

  /**
   * @param dimensions 1 to 256
   * @param scramble null for the sequence itself, whose first point is the origin
   * @throws RangeError beyond these
   */
  constructor(
    dimensions: number,
    scramble: { readonly seed: number; readonly stream: number } | null,
  ) {
    if (!(dimensions >= 1 && dimensions <= SOBOL_DIMENSIONS_MAX))
      throw new RangeError(`no Sobol sequence of ${dimensions} dimensions`);
    this.dimensions = dimensions;
    this.#v = directions(dimensions);
    this.#x = new Int32Array(dimensions);
    this.#shift = new Int32Array(dimensions);
    if (scramble !== null)
      this.#scramble(new Philox(scramble.seed, SCRAMBLE_STREAM + scramble.stream));
  }

  #scramble(random: Philox): void {
    const word = (): number => Math.floor(random.uniform() * TWO_32) | 0;
    const rows = new Int32Array(BITS);
    for (let d = 0; d < this.dimensions; d += 1) {
      // Row i keeps digit i and mixes in the more significant ones.
      for (let i = 0; i < BITS; i += 1) {
        const own = 1 << (BITS - 1 - i);
        const above = i === 0 ? 0 : -1 << (BITS - i);
        rows[i] = (word() & above) | own;
      }
      for (let j = 0; j < BITS; j += 1) {
        const column = this.#v[BITS * d + j]!;
        let mixed = 0;
        for (let i = 0; i < BITS; i += 1) mixed |= parity(rows[i]! & column) << (BITS - 1 - i);
        this.#v[BITS * d + j] = mixed;
      }
      this.#shift[d] = word();
    }
  }

  /** The next point into `out`: (digits + 1/2) / 2^32, never 0 and never 1. */
  next(out: Float64Array): void {
    const { dimensions } = this;
    const shift = this.#shift;
    const v = this.#v;
    const x = this.#x;
    if (this.#index > 0) {
      // The digit that changes in the Gray code of the index.
      const digit = 31 - Math.clz32(this.#index & -this.#index);
      for (let d = 0; d < dimensions; d += 1) x[d]! ^= v[BITS * d + digit]!;
    }
    for (let d = 0; d < dimensions; d += 1) out[d] = (((x[d]! ^ shift[d]!) >>> 0) + 0.5) / TWO_32;
    this.#index += 1;
  }
}
