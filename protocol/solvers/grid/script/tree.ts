/** The statements and expressions of a case file. */

export type Expr = { readonly line: number } & (
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly number[])[] }
  | { readonly kind: "matrix"; readonly rows: readonly (readonly Expr[])[] }
  | { readonly kind: "cell" }
  | { readonly kind: "all" }
  | { readonly kind: "last" }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "call"; readonly of: Expr; readonly args: readonly Expr[] }
  | { readonly kind: "unary"; readonly op: string; readonly of: Expr }
  | { readonly kind: "binary"; readonly op: string; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "range"; readonly from: Expr; readonly step: Expr | null; readonly to: Expr }
);

export type Statement = { readonly line: number } & (
  | {
      readonly kind: "assign";
      readonly name: string;
      readonly at: readonly Expr[] | null;
      readonly value: Expr;
    }
  | { readonly kind: "names"; readonly names: readonly (string | null)[]; readonly value: Expr }
  | { readonly kind: "run"; readonly value: Expr }
  | {
      readonly kind: "for";
      readonly name: string;
      readonly over: Expr;
      readonly body: readonly Statement[];
    }
  | { readonly kind: "while"; readonly when: Expr; readonly body: readonly Statement[] }
  | {
      readonly kind: "if";
      readonly branches: readonly {
        readonly when: Expr | null;
        readonly body: readonly Statement[];
      }[];
    }
  | {
      readonly kind: "switch";
      readonly of: Expr;
      readonly branches: readonly {
        /** The values of a case; null of `otherwise`. */
        readonly values: readonly Expr[] | null;
        readonly body: readonly Statement[];
      }[];
    }
  | {
      readonly kind: "try";
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: "leave"; readonly how: "break" | "continue" | "return" }
);

export interface Routine {
  readonly name: string;
  readonly parameters: readonly string[];
  /** What the function returns; of a case `mpc`, or the tables of the first version of the format. */
  readonly results: readonly string[];
  readonly body: readonly Statement[];
}

export interface Script extends Routine {
  /** Functions that follow the first one in the file. */
  readonly others: readonly Routine[];
}
