/**
 * The unit of a result, proven from the equation, or withheld with the names that leave it open.
 */
import type { Dimension } from "../../units/dimension.js";
import { formatBase } from "../../units/dimension.js";
import { parseUnit } from "../../units/parse.js";
import type { Expr } from "../reading/ast.js";
import type { EquationContext, NameTable } from "../reading/bindNames.js";
import { refuse } from "../reading/refuse.js";
import type { Bind } from "./node.js";
import { DimensionWalk, unitText } from "../dimensions/dimensions.js";
import { formOf } from "../dimensions/forms.js";
import { columns } from "../dimensions/message.js";
import type { ResultUnit } from "./evaluate.js";
import { printExpr } from "../reading/print.js";

interface DeclaredResult {
  readonly text: string;
  readonly dimension: Dimension;
}

/**
 * Unit of the subject as a record or request states it; null when nobody does. @throws RangeError
 * when unreadable.
 */
export function declaredResult(
  subject: string | null,
  binds: boolean,
  context: EquationContext,
): DeclaredResult | null {
  if (context.resultUnit !== undefined && context.resultUnit !== null) {
    const unit = parseUnit(context.resultUnit);
    if (!unit.ok) throw new RangeError(`The unit of the result: ${unit.message}`);
    return { text: context.resultUnit, dimension: unit.dimension };
  }
  const info = subject !== null && binds ? context.symbols.get(subject) : undefined;
  if (info === undefined || info.unit === null || info.dimension === null) return null;
  return { text: info.unit, dimension: info.dimension };
}

export function binderOf(names: NameTable): Bind {
  return (name, expr) =>
    names.bindings.get(name) ?? refuse("syntax", `The name ${name} has no meaning here.`, expr);
}

interface UnitQuestion {
  readonly expr: Expr;
  readonly names: NameTable;
  readonly declared: DeclaredResult | null;
  readonly subject: string | null;
  readonly label: string | null;
  /** Further agreements the equation states, demanded before the answer is read. */
  readonly demand?: (walk: DimensionWalk) => void;
}
interface ProvenUnit {
  readonly fixed: ResultUnit;
  readonly dependsOnValue: boolean;
  /** Throws an EquationRefusal of kind `dimension-mismatch`. */
  readonly forValues: (valueOf: (name: string) => number | undefined) => ResultUnit;
}

/** @throws EquationRefusal of kind `dimension-mismatch`. */
export function proveUnit(question: UnitQuestion): ProvenUnit {
  const forValues = (
    valueOf?: (name: string) => number | undefined,
  ): ResultUnit & { dependsOnValue: boolean } => {
    const { expr, names, declared } = question;
    const walk = new DimensionWalk({
      dimensionOf: (name) =>
        names.dimensions.get(name) ??
        (name === question.subject ? (declared?.dimension ?? null) : null),
      ...(valueOf === undefined ? {} : { valueOf }),
    });
    const form = walk.form(expr);
    question.demand?.(walk);
    if (declared !== null && form !== null && !walk.demand(form, formOf(declared.dimension))) {
      const side = walk.describe(form);
      refuse(
        "dimension-mismatch",
        `dimension-mismatch between the two sides at ${columns(expr)}\n` +
          `  ${printExpr(expr)}  is  ${side}\n` +
          `  ${question.label ?? question.subject ?? "the result"}  is  ` +
          formatBase(declared.dimension),
        expr,
      );
    }
    const answer = walk.answer(
      form ?? (declared === null ? null : formOf(declared.dimension)),
      expr,
    );
    return {
      unit: answer.dimension === null ? null : unitText(answer.dimension, declared),
      unitUnknown: answer.unknown,
      dimension: answer.dimension,
      dependsOnValue: answer.dependsOnValue,
    };
  };
  const { dependsOnValue, ...fixed } = forValues();
  return { fixed, dependsOnValue, forValues: (valueOf) => withoutFlag(forValues(valueOf)) };
}

function withoutFlag({ unit, unitUnknown, dimension }: ResultUnit): ResultUnit {
  return { unit, unitUnknown, dimension };
}
