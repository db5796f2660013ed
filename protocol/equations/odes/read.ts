/**
 * Differential equations as typed: which unknowns they have, and each highest derivative moved
 * alone to the left.
 */
import { isReserved } from "../../units/constants.js";
import type {
  Clause,
  Definition,
  DerivativeExpr,
  Expr,
  Ode,
  OdeState,
  Span,
  Statement,
} from "../reading/ast.js";
import { NotOneValue, readLaterClauses } from "../reading/definitions.js";
import { binary, nameAt, negative, number } from "../reading/expr.js";
import { coefficientsIn, plus } from "./polynomial.js";
import { invert, occurrences } from "../roots/invert.js";
import { childrenOf, mapChildren } from "../reading/walk.js";

/** Higher orders are systems of first order, which can be typed as such. */
const ORDER_MAX = 2;
const EQUALITIES: ReadonlySet<string> = new Set(["=", ":=", "=="]);
/** Stands for the derivative that is sought; no equation holds it. */
const SOUGHT = "derivative#";

/** Name under which the first derivative of a second-order unknown stands in the rates. */
export function rateName(state: string, variable: string): string {
  return `d${state}/d${variable}`;
}

export function holdsDerivative(clause: Clause): boolean {
  return clause.sides.some((side) => derivativesOf(side).length > 0);
}

/**
 * @param names the first of these that is an unknown is the result; else the first unknown is
 * @throws NotOneValue of kind `ode` where the derivatives do not make an initial value problem
 */
export function readOde(statement: Statement, names: readonly string[]): Ode {
  return new OdeReader(statement).read(names);
}

function derivativesOf(expr: Expr): DerivativeExpr[] {
  const own = expr.type === "derivative" ? [expr] : [];
  return [...own, ...childrenOf(expr).flatMap(derivativesOf)];
}

function refuse(message: string, span: Span): never {
  throw new NotOneValue("ode", message, span);
}

class OdeReader {
  readonly #statement: Statement;
  readonly #variable: string;
  /** Order of every unknown, by name, in the order of their equations. */
  readonly #orders = new Map<string, number>();

  constructor(statement: Statement) {
    this.#statement = statement;
    const [first] = statement.clauses;
    const all = statement.clauses.flatMap(({ sides }) => sides.flatMap(derivativesOf));
    const [one] = all;
    if (first === undefined || one === undefined)
      throw new RangeError("The statement holds no derivative.");
    this.#variable = one.variable;
    if (!holdsDerivative(first))
      refuse(
        "The differential equation must be the first clause: its unknown is the result.",
        first.span,
      );
    for (const derivative of all) this.#check(derivative);
  }

  read(names: readonly string[]): Ode {
    const { clauses } = this.#statement;
    const owners = this.#owners();
    const plain = clauses.filter((clause) => !owners.has(clause));
    const { definitions, ranges } = readLaterClauses(plain);
    const states = [...owners].map(([clause, name]): OdeState => {
      const order = this.#orders.get(name)!;
      return { name, order, rate: this.#isolated(clause, name, order) };
    });
    const [first] = states;
    const named = names.flatMap((name) => states.filter((state) => state.name === name));
    const asked = named[0] ?? first!;
    for (const { name } of states) {
      const definition = definitions.find((one) => one.name === name);
      if (definition !== undefined)
        refuse(
          `${name} has a differential equation and a definition; give one of them.`,
          definition.span,
        );
    }
    return {
      kind: "ode",
      subject: asked.name,
      variable: this.#variable,
      unknown: null,
      states: [asked, ...states.filter((state) => state !== asked)],
      definitions: definitions.map((one): Definition => ({
        ...one,
        body: this.#withoutDerivatives(one.body, null),
      })),
      ranges,
      statement: this.#statement,
    };
  }

  #check(derivative: DerivativeExpr): void {
    const { of, order, variable, span } = derivative;
    if (of.type !== "name") {
      refuse(
        "A derivative is integrated only of one quantity, as in dx/dt; write the product or power out.",
        span,
      );
    }
    if (variable !== this.#variable) {
      refuse(
        `This differentiates by ${this.#variable} and by ${variable}; an ordinary differential ` +
          "equation has one variable.",
        span,
      );
    }
    if (order > ORDER_MAX) {
      refuse(
        `A derivative of order ${order} is integrated as a system: name the lower derivatives ` +
          "and give each its own clause.",
        span,
      );
    }
    const constant = [of.name, variable].find(isReserved);
    if (constant !== undefined) {
      throw new NotOneValue(
        "constant-supplied",
        `${constant} is a constant in every equation and cannot vary; rename the quantity.`,
        span,
      );
    }
    if (of.name === variable) refuse(`${of.name} cannot be differentiated by itself.`, span);
    this.#orders.set(of.name, Math.max(order, this.#orders.get(of.name) ?? 0));
  }

  /** The unknown each clause with a new derivative determines. */
  #owners(): Map<Clause, string> {
    const owners = new Map<Clause, string>();
    const owned = new Set<string>();
    for (const clause of this.#statement.clauses) {
      const found = clause.sides
        .flatMap(derivativesOf)
        .filter(
          (derivative) =>
            derivative.of.type === "name" &&
            !owned.has(derivative.of.name) &&
            derivative.order === this.#orders.get(derivative.of.name),
        );
      const [next] = found;
      if (next === undefined || next.of.type !== "name") continue;
      owners.set(clause, next.of.name);
      owned.add(next.of.name);
    }
    const open = [...this.#orders.keys()].find((name) => !owned.has(name));
    if (open !== undefined)
      refuse(
        `The derivative of ${open} has no equation of its own; add a clause for it.`,
        this.#statement.clauses[0]!.span,
      );
    return owners;
  }

  /** The highest derivative of the unknown, from a clause in which it stands linearly. */
  #isolated(clause: Clause, name: string, order: number): Expr {
    const [leftTyped, rightTyped, third] = clause.sides;
    if (
      leftTyped === undefined ||
      rightTyped === undefined ||
      third !== undefined ||
      !EQUALITIES.has(clause.ops[0]!)
    ) {
      return refuse("A differential equation is one equality of two sides.", clause.span);
    }
    const sought = { name, order };
    const left = this.#withoutDerivatives(leftTyped, sought);
    const right = this.#withoutDerivatives(rightTyped, sought);
    if (isSought(left) && occurrences(right, SOUGHT) === 0) return right;
    if (isSought(right) && occurrences(left, SOUGHT) === 0) return left;
    const [l, r] = [coefficientsIn(left, SOUGHT, 1), coefficientsIn(right, SOUGHT, 1)];
    const slope = l === null || r === null ? null : difference(l[1] ?? null, r[1] ?? null);
    if (l === null || r === null || slope === null) {
      return refuse(
        `The derivative of ${name} does not stand linearly, so it cannot be moved alone to the left.`,
        clause.span,
      );
    }
    const once =
      occurrences(left, SOUGHT) + occurrences(right, SOUGHT) === 1
        ? invert(left, right, SOUGHT)
        : null;
    if (once?.length === 1) return once[0]!;
    const rest = difference(r[0] ?? null, l[0] ?? null) ?? number(0, left);
    return binary("/", rest, slope);
  }

  /** Lower derivatives become names, the sought one its mark, and `N(t)` is N. */
  #withoutDerivatives(
    expr: Expr,
    sought: { readonly name: string; readonly order: number } | null,
  ): Expr {
    if (expr.type === "derivative") {
      const name = expr.of.type === "name" ? expr.of.name : "";
      if (sought !== null && name === sought.name && expr.order === sought.order)
        return nameAt(SOUGHT, expr);
      if (expr.order === 1 && this.#orders.get(name) === 2)
        return nameAt(rateName(name, this.#variable), expr);
      return refuse(
        `The derivative of ${name} stands in the equation of another unknown; write what it equals instead.`,
        expr.span,
      );
    }
    const argument = this.#unknownAt(expr);
    return argument ?? mapChildren(expr, (part) => this.#withoutDerivatives(part, sought));
  }

  /** `N(t)` for an unknown N is N; it reads as a call or as a product, by what was declared. */
  #unknownAt(expr: Expr): Expr | null {
    if (expr.type === "call" && this.#orders.has(expr.fn)) {
      const [arg] = expr.args;
      if (expr.args.length === 1 && arg?.type === "name" && arg.name === this.#variable)
        return nameAt(expr.fn, expr);
      return refuse(`${expr.fn} is known only at the present ${this.#variable}.`, expr.span);
    }
    if (
      expr.type !== "binary" ||
      expr.op !== "*" ||
      expr.implicit !== true ||
      expr.right.type !== "name"
    )
      return null;
    const isArgument =
      expr.right.name === this.#variable &&
      expr.right.span.end - expr.right.span.start > this.#variable.length;
    const last = lastFactor(expr.left);
    if (!isArgument || last.type !== "name" || !this.#orders.has(last.name)) return null;
    return this.#withoutDerivatives(expr.left, null);
  }
}

function lastFactor(expr: Expr): Expr {
  return expr.type === "binary" && expr.op === "*" ? lastFactor(expr.right) : expr;
}

function isSought(expr: Expr): boolean {
  return expr.type === "name" && expr.name === SOUGHT;
}

function difference(a: Expr | null, b: Expr | null): Expr | null {
  return plus(a, b === null ? null : negative(b));
}
