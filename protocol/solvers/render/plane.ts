/** What of a field fits on paper: all of one or two axes, the middle of every further one. */
import { coordinate } from "../table.js";
import type { Axis, Field } from "../solver.js";

export interface Plane {
  /** Names the axes of which only the middle is shown, and where that is. */
  readonly cut: string;
  readonly data: Float64Array;
  /** Of the picture: across, and up; null for a profile. */
  readonly across: Axis;
  readonly up: Axis | null;
  /** Distance in `data` from one sample to the next. */
  readonly acrossStride: number;
  readonly upStride: number;
}

/** Axes that run to the right where a field has two: its own order puts the last one there. */
const TO_THE_RIGHT: ReadonlySet<string> = new Set(["x", "s"]);

export function planeOf({ axes, data, shape }: Field): Plane {
  const strides = shape.map((_, a) => shape.slice(a + 1).reduce((product, n) => product * n, 1));
  const shown = axes
    .map((_, a) => a)
    .filter((a) => shape[a]! > 1)
    .slice(-2);
  const cuts: string[] = [];
  let start = 0;
  axes.forEach((axis, a) => {
    if (shown.includes(a) || axis.n === 1) return;
    const middle = Math.floor(shape[a]! / 2);
    start += middle * strides[a]!;
    const place = Number(coordinate(axis, middle).toPrecision(6));
    cuts.push(
      `${axis.name} = ${place}${axis.unit === "1" || axis.unit === "" ? "" : ` ${axis.unit}`} ` +
        `(${middle + 1} of ${shape[a]})`,
    );
  });
  const [first, second] = shown;
  const lone: Axis = axes.at(-1) ?? { name: "", unit: "1", n: 1 };
  const cut = cuts.length === 0 ? "" : `middle slice ${cuts.join(", ")}`;
  const rest = data.subarray(start);
  if (first === undefined)
    return { cut, data: rest, across: lone, up: null, acrossStride: 1, upStride: 0 };
  if (second === undefined)
    return {
      cut,
      data: rest,
      across: axes[first]!,
      up: null,
      acrossStride: strides[first]!,
      upStride: 0,
    };
  const [across, up] = TO_THE_RIGHT.has(axes[first]!.name) ? [first, second] : [second, first];
  return {
    cut,
    data: rest,
    across: axes[across]!,
    up: axes[up]!,
    acrossStride: strides[across]!,
    upStride: strides[up]!,
  };
}

/** Every coordinate of an axis. */
export function places(axis: Axis): Float64Array {
  return Float64Array.from({ length: axis.n }, (_, i) => coordinate(axis, i));
}
