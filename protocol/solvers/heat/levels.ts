/** The meshes and steps of the levels of a ladder, and what they cost. */
import { checkedPoints } from "../execute.js";
import { cellsAlong } from "../fields/rectangle.js";
import { stepsOfPieces } from "../fields/timePieces.js";
import type { Steps } from "../march.js";
import { tooLarge } from "../refusal.js";
import { DENSE_CELLS_MAX, isDense } from "./implicit.js";
import { explicitSteps, type HeatProblem } from "./problem.js";

/** Cells of the first level. */
const PLATE_CELLS = 16;
const BAR_CELLS = 64;
/** alpha dt (1/dx^2 + 1/dy^2) of explicit steps that are chosen here. */
const EXPLICIT_NUMBER = 0.25;
const DOUBLINGS = 5;
const EXPLICIT_DOUBLINGS = 4;
const BYTES_PER_POINT = 88;

export interface Mesh extends Steps {
  readonly nx: number;
  readonly ny: number;
  /** Steps of each piece of the time. */
  readonly inPieces?: readonly number[];
}

/** Steps of the first level in a piece of the time. */
const PIECE_STEPS = 16;
/** The same of a time in many pieces. */
const FEW_STEPS = 4;
const MANY_PIECES = 32;

/**
 * The mesh of a level: cells by the sides' proportion, steps with the cells (their square for
 * explicit steps).
 */
export function levelMesh(problem: HeatProblem, level: number): Mesh {
  const { isBar, isHalfSpace, lx, ly, scheme, steady, tEnd } = problem;
  const factor = 1 << level;
  const base = isBar ? BAR_CELLS : PLATE_CELLS;
  const [columns, rows] = isBar ? [base, 0] : cellsAlong(base, lx, ly);
  const [nx, ny] = [columns * factor, rows * factor];
  if (steady) return { nx, ny, steps: 0, dt: 0 };
  const context = { lx, ly, alpha: problem.alpha, tEnd, isBar, steady, from: null };
  const isExplicit = scheme === "explicit";
  const first = isExplicit
    ? explicitSteps(context, nx / factor, ny / factor, EXPLICIT_NUMBER)
    : base * (isHalfSpace ? 1 : 2);
  const { pieces } = problem.time;
  const least = pieces.length > MANY_PIECES ? FEW_STEPS : PIECE_STEPS;
  const inPieces = stepsOfPieces(pieces, first, least).map(
    (steps) => steps * (isExplicit ? factor * factor : factor),
  );
  const steps = inPieces.reduce((all, some) => all + some, 0);
  return { nx, ny, steps, dt: tEnd / steps, inPieces };
}

/** Whether whole solutions expand a full matrix of eigenvectors along x. */
export function isFull({ isBar, scheme, sides, steady }: HeatProblem): boolean {
  return !isBar && (steady || scheme === "tr-bdf2") && isDense(sides);
}

export function doublingsOf(problem: HeatProblem): number {
  if (problem.scheme === "explicit" && !problem.steady) return EXPLICIT_DOUBLINGS;
  let doublings = DOUBLINGS;
  while (isFull(problem) && doublings > 2 && levelMesh(problem, doublings).nx > DENSE_CELLS_MAX)
    doublings -= 1;
  return doublings;
}

export function pointsOf({ isBar }: HeatProblem, { nx, ny }: Mesh): number {
  return (nx + 1) * (isBar ? 1 : ny + 1);
}

export function partOf(
  { isBar, scheme, steady, tEnd }: HeatProblem,
  stated: Mesh,
  part: number,
): Mesh {
  const nx = Math.max(2, Math.round(stated.nx * part));
  const ny = isBar ? 0 : Math.max(2, Math.round(stated.ny * part));
  if (steady) return { nx, ny, steps: 0, dt: 0 };
  const steps = Math.max(1, Math.ceil(stated.steps * (scheme === "explicit" ? part * part : part)));
  return { nx, ny, steps, dt: tEnd / steps };
}

export function memoryOf(problem: HeatProblem, mesh: Mesh): number {
  const points = checkedPoints("points of the field", pointsOf(problem, mesh));
  const full = isFull(problem);
  if (full && mesh.nx > DENSE_CELLS_MAX)
    throw tooLarge("cells along x with these sides", mesh.nx, DENSE_CELLS_MAX);
  return points * BYTES_PER_POINT + (full ? 32 * mesh.nx * mesh.nx : 0);
}
