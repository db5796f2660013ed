/** Cells of a periodic box: the atoms about each cell, in the order of their indices. */

/** @param q four numbers an atom, the first three its place */
export class Neighbourhoods {
  readonly #cells: readonly number[];
  readonly #cellOf: Int32Array;
  readonly #members: readonly (readonly number[])[];
  readonly #around = new Map<number, Int32Array>();

  constructor(q: Float64Array, n: number, box: ArrayLike<number>, cells: readonly number[]) {
    this.#cells = cells;
    const [nx, ny, nz] = [cells[0]!, cells[1]!, cells[2]!];
    const members: number[][] = Array.from({ length: nx * ny * nz }, () => []);
    this.#members = members;
    this.#cellOf = new Int32Array(n);
    const placeOf = (i: number, axis: number): number => {
      const part = q[4 * i + axis]! / box[axis]!;
      return Math.min(cells[axis]! - 1, Math.floor((part - Math.floor(part)) * cells[axis]!));
    };
    for (let i = 0; i < n; i += 1) {
      const cell = (placeOf(i, 0) * ny + placeOf(i, 1)) * nz + placeOf(i, 2);
      this.#cellOf[i] = cell;
      // An atom at no place at all is in no cell: the energy will say so.
      members[cell]?.push(i);
    }
  }

  /** Atoms of the 27 cells about that of atom i, ascending. */
  of(i: number): Int32Array {
    const cell = this.#cellOf[i]!;
    let found = this.#around.get(cell);
    if (found === undefined) {
      found = this.#gathered(cell);
      this.#around.set(cell, found);
    }
    return found;
  }

  #gathered(cell: number): Int32Array {
    const [nx, ny, nz] = [this.#cells[0]!, this.#cells[1]!, this.#cells[2]!];
    const [cx, cy, cz] = [Math.floor(cell / (ny * nz)), Math.floor(cell / nz) % ny, cell % nz];
    const found: number[] = [];
    for (let a = -1; a <= 1; a += 1) {
      for (let b = -1; b <= 1; b += 1) {
        for (let c = -1; c <= 1; c += 1) {
          found.push(
            ...this.#members[
              (((cx + a + nx) % nx) * ny + ((cy + b + ny) % ny)) * nz + ((cz + c + nz) % nz)
            ]!,
          );
        }
      }
    }
    return Int32Array.from(found).sort();
  }
}

/** Where the first number above `value` stands. */
export function firstAbove(ascending: Int32Array, value: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ascending[middle]! > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
