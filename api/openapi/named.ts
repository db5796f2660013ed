/**
 * Schemas under names, so that a generated client has a type for each input and result, and
 * keywords that are ours under `x-`, as the specification of OpenAPI asks.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { Operation } from "../contract/definition/operation.js";

const REF = "#/components/schemas/";
/** Of JSON Schema 2020-12, its annotations included; anything else is an extension. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$defs",
  "$id",
  "$ref",
  "$schema",
  "additionalProperties",
  "allOf",
  "anyOf",
  "const",
  "contains",
  "contentEncoding",
  "contentMediaType",
  "default",
  "dependentRequired",
  "deprecated",
  "description",
  "else",
  "enum",
  "examples",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "if",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "oneOf",
  "pattern",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "readOnly",
  "required",
  "then",
  "title",
  "type",
  "uniqueItems",
  "writeOnly",
]);
/** Keywords whose members are names, each with a schema. */
const HOLDS_NAMES: ReadonlySet<string> = new Set(["$defs", "patternProperties", "properties"]);
/** Keywords whose value is data. */
const HOLDS_DATA: ReadonlySet<string> = new Set([
  "const",
  "default",
  "enum",
  "examples",
  "required",
]);

/** The schema with what is no keyword of JSON Schema under `x-` and kebab case. */
export function extended(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => extended(one));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (!KEYWORDS.has(keyword)) return [`x-${kebab(keyword)}`, value];
      if (HOLDS_DATA.has(keyword)) return [keyword, value];
      if (!HOLDS_NAMES.has(keyword) || !isObject(value)) return [keyword, extended(value)];
      const named = Object.entries(value).map(([name, one]) => [name, extended(one)] as const);
      return [keyword, Object.fromEntries(named)];
    }),
  );
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-");
}

/** `calc_predator_prey` gives `PredatorPrey`. */
function typeName({ id }: Operation): string {
  return id
    .replace(/^calc_/, "")
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

/** What stands where a schema is used. */
export interface SchemaPlaces {
  input(operation: Operation, schema: JsonObject): JsonObject;
  result(operation: Operation, schema: JsonObject): JsonObject;
}

function extendedObject(schema: JsonValue): JsonObject {
  const extension = extended(schema);
  if (!isObject(extension)) throw new Error("a schema is no object");
  return extension;
}

/** The components of one document, by name. */
export class NamedSchemas implements SchemaPlaces {
  readonly #byName = new Map<string, JsonObject>();

  /** A reference to the operation's input, which is named where it is new. */
  input(operation: Operation, schema: JsonObject): JsonObject {
    return this.#named(`${typeName(operation)}Input`, schema);
  }

  /** The same for its answer; solvers answer alike, under one name and an alias for each. */
  result(operation: Operation, schema: JsonObject): JsonObject {
    const name = `${typeName(operation)}Result`;
    if (operation.mcp?.toolset === "solvers" && operation.effect === "seal") {
      this.#byName.set(name, this.#named("SolverResult", schema));
      return { $ref: `${REF}${name}` };
    }
    return this.#named(name, schema);
  }

  /** The same schemas where they are used, for places that tools do not look into for references. */
  readonly inline: SchemaPlaces = {
    input: (operation, schema) => this.#lifted(`${typeName(operation)}Input`, schema),
    result: (operation, schema) => this.#lifted(`${typeName(operation)}Result`, schema),
  };

  get all(): JsonObject {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #named(name: string, schema: JsonObject): JsonObject {
    const lifted = this.#lifted(name, schema);
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, lifted);
    else if (JSON.stringify(known) !== JSON.stringify(lifted)) {
      throw new Error(`two schemas are named ${name}`);
    }
    return { $ref: `${REF}${name}` };
  }

  /** The schema with its definitions, which recursive ones have, among the components. */
  #lifted(name: string, schema: JsonObject): JsonObject {
    const { $defs: definitions, ...rest } = schema;
    if (!isObject(definitions)) return extendedObject(schema);
    const names = new Map(
      Object.entries(definitions).map(([key, definition], i) => [
        `#/$defs/${key}`,
        isAnyJson(definition) ? JSON_VALUE : `${name}Part${i + 1}`,
      ]),
    );
    for (const [key, definition] of Object.entries(definitions)) {
      const target = names.get(`#/$defs/${key}`)!;
      if (!this.#byName.has(target)) {
        this.#byName.set(target, extendedObject(renamed(definition, names)));
      }
    }
    return extendedObject(renamed(rest, names));
  }
}

/** Any JSON, which refers to itself. */
const JSON_VALUE = "JsonValue";
const JSON_TYPES = 6;

function isAnyJson(definition: JsonValue): boolean {
  if (!isObject(definition)) return false;
  const { anyOf } = definition;
  return Array.isArray(anyOf) && anyOf.length === JSON_TYPES;
}

/** The value with its references to definitions as references to components. */
function renamed(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => renamed(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const target = key === "$ref" && typeof member === "string" ? names.get(member) : undefined;
      return [key, target === undefined ? renamed(member, names) : `${REF}${target}`];
    }),
  );
}
