/** The operations of an equation as a tree, and how an expression becomes one. */
import type { NameBinding } from "../reading/bindNames.js";
import type { Expr } from "../reading/ast.js";
import type { ManyRule } from "./many.js";
import type { BinaryRule, UnaryRule } from "./rules.js";

export type Node =
  | ConstantNode
  | SlotNode
  | NegNode
  | ArithmeticNode
  | PowiNode
  | Call1Node
  | Call2Node
  | ManyNode;
/**
 * `constant` names a physical constant, whose uncertainty counts; null for a literal or
 * coefficient.
 */
interface ConstantNode {
  readonly op: "constant";
  readonly value: number;
  readonly constant: string | null;
  readonly exact: boolean;
  readonly expr: Expr;
}
interface SlotNode {
  readonly op: "slot";
  readonly slot: number;
  readonly expr: Expr;
}
interface NegNode {
  readonly op: "neg";
  readonly a: Node;
  readonly expr: Expr;
}
interface ArithmeticNode {
  readonly op: "add" | "sub" | "mul" | "div";
  readonly a: Node;
  readonly b: Node;
  readonly expr: Expr;
}
/** Correctly rounded integer power, 2 <= |n| <= POWI_MAX or n = 0. */
interface PowiNode {
  readonly op: "powi";
  readonly a: Node;
  readonly n: number;
  readonly expr: Expr;
}
interface Call1Node {
  readonly op: "call1";
  readonly rule: UnaryRule;
  readonly a: Node;
  readonly expr: Expr;
}
interface Call2Node {
  readonly op: "call2";
  readonly rule: BinaryRule;
  readonly a: Node;
  readonly b: Node;
  readonly expr: Expr;
}

interface ManyNode {
  readonly op: "many";
  readonly rule: ManyRule;
  readonly args: readonly Node[];
  readonly expr: Expr;
}

export type Bind = (name: string, expr: Expr) => NameBinding;
export type Lower = (expr: Expr, bind: Bind) => Node;
