/**
 * Objectives and constraints of a body: expressions with symbolic gradients, and the named
 * functions.
 */
import { ROUGH_FUNCTIONS } from "../../equations/reading/functions.js";
import { TWO_PI } from "../../math/constants.js";
import { find } from "../../equations/reading/walk.js";
import { cos, sin } from "../../math/index.js";
import { compileExpression, derivativeOf, type Expression } from "../expression.js";
import { badInput, SolverRefusal } from "../refusal.js";

/** Value at x, the gradient into g. */
export type Differentiable = (x: Float64Array, g: Float64Array) => number;

export interface Function1 {
  readonly evaluate: Differentiable;
  readonly text: string;
  readonly symbolic: boolean;
  /** With derivatives over twice the distance; absent where they are closed forms. */
  readonly coarser?: Differentiable;
  /** The operations and the value alone; absent of the named functions. */
  readonly written?: Pick<Expression, "root" | "value">;
  readonly linear: boolean;
  /** A function of it has kinks or steps, where a gradient says nothing. */
  readonly rough: boolean;
}

export interface Constraint extends Function1 {
  readonly equality: boolean;
}

const DIFFERENCE = 6e-6;

/**
 * Gradient in closed form; by central differences where a function of the expression has no
 * derivative.
 */
export function functionOf(text: string, variables: readonly string[], pointer: string): Function1 {
  const f = compileExpression(text, variables, pointer);
  const slopes: (Expression | null)[] = [];
  let symbolic = true;
  let linear = true;
  for (const name of variables) {
    if (!f.uses(name)) {
      slopes.push(null);
      continue;
    }
    try {
      const slope = derivativeOf(f, name, pointer);
      if (variables.some((other) => slope.uses(other))) linear = false;
      slopes.push(slope);
    } catch (error) {
      if (!(error instanceof SolverRefusal)) throw error;
      symbolic = false;
      linear = false;
    }
  }
  const rough =
    find(f.tree, (node) => node.type === "call" && ROUGH_FUNCTIONS.has(node.fn)) !== null;
  if (!symbolic)
    return {
      evaluate: differences(f, DIFFERENCE),
      coarser: differences(f, 2 * DIFFERENCE),
      text: f.canonical,
      symbolic,
      linear,
      rough,
      written: f,
    };
  return {
    written: f,
    text: f.canonical,
    symbolic,
    linear: linear && !rough,
    rough,
    evaluate: (x, g) => {
      for (let i = 0; i < slopes.length; i += 1)
        g[i] = slopes[i] === null ? 0 : slopes[i]!.value(x);
      return f.value(x);
    },
  };
}

function differences({ value }: Expression, reach: number): Differentiable {
  return (x, g) => {
    const at = Float64Array.from(x);
    for (let i = 0; i < x.length; i += 1) {
      const h = reach * Math.max(1, Math.abs(x[i]!));
      at[i] = x[i]! + h;
      const above = value(at);
      at[i] = x[i]! - h;
      g[i] = (above - value(at)) / (2 * h);
      at[i] = x[i]!;
    }
    return value(x);
  };
}

/** "g <= h", "g >= h" or "g = h" as one function that is to be at most, or exactly, zero. */
export function constraintOf(
  text: string,
  variables: readonly string[],
  pointer: string,
): Constraint {
  const parts = /^([^<>=]+)(<=|>=|==|=|<|>)([^<>=]+)$/.exec(text);
  if (parts === null)
    throw badInput(
      pointer,
      `"${text}" is no constraint: write two expressions with <=, >= or = between them`,
    );
  const [, left, sign, right] = parts;
  const flipped = sign!.startsWith(">");
  const compiled = functionOf(
    flipped ? `(${right!}) - (${left!})` : `(${left!}) - (${right!})`,
    variables,
    pointer,
  );
  return { ...compiled, text, equality: sign === "=" || sign === "==" };
}

/** SUM 100 (x_(i+1) - x_i^2)^2 + (1 - x_i)^2. */
export function rosenbrock(x: Float64Array, g: Float64Array): number {
  g.fill(0);
  let f = 0;
  for (let i = 0; i + 1 < x.length; i += 1) {
    const a = x[i + 1]! - x[i]! * x[i]!;
    const b = 1 - x[i]!;
    f += 100 * a * a + b * b;
    g[i]! += -400 * a * x[i]! - 2 * b;
    g[i + 1]! += 200 * a;
  }
  return f;
}

/** SUM y_i^2 + 10 (1 - cos 2 pi y_i), y = x - shift. */
export function rastriginAbout(shift: Float64Array): Differentiable {
  return (x, g) => {
    let f = 0;
    for (let i = 0; i < x.length; i += 1) {
      const y = x[i]! - shift[i]!;
      f += y * y + 10 * (1 - cos(TWO_PI * y));
      g[i] = 2 * y + 10 * TWO_PI * sin(TWO_PI * y);
    }
    return f;
  };
}

/** SUM over pairs of 4 (r^-12 - r^-6), coordinates atom by atom. */
export function lennardJones(x: Float64Array, g: Float64Array): number {
  g.fill(0);
  const n = x.length;
  let f = 0;
  for (let a = 3; a < n; a += 3) {
    for (let b = 0; b < a; b += 3) {
      const dx = x[a]! - x[b]!;
      const dy = x[a + 1]! - x[b + 1]!;
      const dz = x[a + 2]! - x[b + 2]!;
      const s = 1 / (dx * dx + dy * dy + dz * dz);
      const s3 = s * s * s;
      f += 4 * s3 * (s3 - 1);
      const force = -24 * s3 * (2 * s3 - 1) * s;
      g[a]! += force * dx;
      g[a + 1]! += force * dy;
      g[a + 2]! += force * dz;
      g[b]! -= force * dx;
      g[b + 1]! -= force * dy;
      g[b + 2]! -= force * dz;
    }
  }
  return f;
}
