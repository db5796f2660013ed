/**
 * Zeros separated by signs, and their number proved by Turing's method: Gram blocks that obey
 * Rosser's rule on either side of a stretch leave no room for a zero that was not seen, on the
 * critical line or off it.
 * Sources: Lehman, Proc. London Math. Soc. 20 (1970) 303; Brent, Math. Comp. 33 (1979) 1361,
 * theorem 3.2.
 */
import { TWO_PI } from "../../math/constants.js";
import { log } from "../../math/index.js";
import { notConverged } from "../refusal.js";
import type { HardyZ } from "./z.js";

/** Lehman's constants hold above 168 pi. */
const TURING_FROM = 527.8;
/** Below the Gram point of this index there is no zero. */
const FIRST_GRAM = -1;
/**
 * Up to this index, t = 539, every good Gram point n has n + 1 zeros below it: found once by
 * separating all of them from the first one on, up to blocks that Turing's method guards, which a
 * test does again.
 */
export const COUNTED_GRAM = 296;
/** Halvings of a Gram interval in a block that lacks zeros, at first and at most. */
const DEPTH_FIRST = 5;
const DEPTH_MAX = 11;
/** Times a stretch is enlarged because zeros that belong to it lie beside it. */
const ENLARGED_MAX = 8;
/** Gram blocks a stretch may be enlarged by on one side. */
const BLOCKS_MAX = 400;

interface Block {
  readonly from: number;
  readonly to: number;
  /** Heights with the values there, ascending; values too small to have a sign are left out. */
  t: number[];
  z: number[];
  depth: number;
}

export interface Bracket {
  readonly left: number;
  readonly right: number;
  readonly atLeft: number;
  readonly atRight: number;
}

export interface Stretch {
  /** Gram indices; N(g_n) = n + 1 is proved for both. */
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  /** One for each zero between, ascending. */
  readonly brackets: readonly Bracket[];
  readonly blocks: number;
  /** Gram blocks in the stretch with fewer sign changes than Rosser's rule wants. */
  readonly exceptions: number;
  readonly badPoints: number;
  /** Blocks that guard each side; 0 where the zeros below its end were counted before. */
  readonly guardsBelow: number;
  readonly guardsAbove: number;
}

/** Values whose sign is sure wherever they are above `HardyZ.errorAt`. */
interface Signs {
  signed(t: number): number;
}

export class Certifier {
  readonly #z: HardyZ;
  readonly #signs: Signs;
  readonly #poll: () => void;
  readonly #counted: number;
  readonly #points = new Map<
    number,
    { readonly t: number; readonly z: number; readonly good: boolean }
  >();

  /** @param counted up to which Gram index the zeros below good points are known */
  constructor(z: HardyZ, poll: () => void, counted = COUNTED_GRAM, signs: Signs = z) {
    this.#z = z;
    this.#signs = signs;
    this.#poll = poll;
    this.#counted = counted;
  }

  /** For zeros to be told apart. */
  #value(t: number): number {
    this.#poll();
    return this.#signs.signed(t);
  }

  point(n: number): { readonly t: number; readonly z: number; readonly good: boolean } {
    const known = this.#points.get(n);
    if (known !== undefined) return known;
    const t = this.#z.gram(n, this.#beside(n));
    const z = this.#value(t);
    const signed = n % 2 === 0 ? z : -z;
    const point = { t, z, good: signed > this.#z.errorAt(t) };
    this.#points.set(n, point);
    return point;
  }

  /** About where the n-th Gram point lies, by one beside it. */
  #beside(n: number): number | undefined {
    const below = this.#points.get(n - 1)?.t;
    const at = below ?? this.#points.get(n + 1)?.t;
    if (at === undefined || at < TURING_FROM) return undefined;
    const step = TWO_PI / log(at / TWO_PI);
    return below === undefined ? at - step : at + step;
  }

  #goodBelow(n: number): number {
    let at = n;
    while (at > FIRST_GRAM && !this.point(at).good) at -= 1;
    return at;
  }

  #goodAbove(n: number): number {
    let at = n;
    while (!this.point(at).good) at += 1;
    return at;
  }

  #block(from: number, to: number): Block {
    const block: Block = { from, to, t: [], z: [], depth: 0 };
    for (let n = from; n <= to; n += 1) {
      const { t, z } = this.point(n);
      if (Math.abs(z) > this.#z.errorAt(t)) {
        block.t.push(t);
        block.z.push(z);
      }
    }
    this.#separate(block, DEPTH_FIRST);
    return block;
  }

  /**
   * Halves the steps until there are as many sign changes as Gram intervals, or the depth is spent.
   */
  #separate(block: Block, depth: number): void {
    while (signChanges(block) < block.to - block.from && block.depth < depth) {
      const { t, z } = block;
      block.t = [];
      block.z = [];
      for (let i = 0; i < t.length; i += 1) {
        if (i > 0) this.#between(block, t[i - 1]!, t[i]!);
        block.t.push(t[i]!);
        block.z.push(z[i]!);
      }
      block.depth += 1;
      if (block.depth >= 2 && signChanges(block) < block.to - block.from) this.#hunt(block);
    }
  }

  #between(block: Block, left: number, right: number): void {
    const t = left + (right - left) / 2;
    if (t <= left || t >= right) return;
    const z = this.#value(t);
    if (Math.abs(z) <= this.#z.errorAt(t)) return;
    block.t.push(t);
    block.z.push(z);
  }

  /** Where |Z| dips between two samples of one sign, the dip is followed down by parabolas. */
  #hunt(block: Block): void {
    const { t, z } = block;
    for (let i = 1; i + 1 < t.length; i += 1) {
      let [a, b, c] = [t[i - 1]!, t[i]!, t[i + 1]!];
      let [fa, fb, fc] = [Math.abs(z[i - 1]!), Math.abs(z[i]!), Math.abs(z[i + 1]!)];
      const sign = z[i]! > 0 ? 1 : -1;
      if (!(z[i - 1]! * sign > 0 && z[i + 1]! * sign > 0 && fb <= fa && fb <= fc)) continue;
      for (let step = 0; step < 8; step += 1) {
        const p = (b - a) * (b - a) * (fb - fc) - (b - c) * (b - c) * (fb - fa);
        const q = (b - a) * (fb - fc) - (b - c) * (fb - fa);
        const x = b - (0.5 * p) / q;
        if (!(x > a && x < c) || x === b) break;
        const fx = this.#value(x) * sign;
        if (fx < -this.#z.errorAt(x)) {
          const at = x < b ? i : i + 1;
          t.splice(at, 0, x);
          z.splice(at, 0, fx * sign);
          i += 1;
          break;
        }
        if (!(fx < fb)) break;
        if (x < b) [c, fc] = [b, fb];
        else [a, fa] = [b, fb];
        [b, fb] = [x, fx];
      }
    }
  }

  #guardsNeeded(height: number): number {
    const l = log(height);
    return Math.ceil(0.0061 * l * l + 0.08 * l);
  }

  /**
   * @param from, to  Gram indices that the stretch is to hold
   * @throws SolverRefusal DID_NOT_CONVERGE where the zeros cannot be separated or counted
   */
  certify(from: number, to: number): Stretch {
    for (let more = 0; more <= ENLARGED_MAX; more += 1) {
      const stretch = this.#guarded(
        from - 2 * more,
        to + 2 * more,
        Math.min(DEPTH_FIRST + 1 + more, DEPTH_MAX),
      );
      if (stretch !== null) return stretch;
    }
    throw uncounted(this.point(Math.max(FIRST_GRAM, from)).t);
  }

  /**
   * @returns null where zeros are missing: they are closer than the depth shows, or just outside
   */
  #guarded(from: number, to: number, depth: number): Stretch | null {
    const middle: Block[] = [];
    let bottom = this.#goodBelow(Math.max(FIRST_GRAM, from));
    let top = bottom;
    while (top < to || top === bottom) {
      const next = this.#goodAbove(top + 1);
      middle.push(this.#block(top, next));
      top = next;
    }
    const above: Block[] = [];
    for (let i = 0; top > this.#counted; i += 1) {
      if (i > BLOCKS_MAX) throw uncounted(this.point(top).t);
      const at = above.length > 0 ? above[above.length - 1]!.to : top;
      const next = this.#block(at, this.#goodAbove(at + 1));
      above.push(next);
      if (!isRosser(next) || this.point(above[0]!.from).t < TURING_FROM) {
        middle.push(...above.splice(0));
        top = next.to;
      } else if (above.length >= this.#guardsNeeded(this.point(next.to).t)) break;
    }
    const below: Block[] = [];
    for (let i = 0; bottom > this.#counted; i += 1) {
      if (i > BLOCKS_MAX) throw uncounted(this.point(bottom).t);
      const at = below.length > 0 ? below[below.length - 1]!.from : bottom;
      if (at > FIRST_GRAM) below.push(this.#block(this.#goodBelow(at - 1), at));
      const last = below[below.length - 1]!;
      if (!isRosser(last) || this.point(last.from).t < TURING_FROM) {
        middle.unshift(...below.splice(0).reverse());
        bottom = last.from;
      } else if (below.length >= this.#guardsNeeded(this.point(bottom).t)) break;
    }
    if (!this.#settle(middle, top - bottom, depth)) return null;
    return this.#stretch(middle, bottom, top, below.length, above.length);
  }

  /** Between two proved counts every zero must be seen. */
  #settle(middle: readonly Block[], wanted: number, depthMax: number): boolean {
    const seen = (): number => middle.reduce((sum, block) => sum + signChanges(block), 0);
    for (let depth = DEPTH_FIRST + 1; seen() < wanted && depth <= depthMax; depth += 1) {
      for (const block of middle) this.#deepen(block, depth);
    }
    return seen() === wanted;
  }

  /** A block with as many zeros as intervals may hold two more, which its neighbour lacks. */
  #deepen(block: Block, depth: number): void {
    if (signChanges(block) < block.to - block.from) {
      this.#separate(block, depth);
      return;
    }
    const { t, z } = block;
    if (t.length > 4_096) return;
    block.t = [];
    block.z = [];
    for (let i = 0; i < t.length; i += 1) {
      if (i > 0) this.#between(block, t[i - 1]!, t[i]!);
      block.t.push(t[i]!);
      block.z.push(z[i]!);
    }
    this.#hunt(block);
  }

  #stretch(
    middle: readonly Block[],
    from: number,
    to: number,
    guardsBelow: number,
    guardsAbove: number,
  ): Stretch {
    const brackets: Bracket[] = [];
    let badPoints = 0;
    for (const { from: first, t, to: last, z } of middle) {
      badPoints += last - first - 1;
      for (let i = 1; i < t.length; i += 1) {
        if (z[i - 1]! * z[i]! < 0)
          brackets.push({ left: t[i - 1]!, right: t[i]!, atLeft: z[i - 1]!, atRight: z[i]! });
      }
    }
    return {
      from,
      to,
      low: this.point(from).t,
      high: this.point(to).t,
      brackets,
      blocks: middle.length,
      badPoints,
      exceptions: middle.filter((block) => !isRosser(block)).length,
      guardsBelow,
      guardsAbove,
    };
  }
}

function signChanges({ z }: Block): number {
  let count = 0;
  for (let i = 1; i < z.length; i += 1) if (z[i - 1]! * z[i]! < 0) count += 1;
  return count;
}

function isRosser(block: Block): boolean {
  return signChanges(block) >= block.to - block.from;
}

function uncounted(height: number): Error {
  return notConverged(
    "gate",
    `the zeros about t = ${height} could not all be separated, so that none of them can be numbered.`,
    { method: "certificate", height },
  );
}
