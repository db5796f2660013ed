/** The parts of an answer that do not depend on where the request stands. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { JSON_TYPE, PreEncoded } from "../contract/preEncoded.js";
import { ApiError, type Problem } from "../errors.js";
import type { RateVerdict, StoredAnswer } from "./context.js";
import type { Dispatcher } from "./dispatcher.js";
import type { Route } from "./route.js";

const RPC_PARSE_ERROR = -32_700;
const RPC_INVALID_REQUEST = -32_600;
const NONE: readonly string[] = [];

export function encoded(value: Readonly<Record<string, unknown>>, status: number): PreEncoded {
  const refused = value["refusal"] !== undefined || value["inputError"] !== undefined;
  return new PreEncoded(status, JSON.stringify(value), JSON_TYPE, NONE, refused);
}

/** What an idempotency key repeats. */
export function storedAnswer(answer: PreEncoded, extra: readonly string[]): StoredAnswer {
  const { status, contentType, body } = answer;
  return { status, contentType, headers: [...answer.headers, ...extra], body };
}

/**
 * Digest of sealed answers; entity tag of constant ones; and for a QUERY the places where it and
 * its result can be
 * read again.
 * @param owner account that asked, "" for a call without a key.
 */
export function ownHeaders(
  dispatcher: Dispatcher, route: Route, answer: PreEncoded, path: string, input: unknown,
  owner: string,
): readonly string[] {
  if (route.operation.effect === "seal") {
    return ["content-digest", answer.digest ?? dispatcher.digest(answer.body)];
  }
  if (!route.tagged || answer.status !== 200) return NONE;
  const tag = dispatcher.tagOf(route, answer.body);
  if (route.method !== "QUERY") return ["etag", tag];
  const { contentType, body } = answer;
  const id = dispatcher.queries.remember({
    owner, target: path, content: canonicalize(input), answer: { contentType, body },
  });
  const place = `/api/queries/${id}`;
  return ["etag", tag, "location", place, "content-location", `${place}/result`];
}

export function verdictHeaders(verdict: RateVerdict): readonly string[] {
  const name = verdict.policy.slice(0, verdict.policy.indexOf(";"));
  const left = `${name};r=${verdict.remaining};t=${verdict.resetSeconds}`;
  return ["ratelimit-policy", verdict.policy, "ratelimit", left];
}

/** A body that is no message, in the form JSON-RPC has for it. */
export function rpcFault(problem: Problem): string {
  const code = problem.code === "MALFORMED_JSON" ? RPC_PARSE_ERROR : RPC_INVALID_REQUEST;
  const error = { code, message: problem.detail, data: problem };
  return JSON.stringify({ jsonrpc: "2.0", id: null, error });
}

export function tooLarge(limit: number): ApiError {
  const detail = `the body is larger than ${limit} bytes`;
  return new ApiError("TOO_LARGE", detail, { members: { limit } });
}

/** @returns the token, "absent", or "malformed" for anything that cannot be a key of ours. */
export function tokenOf(field: string): { readonly token: string } | "absent" | "malformed" {
  if (field === "") return "absent";
  const token = /^bearer +([A-Za-z0-9._~+/=-]{8,512})$/i.exec(field)?.[1] ?? "";
  return hasKeyPrefix(token) ? { token } : "malformed";
}

/** Keys of accounts and machines, and tokens of sessions. */
function hasKeyPrefix(token: string): boolean {
  return token.startsWith("calc_ak_") || token.startsWith("csm_") || token.startsWith("calc_st_");
}

export const SESSION_COOKIE = "calc_session";
const COOKIE_TOKEN = new RegExp(`(?:^|; *)${SESSION_COOKIE}=(calc_st_[A-Za-z0-9]{1,64})(?:;|$)`);

/** The session in a Cookie field, or null. */
export function cookieToken(field: string): string | null {
  return COOKIE_TOKEN.exec(field)?.[1] ?? null;
}

/** The session in the text after "?", or null. */
export function queryToken(query: string): string | null {
  return query === "" ? null : new URLSearchParams(query).get("token");
}

export function byteLength(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}
