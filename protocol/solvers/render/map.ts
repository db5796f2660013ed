/** A field over two axes as a map: cells of colour, a bar that says what they stand for. */
import type { Axis } from "../solver.js";
import {
  axesOf,
  FRAME,
  heading,
  PICTURE_HEIGHT_PX,
  PICTURE_WIDTH_PX,
  TICKS_X,
  TICKS_Y,
  type Frame,
} from "./chart.js";
import { PALETTE_COLOURS, RISING_PALETTE, SIGNED_PALETTE } from "./colours.js";
import {
  boxAt,
  FAINT,
  fitted,
  PAPER,
  textAt,
  type CellsShape,
  type Drawing,
  type Shape,
} from "./drawing.js";
import { places, type Plane } from "./plane.js";
import { extent, fractionOf, scaleLabel, scaleOf } from "./scale.js";

const MAP_WIDTH_PX = 640;
/** A half pixel belongs to the cell before it, as in the bitmap of the cells. */
const TIE = 0.001;
const BAR_GAP_PX = 36;
const BAR_WIDTH_PX = 24;
/**
 * More cells than this on a side are not told apart on paper: the nearest sample stands for its
 * pixel.
 */
const CELLS_MAX = 320;
/** Beyond this ratio two lengths do not fit one measure. */
const ASPECT_MAX = 4;
/**
 * A field with values of both signs is coloured from zero when the smaller side is this part of the
 * larger.
 */
const SIGNED_PART = 0.1;

interface Span {
  readonly lo: number;
  readonly hi: number;
  readonly name: string;
  readonly unit: string;
  readonly nearest: Int32Array;
}

/** @param rising coloured from the least value to the largest, also across zero */
export function mapDrawing(
  title: string,
  unit: string,
  plane: Plane & { readonly up: Axis },
  rising = false,
): Drawing {
  const { across, acrossStride, cut, data, up, upStride } = plane;
  const [xs, ys] = [spanOf(across), spanOf(up)];
  const frame = fittedFrame(xs, ys);
  const shown = new Float64Array(xs.nearest.length * ys.nearest.length);
  const [columns, rows] = [xs.nearest.length, ys.nearest.length];
  for (let row = 0; row < rows; row += 1) {
    const from = ys.nearest[rows - 1 - row]! * upStride;
    for (let column = 0; column < columns; column += 1)
      shown[row * columns + column] = data[from + xs.nearest[column]! * acrossStride]!;
  }
  const all = wholeExtent(data, across.n, acrossStride, up.n, upStride);
  const { hi, lo, palette } = rangeOf(...all, rising);
  const cells = Uint8Array.from(shown, (value) => colourOf(fractionOf({ lo, hi }, value)));
  const { height, left, top, width } = frame;
  const picture: CellsShape = {
    kind: "cells",
    x: left,
    y: top,
    width,
    height,
    columns,
    rows,
    cells,
    palette,
  };
  const head = cut === "" ? title : `${title}, ${cut}`;
  return {
    width: PICTURE_WIDTH_PX,
    height: PICTURE_HEIGHT_PX,
    title: head,
    shapes: [
      ...heading(head),
      picture,
      ...gapsOf(picture, shown),
      ...axesOf(
        frame,
        scaleOf(xs.lo, xs.hi, Math.max(2, Math.round((TICKS_X * width) / MAP_WIDTH_PX))),
        scaleOf(ys.lo, ys.hi, TICKS_Y),
        { x: xs, y: ys },
        false,
      ),
      ...barOf(frame, lo, hi, palette, unit),
    ],
  };
}

/** Paper where there is no value. Rows with the same gaps share their boxes. */
function gapsOf(
  { columns, height, rows, width, x, y }: CellsShape,
  shown: Float64Array,
): readonly Shape[] {
  const gaps: Shape[] = [];
  const [wide, high] = [width / columns, height / rows];
  let first = 0;
  for (let row = 1; row <= rows; row += 1) {
    const above = gapsIn(shown.subarray(first * columns, (first + 1) * columns));
    const below = gapsIn(shown.subarray(row * columns, (row + 1) * columns));
    if (row < rows && String(above) === String(below)) continue;
    for (const [from, to] of above)
      gaps.push(
        boxAt(
          x + from * wide - TIE,
          y + first * high - TIE,
          (to - from) * wide,
          (row - first) * high,
          PAPER,
        ),
      );
    first = row;
  }
  return gaps;
}

/** Where numbers are missing in a row: from each, to before the next that is there. */
function gapsIn(row: Float64Array): readonly (readonly [from: number, to: number])[] {
  const gaps: [number, number][] = [];
  row.forEach((value, column) => {
    if (!Number.isNaN(value)) return;
    const last = gaps.at(-1);
    if (last?.[1] === column) last[1] = column + 1;
    else gaps.push([column, column + 1]);
  });
  return gaps;
}

function colourOf(part: number): number {
  return Math.min(PALETTE_COLOURS - 1, Math.floor(PALETTE_COLOURS * part));
}

/** Extent of the whole plane, not of the samples that happen to be drawn. */
function wholeExtent(
  data: Float64Array,
  n: number,
  stride: number,
  m: number,
  other: number,
): readonly [number, number] {
  let [lo, hi] = [Infinity, -Infinity];
  const row = new Float64Array(n);
  for (let j = 0; j < m; j += 1) {
    for (let i = 0; i < n; i += 1) row[i] = data[j * other + i * stride]!;
    const [low, high] = extent(row);
    [lo, hi] = [Math.min(lo, low), Math.max(hi, high)];
  }
  return [lo, hi];
}

function rangeOf(
  low: number,
  high: number,
  rising: boolean,
): { readonly lo: number; readonly hi: number; readonly palette: readonly string[] } {
  const size = Math.max(-low, high);
  if (!rising && low < 0 && high > 0 && Math.min(-low, high) >= SIGNED_PART * size)
    return { lo: -size, hi: size, palette: SIGNED_PALETTE };
  const { hi, lo } = scaleOf(low, high, TICKS_Y);
  return { lo, hi, palette: RISING_PALETTE };
}

/**
 * The cells of an axis end half-way between its samples; an axis that does not rise is shown by its
 * numbers in order.
 */
function spanOf(axis: Axis): Span {
  const { n, name, unit } = axis;
  let at = places(axis);
  const sign = at[n - 1]! < at[0]! ? -1 : 1;
  const rises = at.every((value, i) => i === 0 || sign * (value - at[i - 1]!) > 0);
  if (!rises) at = Float64Array.from({ length: n }, (_, i) => i);
  const edges = Float64Array.from({ length: n + 1 }, (_, i) => {
    if (i === 0) return at[0]! - (at[1]! - at[0]!) / 2;
    return i === n ? at[n - 1]! + (at[n - 1]! - at[n - 2]!) / 2 : at[i - 1]! / 2 + at[i]! / 2;
  });
  const turned = rises && sign < 0;
  const [lo, hi] = turned ? [edges[n]!, edges[0]!] : [edges[0]!, edges[n]!];
  const even = axis.values === undefined || !rises;
  const count = even && n <= CELLS_MAX ? n : CELLS_MAX;
  const nearest = new Int32Array(count);
  let k = 0;
  for (let i = 0; i < count; i += 1) {
    const part = (i + 0.5) / count;
    const place = lo + part * (hi - lo);
    if (even) nearest[i] = Math.floor(part * n);
    else {
      while (k < n - 1 && (turned ? edges[n - 1 - k]! : edges[k + 1]!) <= place) k += 1;
      nearest[i] = k;
    }
    if (turned) nearest[i] = n - 1 - nearest[i]!;
  }
  return { lo, hi, name: rises ? name : `${name}, in order`, unit: rises ? unit : "1", nearest };
}

/** One measure for both axes where they have one unit and it fits. */
function fittedFrame(xs: Span, ys: Span): Frame {
  const whole: Frame = { ...FRAME, width: MAP_WIDTH_PX };
  const aspect = (xs.hi - xs.lo) / (ys.hi - ys.lo);
  if (xs.unit !== ys.unit || !(aspect <= ASPECT_MAX && aspect >= 1 / ASPECT_MAX)) return whole;
  const scale = Math.min(whole.width / aspect, whole.height);
  const [width, height] = [Math.round(scale * aspect), Math.round(scale)];
  const [left, top] = [
    whole.left + Math.round((whole.width - width) / 2),
    whole.top + Math.round((whole.height - height) / 2),
  ];
  return { left, top, width, height };
}

function barOf(
  { height, left, top, width }: Frame,
  lo: number,
  hi: number,
  palette: readonly string[],
  unit: string,
): readonly Shape[] {
  const x = left + width + BAR_GAP_PX;
  const scale = scaleOf(lo, hi, TICKS_Y);
  const cells = Uint8Array.from({ length: PALETTE_COLOURS }, (_, i) => PALETTE_COLOURS - 1 - i);
  const shapes: Shape[] = [
    {
      kind: "cells",
      x,
      y: top,
      width: BAR_WIDTH_PX,
      height,
      columns: 1,
      rows: PALETTE_COLOURS,
      cells,
      palette,
    },
  ];
  for (const { at, text } of scale.ticks) {
    const y = top + (1 - at) * height;
    shapes.push(
      boxAt(x + BAR_WIDTH_PX, y - 0.5, 6, 1, FAINT),
      textAt(x + BAR_WIDTH_PX + 12, y + 7, text, "start", FAINT),
    );
  }
  const counted = scaleLabel("", unit, scale).trim();
  return counted === ""
    ? shapes
    : [...shapes, textAt(x, top - 20, fitted(counted, PICTURE_WIDTH_PX - x - 8))];
}
