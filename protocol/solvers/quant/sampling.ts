/** Means over scrambled Sobol points: the scatter of independent scrambles is the error. */
import { normalQuantile } from "../../math/random/normal.js";
import { Philox } from "../../math/random/philox.js";
import { Sobol, SOBOL_DIMENSIONS_MAX } from "../../math/random/sobol.js";
import { compensatedSum } from "../../math/sum.js";
import { SAMPLING_BOUND } from "../../limits.js";
import { notConverged } from "../refusal.js";
import type { Level, Progress } from "../solver.js";
import { isOutOfReach } from "../sampling.js";

export const SCRAMBLES = 32;
/**
 * Student's t of 31 degrees of freedom at 97.725 percent, halved: two errors then cover what two
 * sigma do.
 */
const STUDENT = 1.0415;
const POINTS_START = 512;
const POINTS_DOUBLINGS_MAX = 6;
/** The climb ends a little inside the gate. */
const TARGET = 0.8 * SAMPLING_BOUND;
const POLL_EVERY = 256;

/** Writes the discounted payoffs and sensitivities that a point of the unit cube gives. */
export interface Integrand {
  readonly dimensions: number;
  readonly outputs: number;
  readonly at: (normals: Float64Array, uniforms: Float64Array, out: Float64Array) => void;
  /** Whether `normals` are needed: the quantiles of the point. */
  readonly normals: boolean;
}

export interface Sampled {
  readonly mean: Float64Array;
  readonly standardError: Float64Array;
  /** Scrambles in which an output was not 0 all the time. */
  readonly nonzero: Uint8Array;
  /** Mean of output 0 in each scramble. */
  readonly estimates: Float64Array;
  readonly levels: readonly Level[];
  readonly paths: number;
}

/** Paths as they are run: whole scrambles of a power of two of points. */
export function roundedPaths(paths: number): number {
  let points = 1;
  while (SCRAMBLES * points < paths) points *= 2;
  return SCRAMBLES * points;
}

class Scramble {
  readonly #sobol: Sobol;
  readonly #rest: Philox;
  readonly #u: Float64Array;
  readonly #z: Float64Array;
  readonly #out: Float64Array;
  readonly #integrand: Integrand;
  readonly sums: Float64Array;
  readonly #lost: Float64Array;

  constructor(integrand: Integrand, seed: number, stream: number) {
    this.#integrand = integrand;
    this.#sobol = new Sobol(Math.min(integrand.dimensions, SOBOL_DIMENSIONS_MAX), { seed, stream });
    this.#rest = new Philox(seed, stream);
    this.#u = new Float64Array(integrand.dimensions);
    this.#z = new Float64Array(integrand.dimensions);
    this.#out = new Float64Array(integrand.outputs);
    this.sums = new Float64Array(integrand.outputs);
    this.#lost = new Float64Array(integrand.outputs);
  }

  run(points: number, poll: () => void): void {
    const { sums } = this;
    const integrand = this.#integrand;
    const lost = this.#lost;
    const out = this.#out;
    const u = this.#u;
    const z = this.#z;
    for (let i = 0; i < points; i += 1) {
      if (i % POLL_EVERY === 0) poll();
      this.#sobol.next(u);
      // The least important directions, of which the numbers of Joe and Kuo are not kept.
      for (let d = SOBOL_DIMENSIONS_MAX; d < u.length; d += 1) u[d] = this.#rest.uniform();
      if (integrand.normals) for (let d = 0; d < u.length; d += 1) z[d] = normalQuantile(u[d]!);
      integrand.at(z, u, out);
      for (let k = 0; k < out.length; k += 1) {
        const y = out[k]! - lost[k]!;
        const t = sums[k]! + y;
        lost[k] = t - sums[k]! - y;
        sums[k] = t;
      }
    }
  }
}

/**
 * Doubles the points until three errors are within the gate, or runs the stated number of paths.
 * @throws SolverRefusal DID_NOT_CONVERGE that names the count which would do
 */
export function sample(
  integrand: Integrand,
  seed: number,
  scale: number,
  fixedPaths: number | undefined,
  poll: () => void,
  progress: Progress,
): Sampled {
  const scrambles = Array.from({ length: SCRAMBLES }, (_, s) => new Scramble(integrand, seed, s));
  const levels: Level[] = [];
  let points = 0;
  let add = fixedPaths === undefined ? POINTS_START : roundedPaths(fixedPaths) / SCRAMBLES;
  const doublings = fixedPaths === undefined ? POINTS_DOUBLINGS_MAX : 0;
  for (let level = 0; ; level += 1) {
    for (const scramble of scrambles) scramble.run(add, poll);
    points += add;
    add = points;
    const result = summary(scrambles, points);
    levels.push({ resolution: SCRAMBLES * points, value: result.mean[0]! });
    const size = Math.max(Math.abs(result.mean[0]!), scale);
    progress(level + 1, doublings + 2, level, result.standardError[0]! / size);
    const error = (3 * result.standardError[0]!) / size;
    if (error <= TARGET && (level >= 1 || doublings === 0)) return { ...result, levels };
    if (isOutOfReach(error, level, doublings)) throw tooFew(error, SCRAMBLES * points, levels);
    if (level >= doublings) {
      if (error <= SAMPLING_BOUND) return { ...result, levels };
      throw tooFew(error, SCRAMBLES * points, levels);
    }
  }
}

function tooFew(error: number, paths: number, levels: readonly Level[]): Error {
  const ratio = error / SAMPLING_BOUND;
  const needed = roundedPaths(Math.min(paths * ratio * ratio, Number.MAX_SAFE_INTEGER));
  return notConverged(
    "gate",
    `three standard errors of ${paths} paths, ${error}, are above ${SAMPLING_BOUND}: about ${needed} paths would do.`,
    {
      method: "sampling",
      error,
      bound: SAMPLING_BOUND,
      paths,
      paths_needed: needed,
      levels: levels.map(({ resolution, value }) => ({ resolution, value })),
    },
  );
}

function summary(scrambles: readonly Scramble[], points: number): Omit<Sampled, "levels"> {
  const outputs = scrambles[0]!.sums.length;
  const mean = new Float64Array(outputs);
  const standardError = new Float64Array(outputs);
  const nonzero = new Uint8Array(outputs);
  let estimates = new Float64Array(0);
  for (let k = 0; k < outputs; k += 1) {
    const each = Float64Array.from(scrambles, ({ sums }) => sums[k]! / points);
    const centre = compensatedSum(each) / SCRAMBLES;
    const squares = each.map((one) => (one - centre) * (one - centre));
    mean[k] = centre;
    nonzero[k] = each.filter((one) => one !== 0).length;
    standardError[k] = STUDENT * Math.sqrt(compensatedSum(squares) / (SCRAMBLES * (SCRAMBLES - 1)));
    if (k === 0) estimates = each;
  }
  return { mean, standardError, nonzero, estimates, paths: SCRAMBLES * points };
}
