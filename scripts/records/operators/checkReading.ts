/** Checks 2 and 4: the equation reads as its record says, and both sides have one dimension. */
import type { BinaryExpr, Expr } from "../../../protocol/equations/reading/ast.js";
import { childrenOf, namesOf } from "../../../protocol/equations/reading/walk.js";
import { equals, formatBase } from "../../../protocol/units/dimension.js";
import { isCoherent, parseUnit } from "../../../protocol/units/parse.js";
import { nearest } from "../../../protocol/search/nearest.js";
import { quantityDimension, quantityNames } from "../../../protocol/units/quantities.js";
import type { Report } from "./report.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { statedKind } from "../../../protocol/equations/classify/classify.js";
import { compileRecord, readRecord } from "../../../protocol/operators/entry.js";
import { expressionOf } from "../../../protocol/operators/margin.js";
import { refusalExampleOf, valueExampleOf } from "../../../protocol/operators/record.js";

/** `x/y z`: people read the denominator both ways, so the registry writes it with parentheses. */
function isDoubtfulProduct(expr: Expr): expr is BinaryExpr {
  if (expr.type !== "binary" || expr.op !== "*") return false;
  const { left } = expr;
  return (
    left.type === "binary" &&
    left.op === "/" &&
    left.grouped !== true &&
    isUngroupedSymbolic(left.right)
  );
}

function isUngroupedSymbolic(denominator: Expr): boolean {
  if (denominator.type === "binary" && denominator.grouped === true) return false;
  return denominator.type !== "call" && namesOf(denominator).length > 0;
}

function hasDoubtfulProduct(expr: Expr): boolean {
  return isDoubtfulProduct(expr) || childrenOf(expr).some(hasDoubtfulProduct);
}

export function checkReading(entry: OperatorEntry, report: Report): void {
  const { record, compilation } = entry;
  const read = readRecord(record);
  if (!read.ok) {
    report(2, `the equation is not read: ${read.refusal.message}`);
    return;
  }
  const { classified, statement } = read;
  const kind = statedKind(classified);
  if (kind !== record.kind) {
    const why = classified.kind === "refused" ? ` (${classified.refusal.message})` : "";
    report(2, `the equation is of kind ${kind}, the record says ${record.kind}${why}`);
  }
  if (statement.clauses.flatMap((clause) => clause.sides).some(hasDoubtfulProduct)) {
    report(2, "an unparenthesised denominator is followed by a factor; write x/(y z) or (x/y) z");
  }
  const refusal = refusalExampleOf(record);
  if (refusal !== null && refusal !== kind)
    report(5, `the example promises ${refusal}, the equation is ${kind}`);
  if (!compilation.ok && classified.kind !== "refused") {
    const check = compilation.refusal.kind === "dimension-mismatch" ? 4 : 2;
    report(check, `the equation does not compile: ${compilation.refusal.message}`);
  }
  checkRelations(entry, report);
  if (record.result === null && valueExampleOf(record) !== null)
    report(2, "a record with a value declares its result");
}

function checkUnit(what: string, unit: string, quantity: string, report: Report): void {
  const parsed = parseUnit(unit);
  if (!parsed.ok) {
    report(4, `${what}: ${parsed.message}`);
    return;
  }
  if (!isCoherent(parsed)) report(4, `${what}: ${unit} is not an SI unit with factor 1`);
  if (parsed.text !== unit) report(4, `${what}: the unit ${unit} is written ${parsed.text}`);
  const expected = quantityDimension(quantity);
  if (expected === undefined) {
    const near = nearest(quantity, quantityNames(), 3).join(", ");
    report(4, `${what}: "${quantity}" is no known quantity; near are ${near}`);
  } else if (!equals(expected, parsed.dimension)) {
    const [wanted, found] = [formatBase(expected), formatBase(parsed.dimension)];
    report(4, `${what}: ${quantity} is ${wanted}, the unit ${unit} is ${found}`);
  }
}

export function checkUnits(entry: OperatorEntry, report: Report): void {
  const { record, compilation } = entry;
  for (const [name, symbol] of Object.entries(record.symbols))
    checkUnit(name, symbol.unit, symbol.quantity, report);
  if (record.result !== null)
    checkUnit("result", record.result.unit, record.result.quantity, report);
  for (const [name, { unit }] of Object.entries({ ...record.coefficients, ...record.assumed })) {
    const parsed = parseUnit(unit);
    if (!parsed.ok) report(4, `${name}: ${parsed.message}`);
    const symbol = record.symbols[name];
    const declared = symbol === undefined ? null : parseUnit(symbol.unit);
    if (parsed.ok && declared?.ok === true && !equals(parsed.dimension, declared.dimension)) {
      report(4, `${name}: assumed in ${unit}, declared in ${symbol!.unit}`);
    }
  }
  if (!compilation.ok || record.result === null) return;
  const { result } = compilation.equation;
  const stated = parseUnit(record.result.unit);
  if (result.dimension === null && record.dim_depends_on_input !== true) {
    report(4, `the dimension of the result is open: ${result.unitUnknown.join(", ")}`);
  } else if (
    result.dimension !== null &&
    stated.ok &&
    !equals(result.dimension, stated.dimension)
  ) {
    const found = formatBase(result.dimension);
    report(4, `the result is ${found}, the record says ${record.result.unit}`);
  }
}

/** Both sides of a relation have one dimension, and the example keeps it. */
function checkRelations({ record }: OperatorEntry, report: Report): void {
  for (const { holds } of record.relations ?? []) {
    const [left, right] = holds.split(/<=?/);
    const margin = compileRecord(expressionOf(record, `(${left}) - (${right})`));
    if (!margin.ok) report(4, `the relation ${holds}: ${margin.refusal.message}`);
  }
}
