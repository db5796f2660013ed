/** The same equation with its numbers in. */
import type { Expr } from "./ast.js";
import { atom, render, shownName, type LeafPrinter, type Printed } from "./print.js";

/**
 * Canonical text with each known name replaced by its value in shortest decimals:
 * `6.6743e-11*5*7/2^2`. Products get an explicit sign, negative values brackets. Names without a
 * value stay.
 */
export function printSubstituted(
  expr: Expr,
  valueOf: (name: string) => number | undefined,
): string {
  const leaves: LeafPrinter = {
    name: (name) => {
      const value = valueOf(name);
      return value === undefined ? atom(shownName(name)) : printValue(value);
    },
    juxtapose: (left, right) => `${left}*${right}`,
  };
  return render(expr, leaves).text;
}

/** A negative number binds like a signed term, so that it is bracketed where it must be. */
function printValue(value: number): Printed {
  const text = String(value);
  return value < 0 || Object.is(value, -0) ? atom(`(${text})`) : atom(text);
}
