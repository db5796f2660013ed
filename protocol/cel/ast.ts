/**
 * The tree of an expression. It is plain data: it is checked, compiled and printed by functions
 * that take it, and a copy by JSON is the same tree.
 */

export type BinaryOperator =
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/";

export type MacroName = "all" | "exists" | "exists_one" | "map" | "filter";

interface At {
  /** Offset in the source, in UTF-16 units, of what the node stands for: its operator or name. */
  readonly position: number;
}

export type CelNode =
  | (At & { readonly kind: "literal"; readonly value: number | string | boolean | null })
  | (At & { readonly kind: "name"; readonly name: string })
  | (At & { readonly kind: "field"; readonly of: CelNode; readonly name: string })
  | (At & { readonly kind: "has"; readonly of: CelNode; readonly name: string })
  | (At & { readonly kind: "index"; readonly of: CelNode; readonly index: CelNode })
  | (At & { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: CelNode })
  | (At & {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: CelNode;
      readonly right: CelNode;
    })
  | (At & {
      readonly kind: "choice";
      readonly test: CelNode;
      readonly yes: CelNode;
      readonly no: CelNode;
    })
  | (At & { readonly kind: "list"; readonly items: readonly CelNode[] })
  | (At & {
      readonly kind: "map";
      readonly entries: readonly { readonly key: CelNode; readonly value: CelNode }[];
    })
  | (At & {
      readonly kind: "call";
      readonly name: string;
      /** `s.startsWith(t)`: `s`. */
      readonly target: CelNode | null;
      readonly args: readonly CelNode[];
    })
  | (At & {
      readonly kind: "macro";
      readonly macro: MacroName;
      readonly range: CelNode;
      readonly variable: string;
      /** `map` alone may have it: only items that pass are mapped. */
      readonly filter: CelNode | null;
      readonly body: CelNode;
    });

/** A number is a double; there is no other kind. */
export type CelValue =
  | number
  | string
  | boolean
  | null
  | readonly CelValue[]
  | { readonly [name: string]: CelValue };

/** What an expression may read, by name. Only own members count. */
export type CelScope = Readonly<Record<string, CelValue>>;

export interface CelProblem {
  readonly code: CelProblemCode;
  /** One sentence. */
  readonly message: string;
  /** Offset in the source, in UTF-16 units. */
  readonly position: number;
}

export type CelProblemCode =
  | "SYNTAX"
  | "NOT_IN_SUBSET"
  | "TOO_LONG"
  | "TOO_MANY_NODES"
  | "TOO_DEEP"
  | "UNKNOWN_NAME"
  | "UNKNOWN_FIELD"
  | "UNKNOWN_FUNCTION"
  | "WRONG_TYPE"
  | "WRONG_UNIT"
  | "TOO_MANY_STEPS";

export type CelErrorCode =
  | "NO_SUCH_NAME"
  | "NO_SUCH_FIELD"
  | "NO_SUCH_OVERLOAD"
  | "NON_FINITE"
  | "OUT_OF_RANGE"
  | "TOO_MANY_STEPS";

/** Why an expression has no value. */
export class CelError extends Error {
  override readonly name = "CelError";
  readonly code: CelErrorCode;
  readonly position: number;

  constructor(code: CelErrorCode, message: string, position: number) {
    super(message);
    this.code = code;
    this.position = position;
  }
}

export interface CelLimits {
  readonly chars: number;
  readonly nodes: number;
  readonly depth: number;
}

export const CEL_LIMITS: CelLimits = { chars: 32_768, nodes: 2_000, depth: 50 };

/** Items of one list. */
export const CEL_LIST_ITEMS_MAX = 1_000;

/** Steps of one evaluation: about one a node, and one more for each item of a list. */
export const CEL_STEPS_MAX = 100_000;

/** Where a rule of the check says what is wrong. */
export interface Reporter {
  report(code: CelProblemCode, message: string, at: Pick<CelNode, "position">): void;
  /** ` Is X meant?` with the nearest of the names, or nothing. */
  hint(name: string, names: readonly string[]): string;
}
