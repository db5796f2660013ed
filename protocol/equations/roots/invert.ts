/** Undoes, one by one, the operations around an unknown that occurs once. */
import type { BinaryExpr, CallExpr, Expr } from "../reading/ast.js";
import { binary, call, negative, number } from "../reading/expr.js";
import { EULER } from "../reading/letters.js";
import { exactRational } from "../dimensions/rational.js";
import { namesOf } from "../reading/walk.js";

/** Each even power doubles the branches: more than this many is no single answer anyway. */
const BRANCHES_MAX = 8;
const SEVERAL = 2;

/**
 * Functions whose inverse is one function; whether the argument lies in its range is checked by
 * putting it back.
 */
const INVERSES: ReadonlyMap<string, string> = new Map([
  ["exp", "log"],
  ["log", "exp"],
  ["exp2", "log2"],
  ["log2", "exp2"],
  ["exp10", "log10"],
  ["log10", "exp10"],
  ["expm1", "log1p"],
  ["log1p", "expm1"],
  ["sinh", "asinh"],
  ["asinh", "sinh"],
  ["tanh", "atanh"],
  ["atanh", "tanh"],
  ["acosh", "cosh"],
  ["asin", "sin"],
  ["acos", "cos"],
  ["atan", "tan"],
]);

export function occurrences(expr: Expr, name: string): number {
  switch (expr.type) {
    case "name":
      return expr.name === name ? 1 : 0;
    case "unary":
      return occurrences(expr.arg, name);
    case "binary":
      return occurrences(expr.left, name) + occurrences(expr.right, name);
    case "call":
      return expr.args.reduce((sum, arg) => sum + occurrences(arg, name), 0);
    // Inside a sum or an integral there is no way to undo what stands around it.
    default:
      return namesOf(expr).includes(name) ? SEVERAL : 0;
  }
}

/**
 * Expressions for `name` such that `left` = `right`, one per branch; both sides together hold it
 * once. Null when an operation on the way has no inverse in closed form.
 */
export function invert(left: Expr, right: Expr, name: string): readonly Expr[] | null {
  const [side, value] = occurrences(left, name) === 1 ? [left, right] : [right, left];
  const branches = undo(side, value, name);
  return branches === null || branches.length > BRANCHES_MAX ? null : branches;
}

function undo(expr: Expr, value: Expr, name: string): readonly Expr[] | null {
  switch (expr.type) {
    case "name":
      return [value];
    case "unary":
      return undo(expr.arg, expr.op === "-" ? negative(value) : value, name);
    case "binary":
      return expr.op === "^" ? undoPower(expr, value, name) : undoArithmetic(expr, value, name);
    case "call":
      return undoCall(expr, value, name);
    default:
      return null;
  }
}

function undoArithmetic(expr: BinaryExpr, value: Expr, name: string): readonly Expr[] | null {
  const { left, right, op } = expr;
  const inLeft = occurrences(left, name) === 1;
  if (op === "+")
    return inLeft
      ? undo(left, binary("-", value, right), name)
      : undo(right, binary("-", value, left), name);
  if (op === "-")
    return inLeft
      ? undo(left, binary("+", value, right), name)
      : undo(right, binary("-", left, value), name);
  if (op === "*")
    return inLeft
      ? undo(left, binary("/", value, right), name)
      : undo(right, binary("/", value, left), name);
  return inLeft
    ? undo(left, binary("*", value, right), name)
    : undo(right, binary("/", left, value), name);
}

function undoPower(expr: BinaryExpr, value: Expr, name: string): readonly Expr[] | null {
  const { left: base, right: exponent } = expr;
  if (occurrences(exponent, name) === 1) {
    const log = call("log", value);
    const isEuler = base.type === "name" && base.name === EULER;
    return undo(exponent, isEuler ? log : binary("/", log, call("log", base)), name);
  }
  const power = exactRational(exponent);
  if (power === null)
    return bothSigns(base, binary("^", value, binary("/", one(value), exponent)), name);
  if (power.num === 0) return null;
  const raised = power.num < 0 ? binary("/", one(value), value) : value;
  const num = Math.abs(power.num);
  if (power.den === 1 && num === 1) return undo(base, raised, name);
  if (power.den === 1 && num % 2 === 0) return bothSigns(base, root(raised, num), name);
  if (power.den === 1) return undo(base, oddRoot(raised, num), name);
  return undo(
    base,
    binary(
      "^",
      raised,
      num === 1
        ? number(power.den, value)
        : binary("/", number(power.den, value), number(num, value)),
    ),
    name,
  );
}

function undoCall(expr: CallExpr, value: Expr, name: string): readonly Expr[] | null {
  const [arg] = expr.args;
  if (arg === undefined || expr.args.length !== 1) return null;
  const inverse = INVERSES.get(expr.fn);
  if (inverse !== undefined) return undo(arg, call(inverse, value), name);
  if (expr.fn === "sqrt") return undo(arg, binary("^", value, number(2, value)), name);
  if (expr.fn === "cbrt") return undo(arg, binary("^", value, number(3, value)), name);
  if (expr.fn === "abs") return bothSigns(arg, value, name);
  return expr.fn === "cosh" ? bothSigns(arg, call("acosh", value), name) : null;
}

function bothSigns(expr: Expr, value: Expr, name: string): readonly Expr[] | null {
  const plus = undo(expr, value, name);
  const minus = undo(expr, negative(value), name);
  return plus === null || minus === null || plus.length + minus.length > BRANCHES_MAX
    ? null
    : [...plus, ...minus];
}

function root(value: Expr, n: number): Expr {
  return n === 2
    ? call("sqrt", value)
    : binary("^", value, binary("/", one(value), number(n, value)));
}

/** Real for either sign of the value. */
function oddRoot(value: Expr, n: number): Expr {
  return n === 3
    ? call("cbrt", value)
    : binary("*", call("sign", value), root(call("abs", value), n));
}

function one(at: Expr): Expr {
  return number(1, at);
}
