/** One operation of the contract, described for one of its methods. */
import * as z from "zod";
import { isObject } from "../../protocol/encoding/json.js";
import type { ErrorCode } from "../../protocol/errors/index.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { WORK_HEADER } from "../../protocol/work/challenge.js";
import { codesByStatus, errorCodesOf } from "../contract/definition/codes.js";
import {
  keyAuthOf,
  needsKey,
  pathParameters,
  roleAuthOf,
  takesBody,
  type Method,
  type Operation,
} from "../contract/definition/operation.js";
import { JSON_TYPE } from "../contract/definition/preEncoded.js";
import { extended, type SchemaPlaces } from "./named.js";
import { objectAt, plain, schemaOf } from "./schemas.js";
import { tagOf } from "./tags.js";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** An operation, or the same under another name of its path, or under an older one. */
export type Described = Operation & {
  readonly deprecated?: true;
  readonly isOtherName?: true;
};

/** What an operation is called under the older name of its path, which is described beside it. */
export function olderName(operation: Operation, legacyPath: string): Described {
  return {
    ...operation,
    path: legacyPath,
    deprecated: true,
    description: `An older name of ${templated(operation.path)}, which answers alike.`,
  };
}

/** The same operation with a field of its input in the path. */
export function otherName(operation: Operation, aliasPath: string): Described {
  return {
    ...operation,
    path: aliasPath,
    isOtherName: true,
    description: `The same as ${templated(operation.path)}.`,
  };
}

export function templated(path: string): string {
  return path
    .split("/")
    .map((part) => (/^[:*]/.test(part) ? `{${part.slice(1)}}` : part))
    .join("/");
}

export function describe(operation: Described, method: Method, named: SchemaPlaces): JsonObject {
  const parameters = parametersOf(operation, method);
  const id = method === operation.method ? operation.id : `${operation.id}_${method.toLowerCase()}`;
  const { deprecated, isOtherName } = operation;
  return {
    operationId: deprecated === true ? `${id}_legacy` : isOtherName === true ? `${id}_of` : id,
    ...(deprecated === true ? { deprecated } : {}),
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody(method) ? { requestBody: requestBody(operation, method, named) } : {}),
    responses: responses(operation, method, named),
    security: security(operation),
    "x-calc-effect": operation.effect,
    ...roleDemand(operation),
    ...pagesOf(operation),
    "x-calc-since": operation.since,
    "x-calc-rate-policy": operation.limits.rate,
  };
}

/** How a list is paged: the member with its items, and the items on a page where nothing is said. */
function pagesOf({ input, list }: Described): JsonObject {
  if (list === undefined) return {};
  const limit = objectAt(objectAt(schemaOf(input), "properties"), "limit");
  return { "x-calc-list": { items: list.items, page: limit["default"] ?? "all" } };
}

/** The role on the machine that a field names, where one is demanded. */
function roleDemand(operation: Operation): JsonObject {
  const demand = roleAuthOf(operation);
  return demand === null ? {} : { "x-calc-role": { machine: demand.machine, role: demand.role } };
}

export function security(operation: Operation): JsonValue {
  if (needsKey(operation)) return [{ bearer: [] }];
  return keyAuthOf(operation) === "none" ? [] : [{}, { bearer: [] }];
}

export function parametersOf(operation: Operation, method: Method): JsonValue[] {
  const inPath = new Set(pathParameters(operation.path));
  const list: JsonValue[] = [];
  const properties = objectAt(schemaOf(operation.input), "properties");
  for (const [name, field] of Object.entries(operation.input.shape)) {
    const place = inPath.has(name) ? "path" : "query";
    if (place === "query" && takesBody(method)) continue;
    const { description, ...schema } = objectAt(properties, name);
    list.push({
      name,
      in: place,
      required: place === "path" || !accepts(field, undefined),
      ...(typeof description === "string" ? { description } : {}),
      schema: extended(schema),
      ...(place === "path" ? pathExample(operation, name) : {}),
    });
  }
  list.push(...besideBodies(operation));
  if (operation.keyed === true) list.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (operation.headers?.includes(WORK_HEADER) === true)
    list.push({ $ref: "#/components/parameters/ShownWork" });
  return list;
}

/** What stands in the query of a body that is no JSON. */
function besideBodies({ bodies = [] }: Operation): JsonValue[] {
  if (bodies.length === 0) return [];
  const about = new Map(bodies.flatMap(({ query }) => Object.entries(query)));
  const named = [...about].map(([name, description]) => {
    const of = bodies.filter(({ query }) => Object.hasOwn(query, name)).map(({ type }) => type);
    return {
      name,
      in: "query",
      required: false,
      description: `With a body of ${of.join(" or ")}. ${description}`,
      schema: { type: "string" },
    };
  });
  const constants = {
    name: "constants",
    in: "query",
    required: false,
    description:
      "With such a body, any other name: an input that all rows share, as in m1=5.97e24kg, or its " +
      "uncertainty, as in u(m1)=1e20kg",
    style: "form",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "string" } },
  };
  return [...named, constants];
}

/** Bodies do not name them, so an example of a path stands with its parameter. */
function pathExample({ examples: [example] }: Operation, name: string): JsonObject {
  const value = example?.input[name];
  return value === undefined ? {} : { example: plain(value) };
}

function accepts(field: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(field, value).success;
}

/** The rest of the input for the body: the parameters of the path are refused there. */
function requestBody(operation: Described, method: Method, named: SchemaPlaces): JsonObject {
  const inPath = pathParameters(operation.path);
  const inline = without(schemaOf(operation.input), inPath);
  const schema = named.input(operation, inline);
  const examples = Object.fromEntries(
    Object.entries(examplesOf(operation, "input")).map(([name, example]) => {
      const { value, ...rest } = isObject(example) ? example : {};
      return [name, { ...rest, value: isObject(value) ? omit(value, inPath) : (value ?? null) }];
    }),
  );
  const content: Record<string, JsonValue> = {
    [JSON_TYPE]:
      operation.bare === undefined
        ? { schema, ...shown(examples) }
        : bareOr(operation.bare, inline, schema, examples),
  };
  if (method === "QUERY") content[FORM_TYPE] = { schema };
  for (const { about, type } of operation.bodies ?? [])
    content[type] = { schema: { type: "string", description: about } };
  return { required: operation.body === "required", content };
}

/** A body that is one field's text, or the object; an example of each. */
function bareOr(
  field: string,
  inline: JsonObject,
  schema: JsonObject,
  examples: JsonObject,
): JsonObject {
  const texts = Object.entries(examples).flatMap(([name, example]) => {
    const text =
      isObject(example) && isObject(example["value"]) ? example["value"][field] : undefined;
    return text === undefined
      ? []
      : [[`${name}_bare`, { summary: "The same, as a bare string", value: text }] as const];
  });
  const bare = objectAt(objectAt(inline, "properties"), field);
  return {
    schema: { anyOf: [extended(bare), schema] },
    examples: { ...examples, ...Object.fromEntries(texts) },
  };
}

/** The schema of an object without some of its fields. */
function without(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
      if (keyword === "properties" && isObject(value)) return [[keyword, omit(value, names)]];
      if (keyword !== "required" || !Array.isArray(value)) return [[keyword, value]];
      const left = value.filter((name) => !names.includes(String(name)));
      return left.length === 0 ? [] : [[keyword, left]];
    }),
  );
}

function omit(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function responses(operation: Described, method: Method, named: SchemaPlaces): JsonObject {
  const type = operation.produces?.[0] ?? JSON_TYPE;
  const isJson = type === JSON_TYPE;
  const headers: Record<string, JsonValue> = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  };
  if (operation.limits.rate !== null) {
    headers["RateLimit"] = { $ref: "#/components/headers/RateLimit" };
    headers["RateLimit-Policy"] = { $ref: "#/components/headers/RateLimitPolicy" };
  }
  if (operation.list !== undefined) headers["Link"] = { $ref: "#/components/headers/Link" };
  if (operation.deprecated === true) {
    headers["Deprecation"] = { $ref: "#/components/headers/Deprecation" };
    headers["Link"] = { $ref: "#/components/headers/SuccessorLink" };
  }
  if (operation.keyed === true)
    headers["Idempotent-Replayed"] = { $ref: "#/components/headers/IdempotentReplayed" };
  const content: JsonObject = isJson
    ? {
        [JSON_TYPE]: {
          schema: named.result(operation, schemaOf(operation.output)),
          ...shown(examplesOf(operation, "output")),
        },
      }
    : { [type]: { schema: { type: "string" }, ...shown(examplesOf(operation, "output")) } };
  return {
    [String(operation.success ?? 200)]: { description: operation.summary, headers, content },
    ...(operation.empty === undefined ? {} : { "204": { description: operation.empty } }),
    ...problems(errorCodesOf(operation, method)),
  };
}

/** Problems by their status. */
export function problems(codes: readonly ErrorCode[]): Record<string, JsonValue> {
  const result: Record<string, JsonValue> = {};
  for (const [status, some] of codesByStatus(codes))
    result[String(status)] = problemResponse(status, some);
  return result;
}

/** One body for all problems; the description lists the codes this status can carry here. */
function problemResponse(status: number, codes: readonly ErrorCode[]): JsonObject {
  const waits = status === 503 || codes.includes("IDEMPOTENCY_IN_PROGRESS");
  const name = status === 429 ? "RateLimited" : waits ? "Later" : "Problem";
  return { $ref: `#/components/responses/${name}`, description: codes.join(", ") };
}

function shown(examples: JsonObject): JsonObject {
  return Object.keys(examples).length === 0 ? {} : { examples };
}

/** None under an older name: they stand with the path itself. */
function examplesOf(operation: Described, side: "input" | "output"): JsonObject {
  if (operation.deprecated === true) return {};
  return Object.fromEntries(
    operation.examples.map((example, i) => [
      `example${i + 1}`,
      {
        ...(example.summary === undefined ? {} : { summary: example.summary }),
        value: plain(example[side]),
      },
    ]),
  );
}
