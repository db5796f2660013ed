/**
 * Fisher's equation in balls of one to three dimensions: volumes around points, spheres between
 * them. The steps are in vector instructions (`wasm/source/tumour.as`), and the same sums in the
 * same order here: the first, third, ... point apart from the others.
 */
import { exp, log } from "../../math/index.js";
import { factorTwisted, solveTwisted, type TwistedFactors } from "../../math/linear/twisted.js";
import { tumourBinary } from "../../wasm/binary/tumour.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

export interface TumourMesh {
  /** Cells; points are one more. */
  readonly n: number;
  readonly dx: number;
  readonly dt: number;
  readonly steps: number;
}

/** Damped half steps of diffusion at the start of a run, so that a sharp edge does not ring. */
export const DAMPED_STEPS = 2;
/** The front is where the tissue is half full. */
const FRONT = 0.5;

/**
 * What a step leaves: least and greatest density since the start, change of the mass by diffusion,
 * where the last half full point may be.
 */
const [LOW, HIGH, CHANGE, OUTERMOST] = [0, 1, 2, 3] as const;
const SUMS = 4;
const ARRAYS = 8;

interface Kernels {
  readonly strang: KernelCall;
  readonly damped: KernelCall;
  readonly explicit: KernelCall;
}

export class Growth {
  readonly volumes: Float64Array;
  readonly #mesh: TumourMesh;
  /** Densities after one zero and before another; the step goes from one to the other. */
  #level: Float64Array;
  #next: Float64Array;
  /** Exchange with the neighbours over half a step. */
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #factors: TwistedFactors;
  readonly #sums: Float64Array;
  readonly #kernels: Kernels | null;
  readonly #half: number;
  readonly #r: number;

  /** @param dimension 1, 2 or 3 */
  constructor(u: Float64Array, mesh: TumourMesh, dimension: number, d: number, r: number) {
    const { dt, dx, n } = mesh;
    this.#mesh = mesh;
    this.#r = r;
    const room = roomOfJob(
      tumourBinary,
      (ARRAYS * (n + 3) + SUMS) * 8 + (ARRAYS + 1) * LANES_BYTES,
    );
    this.#level = room.floats(n + 3);
    this.#next = room.floats(n + 3);
    this.#level.set(u, 1);
    this.volumes = room.floats(n + 1);
    this.#lower = room.floats(n + 1);
    this.#upper = room.floats(n + 1);
    this.#sums = room.floats(SUMS);
    this.#sums[OUTERMOST] = n;
    const m = dt / 2;
    const power = (x: number, k: number): number =>
      k === 0 ? 1 : k === 1 ? x : k === 2 ? x * x : x * x * x;
    for (let i = 0; i <= n; i += 1) {
      const inner = i === 0 ? 0 : (i - 0.5) * dx;
      const outer = i === n ? n * dx : (i + 0.5) * dx;
      this.volumes[i] = (power(outer, dimension) - power(inner, dimension)) / dimension;
      const scale = d / (this.volumes[i]! * dx);
      this.#lower[i] = i === 0 ? 0 : m * (power(inner, dimension - 1) * scale);
      this.#upper[i] = i === n ? 0 : m * (power(outer, dimension - 1) * scale);
    }
    this.#factors = factorTwisted(
      this.#lower.map((a) => -a),
      this.#lower.map((a, i) => 1 + (a + this.#upper[i]!)),
      this.#upper.map((a) => -a),
      [room.floats(n + 1), room.floats(n + 1), room.floats(n + 1)],
    );
    this.#half = exp(-r * m);
    const [strang, damped, explicit] = [
      room.call("strang"),
      room.call("damped"),
      room.call("explicit"),
    ];
    this.#kernels =
      strang === null || damped === null || explicit === null ? null : { strang, damped, explicit };
  }

  /** Densities at the n + 1 points: a view of the present level. */
  get u(): Float64Array {
    return this.#level.subarray(1, this.#mesh.n + 2);
  }

  /** Least and greatest density after any step so far, and zero; NaN where one was none. */
  get range(): readonly [number, number] {
    return [this.#sums[LOW]! + 0, this.#sums[HIGH]! + 0];
  }

  /**
   * Strang: half a reaction, diffusion, half a reaction. @returns what diffusion changed of the
   * mass, which should be nothing
   */
  strang(damped: boolean): number {
    const { volumes } = this;
    const { inverse, inward, middle, outward } = this.#factors;
    const half = this.#half;
    const kernels = this.#kernels;
    const level = this.#level;
    const lower = this.#lower;
    const { n } = this.#mesh;
    const next = this.#next;
    const sums = this.#sums;
    const upper = this.#upper;
    if (kernels === null) this.#strangHere(damped);
    else if (damped) {
      kernels.damped(
        level.byteOffset + 8,
        volumes.byteOffset,
        outward.byteOffset,
        inward.byteOffset,
        inverse.byteOffset,
        n + 1,
        middle,
        half,
        sums.byteOffset,
      );
    } else {
      kernels.strang(
        level.byteOffset + 8,
        next.byteOffset + 8,
        volumes.byteOffset,
        lower.byteOffset,
        upper.byteOffset,
        outward.byteOffset,
        inward.byteOffset,
        inverse.byteOffset,
        n + 1,
        middle,
        half,
        sums.byteOffset,
      );
    }
    if (!damped) [this.#level, this.#next] = [next, level];
    return sums[CHANGE]!;
  }

  #strangHere(damped: boolean): void {
    const factors = this.#factors;
    const half = this.#half;
    const level = this.#level;
    const lower = this.#lower;
    const { n } = this.#mesh;
    const next = this.#next;
    const sums = this.#sums;
    const upper = this.#upper;
    const before = this.#react(level, false);
    if (damped) {
      solveTwisted(factors, level, 1);
      solveTwisted(factors, level, 1);
    } else {
      for (let i = 0; i <= n; i += 1) {
        const own = level[i + 1]!;
        next[i + 1] = own + (lower[i]! * (level[i]! - own) + upper[i]! * (level[i + 2]! - own));
      }
      solveTwisted(factors, next, 1);
    }
    const to = damped ? level : next;
    const after = this.#react(to, true);
    sums[CHANGE] = after - before;
    for (let i = 0; i <= n; i += 1) {
      const own = to[i + 1]!;
      to[i + 1] = own / (own + (1 - own) * half);
    }
    this.#bounds(to);
  }

  /** Mass, either as diffusion left it or after the logistic reaction over half a step, exactly. */
  #react(u: Float64Array, diffused: boolean): number {
    const { volumes } = this;
    const half = this.#half;
    const { n } = this.#mesh;
    let [mass, other] = [0, 0];
    for (let i = 0; i <= n; i += 1) {
      if (!diffused) u[i + 1] = u[i + 1]! / (u[i + 1]! + (1 - u[i + 1]!) * half);
      [mass, other] = [other, mass + volumes[i]! * u[i + 1]!];
    }
    return mass + other;
  }

  #bounds(u: Float64Array): void {
    const { n } = this.#mesh;
    const sums = this.#sums;
    let [low, high, outermost] = [sums[LOW]!, sums[HIGH]!, 0];
    for (let i = 0; i <= n; i += 1) {
      const own = u[i + 1]!;
      low = Math.min(low, own);
      high = Math.max(high, own);
      if (own >= FRONT) outermost = i;
    }
    sums[LOW] = low;
    sums[HIGH] = high;
    sums[OUTERMOST] = outermost;
  }

  /**
   * Forward Euler; the caller has checked its limit. @returns 0 but for rounding: its fluxes cancel
   * in pairs
   */
  explicit(): number {
    const { volumes } = this;
    const kernels = this.#kernels;
    const level = this.#level;
    const lower = this.#lower;
    const { dt, n } = this.#mesh;
    const next = this.#next;
    const r = this.#r;
    const sums = this.#sums;
    const upper = this.#upper;
    const growth = dt * r;
    if (kernels === null) {
      let [moved, other] = [0, 0];
      for (let i = 0; i <= n; i += 1) {
        const own = level[i + 1]!;
        const flow = 2 * (lower[i]! * (level[i]! - own) + upper[i]! * (level[i + 2]! - own));
        next[i + 1] = own + (flow + growth * own * (1 - own));
        [moved, other] = [other, moved + volumes[i]! * flow];
      }
      sums[CHANGE] = moved + other;
      this.#bounds(next);
    } else {
      kernels.explicit(
        level.byteOffset + 8,
        next.byteOffset + 8,
        volumes.byteOffset,
        lower.byteOffset,
        upper.byteOffset,
        n + 1,
        growth,
        sums.byteOffset,
      );
    }
    [this.#level, this.#next] = [next, level];
    return sums[CHANGE]!;
  }

  mass(): number {
    const { u, volumes } = this;
    let total = 0;
    for (let i = 0; i < u.length; i += 1) total += volumes[i]! * u[i]!;
    return total;
  }

  /**
   * Outermost place where the density falls through one half, by a cubic through its logarithmic
   * odds: between straight lines a front would run unevenly within a cell. NaN without one.
   */
  front(): number {
    const u = this.#level;
    const { dx, n } = this.#mesh;
    const sums = this.#sums;
    // A pair is known by its first point. All is empty beyond the last half full one, unless that
    // is at the wall.
    for (let i = Math.min(n, sums[OUTERMOST]! + 2); i > 0; i -= 1) {
      const [before, after] = [u[i]!, u[i + 1]!];
      if (!(before >= FRONT && after < FRONT)) continue;
      if (after <= 0 || before >= 1) return dx * (i - 1 + (before - FRONT) / (before - after));
      const [a, b] = [oddsOf(before), oddsOf(after)];
      const straight = a / (a - b);
      const beside = i > 1 && i < n ? curved(oddsOf(u[i - 1]!), a, b, oddsOf(u[i + 2]!)) : straight;
      return dx * (i - 1 + (beside >= 0 && beside <= 1 ? beside : straight));
    }
    return Number.NaN;
  }
}

/** Logarithmic odds of a density; infinite where it is empty or full. */
function oddsOf(u: number): number {
  return log(u / (1 - u));
}

/** Where a cubic over the odds at -1, 0, 1 and 2 passes 0: Neville's scheme; NaN where one is infinite. */
function curved(a: number, b: number, c: number, d: number): number {
  const join = (p: number, q: number, low: number, high: number): number =>
    (high * p - low * q) / (high - low);
  const [ab, bc, cd] = [join(-1, 0, a, b), join(0, 1, b, c), join(1, 2, c, d)];
  return join(join(ab, bc, a, c), join(bc, cd, b, d), a, d);
}
