/** The value over one input, with the band of its uncertainty and the point that is asked for. */
import type { Curve } from "../engine/messages.js";
import { measuredText } from "../../readable/measured.js";

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 8;
const BOTTOM = 20;
const TOP = 8;

interface Scale {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly low: number;
  readonly high: number;
}

function scaleOf(curve: Curve): Scale | null {
  const values = curve.values.filter((value) => value !== null);
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from = 0, to = 1] = [curve.at[0], curve.at.at(-1)];
  const tall = high === low ? 1 : high - low;
  return {
    low,
    high,
    x: (at) => LEFT + ((at - from) / (to - from)) * (WIDTH - 2 * LEFT),
    y: (value) =>
      TOP + (1 - (value - (high === low ? low - 0.5 : low)) / tall) * (HEIGHT - TOP - BOTTOM),
  };
}

function lineOf(curve: Curve, { x, y }: Scale, sign: number): string {
  let pen = "M";
  return curve.at
    .map((at, i) => {
      const value = curve.values[i] ?? null;
      if (value === null) {
        pen = "M";
        return "";
      }
      const point = `${pen}${x(at).toFixed(1)} ${y(value + sign * (curve.spreads[i] ?? 0)).toFixed(1)}`;
      pen = "L";
      return point;
    })
    .join("");
}

/** One closed shape for each stretch of values without a gap. */
function bandOf(curve: Curve, { x, y }: Scale): string {
  const stretches: string[][] = [[]];
  const below: string[][] = [[]];
  curve.at.forEach((at, i) => {
    const value = curve.values[i] ?? null;
    if (value === null) {
      stretches.push([]);
      below.push([]);
      return;
    }
    const spread = curve.spreads[i] ?? 0;
    const place = x(at).toFixed(1);
    stretches.at(-1)!.push(`${place} ${y(value + spread).toFixed(1)}`);
    below.at(-1)!.push(`${place} ${y(value - spread).toFixed(1)}`);
  });
  return stretches
    .map((above, i) =>
      above.length === 0 ? "" : `M${[...above, ...below[i]!.toReversed()].join("L")}Z`,
    )
    .join("");
}

export function Sensitivity({
  curve,
  point,
  unit,
  value,
}: {
  readonly curve: Curve;
  /** The input now, in the unit of the curve. */
  readonly point: number;
  readonly value: number | null;
  /** Of the value. */
  readonly unit: string | null;
}) {
  const scale = scaleOf(curve);
  if (scale === null) return null;
  const [from = 0, to = 0] = [curve.at[0], curve.at.at(-1)];
  const said = (size: number, of: string | null): string =>
    measuredText({ value: Number(size.toPrecision(3)), unit: of });
  return (
    <figure class="curve">
      <figcaption class="label">
        over <strong>{curve.name}</strong>: {said(scale.low, unit)} to {said(scale.high, unit)}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`The value over ${curve.name}`}
      >
        <line class="axis" x1={LEFT} x2={WIDTH - LEFT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
        <path class="band" d={bandOf(curve, scale)} />
        <path class="line" d={lineOf(curve, scale, 0)} />
        {value === null ? null : (
          <circle class="point" cx={scale.x(point)} cy={scale.y(value)} r="4" />
        )}
        <text x={LEFT} y={HEIGHT - 5}>
          {said(from, curve.unit)}
        </text>
        <text x={WIDTH - LEFT} y={HEIGHT - 5} text-anchor="end">
          {said(to, curve.unit)}
        </text>
      </svg>
    </figure>
  );
}
