/**
 * The uncertainty that inputs bring where the result has no slope in them: at the least of a square,
 * at a kink, on a step, where two factors are 0. Second order (JCGM 100:2008, 5.1.2, note): the
 * deviation of a square is sqrt(2) times its even part, that of a product of two the product of theirs.
 */
import type { Refusal } from "../reading/ast.js";
import type { Tape } from "./tape.js";

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

const NO_VALUE_BESIDE: Refusal = {
  kind: "domain-error",
  message:
    "The result has no slope in an uncertain input, and no value beside it: give an input that " +
    "counts without an uncertainty.",
};

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
  { adjoint, steep }: Pick<Tape, "adjoint" | "steep">,
): Float64Array | Refusal | null {
  const level: number[] = [];
  let flat: Float64Array | null = null;
  let at: Float64Array | null = null;
  for (let i = 0; i < stated.length; i += 1) {
    const u = stated[i]!;
    if (u === 0 || steep?.[i] === 1) continue;
    const first = Math.abs(adjoint[i]! * u);
    if (first > bounded.absolute) continue;
    at ??= Float64Array.from(slots);
    const size = effectOf(f, at, i, u, bounded.value);
    if (first > 0 && !(size > NOISE * first && size > bounded.absolute)) continue;
    if (!Number.isFinite(size)) return NO_VALUE_BESIDE;
    flat ??= new Float64Array(stated.length);
    flat[i] = size;
    level.push(i);
  }
  if (flat === null || at === null) return null;
  for (const [k, i] of level.entries())
    for (const j of level.slice(0, k))
      flat[i] = hypotenuse(flat[i]!, jointEffectOf(f, at, [i, j], stated));
  if (level.length > 2 && !hasEffect(flat))
    flat[level[0]!] = cornerOf(f, at, stated, bounded.value);
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
  return isLevel
    ? TWO_WIDTHS_SHARE * further
    : Math.max(SQRT_2 * Math.abs(up + down), Math.abs(up - down)) / 2;
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

/** Three factors that are 0 move the result only together. */
function cornerOf(f: Values, at: Float64Array, stated: Float64Array, value: number): number {
  const far = at.map((x, i) => x + stated[i]!);
  return Math.abs(f(far) - value);
}

function hypotenuse(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}
