/** A JSON Schema in a line: what a caller sends or reads, without descriptions and examples. */
import { objectAt } from "../../api/openapi/schemas.js";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";

/** Members of an object, `name?: shape` each where it may be absent. */
export function members(schema: JsonObject): readonly string[] {
  const required = listAt(schema, "required");
  const named = Object.entries(objectAt(schema, "properties")).map(
    ([name, member]) => `${name}${required.includes(name) ? "" : "?"}: ${shape(member)}`,
  );
  const { additionalProperties: others } = schema;
  const isOpen = others === true || (isObject(others) && Object.keys(others).length === 0);
  if (isOpen) return [...named, "..."];
  if (!isObject(others)) return named;
  const key = isObject(schema["propertyNames"]) ? shape(schema["propertyNames"]) : "string";
  return [...named, `[${key}]: ${shape(others)}`];
}

export function shape(schema: JsonValue | undefined): string {
  if (!isObject(schema)) return schema === undefined ? "any" : JSON.stringify(schema);
  return `${kind(schema)}${limits(schema)}`;
}

function kind(schema: JsonObject): string {
  const { $ref, const: only, items, type } = schema;
  if (typeof $ref === "string") return $ref.slice($ref.lastIndexOf("/") + 1);
  if (only !== undefined) return JSON.stringify(only);
  for (const [name, sign] of COMBINED) {
    const parts = listAt(schema, name);
    if (parts.length > 0) return `(${parts.map(shape).join(sign)})`;
  }
  const values = listAt(schema, "enum");
  if (values.length > 0) return values.map((value) => JSON.stringify(value)).join("|");
  const tuple = listAt(schema, "prefixItems");
  if (tuple.length > 0) return `[${tuple.map(shape).join(", ")}]`;
  if (type === "array") return `${shape(items)}[]`;
  if (type === "object") return `{${members(schema).join(", ")}}`;
  return Array.isArray(type) ? type.join("|") : typeof type === "string" ? type : "any";
}

const COMBINED = [
  ["anyOf", "|"],
  ["oneOf", "|"],
  ["allOf", "&"],
] as const;

/** `minimum` and its kind as `1..64`, `>` and `<` where a bound itself is out; then what else bounds it. */
function limits(schema: JsonObject): string {
  const ranges = BOUNDS.flatMap(([unit, from, to]) => {
    const [low, high] = [schema[from], schema[to]];
    return low === undefined && high === undefined
      ? []
      : [`${text(low)}..${text(high)}${unit === "" ? "" : ` ${unit}`}`];
  });
  const single = SINGLE.flatMap(([name, sign]) =>
    schema[name] === undefined ? [] : [`${sign}${text(schema[name])}`],
  );
  const all = [...ranges, ...single];
  return all.length === 0 ? "" : `(${all.join(" ")})`;
}

const BOUNDS = [
  ["", "minimum", "maximum"],
  ["characters", "minLength", "maxLength"],
  ["items", "minItems", "maxItems"],
  ["members", "minProperties", "maxProperties"],
] as const;
const SINGLE = [
  ["exclusiveMinimum", ">"],
  ["exclusiveMaximum", "<"],
  ["format", "format "],
  ["pattern", "pattern "],
  ["x-unit", "unit "],
  ["default", "default "],
] as const;

function text(value: JsonValue | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

function listAt(schema: JsonObject, name: string): readonly JsonValue[] {
  const found = schema[name];
  return Array.isArray(found) ? found : [];
}
