import type { ClosedForm, Definition, Expr, Statement } from "./ast.js";
export { namesOf } from "./walk.js";
export function printExpr(e: Expr): string { switch(e.type){case "number":return e.text;case "name":return e.name;case "unary":return e.op+printExpr(e.arg);case "binary":return "("+printExpr(e.left)+e.op+printExpr(e.right)+")";case "call":return e.fn+"("+e.args.map(printExpr).join(",")+")";default:return e.type;} }
export function printStatement(s: Statement): string { return s.text; }
export function substituteDefinitions(c: ClosedForm): Expr { return c.expr; }
export function substituteDefinitionsIn(e: Expr, _d: readonly Definition[]): Expr { return e; }
