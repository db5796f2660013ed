/** Later clauses: definitions put into the first clause, ranges checked on the result. */
import { EQUATION_NODES_MAX } from "../../limits.js";
import type { Clause, Definition, Evaluable, Expr, Refusal, RefusalKind, Span } from "./ast.js";
import { find, mapChildren, namesOf } from "./walk.js";

/** Ends a classification; caught in classify.ts. */
export class NotOneValue extends Error {
  readonly refusal: Refusal;
  constructor(kind: RefusalKind, message: string, span?: Span) {
    super(message);
    this.refusal = span === undefined ? { kind, message } : { kind, message, span };
  }
}

export interface LaterClauses {
  readonly definitions: readonly Definition[];
  readonly ranges: readonly Clause[];
}

const RANGE_OPS: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "!=", "in"]);
const EQUALITIES: ReadonlySet<string> = new Set(["=", ":=", "=="]);

/**
 * What the clauses after the first say. Statements that neither define nor bound are kept out of
 * the value.
 */
export function readLaterClauses(clauses: readonly Clause[]): LaterClauses {
  const definitions: Definition[] = [];
  const ranges: Clause[] = [];
  for (const clause of clauses) {
    const definition = readDefinition(clause);
    if (definition !== null) definitions.push(definition);
    else if (clause.ops.length > 0 && clause.ops.every((op) => RANGE_OPS.has(op)))
      ranges.push(clause);
    else
      throw new NotOneValue(
        "relation",
        "A later clause must define a name or give a range.",
        clause.span,
      );
  }
  return { definitions, ranges };
}

/** `name = expr` or `f(x) = expr`; null for any other clause. */
export function readDefinition(clause: Clause): Definition | null {
  const [left, right] = clause.sides;
  if (
    clause.ops.length !== 1 ||
    !EQUALITIES.has(clause.ops[0]!) ||
    left === undefined ||
    right === undefined
  )
    return null;
  if (left.type === "name") return { name: left.name, params: [], body: right, span: clause.span };
  if (left.type !== "call" || !left.args.every((arg) => arg.type === "name")) return null;
  return {
    name: left.fn,
    params: left.args.map((arg) => (arg.type === "name" ? arg.name : "")),
    body: right,
    span: clause.span,
  };
}

/**
 * The form with every later definition it uses written into its expression.
 * @returns a refusal when a definition uses itself or the result exceeds the limit of nodes.
 */
export function substituteDefinitions<F extends Evaluable>(form: F): F | Refusal {
  try {
    const inliner = new Inliner(form.definitions);
    if (form.kind === "closed-form") return { ...form, expr: inliner.inline(form.expr) };
    if (form.kind === "ode") {
      return {
        ...form,
        states: form.states.map((state) => ({ ...state, rate: inliner.inline(state.rate) })),
      };
    }
    return { ...form, left: inliner.inline(form.left), right: inliner.inline(form.right) };
  } catch (error) {
    if (error instanceof NotOneValue) return error.refusal;
    throw error;
  }
}

/** One expression with the definitions it uses written in. @throws NotOneValue */
export function inlineDefinitions(expr: Expr, definitions: readonly Definition[]): Expr {
  return new Inliner(definitions).inline(expr);
}

/** Names of definitions the expressions need, directly or through others. */
export function usedDefinitions(
  exprs: readonly Expr[],
  definitions: readonly Definition[],
): ReadonlySet<string> {
  const used = new Set<string>();
  const queue = [...exprs];
  for (let expr = queue.pop(); expr !== undefined; expr = queue.pop()) {
    const names = new Set(namesOf(expr));
    for (const definition of definitions) {
      const isUsed =
        definition.params.length === 0 ? names.has(definition.name) : calls(expr, definition.name);
      if (!isUsed || used.has(definition.name)) continue;
      used.add(definition.name);
      queue.push(definition.body);
    }
  }
  return used;
}

export function calls(expr: Expr, fn: string): boolean {
  return find(expr, (node) => node.type === "call" && node.fn === fn) !== null;
}

class Inliner {
  readonly #byName: ReadonlyMap<string, Definition>;
  readonly #active = new Set<string>();
  #nodes = 0;

  constructor(definitions: readonly Definition[]) {
    this.#byName = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  inline(expr: Expr): Expr {
    return this.#expand(expr, new Map());
  }

  #expand(expr: Expr, args: ReadonlyMap<string, Expr>): Expr {
    this.#nodes += 1;
    if (this.#nodes > EQUATION_NODES_MAX) {
      throw new NotOneValue(
        "budget",
        `With its definitions written in, the equation has more than ${EQUATION_NODES_MAX} nodes.`,
        expr.span,
      );
    }
    if (expr.type === "name") {
      const arg = args.get(expr.name);
      if (arg !== undefined) return arg;
      const definition = this.#byName.get(expr.name);
      return definition === undefined || definition.params.length > 0
        ? expr
        : this.#enter(definition, new Map(), expr.span);
    }
    const definition = expr.type === "call" ? this.#byName.get(expr.fn) : undefined;
    if (expr.type !== "call" || definition === undefined || definition.params.length === 0) {
      return mapChildren(expr, (part) => this.#expand(part, args));
    }
    if (definition.params.length !== expr.args.length) {
      throw new NotOneValue(
        "syntax",
        `${definition.name} is defined with ${definition.params.length} arguments, not ${expr.args.length}.`,
        expr.span,
      );
    }
    const values = expr.args.map((arg) => this.#expand(arg, args));
    return this.#enter(
      definition,
      new Map(definition.params.map((param, i) => [param, values[i]!])),
      expr.span,
    );
  }

  #enter(definition: Definition, args: ReadonlyMap<string, Expr>, span: Span): Expr {
    if (this.#active.has(definition.name)) {
      throw new NotOneValue(
        "relation",
        `${definition.name} is defined by itself.`,
        definition.span,
      );
    }
    this.#active.add(definition.name);
    const body = this.#expand(definition.body, args);
    this.#active.delete(definition.name);
    // The text shows the definition once; here its value stands as one group.
    return body.type === "binary" ? { ...body, grouped: true, span } : { ...body, span };
  }
}
