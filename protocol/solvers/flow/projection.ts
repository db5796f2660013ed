/**
 * The pressure of a staggered grid, exactly: rows are expanded in cosines or around a period; along the columns one
 * tridiagonal system remains for each mode, or the same once more where they are periodic. In vector instructions by
 * `wasm/source/flow.as`, and the same sums in the same order here.
 */
import { mirrorBetweenBasis, periodicBasis, spectralSolver, type AxisBasis } from "../../math/linear/separable.js";
import { cosineBackward, cosineForward, ENTRY_BYTES, pairedCosine, pairedCosineBytes, type PairedCosine } from "../../math/transform/pairedCosine.js";
import type { KernelRoom } from "../../wasm/kernel.js";
import type { FlowGrid } from "./staggered.js";

/** Bytes of a kernel's memory that a pressure takes. */
export function pressureBytes({ nx, ny }: Pick<FlowGrid, "nx" | "ny">): number {
  const tables = isPower(nx) ? pairedCosineBytes(nx) + nx * ENTRY_BYTES : 0;
  return 3 * 8 * nx * ny + tables + 1_024;
}

function isPower(n: number): boolean {
  return n >= 4 && (n & (n - 1)) === 0;
}

type InPlace = (data: Float64Array) => void;

/** @returns solves -lap phi = f in place on ny rows of nx, of which a kernel has the array; the mean is of no use */
export function pressureSolver(grid: FlowGrid, room: KernelRoom): InPlace {
  const { hx, hy, nx, ny, wallsX, wallsY } = grid;
  const rows = wallsX ? mirrorBetweenBasis(nx, hx) : periodicBasis(nx, hx);
  if (!wallsY) return spectralSolver(rows, periodicBasis(ny, hy), 0);
  const [forward, backward] = wallsX && isPower(nx) ? paired(nx, ny, room) : byRows(rows, ny);
  const down = columnSolver(rows.values, ny, hy, room);
  return (data) => {
    forward(data);
    down(data);
    backward(data);
  };
}

function byRows({ backward, forward }: AxisBasis, ny: number): readonly [InPlace, InPlace] {
  return [(data) => forward(data, 0, ny), (data) => backward(data, 0, ny)];
}

function paired(nx: number, ny: number, room: KernelRoom): readonly [InPlace, InPlace] {
  const plan: PairedCosine = pairedCosine(nx, { floats: (length) => room.floats(length), integers: (length) => room.integers(length) });
  const work = room.floats((nx * ENTRY_BYTES) / 8).byteOffset;
  const { backwards, forwards, gather, place, scatter, twiddles } = plan;
  const [to, from] = [room.call("cosineForward"), room.call("cosineBackward")];
  if (to === null || from === null) return [(data) => cosineForward(plan, data, ny), (data) => cosineBackward(plan, data, ny)];
  return [
    (data) => void to(data.byteOffset, nx, ny, work, gather.byteOffset, twiddles.byteOffset, forwards.byteOffset),
    (data) => void from(data.byteOffset, nx, ny, work, place.byteOffset, scatter.byteOffset, twiddles.byteOffset, backwards.byteOffset),
  ];
}

/** Second differences between two walls along y, less the eigenvalue of each mode along x; the constant mode ends at zero. */
function columnSolver(values: Float64Array, ny: number, hy: number, room: KernelRoom): InPlace {
  const n = values.length;
  const beside = 1 / (hy * hy);
  const [inverse, unit] = [room.floats(n * ny), room.floats(n * ny)];
  for (let k = 0; k < n; k += 1) {
    for (let j = 0; j < ny; j += 1) {
      const own = (j === 0 || j === ny - 1 ? 1 : 2) * beside - values[k]!;
      const pivot = j === 0 ? own : own + beside * unit[(j - 1) * n + k]!;
      // Of the constant mode all pivots are `beside`, and the last is zero: its right side is, too, and any end will do.
      inverse[j * n + k] = k === 0 ? (j === ny - 1 ? 0 : 1 / beside) : 1 / pivot;
      unit[j * n + k] = j === ny - 1 ? 0 : -beside * inverse[j * n + k]!;
    }
  }
  const columns = room.call("columns");
  return (data) => {
    if (columns === null) downColumns(data, inverse, unit, n, ny, beside);
    else columns(data.byteOffset, inverse.byteOffset, unit.byteOffset, n, ny, beside);
  };
}

function downColumns(data: Float64Array, inverse: Float64Array, unit: Float64Array, n: number, m: number, beside: number): void {
  for (let at = 0; at < n; at += 1) data[at] = data[at]! * inverse[at]!;
  for (let at = n; at < m * n; at += 1) data[at] = (data[at]! + beside * data[at - n]!) * inverse[at]!;
  for (let at = (m - 1) * n - 1; at >= 0; at -= 1) data[at] = data[at]! - unit[at]! * data[at + n]!;
}
