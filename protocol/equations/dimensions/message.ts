/**
 * How a dimension mismatch is told: where, both sides in base units, and the factor between them.
 */
import { formatBase } from "../../units/dimension.js";
import type { Expr } from "../reading/ast.js";
import { dimensionOfForm, isKnown, overForm } from "./forms.js";
import type { Form } from "./forms.js";
import { printExpr } from "../reading/print.js";

export function columns(expr: Expr): string {
  return `columns ${expr.span.start + 1}..${expr.span.end}`;
}

function describe(form: Form): string {
  const dimension = dimensionOfForm({ base: form.base, unknowns: new Map() }, 0);
  const known = dimension === null ? "beyond any unit" : formatBase(dimension);
  if (isKnown(form)) return known === "1" ? "a number" : known;
  const unknowns = [...form.unknowns.keys()].map((name) => `[${name}]`).join(" ");
  return known === "1" ? unknowns : `${known} ${unknowns}`;
}

/** @param what `sum`, `difference`, `arguments of max`, `two sides`. */
export function mismatchMessage(
  what: string,
  whole: Expr,
  sides: readonly [Expr, Expr],
  forms: readonly [Form, Form],
): string {
  const texts = sides.map(printExpr);
  const units = forms.map(describe);
  const width = Math.max(...texts.map((text) => text.length));
  const unitWidth = Math.max(...units.map((text) => text.length));
  const lines = sides.map(
    (side, i) =>
      `  ${texts[i]!.padEnd(width)}  is  ${units[i]!.padEnd(unitWidth)}  (${columns(side)})`,
  );
  return [
    `dimension-mismatch in the ${what} at ${columns(whole)}`,
    ...lines,
    extraFactor(forms),
  ].join("\n");
}

/**
 * Named from the side it makes larger, so that the factor has more units above the line than below.
 */
function extraFactor([first, second]: readonly [Form, Form]): string {
  const ratio = dimensionOfForm({ base: overForm(second, first).base, unknowns: new Map() }, 0);
  const inverse = dimensionOfForm({ base: overForm(first, second).base, unknowns: new Map() }, 0);
  if (ratio === null || inverse === null) return "  they cannot be the same quantity";
  const above = ratio.exponents.reduce((sum, e) => sum + e.num / e.den, 0);
  return above >= 0
    ? `  the second term has an extra factor ${formatBase(ratio)}`
    : `  the first term has an extra factor ${formatBase(inverse)}`;
}
