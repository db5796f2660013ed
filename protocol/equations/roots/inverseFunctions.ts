/** Functions undone: what must vanish instead, where a function must have a value. */
import type { Interval } from "../enclosures/interval.js";
import { POW } from "../evaluation/functions.js";
import type { Node } from "../evaluation/node.js";
import { acos, nextUp } from "../../math/index.js";
import { POWER_MAX } from "./expansion.js";
import type { KnownParts } from "./knownParts.js";
import { ONE, over, toDouble, type Rational } from "./rational.js";
import { called, difference, whole } from "./trees.js";

/** What a function must be, as a tree without the unknown. */
export interface Level {
  readonly node: Node;
  readonly exact: Rational | null;
}

/** Doubles around pi. */
const PI_BELOW = acos(-1);
const PI_ABOVE = nextUp(PI_BELOW);

const INVERSES: ReadonlyMap<string, string> = new Map([
  ["exp", "log"],
  ["exp2", "log2"],
  ["exp10", "log10"],
  ["log", "exp"],
  ["log2", "exp2"],
  ["log10", "exp10"],
  ["log1p", "expm1"],
  ["sinh", "asinh"],
  ["asinh", "sinh"],
  ["atanh", "tanh"],
]);

/** What must vanish instead; empty where the function never has that value. */
export function undone(
  node: Node & { op: "call1" | "call2" },
  level: Level,
  known: KnownParts,
  enclose: (node: Node) => Interval,
): readonly Node[] | null {
  const value = enclose(level.node);
  const { expr, a } = node;
  const constant = (value: Node): Node[] => [difference(a, value)];
  if (node.op === "call2") {
    if (node.rule.name !== "pow" || known.holds(node.b)) return null;
    const exponent = known.exactOf(node.b);
    if (exponent === null || exponent.d === 1n) return null;
    if (value.hi < 0) return [];
    if (!(value.lo > 0)) return null;
    const inverse = over(ONE, exponent)!;
    const n = Number(inverse.n);
    if (inverse.d === 1n && Math.abs(n) <= POWER_MAX)
      return constant({ op: "powi", a: level.node, n, expr });
    const double = toDouble(inverse);
    if (double === null) return null;
    const power: Node = { ...whole(double.value, expr), exact: double.isExact };
    return constant({ op: "call2", rule: POW, a: level.node, b: power, expr });
  }
  switch (node.rule.name) {
    case "sqrt":
      if (value.hi < 0) return [];
      return value.lo >= 0 ? constant({ op: "powi", a: level.node, n: 2, expr }) : null;
    case "cbrt":
      return constant({ op: "powi", a: level.node, n: 3, expr });
    case "abs":
      if (value.hi < 0) return [];
      return value.lo > 0
        ? [difference(a, level.node), { op: "add", a, b: level.node, expr }]
        : null;
    case "exp":
    case "exp2":
    case "exp10":
      if (value.hi <= 0) return [];
      return value.lo > 0 ? constant(called(INVERSES.get(node.rule.name)!, level.node)) : null;
    case "tanh":
    case "erf":
      if (value.lo >= 1 || value.hi <= -1) return [];
      return node.rule.name === "tanh" && value.lo > -1 && value.hi < 1
        ? constant(called("atanh", level.node))
        : null;
    case "atan":
    case "asin":
      if (value.lo > 1.5707963267948968 || value.hi < -1.5707963267948968) return [];
      return value.lo > -1.5707963 && value.hi < 1.5707963
        ? constant(called(node.rule.name === "atan" ? "tan" : "sin", level.node))
        : null;
    case "acos":
    case "acosh":
    case "cosh":
      return undoneFolded(node.rule.name, a, level, value);
    default: {
      const inverse = INVERSES.get(node.rule.name);
      return inverse === undefined ? null : constant(called(inverse, level.node));
    }
  }
}

function undoneFolded(
  name: string,
  a: Node,
  { node }: Level,
  value: Interval,
): readonly Node[] | null {
  const least = name === "cosh" ? 1 : 0;
  if (value.hi < least || (name === "acos" && value.lo > PI_ABOVE)) return [];
  if (!(value.lo > least) || (name === "acos" && value.hi > PI_BELOW)) return null;
  if (name !== "cosh") return [difference(a, called(name === "acos" ? "cos" : "cosh", node))];
  const size = called("acosh", node);
  return [difference(a, size), { op: "add", a, b: size, expr: a.expr }];
}

/** What vanishes where a function touches its extreme: 1 - cos u = 2 sin^2(u/2). */
export function extreme(node: Node, { exact }: Level): Node | null {
  if (node.op !== "call1" || exact === null || exact.d !== 1n) return null;
  const value = Number(exact.n);
  if (Math.abs(value) !== 1) return null;
  const { expr, a } = node;
  if (node.rule.name === "cosh") return value === 1 ? a : null;
  if (node.rule.name !== "cos" && node.rule.name !== "sin") return null;
  const half: Node = { op: "div", a, b: whole(2, expr), expr };
  if (node.rule.name === "cos") return called(value === 1 ? "sin" : "cos", half);
  // sin u - 1 = -2 sin^2(u/2 - pi/4)
  const eighth: Node = { ...whole(0.7853981633974483, expr), exact: false };
  return called("sin", { op: value === 1 ? "sub" : "add", a: half, b: eighth, expr });
}
