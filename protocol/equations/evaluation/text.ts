/**
 * An equation with its numbers put in: the text is laid out once, an evaluation only fills the
 * holes.
 */
import type { Expr } from "../reading/ast.js";
import type { NameTable } from "../reading/bindNames.js";
import { atom, render, shownName } from "../reading/print.js";
import type { LeafPrinter } from "../reading/print.js";
import { withTerms } from "./seriesText.js";

/** Stands around the number of a slot while the text is laid out; no equation holds it. */
const MARK = "\u0001";

export class TextTemplate {
  /** Text before each hole, and after the last. */
  readonly #pieces: readonly string[];
  readonly #holes: readonly number[];

  /** @param label left side as shown; null for the expression alone. */
  constructor(label: string | null, expr: Expr, names: NameTable) {
    const leaves: LeafPrinter = {
      name: (name) => {
        const binding = names.bindings.get(name);
        if (binding === undefined) return atom(shownName(name));
        return atom(
          binding.kind === "slot" ? `${MARK}${binding.slot}${MARK}` : number(binding.value),
        );
      },
      juxtapose: (left, right) => `${left}*${right}`,
    };
    const parts =
      `${label === null ? "" : `${label} = `}${render(withTerms(expr), leaves).text}`.split(MARK);
    this.#pieces = parts.filter((_, i) => i % 2 === 0);
    this.#holes = parts.filter((_, i) => i % 2 === 1).map(Number);
  }

  /** Shortest decimals that read back as the same doubles. */
  fill(values: Float64Array): string {
    const pieces = this.#pieces;
    const holes = this.#holes;
    let text = pieces[0]!;
    for (let i = 0; i < holes.length; i += 1) text += number(values[holes[i]!]!) + pieces[i + 1]!;
    return text;
  }
}

function number(value: number): string {
  return value < 0 ? `(${value})` : String(value);
}
