/**
 * From the tree as typed to the operations that are computed: names bound, powers and functions
 * chosen.
 */
import type { Expr, IntegralExpr, SeriesExpr } from "../reading/ast.js";
import { FUNCTION_RULES, POW, SQRT } from "./functions.js";
import type { Bind, Lower, Node } from "./node.js";
import { BETAINC } from "./special.js";
import { AMBIGUOUS_LOG } from "../reading/functions.js";
import { exactRational } from "../dimensions/rational.js";
import { isExactDecimal } from "../reading/bindExact.js";
import { EULER } from "../reading/letters.js";
import { refuse } from "../reading/refuse.js";

/**
 * Largest integer exponent computed as a power of its own; larger ones go through `pow`, with the
 * same bits.
 */
const POWI_MAX = 64;

const ARITHMETIC = { "+": "add", "-": "sub", "*": "mul", "/": "div" } as const;

/** How the steps that repeat another one are lowered: they stand in rooms above this one. */
export interface RepeatedLowering {
  readonly series: (expr: SeriesExpr, bind: Bind, lower: Lower) => Node;
  readonly integral: (expr: IntegralExpr, bind: Bind, lower: Lower) => Node;
}

export function lowering(repeated: RepeatedLowering): Lower {
  const lower: Lower = (expr, bind) => {
    switch (expr.type) {
      case "number":
        if (!Number.isFinite(expr.value))
          refuse("overflow", `The number ${expr.text} is too large for a double.`, expr);
        return {
          op: "constant",
          value: expr.value,
          constant: null,
          exact: isExactLiteral(expr.value, expr.text),
          expr,
        };
      case "name": {
        const binding = bind(expr.name, expr);
        return binding.kind === "slot"
          ? { op: "slot", slot: binding.slot, expr }
          : {
              op: "constant",
              value: binding.value,
              constant: binding.constant,
              exact: binding.exact,
              expr,
            };
      }
      case "unary": {
        const a = lower(expr.arg, bind);
        return expr.op === "+" ? a : { op: "neg", a, expr };
      }
      case "binary":
        return expr.op === "^"
          ? lowerPower(expr.left, expr.right, expr, bind, lower)
          : {
              op: ARITHMETIC[expr.op],
              a: lower(expr.left, bind),
              b: lower(expr.right, bind),
              expr,
            };
      case "call":
        return lowerCall(expr.fn, expr.args, expr, bind, lower);
      case "sum":
      case "product":
        return repeated.series(expr, bind, lower);
      case "integral":
        return repeated.integral(expr, bind, lower);
      case "derivative":
        return refuse("ode", "A derivative is not evaluated yet: give the solved form.", expr);
      case "braket":
        return refuse("braket", "A bra-ket is not evaluated yet: write its components out.", expr);
      default:
        return refuse("relation", `${expr.what} is not one number.`, expr);
    }
  };
  return lower;
}

function lowerPower(base: Expr, exponent: Expr, expr: Expr, bind: Bind, lower: Lower): Node {
  if (base.type === "name" && base.name === EULER)
    return lowerCall("exp", [exponent], expr, bind, lower);
  const power = exactRational(exponent);
  if (power !== null) {
    const a = lower(base, bind);
    if (power.num === 1 && power.den === 2) return { op: "call1", rule: SQRT, a, expr };
    if (power.den === 1 && power.num === 1) return a;
    if (power.den === 1 && power.num === -1) {
      return {
        op: "div",
        a: { op: "constant", value: 1, constant: null, exact: true, expr },
        b: a,
        expr,
      };
    }
    if (power.den === 1 && Math.abs(power.num) <= POWI_MAX)
      return { op: "powi", a, n: power.num, expr };
  }
  return { op: "call2", rule: POW, a: lower(base, bind), b: lower(exponent, bind), expr };
}

function lowerCall(fn: string, args: readonly Expr[], expr: Expr, bind: Bind, lower: Lower): Node {
  if (fn === AMBIGUOUS_LOG)
    return refuse(
      "ambiguous-function",
      "log may have base e, 10 or 2: write ln, log10 or log2.",
      expr,
    );
  if (fn === BETAINC.name) {
    if (args.length !== 3) return refuse("syntax", `${fn} takes three arguments.`, expr);
    return { op: "many", rule: BETAINC, args: args.map((arg) => lower(arg, bind)), expr };
  }
  const rule = FUNCTION_RULES.get(fn);
  if (rule === undefined)
    return refuse("unknown-function", `${fn} is not a function this node evaluates.`, expr);
  const nodes = args.map((arg) => lower(arg, bind));
  const [a, b] = nodes;
  if (rule.arity === 1) {
    if (a === undefined || nodes.length !== 1)
      return refuse("syntax", `${fn} takes one argument.`, expr);
    return { op: "call1", rule, a, expr };
  }
  if (a === undefined || b === undefined || (nodes.length !== 2 && !rule.chained)) {
    return refuse("syntax", `${fn} takes two arguments${rule.chained ? " or more" : ""}.`, expr);
  }
  return nodes
    .slice(2)
    .reduce<Node>((left, next) => ({ op: "call2", rule, a: left, b: next, expr }), {
      op: "call2",
      rule,
      a,
      b,
      expr,
    });
}

/**
 * A literal longer than any shortest decimal may differ from its double although the shortest one
 * does not.
 */
const SHORTEST_CHARS_MAX = 17;

function isExactLiteral(value: number, text: string): boolean {
  return text.length <= SHORTEST_CHARS_MAX && isExactDecimal(value);
}
