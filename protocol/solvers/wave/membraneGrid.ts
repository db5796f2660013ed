/** Fields of a membrane with their edges, and the padded levels that the leapfrog computes on. */
import { isBroken, onNodes } from "../fields/nodal.js";
import { evenPoints, type Sampler } from "../fields/sampler.js";
import { badInput } from "../refusal.js";
import type { WaveGrid } from "./leapfrog.js";
import type { Mesh, Problem } from "./membraneProblem.js";

export function gridOf({ isString, lx, ly, periodic }: Problem, { nx, ny }: Mesh): WaveGrid {
  const less = periodic ? 0 : 1;
  return {
    mx: nx - less,
    my: isString ? 1 : ny - less,
    hx: lx / nx,
    hy: isString ? 1 : ly / ny,
    periodic,
  };
}

/** Points of the returned field: edges included, a period once. */
export function shapeOf(
  { isString, periodic }: Problem,
  { nx, ny }: Mesh,
): readonly [number, number] {
  const more = periodic ? 0 : 1;
  return [isString ? 1 : ny + more, nx + more];
}

/** Whether a field jumps or bends: it is taken by its means, then. */
export function isBrokenOn({ isString, lx, ly }: Problem, sampler: Sampler): boolean {
  const ends = Float64Array.of(0, ly);
  return isBroken(sampler, Float64Array.of(0, lx), isString ? ends.subarray(0, 1) : ends);
}

/** Padded copy of the means of a function about the computed points. */
function paddedMeans(
  { isString, lx, ly, periodic }: Problem,
  { mx, my }: WaveGrid,
  sampler: Sampler,
  pointer: string,
): Float64Array {
  const [shift, more] = periodic ? [-1, 0] : [0, 1];
  const xs = evenPoints(mx + more, lx);
  const ys = isString ? new Float64Array(1) : evenPoints(my + more, ly);
  const { data: means } = onNodes(sampler, xs, ys, 0, pointer);
  const width = mx + 2;
  const data = new Float64Array(width * (my + 2));
  // Both ends of a period are one point, each with half of its cells.
  const ends = (at: number, n: number): readonly number[] => (periodic && at === 0 ? [0, n] : [at]);
  for (let j = 1; j <= my; j += 1) {
    const rows = isString ? [0] : ends(j + shift, ys.length - 1);
    for (let i = 1; i <= mx; i += 1) {
      const columns = ends(i + shift, xs.length - 1);
      let sum = 0;
      for (const row of rows) for (const column of columns) sum += means[row * xs.length + column]!;
      data[j * width + i] = sum / (rows.length * columns.length);
    }
  }
  return data;
}

/** Padded copy of a function on the computed points. */
export function padded(
  problem: Problem,
  grid: WaveGrid,
  sampler: Sampler,
  pointer: string,
): Float64Array {
  if (isBrokenOn(problem, sampler)) return paddedMeans(problem, grid, sampler, pointer);
  const { at } = sampler;
  const width = grid.mx + 2;
  const data = new Float64Array(width * (grid.my + 2));
  const shift = problem.periodic ? -1 : 0;
  // Cells along each axis: as many as points in a period, one more than points between edges.
  const cellsX = grid.mx + (problem.periodic ? 0 : 1);
  const cellsY = grid.my + (problem.periodic ? 0 : 1);
  const { lx, ly } = problem;
  for (let j = 1; j <= grid.my; j += 1) {
    for (let i = 1; i <= grid.mx; i += 1) {
      const value = at((lx * (i + shift)) / cellsX, (ly * (j + shift)) / cellsY, 0);
      if (value - value !== 0) throw badInput(pointer, `no finite number at point ${i}, ${j}`);
      data[j * width + i] = value;
    }
  }
  return data;
}

/** Copies between the padded levels and fields with their edges. */
export function unpadded(
  problem: Problem,
  mesh: Mesh,
  grid: WaveGrid,
  level: Float64Array,
): Float64Array {
  const [rows, columns] = shapeOf(problem, mesh);
  const shift = problem.periodic ? 0 : 1;
  const field = new Float64Array(rows * columns);
  for (let j = 0; j < grid.my; j += 1) {
    const from = (j + 1) * (grid.mx + 2) + 1;
    field.set(
      level.subarray(from, from + grid.mx),
      (j + (problem.isString ? 0 : shift)) * columns + shift,
    );
  }
  return field;
}

export function repadded(
  problem: Problem,
  mesh: Mesh,
  grid: WaveGrid,
  field: Float64Array,
): Float64Array {
  const [rows, columns] = shapeOf(problem, mesh);
  if (field.length !== rows * columns)
    throw badInput("/initialState/u", "the state is of another shape");
  const shift = problem.periodic ? 0 : 1;
  const level = new Float64Array((grid.mx + 2) * (grid.my + 2));
  for (let j = 0; j < grid.my; j += 1) {
    const from = (j + (problem.isString ? 0 : shift)) * columns + shift;
    level.set(field.subarray(from, from + grid.mx), (j + 1) * (grid.mx + 2) + 1);
  }
  return level;
}
