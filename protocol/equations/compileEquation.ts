/** From a classified statement to a compiled equation, or to the reason why there is none. */
import type { ClosedForm, Evaluable, Refusal } from "./reading/ast.js";
import { bindNames } from "./reading/bindNames.js";
import { renameBound } from "./reading/boundNames.js";
import type { EquationContext } from "./reading/bindNames.js";
import { substituteDefinitions } from "./reading/definitions.js";
import { compileChecks } from "./lowering/checks.js";
import { lower } from "./lowering/lower.js";
import { EquationRefusal } from "./reading/refuse.js";
import { binderOf, declaredResult, proveUnit } from "./evaluation/unit.js";
import { CompiledClosedForm } from "./evaluation/evaluate.js";
import type { CompiledEquation } from "./evaluation/evaluate.js";
import { compilePieces, formHoldsPieces } from "./pieces/compilePieces.js";
import { compileOde } from "./odes/compile.js";
import { printStatement } from "./reading/print.js";
import { compileFamilies, needsInputs } from "./sums/families.js";
import { compileImplicit } from "./roots/implicit.js";
import { namesOf } from "./reading/walk.js";
import { WholeResult } from "./evaluation/wholeNumbers.js";

/**
 * Names bound, dimensions proven, operations chosen: what is left for an evaluation is numbers.
 * @throws RangeError only for a context that contradicts itself (an unreadable unit of a
 * coefficient).
 */
export function compileEquation(
  classified: Evaluable,
  context: EquationContext,
): CompiledEquation | Refusal {
  const form = substituteDefinitions(renameBound(classified));
  if (!("statement" in form)) return form;
  return formHoldsPieces(form)
    ? compilePieces(form, context, compileWhole)
    : compileWhole(form, context);
}

/** Of an equation without pieces, its definitions written in. */
function compileWhole(form: Evaluable, context: EquationContext): CompiledEquation | Refusal {
  try {
    const equation = needsInputs(form)
      ? compileFamilies(form, context, { compile: compileSettled, lower })
      : compileSettled(form, context);
    const sought = "evaluate" in equation ? equation.subject : null;
    const isCount = sought !== null && context.symbols.get(sought)?.whole === true;
    return isCount && "evaluate" in equation ? new WholeResult(equation, sought) : equation;
  } catch (error) {
    if (error instanceof EquationRefusal) return error.refusal;
    throw error;
  }
}

/** Of an equation whose sums have all their terms. */
function compileSettled(form: Evaluable, context: EquationContext): CompiledEquation | Refusal {
  try {
    switch (form.kind) {
      case "closed-form":
        return compileClosedForm(form, context);
      case "implicit":
        return compileImplicit(form, context);
      case "ode":
        return compileOde(form, context);
    }
  } catch (error) {
    if (error instanceof EquationRefusal) return error.refusal;
    throw error;
  }
}

function compileClosedForm(classified: ClosedForm, context: EquationContext): CompiledEquation {
  const { expr } = classified;
  const names = bindNames(namesOf(expr), context);
  const declared = declaredResult(classified.subject, classified.binds, context);
  const root = lower(expr, binderOf(names));
  const unit = proveUnit({
    expr,
    names,
    declared,
    subject: classified.subject,
    label: classified.label,
  });
  return new CompiledClosedForm({
    kind: "closed-form",
    subject: classified.subject,
    label: classified.label,
    expr,
    root,
    names,
    canonical: printStatement(classified.statement),
    result: unit.fixed,
    resultFor: unit.dependsOnValue && context.dimDependsOnInput === true ? unit.forValues : null,
    check: compileChecks(classified.ranges, [classified.subject, classified.label], names),
  });
}
