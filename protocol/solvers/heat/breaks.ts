/** Where the data jump or bend, and what time heat has from there on. */
import type { Taken } from "../fields/hidden.js";
import { isBroken } from "../fields/nodal.js";
import type { Mesh } from "./levels.js";
import { meshOf, type HeatProblem } from "./problem.js";

/** Cells that heat gets across, at least, after a jump in the data. */
export const CELLS_CROSSED = 2;

/** Whether a side of given temperature jumps twice before heat has crossed two cells. */
export function hasShortPulse(problem: HeatProblem, { nx, ny }: Mesh): boolean {
  const { alpha, isBar, time } = problem;
  if (problem.stated !== null || !isDriven(problem)) return false;
  const { hx, hy } = meshOf(problem, nx, ny);
  const widest = CELLS_CROSSED * (isBar ? hx : Math.max(hx, hy));
  return time.pieces.some(
    ({ from, jumps, to }, i) =>
      jumps && i + 1 < time.pieces.length && alpha * (to - from) < widest * widest,
  );
}

/** Whether a side of given temperature, or its surroundings, change with time. */
function isDriven({ sides }: HeatProblem): boolean {
  return Object.values(sides).some(
    ({ film, fixed, value }) => (fixed || film > 0) && value.varies("t"),
  );
}

export function takenOf({ initial }: HeatProblem, xs: Float64Array, ys: Float64Array): Taken {
  return isBroken(initial, xs, ys) ? "means" : "values";
}

export function hasBreaks({ initial, isBar, lx, ly, sides, time }: HeatProblem): boolean {
  const [xs, ys] = [Float64Array.of(0, lx), isBar ? new Float64Array(1) : Float64Array.of(0, ly)];
  const isCut = time.pieces.length > 1 || !time.isWhole;
  return (
    isCut ||
    isBroken(initial, xs, ys) ||
    Object.values(sides).some(({ value }) => isBroken(value, xs, ys))
  );
}

/** The shortest time that heat has from a jump in the start, or at a side of given temperature, on. */
export function shortestAfterJump(
  problem: HeatProblem,
): { readonly time: number; readonly what: string } | null {
  const { initial, isBar, lx, ly, tEnd, time } = problem;
  const ends = [Float64Array.of(0, lx), isBar ? new Float64Array(1) : Float64Array.of(0, ly)];
  const starts = isBroken(initial, ends[0]!, ends[1]!)
    ? [{ time: tEnd, what: "the initial field jumps or is steep" }]
    : [];
  // However short a pulse: what a mesh takes of it is its integral over time, as far as heat has time
  // to cross cells afterwards.
  const last = isDriven(problem) ? time.pieces.findLast(({ jumps }) => jumps) : undefined;
  const after =
    last === undefined
      ? []
      : [{ time: tEnd - last.from, what: `a side jumps at t = ${last.from} s` }];
  return [...starts, ...after].reduce<{ time: number; what: string } | null>(
    (least, one) => (least === null || one.time < least.time ? one : least),
    null,
  );
}
