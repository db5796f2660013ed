/**
 * Fields, potentials, objectives and right-hand sides as text: an expression of the equation
 * language over the coordinates of a solver. Text of a caller is read, bound and compiled; it never
 * reaches the engine as code.
 */
import type { Expr, Refusal } from "../equations/reading/ast.js";
import { valueFunction, type ValueFunction } from "../equations/evaluation/valueFunction.js";
import { lower } from "../equations/lowering/lower.js";
import type { Node } from "../equations/evaluation/node.js";
import { NotOneValue } from "../equations/reading/definitions.js";
import { derive } from "../equations/classify/derive.js";
import { bindLetters, EULER } from "../equations/reading/letters.js";
import { parseStatement } from "../equations/reading/parse.js";
import { withIndicators } from "../equations/pieces/indicators.js";
import { holdsPieces } from "../equations/reading/pieces.js";
import { printExpr } from "../equations/reading/print.js";
import { EquationRefusal } from "../equations/reading/refuse.js";
import { exp } from "../math/index.js";
import { constantsBySymbol, isReserved } from "../units/index.js";
import { badInput } from "./refusal.js";

/** Characters of one expression. */
export const EXPRESSION_CHARS_MAX = 2_000;

export interface Expression {
  /** How the text was read. */
  readonly canonical: string;
  readonly variables: readonly string[];
  /** Values of the variables, in their order; NaN or an infinity outside the domain. */
  readonly value: ValueFunction;
  readonly tree: Expr;
  /** The operations, slots in the order of the variables. */
  readonly root: Node;
  /** Whether the value can change with this variable. */
  readonly uses: (variable: string) => boolean;
}

/**
 * @param variables the only free names: coordinates and parameters of the solver. `pi`, `e^x` and
 * the fixed constants
 *   of the equation language are known beside them.
 * @param pointer JSON Pointer of the text in the body, for refusals
 * @throws SolverRefusal INVALID_BODY that says where the text cannot be read, or which name is
 * unknown
 */
export function compileExpression(
  text: string,
  variables: readonly string[],
  pointer: string,
): Expression {
  if (text.length > EXPRESSION_CHARS_MAX) {
    throw badInput(
      pointer,
      `an expression has at most ${EXPRESSION_CHARS_MAX} characters; this one has ${text.length}`,
    );
  }
  const declared = new Set(variables);
  const parsed = parseStatement(text, { declared });
  if (!parsed.ok) throw unreadable(parsed.refusal, pointer);
  const [clause, another] = parsed.statement.clauses;
  if (
    clause === undefined ||
    another !== undefined ||
    clause.sides.length !== 1 ||
    clause.qualifier !== undefined
  ) {
    throw badInput(
      pointer,
      `"${text}" is no single expression: write only what stands right of the equals sign`,
    );
  }
  const tree = bindLetters(clause.sides[0]!, { declared });
  return compiled(tree, variables, pointer);
}

/**
 * The derivative of an expression by one of its variables, in closed form. @throws as
 * `compileExpression`
 */
export function derivativeOf(
  { tree, variables }: Expression,
  by: string,
  pointer: string,
): Expression {
  try {
    return compiled(derive(tree, by), variables, pointer);
  } catch (error) {
    if (error instanceof EquationRefusal || error instanceof NotOneValue)
      throw unreadable(error.refusal, pointer);
    throw error;
  }
}

/** An expression whose tree is known. @throws as `compileExpression` */
export function compiled(tree: Expr, variables: readonly string[], pointer: string): Expression {
  const used = new Set<string>();
  try {
    const root = lower(holdsPieces(tree) ? withIndicators(tree, "exact") : tree, (name) => {
      const slot = variables.indexOf(name);
      if (slot >= 0) {
        used.add(name);
        return { kind: "slot", slot };
      }
      if (name === EULER) return { kind: "constant", value: exp(1), constant: null, exact: false };
      const constant = isReserved(name) ? constantsBySymbol.get(name) : undefined;
      if (constant !== undefined)
        return { kind: "constant", value: constant.value, constant: name, exact: false };
      throw badInput(
        pointer,
        `"${name}" is unknown here; the names are ${[...variables, "pi"].join(", ")}`,
      );
    });
    return {
      canonical: printExpr(tree),
      variables,
      value: valueFunction(root),
      tree,
      root,
      uses: (name) => used.has(name),
    };
  } catch (error) {
    if (error instanceof EquationRefusal) throw unreadable(error.refusal, pointer);
    throw error;
  }
}

function unreadable({ message, span }: Refusal, pointer: string): Error {
  return badInput(pointer, span === undefined ? message : `${message} (column ${span.start + 1})`);
}
