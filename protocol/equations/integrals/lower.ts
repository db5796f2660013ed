/** From an integral in the tree to the step that runs it. */
import { JUMPING_FUNCTIONS } from "../reading/functions.js";
import { once } from "../../once.js";
import type { Expr, IntegralExpr } from "../reading/ast.js";
import { valueFunction } from "../evaluation/valueFunction.js";
import type { Bind, Node } from "../evaluation/node.js";
import { Tape } from "../evaluation/tape.js";
import { fromEnd } from "./ends.js";
import { IntegralRule } from "./rule.js";
import type { Form } from "./rule.js";
import { kinksOf } from "./breakpoints.js";
import type { InnerIntegral } from "./innerBreakpoints.js";
import { IntervalRun } from "./interval.js";
import { refuse } from "../reading/refuse.js";
import { Operands, sharedBudget } from "../sums/lower.js";
import type { Lower } from "../evaluation/node.js";
import { holds } from "../reading/walk.js";

/** Integrals inside each other. */
const NESTED_MAX = 2;

export function lowerIntegral(expr: IntegralExpr, bind: Bind, lower: Lower): Node {
  const { variable, from, to, body } = expr;
  if (variable === null || from === undefined || to === undefined) {
    return refuse("integral", "This integral has no variable or no limits.", expr);
  }
  if (nesting(expr) > NESTED_MAX) {
    return refuse(
      "integral",
      `At most ${NESTED_MAX} integrals stand inside each other; give a closed form.`,
      expr,
    );
  }
  return sharedBudget((budget, isOutermost) => {
    const operands = new Operands(bind, lower, 1);
    operands.nodes.push(limitNode(from, bind, lower), limitNode(to, bind, lower));
    const inside = (part: Expr): Node =>
      lower(part, (name, at) => {
        if (name === variable) return { kind: "slot", slot: 0 };
        return at.type === "name" ? operands.scalar(at) : bind(name, at);
      });
    const root = inside(body);
    const [start, stop] = (["start", "stop"] as const)
      .map((end) => fromEnd(expr, end))
      .map((rewritten) => (rewritten === null ? null : inside(rewritten)));
    const form = (root: Node): Form => ({
      tape: new Tape(root, operands.slots),
      value: valueFunction(root),
      interval: new IntervalRun(root),
      bending:
        kinksOf(root).size === 0
          ? null
          : once(() => new IntervalRun(root, { kinks: true, touching: true })),
    });
    const rule = new IntegralRule(
      {
        root,
        plain: form(root),
        fromStart: start == null ? null : once(() => form(start)),
        fromStop: stop == null ? null : once(() => form(stop)),
        slots: operands.slots,
        scalars: operands.scalars,
        jumps: jumps(root),
        inner: innerIntegrals(root),
        expr,
      },
      budget,
      isOutermost,
    );
    return { op: "many", rule, args: operands.nodes, expr };
  });
}

/** Infinite limits are written as such: no number of an equation is infinite otherwise. */
function limitNode(limit: Expr, bind: Bind, lower: Lower): Node {
  const sign = limit.type === "unary" && limit.op === "-" ? -1 : 1;
  const inner = limit.type === "unary" ? limit.arg : limit;
  if (inner.type !== "number" || Number.isFinite(inner.value)) return lower(limit, bind);
  return { op: "constant", value: sign * inner.value, constant: null, exact: true, expr: limit };
}

/** The integrals inside an integrand, each with its operands as nodes of that integrand. */
function innerIntegrals(node: Node): readonly InnerIntegral[] {
  if (node.op === "slot" || node.op === "constant") return [];
  if (node.op !== "many")
    return [...innerIntegrals(node.a), ...("b" in node ? innerIntegrals(node.b) : [])];
  const deeper = node.args.flatMap(innerIntegrals);
  const { args, rule } = node;
  if (!(rule instanceof IntegralRule)) return deeper;
  const { root, scalars, slots } = rule.plan;
  const own: InnerIntegral = {
    root,
    slots,
    scalars: scalars.map(({ arg, slot }) => ({ slot, node: args[arg]! })),
    limits: [args[0]!, args[1]!],
  };
  return [...deeper, own];
}

function nesting(expr: Expr): number {
  if (expr.type !== "integral") return holds(expr, ["integral"]) ? 1 : 0;
  const inner = findIntegrals(expr.body);
  return 1 + Math.max(0, ...inner.map(nesting));
}

function findIntegrals(expr: Expr): Expr[] {
  if (expr.type === "integral") return [expr];
  if (expr.type === "unary") return findIntegrals(expr.arg);
  if (expr.type === "binary") return [...findIntegrals(expr.left), ...findIntegrals(expr.right)];
  if (expr.type === "call") return expr.args.flatMap(findIntegrals);
  if (expr.type === "sum" || expr.type === "product") return findIntegrals(expr.body);
  return [];
}

function jumps(node: Node): boolean {
  if (node.op === "slot" || node.op === "constant") return false;
  if (node.op === "many") return node.args.some(jumps);
  if ((node.op === "call1" || node.op === "call2") && JUMPING_FUNCTIONS.has(node.rule.name))
    return true;
  return jumps(node.a) || ("b" in node && jumps(node.b));
}
