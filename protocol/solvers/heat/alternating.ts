/**
 * The parts of an alternating step that go over whole rows: in vector instructions by
 * `wasm/source/adi.as`, and the same sums here.
 */
import { solveColumns, type TridiagonalFactors } from "../../math/linear/thomas.js";
import { adiBinary } from "../../wasm/binary/adi.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

/** Coefficients of three neighbouring rows, one of each a row. */
export interface Down {
  readonly below: Float64Array;
  readonly own: Float64Array;
  readonly above: Float64Array;
}

/** Two blocks of temperatures in the memory of a kernel, with room for factors down the columns. */
export class Alternating {
  readonly u: Float64Array;
  readonly work: Float64Array;
  readonly down: Down;
  readonly #columns: number;
  readonly #factors: readonly [Float64Array, Float64Array, Float64Array];
  #known: TridiagonalFactors | null = null;
  readonly #explicitDown: KernelCall | null;
  readonly #explicitAlong: KernelCall | null;
  readonly #solve: KernelCall | null;

  /** @param u rows of `columns` temperatures: copied */
  constructor(u: Float64Array, columns: number) {
    const rows = u.length / columns;
    const room = roomOfJob(adiBinary, (2 * u.length + 6 * rows) * 8 + 8 * LANES_BYTES);
    this.#columns = columns;
    this.u = room.floats(u.length);
    this.work = room.floats(u.length);
    this.u.set(u);
    this.down = { below: room.floats(rows), own: room.floats(rows), above: room.floats(rows) };
    this.#factors = [room.floats(rows), room.floats(rows), room.floats(rows)];
    this.#explicitDown = room.call("explicitDown");
    this.#explicitAlong = room.call("explicitAlong");
    this.#solve = room.call("solveColumns");
  }

  /**
   * work = below u(j - 1) + own u(j) + above u(j + 1) for rows j0 to j1 of `last` + 1, columns i0
   * to i1.
   */
  acrossRows(j0: number, j1: number, last: number, i0: number, i1: number): void {
    const {
      down: { above, below, own },
      u,
      work,
    } = this;
    const columns = this.#columns;
    const explicitDown = this.#explicitDown;
    if (explicitDown !== null) {
      explicitDown(
        u.byteOffset,
        work.byteOffset,
        below.byteOffset,
        own.byteOffset,
        above.byteOffset,
        j0,
        j1,
        last,
        columns,
        i0,
        i1 - i0 + 1,
      );
      return;
    }
    for (let j = j0; j <= j1; j += 1) {
      const row = j * columns;
      const lower = j > 0 ? columns : 0;
      const upper = j < last ? columns : 0;
      const [b, o, a] = [below[j]!, own[j]!, above[j]!];
      for (let at = row + i0; at <= row + i1; at += 1)
        work[at] = b * u[at - lower]! + o * u[at]! + a * u[at + upper]!;
    }
  }

  /** u = side (left + right) + own work, all but the ends of rows j0 to j1. */
  alongRows(side: number, own: number, j0: number, j1: number): void {
    const { u, work } = this;
    const columns = this.#columns;
    const explicitAlong = this.#explicitAlong;
    if (explicitAlong !== null) {
      explicitAlong(work.byteOffset, u.byteOffset, side, own, j0, j1, columns);
      return;
    }
    for (let j = j0; j <= j1; j += 1) {
      const row = j * columns;
      for (let at = row + 1; at < row + columns - 1; at += 1)
        u[at] = side * (work[at - 1]! + work[at + 1]!) + own * work[at]!;
    }
  }

  /** u of every column in place. */
  downColumns(factors: TridiagonalFactors): void {
    const { u } = this;
    const columns = this.#columns;
    const solve = this.#solve;
    if (solve === null) {
      solveColumns(factors, u, columns);
      return;
    }
    const [lower, upper, inverse] = this.#factors;
    if (this.#known !== factors) {
      lower.set(factors.lower);
      upper.set(factors.upper);
      inverse.set(factors.inverse);
      this.#known = factors;
    }
    solve(u.byteOffset, lower.byteOffset, upper.byteOffset, inverse.byteOffset, factors.n, columns);
  }
}
