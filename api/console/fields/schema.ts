/** Fields of a form, from the JSON Schema of the contract: how each is shown, and what its text means. */
import type { Fields } from "../connection/json.js";

/** Members read of a JSON Schema. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly unit?: string;
  readonly aliases?: readonly string[];
  /** Names that state another unit, with that unit. */
  readonly inUnits?: Readonly<Record<string, string>>;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/** How a job is kept and answered: no inputs of its solver. */
export const JOB_FIELDS = ["visibility", "domain", "fields", "unit", "field", "deadlineMs"];

export type FieldKind = "quantity" | "number" | "boolean" | "choice" | "text" | "list" | "json";

/** Beyond this a text gets an area of its own. */
const LONG_CHARS = 500;

export function kindOf(schema: FieldSchema): FieldKind {
  if (schema.enum !== undefined || schema.const !== undefined) return "choice";
  switch (schema.type) {
    case "number":
      return schema.unit === undefined || schema.unit === "1" ? "number" : "quantity";
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "string":
      return "text";
    case "array":
      return schema.items?.type === "string" && schema.items.enum === undefined ? "list" : "json";
    default:
      return "json";
  }
}

export function choicesOf(schema: FieldSchema): readonly string[] {
  return (schema.enum ?? [schema.const]).map(String);
}

/** Whether it is written over several lines. */
export function isLong(schema: FieldSchema): boolean {
  return (
    (kindOf(schema) === "text" && (schema.maxLength ?? 0) > LONG_CHARS) ||
    schema.type === "object" ||
    (schema.type === "array" && kindOf(schema) === "json")
  );
}

const PLAIN_CHARS_MAX = 7;

/** As people write it: `1e16`, not 10000000000000000. */
export function numberText(value: number): string {
  const short = value.toExponential().replace("e+", "e");
  const plain = String(value);
  const isLong = plain.length > PLAIN_CHARS_MAX && short.length < plain.length;
  return isLong ? short : plain.replace("e+", "e");
}

/** A member of an input as a form shows it. */
export function fieldText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(",")))
    return value.join(", ");
  return JSON.stringify(value);
}

function least({ exclusiveMinimum, minimum }: FieldSchema): string | null {
  if (exclusiveMinimum !== undefined) return `>${exclusiveMinimum}`;
  return minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? null : `>=${minimum}`;
}

function most({ exclusiveMaximum, maximum }: FieldSchema): string | null {
  if (exclusiveMaximum !== undefined) return `<${exclusiveMaximum}`;
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? null : `<=${maximum}`;
}

/** `>0, <=1000 m`; "" where there is no bound. */
export function limitsText(schema: FieldSchema): string {
  const unit = schema.unit === undefined || schema.unit === "1" ? "" : ` ${schema.unit}`;
  const bounds = [least(schema), most(schema)].filter((one) => one !== null);
  const texts = bounds.length === 0 ? [] : [`${bounds.join(", ")}${unit}`];
  if (schema.type === "string" && schema.maxLength !== undefined)
    texts.push(`at most ${schema.maxLength} characters`);
  if (schema.type === "array" && schema.maxItems !== undefined)
    texts.push(`at most ${schema.maxItems}`);
  return texts.join("; ").replaceAll("<=", "≤ ").replaceAll(">=", "≥ ");
}

/** Of a number, in the words of the node. @returns "" where nothing is wrong */
export function numberFault(schema: FieldSchema, value: number): string {
  if (schema.type === "integer" && !Number.isInteger(value)) return "expected a whole number";
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum } = schema;
  if (
    (minimum !== undefined && value < minimum) ||
    (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
  )
    return exclusiveMinimum === undefined
      ? `must be at least ${minimum}`
      : `must be more than ${exclusiveMinimum}`;
  if (
    (maximum !== undefined && value > maximum) ||
    (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
  )
    return exclusiveMaximum === undefined
      ? `must be at most ${maximum}`
      : `must be less than ${exclusiveMaximum}`;
  return "";
}

export type ReadField =
  | { readonly value: unknown }
  | { readonly fault: string }
  /** The engine reads it: a quantity with its unit. */
  | { readonly quantity: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What a text means; "" was asked for by nobody. */
export function readField(schema: FieldSchema, typed: string): ReadField {
  const text = typed.trim();
  switch (kindOf(schema)) {
    case "quantity":
    case "number": {
      if (!NUMBER.test(text)) return { quantity: text };
      const value = Number(text);
      const fault = numberFault(schema, value);
      return fault === "" ? { value } : { fault };
    }
    case "boolean":
      return { value: text === "true" };
    case "choice":
      return { value: [...(schema.enum ?? []), schema.const].find((one) => String(one) === text) };
    case "list":
      return {
        value: text.split(/[,\n]/).flatMap((one) => (one.trim() === "" ? [] : [one.trim()])),
      };
    case "text":
      return { value: typed };
    case "json":
      return readJson(schema, typed);
  }
}

/** JSON, or a text where one of the alternatives is a text. */
function readJson(schema: FieldSchema, text: string): ReadField {
  const all = schema.anyOf ?? [schema];
  const takesText = all.some(
    ({ type }) =>
      type === undefined || (typeof type === "string" ? [type] : type).includes("string"),
  );
  try {
    return { value: JSON.parse(text) };
  } catch {
    if (takesText && !/^\s*[[{]/.test(text)) return { value: text };
    return { fault: `expected JSON${schema.type === "array" ? ", as in [1, 2]" : ""}` };
  }
}

/** Members of an object's schema, the required ones first. */
export function fieldsOf(schema: FieldSchema): readonly (readonly [string, FieldSchema])[] {
  const required = new Set(schema.required);
  const all = Object.entries(schema.properties ?? {});
  return [
    ...all.filter(([name]) => required.has(name)),
    ...all.filter(([name]) => !required.has(name)),
  ];
}

/** Texts of a form that begins with an input. */
export function textsOf(input: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, fieldText(value)]));
}
