/** Clauses such as `0 <= G <= 1`: statements about the value, checked after it is computed. */
import type { Clause, Refusal, RelationOp } from "../reading/ast.js";
import type { NameTable } from "../reading/bindNames.js";
import { closures } from "../evaluation/valueFunction.js";
import type { ValueFunction } from "../evaluation/valueFunction.js";
import { lower } from "./lower.js";
import { refuse } from "../reading/refuse.js";
import { printExpr } from "../reading/print.js";
import { namesOf } from "../reading/walk.js";

export type ResultCheck = (
  value: number,
  valueOf: (name: string) => number | undefined,
) => Refusal | null;

const HOLDS: ReadonlyMap<RelationOp, (a: number, b: number) => boolean> = new Map([
  ["<", (a, b) => a < b],
  ["<=", (a, b) => a <= b],
  [">", (a, b) => a > b],
  [">=", (a, b) => a >= b],
  ["!=", (a, b) => a !== b],
]);

/**
 * @param results names the value goes by: the subject and the left side as shown
 * @returns null when there is nothing to check
 * @throws EquationRefusal for a clause that is no range or holds a name the equation does not use
 */
export function compileChecks(
  ranges: readonly Clause[],
  results: readonly (string | null)[],
  names: NameTable,
): ResultCheck | null {
  if (ranges.length === 0) return null;
  const checks = ranges.map((clause) => compileCheck(clause, results, names));
  return (value, valueOf) => {
    for (const check of checks) {
      const refusal = check(value, valueOf);
      if (refusal !== null) return refusal;
    }
    return null;
  };
}

function compileCheck(
  clause: Clause,
  results: readonly (string | null)[],
  names: NameTable,
): ResultCheck {
  const used = [...new Set(clause.sides.flatMap(namesOf))];
  const own = new Set(results.filter((name) => name !== null));
  const sides: ValueFunction[] = clause.sides.map((side) =>
    closures(
      lower(side, (name, expr) => {
        const binding = own.has(name) ? undefined : names.bindings.get(name);
        if (binding?.kind === "constant") return binding;
        if (binding === undefined && !own.has(name)) {
          refuse("relation", `The range uses ${name}, which the equation does not.`, expr);
        }
        return { kind: "slot", slot: used.indexOf(name) };
      }),
    ),
  );
  const tests = clause.ops.map(
    (op, i) =>
      HOLDS.get(op) ??
      refuse("relation", `A range is stated with < <= > >= or !=, not ${op}.`, clause.sides[i]),
  );
  const text = clause.sides
    .map((side, i) => `${printExpr(side)}${i < clause.ops.length ? ` ${clause.ops[i]!} ` : ""}`)
    .join("");
  return (value, valueOf) => {
    const slots = Float64Array.from(used, (name) =>
      own.has(name) ? value : (valueOf(name) ?? Number.NaN),
    );
    const values = sides.map((side) => side(slots));
    const holds = tests.every((test, i) => test(values[i]!, values[i + 1]!));
    return holds
      ? null
      : {
          kind: "domain-error",
          span: clause.span,
          message: `The result ${value} is outside the stated range ${text}.`,
        };
  };
}
