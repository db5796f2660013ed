/**
 * Curves over one axis: a profile, a spectrum, a course in time, or one quantity against another.
 */
import { CURVE_COLOURS } from "./colours.js";
import {
  FAINT,
  GRID,
  INK,
  LETTER_PX,
  boxAt,
  fitted,
  textAt,
  type Drawing,
  type Shape,
} from "./drawing.js";
import { extent, fractionOf, scaleLabel, scaleOf, type Scale } from "./scale.js";

export interface Curve {
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Of each y: drawn as a band around the curve. */
  readonly uncertainty?: ArrayLike<number>;
}

export interface Chart {
  readonly title: string;
  readonly x: { readonly name: string; readonly unit: string };
  readonly y: { readonly name: string; readonly unit: string };
  readonly curves: readonly Curve[];
  /** Each point is marked: what lies between them was not computed. */
  readonly marked?: boolean;
}

export const PICTURE_WIDTH_PX = 960;
export const PICTURE_HEIGHT_PX = 600;

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const FRAME: Frame = { left: 104, top: 88, width: 816, height: 428 };
export const TITLE_Y = 34;
const LABEL_Y = 68;
export const TICKS_X = 8;
export const TICKS_Y = 6;
const LINE_PX = 2.4;
const DOT_PX = 3.5;
const BAND_PX = 1;
/** Curves of fewer points are marked at each. */
const SPARSE_POINTS = 24;
const HEADROOM = 0.04;

export function chartDrawing({ curves, marked, title, x, y }: Chart): Drawing {
  const across = spanned(curves.map((curve) => extent(curve.x)));
  const [low, high] = spanned(
    curves.flatMap((curve) => [curve, ...edgesOf(curve)].map(({ y: of }) => extent(of))),
  );
  const room = (high / 2) * HEADROOM - (low / 2) * HEADROOM;
  const xs = scaleOf(...across, TICKS_X);
  const ys = scaleOf(low - room, high + room, TICKS_Y);
  const shapes: Shape[] = [
    ...axesOf(FRAME, xs, ys, { x, y }),
    ...heading(title),
    ...legend(curves),
  ];
  curves.forEach((curve, i) =>
    shapes.push(...drawn(curve, xs, ys, CURVE_COLOURS[i % CURVE_COLOURS.length]!, marked)),
  );
  return { width: PICTURE_WIDTH_PX, height: PICTURE_HEIGHT_PX, title, shapes };
}

export function heading(title: string): readonly Shape[] {
  return [
    textAt(
      PICTURE_WIDTH_PX / 2,
      TITLE_Y,
      fitted(title, PICTURE_WIDTH_PX - 24),
      "middle",
      INK,
      true,
    ),
  ];
}

/** Lines of the grid, the frame, ticks with numbers, and what the axes count. */
export function axesOf(
  { height, left, top, width }: Frame,
  xs: Scale,
  ys: Scale,
  { x, y }: { readonly x: Chart["x"]; readonly y: Chart["y"] },
  grid = true,
): readonly Shape[] {
  const bottom = top + height;
  const shapes: Shape[] = [];
  for (const { at, text } of xs.ticks) {
    const place = left + at * width;
    shapes.push(
      boxAt(place - 0.5, grid ? top : bottom, 1, grid ? height : 6, grid ? GRID : FAINT),
      textAt(place, bottom + 26, text, "middle", FAINT),
    );
  }
  for (const { at, text } of ys.ticks) {
    const place = bottom - at * height;
    shapes.push(
      boxAt(grid ? left : left - 6, place - 0.5, grid ? width : 6, 1, grid ? GRID : FAINT),
      textAt(left - 10, place + 7, text, "end", FAINT),
    );
  }
  return [
    ...shapes,
    boxAt(left, bottom, width, 1.5, FAINT),
    boxAt(left - 1.5, top, 1.5, height + 1.5, FAINT),
    textAt(left + width / 2, bottom + 60, scaleLabel(x.name, x.unit, xs), "middle"),
    textAt(left - 88, top - 20, fitted(scaleLabel(y.name, y.unit, ys), PICTURE_WIDTH_PX / 2)),
  ];
}

function spanned(ranges: readonly (readonly [number, number])[]): readonly [number, number] {
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Named curves from the right, in the line of the labels. */
function legend(curves: readonly Curve[]): readonly Shape[] {
  if (curves.length < 2) return [];
  const shapes: Shape[] = [];
  let right = PICTURE_WIDTH_PX - 40;
  for (let i = curves.length - 1; i >= 0; i -= 1) {
    const name = fitted(curves[i]!.name, 220);
    right -= name.length * LETTER_PX;
    shapes.push(
      textAt(right, LABEL_Y, name),
      boxAt(right - 30, LABEL_Y - 9, 22, 4, CURVE_COLOURS[i % CURVE_COLOURS.length]!),
    );
    right -= 50;
  }
  return shapes;
}

/** The band of a curve: what lies an uncertainty below it, and above. */
function edgesOf({ name, uncertainty, x, y }: Curve): readonly Curve[] {
  if (uncertainty === undefined) return [];
  return [-1, 1].map((sign) => ({
    name,
    x,
    y: Float64Array.from({ length: y.length }, (_, i) => y[i]! + sign * (uncertainty[i] ?? 0)),
  }));
}

function drawn(
  curve: Curve,
  xs: Scale,
  ys: Scale,
  colour: string,
  marked: boolean | undefined,
): readonly Shape[] {
  const edges = edgesOf(curve).map((edge) => placed(edge, xs, ys));
  const points = placed(curve, xs, ys);
  const lined = [...edges, points].filter((line) => line.length >= 4);
  const shapes: Shape[] = lined.map((line) => ({
    kind: "line",
    points: thinned(line),
    colour,
    width: line === points ? LINE_PX : BAND_PX,
  }));
  if (marked ?? Math.min(curve.x.length, curve.y.length) <= SPARSE_POINTS) {
    const [below = [], above = []] = edges;
    for (let i = 0; i < below.length; i += 2)
      shapes.push({ kind: "line", points: barAt(below, above, i), colour, width: BAND_PX });
    for (let i = 0; i < points.length; i += 2)
      shapes.push({ kind: "dot", x: points[i]!, y: points[i + 1]!, radius: DOT_PX, colour });
  }
  return shapes;
}

/** From the lower edge of a band to the upper one. */
function barAt(below: readonly number[], above: readonly number[], i: number): readonly number[] {
  return [below[i]!, below[i + 1]!, above[i]!, above[i + 1]!];
}

/** Where the points of a curve are drawn, x and y in turns. */
function placed({ x, y }: Curve, xs: Scale, ys: Scale): readonly number[] {
  const { height, left, top, width } = FRAME;
  const points: number[] = [];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    if (!Number.isFinite(x[i]!) || !Number.isFinite(y[i]!)) continue;
    points.push(left + width * fractionOf(xs, x[i]!), top + height * (1 - fractionOf(ys, y[i]!)));
  }
  return points;
}

/**
 * Points of one column of pixels, in a row: the first, the lowest, the highest and the last of them
 * draw the same.
 */
export function thinned(points: readonly number[]): readonly number[] {
  const kept: number[] = [];
  for (let start = 0; start < points.length;) {
    const column = Math.floor(points[start]!);
    let [end, low, high] = [start, start, start];
    while (end < points.length && Math.floor(points[end]!) === column) {
      if (points[end + 1]! < points[low + 1]!) low = end;
      if (points[end + 1]! > points[high + 1]!) high = end;
      end += 2;
    }
    const wanted = [start, Math.min(low, high), Math.max(low, high), end - 2];
    wanted.forEach((at, i) => {
      if (i === 0 || at !== wanted[i - 1]) kept.push(points[at]!, points[at + 1]!);
    });
    start = end;
  }
  return kept;
}
