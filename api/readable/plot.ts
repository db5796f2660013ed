/**
 * Fields as characters: a profile as one line of blocks or as a curve of dots, a plane as a map of
 * shades or colours. Positions and ranges stand beside it, in the field's units.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { fieldsIn, numbersIn, type Fields } from "./fields.js";
import { plainText } from "./measured.js";

const BLOCKS = "▁▂▃▄▅▆▇█";
const SHADES = " ░▒▓█";
const NONE = "×";
/** Dots of a braille cell by row and column (Unicode 2800 and on). */
const DOTS: readonly (readonly [number, number])[] = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];
const BRAILLE = 0x2800;
/** Of a terminal's 256 colours: dark to light, and blue over white to red. */
const RISING = [53, 54, 61, 25, 31, 30, 36, 35, 71, 77, 113, 149, 185, 220, 226];
const DIVERGING = [21, 27, 33, 75, 117, 159, 231, 224, 217, 210, 203, 196, 160];

const CURVE_ROWS = 8;
const MAP_ROWS_MAX = 20;
const SAMPLES_MIN = 4;
const PLOT_COLUMNS_MAX = 96;

interface Axis {
  readonly name: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  /** Of each sample, where they are not even. */
  readonly places?: readonly number[];
  readonly isLog?: boolean;
}

/** What of a field can be drawn: samples of it in row-major order. */
export interface Drawable {
  readonly name: string;
  readonly unit: string;
  readonly shape: readonly number[];
  readonly data: readonly number[];
  /** Of each sample; empty where none are stated. */
  readonly uncertainties: readonly number[];
  readonly axes: readonly Axis[];
  /** Drawn over powers of ten. */
  readonly isLog?: boolean;
}

/** A table's rows over what runs. */
export interface RowsDrawn extends Omit<Drawable, "axes" | "data" | "uncertainties"> {
  /** Null where a row has no value. */
  readonly data: readonly (number | null)[];
  readonly uncertainties: readonly (number | null)[];
  readonly axes: readonly {
    readonly name: string;
    readonly unit: string;
    readonly values: readonly number[];
    readonly isLog: boolean;
  }[];
}

/** @returns null where no row has a value: rows without one are gaps */
export function drawableRows({ axes, data, uncertainties, ...field }: RowsDrawn): Drawable | null {
  if (!data.some((one) => one !== null)) return null;
  return {
    ...field,
    data: data.map((one) => one ?? Number.NaN),
    uncertainties: uncertainties.map((one) => one ?? Number.NaN),
    axes: axes.map(({ values, ...axis }) => ({
      ...axis,
      from: Math.min(...range(values)),
      to: Math.max(...range(values)),
      places: values,
    })),
  };
}

function axisOf({ name, unit, n, start, step, values }: Fields): Axis {
  const points = numbersIn(values);
  const from = points[0] ?? (typeof start === "number" ? start : 0);
  const to =
    points.at(-1) ??
    (typeof step === "number" && typeof n === "number" ? from + step * (n - 1) : from);
  return { name: String(name), unit: String(unit), from, to };
}

/** @returns null where the answer holds no samples of the field, or something that is no number */
export function drawable(field: unknown): Drawable | null {
  if (!isObject(field)) return null;
  const data = numbersIn(field["data"]);
  const shape = numbersIn(field["sampled"] ?? field["shape"]);
  const size = shape.reduce((product, n) => product * n, 1);
  if (shape.length === 0 || data.length !== size || !data.every((one) => Number.isFinite(one)))
    return null;
  return {
    name: String(field["name"]),
    unit: String(field["unit"]),
    shape,
    data,
    uncertainties: numbersIn(field["uncertainties"]),
    axes: fieldsIn(field["axes"]).map(axisOf),
  };
}

/** One dimension with enough points to have a form. */
export function isProfile({ shape }: Drawable): boolean {
  return shape.filter((n) => n > 1).length === 1 && Math.max(...shape) >= SAMPLES_MIN;
}

function range(data: readonly number[]): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of data) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Linear between the samples, at so many even places from the first to the last. */
function resampled(data: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_one, i) => {
    const at = count === 1 ? 0 : (i * (data.length - 1)) / (count - 1);
    const below = Math.floor(at);
    const first = data[below]!;
    const next = data[Math.min(below + 1, data.length - 1)]!;
    return first + (next - first) * (at - below);
  });
}

/**
 * Linear between samples at places of their own; none where a neighbour has no value, but at the
 * place of a sample itself.
 */
function resampledAt(places: readonly number[], data: readonly number[], count: number): number[] {
  const order = places.map((_place, i) => i).toSorted((a, b) => places[a]! - places[b]!);
  const [from, to] = [places[order[0]!]!, places[order.at(-1)!]!];
  const dot = (to - from) / Math.max(1, count - 1);
  let next = 0;
  return Array.from({ length: count }, (_one, i) => {
    const at = from + i * dot;
    while (next < order.length - 2 && places[order[next + 1]!]! < at) next += 1;
    const [a, b] = [order[next]!, order[Math.min(next + 1, order.length - 1)]!];
    const part = places[b]! > places[a]! ? (at - places[a]!) / (places[b]! - places[a]!) : 0;
    const between = data[a]! + (data[b]! - data[a]!) * part;
    if (!Number.isNaN(between)) return between;
    const near = [a, b].find(
      (one) => Math.abs(places[one]! - at) <= dot / 2 && !Number.isNaN(data[one]!),
    );
    return near === undefined ? Number.NaN : data[near]!;
  });
}

/** The level of a value among `levels` even ones; the lowest where all values are alike. */
function level(value: number, [low, high]: readonly [number, number], levels: number): number {
  if (!(high > low)) return 0;
  return Math.min(levels - 1, Math.floor(((value - low) / (high - low)) * levels));
}

/** @param width characters at most */
export function sparkline(data: readonly number[], width: number): string {
  const shown = resampled(data, Math.max(1, Math.min(width, data.length)));
  const bounds = range(shown);
  return shown.map((value) => BLOCKS[level(value, bounds, BLOCKS.length)]).join("");
}

function endText(value: number, unit: string): string {
  return plainText(Number(value.toPrecision(4)), value === 0 ? "" : unit);
}

function rangeText(data: readonly number[], unit: string): string {
  const [low, high] = range(data);
  return `${endText(low, unit)} to ${endText(high, unit)}`;
}

function axisText({ name, unit, from, isLog, to }: Axis): string {
  const scale = isLog === true ? ", logarithmic" : "";
  return `${name} = ${endText(from, unit)} to ${endText(to, unit)}${scale}`;
}

/** The field in one line: a profile with its form, anything else with its size. */
export function fieldLine(field: Drawable, columns: number): string {
  const over = field.axes
    .filter((_axis, i) => (field.shape[i] ?? 1) > 1)
    .map(axisText)
    .join(", ");
  const values = rangeText(field.data, field.unit);
  if (!isProfile(field)) return `${field.name}: ${values}; ${over}`;
  const words = `${field.name}  ${values}; ${over}`;
  const width = Math.min(48, columns - words.length - 2);
  return width < 8 ? words : `${field.name} ${sparkline(field.data, width)} ${values}; ${over}`;
}

export interface PlotView {
  readonly columns: number;
  readonly isColoured: boolean;
}

/** The field in some twenty lines. A space of three dimensions is shown at its middle plane. */
export function plotLines(field: Drawable, view: PlotView): readonly string[] {
  if (isProfile(field)) return curveLines(field, view);
  const sides = field.shape.map((n, i) => ({ n, axis: field.axes[i] })).filter(({ n }) => n > 1);
  if (sides.length < 2) return [fieldLine(field, view.columns)];
  return mapLines(field, view);
}

/** One below and one above the samples; none where a sample states no uncertainty. */
function edgesOf({ data, uncertainties }: Drawable): readonly (readonly number[])[] {
  if (uncertainties.length !== data.length) return [];
  return [-1, 1].map((sign) => data.map((value, i) => value + sign * uncertainties[i]!));
}

function curveLines(field: Drawable, view: PlotView): string[] {
  const { name, unit, axes, shape, isLog = false } = field;
  const axis = axes.find((_one, i) => (shape[i] ?? 1) > 1);
  const scaled = (values: readonly number[], log: boolean): readonly number[] =>
    log ? values.map((one) => (one > 0 ? Math.log10(one) : Number.NaN)) : values;
  const data = scaled(field.data, isLog);
  const edges = edgesOf(field).map((edge) => scaled(edge, isLog));
  const places = axis?.places === undefined ? null : scaled(axis.places, axis.isLog === true);
  const samples = (values: readonly number[], count: number): number[] =>
    places === null ? resampled(values, count) : resampledAt(places, values, count);
  const bounds = range([data, ...edges].flat());
  const whole = range([field.data, ...edgesOf(field)].flat().filter((one) => !isLog || one > 0));
  const labels = [whole[1], whole[0]].map((end) => endText(end, unit));
  const margin = Math.max(...labels.map((label) => label.length));
  const width = Math.max(16, Math.min(PLOT_COLUMNS_MAX, view.columns - margin - 4));
  const cells = Array.from({ length: CURVE_ROWS }, () => new Uint8Array(width));
  const heights = samples(data, 2 * width).map((value) => level(value, bounds, 4 * CURVE_ROWS));
  for (const [x, height] of heights.entries()) {
    if (Number.isNaN(height)) continue;
    const last = heights[x - 1] ?? height;
    const before = Number.isNaN(last) ? height : last;
    // A steep rise is drawn as a line, not as two dots far apart.
    const [low, high] =
      before < height ? [before + 1, height] : [height, Math.max(height, before - 1)];
    for (let y = low; y <= high; y += 1) {
      const row = 4 * CURVE_ROWS - 1 - y;
      cells[row >> 2]![x >> 1]! |= DOTS[row & 3]![x & 1]!;
    }
  }
  // Every second dot: the band is told from the curve, and is not seen where it is thinner than a dot.
  for (const edge of edges)
    for (const [x, value] of samples(edge, 2 * width).entries()) {
      const y = level(value, bounds, 4 * CURVE_ROWS);
      if (x % 2 === 1 || y === heights[x] || Number.isNaN(y)) continue;
      const row = 4 * CURVE_ROWS - 1 - y;
      cells[row >> 2]![x >> 1]! |= DOTS[row & 3]![x & 1]!;
    }
  return [
    `${" ".repeat(margin + 2)}${name}${isLog ? ", logarithmic" : ""}`,
    ...cells.map((cell, row) => {
      const label = row === 0 ? labels[0]! : row === CURVE_ROWS - 1 ? labels[1]! : "";
      const dots = [...cell].map((bits) => String.fromCharCode(BRAILLE + bits)).join("");
      return `${label.padStart(margin)} ┤${dots}`;
    }),
    `${" ".repeat(margin + 2)}${axis === undefined ? "" : axisText(axis)}`,
  ];
}

/** Both ends of the values, with what is drawn from one to the other between them. */
function keyText({ data, unit }: Drawable, isColoured: boolean): string {
  const [low, high] = range(data);
  if (low === high) return endText(low, unit);
  const strip = isColoured
    ? `${coloursOf(low, high)
        .map((colour) => `\u001b[38;5;${colour}m█`)
        .join("")}\u001b[0m`
    : `[${SHADES}]`;
  // Colours around a zero reach equally far to both sides.
  const most = Math.max(-low, high);
  const ends = isColoured && low < 0 && high > 0 ? [-most, most] : [low, high];
  return `${endText(ends[0]!, unit)} ${strip} ${endText(ends[1]!, unit)}`;
}

/** Around a zero where the values have one between them. */
function coloursOf(low: number, high: number): readonly number[] {
  return low < 0 && high > 0 ? DIVERGING : RISING;
}

interface Plane {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): number;
  /** Names of the axis that runs down and of the one that runs to the right. */
  readonly axes: readonly (Axis | undefined)[];
  readonly where: string;
}

/** The first axis runs up, the second to the right; of the others the middle is shown. */
function planeOf({ shape, data, axes }: Drawable): Plane {
  const wide = shape.flatMap((n, i) => (n > 1 ? [i] : []));
  const strides = shape.map((_n, i) => shape.slice(i + 1).reduce((product, n) => product * n, 1));
  const [up = 0, right = 0, ...others] = wide;
  const offset = others.reduce((sum, i) => sum + strides[i]! * Math.floor(shape[i]! / 2), 0);
  return {
    rows: shape[up]!,
    columns: shape[right]!,
    at: (row, column) => data[offset + row * strides[up]! + column * strides[right]!]!,
    axes: [axes[up], axes[right]],
    where: others.map((i) => `${axes[i]?.name ?? "?"} in the middle`).join(", "),
  };
}

function mapLines(field: Drawable, { columns, isColoured }: PlotView): string[] {
  const plane = planeOf(field);
  const width = Math.min(plane.columns, PLOT_COLUMNS_MAX, columns - 4);
  // A character is twice as high as wide; with colours it holds two rows.
  const tall = Math.min(plane.rows, isColoured ? 2 * MAP_ROWS_MAX : MAP_ROWS_MAX);
  const scaled = (one: number): number =>
    field.isLog !== true ? one : one > 0 ? Math.log10(one) : Number.NaN;
  const value = (row: number, column: number): number =>
    scaled(
      plane.at(
        Math.round((row * (plane.rows - 1)) / Math.max(1, tall - 1)),
        Math.round((column * (plane.columns - 1)) / Math.max(1, width - 1)),
      ),
    );
  const bounds = range(field.data.map(scaled));
  const line = (row: number): string =>
    isColoured ? colouredLine(value, row, width, bounds) : shadedLine(value, row, width, bounds);
  const rows: string[] = [];
  for (let row = tall - 1; row >= 0; row -= isColoured ? 2 : 1) rows.push(`  ${line(row)}`);
  const [up, right] = plane.axes;
  const none = field.data.filter((one) => Number.isNaN(one)).length;
  const scale = field.isLog === true ? ", logarithmic" : "";
  const gaps = none === 0 ? "" : `; ${none} without a value${isColoured ? "" : ` (${NONE})`}`;
  return [
    `  ${field.name}: ${keyText(field, isColoured)}${scale}${gaps}`,
    ...rows,
    `  right: ${right === undefined ? "?" : axisText(right)}; up: ${up === undefined ? "?" : axisText(up)}` +
      (plane.where === "" ? "" : `; ${plane.where}`),
  ];
}

type Value = (row: number, column: number) => number;

function shadedLine(
  value: Value,
  row: number,
  width: number,
  bounds: readonly [number, number],
): string {
  let line = "";
  for (let column = 0; column < width; column += 1)
    line += SHADES[level(value(row, column), bounds, SHADES.length)] ?? NONE;
  return line.trimEnd();
}

function colouredLine(
  value: Value,
  row: number,
  width: number,
  [low, high]: readonly [number, number],
): string {
  const isSigned = low < 0 && high > 0;
  const most = Math.max(-low, high);
  const colours = coloursOf(low, high);
  const bounds: readonly [number, number] = isSigned ? [-most, most] : [low, high];
  const colour = (one: number): string => {
    const of = colours[level(one, bounds, colours.length)];
    return of === undefined ? "9" : `8;5;${of}`;
  };
  let line = "";
  for (let column = 0; column < width; column += 1) {
    const top = colour(value(row, column));
    // The upper half of the character is one row, the lower half the next.
    line +=
      row === 0
        ? `\u001b[49;3${top}m${top === "9" ? " " : "▀"}`
        : cell(top, colour(value(row - 1, column)));
  }
  return `${line}\u001b[0m`;
}

/** Two rows in one character; a row without a value has the colour of the paper. */
function cell(top: string, below: string): string {
  if (top !== "9") return `\u001b[3${top};4${below}m▀`;
  return below === "9" ? "\u001b[39;49m " : `\u001b[3${below};49m▄`;
}
