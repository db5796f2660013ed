/**
 * The tools, derived once from the contract, and the two that open the rest of it: a catalogue and
 * a call.
 */
import * as z from "zod";
import { isObject } from "../../protocol/encoding/json.js";
import { SEARCH_CHARS_MAX } from "../../protocol/limits.js";
import { once } from "../../protocol/once.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { countWork } from "../../protocol/workCount.js";
import { allOperations } from "../contract/index.js";
import type { Role } from "../../protocol/identity/roles.js";
import {
  keyAuthOf,
  methodsOf,
  roleAuthOf,
  type Effect,
  type Operation,
} from "../contract/definition/operation.js";
import { schemaOf } from "../openapi/schemas.js";
import { argumentsSchema, asideFields } from "./asides.js";
import { MORE, moreInput, moreOutput } from "./more.js";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: JsonObject;
}

export const CATALOG = "calc_api_catalog";
export const HTTP = "calc_http";
/** Those that are no operation. */
export const OWN_TOOLS = [CATALOG, HTTP, MORE] as const;
const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"] as const;

export const catalogInput = z.strictObject({
  q: z
    .string()
    .max(SEARCH_CHARS_MAX)
    .optional()
    .describe("Words to look for in path and summary; all operations without it"),
});

export const httpInput = z.strictObject({
  method: z.enum(HTTP_METHODS),
  path: z.string().min(1).max(2_000).describe("Path under /api/ with its query"),
  body: z.unknown().optional().describe("JSON body"),
  ...asideFields,
});

/**
 * Made when they are first asked for, as are those of operations: their schemas are a tenth of what a
 * start would take.
 */
const ownTools = once((): readonly Tool[] => [
  {
    name: CATALOG,
    title: "Catalogue of the interface",
    description:
      "Every operation here: id, method, path, what it does, if it needs a key. " +
      "calc_http calls what has no tool.",
    inputSchema: schemaOf(catalogInput),
    outputSchema: schemaOf(
      z.looseObject({
        operations: z.array(
          z.looseObject({ id: z.string(), method: z.string(), path: z.string() }),
        ),
      }),
    ),
    annotations: annotationsOf("read"),
  },
  {
    name: HTTP,
    title: "Call any operation",
    description:
      "Call any path under /api/ of this node under the caller's own key. " +
      'Example: {"method":"GET","path":"/api/operators?q=force&limit=3"}',
    inputSchema: schemaOf(httpInput),
    outputSchema: schemaOf(
      z.looseObject({ status: z.int(), content_type: z.string(), body: z.unknown() }),
    ),
    annotations: annotationsOf("destroy"),
  },
  {
    name: MORE,
    title: "The rest of a long answer",
    description:
      "What a short answer left out, by its more.handle and a JSON pointer. Long ones come in parts.",
    inputSchema: schemaOf(moreInput),
    outputSchema: topOf(schemaOf(moreOutput)),
    annotations: annotationsOf("read"),
  },
]);

/** Operations that are tools, by tool name. */
export const toolOperations: ReadonlyMap<string, Operation> = new Map(
  allOperations
    .filter((operation) => operation.mcp !== undefined)
    .map((operation) => [operation.id, operation]),
);

/** Tools of the default list, those of its own with them. */
export const listedCount =
  [...toolOperations.values()].filter(({ mcp }) => mcp?.listed === true).length + OWN_TOOLS.length;

function toolOf(operation: Operation): Tool {
  return {
    name: operation.id,
    title: operation.summary,
    description: describe(operation),
    inputSchema: argumentsSchema(operation),
    outputSchema: topOf(schemaOf(operation.output)),
    annotations: annotationsOf(operation.effect),
  };
}

/** Characters of a description, the example included. */
const DESCRIPTION_CHARS_MAX = 300;

/** Of what a node gave out: no other node has it, so a call that shows one would fail. */
const ISSUED =
  /"(?:[a-z]{1,4}_[0-9a-z]{3,}|g_\d+|job_[0-9a-f]+|calc_ak_\w+|[0-9a-f]{16,}|\d+\.[0-9a-f]{64}|[^"@]+@[0-9a-f]{16})"/;

function isAnswered(output: unknown): boolean {
  if (!isObject(output)) return true;
  const { inputError = null, refusal = null } = output;
  return inputError === null && refusal === null;
}

/** The shortest call of the contract that ends in a result wherever it is sent; "" without one. */
function exampleCall({ examples, mcp }: Operation): string {
  if (mcp?.example === null) return "";
  if (mcp?.example !== undefined) return JSON.stringify(mcp.example);
  const calls = examples
    .filter(({ output }) => isAnswered(output))
    .map(({ input }) => JSON.stringify(input))
    .filter((call) => call !== "{}" && !ISSUED.test(call))
    .sort((a, b) => a.length - b.length);
  return calls[0] ?? "";
}

/** What the tool does, with a call of it where both are short. */
function describe(operation: Operation): string {
  const said = operation.mcp?.description ?? operation.summary;
  const call = exampleCall(operation);
  const whole = call === "" ? said : `${said} Example: ${call}`;
  return whole.length <= DESCRIPTION_CHARS_MAX ? whole : said;
}

/**
 * The members of an answer with their types, and nothing below them: a list of tools is read by
 * models, and what a short answer keeps of a nested member differs.
 */
function topOf(schema: JsonObject): JsonObject {
  const { properties = null, required } = schema;
  const members = isObject(properties) ? Object.entries(properties) : [];
  return {
    type: "object",
    properties: Object.fromEntries(members.map(([name, value]) => [name, typeOnly(value)])),
    ...(required === undefined ? {} : { required }),
  };
}

function typeOnly(schema: JsonValue | undefined): JsonObject {
  if (schema === undefined || !isObject(schema)) return {};
  const { anyOf, type } = schema;
  if (type !== undefined) return { type };
  return Array.isArray(anyOf) ? { anyOf: anyOf.map((one: JsonValue) => typeOnly(one)) } : {};
}

/** A file beside the program that holds `allTools`: their schemas take a third of a second to make. */
export const TOOLS_ASSET = "tools.json";

export const allTools = once((): readonly Tool[] => [
  ...ownTools(),
  ...[...toolOperations.values()].map(toolOf),
]);

/**
 * @param toolset null: the listed ones; "all", or the name of a set. Null when there is no such
 * set.
 */
export function toolList(toolset: string | null, tools = allTools()): readonly Tool[] | null {
  const isIn = ({ name }: Tool): boolean => {
    const mcp = toolOperations.get(name)?.mcp;
    return toolset === null ? mcp?.listed === true : mcp?.toolset === toolset;
  };
  const own = tools.slice(0, OWN_TOOLS.length);
  const derived = tools.slice(OWN_TOOLS.length);
  const set = toolset === "all" ? derived : derived.filter(isIn);
  return toolset !== null && set.length === 0 ? null : [...own, ...set];
}

function annotationsOf(effect: Effect): JsonObject {
  return {
    readOnlyHint: effect === "read",
    idempotentHint: effect === "read",
    destructiveHint: effect === "destroy",
    openWorldHint: false,
  };
}

function roleShown(operation: Operation): { readonly role?: Role } {
  const demand = roleAuthOf(operation);
  return demand === null ? {} : { role: demand.role };
}

interface Listed {
  /** What words are looked for in. */
  readonly said: string;
  readonly shown: JsonObject;
}

/** The contract does not change while a node runs. */
const listed = once((): readonly Listed[] =>
  allOperations.map((operation) => ({
    said: [operation.id, operation.path, operation.summary, operation.description ?? ""]
      .join(" ")
      .toLowerCase(),
    shown: {
      id: operation.id,
      method: operation.method,
      methods: [...methodsOf(operation)],
      path: operation.path,
      summary: operation.summary,
      auth: keyAuthOf(operation),
      ...roleShown(operation),
      effect: operation.effect,
      tool: operation.mcp === undefined ? null : operation.id,
    },
  })),
);

/** Work of looking for a word in what is said of an operation. */
const LOOK_WORK = 1;

export function catalogue(q: string | undefined): JsonObject {
  const words = (q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  countWork(LOOK_WORK * allOperations.length * (1 + words.length));
  const found = listed().filter(({ said }) => words.every((word) => said.includes(word)));
  return {
    operations: found.map(({ shown }) => shown),
    total: found.length,
    schemas: "/api/openapi.json",
  };
}
