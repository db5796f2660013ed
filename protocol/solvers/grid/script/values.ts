/** Matrices of a case file, row by row; indices count from 1 down the columns, as MATLAB does. */
import { badInput } from "../../refusal.js";

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/** Entries of one matrix. */
const ENTRIES_MAX = 4_000_000;

export function matrixOf(rows: number, columns: number, line: number): Matrix {
  if (!(rows * columns <= ENTRIES_MAX))
    throw badInput("/case", `line ${line}: a matrix of ${rows} x ${columns} is too large`);
  return { rows, columns, data: new Float64Array(rows * columns) };
}

export function scalar(value: number): Matrix {
  return { rows: 1, columns: 1, data: Float64Array.of(value) };
}

export function rowOf(values: readonly number[]): Matrix {
  return { rows: 1, columns: values.length, data: Float64Array.from(values) };
}

/** Where the k-th entry, counted down the columns from 0, stands. */
export function placeOf({ columns, rows }: Matrix, k: number): number {
  return (k % rows) * columns + Math.floor(k / rows);
}

export function transposed(m: Matrix): Matrix {
  const data = new Float64Array(m.data.length);
  for (let i = 0; i < m.rows; i += 1)
    for (let j = 0; j < m.columns; j += 1) data[j * m.rows + i] = m.data[i * m.columns + j]!;
  return { rows: m.columns, columns: m.rows, data };
}

/** Entry by entry; a matrix of one entry, row or column is repeated over the other. */
export function combined(
  a: Matrix,
  b: Matrix,
  f: (x: number, y: number) => number,
  line: number,
): Matrix {
  const fits = (p: number, q: number): boolean => p === q || p === 1 || q === 1;
  if (!fits(a.rows, b.rows) || !fits(a.columns, b.columns))
    throw badInput(
      "/case",
      `line ${line}: ${a.rows} x ${a.columns} and ${b.rows} x ${b.columns} do not fit each other`,
    );
  const rows = a.rows === 1 ? b.rows : a.rows;
  const columns = a.columns === 1 ? b.columns : a.columns;
  const matrix = matrixOf(rows, columns, line);
  const at = (m: Matrix, i: number, j: number): number =>
    m.data[(m.rows === 1 ? 0 : i) * m.columns + (m.columns === 1 ? 0 : j)]!;
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1) matrix.data[i * columns + j] = f(at(a, i, j), at(b, i, j));
  return matrix;
}

export function product(a: Matrix, b: Matrix, line: number): Matrix {
  if (a.columns !== b.rows)
    throw badInput(
      "/case",
      `line ${line}: ${a.rows} x ${a.columns} times ${b.rows} x ${b.columns} has no meaning`,
    );
  if (a.rows * a.columns * b.columns > 16 * ENTRIES_MAX)
    throw badInput("/case", `line ${line}: this product of matrices is too large`);
  const matrix = matrixOf(a.rows, b.columns, line);
  for (let i = 0; i < a.rows; i += 1)
    for (let k = 0; k < a.columns; k += 1)
      for (let j = 0; j < b.columns; j += 1)
        matrix.data[i * b.columns + j]! += a.data[i * a.columns + k]! * b.data[k * b.columns + j]!;
  return matrix;
}

/** Matrices beside each other in rows, the rows below each other. */
export function joined(rows: readonly (readonly Matrix[])[], line: number): Matrix {
  const strips = rows
    .map((row) => row.filter(({ data }) => data.length > 0))
    .filter((row) => row.length > 0)
    .map((row) => beside(row, line));
  const columns = strips[0]?.columns ?? 0;
  if (strips.some((strip) => strip.columns !== columns))
    throw badInput("/case", `line ${line}: the rows of a table differ in length`);
  const matrix = matrixOf(
    strips.reduce((sum, strip) => sum + strip.rows, 0),
    columns,
    line,
  );
  let at = 0;
  for (const strip of strips) {
    matrix.data.set(strip.data, at);
    at += strip.data.length;
  }
  return matrix;
}

function beside(row: readonly Matrix[], line: number): Matrix {
  const [first] = row;
  if (row.length === 1) return first!;
  if (row.some(({ rows }) => rows !== first!.rows))
    throw badInput("/case", `line ${line}: matrices beside each other differ in height`);
  const matrix = matrixOf(
    first!.rows,
    row.reduce((sum, { columns }) => sum + columns, 0),
    line,
  );
  let offset = 0;
  for (const { columns, data } of row) {
    for (let i = 0; i < first!.rows; i += 1)
      matrix.data.set(data.subarray(i * columns, (i + 1) * columns), i * matrix.columns + offset);
    offset += columns;
  }
  return matrix;
}
