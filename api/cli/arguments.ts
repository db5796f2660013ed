/**
 * Words of a command line to an operation's input: positional fields, `name=value` pairs, options
 * by field.
 */
import * as z from "zod";
import { parseJson } from "../../protocol/encoding/json.js";
import type { Operation } from "../contract/definition/operation.js";
import { flagOf, type FieldKind } from "../readable/commandWords.js";
import { statesUncertainty } from "../../protocol/units/quantity/index.js";
import { usage } from "./exitCodes.js";
import { numberOf, type UnitOf } from "./numbers.js";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly description: string;
  /** Texts of which it takes one, where it takes no other. */
  readonly choices?: readonly string[];
}

export function fieldsOf(operation: Operation): readonly Field[] {
  return Object.entries(operation.input.shape).map(([name, schema]) => {
    const choices = choicesOf(schema);
    return {
      name,
      kind: kindOf(schema),
      description: z.globalRegistry.get(schema)?.description ?? describedInside(schema),
      ...(choices === null ? {} : { choices }),
    };
  });
}

function choicesOf(schema: z.core.$ZodType): readonly string[] | null {
  const next = inner(schema);
  if (next !== null) return choicesOf(next);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : null;
}

function inner(schema: z.core.$ZodType): z.core.$ZodType | null {
  const wrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable;
  return wrapped ? schema.unwrap() : null;
}

function describedInside(schema: z.core.$ZodType): string {
  const next = inner(schema);
  if (next === null) return "";
  return z.globalRegistry.get(next)?.description ?? describedInside(next);
}

function kindOf(schema: z.core.$ZodType): FieldKind {
  const next = inner(schema);
  if (next !== null) return kindOf(next);
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return "text";
  if (schema instanceof z.ZodLiteral) return kindOfValue(schema.value);
  if (schema instanceof z.ZodUnion) {
    const kinds = schema.options.map((option) => kindOf(option));
    if (kinds.every((kind) => kind === "text")) return "text";
    return kinds.includes("text") ? "loose" : "json";
  }
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodString ? "list" : "json";
  if (schema instanceof z.ZodRecord) {
    return kindOfValues(schema.valueType);
  }
  return "json";
}

function kindOfValues(schema: z.core.$ZodType): FieldKind {
  if (schema instanceof z.ZodNumber) return "pairs";
  const mixed =
    schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNumber);
  return mixed ? "mixed" : "values";
}

function kindOfValue(value: unknown): FieldKind {
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "json";
}

function booleanOf(text: string, what: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw usage(`${what}: ${JSON.stringify(text)} is neither true nor false`);
}

/** @param unitOf of each name, so that a number may have one */
export function pairsOf(
  words: readonly string[],
  what: string,
  unitOf: UnitOf = () => null,
): Record<string, number> {
  return namedOf(words, what, "number", (text, name) => {
    const { isDifference = false, unit = null } = unitOf(name) ?? {};
    return numberOf(text, name, unit, isDifference);
  });
}

/**
 * `n=64` is a number, `n=[1,2]` is JSON, `initial=sin(pi x)` is text. One word may be a JSON object
 * with all of them.
 */
export function valuesOf(
  words: readonly string[],
  what: string,
): Readonly<Record<string, unknown>> {
  const [first = "", ...others] = words;
  if (first.startsWith("{")) {
    if (others.length > 0) throw usage(`${what}: one JSON object, or name=value words`);
    return objectOf(first, what);
  }
  return namedOf<unknown>(words, what, "value", looseOf);
}

/** An expression may begin with a number; anything else that does is one, or is refused as one. */
const EXPRESSION = /[*(]/;

function mixedOf(words: readonly string[], what: string): Readonly<Record<string, unknown>> {
  const [first = ""] = words;
  if (first.startsWith("{")) return valuesOf(words, what);
  return namedOf<unknown>(words, what, "value", (text, name) =>
    /^[+-]?[.\d]/.test(text.trim()) && !EXPRESSION.test(text)
      ? numberOf(text, name)
      : looseOf(text),
  );
}

function looseOf(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read.value : text;
}

function objectOf(text: string, what: string): Readonly<Record<string, unknown>> {
  const value = jsonOf(text, what);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw usage(`${what} is no JSON object`);
  return { ...value };
}

function namedOf<T>(
  words: readonly string[],
  what: string,
  kind: string,
  read: (text: string, name: string) => T,
): Record<string, T> {
  const seen = new Map<string, T>();
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals <= 0) throw usage(`${what}: write ${JSON.stringify(word)} as name=${kind}`);
    const name = word.slice(0, equals);
    if (seen.has(name)) throw usage(`${what}: ${name} is given twice`);
    seen.set(name, read(word.slice(equals + 1), name));
  }
  return Object.fromEntries(seen);
}

/** The value of one option, by the kind of its field. */
export function valueOf(field: Field, texts: readonly string[]): unknown {
  const [first = ""] = texts;
  const flag = flagOf(field.name);
  switch (field.kind) {
    case "number":
      return numberOf(first, flag);
    case "boolean":
      return booleanOf(first, flag);
    case "list":
      return texts.flatMap((text) => text.split(","));
    case "pairs":
      return pairsOf(texts, flag);
    case "mixed":
      return mixedOf(texts, flag);
    case "values":
      return valuesOf(texts, flag);
    case "text":
      return first;
    case "loose":
      return looseOf(first);
    case "json":
      return jsonOf(first, flag);
    default:
      return field.kind satisfies never;
  }
}

export function jsonOf(text: string, what: string): unknown {
  const read = parseJson(text);
  if (read.ok) return read.value;
  throw usage(`${what} is no JSON: ${read.message}, at character ${read.offset}`);
}

const NAMED: ReadonlySet<FieldKind> = new Set(["pairs", "mixed", "values"]);

/** Reads of operators what only the registry knows: ids in any case, units of inputs. */
export interface ChainReader {
  ids(words: readonly string[]): readonly string[];
  unitsOf(ids: readonly string[]): UnitOf;
}

/**
 * Bare words to the positional fields: `name=value` words, and a JSON object, to the pairs or
 * values, the others in order, the last takes the rest.
 */
export function positionalInput(
  operation: Operation,
  words: readonly string[],
  chain: ChainReader | null = null,
): Record<string, unknown> {
  const names = operation.cli?.positional ?? [];
  const fields = names.flatMap((name) =>
    fieldsOf(operation).filter((field) => field.name === name),
  );
  const pairs = fields.find(({ kind }) => NAMED.has(kind));
  const isGiven = (word: string): boolean =>
    pairs !== undefined && (word.includes("=") || (pairs.kind !== "pairs" && word.startsWith("{")));
  const given = words.filter((word) => isGiven(word));
  const input: Record<string, unknown> = {};
  const rest = words.filter((word) => !isGiven(word));
  fields
    .filter((field) => field !== pairs)
    .forEach((field, i, { length }) => {
      if (rest.length === 0) return;
      const taken = rest.splice(0, i === length - 1 ? rest.length : 1);
      input[field.name] =
        field.kind === "list" ? valueOf(field, taken) : valueOf(field, [taken.join(" ")]);
    });
  if (rest.length > 0) throw usage(`too many arguments: ${rest.join(" ")}`);
  const { operators } = input;
  if (chain !== null && Array.isArray(operators))
    input["operators"] = chain.ids(operators.map(String));
  if (pairs !== undefined && given.length > 0)
    input[pairs.name] = namedInput(pairs, given, chain, idsIn(input));
  return input;
}

function namedInput(
  { kind, name }: Field,
  given: readonly string[],
  chain: ChainReader | null,
  ids: readonly string[],
): unknown {
  if (kind === "values") return valuesOf(given, name);
  if (kind === "mixed" && ids.length === 0) return mixedOf(given, name);
  const stated = kind === "mixed" ? given.filter((word) => statesUncertainty(word)) : [];
  const others = given.filter((word) => !stated.includes(word));
  // The node reads the number and its uncertainty together.
  const texts = namedOf(stated, name, "number", (text) => text);
  const numbers = pairsOf(others, name, chain?.unitsOf(ids));
  const twice = Object.keys(texts).find((one) => numbers[one] !== undefined);
  if (twice !== undefined) throw usage(`${name}: ${twice} is given twice`);
  return { ...numbers, ...texts };
}

function idsIn({ operators }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(operators) ? operators.map(String) : [];
}
