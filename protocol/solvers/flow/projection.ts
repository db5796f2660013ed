/**
 * The pressure of a staggered grid, exactly: rows are expanded in cosines or around a period, and
 * along the columns one tridiagonal system remains for each mode. In vector instructions by
 * `wasm/source/flow.as`, and the same sums in the same order here.
 */
import { mirrorBetweenBasis, periodicBasis, type AxisBasis } from "../../math/linear/separable.js";
import {
  hasPairedRows,
  pairedBackward,
  pairedForward,
  pairedRows,
  pairedRowsBytes,
  workBytes,
} from "../../math/transform/pairedRows.js";
import type { KernelRoom } from "../../wasm/kernel.js";
import type { FlowGrid } from "./flowGrid.js";

type InPlace = (data: Float64Array) => void;

/** Tridiagonal systems of n modes in m rows, with what closes them around a period. */
interface Columns {
  readonly n: number;
  readonly m: number;
  /** 1 / hy^2. */
  readonly beside: number;
  readonly inverse: Float64Array;
  readonly unit: Float64Array;
  readonly ring: { readonly shape: Float64Array; readonly closing: Float64Array } | null;
}

/** Bytes of a kernel's memory that the pressure takes. */
export function pressureBytes({ nx, ny }: Pick<FlowGrid, "nx" | "ny">): number {
  return 4 * 8 * nx * (ny + 1) + (hasPairedRows(nx) ? pairedRowsBytes(nx) : 0) + 1_024;
}

/**
 * @returns solves -lap phi = f in place on ny rows of nx, of which a kernel has the array; the mean
 * is of no use
 */
export function pressureSolver(
  { hx, hy, nx, ny, wallsX, wallsY }: FlowGrid,
  room: KernelRoom,
): InPlace {
  const rows = wallsX ? mirrorBetweenBasis(nx, hx) : periodicBasis(nx, hx);
  const [forward, backward] = hasPairedRows(nx) ? paired(nx, ny, !wallsX, room) : byRows(rows, ny);
  const down = columnSolver(columnsOf(rows.values, ny, hy, !wallsY, room), room);
  return (data) => {
    forward(data);
    down(data);
    backward(data);
  };
}

function byRows({ backward, forward }: AxisBasis, ny: number): readonly [InPlace, InPlace] {
  return [(data) => forward(data, 0, ny), (data) => backward(data, 0, ny)];
}

function paired(
  nx: number,
  ny: number,
  periodic: boolean,
  room: KernelRoom,
): readonly [InPlace, InPlace] {
  const plan = pairedRows(nx, periodic, {
    floats: (length) => room.floats(length),
    integers: (length) => room.integers(length),
  });
  const work = room.floats(workBytes(nx) / 8).byteOffset;
  const [gather, place, scatter] = [
    plan.gather.byteOffset,
    plan.place.byteOffset,
    plan.scatter.byteOffset,
  ];
  const [stages, twiddles, roots] = [
    plan.stages.byteOffset,
    plan.twiddles.byteOffset,
    plan.roots.byteOffset,
  ];
  const [to, from] = [room.call("pairedForward"), room.call("pairedBackward")];
  if (to === null || from === null)
    return [(data) => pairedForward(plan, data, ny), (data) => pairedBackward(plan, data, ny)];
  return [
    (data) =>
      void to(
        data.byteOffset,
        nx,
        ny,
        work,
        gather,
        stages,
        twiddles,
        roots,
        plan.forwards.byteOffset,
      ),
    (data) =>
      void from(
        data.byteOffset,
        nx,
        ny,
        work,
        place,
        scatter,
        stages,
        twiddles,
        roots,
        plan.backwards.byteOffset,
      ),
  ];
}

/**
 * Second differences along y less the eigenvalue of each mode along x. Around a period the last row
 * is left out, then found from what it does to the others. The constant mode ends at zero: its
 * right sides sum to nothing, and any end will do.
 */
function columnsOf(
  values: Float64Array,
  ny: number,
  hy: number,
  periodic: boolean,
  room: KernelRoom,
): Columns {
  const n = values.length;
  const m = periodic ? ny - 1 : ny;
  const beside = 1 / (hy * hy);
  const [inverse, unit] = [room.floats(n * m), room.floats(n * m)];
  for (let k = 0; k < n; k += 1) {
    for (let j = 0; j < m; j += 1) {
      const own = (!periodic && (j === 0 || j === m - 1) ? 1 : 2) * beside - values[k]!;
      const pivot = j === 0 ? own : own + beside * unit[(j - 1) * n + k]!;
      // Between walls all pivots of the constant mode are `beside`, and the last is zero.
      inverse[j * n + k] = k === 0 && !periodic ? (j === m - 1 ? 0 : 1 / beside) : 1 / pivot;
      unit[j * n + k] = j === m - 1 ? 0 : -beside * inverse[j * n + k]!;
    }
  }
  const open = { n, m, beside, inverse, unit, ring: null };
  if (!periodic) return open;
  const shape = room.floats(n * m);
  shape.fill(beside, 0, n);
  for (let k = 0; k < n; k += 1) shape[(m - 1) * n + k] = shape[(m - 1) * n + k]! + beside;
  downColumns(open, shape);
  const closing = Float64Array.from({ length: n }, (_, k) =>
    k === 0 ? 0 : 1 / (2 * beside - values[k]! - beside * (shape[k]! + shape[(m - 1) * n + k]!)),
  );
  return { ...open, ring: { shape, closing } };
}

function columnSolver(columns: Columns, room: KernelRoom): InPlace {
  const { beside, inverse, m, n, ring, unit } = columns;
  const [down, close] = [room.call("columns"), room.call("close")];
  return (data) => {
    if (down === null) downColumns(columns, data);
    else down(data.byteOffset, inverse.byteOffset, unit.byteOffset, n, m, beside);
    if (ring === null) return;
    const last = data.subarray(m * n, (m + 1) * n);
    for (let k = 0; k < n; k += 1)
      last[k] = (last[k]! + beside * (data[k]! + data[(m - 1) * n + k]!)) * ring.closing[k]!;
    if (close === null)
      for (let at = 0; at < m * n; at += 1) data[at] = data[at]! + last[at % n]! * ring.shape[at]!;
    else close(data.byteOffset, ring.shape.byteOffset, last.byteOffset, n, m);
  };
}

function downColumns({ beside, inverse, m, n, unit }: Columns, data: Float64Array): void {
  for (let at = 0; at < n; at += 1) data[at] = data[at]! * inverse[at]!;
  for (let at = n; at < m * n; at += 1)
    data[at] = (data[at]! + beside * data[at - n]!) * inverse[at]!;
  for (let at = (m - 1) * n - 1; at >= 0; at -= 1) data[at] = data[at]! - unit[at]! * data[at + n]!;
}
