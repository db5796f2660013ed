/** Making expressions; a made part points at the text it was made from. */
import type { BinaryOp, Evaluable, Expr } from "./ast.js";

export function binary(op: BinaryOp, left: Expr, right: Expr): Expr {
  return { type: "binary", op, left, right, span: left.span };
}

export function call(fn: string, arg: Expr): Expr {
  return { type: "call", fn, args: [arg], span: arg.span };
}

export function negative(arg: Expr): Expr {
  return { type: "unary", op: "-", arg, span: arg.span };
}

export function number(value: number, at: Expr): Expr {
  return { type: "number", value, text: String(value), span: at.span };
}

export function nameAt(name: string, at: Expr): Expr {
  return { type: "name", name, span: at.span };
}

/** The computed part: the expression, both sides, or every rate of change. */
export function sidesOf(form: Evaluable): readonly Expr[] {
  switch (form.kind) {
    case "closed-form":
      return [form.expr];
    case "implicit":
      return [form.left, form.right];
    case "ode":
      return form.states.map(({ rate }) => rate);
  }
}
