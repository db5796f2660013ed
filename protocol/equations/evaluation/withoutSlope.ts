/**
 * The uncertainty that inputs bring where the result has no slope in them: at the least of a square,
 * at a kink, on a step, where two factors are 0. Second order (JCGM 100:2008, 5.1.2, note): the
 * deviation of a square is sqrt(2) times its even part, that of a product of two the product of theirs.
 * Of higher orders, which that does not see, it is the deviation over the nodes of Gauss and Hermite.
 * A step beside a slope, as that of mod, counts like one without.
 */
import type { Refusal } from "../reading/ast.js";
import type { CarriedResult } from "./evaluation.js";
import type { Tape } from "./tape.js";
import { countedParts } from "./uncertainty.js";

type Values = (slots: Float64Array) => number;

/** A value and the bound of its numerical error. */
export interface Bounded {
  readonly value: number;
  readonly absolute: number;
}

const SQRT_2 = Math.sqrt(2);
/** A slope is the rounding of an integral where what lies beyond it is this many times larger. */
const NOISE = 1000;
/** Share of a change two widths away: a step there is as wide for one in three. */
const TWO_WIDTHS_SHARE = 0.5;
/** The five nodes and weights for a normal distribution (Abramowitz and Stegun, table 25.10). */
const NEAR = 1.3556261799742657;
const NEAR_WEIGHT = 0.22207592200561266;
const FAR = 2.8569700138728056;
const FAR_WEIGHT = 0.011257411327720691;
/** The three nodes are 0 and this, whose weights are 2/3 and 1/6. */
const SQRT_3 = Math.sqrt(3);
/** Inputs whose three nodes are all combined: 3^5 values. */
const COMBINED_MAX = 5;
/** What a higher order has to add: below that it is the rounding of the second. */
const HIGHER_ORDER = 1.01;
/** Beside a slope, a part of the first order that counts as a step. */
const STEP_SHARE = 0.5;

const NO_VALUE_BESIDE: Refusal = {
  kind: "domain-error",
  message:
    "The result has no slope in an uncertain input, and no value beside it: give an input that " +
    "counts without an uncertainty.",
};

/**
 * How uncertain each input is: as stated, else as an earlier computation left it. Null where none is.
 */
export function widthsOf(
  stated: Float64Array | null,
  earlier: readonly (CarriedResult | null)[] | null,
): Float64Array | null {
  if (earlier === null) return stated;
  return Float64Array.from(earlier, (before, i) => {
    const own = stated === null ? 0 : stated[i]!;
    if (own > 0 || before === null) return own;
    return countedParts(before.contributions).reduce(hypotenuse, 0);
  });
}

/**
 * @param slots inputs in slot order @param stated their uncertainties, zero where none is stated
 * @returns what each does, null where every uncertain input has a slope; a refusal where no value
 * is reached
 */
export function withoutSlope(
  f: Values,
  slots: Float64Array,
  stated: Float64Array,
  bounded: Bounded,
  { adjoint, jumps, steep }: Pick<Tape, "adjoint" | "jumps" | "steep">,
): Float64Array | Refusal | null {
  const level: number[] = [];
  let flat: Float64Array | null = null;
  let at: Float64Array | null = null;
  for (let i = 0; i < stated.length; i += 1) {
    const u = stated[i]!;
    if (u === 0 || steep?.[i] === 1) continue;
    const first = Math.abs(adjoint[i]! * u);
    const isLevel = first <= bounded.absolute;
    if (!isLevel && !jumps) continue;
    at ??= Float64Array.from(slots);
    const size = isLevel
      ? effectOf(f, at, i, u, bounded.value)
      : stepOf(f, at, i, u, { value: bounded.value, slope: adjoint[i]! });
    if (isLevel && first > 0 && !(size > NOISE * first && size > bounded.absolute)) continue;
    if (!isLevel && size === 0) continue;
    if (!Number.isFinite(size)) return NO_VALUE_BESIDE;
    flat ??= new Float64Array(stated.length);
    flat[i] = size;
    if (isLevel) level.push(i);
  }
  if (flat === null || at === null) return null;
  for (const [k, i] of level.entries())
    for (const j of level.slice(0, k))
      flat[i] = hypotenuse(flat[i]!, jointEffectOf(f, at, [i, j], stated));
  if (level.length > 1) addHigherOrders(f, at, { level, stated, value: bounded.value, flat });
  return flat.every(Number.isFinite) ? flat : NO_VALUE_BESIDE;
}

/** Whether any input without a slope moves the result. */
export function hasEffect(flat: Float64Array | null): boolean {
  return flat !== null && flat.some((size) => size > 0);
}

function effectOf(f: Values, at: Float64Array, i: number, u: number, value: number): number {
  const x = at[i]!;
  const beside = (by: number): number => {
    at[i] = x + by;
    return f(at) - value;
  };
  const [up, down] = [beside(u), beside(-u)];
  const isLevel = up === 0 && down === 0;
  // A kink or a step may lie a little further off.
  const further = isLevel ? Math.max(...[beside(2 * u), beside(-2 * u)].map(sizeOrZero)) : 0;
  at[i] = x;
  if (isLevel) return TWO_WIDTHS_SHARE * further;
  const second = Math.max(SQRT_2 * Math.abs(up + down), Math.abs(up - down)) / 2;
  const higher = deviationOf((nodes) => beside(nodes * u));
  at[i] = x;
  return higher > HIGHER_ORDER * second ? higher : second;
}

/** Standard deviation over the five nodes; NaN where one has no value. */
function deviationOf(change: (widths: number) => number): number {
  const near = [change(NEAR), change(-NEAR)] as const;
  const far = [change(FAR), change(-FAR)] as const;
  const mean = NEAR_WEIGHT * (near[0] + near[1]) + FAR_WEIGHT * (far[0] + far[1]);
  const squares =
    NEAR_WEIGHT * (near[0] * near[0] + near[1] * near[1]) +
    FAR_WEIGHT * (far[0] * far[0] + far[1] * far[1]);
  return Math.sqrt(Math.max(0, squares - mean * mean));
}

/** What a step within two widths does beside the slope; 0 for none, NaN without a value beside. */
function stepOf(
  f: Values,
  at: Float64Array,
  i: number,
  u: number,
  { slope, value }: { readonly slope: number; readonly value: number },
): number {
  const x = at[i]!;
  const beside = (widths: number): number => {
    at[i] = x + widths * u;
    return f(at) - value - slope * widths * u;
  };
  const near = [beside(1), beside(-1)];
  const far = [beside(2), beside(-2)];
  at[i] = x;
  // A factorial has a value at whole numbers alone.
  if (near.every(Number.isNaN)) return Number.NaN;
  const [width, twoWidths] = [near, far].map((sides) => Math.max(...sides.map(sizeOrZero)));
  const size = Math.max(width! / SQRT_2, TWO_WIDTHS_SHARE * twoWidths!);
  return size > STEP_SHARE * Math.abs(slope * u) ? size : 0;
}

/** Two widths away there may be no value, where one has none to show. */
function sizeOrZero(change: number): number {
  return Number.isFinite(change) ? Math.abs(change) : 0;
}

/** The mixed second difference: of a product at 0 and 0 it is all there is. */
function jointEffectOf(
  f: Values,
  at: Float64Array,
  [i, j]: readonly [number, number],
  stated: Float64Array,
): number {
  const [x, y] = [at[i]!, at[j]!];
  const shifted = (a: number, b: number): number => {
    at[i] = x + a * stated[i]!;
    at[j] = y + b * stated[j]!;
    return f(at);
  };
  const mixed = shifted(1, 1) - shifted(1, -1) - (shifted(-1, 1) - shifted(-1, -1));
  at[i] = x;
  at[j] = y;
  return Math.abs(mixed) / 4;
}

/** What inputs without a slope do together, where that is more: three factors that are 0. */
function addHigherOrders(
  f: Values,
  at: Float64Array,
  {
    flat,
    level,
    stated,
    value,
  }: {
    readonly level: readonly number[];
    readonly stated: Float64Array;
    readonly value: number;
    readonly flat: Float64Array;
  },
): void {
  const first = level[0]!;
  const known = level.reduce((sum, i) => sum + flat[i]! * flat[i]!, 0);
  const squares =
    level.length > COMBINED_MAX
      ? cornerOf(f, at, level, stated, value)
      : varianceOver(f, at, level, stated, value);
  if (squares > HIGHER_ORDER * HIGHER_ORDER * known)
    flat[first] = Math.sqrt(squares - known + flat[first]! * flat[first]!);
}

/** The variance of the change over three nodes of each input; NaN where one has no value. */
function varianceOver(
  f: Values,
  at: Float64Array,
  level: readonly number[],
  stated: Float64Array,
  value: number,
): number {
  let [mean, squares] = [0, 0];
  const visit = (depth: number, weight: number): void => {
    const i = level[depth];
    if (i === undefined) {
      const change = f(at) - value;
      mean += weight * change;
      squares += weight * change * change;
      return;
    }
    const x = at[i]!;
    visit(depth + 1, (weight * 2) / 3);
    for (const widths of [SQRT_3, -SQRT_3]) {
      at[i] = x + widths * stated[i]!;
      visit(depth + 1, weight / 6);
    }
    at[i] = x;
  };
  visit(0, 1);
  return squares - mean * mean;
}

/** The square of the change where all inputs are one width away. */
function cornerOf(
  f: Values,
  at: Float64Array,
  level: readonly number[],
  stated: Float64Array,
  value: number,
): number {
  const far = Float64Array.from(at);
  for (const i of level) far[i] = at[i]! + stated[i]!;
  const change = f(far) - value;
  return change * change;
}

function hypotenuse(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}
