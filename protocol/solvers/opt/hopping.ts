/**
 * Basin hopping (Wales and Doye, J. Phys. Chem. A 101 (1997) 5111): descents from seeded
 * displacements of the best.
 */
import { exp } from "../../math/index.js";
import { Philox } from "../../math/random/philox.js";
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { descend, type Descent, type Problem } from "./descent.js";

export interface Hopping {
  readonly best: Descent;
  readonly runs: number;
  /** Descents that ended within 1e-6 of the best value. */
  readonly found: number;
  /** Best value after each tenth of the runs. */
  readonly levels: readonly number[];
}

export interface HoppingOptions {
  readonly runs: number;
  readonly seed: number;
  /** A fresh start, by uniform numbers. */
  readonly fresh: (uniform: () => number) => Float64Array;
  /** A displacement of x. */
  readonly move: (x: Float64Array, step: number, uniform: () => number) => Float64Array;
  readonly temperature: number;
  /** Runs without a better value after which a walk begins anew. */
  readonly patience: number;
  readonly start: Float64Array | null;
}

const LOOSE = 1e-5;
const TIGHT = 1e-10;
const ITERATIONS_MAX = 2_000;

export function hop(
  problem: Problem,
  options: HoppingOptions,
  stop: StopSignal,
  each: (run: number) => void,
): Hopping {
  const { fresh, move, patience, runs, seed, start, temperature } = options;
  const random = new Philox(seed);
  const uniform = (): number => random.uniform();
  let best: Descent | null = null;
  let walker: Descent | null = null;
  let idle = 0;
  let step = 1;
  const ends: number[] = [];
  const levels: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    stopIf(stop);
    const from =
      run === 0 && start !== null
        ? start
        : walker === null || idle >= patience
          ? fresh(uniform)
          : move(walker.x, step, uniform);
    const descent = descend(problem, from, LOOSE, ITERATIONS_MAX, stop);
    if (Number.isFinite(descent.f)) {
      ends.push(descent.f);
      if (idle >= patience || walker === null) {
        walker = descent;
        idle = 0;
      } else {
        idle = descent.f < walker.f - 1e-9 * Math.abs(walker.f) ? 0 : idle + 1;
        const accepted =
          descent.f <= walker.f || uniform() < exp(-(descent.f - walker.f) / temperature);
        // Half of the moves are to be accepted: longer steps where more are, shorter where fewer.
        step = Math.min(Math.max(step * (accepted ? 1.05 : 0.96), 0.05), 4);
        if (accepted) walker = descent;
      }
      if (best === null || descent.f < best.f) best = descent;
    }
    if (best !== null && (run + 1) % Math.max(1, Math.floor(runs / 10)) === 0) levels.push(best.f);
    each(run + 1);
  }
  const polished = descend(
    problem,
    (best ?? descend(problem, fresh(uniform), LOOSE, ITERATIONS_MAX, stop)).x,
    TIGHT,
    ITERATIONS_MAX,
    stop,
  );
  const near = 1e-6 * Math.max(1, Math.abs(polished.f));
  return { best: polished, runs, found: ends.filter((f) => f <= polished.f + near).length, levels };
}
