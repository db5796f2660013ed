/**
 * Calls on behalf of a tool, a resource or a completion: each goes through dispatch like any other
 * request.
 */
import { parseJson } from "../../protocol/encoding/json.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { Call } from "../contract/call.js";
import { pathParameters, takesBody, type Operation } from "../contract/operation.js";
import { JSON_TYPE } from "../contract/preEncoded.js";
import type { Dispatcher } from "../http/dispatcher.js";
import type { Fields } from "./rpc.js";

const EMPTY = new Uint8Array(0);
const utf8 = new TextDecoder("utf-8");

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** The text read as JSON; undefined where it is something else. */
  readonly json: unknown;
}

/** @param path with its query text. */
export async function request(
  dispatcher: Dispatcher, call: Call, method: string, path: string, body: unknown,
): Promise<Reply> {
  const mark = path.indexOf("?");
  const headers = new Map([
    ["host", call.baseUrl().slice("http://".length)],
    ["authorization", call.header("authorization")],
    ["x-request-id", call.requestId],
    ["traceparent", call.traceparent],
  ]);
  if (body !== undefined) headers.set("content-type", JSON_TYPE);
  const response = await dispatcher.inner({
    method,
    path: mark < 0 ? path : path.slice(0, mark),
    query: mark < 0 ? "" : path.slice(mark + 1),
    headers,
    body: body === undefined ? EMPTY : utf8Encode(JSON.stringify(body)),
    address: call.address(),
  }, call.signal);
  const text = typeof response.body === "string" ? response.body : utf8.decode(
    response.body ?? EMPTY
  );
  const contentType = contentTypeOf(
    response.block.pairs
  ) ?? contentTypeOf(response.headers) ?? JSON_TYPE;
  const read = contentType.endsWith("json") ? parseJson(text) : null;
  return {
    status: response.status, contentType, text, json: read?.ok === true ? read.value : undefined,
  };
}

function contentTypeOf(pairs: readonly string[]): string | null {
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i] === "content-type") return pairs[i + 1] ?? null;
  }
  return null;
}

/**
 * Calls an operation with its flat input: path parameters into the path, the rest into body or
 * query.
 */
export function invoke(
  dispatcher: Dispatcher, call: Call, operation: Operation, input: Fields,
): Promise<Reply> {
  const rest: Record<string, unknown> = { ...input };
  let path = operation.path;
  for (const name of pathParameters(operation.path)) {
    const value = rest[name];
    delete rest[name];
    // A missing parameter becomes text its schema refuses, so that the refusal names the field.
    path = path.replace(
      `:${name}`, encodeURIComponent(typeof value === "string" && value !== "" ? value : "missing"),
    );
  }
  if (takesBody(operation.method)) return request(dispatcher, call, operation.method, path, rest);
  const query = Object.entries(rest).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(formText(value))}`
  );
  return request(
    dispatcher, call, operation.method, query.length === 0 ? path : `${path}?${query.join("&")}`,
    undefined,
  );
}

function formText(value: unknown): string {
  if (Array.isArray(value)) return value.map(formText).join(",");
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
