/**
 * Objectives that are convex by the rules of their operations (Boyd and Vandenberghe, Convex
 * Optimization, 3.2), and planes that touch them from below. Such a plane lies below the objective
 * everywhere, at a kink too.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { powi } from "../../math/index.js";

/** f(y) >= value + slope (y - x) for every y. */
export interface Plane {
  readonly value: number;
  readonly slope: Float64Array;
}

type Curvature = "constant" | "affine" | "convex" | "concave" | null;

/** Null of an objective that the rules do not show to be convex (for sign -1, concave). */
export function planesBelow(
  root: Node,
  n: number,
  sign: 1 | -1,
): ((x: Float64Array) => Plane) | null {
  const curvature = curvatureOf(root);
  const wanted = sign === 1 ? "convex" : "concave";
  if (curvature !== "affine" && curvature !== wanted) return null;
  return (x) => {
    const { slope, value } = planeOf(root, x, n);
    return sign === 1 ? { value, slope } : { value: -value, slope: slope.map((one) => -one) };
  };
}

function turned(curvature: Curvature): Curvature {
  if (curvature === "convex") return "concave";
  return curvature === "concave" ? "convex" : curvature;
}

function summed(a: Curvature, b: Curvature): Curvature {
  if (a === "constant" || a === b) return b;
  if (b === "constant") return a;
  if (a === "affine") return b;
  return b === "affine" ? a : null;
}

function scaled(curvature: Curvature, factor: number): Curvature {
  if (factor === 0) return "constant";
  return factor > 0 ? curvature : turned(curvature);
}

function curvatureOf(node: Node): Curvature {
  switch (node.op) {
    case "constant":
      return "constant";
    case "slot":
      return "affine";
    case "neg":
      return turned(curvatureOf(node.a));
    case "add":
      return summed(curvatureOf(node.a), curvatureOf(node.b));
    case "sub":
      return summed(curvatureOf(node.a), turned(curvatureOf(node.b)));
    case "mul":
      return product(node.a, node.b);
    case "div":
      return curvatureOf(node.b) === "constant"
        ? scaled(curvatureOf(node.a), 1 / constantOf(node.b))
        : null;
    case "powi":
      return power(node.a, node.n);
    case "call1":
      return curvatureOfCall(node.rule.name, node.a);
    case "call2":
      return curvatureOfPair(node.rule.name, node.a, node.b);
    case "many":
      return null;
  }
}

const NOTHING = new Float64Array(0);

function constantOf(node: Node): number {
  return planeOf(node, NOTHING, 0).value;
}

function product(a: Node, b: Node): Curvature {
  const [first, second] = [curvatureOf(a), curvatureOf(b)];
  if (first === "constant") return scaled(second, constantOf(a));
  if (second === "constant") return scaled(first, constantOf(b));
  const isSquare = a === b || (a.op === "slot" && b.op === "slot" && a.slot === b.slot);
  return isSquare && first === "affine" ? "convex" : null;
}

function power(a: Node, n: number): Curvature {
  const inner = curvatureOf(a);
  if (n === 0 || inner === "constant") return "constant";
  if (n < 1) return null;
  if (inner === "affine" && n % 2 === 0) return "convex";
  return (inner === "affine" || inner === "convex") && isNeverNegative(a) ? "convex" : null;
}

function curvatureOfCall(name: string, a: Node): Curvature {
  const inner = curvatureOf(a);
  if (inner === "constant") return "constant";
  const isOf = (...kinds: readonly Curvature[]): boolean => kinds.includes(inner);
  if (name === "abs")
    return isOf("affine") || (isOf("convex") && isNeverNegative(a)) ? "convex" : null;
  if (name === "exp") return isOf("affine", "convex") ? "convex" : null;
  if (name === "cosh") return isOf("affine") ? "convex" : null;
  if (name === "sqrt" || name === "log") return isOf("affine", "concave") ? "concave" : null;
  return null;
}

function curvatureOfPair(name: string, a: Node, b: Node): Curvature {
  const [first, second] = [curvatureOf(a), curvatureOf(b)];
  if (first === "constant" && second === "constant") return "constant";
  const are = (kind: Curvature): boolean =>
    [first, second].every((one) => one === "constant" || one === "affine" || one === kind);
  if (name === "max") return are("convex") ? "convex" : null;
  if (name === "min") return are("concave") ? "concave" : null;
  if (name === "hypot") return are("affine") ? "convex" : null;
  if (name !== "pow" || second !== "constant" || constantOf(b) < 1) return null;
  return (first === "affine" || first === "convex") && isNeverNegative(a) ? "convex" : null;
}

function isNeverNegative(node: Node): boolean {
  switch (node.op) {
    case "constant":
      return node.value >= 0;
    case "add":
      return isNeverNegative(node.a) && isNeverNegative(node.b);
    case "mul":
      return node.a === node.b || (isNeverNegative(node.a) && isNeverNegative(node.b));
    case "div":
      return isNeverNegative(node.a) && node.b.op === "constant" && node.b.value > 0;
    case "powi":
      return node.n % 2 === 0 || isNeverNegative(node.a);
    case "call1":
      return ["abs", "exp", "sqrt", "cosh"].includes(node.rule.name);
    case "call2":
      if (node.rule.name === "max") return isNeverNegative(node.a) || isNeverNegative(node.b);
      return node.rule.name === "hypot";
    default:
      return false;
  }
}

/** Value and slope at a place; at a kink the slope is that of one side. */
function planeOf(node: Node, x: Float64Array, n: number): Plane {
  const flat = (value: number): Plane => ({ value, slope: new Float64Array(n) });
  const along = ({ slope }: Plane, value: number, factor: number): Plane => ({
    value,
    slope: slope.map((one) => (one === 0 ? 0 : factor * one)),
  });
  const joined = (value: number, a: Plane, ka: number, b: Plane, kb: number): Plane => ({
    value,
    slope: a.slope.map(
      (one, i) => (one === 0 ? 0 : ka * one) + (b.slope[i] === 0 ? 0 : kb * b.slope[i]!),
    ),
  });
  if (node.op === "constant") return flat(node.value);
  if (node.op === "slot") {
    const plane = flat(x[node.slot]!);
    if (n > 0) plane.slope[node.slot] = 1;
    return plane;
  }
  if (node.op === "many") return flat(Number.NaN);
  const a = planeOf(node.a, x, n);
  if (node.op === "neg") return along(a, -a.value, -1);
  if (node.op === "powi") {
    const slope = node.n === 0 ? 0 : node.n * powi(a.value, node.n - 1);
    return along(a, powi(a.value, node.n), slope);
  }
  if (node.op === "call1") {
    const value = node.rule.value(a.value);
    return along(
      a,
      value,
      node.rule.name === "abs" ? Math.sign(a.value) : node.rule.slope(a.value, value),
    );
  }
  const b = planeOf(node.b, x, n);
  switch (node.op) {
    case "add":
      return joined(a.value + b.value, a, 1, b, 1);
    case "sub":
      return joined(a.value - b.value, a, 1, b, -1);
    case "mul":
      return joined(a.value * b.value, a, b.value, b, a.value);
    case "div":
      return along(a, a.value / b.value, 1 / b.value);
    default: {
      const { name, slopeA, slopeB, value } = node.rule;
      if (name === "max") return a.value >= b.value ? a : b;
      if (name === "min") return a.value <= b.value ? a : b;
      const here = value(a.value, b.value);
      if (name === "hypot" && here === 0) return flat(0);
      return joined(here, a, slopeA(a.value, b.value, here), b, slopeB(a.value, b.value, here));
    }
  }
}
