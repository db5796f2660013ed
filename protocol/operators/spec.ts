/** What an operator needs: the answer of operator-spec. */
import { CONSTANTS, NAMED_CONSTANTS, constantsBySymbol } from "../units/constants.js";
import type { Refusal } from "../equations/ast.js";
import type { OperatorEntry } from "./entry.js";
import { usedNames } from "./names.js";
import type { OperatorRecord, OperatorSymbol } from "./schema.js";

export interface SpecInput {
  readonly name: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly aliases: readonly string[];
  readonly range?: readonly [number | null, number | null];
}
interface AssumedInput extends SpecInput { readonly value: number; readonly reason: string }
interface ConditionalInput extends SpecInput { readonly when: string }
interface SpecConstant {
  readonly symbol: string; readonly name: string; readonly value: number; readonly unit: string;
  readonly uncertainty: number; readonly exact: boolean;
}

/**
 * `required` never yields a missing input, and leaving out any one of them always does. `assumed`
 * have a standard
 * value that is declared back; `optional` are constants an input of their name replaces.
 */
export interface OperatorSpec {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
  readonly description: string;
  readonly equation: string;
  readonly kind: string;
  readonly evaluable: boolean;
  readonly refusal?: Refusal;
  readonly result: OperatorRecord["result"];
  readonly required: readonly SpecInput[];
  readonly conditional: readonly ConditionalInput[];
  readonly assumed: readonly AssumedInput[];
  readonly optional: readonly AssumedInput[];
  readonly constants: readonly SpecConstant[];
  readonly validity?: string;
  readonly reference: string;
  readonly example: OperatorRecord["example"];
}

function inputOf(name: string, symbol: OperatorSymbol): SpecInput {
  return {
    name, description: symbol.name, quantity: symbol.quantity, unit: symbol.unit,
      aliases: symbol.aliases,
    ...(symbol.range === undefined ? {} : { range: symbol.range }),
  };
}

/**
 * A condition that is no symbol of the record, or a named constant: known by value, unit and reason
 * alone.
 */
function bareInput(name: string, unit: string, description: string): SpecInput {
  return { name, description, quantity: "", unit, aliases: [] };
}

function assumedOf(record: OperatorRecord): AssumedInput[] {
  return Object.entries(record.assumed ?? {}).map(([name, { value, unit, reason }]) => {
    const symbol = record.symbols[name];
    return { ...(symbol === undefined ? bareInput(name, unit, name) : inputOf(name, symbol)),
      value, reason };
  });
}

/** Named constants the equation uses and the record does not declare. */
function optionalOf(record: OperatorRecord, used: ReadonlySet<string>): AssumedInput[] {
  const declared = new Set([...Object.keys(record.symbols),
    ...Object.keys(record.coefficients ?? {}),
    ...Object.keys(record.assumed ?? {})]);
  return NAMED_CONSTANTS.filter((name) => used.has(name) && !declared.has(name)).map((name) => {
    const constant = constantsBySymbol.get(name)!;
    return { ...bareInput(name, constant.unit, constant.name), value: constant.value,
      reason: "CODATA 2022" };
  });
}

function constantsOf(record: OperatorRecord, used: ReadonlySet<string>): SpecConstant[] {
  const fromTable = CONSTANTS
    .filter(({ symbol }) => used.has(symbol) && !(symbol in record.symbols)
      && !(symbol in (record.coefficients ?? {})))
    .map(({ symbol, name, value, unit, uncertainty, exact }) =>
      ({ symbol, name, value, unit, uncertainty, exact }));
  const own = Object.entries(record.coefficients ?? {})
    .map(([symbol, { value, unit, source }]) =>
      ({ symbol, name: source, value, unit, uncertainty: 0, exact: true }));
  return [...fromTable, ...own];
}

export function specOf(entry: OperatorEntry): OperatorSpec {
  const { record, refusal } = entry;
  const used = usedNames(entry);
  const assumed = assumedOf(record);
  const given = new Set(assumed.map((input) => input.name));
  return {
    id: record.id, domain: record.domain, name: record.name, description: record.description,
    equation: record.equation, kind: record.kind, evaluable: entry.evaluable,
    ...(refusal === null ? {} : { refusal }),
    result: record.result,
    required: Object.entries(record.symbols).filter(([name]) =>
      !given.has(name)).map(([name, symbol]) => inputOf(name, symbol)),
    // Integrals, differential equations and solving for an input are refused: no conditions yet.
    conditional: [],
    assumed, optional: optionalOf(record, used), constants: constantsOf(record, used),
    ...(record.validity === undefined ? {} : { validity: record.validity }),
    reference: record.reference, example: record.example,
  };
}
