/**
 * Derivatives of the power flow by angles and by logarithms of magnitudes: one pattern, values anew
 * at every step.
 */
import { minimumDegree } from "../../math/linear/minimumDegree.js";
import {
  sparseLu,
  sparseLuAgain,
  type SparseColumns,
  type SparseLu,
} from "../../math/linear/sparseLu.js";
import type { Admittance, Turns } from "./admittance.js";
import { PQ, SLACK, type Network } from "./case.js";

export class Jacobian {
  /**
   * Unknown and equation of a bus's angle and active power, of its magnitude and reactive power; -1
   * where it has none.
   */
  readonly angle: Int32Array;
  readonly size: Int32Array;
  readonly n: number;
  readonly #y: Admittance;
  readonly #matrix: SparseColumns;
  readonly #order: Int32Array;
  #lu: SparseLu | null = null;

  /** Buses stand in an order of little fill, each with its angle before its magnitude. */
  constructor({ buses }: Network, y: Admittance) {
    const { columns, starts } = y;
    this.#y = y;
    this.angle = new Int32Array(buses.length).fill(-1);
    this.size = new Int32Array(buses.length).fill(-1);
    let n = 0;
    for (const i of minimumDegree(
      buses.map((_, j) => [...columns.subarray(starts[j], starts[j + 1])]),
    )) {
      if (buses[i]!.type === SLACK) continue;
      this.angle[i] = n;
      n += 1;
      if (buses[i]!.type !== PQ) continue;
      this.size[i] = n;
      n += 1;
    }
    this.n = n;
    this.#order = Int32Array.from({ length: n }, (_, k) => k);
    this.#matrix = this.#patternOf(buses.length);
  }

  /** Both columns of a bus hold the equations of its neighbours. */
  #patternOf(buses: number): SparseColumns {
    const { angle, n, size } = this;
    const { columns, starts: first } = this.#y;
    const busOf = new Int32Array(n);
    for (let j = 0; j < buses; j += 1) {
      if (angle[j]! >= 0) busOf[angle[j]!] = j;
      if (size[j]! >= 0) busOf[size[j]!] = j;
    }
    const starts = new Int32Array(n + 1);
    const rows = new Int32Array(4 * columns.length);
    let filled = 0;
    for (let column = 0; column < n; column += 1) {
      const j = busOf[column]!;
      for (let k = first[j]!; k < first[j + 1]!; k += 1) {
        const i = columns[k]!;
        if (angle[i]! >= 0) rows[filled++] = angle[i]!;
        if (size[i]! >= 0) rows[filled++] = size[i]!;
      }
      starts[column + 1] = filled;
    }
    return { n, starts, rows: rows.slice(0, filled), values: new Float64Array(filled) };
  }

  /** Null where singular. @param p, q  injections at these voltages */
  factored(turns: Turns, vm: Float64Array, p: Float64Array, q: Float64Array): SparseLu | null {
    for (let j = 0; j < vm.length; j += 1)
      if (this.angle[j]! >= 0) this.#writeColumns(j, turns, vm, p, q);
    this.#lu =
      (this.#lu === null ? null : sparseLuAgain(this.#lu, this.#matrix)) ??
      sparseLu(this.#matrix, this.#order);
    return this.#lu;
  }

  #writeColumns(
    j: number,
    { cosines, sines }: Turns,
    vm: Float64Array,
    p: Float64Array,
    q: Float64Array,
  ): void {
    const { angle, size } = this;
    const { starts, values } = this.#matrix;
    const { columns, imaginary, mirrors, real, starts: first } = this.#y;
    let at = starts[angle[j]!]!;
    const both = size[j]! >= 0;
    let other = both ? starts[size[j]!]! : 0;
    for (let k = first[j]!; k < first[j + 1]!; k += 1) {
      const i = columns[k]!;
      if (angle[i]! < 0) continue;
      const m = mirrors[k]!;
      const [b, g] = [imaginary[m]!, real[m]!];
      let [activeA, reactiveA, activeM, reactiveM] = [0, 0, 0, 0];
      if (i === j) {
        const v2 = vm[i]! * vm[i]!;
        [activeA, reactiveA, activeM, reactiveM] = [
          -q[i]! - b * v2,
          p[i]! - g * v2,
          p[i]! + g * v2,
          q[i]! - b * v2,
        ];
      } else {
        const vv = vm[i]! * vm[j]!;
        const active = vv * (g * cosines[m]! + b * sines[m]!);
        const reactive = vv * (g * sines[m]! - b * cosines[m]!);
        [activeA, reactiveA, activeM, reactiveM] = [reactive, -active, active, reactive];
      }
      values[at++] = activeA;
      if (both) values[other++] = activeM;
      if (size[i]! < 0) continue;
      values[at++] = reactiveA;
      if (both) values[other++] = reactiveM;
    }
  }
}
