/**
 * The machine-readable description, derived from the contract: OpenAPI 3.2, where QUERY is a method
 * like the others, and 3.1 for tools that stop there, where it stands under an extension.
 */
import * as z from "zod";
import { parseJson } from "../../protocol/encoding/json.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { ErrorCode } from "../../protocol/errors.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import { WORK_HEADER } from "../../protocol/work/challenge.js";
import { codesByStatus, errorCodesOf } from "../contract/codes.js";
import { allOperations } from "../contract/index.js";
import {
  methodsOf,
  keyAuthOf,
  needsKey,
  roleAuthOf,
  pathParameters,
  takesBody,
  type Method,
  type Operation,
} from "../contract/operation.js";
import { JSON_TYPE } from "../contract/preEncoded.js";
import { turn } from "./turn.js";
import { components } from "./components.js";
import { extended, NamedSchemas, type SchemaPlaces } from "./named.js";

const FORM_TYPE = "application/x-www-form-urlencoded";

export type OpenapiVersion = "3.2.0" | "3.1.1";

/** A document as a node serves it, written without holding the thread for long. */
export async function openapiText(version: OpenapiVersion): Promise<string> {
  return textOf(await openapiInTurns(version));
}

/** The same before it is text. */
export async function openapiInTurns(version: OpenapiVersion): Promise<JsonObject> {
  await schemasMade();
  const named = new NamedSchemas();
  const byPath = new Map<string, Record<string, JsonValue>>();
  for (const operation of allOperations) {
    addTo(byPath, operation, version === "3.2.0", named);
    await turn();
  }
  return documentOf(version, sorted(byPath), named);
}

/** JSON of the document, by parts that each take a fraction of the time. */
async function textOf(document: JsonObject): Promise<string> {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    const inner: string[] = [];
    if (!isObject(value)) inner.push(JSON.stringify(value));
    for (const [key, member] of isObject(value) ? Object.entries(value) : []) {
      inner.push(`${JSON.stringify(key)}:${JSON.stringify(member)}`);
      await turn();
    }
    const text = isObject(value) ? `{${inner.join(",")}}` : inner.join("");
    parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

export function openapiDocument(version: OpenapiVersion): JsonObject {
  const named = new NamedSchemas();
  const byPath = new Map<string, Record<string, JsonValue>>();
  for (const operation of allOperations) addTo(byPath, operation, version === "3.2.0", named);
  return documentOf(version, sorted(byPath), named);
}

function documentOf(
  version: OpenapiVersion,
  described: JsonObject,
  named: NamedSchemas,
): JsonObject {
  const shared = components();
  return {
    openapi: version,
    info: {
      title: "calc SDK",
      version: INTERFACE_VERSION,
      summary: "Deterministic physics computation with receipts anyone can check",
      description:
        "Name operators, give SI inputs, get value, unit, uncertainty, equations and a " +
        "signed receipt. " +
        "Errors are RFC 9457 problems with a stable `code`. Answers may gain fields; none is " +
        "renamed.",
      license: { name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: "/", description: "The node that serves this document" }],
    paths: described,
    components: { ...shared, schemas: { ...objectAt(shared, "schemas"), ...named.all } },
    tags: tags().map((name) => ({ name, description: TAGS[name] ?? name })),
  };
}

function addTo(
  byPath: Map<string, Record<string, JsonValue>>,
  operation: Operation,
  nativeQuery: boolean,
  named: NamedSchemas,
): void {
  const path = templated(operation.path);
  const item = byPath.get(path) ?? {};
  byPath.set(path, item);
  for (const method of methodsOf(operation)) {
    if (method !== "QUERY" || nativeQuery) {
      item[method.toLowerCase()] = describe(operation, method, named);
    } else {
      item["x-oai-additionalOperations"] = { QUERY: describe(operation, method, named.inline) };
    }
  }
}

function sorted(byPath: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...byPath].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function templated(path: string): string {
  return path
    .split("/")
    .map((part) => (/^[:*]/.test(part) ? `{${part.slice(1)}}` : part))
    .join("/");
}

function describe(operation: Operation, method: Method, named: SchemaPlaces): JsonObject {
  const parameters = parametersOf(operation, method);
  return {
    operationId:
      method === operation.method ? operation.id : `${operation.id}_${method.toLowerCase()}`,
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody(method) ? { requestBody: requestBody(operation, method, named) } : {}),
    responses: responses(operation, method, named),
    security: security(operation),
    "x-calc-effect": operation.effect,
    ...roleDemand(operation),
    "x-calc-since": operation.since,
    "x-calc-rate-policy": operation.limits.rate,
  };
}

/** The role on the machine that a field names, where one is demanded. */
function roleDemand(operation: Operation): JsonObject {
  const demand = roleAuthOf(operation);
  return demand === null ? {} : { "x-calc-role": { machine: demand.machine, role: demand.role } };
}

function security(operation: Operation): JsonValue {
  if (needsKey(operation)) return [{ bearer: [] }];
  return keyAuthOf(operation) === "none" ? [] : [{}, { bearer: [] }];
}

function tagOf(operation: Operation): string {
  const [, first = "", second = ""] = operation.path.split("/");
  if (first !== "api" && first !== "problems") return PAGES;
  return first === "api" && second !== "calc"
    ? second.replace(/(?:-[\d.]+)?\..*$/, "")
    : first === "api"
      ? "calc"
      : first;
}

const PAGES = "pages";
/** What the groups are about, for readers of the document. */
const TAGS: Readonly<Record<string, string>> = {
  attest: "Signed statements about computed values",
  calc: "Computing: operators, solvers, questions in words, receipts",
  chain: "Chains of receipts",
  compute: "What an account has computed",
  contribute: "Bonds and modes of contributed compute",
  "demo-key": "Keys for a first try",
  dns: "Names on the mesh",
  genesis: "The genesis equation",
  health: "Whether the node runs",
  identity: "The node's key; accounts and sessions",
  kernel: "The kernel and its prompt",
  keys: "API keys of an account",
  ledger: "Credits, grants and the journal",
  mcp: "The Model Context Protocol",
  mesh: "Peers, topics, checkpoints and proofs",
  openapi: "This interface, described",
  operators: "The registry of operators",
  [PAGES]: "Pages for people, and files by which programs find their way",
  playground: "Equations that no operator holds",
  problems: "Error codes and what to do about them",
  protocol: "Proofs over the logs of machines",
  queries: "Results of QUERY requests",
  ready: "Whether the node may seal",
  receipts: "Receipts anyone may fetch",
  state: "Machines, their logs and grants",
  tally: "Envelopes and public records",
  transparency: "What the node made public of its books",
};

function tags(): string[] {
  return [...new Set(allOperations.map(tagOf))].sort();
}

function parametersOf(operation: Operation, method: Method): JsonValue[] {
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
  if (operation.keyed === true) list.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (operation.headers?.includes(WORK_HEADER) === true)
    list.push({ $ref: "#/components/parameters/ShownWork" });
  return list;
}

/** Bodies do not name them, so an example of a path stands with its parameter. */
function pathExample({ examples: [example] }: Operation, name: string): JsonObject {
  const value = example?.input[name];
  return value === undefined ? {} : { example: plain(value) };
}

function accepts(field: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(field, value).success;
}

/** What is left of the input for the body: the parameters of the path are refused there. */
function requestBody(operation: Operation, method: Method, named: SchemaPlaces): JsonObject {
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
        ? { schema, examples }
        : bareOr(operation.bare, inline, schema, examples),
  };
  if (method === "QUERY") content[FORM_TYPE] = { schema };
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

function responses(operation: Operation, method: Method, named: SchemaPlaces): JsonObject {
  const type = operation.produces?.[0] ?? JSON_TYPE;
  const isJson = type === JSON_TYPE;
  const headers: Record<string, JsonValue> = {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  };
  if (operation.limits.rate !== null) {
    headers["RateLimit"] = { $ref: "#/components/headers/RateLimit" };
    headers["RateLimit-Policy"] = { $ref: "#/components/headers/RateLimitPolicy" };
  }
  if (operation.keyed === true)
    headers["Idempotent-Replayed"] = { $ref: "#/components/headers/IdempotentReplayed" };
  const content: JsonObject = isJson
    ? {
        [JSON_TYPE]: {
          schema: named.result(operation, schemaOf(operation.output)),
          examples: examplesOf(operation, "output"),
        },
      }
    : { [type]: { schema: { type: "string" }, examples: examplesOf(operation, "output") } };
  const result: Record<string, JsonValue> = {
    [String(operation.success ?? 200)]: { description: operation.summary, headers, content },
  };
  for (const [status, codes] of codesByStatus(errorCodesOf(operation, method)))
    result[String(status)] = problemResponse(status, codes);
  return result;
}

/** One body for all problems; the description lists the codes this status can carry here. */
function problemResponse(status: number, codes: readonly ErrorCode[]): JsonObject {
  const waits = status === 503 || codes.includes("IDEMPOTENCY_IN_PROGRESS");
  const name = status === 429 ? "RateLimited" : waits ? "Later" : "Problem";
  return { $ref: `#/components/responses/${name}`, description: codes.join(", ") };
}

function examplesOf(operation: Operation, side: "input" | "output"): JsonObject {
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

const schemas = new WeakMap<z.ZodType, JsonObject>();

/** JSON Schema 2020-12 of a wire schema, inline; made once. */
export function schemaOf(schema: z.ZodType): JsonObject {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const made = jsonSchema(schema);
  schemas.set(schema, made);
  return made;
}

let making: Promise<void> | null = null;

/** Makes the schemas of all operations, which takes longer than a thread that serves may stand. */
export function schemasMade(): Promise<void> {
  making ??= makeSchemas();
  return making;
}

async function makeSchemas(): Promise<void> {
  for (const schema of allOperations.flatMap(({ input, output }) => [input, output])) {
    schemaOf(schema);
    await turn();
  }
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const value = plain(rest);
  return isObject(value) ? value : {};
}

/** The value as JSON text carries it. */
function plain(value: unknown): JsonValue {
  const read = parseJson(JSON.stringify(value));
  if (!read.ok) throw new Error(`a schema or an example is no JSON: ${read.message}`);
  return read.value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}
