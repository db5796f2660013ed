/** Check 3: every name has one meaning, and every declared name is used. */
import { fold } from "../../../protocol/equations/evaluation/bind.js";
import { constantsBySymbol, isReserved } from "../../../protocol/units/constants.js";
import type { Report } from "./report.js";
import type { OperatorEntry } from "../../../protocol/operators/entry.js";
import { isSameFamily, membersOf, symbolOf } from "../../../protocol/operators/families.js";
import { usedNames } from "../../../protocol/operators/names.js";
import type { OperatorRecord } from "../../../protocol/operators/schema.js";

/** Letters that mean several things to different people: an alias in words says which. */
const AMBIGUOUS_LETTERS: ReadonlySet<string> = new Set(["e", "g", "h", "R", "F"]);
const WORD_LETTERS_MIN = 3;
const EULER = "e#euler";

function checkAliases(record: OperatorRecord, report: Report): void {
  const owners = new Map<string, string>(Object.keys(record.symbols).map((name) => [name, name]));
  for (const [name, symbol] of Object.entries(record.symbols)) {
    if (
      AMBIGUOUS_LETTERS.has(name) &&
      !symbol.aliases.some((alias) => /^[a-z_ ]+$/i.test(alias) && alias.length >= WORD_LETTERS_MIN)
    ) {
      report(3, `${name} means several things; give it an alias in words`);
    }
    for (const alias of symbol.aliases) {
      const owner = owners.get(alias);
      if (owner === name) report(3, `the alias ${alias} of ${name} is listed already`);
      else if (owner !== undefined) report(3, `the alias ${alias} of ${name} also means ${owner}`);
      if (isReserved(alias)) report(3, `the alias ${alias} of ${name} is a reserved constant`);
      if (record.coefficients !== undefined && alias in record.coefficients)
        report(3, `the alias ${alias} is a coefficient`);
      owners.set(alias, name);
    }
  }
}

function checkMembers(record: OperatorRecord, report: Report): void {
  const named: readonly (readonly [string, readonly string[]])[] = [
    ["scale", Object.keys(record.scale ?? {})],
    ["periodic", record.periodic ?? []],
    ["symmetric", (record.symmetric ?? []).flat()],
    ["example", "inputs" in record.example ? Object.keys(record.example.inputs) : []],
  ];
  for (const [member, names] of named) {
    for (const name of names)
      if (symbolOf(name, Object.keys(record.symbols)) === null)
        report(3, `${member} names ${name}, which is no symbol`);
  }
  for (const [name, [low, high]] of Object.entries(record.scale ?? {})) {
    if (!(low < high)) report(3, `the scale of ${name} is empty`);
  }
  const declared = [...Object.keys(record.symbols), ...Object.keys(record.coefficients ?? {})];
  for (const name of declared.filter(isReserved))
    report(3, `${name} is a reserved constant and cannot be declared`);
  for (const name of declared.filter((n, i) => declared.indexOf(n) !== i))
    report(3, `${name} is declared twice`);
  if (record.result !== null && record.result.symbol in record.symbols) {
    report(3, `the result ${record.result.symbol} is also an input`);
  }
  checkResultName(record, report);
}

/**
 * A request may write `K_L` and `k_l` for one name, and `x_3` for a member of `x_i`, so a result
 * and an input may not be told apart by that alone.
 */
function checkResultName({ kind, result, symbols }: OperatorRecord, report: Report): void {
  if (result === null) return;
  const form = fold(result.symbol);
  for (const [name, { aliases }] of Object.entries(symbols)) {
    const like = [name, ...aliases].find((key) => fold(key) === form && form !== null);
    if (like !== undefined && name !== result.symbol)
      report(
        3,
        `the result ${result.symbol} and the name ${like} of an input are one name to a request`,
      );
    if (kind === "sum" && membersOf(name, [result.symbol]).length > 0)
      report(3, `the result ${result.symbol} reads as a member of ${name}`);
  }
}

export function checkNames(entry: OperatorEntry, report: Report): void {
  const { record, compilation } = entry;
  checkMembers(record, report);
  checkAliases(record, report);
  if (!compilation.ok) return;
  const used = usedNames(entry);
  const defined = new Set(compilation.classified.definitions.map((definition) => definition.name));
  const subject = record.result?.symbol;
  // The start of an integration has a standard value that no record declares.
  const standard = new Set(
    compilation.equation.inputs.filter(({ fallback }) => fallback !== null).map(({ name }) => name),
  );
  for (const name of used) {
    const known =
      standard.has(name) ||
      name in record.symbols ||
      name === EULER ||
      name === subject ||
      defined.has(name) ||
      constantsBySymbol.has(name) ||
      [record.coefficients, record.assumed].some((group) => group !== undefined && name in group) ||
      Object.keys(record.symbols).some((symbol) => isSameFamily(symbol, name));
    if (!known) report(3, `${name} is used and nowhere declared`);
  }
  const declared = [
    ...Object.keys(record.symbols),
    ...Object.keys(record.coefficients ?? {}),
    ...Object.keys(record.assumed ?? {}),
  ];
  for (const name of new Set(declared))
    if (!used.has(name)) report(3, `${name} is declared and never used`);
}
