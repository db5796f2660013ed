/**
 * What solvers that march a mesh in time share. Each states its meshes, its march and what it reads;
 * work, memory, levels, progress, and what a run hides from its levels are said here once.
 */
import { climbOrMeasureMeshes, workOfMeshes } from "./fields/levels.js";
import type { Climbed } from "./ladder.js";
import { posedOnce } from "./posed.js";
import { widened, type Quantities, type Readings } from "./reading.js";
import { stopIf } from "./refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Progress,
  type Solver,
  type SolverCard,
  type SolverResult,
  type StopSignal,
  type TimeLevels,
} from "./solver.js";
import type { z } from "zod";

/** A solver without its card: one of the modes that a card may offer. */
export interface Mode<I> {
  work(inputs: I): bigint;
  memory(inputs: I): number;
  run(inputs: I, stop: StopSignal, progress: Progress): SolverResult;
}

/** A solver whose inputs say which of its modes is meant. */
export function solverOfModes<I extends z.ZodObject>(
  card: SolverCard<I>,
  modeOf: (inputs: z.output<I>) => Mode<z.output<I>>,
): Solver<I> {
  return defineSolver({
    card,
    work: (inputs) => modeOf(inputs).work(inputs),
    memory: (inputs) => modeOf(inputs).memory(inputs),
    run: (inputs, stop, progress) => modeOf(inputs).run(inputs, stop, progress),
  });
}

/** Steps of one run; s. */
export interface Steps {
  readonly steps: number;
  readonly dt: number;
}

export interface MarchProblem<M> {
  /** The mesh that the caller stated; null leaves it to the ladder. */
  readonly stated: M | null;
  readonly assumed: readonly Assumed[];
}

export interface Watch {
  readonly stop: StopSignal;
  /** @param part of this run that is done */
  readonly report: (part: number) => void;
}

interface MarchRun<M> {
  readonly mesh: M;
  readonly timeLevels: TimeLevels | null;
}

/** What a definition says of an answer; the rest follows from problem, run and levels. */
export type MarchAnswer = Omit<SolverResult, "value" | "error" | "assumed" | "timeLevels">;

/**
 * @typeParam P what a body asks for, settled before anything is computed
 * @typeParam Q the same with what only a run needs
 */
export interface MarchDefinition<
  I,
  P extends MarchProblem<M>,
  Q extends P & { readonly scale: number },
  M extends Steps,
  R extends MarchRun<M>,
> {
  /** Formal order of the scheme, in steps and cells together. */
  readonly order: number;
  problemOf(inputs: I): P;
  /** The mesh of a level: points of the first one doubled `level` times, steps with them. */
  levelMesh(problem: P, level: number): M;
  /** A half or a quarter of a stated mesh, steps in proportion. */
  partOf(problem: P, mesh: M, part: number): M;
  resolutionOf(mesh: M): number;
  doublingsOf(problem: P): number;
  /** Bytes of a run. @throws SolverRefusal for more points than a field may have */
  memoryOf(problem: P, mesh: M): number;
  /** Inner-loop operations of a run. */
  workOf(problem: P, mesh: M): number;
  /** @throws SolverRefusal for what cannot be computed on any mesh */
  ready(problem: P, stop: StopSignal): Q;
  march(problem: Q, mesh: M, watch: Watch): R;
  valueOf(problem: Q, run: R): number;
  readingsOf(problem: Q, run: R): Readings;
  /** Whether half the step measures a stated mesh, because its start is known on that one alone. */
  isHalved?(problem: Q): boolean;
  /** Whether the factor of the error differs from level to level. */
  isUneven?(problem: Q): boolean;
  /** Part of the last change that an extrapolate is not known to. */
  jumpPartOf?(problem: Q): number;
  /** The value where a closed form has it: what the levels state is held to it. */
  knownOf?(problem: Q): number | undefined;
  /** What of an extrapolate the levels do not bound. */
  settled?(problem: Q, climbed: Climbed<R>): ErrorEstimate;
  /** The estimate, widened by what inputs hide between the points of the finest mesh. */
  seen(problem: Q, climbed: Climbed<R>): ErrorEstimate;
  answer(
    problem: Q,
    run: R,
    found: {
      readonly value: number;
      readonly error: ErrorEstimate;
      readonly quantities: Quantities;
    },
  ): MarchAnswer;
}

export function defineMarch<
  I extends object,
  P extends MarchProblem<M>,
  Q extends P & { readonly scale: number },
  M extends Steps,
  R extends MarchRun<M>,
>(definition: MarchDefinition<I, P, Q, M, R>): Mode<I> {
  const posed = posedOnce((inputs: I) => definition.problemOf(inputs));
  return {
    work: (inputs) => {
      const problem = posed.look(inputs);
      return workOfMeshes(
        problem.stated,
        (level) => definition.levelMesh(problem, level),
        (mesh) => definition.workOf(problem, mesh),
      );
    },
    memory: (inputs) => {
      const problem = posed.look(inputs);
      const mesh = problem.stated ?? definition.levelMesh(problem, definition.doublingsOf(problem));
      return definition.memoryOf(problem, mesh);
    },
    run: (inputs, stop, progress) => {
      const problem = definition.ready(posed.take(inputs), stop);
      const climbed = levelsOf(definition, problem, stop, progress);
      progress(1, 1);
      const own = definition.settled?.(problem, climbed) ?? climbed.error;
      const error = definition.seen(problem, { ...climbed, error: own });
      const quantities = widened(climbed.quantities, error.relative - own.relative);
      const { run, value } = climbed;
      return {
        ...definition.answer(problem, run, { value, error, quantities }),
        value,
        error,
        assumed: problem.assumed,
        ...(run.timeLevels === null ? {} : { timeLevels: run.timeLevels }),
      };
    },
  };
}

/** The runs of a job, and the verdict on them. */
function levelsOf<
  I,
  P extends MarchProblem<M>,
  Q extends P & { readonly scale: number },
  M extends Steps,
  R extends MarchRun<M>,
>(
  definition: MarchDefinition<I, P, Q, M, R>,
  problem: Q,
  stop: StopSignal,
  progress: Progress,
): Climbed<R> {
  const known = definition.knownOf?.(problem);
  return climbOrMeasureMeshes<M, R>(
    {
      stated: problem.stated,
      isHalved: definition.isHalved?.(problem) === true,
      levelMesh: (level) => definition.levelMesh(problem, level),
      partOf: (mesh, part) => definition.partOf(problem, mesh, part),
      resolutionOf: (mesh) => definition.resolutionOf(mesh),
      rung: (mesh, done, of, error) => {
        const report = (part: number): void => progress(done + part, of, done, error);
        const run = definition.march(problem, mesh, { stop, report });
        return { run, value: definition.valueOf(problem, run) };
      },
    },
    {
      formalOrder: definition.order,
      scale: problem.scale,
      isUneven: definition.isUneven?.(problem) === true,
      jumpPart: definition.jumpPartOf?.(problem) ?? 0,
      ...(known === undefined ? {} : { known }),
      doublings: problem.stated === null ? definition.doublingsOf(problem) : 0,
      readings: (run) => definition.readingsOf(problem, run),
    },
  );
}

/** Points that are computed between two looks at the stop signal. */
const POLL_POINTS = 16_384;
const REPORTS = 16;

/**
 * Takes the steps of a run one after the other.
 * @param points  that a step computes
 * @param tau     dt over the time that is computed
 * @param level   a copy of the primary field
 * @returns the last two levels before the end; null of fewer than two steps
 */
export function inSteps(
  { points, steps, tau }: { readonly points: number; readonly steps: number; readonly tau: number },
  { report, stop }: Watch,
  level: () => Float64Array,
  step: (n: number) => void,
): TimeLevels | null {
  const pollEvery = Math.max(1, Math.floor(POLL_POINTS / points));
  const reportEvery = Math.max(1, Math.floor(steps / REPORTS));
  let [before2, before1]: [Float64Array | null, Float64Array | null] = [null, null];
  for (let n = 0; n < steps; n += 1) {
    if (n % pollEvery === 0) stopIf(stop);
    if (n % reportEvery === 0) report(n / steps);
    if (n >= steps - 2) [before2, before1] = [before1, level()];
    step(n);
  }
  return before1 === null || before2 === null ? null : { before2, before1, tau };
}
