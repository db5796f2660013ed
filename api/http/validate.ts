/**
 * From what was sent to what a handler takes: text coerced by schema, faults with their JSON
 * Pointers.
 */
import * as z from "zod";
import { nearestName } from "../../protocol/search/nearest.js";
import { faultText } from "../../protocol/faultText.js";
import { ApiError } from "../contract/definition/problem.js";
import type { FieldFault } from "../../protocol/errors/refusal.js";

/** How one field reads the text of a query string. */
type Reading = "text" | "number" | "boolean" | "list";

/** Faults reported in one answer: the first ones help, a thousand do not. */
const FIELD_ERRORS_MAX = 16;

/** Readings of an object's fields, made once per operation. */
export function readingsOf(schema: z.ZodObject): ReadonlyMap<string, Reading> {
  return new Map(Object.entries(schema.shape).map(([name, field]) => [name, readingOf(field)]));
}

function readingOf(field: z.core.$ZodType): Reading {
  if (
    field instanceof z.ZodOptional ||
    field instanceof z.ZodDefault ||
    field instanceof z.ZodNullable
  ) {
    return readingOf(field.unwrap());
  }
  if (field instanceof z.ZodNumber) return "number";
  if (field instanceof z.ZodBoolean) return "boolean";
  return field instanceof z.ZodArray ? "list" : "text";
}

/** @throws ApiError INVALID_BODY for a repeated field or a malformed encoding. */
export function readForm(
  text: string,
  readings: ReadonlyMap<string, Reading>,
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  const seen = new Set<string>();
  const lists = new Map<string, string[]>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = formText(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? "" : formText(part.slice(equals + 1));
    const reading = readings.get(name) ?? "text";
    if (reading === "list") {
      lists.set(name, [...(lists.get(name) ?? []), ...value.split(",")]);
      continue;
    }
    if (seen.has(name)) throw fieldFault(name, "repeated", `${name} is given twice`);
    seen.add(name);
    fields.push([name, coerced(value, reading)]);
  }
  return Object.fromEntries([...fields, ...lists]);
}

/** Text that does not read as its schema's type stays text: validation then names it. */
export function coerced(value: string, reading: Reading): unknown {
  if (reading === "number" && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) {
    const number = Number(value);
    return Number.isFinite(number) ? number + 0 : value;
  }
  if (reading === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function formText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new ApiError("INVALID_BODY", "a percent-encoding in the query is malformed");
  }
}

function fieldFault(name: string, code: string, message: string): ApiError {
  return new ApiError("INVALID_BODY", message, {
    errors: [{ pointer: pointerOf([name]), code, message }],
  });
}

/** RFC 6901. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

export interface Faults {
  readonly errors: readonly FieldFault[];
  readonly detail: string;
  /** Whether an unknown field is among them. */
  readonly unknownField: boolean;
}

/** What zod found, in our words: a pointer, a code, and the nearest name for an unknown field. */
export function faultsOf(error: z.ZodError, schema: z.ZodObject): Faults {
  const kept: FieldFault[] = [];
  const unknownField = error.issues.some(({ code }) => code === "unrecognized_keys");
  for (const issue of error.issues) {
    if (kept.length >= FIELD_ERRORS_MAX) break;
    if (issue.code !== "unrecognized_keys") {
      kept.push({ pointer: pointerOf(issue.path), code: issue.code, ...faultText(issue) });
      continue;
    }
    // The nearest name costs a comparison with every name: only for those that are told.
    for (const key of issue.keys.slice(0, FIELD_ERRORS_MAX - kept.length))
      kept.push(unknownFieldFault(issue.path, key, schema));
  }
  const [first] = kept;
  const place = first === undefined || first.pointer === "" ? "the body" : first.pointer;
  const detail =
    first === undefined ? "the request does not fit its schema" : `${place}: ${first.message}`;
  return { errors: kept, detail, unknownField };
}

/** How many members a field of an object may have, for those that state it. */
export function membersMaxOf(schema: z.ZodObject): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const most = statedMax(field);
      return most === null ? [] : [[name, most] as const];
    }),
  );
}

function statedMax(field: z.core.$ZodType): number | null {
  const stated = z.globalRegistry.get(field)?.["maxProperties"];
  if (typeof stated === "number") return stated;
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? statedMax(field.unwrap())
    : null;
}

/**
 * Looked at before the schema, which looks at each member and tells each fault before it counts
 * them. @throws ApiError INVALID_BODY
 */
export function checkMembers(value: unknown, most: ReadonlyMap<string, number>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, max] of most) {
    const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (typeof field !== "object" || field === null || Object.keys(field).length <= max) continue;
    throw fieldFault(name, "too_big", `at most ${max} names`);
  }
}

/** Names that other interfaces have for the same, each for each. */
const SAME_FIELDS: readonly (readonly string[])[] = [
  ["q", "query", "search", "text", "question", "keyword"],
  ["operators", "operator", "operator_id", "op", "ids"],
  ["inputs", "input", "params", "variables", "values", "args"],
  ["limit", "count", "size", "per_page"],
  ["offset", "skip", "start"],
];

function sameField(key: string, names: readonly string[]): string | null {
  const same = SAME_FIELDS.find((all) => all.includes(key.toLowerCase())) ?? [];
  return names.find((name) => same.includes(name)) ?? null;
}

function unknownFieldFault(
  path: readonly PropertyKey[],
  key: string,
  schema: z.ZodObject,
): FieldFault {
  const names = path.length === 0 ? Object.keys(schema.shape) : [];
  const nearest = sameField(key, names) ?? nearestName(key, names);
  return {
    pointer: pointerOf([...path, key]),
    code: "unknown_field",
    message:
      nearest === null
        ? "there is no such field"
        : `there is no such field; the nearest is ${nearest}`,
    ...(names.length === 0 ? {} : { accepts: names.join(", ") }),
    ...(nearest === null ? {} : { nearest }),
  };
}
