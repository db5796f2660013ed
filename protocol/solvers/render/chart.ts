/**
 * Curves over one axis: a profile, a spectrum, a course in time, or one quantity against another.
 */
import { CURVE_COLOURS, tinted } from "./colours.js";
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
import { extent, logScaleOf, placeOn, powerOf, scaleLabel, scaleOf, type Scale } from "./scale.js";

export interface Curve {
  readonly name: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Of each y: drawn as a band around the curve. */
  readonly uncertainty?: ArrayLike<number>;
}

interface Counted {
  readonly name: string;
  readonly unit: string;
  /** Over powers of ten. */
  readonly isLog?: boolean;
}

export interface Chart {
  readonly title: string;
  readonly x: Counted;
  readonly y: Counted;
  readonly curves: readonly Curve[];
  /** Each point is marked: what lies between them was not computed. */
  readonly marked?: boolean;
  /** Bands are areas behind the grid. */
  readonly filled?: boolean;
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
const TITLE_Y = 34;
const LABEL_Y = 68;
export const TICKS_X = 8;
export const TICKS_Y = 6;
const LINE_PX = 2.4;
const DOT_PX = 3.5;
const BAND_PX = 1;
/** How much of a curve's colour its area has. */
const BAND_PART = 0.2;
/** Curves of fewer points are marked at each. */
const SPARSE_POINTS = 24;
const HEADROOM = 0.04;

export function chartDrawing({ curves, filled, marked, title, x, y }: Chart): Drawing {
  const across = spanned(curves.map((curve) => spanOf(curve.x, x)));
  const [low, high] = spanned(
    curves.flatMap((curve) => [curve, ...edgesOf(curve)].map(({ y: of }) => spanOf(of, y))),
  );
  const room = (high / 2) * HEADROOM - (low / 2) * HEADROOM;
  const xs = (x.isLog === true ? logScaleOf : scaleOf)(...across, TICKS_X);
  const ys = (y.isLog === true ? logScaleOf : scaleOf)(low - room, high + room, TICKS_Y);
  const shapes: Shape[] = [
    ...(filled === true ? curves.flatMap((curve, i) => bandsOf(curve, xs, ys, colourAt(i))) : []),
    ...axesOf(FRAME, xs, ys, { x, y }),
    ...heading(title),
    ...legend(curves),
  ];
  curves.forEach((curve, i) =>
    shapes.push(...drawn(curve, xs, ys, colourAt(i), { marked, filled })),
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

function colourAt(i: number): string {
  return CURVE_COLOURS[i % CURVE_COLOURS.length]!;
}

/** Extent on the scale that is drawn. */
function spanOf(values: ArrayLike<number>, { isLog = false }: Counted): readonly [number, number] {
  if (!isLog) return extent(values);
  return extent(Float64Array.from(values, (value) => powerOf(value, true)));
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
  { filled, marked }: Pick<Chart, "filled" | "marked">,
): readonly Shape[] {
  const edges = edgesOf(curve).map((edge) => placed(edge, xs, ys));
  const points = placed(curve, xs, ys);
  const shapes: Shape[] = [];
  const stroke = (line: readonly number[], width: number): void => {
    shapes.push({ kind: "line", points: thinned(line), colour, width });
  };
  const dot = (x: number, y: number): void => {
    shapes.push({ kind: "dot", x, y, radius: DOT_PX, colour });
  };
  if (filled !== true)
    for (const edge of edges) for (const line of unbroken(edge)) stroke(line, BAND_PX);
  const lines = unbroken(points, 2);
  for (const line of lines) if (line.length >= 4) stroke(line, LINE_PX);
  if (marked ?? Math.min(curve.x.length, curve.y.length) <= SPARSE_POINTS) {
    const [below = [], above = []] = edges;
    for (let i = 0; i < below.length; i += 2) {
      const bar = barAt(below, above, i);
      if (!bar.some(Number.isNaN))
        shapes.push({ kind: "line", points: bar, colour, width: BAND_PX });
    }
    for (let i = 0; i < points.length; i += 2)
      if (!Number.isNaN(points[i + 1]!)) dot(points[i]!, points[i + 1]!);
  } else for (const [x, y, ...more] of lines) if (more.length === 0) dot(x!, y!);
  return shapes;
}

/** A band as areas, one for each part without a gap. */
function bandsOf(curve: Curve, xs: Scale, ys: Scale, colour: string): readonly Shape[] {
  const [low = [], high = []] = edgesOf(curve).map((edge) => placed(edge, xs, ys));
  const both = low.map((one, i) => (Number.isNaN(high[i]!) ? Number.NaN : one));
  const other = high.map((one, i) => (Number.isNaN(low[i]!) ? Number.NaN : one));
  const above = unbroken(other);
  return unbroken(both).map((below, i) => ({
    kind: "area",
    below,
    above: above[i]!,
    colour: tinted(colour, BAND_PART),
  }));
}

/** The parts of a line between its gaps. @param least numbers of a part, two a point */
function unbroken(points: readonly number[], least = 4): readonly (readonly number[])[] {
  const parts: number[][] = [[]];
  for (let i = 0; i < points.length; i += 2) {
    if (Number.isNaN(points[i]!) || Number.isNaN(points[i + 1]!)) parts.push([]);
    else parts.at(-1)!.push(points[i]!, points[i + 1]!);
  }
  return parts.filter(({ length }) => length >= least);
}

/** From the lower edge of a band to the upper one. */
function barAt(below: readonly number[], above: readonly number[], i: number): readonly number[] {
  return [below[i]!, below[i + 1]!, above[i]!, above[i + 1]!];
}

/** Where the points of a curve are drawn, x and y in turns; no number for one that has no place. */
function placed({ x, y }: Curve, xs: Scale, ys: Scale): readonly number[] {
  const { height, left, top, width } = FRAME;
  const points: number[] = [];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    const [across, up] = [placeOn(xs, x[i]!), placeOn(ys, y[i]!)];
    if (Number.isFinite(across) && Number.isFinite(up))
      points.push(left + width * across, top + height * (1 - up));
    else points.push(Number.NaN, Number.NaN);
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
