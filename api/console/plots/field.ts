/** A field of an answer: planes, profiles and the numbers at a place. Pure, and without the page. */
import { isObject } from "../../../protocol/encoding/json.js";
import { listAt, numberAt, textAt, type Fields } from "../connection/json.js";

export interface FieldAxis {
  readonly name: string;
  readonly unit: string;
  /** Of each sample that is here. */
  readonly at: readonly number[];
}

export interface FieldData {
  readonly name: string;
  readonly unit: string;
  readonly sha256: string;
  /** Of the samples that are here, row-major. */
  readonly shape: readonly number[];
  /** Of all samples that the node has. */
  readonly wholeShape: readonly number[];
  readonly axes: readonly FieldAxis[];
  readonly data: ArrayLike<number>;
}

export function isWhole({ shape, wholeShape }: FieldData): boolean {
  return shape.every((n, i) => n === wholeShape[i]);
}

function numbersAt(value: unknown, name: string): readonly number[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.map(Number) : [];
}

function axisOf(axis: Fields, stride: number, taken: number): FieldAxis {
  const values = numbersAt(axis, "values");
  const [start, step] = [numberAt(axis, "start") ?? 0, numberAt(axis, "step") ?? 1];
  const at = Array.from(
    { length: taken },
    (_, i) => values[i * stride] ?? start + i * stride * step,
  );
  return { name: textAt(axis, "name"), unit: textAt(axis, "unit"), at };
}

/** As an answer holds it. @param whole all samples, where they were fetched */
export function fieldOf(field: Fields, whole: ArrayLike<number> | null): FieldData {
  const wholeShape = numbersAt(field, "shape");
  const sampled = numbersAt(field, "sampled");
  const shape = whole === null && sampled.length > 0 ? sampled : wholeShape;
  const strides = whole === null ? numbersAt(field, "stride") : [];
  return {
    name: textAt(field, "name").replaceAll("_", " "),
    unit: textAt(field, "unit"),
    sha256: textAt(field, "sha256"),
    shape,
    wholeShape,
    axes: listAt(field, "axes").map((axis, i) => axisOf(axis, strides[i] ?? 1, shape[i] ?? 0)),
    data: whole ?? numbersAt(field, "data"),
  };
}

/** Big-endian float64, as the node sends a whole field. */
export function doublesOf(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.byteLength / 8 }, (_, i) => view.getFloat64(8 * i));
}

/** Samples over two axes, of which the first goes up; others are held. */
export interface Plane {
  readonly across: FieldAxis;
  readonly up: FieldAxis;
  /** Row-major, the lowest row first. */
  readonly values: Float64Array;
}

/** Axes that a picture has to the right where it may choose. */
const TO_THE_RIGHT: ReadonlySet<string> = new Set(["x", "s", "t", "column", "sweep"]);

/** Axes with more than one sample. */
export function wideAxes({ shape }: FieldData): readonly number[] {
  return shape.flatMap((n, i) => (n > 1 ? [i] : []));
}

/** The two axes of a map, up and across: the last ones, as a field's own order has them. */
export function mapAxes(field: FieldData): readonly [number, number] {
  const wide = wideAxes(field);
  const [up = 0, across = 1] = wide.slice(-2);
  const turns =
    TO_THE_RIGHT.has(field.axes[up]?.name ?? "") &&
    !TO_THE_RIGHT.has(field.axes[across]?.name ?? "");
  return turns ? [across, up] : [up, across];
}

function strideOf(shape: readonly number[], axis: number): number {
  return shape.slice(axis + 1).reduce((product, n) => product * n, 1);
}

/** @param held index by axis, of those that are not shown */
export function planeOf(field: FieldData, held: Readonly<Record<number, number>>): Plane | null {
  const [up, across] = mapAxes(field);
  const [upAxis, acrossAxis] = [field.axes[up], field.axes[across]];
  if (upAxis === undefined || acrossAxis === undefined || wideAxes(field).length < 2) return null;
  let base = 0;
  field.shape.forEach((n, axis) => {
    if (axis !== up && axis !== across)
      base += Math.min(n - 1, held[axis] ?? 0) * strideOf(field.shape, axis);
  });
  const [rows, columns] = [upAxis.at.length, acrossAxis.at.length];
  const [upStride, acrossStride] = [strideOf(field.shape, up), strideOf(field.shape, across)];
  const values = new Float64Array(rows * columns);
  for (let row = 0, k = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, k += 1)
      values[k] = field.data[base + row * upStride + column * acrossStride] ?? Number.NaN;
  return { across: acrossAxis, up: upAxis, values };
}

export function extentOf(values: ArrayLike<number>): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** The smaller side of a field of both signs that makes it one about zero. */
const SIGNED_PART = 0.1;

/** Whether colours should say the sign: then the range is as wide above zero as below. */
export function isSigned([low, high]: readonly [number, number]): boolean {
  return low < 0 && high > 0 && Math.min(-low, high) >= SIGNED_PART * Math.max(-low, high);
}

/** Colours of a plane, the highest row first, as a canvas wants them. */
export function paint(
  { across, up, values }: Pick<Plane, "across" | "up" | "values">,
  [low, high]: readonly [number, number],
  colours: Uint32Array,
  pixels: Uint32Array,
): void {
  const [columns, rows] = [across.at.length, up.at.length];
  const last = colours.length - 1;
  const factor = high > low ? colours.length / (high - low) : 0;
  for (let row = 0; row < rows; row += 1) {
    let to = (rows - 1 - row) * columns;
    for (let k = row * columns, end = k + columns; k < end; k += 1, to += 1) {
      const index = ((values[k] ?? 0) - low) * factor;
      pixels[to] = colours[index <= 0 ? 0 : index >= last ? last : index | 0] ?? 0;
    }
  }
}

/** Values along a line, from one cell to another, each end in columns and rows. */
export function profileOf(
  { across, up, values }: Plane,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): {
  readonly at: readonly number[];
  readonly values: readonly number[];
  readonly isLength: boolean;
} {
  const count = Math.max(2, Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY))) + 1);
  const isLength = across.unit === up.unit;
  const place = (axis: FieldAxis, at: number): number => axis.at[Math.round(at)] ?? 0;
  const at: number[] = [];
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const share = i / (count - 1);
    const [x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
    const [dx, dy] = [place(across, x) - place(across, fromX), place(up, y) - place(up, fromY)];
    at.push(isLength ? Math.sqrt(dx * dx + dy * dy) : share);
    found.push(values[Math.round(y) * across.at.length + Math.round(x)] ?? Number.NaN);
  }
  return { at, values: found, isLength };
}
