/** Temperatures that the data allow. */
import { onNodes } from "../fields/nodal.js";
import { levelMesh, pointsOf } from "./levels.js";
import { Plate } from "./plate.js";
import { meshOf, type HeatProblem } from "./problem.js";

/**
 * Least and greatest temperature that initial state and sides allow; null where a flux may exceed
 * them.
 */
export function dataRange(
  { initial, isBar, sides, tEnd, time: { pieces } }: HeatProblem,
  plate: Plate,
  u: Float64Array,
): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number): void => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  u.forEach(take);
  const { xs, ys } = plate.mesh;
  for (const side of isBar ? [sides.left, sides.right] : Object.values(sides)) {
    if (!side.fixed && side.film === 0) {
      if (side.text !== "insulated") return null;
      continue;
    }
    const value = side.held ? initial : side.value;
    const times = side.value.varies("t") ? 64 : 0;
    const even = Array.from({ length: times + 1 }, (_, n) =>
      times === 0 ? 0 : (tEnd * n) / times,
    );
    const beside = pieces.length > 1 ? pieces.flatMap(({ high, low }) => [low, high]) : [];
    for (const t of [...even, ...beside]) {
      const alongX = side.name === "bottom" || side.name === "top";
      for (const place of plate.placesAlong(side.name)) {
        const x = alongX ? place : side.name === "left" ? xs[0]! : xs[xs.length - 1]!;
        const y = alongX ? (side.name === "bottom" ? ys[0]! : ys[ys.length - 1]!) : place;
        take(value.at(x, y, t) / (side.fixed ? 1 : side.film));
      }
    }
  }
  return [low, high];
}

export function spreadOf(range: [number, number] | null, u: Float64Array): number {
  const [low, high] = range ?? [
    u.reduce((a, b) => Math.min(a, b)),
    u.reduce((a, b) => Math.max(a, b)),
  ];
  return high - low;
}

/** The spread of initial and boundary temperatures: of it, a temperature near zero is judged. */
export function scaleOf(problem: HeatProblem): number {
  const mesh = levelMesh(problem, 0);
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u = problem.steady
    ? new Float64Array(pointsOf(problem, mesh)).fill(Number.NaN)
    : onNodes(problem.initial, grid.xs, grid.ys, 0, "/initial").data;
  const known = u.filter((value) => value === value);
  const range = dataRange(problem, new Plate(grid, problem.sides, 1, u), known);
  if (range !== null && range[1] >= range[0]) return range[1] - range[0];
  let scale = known.length === 0 ? 0 : spreadOf(null, known);
  for (const { film, fixed, value } of Object.values(problem.sides)) {
    if (!fixed && film === 0)
      scale = Math.max(scale, Math.abs(value.at(problem.lx, problem.ly, 0)) * problem.lx);
  }
  return scale;
}
