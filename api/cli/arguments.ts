/**
 * Words of a command line to an operation's input: positional fields, `name=value` pairs, options
 * by field.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { flagOf, type FieldKind } from "../readable/commandWords.js";
import { usage } from "./exitCodes.js";
import type { Field } from "./field.js";
import { isPlainNumber, isUncertain, numberOf, type UnitOf } from "./numbers.js";
import { isOperatorId } from "./operatorId.js";
import type { VerbShape } from "./verbShape.js";

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
  return namedOf(words, what, "number", (text, name) => numberIn(text, name, unitOf));
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

function mixedOf(
  words: readonly string[],
  what: string,
  unitOf: UnitOf = () => null,
): Readonly<Record<string, unknown>> {
  const [first = ""] = words;
  if (first.startsWith("{")) return valuesOf(words, what);
  return namedOf<unknown>(words, what, "value", (text, name) =>
    /^[+-]?[.\d]/.test(text.trim()) && !EXPRESSION.test(text)
      ? numberIn(text, name, unitOf)
      : looseOf(text),
  );
}

function numberIn(text: string, name: string, unitOf: UnitOf): number {
  const { isDifference = false, unit = null } = unitOf(name) ?? {};
  return numberOf(text, name, unit, isDifference);
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

/** The value of one option, by the kind of its field. @param unitOf of the names in pairs */
export function valueOf(field: Field, texts: readonly string[], unitOf?: UnitOf): unknown {
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
      return pairsOf(texts, flag, unitOf);
    case "mixed":
      return mixedOf(texts, flag, unitOf);
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
 * Whether only the registry tells what the words mean: what is no id as ids are written, and what
 * is no number in SI.
 */
export function needsChain({ cli }: Pick<VerbShape, "cli">, words: readonly string[]): boolean {
  if (cli.positional?.includes("operators") !== true) return false;
  return words.some((word) => {
    const equals = word.indexOf("=");
    return equals > 0 ? !isPlainNumber(word.slice(equals + 1)) : !isOperatorId(word);
  });
}

/**
 * Bare words to the positional fields: `name=value` words, and a JSON object, to the pairs or
 * values, the others in order, the last takes the rest.
 */
export function positionalInput(
  { cli: { positional = [] }, fields: all }: Pick<VerbShape, "cli" | "fields">,
  words: readonly string[],
  chain: ChainReader | null = null,
): Record<string, unknown> {
  const fields = positional.flatMap((name) => all.filter((field) => field.name === name));
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
  const textOf = (word: string): string => word.slice(word.indexOf("=") + 1);
  const stated = kind === "mixed" ? given.filter((word) => isUncertain(textOf(word))) : [];
  const others = given.filter((word) => !stated.includes(word));
  const texts = namedOf(stated, name, "number", (text) => text);
  const numbers = pairsOf(others, name, chain?.unitsOf(ids));
  const twice = Object.keys(texts).find((one) => numbers[one] !== undefined);
  if (twice !== undefined) throw usage(`${name}: ${twice} is given twice`);
  return { ...numbers, ...texts };
}

function idsIn({ operators }: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(operators) ? operators.map(String) : [];
}
