/** Both sides of a comparison between the names of a record, ready to be computed. */
import type { CompiledEquation, Refusal } from "../equations/index.js";
import { compileRecord } from "./entry.js";
import type { OperatorRecord } from "./schema.js";

export type Margin =
  | { readonly ok: true; readonly sides: readonly CompiledEquation[] }
  | { readonly ok: false; readonly refusal: Refusal };

const margins = new WeakMap<OperatorRecord, Map<string, Margin>>();

/** @param holds one comparison by < or <= */
export function marginOf(record: OperatorRecord, holds: string): Margin {
  const own = margins.get(record) ?? new Map<string, Margin>();
  margins.set(record, own);
  const before = own.get(holds);
  if (before !== undefined) return before;
  const margin = compiledMargin(record, holds);
  own.set(holds, margin);
  return margin;
}

function compiledMargin(record: OperatorRecord, holds: string): Margin {
  const sides: CompiledEquation[] = [];
  for (const side of holds.split(/<=?/)) {
    const compiled = compileRecord(expressionOf(record, side.trim()));
    if (!compiled.ok) return compiled;
    sides.push(compiled.equation);
  }
  return { ok: true, sides };
}

/** A record of the same names that gives an expression of them. */
export function expressionOf(record: OperatorRecord, expression: string): OperatorRecord {
  return {
    ...record,
    equation: `x_margin = ${expression}`,
    form: undefined,
    closed_form: undefined,
    kind: "closed-form",
    result: null,
    relations: undefined,
  };
}
