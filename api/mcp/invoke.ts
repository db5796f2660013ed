/**
 * Calls on behalf of a tool, a resource or a completion: each goes through dispatch like any other
 * request.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import type { Call } from "../contract/definition/call.js";
import { pathParameters, takesBody, type Operation } from "../contract/definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE } from "../contract/definition/preEncoded.js";
import type { Dispatcher } from "../http/dispatcher.js";
import { apart } from "./asides.js";
import { readHere, READ_HERE_CHARS_MAX } from "./longAnswers.js";
import { type Fields } from "./rpc.js";

export type ProgressListener = (progress: Fields) => void;

const EMPTY = new Uint8Array(0);
const NO_HEADERS: ReadonlyMap<string, string> = new Map();
const utf8 = new TextDecoder("utf-8");
/** Long bodies that answer many calls are the same bytes each time, and become a text once. */
const texts = new WeakMap<Uint8Array, string>();

export interface RequestOptions {
  readonly onProgress?: ProgressListener | null;
  /** Further header fields, lower-case names. */
  readonly beside?: ReadonlyMap<string, string>;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly isJson: boolean;
  /** The text read as JSON; undefined where it is something else, or long. */
  readonly json: unknown;
  /** What the header field of this name says, where there is one. */
  readonly retryAfter?: string;
}

/** @param path with its query text. @param body JSON, or null for none */
export async function request(
  dispatcher: Dispatcher,
  call: Call,
  method: string,
  path: string,
  body: string | null,
  { beside = NO_HEADERS, onProgress = null }: RequestOptions = {},
): Promise<Reply> {
  const mark = path.indexOf("?");
  const headers = new Map([
    ["host", call.baseUrl().slice("http://".length)],
    ["authorization", call.header("authorization")],
    ["x-request-id", call.requestId],
    ["traceparent", call.traceparent],
    ...beside,
  ]);
  if (body !== null) headers.set("content-type", JSON_TYPE);
  if (onProgress !== null) headers.set("accept", EVENTS_TYPE);
  const response = await dispatcher.inner(
    {
      method,
      path: mark < 0 ? path : path.slice(0, mark),
      query: mark < 0 ? "" : path.slice(mark + 1),
      headers,
      body: body === null ? EMPTY : utf8Encode(body),
      address: call.address(),
      ...(onProgress === null
        ? {}
        : { onEvents: (text: string) => tellProgress(text, onProgress) }),
    },
    call.signal,
  );
  const text = textOf(response.body ?? EMPTY);
  const contentType =
    fieldOf(response.block.pairs, "content-type") ??
    fieldOf(response.headers, "content-type") ??
    JSON_TYPE;
  if (contentType === EVENTS_TYPE) return eventReply(text);
  const retryAfter = fieldOf(response.headers, "retry-after");
  return {
    status: response.status,
    contentType,
    ...readReply(text, contentType.endsWith("json") && text !== "", response.status),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === "string") return body;
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = utf8.decode(body);
  if (body.length > READ_HERE_CHARS_MAX) texts.set(body, text);
  return text;
}

/** Problems are short, and read whole. */
function readReply(
  text: string,
  isJson: boolean,
  status = 200,
): Pick<Reply, "text" | "isJson" | "json"> {
  const isReadHere = isJson && (text.length <= READ_HERE_CHARS_MAX || status >= 300);
  return {
    text,
    isJson,
    json: isReadHere ? readHere({ text, isJson, around: null }) : undefined,
  };
}

function tellProgress(text: string, onProgress: ProgressListener): void {
  const { data, event } = eventOf(text);
  const fields = event === "progress" ? readReply(data, true).json : null;
  if (isObject(fields)) onProgress(fields);
}

/** The last event is the answer: `result`, or `error` with the problem. */
function eventReply(text: string): Reply {
  const { data, event } = eventOf(text);
  const read = readReply(data, true);
  const stated = event === "error" && isObject(read.json) ? read.json["status"] : undefined;
  return {
    status: typeof stated === "number" ? stated : 200,
    contentType: JSON_TYPE,
    ...read,
  };
}

function eventOf(text: string): { readonly event: string; readonly data: string } {
  const [event = "", data = ""] = text.split("\n");
  return { event: event.slice("event: ".length), data: data.slice("data: ".length) };
}

function fieldOf(pairs: readonly string[], name: string): string | null {
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i] === name) return pairs[i + 1] ?? null;
  }
  return null;
}

/**
 * Calls an operation with its flat input: path parameters into the path, the rest into body or
 * query, and what comes beside the input into header fields.
 * @param body JSON that stands for the rest of the input, where it is written already
 */
export function invoke(
  dispatcher: Dispatcher,
  call: Call,
  operation: Operation,
  input: Fields,
  onProgress: ProgressListener | null = null,
  body: string | null = null,
): Promise<Reply> {
  const { headers: beside, input: own } = apart(operation, input);
  const rest: Record<string, unknown> = { ...own };
  let path = operation.path;
  for (const name of pathParameters(operation.path)) {
    const given = rest[name];
    const value = typeof given === "number" ? String(given) : given;
    delete rest[name];
    // A missing parameter becomes text its schema refuses, so that the refusal names the field.
    const text = typeof value === "string" && value !== "" ? value : "missing";
    path = path
      .replace(`:${name}`, () => encodeURIComponent(text))
      .replace(`*${name}`, () => text.split("/").map(encodeURIComponent).join("/"));
  }
  if (takesBody(operation.method)) {
    const listener = operation.events === true ? onProgress : null;
    const text = body ?? JSON.stringify(rest);
    return request(dispatcher, call, operation.method, path, text, {
      onProgress: listener,
      beside,
    });
  }
  const query = Object.entries(rest).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(formText(value))}`,
  );
  return request(
    dispatcher,
    call,
    operation.method,
    query.length === 0 ? path : `${path}?${query.join("&")}`,
    null,
    { beside },
  );
}

function formText(value: unknown): string {
  if (Array.isArray(value)) return value.map(formText).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
