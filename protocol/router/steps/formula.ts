/** Formulas that a question writes out beside its steps. */
import { isUnit } from "../../units/index.js";
import { spansIn } from "../../units/quantity/index.js";

const OPERATION = /[*^/√]|\b(?:log|ln|sqrt)|\s[-+]\s/u;
const SYMBOL = /(?<![\p{L}\p{N}])\p{L}{1,3}[\d_]{0,2}(?![\p{L}])/u;
const A_VALUE = /[=≈]\s*[-+]?[\d.][\d.,e^+-]*(?:\s*[^\d\s=]+)?\s*\)?$/u;

/** Whether letters and operations stand there, and no value. */
export function isFormula(written: string): boolean {
  const inside = written.replace(/^\(|\)$/gu, "").trim();
  if (A_VALUE.test(inside) || isUnit(inside)) return false;
  if (spansIn(inside).some(({ quantities }) => quantities.some(({ hasUnit }) => hasUnit)))
    return false;
  return OPERATION.test(inside) && SYMBOL.test(inside) && !/[\p{L}]{9,}/u.test(inside);
}
