/** Parts made once for each (operation, method), so that a request only looks it up. */
import type { Call } from "../contract/definition/call.js";
import type { Method, Operation } from "../contract/definition/operation.js";
import type { Upgrade } from "../contract/definition/subscription.js";
import {
  keyAuthOf,
  roleAuthOf,
  takesBody,
  type RoleAuth,
} from "../contract/definition/operation.js";
import { JSON_TYPE, type PreEncoded } from "../contract/definition/preEncoded.js";
import { PROBLEM_TYPE } from "../contract/definition/problem.js";
import { headerBlock, NO_STORE, STANDARD_PAIRS, type HeaderBlock } from "./headers.js";
import { membersMaxOf, readingsOf } from "./validate.js";

export type AnyAnswer = PreEncoded | Upgrade | Readonly<Record<string, unknown>>;
interface AnyHandling {
  handle(input: unknown, call: Call): AnyAnswer | Promise<AnyAnswer>;
}
/**
 * A handler of any operation. Taken from a method, because methods accept handlers of narrower
 * inputs: the schema of the route a handler belongs to has made its input, so the narrower type
 * holds.
 */
export type AnyHandler = AnyHandling["handle"];

export interface Route {
  readonly operation: Operation;
  readonly method: Method;
  readonly handler: AnyHandler;
  readonly readings: ReturnType<typeof readingsOf>;
  /** Of fields that are objects, how many members they may have. */
  readonly membersMax: ReturnType<typeof membersMaxOf>;
  readonly bodied: boolean;
  /** It opens a stream: the request is a handshake of a WebSocket. */
  readonly isStream: boolean;
  /** The path that takes the place of the one asked for, or null. */
  readonly successor: string | null;
  /** The role on a machine that the caller must have. */
  readonly demand: RoleAuth | null;
  readonly offered: readonly string[];
  /** Any page may read it; other routes answer configured origins only. */
  readonly publicRead: boolean;
  readonly control: string;
  /** Standard fields with the JSON content type and the operation's Cache-Control. */
  readonly jsonBlock: HeaderBlock;
  readonly tagged: boolean;
  /** The last body and its entity tag: constant answers are hashed once. */
  lastBody: string | Uint8Array | null;
  lastTag: string;
  lastPacked: { readonly of: string | Uint8Array; readonly bytes: Uint8Array } | null;
}

const JSON_ONLY: readonly string[] = [JSON_TYPE];
export const PROBLEM_BLOCK = headerBlock([
  "content-type",
  PROBLEM_TYPE,
  "cache-control",
  NO_STORE,
  ...STANDARD_PAIRS,
]);
/** Standard fields alone: the content type and caching are the answer's own. */
export const BARE_BLOCK = headerBlock(STANDARD_PAIRS);

export function makeRoute(
  operation: Operation,
  method: Method,
  handler: AnyHandler,
  { isStream = false, successor = null }: Partial<Pick<Route, "isStream" | "successor">> = {},
): Route {
  const control = operation.cache?.control ?? NO_STORE;
  return {
    operation,
    method,
    handler,
    readings: readingsOf(operation.input),
    membersMax: membersMaxOf(operation.input),
    bodied: takesBody(method),
    isStream,
    successor,
    demand: roleAuthOf(operation),
    offered: operation.produces ?? JSON_ONLY,
    publicRead: keyAuthOf(operation) === "none" && operation.effect === "read",
    control,
    jsonBlock: headerBlock([
      "content-type",
      JSON_TYPE,
      "cache-control",
      control,
      ...STANDARD_PAIRS,
    ]),
    tagged: operation.cache !== undefined || method === "QUERY",
    lastBody: null,
    lastTag: "",
    lastPacked: null,
  };
}
