/** The parts of an answer that do not depend on where the request stands. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { shapedText, type AnswerShape } from "../../protocol/kernel/answerShape.js";
import { KEYLESS_READING_WORK_MAX, WHOLE_CHARS_MAX } from "../../protocol/limits.js";
import { countWork } from "../../protocol/workCount.js";
import { pathParameters, type PolicyName } from "../contract/definition/operation.js";
import { JSON_TYPE, PreEncoded, type AnswerParts } from "../contract/definition/preEncoded.js";
import { ApiError, type Problem } from "../contract/definition/problem.js";
import type { RateVerdict } from "./context.js";
import type { DigestPort } from "./dispatcherPort.js";
import type { Route } from "./route.js";
import type { ResponseStream } from "./server.js";

const RPC_PARSE_ERROR = -32_700;
const RPC_INVALID_REQUEST = -32_600;
const NONE: readonly string[] = [];
/** Work of writing an answer, for a character. */
const CHAR_WORK = 0.05;

export function encoded(value: Readonly<Record<string, unknown>>, status: number): PreEncoded {
  const refused = value["refusal"] !== undefined || value["inputError"] !== undefined;
  const text = JSON.stringify(value);
  countWork(CHAR_WORK * text.length);
  return new PreEncoded({ status, body: text, refused });
}

/** The short form of a sealed answer, unless its handler gave it that already. */
export function inShape(answer: PreEncoded, shape: AnswerShape | null): PreEncoded {
  const { body, contentType, headers, parts, refused, shaped, status } = answer;
  if (shape === null || shaped || parts !== null || contentType !== JSON_TYPE) return answer;
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return new PreEncoded({ status, body: shapedText(text, shape), headers, refused });
}

interface Asked {
  readonly path: string;
  readonly input: unknown;
  /** Account that asked, "" for a call without a key. */
  readonly owner: string;
}

/** The sentence about the digest of a sealed answer. */
interface Digesting {
  /** What its caller says; null for nothing. */
  readonly wanted: boolean | null;
  /** It has a short form, whose digest is sent where it is asked for. */
  readonly isShort: boolean;
}

/**
 * Digest of sealed answers; entity tag of constant ones; and for a QUERY the places where it and
 * its result can be read again.
 */
const PARTIAL = 206;

export function ownHeaders(
  dispatcher: DigestPort,
  route: Route,
  answer: PreEncoded,
  { input, owner, path }: Asked,
  { isShort, wanted }: Digesting,
): readonly string[] {
  if (route.operation.effect === "seal") {
    return (wanted ?? !isShort)
      ? ["content-digest", answer.digest ?? dispatcher.digest(answer.body)]
      : NONE;
  }
  const { body, contentType, parts, tag: own } = answer;
  if (route.tagged && answer.status === PARTIAL && own !== null) return ["etag", own];
  if (!route.tagged || answer.status !== 200) return NONE;
  if (own !== null) return ["etag", own];
  if (route.method !== "QUERY")
    return parts === null ? ["etag", dispatcher.tagOf(route, body)] : NONE;
  const id = dispatcher.queries.remember({
    owner,
    target: path,
    content: contentOf(route, input),
    answer: parts === null ? { contentType, body } : null,
  });
  const place = `/api/queries/${id}`;
  if (parts !== null) return ["location", place];
  const tag = dispatcher.tagOf(route, body);
  return ["etag", tag, "location", place, "content-location", `${place}/result`];
}

/** What the document of a QUERY said: what stands in the path is not said again. */
function contentOf({ operation }: Route, input: unknown): string {
  const names = pathParameters(operation.path);
  if (names.length === 0 || typeof input !== "object" || input === null) return canonicalize(input);
  return canonicalize(
    Object.fromEntries(
      Object.entries(input).filter(([name, value]) => value !== undefined && !names.includes(name)),
    ),
  );
}

export function verdictHeaders(verdict: RateVerdict): readonly string[] {
  const name = verdict.policy.slice(0, verdict.policy.indexOf(";"));
  const left = `${name};r=${verdict.remaining};t=${verdict.resetSeconds}`;
  return ["ratelimit-policy", verdict.policy, "ratelimit", left];
}

/** When the older names of paths were given up (RFC 9745): 26 November 2026. */
const DEPRECATED_SINCE = "@1795651200";

/** Fields of an answer under an older name of its path. @param parameters pairs out of the path */
export function legacyFields(successor: string, parameters: readonly string[]): readonly string[] {
  let path = successor;
  for (let i = 0; i < parameters.length; i += 2)
    path = path.replace(`:${parameters[i]}`, encodeURIComponent(parameters[i + 1] ?? ""));
  return ["deprecation", DEPRECATED_SINCE, "link", `<${path}>; rel="successor-version"`];
}

/** A rate limit is used up. */
export function limitReached(policy: PolicyName, { resetSeconds }: RateVerdict): ApiError {
  const detail = `the limit of "${policy}" is reached; it opens again in ${resetSeconds} s`;
  return new ApiError("RATE_LIMITED", detail, {
    members: { "violated-policies": [policy] },
    headers: ["retry-after", String(resetSeconds)],
  });
}

/** A body that is no message, in the form JSON-RPC has for it. */
export function rpcFault(problem: Problem): string {
  const code = problem.code === "MALFORMED_JSON" ? RPC_PARSE_ERROR : RPC_INVALID_REQUEST;
  const error = { code, message: problem.detail, data: problem };
  return JSON.stringify({ jsonrpc: "2.0", id: null, error });
}

/** @param remedy what to do with a larger body, where there is something */
export function tooLarge(limit: number, remedy?: string): ApiError {
  const detail = `the body is larger than ${limit} bytes${remedy === undefined ? "" : `; ${remedy}`}`;
  return new ApiError("TOO_LARGE", detail, { members: { limit } });
}

/** A body within its size that is too much to read for somebody unknown. */
export function tooMuchToRead(remedy?: string): ApiError {
  const advice = remedy ?? "send less in one request";
  return new ApiError(
    "TOO_LARGE",
    `the body has more values than are read for a call without a key; ${advice}`,
    { members: { work_limit: KEYLESS_READING_WORK_MAX } },
  );
}

export function byteLength(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

/** Server-sent events: data is JSON on one line. */
export function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}

/** @returns what cut the answer off, or null; one whose reader went away is cut too */
export async function writeParts(
  parts: AnswerParts,
  stream: ResponseStream,
  isAborted: () => boolean,
): Promise<unknown> {
  try {
    for await (const part of parts) {
      if (isAborted()) break;
      if (!stream.write(part)) await stream.room();
    }
    if (isAborted()) stream.cut();
    else stream.end("");
    return null;
  } catch (error) {
    stream.cut();
    return error;
  }
}

/** Answers in one piece have a bound: a list is asked for in pages then. */
export async function gathered(parts: AnswerParts): Promise<string | Uint8Array> {
  const all: (string | Uint8Array)[] = [];
  let length = 0;
  for await (const part of parts) {
    all.push(part);
    length += part.length;
    if (length > WHOLE_CHARS_MAX) {
      throw new ApiError("TOO_LARGE", "the answer is too large for one piece: ask for it in pages");
    }
  }
  return all.every((part) => typeof part === "string")
    ? all.join("")
    : Buffer.concat(all.map((part) => Buffer.from(part)));
}

/** The same fields with another entity tag, which stands first. */
export function withTag(headers: readonly string[], tag: string): readonly string[] {
  return ["etag", tag, ...headers.slice(2)];
}
