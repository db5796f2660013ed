/** How a compilation ends without an equation. */
import type { Expr, Refusal } from "./ast.js";

/** Ends a compilation; caught where the public functions begin. */
export class EquationRefusal extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function refuse(kind: Refusal["kind"], message: string, expr?: Expr): never {
  throw new EquationRefusal(
    expr === undefined ? { kind, message } : { kind, message, span: expr.span },
  );
}
