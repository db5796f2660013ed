/**
 * LU factors of a sparse square matrix, column by column (Gilbert and Peierls, SIAM J. Sci. Stat.
 * Comput. 9 (1988) 862), with threshold pivoting that prefers the diagonal of the given order.
 */

/**
 * Compressed columns: rows of column j stand at `rows[starts[j] .. starts[j + 1])`, in any order.
 */
export interface SparseColumns {
  readonly n: number;
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

export interface SparseLu {
  readonly n: number;
  readonly order: Int32Array;
  /** Place in the elimination of every row. */
  readonly place: Int32Array;
  readonly lowerStarts: Int32Array;
  readonly lowerRows: Int32Array;
  readonly lowerValues: Float64Array;
  readonly upperStarts: Int32Array;
  readonly upperRows: Int32Array;
  readonly upperValues: Float64Array;
  readonly diagonal: Float64Array;
}

const THRESHOLD = 0.01;

class Store {
  rows = new Int32Array(1024);
  values = new Float64Array(1024);
  size = 0;

  push(row: number, value: number): void {
    if (this.size === this.rows.length) {
      const rows = new Int32Array(2 * this.size);
      const values = new Float64Array(2 * this.size);
      rows.set(this.rows);
      values.set(this.values);
      this.rows = rows;
      this.values = values;
    }
    this.rows[this.size] = row;
    this.values[this.size] = value;
    this.size += 1;
  }
}

/**
 * @param order columns in the order of elimination @returns null where no pivot is left that is not
 * zero
 */
export function sparseLu(
  { n, rows, starts, values }: SparseColumns,
  order: Int32Array,
): SparseLu | null {
  const place = new Int32Array(n).fill(-1);
  const lower = new Store();
  const upper = new Store();
  const lowerStarts = new Int32Array(n + 1);
  const upperStarts = new Int32Array(n + 1);
  const diagonal = new Float64Array(n);
  const x = new Float64Array(n);
  const mark = new Int32Array(n).fill(-1);
  const reach = new Int32Array(n);
  const stack = new Int32Array(n);
  const next = new Int32Array(n);
  for (let k = 0; k < n; k += 1) {
    const column = order[k]!;
    let top = n;
    for (let p = starts[column]!; p < starts[column + 1]!; p += 1) {
      if (mark[rows[p]!] !== k)
        top = search(rows[p]!, k, top, { mark, reach, stack, next, place, lowerStarts, lower });
    }
    for (let p = top; p < n; p += 1) x[reach[p]!] = 0;
    for (let p = starts[column]!; p < starts[column + 1]!; p += 1) x[rows[p]!]! += values[p]!;
    let best = -1;
    let largest = 0;
    for (let p = top; p < n; p += 1) {
      const row = reach[p]!;
      const at = place[row]!;
      const value = x[row]!;
      if (at >= 0) {
        upper.push(at, value);
        if (value !== 0) {
          for (let q = lowerStarts[at]!; q < lowerStarts[at + 1]!; q += 1)
            x[lower.rows[q]!]! -= lower.values[q]! * value;
        }
      } else if (Math.abs(value) > largest || (Math.abs(value) === largest && row < best)) {
        largest = Math.abs(value);
        best = row;
      }
    }
    if (best < 0 || !(largest > 0) || !Number.isFinite(largest)) return null;
    if (mark[column] === k && place[column] === -1 && Math.abs(x[column]!) >= THRESHOLD * largest)
      best = column;
    diagonal[k] = x[best]!;
    place[best] = k;
    for (let p = top; p < n; p += 1) {
      const row = reach[p]!;
      // Zeros stand too: the same pattern may have other values the next time.
      if (place[row] === -1) lower.push(row, x[row]! / diagonal[k]!);
    }
    lowerStarts[k + 1] = lower.size;
    upperStarts[k + 1] = upper.size;
  }
  return {
    n,
    order,
    place,
    lowerStarts,
    lowerRows: lower.rows,
    lowerValues: lower.values,
    upperStarts,
    upperRows: upper.rows,
    upperValues: upper.values,
    diagonal,
  };
}

/**
 * The factors of a matrix of the same pattern by the same pivots, in the arrays of the ones before,
 * without a search.
 * @returns the bits that `sparseLu` gives; null where that would choose another pivot, or none, and
 * the arrays are of no use any more
 */
export function sparseLuAgain(
  lu: SparseLu,
  { n, rows, starts, values }: SparseColumns,
): SparseLu | null {
  const {
    diagonal,
    lowerRows,
    lowerStarts,
    lowerValues,
    order,
    place,
    upperRows,
    upperStarts,
    upperValues,
  } = lu;
  const rowAt = new Int32Array(n);
  for (let row = 0; row < n; row += 1) rowAt[place[row]!] = row;
  const x = new Float64Array(n);
  for (let k = 0; k < n; k += 1) {
    const column = order[k]!;
    if (rowAt[k] !== column) return null;
    for (let p = starts[column]!; p < starts[column + 1]!; p += 1)
      x[rows[p]!] = x[rows[p]!]! + values[p]!;
    for (let p = upperStarts[k]!; p < upperStarts[k + 1]!; p += 1) {
      const at = upperRows[p]!;
      const row = rowAt[at]!;
      const value = x[row]!;
      x[row] = 0;
      upperValues[p] = value;
      if (value === 0) continue;
      for (let q = lowerStarts[at]!; q < lowerStarts[at + 1]!; q += 1)
        x[lowerRows[q]!] = x[lowerRows[q]!]! - lowerValues[q]! * value;
    }
    const pivot = x[column]!;
    x[column] = 0;
    let largest = Math.abs(pivot);
    for (let p = lowerStarts[k]!; p < lowerStarts[k + 1]!; p += 1)
      largest = Math.max(largest, Math.abs(x[lowerRows[p]!]!));
    if (!(Math.abs(pivot) >= THRESHOLD * largest) || !(largest > 0) || !Number.isFinite(largest))
      return null;
    diagonal[k] = pivot;
    for (let p = lowerStarts[k]!; p < lowerStarts[k + 1]!; p += 1) {
      const row = lowerRows[p]!;
      lowerValues[p] = x[row]! / pivot;
      x[row] = 0;
    }
  }
  return lu;
}

interface Search {
  readonly mark: Int32Array;
  readonly reach: Int32Array;
  readonly stack: Int32Array;
  readonly next: Int32Array;
  readonly place: Int32Array;
  readonly lowerStarts: Int32Array;
  readonly lower: Store;
}

/** Depth-first through the columns of L done so far; what a row reaches is put before it. */
function search(
  row: number,
  k: number,
  from: number,
  { lower, lowerStarts, mark, next, place, reach, stack }: Search,
): number {
  let top = from;
  let depth = 0;
  stack[0] = row;
  mark[row] = k;
  next[0] = place[row]! >= 0 ? lowerStarts[place[row]!]! : -1;
  while (depth >= 0) {
    const at = place[stack[depth]!]!;
    // A row that is no pivot yet leads nowhere: its list is empty.
    const end = at >= 0 ? lowerStarts[at + 1]! : -1;
    let deeper = false;
    while (next[depth]! < end) {
      const child = lower.rows[next[depth]!]!;
      next[depth]! += 1;
      if (mark[child] === k) continue;
      mark[child] = k;
      depth += 1;
      stack[depth] = child;
      next[depth] = place[child]! >= 0 ? lowerStarts[place[child]!]! : -1;
      deeper = true;
      break;
    }
    if (!deeper) {
      top -= 1;
      reach[top] = stack[depth]!;
      depth -= 1;
    }
  }
  return top;
}

/** x with A x = b; b is left as it is. */
export function sparseSolve(lu: SparseLu, b: Float64Array): Float64Array {
  const {
    diagonal,
    lowerRows,
    lowerStarts,
    lowerValues,
    n,
    order,
    place,
    upperRows,
    upperStarts,
    upperValues,
  } = lu;
  const y = new Float64Array(n);
  for (let row = 0; row < n; row += 1) y[place[row]!] = b[row]!;
  for (let k = 0; k < n; k += 1) {
    const value = y[k]!;
    if (value !== 0)
      for (let p = lowerStarts[k]!; p < lowerStarts[k + 1]!; p += 1)
        y[place[lowerRows[p]!]!]! -= lowerValues[p]! * value;
  }
  const x = new Float64Array(n);
  for (let k = n - 1; k >= 0; k -= 1) {
    const value = y[k]! / diagonal[k]!;
    x[order[k]!] = value;
    for (let p = upperStarts[k]!; p < upperStarts[k + 1]!; p += 1)
      y[upperRows[p]!]! -= upperValues[p]! * value;
  }
  return x;
}
