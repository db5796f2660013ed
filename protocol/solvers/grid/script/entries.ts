/** Entries of a matrix: chosen, assigned, taken out. Indices count from 0 here. */
import { badInput } from "../../refusal.js";
import { matrixOf, placeOf, rowOf, transposed, type Matrix } from "./values.js";

export interface Indices {
  readonly count: number;
  readonly isAll: (k: number) => boolean;
  readonly isCondition: (k: number) => boolean;
  /** Places along an axis of this size. */
  readonly along: (k: number, size: number) => readonly number[];
}

function placesOf(m: Matrix, at: Indices, line: number): [readonly number[], readonly number[]] {
  if (at.count !== 2)
    throw badInput(
      "/case",
      `line ${line}: a table has rows and columns, ${at.count} indices are given`,
    );
  return [at.along(0, m.rows), at.along(1, m.columns)];
}

/** `m(at) = []` */
export function without(old: Matrix, at: Indices, line: number): Matrix {
  if (at.count === 1) {
    const gone = new Set(at.along(0, old.data.length));
    const left = [...transposed(old).data].filter((_, k) => !gone.has(k));
    return old.columns === 1 ? transposed(rowOf(left)) : rowOf(left);
  }
  const [rows, columns] = placesOf(old, at, line);
  const [goneRows, goneColumns] = [new Set(rows), new Set(columns)];
  const isAll = (gone: ReadonlySet<number>, size: number): boolean => gone.size === size;
  if (!isAll(goneRows, old.rows) && !isAll(goneColumns, old.columns))
    throw badInput("/case", `line ${line}: only whole rows or columns can be taken out`);
  const keep = (size: number, gone: ReadonlySet<number>): number[] =>
    Array.from({ length: size }, (_, i) => i).filter((i) => !gone.has(i));
  return isAll(goneColumns, old.columns)
    ? pick(old, keep(old.rows, goneRows), keep(old.columns, new Set()), line)
    : pick(old, keep(old.rows, new Set()), keep(old.columns, goneColumns), line);
}

/** `m(at) = made`; a matrix grows where it is assigned beyond its end. */
export function replaced(old: Matrix, at: Indices, replacement: Matrix, line: number): Matrix {
  if (at.count === 1) return replacedInLine(old, at, replacement, line);
  const isAllRows = at.isAll(0) && old.data.length === 0;
  const sized = isAllRows ? matrixOf(replacement.rows, 0, line) : old;
  const [rows, columns] = placesOf(sized, at, line);
  const isOne = replacement.data.length === 1;
  if (!isOne && (replacement.rows !== rows.length || replacement.columns !== columns.length)) {
    const isVector =
      replacement.data.length === rows.length * columns.length &&
      (rows.length === 1 || columns.length === 1);
    if (!isVector)
      throw badInput(
        "/case",
        `line ${line}: ${replacement.rows} x ${replacement.columns} is assigned to ` +
          `${rows.length} x ${columns.length} entries`,
      );
  }
  const height = rows.reduce((most, i) => Math.max(most, i + 1), sized.rows);
  const width = columns.reduce((most, j) => Math.max(most, j + 1), sized.columns);
  const next = matrixOf(height, width, line);
  for (let i = 0; i < sized.rows; i += 1)
    next.data.set(sized.data.subarray(i * sized.columns, (i + 1) * sized.columns), i * width);
  rows.forEach((i, p) => {
    columns.forEach((j, q) => {
      next.data[i * width + j] = replacement.data[isOne ? 0 : p * columns.length + q]!;
    });
  });
  return next;
}

function replacedInLine(old: Matrix, at: Indices, replacement: Matrix, line: number): Matrix {
  const places = at.along(0, old.data.length);
  if (replacement.data.length !== 1 && replacement.data.length !== places.length)
    throw badInput(
      "/case",
      `line ${line}: ${replacement.data.length} numbers are assigned to ${places.length} entries`,
    );
  const most = places.reduce((size, k) => Math.max(size, k + 1), 0);
  const sized = lengthened(old, most, line);
  const next = { ...sized, data: Float64Array.from(sized.data) };
  const values = transposed(replacement).data;
  places.forEach((k, i) => {
    next.data[placeOf(next, k)] = values[values.length === 1 ? 0 : i]!;
  });
  return next;
}

function lengthened(old: Matrix, most: number, line: number): Matrix {
  if (most <= old.data.length) return old;
  if (old.data.length > 0 && old.rows !== 1 && old.columns !== 1)
    throw badInput("/case", `line ${line}: an index lies outside of the table`);
  const isColumn = old.columns === 1 && old.rows > 1;
  const next = matrixOf(isColumn ? most : 1, isColumn ? 1 : most, line);
  next.data.set(old.data);
  return next;
}

/** `m(at)` */
export function entriesOf(m: Matrix, at: Indices, line: number): Matrix {
  if (at.count === 0) return m;
  if (at.count > 1) return pick(m, ...placesOf(m, at, line), line);
  const places = at.along(0, m.data.length);
  if (places.some((k) => k >= m.data.length))
    throw badInput("/case", `line ${line}: an index lies outside of the table`);
  const row = rowOf(places.map((k) => m.data[placeOf(m, k)]!));
  const isColumn = at.isAll(0) || (m.columns === 1 && m.rows > 1);
  return isColumn || (m.rows > 1 && at.isCondition(0)) ? transposed(row) : row;
}

function pick(
  m: Matrix,
  rows: readonly number[],
  columns: readonly number[],
  line: number,
): Matrix {
  if (rows.some((i) => i >= m.rows) || columns.some((j) => j >= m.columns))
    throw badInput("/case", `line ${line}: an index lies outside of the table`);
  const matrix = matrixOf(rows.length, columns.length, line);
  rows.forEach((i, p) => {
    columns.forEach((j, q) => {
      matrix.data[p * columns.length + q] = m.data[i * m.columns + j]!;
    });
  });
  return matrix;
}

/** A table of plain numbers. */
export function tableOf(rows: readonly (readonly number[])[], line: number): Matrix {
  const columns = rows[0]?.length ?? 0;
  const matrix = matrixOf(rows.length, columns, line);
  rows.forEach((row, i) => {
    if (row.length !== columns)
      throw badInput(
        "/case",
        `line ${line}: row ${i + 1} of the table has ${row.length} numbers, the first has ${columns}`,
      );
    matrix.data.set(row, i * columns);
  });
  return matrix;
}
