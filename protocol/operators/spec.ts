/** What an operator needs: the answer of operator-spec. */
import { CONSTANTS, NAMED_CONSTANTS, constantsBySymbol } from "../units/constants.js";
import type { Refusal } from "../equations/reading/ast.js";
import type { InputInfo } from "../equations/index.js";
import { LIMIT_INPUTS, hasOpenIntegral } from "../equations/integrals/limits.js";
import { indexedNames } from "../equations/reading/seriesNames.js";
import { readRecord } from "./entry.js";
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
  /** Only whole numbers have a meaning. */
  readonly whole?: boolean;
}
/** When the ends of an integral are asked for. */
const WITHOUT_LIMITS = "integral without limits";

interface AssumedInput extends SpecInput {
  readonly value: number;
  readonly reason: string;
}
interface ConditionalInput extends SpecInput {
  readonly when: string;
}
interface SpecConstant {
  readonly symbol: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly uncertainty: number;
  readonly exact: boolean;
}

/**
 * `required` with the `conditional` that applies never yields a missing input, and leaving out any
 * one of them always does. `assumed` have a standard value that is declared back; `optional` are
 * constants an input of their name replaces.
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
  /** What must hold of the inputs together. */
  readonly relations?: OperatorRecord["relations"];
  readonly validity?: string;
  readonly reference: string;
  readonly example: OperatorRecord["example"];
}

function inputOf(name: string, symbol: OperatorSymbol): SpecInput {
  return {
    name,
    description: symbol.name,
    quantity: symbol.quantity,
    unit: symbol.unit,
    aliases: symbol.aliases,
    ...(symbol.range === undefined ? {} : { range: symbol.range }),
    ...(symbol.whole === undefined ? {} : { whole: symbol.whole }),
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
    return {
      ...(symbol === undefined ? bareInput(name, unit, name) : inputOf(name, symbol)),
      value,
      reason,
    };
  });
}

/** Named constants the equation uses and the record does not declare. */
function optionalOf(record: OperatorRecord, used: ReadonlySet<string>): AssumedInput[] {
  const declared = new Set([
    ...Object.keys(record.symbols),
    ...Object.keys(record.coefficients ?? {}),
    ...Object.keys(record.assumed ?? {}),
  ]);
  return NAMED_CONSTANTS.filter((name) => used.has(name) && !declared.has(name)).map((name) => {
    const constant = constantsBySymbol.get(name)!;
    return {
      ...bareInput(name, constant.unit, constant.name),
      value: constant.value,
      reason: "CODATA 2022",
    };
  });
}

function constantsOf(record: OperatorRecord, used: ReadonlySet<string>): SpecConstant[] {
  const fromTable = CONSTANTS.filter(
    ({ symbol }) =>
      used.has(symbol) && !(symbol in record.symbols) && !(symbol in (record.coefficients ?? {})),
  ).map(({ symbol, name, value, unit, uncertainty, exact }) => ({
    symbol,
    name,
    value,
    unit,
    uncertainty,
    exact,
  }));
  const own = Object.entries(record.coefficients ?? {}).map(
    ([symbol, { value, unit, source }]) => ({
      symbol,
      name: source,
      value,
      unit,
      uncertainty: 0,
      exact: true,
    }),
  );
  return [...fromTable, ...own];
}

/** The unit of an input the record does not declare, which the form of its equation asks for. */
function undeclaredOf(entry: OperatorEntry): readonly InputInfo[] {
  const { record, compiled } = entry;
  const named = new Set(NAMED_CONSTANTS);
  return (compiled?.inputs ?? []).filter(
    ({ name }) =>
      !(name in record.symbols) && !(name in (record.assumed ?? {})) && !named.has(name),
  );
}

/** Inputs that limit an integral written without limits; a solution in closed form has none. */
function integralLimits({ record, compiled }: OperatorEntry): readonly string[] {
  if (record.closed_form !== undefined || compiled === null) return [];
  const read = readRecord(record);
  return read.ok && read.statement.clauses.some(({ sides }) => sides.some(hasOpenIntegral))
    ? LIMIT_INPUTS
    : [];
}

/** What a form needs beside its symbols: a start that has a standard value, ends that have none. */
function formInputs(entry: OperatorEntry): Pick<OperatorSpec, "assumed" | "conditional"> {
  const when = entry.record.kind === "ode" ? "RK4 fallback" : WITHOUT_LIMITS;
  const inputs = undeclaredOf(entry).map((info) => ({
    fallback: info.fallback,
    input: {
      ...bareInput(info.name, info.unit ?? "", info.description ?? info.name),
      aliases: info.aliases,
    },
  }));
  return {
    assumed: inputs.flatMap(({ input, fallback }) =>
      fallback === null ? [] : [{ ...input, value: fallback.value, reason: fallback.reason }],
    ),
    conditional: inputs
      .filter(({ fallback }) => fallback === null)
      .map(({ input }) => ({ ...input, when })),
  };
}

/** The result, which is given where one of the inputs is sought instead. */
function solvingInput(
  { record, compiled, resultSymbol }: OperatorEntry,
  required: readonly SpecInput[],
): ConditionalInput[] {
  if (
    record.result === null ||
    resultSymbol === null ||
    compiled === null ||
    resultSymbol in record.symbols
  )
    return [];
  const read = readRecord(record);
  // A numbered family is several inputs, of which an answer carries one.
  const families = read.ok
    ? indexedNames(read.statement.clauses.flatMap(({ sides }) => sides))
    : new Set<string>();
  const names = required
    .map(({ name }) => name)
    .filter((name) => compiled.inputs.some((input) => input.name === name) && !families.has(name));
  const last = names.at(-1);
  if (last === undefined) return [];
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
  const { symbol, quantity, unit } = record.result;
  return [
    {
      name: symbol,
      description: `the result, when one of its inputs is left out and sought`,
      quantity,
      unit,
      aliases: [],
      when: `solving for ${listed}`,
    },
  ];
}

/** Every name an input is accepted under, those its form gives it as well. */
function withAliases(input: SpecInput, compiled: OperatorEntry["compiled"]): SpecInput {
  const known = compiled?.inputs.find(({ name }) => name === input.name)?.aliases ?? [];
  return { ...input, aliases: [...new Set([...input.aliases, ...known])] };
}

export function specOf(entry: OperatorEntry): OperatorSpec {
  const { record, refusal, compiled } = entry;
  const used = usedNames(entry);
  const form = formInputs(entry);
  const assumed = assumedOf(record);
  const given = new Set(assumed.map((input) => input.name));
  const asked = Object.entries(record.symbols)
    .filter(([name]) => !given.has(name))
    .map(([name, symbol]) => withAliases(inputOf(name, symbol), compiled));
  const limits = integralLimits(entry);
  const required = asked.filter(({ name }) => !limits.includes(name));
  const open = asked
    .filter(({ name }) => limits.includes(name))
    .map((input) => ({ ...input, when: WITHOUT_LIMITS }));
  return {
    id: record.id,
    domain: record.domain,
    name: record.name,
    description: record.description,
    equation: record.equation,
    kind: record.kind,
    evaluable: entry.evaluable,
    ...(refusal === null ? {} : { refusal }),
    result: record.result,
    required,
    conditional: [...open, ...form.conditional, ...solvingInput(entry, asked)],
    assumed: [...assumed, ...form.assumed],
    optional: optionalOf(record, used),
    constants: constantsOf(record, used),
    ...(record.relations === undefined ? {} : { relations: record.relations }),
    ...(record.validity === undefined ? {} : { validity: record.validity }),
    reference: record.reference,
    example: record.example,
  };
}
