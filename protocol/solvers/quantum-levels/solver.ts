import { placing } from "../fields/placed.js";
import { evenPoints } from "../fields/sampler.js";
import { climb } from "../ladder.js";
import { SolverMissing, tooLarge } from "../refusal.js";
import { defineSolver, type Progress, type SolverResult, type StopSignal } from "../solver.js";
import { onStated } from "../stated.js";
import { GRID_MAX, LISTED_MAX, quantumLevelsCard } from "./card.js";
import { levelAt, gridAnswer } from "./onGrid.js";
import { fitBox, type Box } from "./hamiltonian.js";
import { placesWithin } from "./layered.js";
import { runLayered } from "./inLayers.js";
import { problemOf, type Problem, type QuantumInputs } from "./potential.js";
import { ORDER, firstGrid, startFor, requireSeen } from "./start.js";

const NOWHERE = new Float64Array(0);
/** Sweeps of a bisection by fifths of 53 bits, and one elimination. */
const SWEEPS = 30;

export const quantumLevels = defineSolver({
  card: quantumLevelsCard,
  refused: placing(({ extent = 0, potential }: QuantumInputs) => ({
    given: { potential },
    over: { x: typeof extent === "number" ? [-extent / 2, extent / 2] : extent },
  })),
  work: (inputs) =>
    BigInt(firstGrid(inputs)) * BigInt(7 * SWEEPS * (1 + Math.min(inputs.n ?? 0, LISTED_MAX))),
  memory: () => 2 * GRID_MAX * 8 * 14,
  run,
});

export function run(inputs: QuantumInputs, stop: StopSignal, progress: Progress): SolverResult {
  const { n, quantity = "level" } = inputs;
  if (n === undefined)
    throw new SolverMissing("n", ["n", "level"], "Which level? State n, the ground state being 0.");
  if (inputs.mass === undefined)
    throw new SolverMissing("mass", ["mass", "m"], "The mass of the particle is absent.");
  const problem = problemOf(inputs);
  const top = quantity === "splitting" ? n + 1 : n;
  const start = firstGrid(inputs);
  if (start - 1 <= top)
    throw tooLarge(`the level n = ${top} on a grid of ${start} intervals`, top + 2, start);
  if (isInPieces(problem, problem)) return runLayered(inputs, problem, stop, progress);
  const box = fitBox(problem, top, stop);
  if (isInPieces(problem, box)) return runLayered(inputs, problem, stop, progress);
  const first = inputs.grid ?? startFor(inputs, box);
  progress(1, 8, 0);
  const at = levelAt(problem, box, inputs, stop, progress);
  const scale = quantity === "splitting" ? 0 : problem.scale * problem.joule;
  const options = { formalOrder: ORDER, scale, at };
  const climbed =
    inputs.grid === undefined
      ? climb({ ...options, start: first })
      : onStated({ ...options, resolution: inputs.grid });
  if (inputs.grid === undefined && inputs.preset === undefined) {
    const points = evenPoints(climbed.run.intervals, box.to - box.from, box.from);
    requireSeen(problem, points, NOWHERE, climbed.run.energy);
  }
  // A splitting below the rounding of its levels is not known, however still it stands.
  const size = Math.max(Math.abs(climbed.value), scale);
  const rounding = size > 0 ? climbed.run.rounding / size : Number.POSITIVE_INFINITY;
  return gridAnswer(inputs, problem, box, stop, {
    ...climbed,
    error: { ...climbed.error, relative: climbed.error.relative + rounding },
  });
}

function isInPieces({ written }: Problem, { from, to }: Pick<Box, "from" | "to">): boolean {
  return written !== undefined && placesWithin(written, from, to).length > 0;
}
