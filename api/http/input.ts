/**
 * What a handler takes, out of path, query and body: read strictly, put together, held against the
 * schema.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import type { ErrorCode } from "../../protocol/errors/index.js";
import { JSON_DEPTH_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { BodyForm, Operation } from "../contract/definition/operation.js";
import { JSON_TYPE } from "../contract/definition/preEncoded.js";
import { countWork } from "../../protocol/workCount.js";
import { ApiError } from "../contract/definition/problem.js";
import { ACCEPT_QUERY } from "./headers.js";
import { bodyFormOf, bodyTypeOf } from "./negotiate.js";
import type { Route } from "./route.js";
import { checkMembers, coerced, faultsOf, readForm } from "./validate.js";

export interface InputSource {
  readonly contentType: string;
  readonly query: string;
  /** Pairs of name and decoded value out of the path. */
  readonly parameters: readonly string[];
}

/** Work of a fault that a schema finds. */
const FAULT_WORK = 20;

/** A byte order mark is kept, so that the JSON reader refuses it. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws ApiError naming what is wrong and where. */
export function inputOf(route: Route, source: InputSource, body: Uint8Array): unknown {
  const value = route.bodied
    ? readBody(route, source, body)
    : route.operation.anyQuery === true
      ? {}
      : readForm(source.query, route.readings);
  return validated(route, withParameters(route, value, source.parameters));
}

function withParameters(
  { readings }: Route,
  value: unknown,
  parameters: readonly string[],
): unknown {
  // An array would become an object by merging, and pass as one.
  if (
    parameters.length === 0 ||
    typeof value !== "object" ||
    value === null ||
    Array.isArray(value)
  )
    return value;
  const merged: Record<string, unknown> = { ...value };
  for (let i = 0; i < parameters.length; i += 2) {
    const name = parameters[i] ?? "";
    if (Object.hasOwn(merged, name)) {
      throw new ApiError("INVALID_BODY", `${name} is given in the path already`);
    }
    merged[name] = coerced(parameters[i + 1] ?? "", readings.get(name) ?? "text");
  }
  return merged;
}

function readBody(route: Route, { contentType, query }: InputSource, body: Uint8Array): unknown {
  const { operation, method } = route;
  const form = bodyFormOf(operation, contentType);
  if (form !== null) {
    // Where the input is in the query, `fields` there names members of the answer.
    const { fields: _shape, ...others } = readForm(query, route.readings);
    return inForm(form, body, others);
  }
  if (body.length === 0 && operation.body !== "required") return {};
  const type = bodyTypeOf(contentType);
  if (type === "form" && method === "QUERY") return readForm(decode(body), route.readings);
  if (type !== "json") throw wrongType(operation, method === "QUERY", type === "missing");
  const read = parseJson(decode(body), { depthMax: JSON_DEPTH_MAX });
  if (!read.ok) {
    const { message, offset } = read;
    throw new ApiError("MALFORMED_JSON", `${message}, at character ${offset}`, {
      members: { offset },
    });
  }
  if (operation.bare !== undefined && typeof read.value === "string")
    return { [operation.bare]: read.value };
  const isBatch = operation.rpc === true && Array.isArray(read.value);
  return isBatch ? { jsonrpc: "2.0", batch: read.value } : read.value;
}

/** @throws ApiError in the place of the reader's refusal */
function inForm({ read }: BodyForm, body: Uint8Array, query: Record<string, unknown>): unknown {
  try {
    return read(body, query);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ApiError(error.code, error.message, { errors: error.details.errors ?? [] });
  }
}

function wrongType({ bodies = [] }: Operation, isQuery: boolean, missing: boolean): ApiError {
  const types = [JSON_TYPE, ...bodies.map(({ type }) => type)];
  const headers = isQuery ? ["accept-query", ACCEPT_QUERY] : ["accept-post", types.join(", ")];
  if (missing && isQuery) {
    return new ApiError("INVALID_BODY", "a QUERY states its Content-Type", { headers });
  }
  const others = bodies.map(({ type }) => `, or as ${type}`).join("");
  const detail = `send the body as application/json in UTF-8${others}`;
  return new ApiError("UNSUPPORTED_MEDIA_TYPE", detail, { headers });
}

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError("MALFORMED_JSON", "the body is not UTF-8");
  }
}

function validated(route: Route, value: unknown): unknown {
  const { input, plainly } = route.operation;
  if (plainly !== undefined && plainly(value)) return value;
  checkMembers(value, route.membersMax);
  const parsed = input.safeParse(value);
  if (parsed.success) return parsed.data;
  countWork(FAULT_WORK * parsed.error.issues.length);
  const faults = faultsOf(parsed.error, input);
  const unprocessable = route.method === "QUERY" && !faults.unknownField;
  const code: ErrorCode = unprocessable ? "UNPROCESSABLE_QUERY" : "INVALID_BODY";
  throw new ApiError(code, faults.detail, { errors: faults.errors });
}
