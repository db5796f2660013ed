/**
 * Derivatives of what is written out: `d(x^2)/dx`, `dU/dx; U = k x^2/2`, `f'(x); f(x) = x^3`. They
 * are replaced by the expressions they are; what is left is the business of differential equations.
 */
import type { Clause, Definition, DerivativeExpr, Expr, Statement } from "../reading/ast.js";
import { inlineDefinitions, readDefinition, usedDefinitions } from "../reading/definitions.js";
import { dependsOn, repeated, substitute } from "./derive.js";
import { find, holds, mapChildren } from "../reading/walk.js";

/** @throws NotOneValue where a derivative cannot be written down */
export function withDerivatives(statement: Statement): Statement {
  const [first, ...later] = statement.clauses;
  if (first === undefined || !statement.clauses.some(hasDerivative)) return statement;
  const isBare = first.ops.length === 0;
  // A derivative on the left is an unknown of a differential equation.
  if (!isBare && first.sides[0] !== undefined && holds(first.sides[0], ["derivative"]))
    return statement;
  const definitions = later.map(readDefinition).filter((definition) => definition !== null);
  const writer = new Writer(definitions);
  const clauses = [
    {
      ...first,
      sides: first.sides.map((side, i) => (i === 0 && !isBare ? side : writer.write(side))),
    },
    ...later.map((clause): Clause =>
      readDefinition(clause) === null
        ? clause
        : {
            ...clause,
            sides: clause.sides.map((side, i) => (i === 0 ? side : writer.write(side))),
          },
    ),
  ];
  const spent = writer.spent(clauses);
  return { ...statement, clauses: clauses.filter((clause) => !spent.has(clause)) };
}

function hasDerivative(clause: Clause): boolean {
  return clause.sides.some(
    (side) =>
      find(
        side,
        (node) => node.type === "derivative" || (node.type === "call" && node.fn.endsWith("'")),
      ) !== null,
  );
}

class Writer {
  readonly #definitions: readonly Definition[];
  readonly #used = new Set<string>();

  constructor(definitions: readonly Definition[]) {
    this.#definitions = definitions;
  }

  write(expr: Expr): Expr {
    const inner = mapChildren(expr, (part) => this.write(part));
    if (inner.type === "derivative") return this.#derivative(inner);
    return inner.type === "call" && inner.fn.endsWith("'") ? this.#prime(inner) : inner;
  }

  /** Definitions that only their derivatives were asked of: they are no results of their own. */
  spent(clauses: readonly Clause[]): ReadonlySet<Clause> {
    const owned = clauses
      .slice(1)
      .filter((clause) => this.#used.has(readDefinition(clause)?.name ?? ""));
    const roots = clauses.filter((clause) => !owned.includes(clause)).flatMap(({ sides }) => sides);
    const reached = usedDefinitions(roots, this.#definitions);
    return new Set(owned.filter((clause) => !reached.has(readDefinition(clause)!.name)));
  }

  #derivative(expr: DerivativeExpr): Expr {
    const whole = inlineDefinitions(expr.of, this.#definitions);
    if (!dependsOn(whole, expr.variable)) return expr;
    for (const name of usedDefinitions([expr.of], this.#definitions)) this.#used.add(name);
    return grouped(repeated(whole, expr.variable, expr.order), expr);
  }

  #prime(expr: Expr & { type: "call" }): Expr {
    const name = expr.fn.replace(/'+$/, "");
    const order = expr.fn.length - name.length;
    const definition = this.#definitions.find(
      (one) => one.name === name && one.params.length === 1,
    );
    const [param] = definition?.params ?? [];
    const [arg] = expr.args;
    if (
      definition === undefined ||
      param === undefined ||
      arg === undefined ||
      expr.args.length !== 1
    )
      return expr;
    const call: Expr = {
      type: "call",
      fn: name,
      args: [{ type: "name", name: param, span: expr.span }],
      span: expr.span,
    };
    for (const used of usedDefinitions([call], this.#definitions)) this.#used.add(used);
    const body = inlineDefinitions(call, this.#definitions);
    return grouped(substitute(repeated(body, param, order), param, arg), expr);
  }
}

/** Errors point at the derivative as typed. */
function grouped(expr: Expr, at: Expr): Expr {
  return expr.type === "binary"
    ? { ...expr, grouped: true, span: at.span }
    : { ...expr, span: at.span };
}
