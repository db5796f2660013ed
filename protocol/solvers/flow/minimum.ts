/** The least value of a smooth field between its points. */
import { probeField } from "../fields/probe.js";

export interface Minimum {
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

/** Passes of the parabola through nine values, each closer around the last place. */
const SPANS = [0.75, 0.25, 0.1] as const;

/** @returns value and place, in units of the grid distance */
export function leastOf(data: Float64Array, columns: number, rows: number): Minimum {
  let best = 0;
  for (let at = 1; at < data.length; at += 1) if (data[at]! < data[best]!) best = at;
  let [x, y] = [best % columns, Math.floor(best / columns)];
  let value = data[best]!;
  for (const h of SPANS) {
    if (!(x >= 1 && x <= columns - 2 && y >= 1 && y <= rows - 2)) break;
    const at = (a: number, b: number): number =>
      probeField(data, columns, rows, x + a * h, y + b * h);
    const [c, e, w, n, s] = [at(0, 0), at(1, 0), at(-1, 0), at(0, 1), at(0, -1)];
    const [fx, fy, fxx, fyy] = [(e - w) / 2, (n - s) / 2, e - 2 * c + w, n - 2 * c + s];
    const fxy = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4;
    const det = fxx * fyy - fxy * fxy;
    if (!(det > 0 && fxx > 0)) break;
    const [mx, my] = [(fxy * fy - fyy * fx) / det, (fxy * fx - fxx * fy) / det];
    if (!(Math.abs(mx) <= 3 && Math.abs(my) <= 3)) break;
    value = c + (fx * mx + fy * my) / 2;
    x += mx * h;
    y += my * h;
  }
  return { value, x, y };
}
