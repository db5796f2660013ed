/**
 * The tree of an equation. Written by parse.ts, read by everything after it.
 * Spans are 0-based, half open, in UTF-16 units of the text as typed; messages print columns from
 * 1.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type BinaryOp = "+" | "-" | "*" | "/" | "^";

export type Expr =
  | NumberExpr
  | NameExpr
  | UnaryExpr
  | BinaryExpr
  | CallExpr
  | SeriesExpr
  | IntegralExpr
  | DerivativeExpr
  | BraketExpr
  | OpaqueExpr;

/** `text` is the literal as typed (ASCII form). */
export interface NumberExpr {
  readonly type: "number";
  readonly value: number;
  readonly text: string;
  readonly span: Span;
}
/** `name` in ASCII with its subscript: `m_1`, `lambda_x`, `phi'`. */
export interface NameExpr {
  readonly type: "name";
  readonly name: string;
  readonly span: Span;
  /** Inside a sum, once its inputs are known: the names `x_1`, `x_2`, ... this `x_i` stands for. */
  readonly members?: Members;
}
/** `letters` are the indices the name depends on, `entries` the members by the values of these. */
export interface Members {
  readonly letters: readonly string[];
  readonly entries: readonly { readonly at: readonly number[]; readonly name: string }[];
}
export interface UnaryExpr {
  readonly type: "unary";
  readonly op: "-" | "+";
  readonly arg: Expr;
  readonly span: Span;
}
/** `implicit`: a product by juxtaposition. `grouped`: the whole was typed inside brackets. */
export interface BinaryExpr {
  readonly type: "binary";
  readonly op: BinaryOp;
  readonly left: Expr;
  readonly right: Expr;
  readonly implicit?: boolean;
  readonly grouped?: boolean;
  readonly span: Span;
}
/**
 * Canonical function names: `ln` is `log`, `|x|` is `abs`, `n!` is `factorial`, `arcsin` is `asin`.
 */
export interface CallExpr {
  readonly type: "call";
  readonly fn: string;
  readonly args: readonly Expr[];
  readonly span: Span;
}

export interface SeriesExpr {
  readonly type: "sum" | "product";
  /** `relation` is a further condition on the index, as in `j > i` or `j != i`. */
  readonly indices: readonly {
    readonly name: string;
    readonly from?: Expr;
    readonly to?: Expr;
    readonly relation?: { readonly op: string; readonly other: string };
    /** The range in numbers, once the inputs are known. */
    readonly ends?: readonly [number, number];
    /** Index values between the ends that have a term, ascending; absent for all of them. */
    readonly only?: readonly number[];
  }[];
  readonly body: Expr;
  readonly span: Span;
}
export interface IntegralExpr {
  readonly type: "integral";
  readonly variable: string | null;
  readonly from?: Expr;
  readonly to?: Expr;
  readonly body: Expr;
  readonly span: Span;
}
export interface DerivativeExpr {
  readonly type: "derivative";
  readonly partial: boolean;
  readonly order: number;
  readonly of: Expr;
  readonly variable: string;
  readonly span: Span;
}
export interface BraketExpr {
  readonly type: "braket";
  readonly bra?: string;
  readonly operator?: string;
  readonly ket?: string;
  readonly span: Span;
}
/**
 * Something the parser recognises but that is never one number: a commutator, `lap(u)`, a path
 * integral, a limit.
 */
export interface OpaqueExpr {
  readonly type: "opaque";
  readonly what: string;
  readonly args: readonly Expr[];
  readonly span: Span;
}

export type RelationOp =
  | "="
  | ":="
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "~="
  | "~"
  | "->"
  | "=>"
  | "prop to"
  | "in"
  | "iff";

/** `sides[0] ops[0] sides[1] ops[1] ...`; a bare expression has one side and no op. */
export interface Clause {
  readonly sides: readonly Expr[];
  readonly ops: readonly RelationOp[];
  /** Trailing `for ...`, `where ...`, `as x -> a`, verbatim. */
  readonly qualifier?: {
    readonly word: "for" | "where" | "as";
    readonly text: string;
    readonly span: Span;
  };
  readonly span: Span;
}

export interface Statement {
  readonly text: string;
  readonly clauses: readonly Clause[];
}

/** Every refusal a person can meet: stable names, part of the contract. */
export const REFUSAL_KINDS = [
  "empty",
  "syntax",
  "unknown-function",
  "entailment",
  "inequality",
  "limit",
  "approximation",
  "proportionality",
  "distribution",
  "stochastic-differential",
  "asymptotic",
  "path-integral",
  "commutator",
  "tensor-equation",
  "density-matrix",
  "state-vector",
  "transfer-function",
  "complex-value",
  "multi-result",
  "unbounded-sum",
  "partial-differential",
  "ode",
  "integral",
  "braket",
  "sum",
  "relation",
  "dimension-mismatch",
  "domain-error",
  "overflow",
  "underflow",
  "precision-loss",
  "divergent",
  "no-solution",
  "constant-supplied",
  "ambiguous-function",
  "budget",
  "solve-for",
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

export interface Refusal {
  readonly kind: RefusalKind;
  /** One sentence that says what the statement is and what would be needed instead. */
  readonly message: string;
  readonly span?: Span;
  readonly operator_id?: string;
  /** What solves the equation, in SI, where that is more than one number or may be. */
  readonly values?: readonly number[];
}

/** A later clause `name = expr` or `f(x) = expr`. */
export interface Definition {
  readonly name: string;
  readonly params: readonly string[];
  readonly body: Expr;
  readonly span: Span;
}

export interface ClosedForm {
  readonly kind: "closed-form";
  /** The name the value is bound to; null for a bare expression. */
  readonly subject: string | null;
  /** Text of the left side as shown: `P(A_ij = 1)`, `U(x)`, `F`. */
  readonly label: string | null;
  /** Reserved names on the left (G) are labels and bind nothing. */
  readonly binds: boolean;
  readonly expr: Expr;
  readonly definitions: readonly Definition[];
  /** Later clauses like `0 <= G <= 1`, checked on the result. */
  readonly ranges: readonly Clause[];
  readonly statement: Statement;
}
/** One unknown that must be solved for: left and right agree at the value. */
export interface Implicit {
  readonly kind: "implicit";
  readonly subject: string;
  readonly label: string | null;
  readonly left: Expr;
  readonly right: Expr;
  readonly definitions: readonly Definition[];
  readonly ranges: readonly Clause[];
  readonly statement: Statement;
}
/** One unknown of a differential equation: its highest derivative and what that equals. */
export interface OdeState {
  readonly name: string;
  /** 1 or 2. */
  readonly order: number;
  /**
   * Free of derivatives: the first derivative of a second-order unknown stands in it as the name
   * `rateName(state)`.
   */
  readonly rate: Expr;
}
/** An initial value problem; the value is the first unknown at the end of the interval. */
export interface Ode {
  readonly kind: "ode";
  readonly subject: string;
  /** The variable of the derivative: `t`. */
  readonly variable: string;
  readonly states: readonly OdeState[];
  /**
   * The input that is sought, where the value at the end is given; null when that value is sought.
   */
  readonly unknown: string | null;
  readonly definitions: readonly Definition[];
  readonly ranges: readonly Clause[];
  readonly statement: Statement;
}
export interface Refused {
  readonly kind: "refused";
  readonly refusal: Refusal;
  readonly statement: Statement | null;
}
/** What can be evaluated. */
export type Evaluable = ClosedForm | Implicit | Ode;
export type Classified = Evaluable | Refused;
