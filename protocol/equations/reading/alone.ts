import type { ClosedForm, Evaluable, Expr } from "./ast.js";

/** An expression without a name, in the place of an equation. */
export function alone(expr: Expr, { statement }: Pick<Evaluable, "statement">): ClosedForm {
  return {
    kind: "closed-form",
    subject: null,
    label: null,
    binds: false,
    expr,
    definitions: [],
    ranges: [],
    statement,
  };
}
