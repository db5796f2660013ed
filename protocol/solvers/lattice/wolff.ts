/**
 * Ising spins on a periodic lattice of any dimension, by single clusters (Wolff, Phys. Rev. Lett.
 * 62 (1989) 361). How many clusters lie between two measurements is settled before the first one
 * that counts: to stop by what was flipped would bias.
 */
import { TWO_32 } from "../../math/constants.js";
import { Philox, Words } from "../../math/random/philox.js";

/** Spins of a cluster between two polls. */
const POLL_SPINS = 65_536;

/** The second word of its streams: apart from the uniform numbers of the same seed. */
const APART = 1;

export class Spins {
  readonly spin: Int8Array;
  readonly words: Words;
  /** Clusters of one measurement. */
  clusters = 1;
  readonly #seed: number;
  readonly #stream: number;
  readonly #neighbour: Int32Array;
  readonly #links: number;
  readonly #stack: Int32Array;
  /** A word below this joins a bond. */
  readonly #threshold: number;

  /** @param join probability that two like neighbours are of one cluster, 1 - exp(-2 / T) */
  constructor(shape: readonly number[], join: number, seed: number, stream: number) {
    const sites = shape.reduce((n, side) => n * side, 1);
    this.spin = new Int8Array(sites);
    this.#stack = new Int32Array(sites);
    this.#links = 2 * shape.length;
    this.#neighbour = new Int32Array(sites * this.#links);
    this.#seed = seed;
    this.#stream = stream;
    this.words = new Words(seed, stream, APART);
    this.#threshold = join * TWO_32;
    let stride = 1;
    for (let a = shape.length - 1; a >= 0; a -= 1) {
      const side = shape[a]!;
      for (let x = 0; x < sites; x += 1) {
        const at = Math.floor(x / stride) % side;
        this.#neighbour[x * this.#links + 2 * a] =
          at === side - 1 ? x - stride * (side - 1) : x + stride;
        this.#neighbour[x * this.#links + 2 * a + 1] =
          at === 0 ? x + stride * (side - 1) : x - stride;
      }
      stride *= side;
    }
  }

  start(hot: boolean): void {
    const random = new Philox(this.#seed, this.#stream);
    for (let x = 0; x < this.spin.length; x += 1)
      this.spin[x] = hot && random.uniform() < 0.5 ? -1 : 1;
  }

  /** Grows and turns one cluster. @returns its size */
  #flip(poll: () => void): number {
    const { spin, words } = this;
    const links = this.#links;
    const neighbour = this.#neighbour;
    const stack = this.#stack;
    const threshold = this.#threshold;
    const first = Math.floor((words.next() / TWO_32) * spin.length);
    const of = spin[first]!;
    spin[first] = -of;
    stack[0] = first;
    let top = 1;
    let size = 0;
    while (top > 0) {
      top -= 1;
      const x = stack[top]!;
      size += 1;
      if (size % POLL_SPINS === 0) poll();
      for (let k = x * links; k < (x + 1) * links; k += 1) {
        const y = neighbour[k]!;
        if (spin[y] === of && words.next() < threshold) {
          spin[y] = -of;
          stack[top] = y;
          top += 1;
        }
      }
    }
    return size;
  }

  /** The clusters of one measurement. */
  sweep(poll: () => void): void {
    for (let c = 0; c < this.clusters; c += 1) {
      if (c % 256 === 0) poll();
      this.#flip(poll);
    }
  }

  /** Clusters until as many spins were turned as there are: for the way to equilibrium only. */
  turnAll(poll: () => void): { readonly turned: number; readonly clusters: number } {
    let turned = 0;
    let clusters = 0;
    for (; turned < this.spin.length; clusters += 1) {
      if (clusters % 256 === 0) poll();
      turned += this.#flip(poll);
    }
    return { turned, clusters };
  }

  /**
   * Energy per site in units of J, and its mean over each spin given its neighbours, which has the
   * same mean over the equilibrium and spreads less.
   * @param means h tanh(h / T) for the sum h of a site's neighbours, from -2 d up
   */
  measure(means: Float64Array, out: Float64Array): void {
    const { spin } = this;
    const links = this.#links;
    const neighbour = this.#neighbour;
    const sites = spin.length;
    let like = 0;
    let expected = 0;
    for (let x = 0; x < sites; x += 1) {
      let h = 0;
      for (let k = x * links; k < (x + 1) * links; k += 1) h += spin[neighbour[k]!]!;
      like += spin[x]! * h;
      expected += means[h + links]!;
    }
    out[0] = (-0.5 * like) / sites;
    out[1] = (-0.5 * expected) / sites;
  }

  magnetisation(): number {
    let total = 0;
    for (let x = 0; x < this.spin.length; x += 1) total += this.spin[x]!;
    return total / this.spin.length;
  }
}
