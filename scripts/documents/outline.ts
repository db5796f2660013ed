/**
 * The outline of an OpenAPI document: one line for each operation and each component, with a digest
 * of all it says and, readable, what is sent and what comes back.
 */
import { createHash } from "node:crypto";
import { objectAt } from "../../api/openapi/schemas.js";
import { isObject } from "../../protocol/encoding/json.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { type Line, lineOf } from "./pinned.js";
import { members, shape } from "./shape.js";

const EXTENSION = "x-oai-additionalOperations";
/** Keys of a path item that are no method. */
const SOCKET = "x-calc-socket";

export function digestOf(value: JsonValue): string {
  return createHash("sha256").update(canonicalize(value)).digest("hex");
}

/** Lines of one document, in its own order: what is about all of it first. */
export function outline(document: JsonObject): readonly Line[] {
  const { components, paths = {}, ...about } = document;
  const kinds = Object.entries(isObject(components) ? components : {});
  return [
    lineOf("document", digestOf(about)),
    ...Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
      operationsOf(item).map(([method, operation]) =>
        lineOf(`${method} ${path}`, digestOf(whole(operation, document)), parts(operation)),
      ),
    ),
    ...kinds.flatMap(([kind, all]) =>
      Object.entries(isObject(all) ? all : {}).map(([name, component]) =>
        lineOf(
          `${kind} ${name}`,
          digestOf(component),
          kind === "schemas" ? schemaParts(component) : [],
        ),
      ),
    ),
  ];
}

function operationsOf(item: JsonValue): readonly (readonly [string, JsonObject])[] {
  if (!isObject(item)) return [];
  return Object.entries(item).flatMap(([key, operation]) => {
    if (!isObject(operation)) return [];
    if (key === EXTENSION) return operationsOf(operation);
    return [[key === SOCKET ? "SOCKET" : key.toUpperCase(), operation] as const];
  });
}

/** An operation with all components that it refers to, over however many steps. */
function whole(operation: JsonObject, document: JsonObject): JsonObject {
  const found: Record<string, JsonValue> = {};
  const follow = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(follow);
    if (!isObject(value)) return;
    const { $ref: reference } = value;
    if (typeof reference === "string" && reference.startsWith("#/components/")) {
      if (found[reference] === undefined) {
        found[reference] = targetOf(reference, document);
        follow(found[reference]);
      }
    }
    Object.values(value).forEach(follow);
  };
  follow(operation);
  return { operation, components: found };
}

/** @throws Error where there is no such component */
function targetOf(reference: string, document: JsonObject): JsonValue {
  const [, kind = "", name = ""] = reference.slice("#/".length).split("/");
  const target = objectAt(objectAt(document, "components"), kind)[name];
  if (target === undefined) throw new Error(`${reference} leads nowhere`);
  return target;
}

/** Parameters, body and answers. */
function parts(operation: JsonObject): readonly string[] {
  const { parameters, requestBody, responses } = operation;
  return [
    ...(Array.isArray(parameters) ? parameters.map(parameterPart) : []),
    ...(isObject(requestBody)
      ? contents(requestBody).map(
          (content) => `body${requestBody["required"] === true ? "" : "?"} ${content}`,
        )
      : []),
    ...Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) =>
      responseParts(status, response),
    ),
  ];
}

function parameterPart(parameter: JsonValue): string {
  if (!isObject(parameter)) return shape(parameter);
  const { in: place, name, required, schema } = parameter;
  if (typeof place !== "string" || typeof name !== "string") return shape(parameter);
  return `${place} ${name}${required === true ? "" : "?"}: ${shape(schema)}`;
}

function responseParts(status: string, response: JsonValue): readonly string[] {
  if (!isObject(response)) return [status];
  const { $ref: reference, description } = response;
  // The codes of problems are told as the description.
  if (typeof reference === "string")
    return [`${status} ${shape(response)}: ${typeof description === "string" ? description : ""}`];
  const all = contents(response);
  return all.length === 0 ? [status] : all.map((content) => `${status} ${content}`);
}

function contents(holder: JsonObject): readonly string[] {
  return Object.entries(objectAt(holder, "content")).map(
    ([type, content]) => `${type} ${isObject(content) ? shape(content["schema"]) : ""}`,
  );
}

function schemaParts(schema: JsonValue): readonly string[] {
  if (!isObject(schema) || schema["type"] !== "object") return [shape(schema)];
  return members(schema);
}
