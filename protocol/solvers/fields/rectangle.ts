/** A line or a rectangle that a caller gives: its extents, and the place whose values are told. */
import { badInput, need } from "../refusal.js";
import type { Assumed, Axis } from "../solver.js";

/** What the caller calls it: a string and a membrane, a bar and a plate. */
export interface Shape {
  readonly isLine: boolean;
  readonly line: string;
  readonly plane: string;
}

interface Extents {
  readonly length?: number | undefined;
  readonly lx?: number | undefined;
  readonly ly?: number | undefined;
}

/** Metres along both axes; 1 across a line. @throws BadInput for an extent that is missing */
export function extentsOf(
  { length, lx, ly }: Extents,
  { isLine, line, plane }: Shape,
  assumed: Assumed[],
): readonly [number, number] {
  if (isLine) return [need(length ?? lx, "length", `the length of the ${line}`), 1];
  if (length !== undefined && lx === undefined) {
    assumed.push({
      name: "lx, ly",
      value: length,
      unit: "m",
      why: `length alone is the side of a square ${plane}`,
    });
    return [length, length];
  }
  return [need(lx, "lx", "the width"), need(ly, "ly", "the height")];
}

/** The centre unless given. @throws BadInput for a place outside, or of another dimension */
export function probeOf(
  probe: number | readonly number[] | undefined,
  [lx, ly]: readonly [number, number],
  { isLine, line, plane }: Shape,
  assumed: Assumed[],
): readonly [number, number] {
  if (probe === undefined) {
    const value = isLine ? lx / 2 : [lx / 2, ly / 2];
    assumed.push({ name: "probe", value, unit: "m", why: "the centre unless given" });
    return [lx / 2, isLine ? 0 : ly / 2];
  }
  const place = typeof probe === "number" ? [probe] : probe;
  if (place.length !== (isLine ? 1 : 2))
    throw badInput("/probe", isLine ? `give one number on a ${line}` : `give [x, y] on a ${plane}`);
  const [x = Number.NaN, y = 0] = place;
  if (!(x >= 0 && x <= lx && y >= 0 && (isLine || y <= ly)))
    throw badInput(
      "/probe",
      `the probe lies outside of [0, ${lx}]${isLine ? "" : ` x [0, ${ly}]`}`,
    );
  return [x, y];
}

/** Even places along an axis, in metres. @param first of them */
export function lengthAxis(
  name: string,
  n: number,
  step: number,
  first = 0,
  periodic = false,
): Axis {
  return { name, unit: "m", n, start: first, step, ...(periodic ? { periodic } : {}) };
}

/** Sides longer than this many times the shorter get no more cells for it. */
const ASPECT_MAX = 4;

/** Cells along both sides of a rectangle: `cells` on the shorter, more on the longer. */
export function cellsAlong(cells: number, lx: number, ly: number): readonly [number, number] {
  const times = (a: number, b: number): number =>
    Math.max(1, Math.min(ASPECT_MAX, Math.round(a / b)));
  return [cells * times(lx, ly), cells * times(ly, lx)];
}
