/**
 * The tools, derived once from the contract, and the two that open the rest of it: a catalogue and
 * a call.
 */
import * as z from "zod";
import { SEARCH_CHARS_MAX } from "../../protocol/limits.js";
import { once } from "../../protocol/once.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { allOperations } from "../contract/index.js";
import type { Role } from "../../protocol/identity/roles.js";
import {
  keyAuthOf,
  methodsOf,
  roleAuthOf,
  type Effect,
  type Operation,
} from "../contract/operation.js";
import { schemaOf } from "../openapi/document.js";
import { argumentsSchema, asideFields } from "./asides.js";

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: JsonObject;
}

export const CATALOG = "calc_api_catalog";
export const HTTP = "calc_http";
const OWN_TOOLS = 2;
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
  path: z
    .string()
    .min(1)
    .max(2_000)
    .describe("Relative path under /api/, with its query text, as in /api/operators?q=force"),
  body: z.unknown().optional().describe("JSON body"),
  ...asideFields,
});

/**
 * Made when they are first asked for, as are those derived: their schemas are a tenth of what a
 * start would take.
 */
const ownTools = once((): readonly Tool[] => [
  {
    name: CATALOG,
    title: "Catalogue of the interface",
    description:
      "Every operation of this node: id, method, path, what it does, whether it needs a " +
      "key. Start here; calc_http calls what has no tool.",
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
      "Call any path under /api/ of this node with GET, POST, PUT, PATCH, DELETE or " +
      "QUERY, under the caller's own key.",
    inputSchema: schemaOf(httpInput),
    outputSchema: schemaOf(
      z.looseObject({ status: z.int(), content_type: z.string(), body: z.unknown() }),
    ),
    annotations: annotationsOf("destroy"),
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
  [...toolOperations.values()].filter(({ mcp }) => mcp?.listed === true).length + OWN_TOOLS;

const derivedTools = once((): readonly (readonly [Operation, Tool])[] =>
  [...toolOperations.values()].map(
    (operation) =>
      [
        operation,
        {
          name: operation.id,
          title: operation.summary,
          description: operation.mcp?.description ?? operation.summary,
          inputSchema: argumentsSchema(operation),
          outputSchema: brief(schemaOf(operation.output)),
          annotations: annotationsOf(operation.effect),
        },
      ] as const,
  ),
);

/**
 * The schema of an answer without what says nothing: objects are open unless they say otherwise,
 * and every integer of JSON fits the bounds of a double's.
 */
function brief(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      isIdle(name, value) ? [] : [[name, briefly(value)]],
    ),
  );
}

function briefly(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => briefly(one));
  return isObject(value) ? brief(value) : value;
}

function isIdle(name: string, value: JsonValue): boolean {
  if (name === "additionalProperties") return isObject(value) && Object.keys(value).length === 0;
  return (
    (name === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
    (name === "maximum" && value === Number.MAX_SAFE_INTEGER)
  );
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param toolset null: the listed ones; "all", or the name of a set. Null when there is no such
 * set.
 */
export function toolList(toolset: string | null): readonly Tool[] | null {
  const [own, derived] = [ownTools(), derivedTools()];
  if (toolset === null) {
    return [...own, ...derived.filter(([{ mcp }]) => mcp?.listed === true).map(([, tool]) => tool)];
  }
  if (toolset === "all") return [...own, ...derived.map(([, tool]) => tool)];
  const set = derived.filter(([{ mcp }]) => mcp?.toolset === toolset).map(([, tool]) => tool);
  return set.length === 0 ? null : [...own, ...set];
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

export function catalogue(q: string | undefined): Readonly<Record<string, unknown>> {
  const words = (q ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = allOperations.filter(({ id, path, summary, description }) => {
    const text = `${id} ${path} ${summary} ${description ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    operations: found.map((operation) => ({
      id: operation.id,
      method: operation.method,
      methods: methodsOf(operation),
      path: operation.path,
      summary: operation.summary,
      auth: keyAuthOf(operation),
      ...roleShown(operation),
      effect: operation.effect,
      tool: operation.mcp === undefined ? null : operation.id,
    })),
    total: found.length,
    schemas: "/api/openapi.json",
  };
}
