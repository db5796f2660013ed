/**
 * An equation that holds its subject on both sides or inside an expression: solved when it is
 * evaluated.
 */
import type { Expr, Implicit } from "../reading/ast.js";
import { bindNames } from "../reading/bindNames.js";
import type { EquationContext } from "../reading/bindNames.js";
import { compileChecks } from "../lowering/checks.js";
import { lower } from "../lowering/lower.js";
import { refuse } from "../reading/refuse.js";
import { binderOf, declaredResult, proveUnit } from "../evaluation/unit.js";
import type { CompiledEquation, Parts } from "../evaluation/evaluate.js";
import { CompiledClosedForm } from "../evaluation/evaluate.js";
import { printStatement } from "../reading/print.js";
import { Branches } from "./branches.js";
import { invert, occurrences } from "./invert.js";
import type { ImplicitQuestion } from "./question.js";
import { compileResidual } from "./residual.js";
import { namesOf } from "../reading/walk.js";

/** @throws EquationRefusal */
export function compileImplicit(classified: Implicit, context: EquationContext): CompiledEquation {
  const { subject, left, right } = classified;
  const count = occurrences(left, subject) + occurrences(right, subject);
  if (count === 0) refuse("no-solution", `${subject} does not occur in the equation.`, left);
  const branches = count === 1 ? invert(left, right, subject) : null;
  const question = { left, right, classified, context };
  return branches === null
    ? compileResidual(question)
    : new Branches(
        question,
        branches.map((expr) => compileBranch(question, expr)),
        () => compileResidual(question),
      );
}

function compileBranch(
  { left, right, classified, context }: ImplicitQuestion,
  expr: Expr,
): CompiledClosedForm {
  const { subject, label } = classified;
  const names = bindNames(namesOf(expr), context);
  const unit = proveUnit({
    expr,
    names,
    subject,
    label,
    declared: declaredResult(subject, true, context),
    demand: (walk) => walk.agree(left, walk.form(left), right, walk.form(right), "two sides", left),
  });
  const parts: Parts = {
    kind: "implicit",
    subject,
    label: label ?? subject,
    expr,
    names,
    root: lower(expr, binderOf(names)),
    canonical: printStatement(classified.statement),
    result: unit.fixed,
    resultFor: unit.dependsOnValue && context.dimDependsOnInput === true ? unit.forValues : null,
    check: compileChecks(classified.ranges, [subject, label], names),
  };
  return new CompiledClosedForm(parts);
}
