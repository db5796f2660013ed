/** Check 7: no two records say one thing, neither renamed nor rearranged. */
import type { Expr } from "../../../protocol/equations/reading/ast.js";
import { substituteDefinitions } from "../../../protocol/equations/reading/definitions.js";
import { sidesOf } from "../../../protocol/equations/reading/expr.js";
import { printExpr } from "../../../protocol/equations/reading/print.js";
import { mapChildren, namesOf } from "../../../protocol/equations/reading/walk.js";
import { constantsBySymbol } from "../../../protocol/units/constants.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";

type Found = (id: string, message: string) => void;

/** Agreement this close, on an example of many digits, is no coincidence. */
const REARRANGED_TOLERANCE = 1e-9;
/** Ways to match quantities of one kind that are tried: 5 lengths have 120. */
const MATCHINGS_MAX = 120;

function renamed(expr: Expr, names: ReadonlyMap<string, string>): Expr {
  if (expr.type === "name") return { ...expr, name: names.get(expr.name) ?? expr.name };
  return mapChildren(expr, (part) => renamed(part, names));
}

/** The equation with its symbols numbered in order of first use, and what each number measures. */
function signatureOf(entry: OperatorEntry): string {
  const { record, compilation } = entry;
  if (!compilation.ok) {
    return `${record.kind}|${(record.form ?? record.equation).replace(/\s+/g, " ")}`;
  }
  const inlined = substituteDefinitions(compilation.classified);
  const form = "message" in inlined ? compilation.classified : inlined;
  const sides = sidesOf(form);
  const free = [...new Set(sides.flatMap(namesOf))].filter(
    (name) => name in record.symbols || !constantsBySymbol.has(name),
  );
  const names = new Map(free.map((name, index) => [name, `x${index}`]));
  const quantities = free.map(
    (name) => record.symbols[name]?.quantity ?? record.coefficients?.[name]?.value ?? "",
  );
  return [
    ...sides.map((side) => printExpr(renamed(side, names))),
    ...quantities,
    record.result?.quantity ?? "",
  ].join("|");
}

/** Whether one of the two, or a record both name, is declared as the same statement. */
function isDeclared(a: OperatorEntry, b: OperatorEntry): boolean {
  const [x, y] = [a.record.same_as, b.record.same_as];
  return x === b.id || y === a.id || (x !== undefined && x === y);
}

export function checkTwins(entries: readonly OperatorEntry[], found: Found): void {
  const bySignature = new Map<string, OperatorEntry>();
  for (const entry of entries) {
    const signature = signatureOf(entry);
    const twin = bySignature.get(signature);
    if (twin === undefined) bySignature.set(signature, entry);
    else if (!isDeclared(entry, twin))
      found(entry.id, `the same equation as ${twin.id} under other names`);
  }
}

interface Known {
  readonly quantity: string;
  readonly value: number;
}

/** What the example of a record states: its inputs and its value, each with its quantity. */
function statedBy(entry: OperatorEntry): readonly Known[] | null {
  const example = valueExampleOf(entry.record);
  if (example === null || entry.record.result === null) return null;
  const inputs = Object.entries(example.inputs).map(([name, value]) => ({
    quantity: entry.record.symbols[name]?.quantity ?? "",
    value,
  }));
  return [...inputs, { quantity: entry.record.result.quantity, value: example.value }];
}

function groupKey(known: readonly Known[]): string {
  return known
    .map(({ quantity }) => quantity)
    .sort()
    .join(",");
}

/** Every way to give the wanted quantities known values of the same quantity, up to a bound. */
function* matchings(
  wanted: readonly string[],
  known: readonly Known[],
): Generator<readonly number[]> {
  const chosen: number[] = [];
  const taken = new Set<number>();
  function* choose(): Generator<readonly number[]> {
    if (chosen.length === wanted.length) {
      yield chosen.map((index) => known[index]!.value);
      return;
    }
    for (const [index, { quantity }] of known.entries()) {
      if (quantity !== wanted[chosen.length] || taken.has(index)) continue;
      taken.add(index);
      chosen.push(index);
      yield* choose();
      chosen.pop();
      taken.delete(index);
    }
  }
  yield* choose();
}

/**
 * Whether what one example states satisfies the other equation in some matching of equal
 * quantities.
 */
function satisfies(known: readonly Known[], other: OperatorEntry): boolean {
  const { compiled, record } = other;
  if (compiled === null || record.result === null) return false;
  const names = Object.keys(record.symbols);
  const wanted = [...names.map((name) => record.symbols[name]!.quantity), record.result.quantity];
  let tried = 0;
  for (const values of matchings(wanted, known)) {
    tried += 1;
    if (tried > MATCHINGS_MAX) return false;
    const inputs = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
    const outcome = compiled.evaluate(inputs);
    const expected = values[names.length]!;
    if (
      outcome.status === "value" &&
      Math.abs(outcome.value - expected) <= REARRANGED_TOLERANCE * Math.abs(expected)
    )
      return true;
  }
  return false;
}

export function checkRearrangements(entries: readonly OperatorEntry[], found: Found): void {
  const groups = new Map<string, { entry: OperatorEntry; known: readonly Known[] }[]>();
  for (const entry of entries) {
    const known = statedBy(entry);
    if (known === null || entry.compiled === null) continue;
    const key = groupKey(known);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ entry, known }]);
    else group.push({ entry, known });
  }
  for (const group of groups.values()) {
    for (const [i, a] of group.entries()) {
      for (const b of group.slice(i + 1)) {
        if (isDeclared(a.entry, b.entry)) continue;
        if (satisfies(a.known, b.entry))
          found(b.entry.id, `${a.entry.id} rearranged: its example satisfies this equation too`);
      }
    }
  }
}
