/** Types of a JSON Schema in TypeScript. */
import { objectAt } from "../../api/openapi/schemas.js";
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { CallModel } from "./model.js";

/** A body that is no JSON is read from the bytes of the outcome. */
const OCTETS = "{ readonly [member: string]: unknown }";
const NAME = /^[A-Za-z_$][\w$]*$/;

/** @param root the schema whose `$defs` are meant */
function typeOf(schema: JsonValue | undefined, root: JsonObject, indent: string): string {
  if (!isObject(schema)) return "unknown";
  const { $ref, anyOf, const: only, enum: some, items, oneOf, prefixItems, type } = schema;
  if (typeof $ref === "string") return typeOf(resolved(root, $ref), root, indent);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(some)) return some.map((one) => JSON.stringify(one)).join(" | ");
  const either = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (either !== null) return unique(either.map((one) => typeOf(one, root, indent)));
  if (Array.isArray(type))
    return unique(type.map((one) => typeOf({ ...schema, type: one }, root, indent)));
  if (Array.isArray(prefixItems))
    return `readonly [${prefixItems.map((one) => typeOf(one, root, indent)).join(", ")}]`;
  switch (type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${bracketed(typeOf(items, root, indent))}[]`;
    case "object":
      return objectType(schema, root, indent);
    default:
      return "unknown";
  }
}

function unique(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function bracketed(type: string): string {
  return / \| |^readonly /.test(type) ? `(${type})` : type;
}

function objectType(schema: JsonObject, root: JsonObject, indent: string): string {
  const { additionalProperties: rest, required } = schema;
  const needed = Array.isArray(required) ? required : [];
  const inner = `${indent}  `;
  const members = Object.entries(objectAt(schema, "properties")).map(([name, member]) => {
    const key = NAME.test(name) ? name : JSON.stringify(name);
    const type = typeOf(member, root, inner);
    return `${comment(member, inner)}${inner}readonly ${key}${needed.includes(name) ? "" : "?"}: ${type};\n`;
  });
  if (rest !== false) {
    const other = isObject(rest) && Object.keys(rest).length > 0 && members.length === 0;
    members.push(
      `${inner}readonly [member: string]: ${other ? typeOf(rest, root, inner) : "unknown"};\n`,
    );
  }
  return members.length === 0 ? "Record<string, never>" : `{\n${members.join("")}${indent}}`;
}

function comment(schema: JsonValue | undefined, indent: string): string {
  const text = isObject(schema) ? schema["description"] : undefined;
  return typeof text === "string" ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : "";
}

function resolved(root: JsonObject, ref: string): JsonValue | undefined {
  return objectAt(root, "$defs")[ref.replace("#/$defs/", "")];
}

const OPERATION_TYPES = `/** Types of an operation of the node, as calls read them. */
export interface OperationTypes<I, O, Items extends string> {
  readonly input: I;
  readonly output: O;
  readonly items: Items;
}
export type RequestOf<T> = T extends OperationTypes<infer I, unknown, string> ? I : never;
export type OutputOf<T> = T extends OperationTypes<unknown, infer O, string> ? O : never;
export type ItemOf<T> =
  T extends OperationTypes<unknown, infer O, infer Items>
    ? Items extends keyof O ? O[Items] extends readonly (infer Item)[] ? Item : never : never
    : never;
export type Method = "GET" | "QUERY" | "POST" | "PUT" | "PATCH" | "DELETE";
`;

/** Declarations of all operations, by the paths of the modules that they stand in for. */
export function contractTypes(
  calls: readonly CallModel[],
  messages: JsonObject,
): Map<string, string> {
  const types = calls.map(
    ({ input, isJson, output, typeName }) =>
      `export type ${typeName}Input = ${typeOf(input, input, "")};\n` +
      `export type ${typeName}Result = ${isJson ? typeOf(output, output, "") : OCTETS};\n`,
  );
  const members = calls.map(({ key, operation: { list, summary }, typeName }) => {
    const items = list === undefined ? "never" : JSON.stringify(list.items);
    return `  /** ${summary} */\n  readonly ${key}: OperationTypes<${typeName}Input, ${typeName}Result, ${items}>;\n`;
  });
  const alone = (key: string): string =>
    `import type { operations } from "../index.js";\nexport declare const ${key}: (typeof operations)["${key}"];\n`;
  return new Map([
    ["definition/operation", OPERATION_TYPES],
    [
      "index",
      `import type { OperationTypes } from "./definition/operation.js";\n${types.join("")}` +
        `export declare const operations: {\n${members.join("")}};\n`,
    ],
    ["accounts/identityRegister", alone("identityRegister")],
    ["accounts/identitySession", alone("identitySession")],
    [
      "definition/stream",
      "export type MessageOf<T> = T extends { readonly messages: infer M } ? M : never;\n",
    ],
    [
      "machines/streamSocket",
      `export declare const streamSocket: { readonly messages: ${typeOf(messages, messages, "")} };\n`,
    ],
  ]);
}
