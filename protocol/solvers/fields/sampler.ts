/**
 * Input fields as functions of place and time: a number, an expression, or samples joined by
 * straight lines.
 */
import { compileExpression, type Expression } from "../expression.js";
import {
  breaksOf,
  canBreak,
  curvesOf,
  NO_BREAKS,
  type Break,
  type Breaks,
  type Curves,
} from "./breakpoints.js";
import { badInput } from "../refusal.js";
import { crowdedBetween } from "./crowded.js";
import { hiddenBetween, type Roots, type Taken } from "./hidden.js";
import { steepPlaces } from "./steep.js";

export type ProfileInput = number | readonly number[] | string;

/** Value at (x, y, t); arguments that the field does not depend on are not read. */
export type PlaceFunction = (x: number, y: number, t: number) => number;

export interface Sampler {
  readonly at: PlaceFunction;
  /** How the input was read, for the equations of the answer. */
  readonly text: string;
  readonly varies: (name: Variable) => boolean;
  /**
   * A bound of what the field hides between these points, averaged; absent of what hides nothing.
   * With its size on them, boxes that span less than its rounding are not looked into.
   */
  readonly hidden?: (
    xs: Float64Array,
    ys: Float64Array,
    ts: Float64Array,
    taken?: Taken,
    size?: number,
  ) => number;
  /**
   * Where it jumps or bends along one variable, `fixed` having values that do not change; absent of
   * what cannot.
   */
  readonly breaks?: (name: Variable, from: number, to: number, fixed?: FixedPlace) => Breaks;
  /** Jumps and kinks whose condition has both x and y, between these corners; as `breaks`. */
  readonly curves?: (xs: Float64Array, ys: Float64Array) => Curves;
}

type Variable = "x" | "y" | "t";
type FixedPlace = { readonly [name in Variable]?: number };

/**
 * Where samples of an input stand: row-major, the first axis slowest, both ends included unless
 * periodic.
 */
export interface SampleGrid {
  readonly columns: number;
  readonly rows: number;
  readonly lx: number;
  readonly ly: number;
  /** Left and lower end. */
  readonly x0?: number;
  readonly y0?: number;
  readonly periodic?: boolean;
}

const NAMES = ["x", "y", "t"] as const;

/**
 * @param variables  of x, y, t: those the expression may name
 * @param grid  of samples; absent where samples make no sense
 * @throws SolverRefusal INVALID_BODY for text that cannot be read, or samples of another number
 */
export function samplerOf(
  input: ProfileInput,
  variables: readonly Variable[],
  pointer: string,
  grid?: SampleGrid,
): Sampler {
  if (typeof input === "number")
    return { at: () => input, text: String(input), varies: () => false };
  if (typeof input === "string") return expressionSampler(input, variables, pointer);
  if (grid === undefined)
    throw badInput(pointer, "samples cannot be given here; give a number or an expression");
  const want = grid.columns * grid.rows;
  if (input.length !== want) {
    const shape = grid.rows === 1 ? `${want}` : `${grid.rows} x ${grid.columns} = ${want}`;
    throw badInput(pointer, `${input.length} samples; the grid has ${shape} points`);
  }
  const finite = input.every(Number.isFinite);
  if (!finite) throw badInput(pointer, "every sample must be a finite number");
  return sampledField(Float64Array.from(input), grid);
}

function expressionSampler(text: string, variables: readonly Variable[], pointer: string): Sampler {
  const expression = compileExpression(text, variables, pointer);
  const slots = new Float64Array(variables.length);
  const [a, b, c] = NAMES.map((name) => variables.indexOf(name));
  const cut = breaking(expression, variables);
  const { breaks } = cut;
  return {
    text: expression.canonical,
    varies: (name) => expression.uses(name),
    hidden: (xs, ys, ts, taken, size = 0) => {
      // An axis that the expression does not name has one point.
      const points = [xs, ys, ts].map((all, i) =>
        expression.uses(NAMES[i]!) ? all : all.subarray(0, 1),
      );
      const axes = [a!, b!, c!].flatMap((slot, i) =>
        slot >= 0 ? [{ slot, points: points[i]! }] : [],
      );
      const slots = new Float64Array(variables.length);
      const { root, value } = expression;
      if (taken !== "means" || breaks === undefined)
        return hiddenBetween(root, slots, axes, value, { taken, size });
      const long = axes.filter(({ points: all }) => all.length > 1);
      const found = long.map(({ points: all, slot }) =>
        breaks(variables[slot]!, all[0]!, all.at(-1)!),
      );
      const isOpen = (slot: number): boolean =>
        found[long.findIndex((axis) => axis.slot === slot)]?.open != null;
      const roots = rootsOf(found, points[2]!.length === 1);
      return (
        hiddenBetween(root, slots, axes, value, { taken, roots, size }) +
        crowdedBetween(root, slots, axes, isOpen)
      );
    },
    ...cut,
    at: (x, y, t) => {
      if (a! >= 0) slots[a!] = x;
      if (b! >= 0) slots[b!] = y;
      if (c! >= 0) slots[c!] = t;
      return expression.value(slots);
    },
  };
}

/** Means over cells of a field of place, by its breaks along the axes. */
function rootsOf(found: readonly Breaks[], isAtOneTime: boolean): Roots {
  if (!isAtOneTime) return "shown";
  if (found.some(({ moves }) => moves)) return "cut";
  return found.every(({ open }) => open === null) ? "read" : "shown";
}

function breaking(
  { root, uses, value }: Expression,
  variables: readonly Variable[],
): Pick<Sampler, "breaks" | "curves"> {
  const [x, y] = [variables.indexOf("x"), variables.indexOf("y")];
  const isCut = canBreak(root);
  let steep: { slot: number; from: number; to: number; places: readonly Break[] } | null = null;
  const breaks: Sampler["breaks"] = (name, from, to, fixed = {}) => {
    const slots = Float64Array.from(variables, (one) => fixed[one] ?? 0);
    const isFixed = (slot: number): boolean => fixed[variables[slot]!] !== undefined;
    const variable = variables.indexOf(name);
    const found = isCut ? breaksOf(root, value, { variable, isFixed, slots, from, to }) : NO_BREAKS;
    // Over one place alone, what is steep is cut as well.
    const isProfile = name !== "t" && variables.every((one) => one === name || !uses(one));
    if (!isProfile || found.open !== null) return found;
    // The levels of a run ask for the same range again.
    if (steep?.from !== from || steep.to !== to || steep.slot !== variable) {
      const range = { slot: variable, from, to };
      steep = { ...range, places: steepPlaces(root, value, slots, range) };
    }
    if (steep.places.length === 0) return found;
    const places = [...found.places, ...steep.places].toSorted((a, b) => a.at - b.at);
    return { ...found, places };
  };
  if (!isCut) return { breaks };
  return {
    breaks,
    curves: (xs, ys) =>
      curvesOf(root, {
        slots: new Float64Array(variables.length),
        isFixed: () => false,
        x: { slot: x, points: xs },
        y: { slot: y, points: ys },
      }),
  };
}

/** Straight lines between neighbours, in both directions; the edge value outside. */
export function sampledField(
  data: Float64Array,
  { columns, lx, ly, periodic = false, rows, x0 = 0, y0 = 0 }: SampleGrid,
): Sampler {
  const stepX = lx / Math.max(1, periodic ? columns : columns - 1);
  const stepY = ly / Math.max(1, periodic ? rows : rows - 1);
  const at = (x: number, y: number): number => {
    const row = rows === 1 ? 0 : placeOf((y - y0) / stepY, rows, periodic);
    const j = Math.floor(row);
    const lower = alongRow(data, j * columns, columns, (x - x0) / stepX, periodic);
    const part = row - j;
    if (part === 0) return lower;
    const next = j + 1 === rows ? 0 : j + 1;
    return (
      lower + part * (alongRow(data, next * columns, columns, (x - x0) / stepX, periodic) - lower)
    );
  };
  return {
    at,
    text: `${data.length} samples`,
    varies: (name) => name === "x" || (name === "y" && rows > 1),
  };
}

/** In whole and broken points; a place that is a point but for rounding counts as that point. */
function placeOf(given: number, n: number, periodic: boolean): number {
  const near = Math.round(given);
  const place = Math.abs(given - near) <= 1e-9 * Math.max(1, Math.abs(near)) ? near : given;
  if (!periodic) return Math.min(Math.max(place, 0), n - 1);
  const turned = place % n;
  return turned < 0 ? (turned + n === n ? 0 : turned + n) : turned;
}

function alongRow(
  data: Float64Array,
  offset: number,
  n: number,
  given: number,
  periodic: boolean,
): number {
  const place = placeOf(given, n, periodic);
  const i = Math.floor(place);
  const part = place - i;
  const value = data[offset + i]!;
  if (part === 0) return value;
  return value + part * (data[offset + (i + 1 === n ? 0 : i + 1)]! - value);
}

/** A sampled function on every point of a grid, refused where it is no finite number. */
export function onGrid(
  { at }: Sampler,
  xs: Float64Array,
  ys: Float64Array,
  t: number,
  pointer: string,
): Float64Array {
  const data = new Float64Array(xs.length * ys.length);
  for (let j = 0; j < ys.length; j += 1) {
    for (let i = 0; i < xs.length; i += 1) {
      const value = at(xs[i]!, ys[j]!, t);
      if (value - value !== 0) {
        throw badInput(
          pointer,
          `no finite number at x = ${xs[i]!}${ys.length > 1 ? `, y = ${ys[j]!}` : ""}`,
        );
      }
      data[j * xs.length + i] = value;
    }
  }
  return data;
}

/** n + 1 points from `start` to start + length. */
export function evenPoints(n: number, length: number, start = 0): Float64Array {
  const points = new Float64Array(n + 1);
  for (let i = 0; i < n; i += 1) points[i] = start + (length * i) / n;
  points[n] = start + length;
  return points;
}
