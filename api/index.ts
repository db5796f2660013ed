/** The room's door: the operations served over HTTP, given their handlers. */
import {
  nodeOperations,
  nodeStreams,
  surfaceOperations,
  type NodeHandlers,
} from "./contract/index.js";
import type { Stream } from "./contract/definition/stream.js";
import type { Operation } from "./contract/definition/operation.js";
import type { ApiContext } from "./http/context.js";
import { Dispatcher } from "./http/dispatcher.js";
import type { AnyHandler } from "./http/route.js";
import type { Extras } from "./mcp/extras.js";
import { mcpHandlers } from "./mcp/server.js";
import { OPENAPI_ASSETS, openapiText, type OpenapiVersion } from "./openapi/document.js";
import { surfaceHandlers } from "./surface.js";

export interface ApiOptions {
  /** Tools, prompts and resources beside those of the contract. */
  readonly mcpExtras?: Extras | undefined;
}

/** Every operation with its handler, ready to be served or called inside the process. */
export function createApi(
  handlers: NodeHandlers,
  context: ApiContext,
  { mcpExtras }: ApiOptions = {},
): Dispatcher {
  const dispatcher = new Dispatcher(context);
  const mcp = mcpHandlers({ dispatcher, extras: mcpExtras });
  const { streamSocket, ...answering } = handlers;
  addStreams(dispatcher, nodeStreams, { streamSocket });
  addAll(dispatcher, nodeOperations, answering);
  /** As the build wrote it; a program whose modules are not joined writes it in turns. */
  const document = async (version: OpenapiVersion): Promise<string | Uint8Array> =>
    (await context.asset?.(OPENAPI_ASSETS[version])) ?? openapiText(version);
  addAll(dispatcher, surfaceOperations, surfaceHandlers({ dispatcher, document, mcp }));
  return dispatcher;
}

function addStreams<K extends string>(
  dispatcher: Dispatcher,
  streams: Readonly<Record<K, Stream>>,
  handlers: Readonly<Record<K, AnyHandler>>,
): void {
  for (const key in streams) dispatcher.addStream(streams[key], handlers[key]);
}

function addAll<K extends string>(
  dispatcher: Dispatcher,
  operations: Readonly<Record<K, Operation>>,
  handlers: Readonly<Record<K, AnyHandler>>,
): void {
  for (const [key, handler] of Object.entries<AnyHandler>(handlers)) {
    const operation = Object.entries<Operation>(operations).find(([name]) => name === key)?.[1];
    if (operation === undefined) throw new Error(`a handler for ${key}, which is no operation`);
    dispatcher.add(operation, handler);
  }
}

export type { NodeHandlers } from "./contract/index.js";
export type { Call, Principal, IdempotencyTicket } from "./contract/definition/call.js";
export type {
  ApiContext,
  Authenticated,
  IdempotencyStore,
  RateVerdict,
  RequestRecord,
  StoredAnswer,
} from "./http/context.js";
export type { Extras } from "./mcp/extras.js";
export type { Dispatcher } from "./http/dispatcher.js";
export { AdapterUnavailable, createServer, type AdapterChoice } from "./http/adapters.js";
export type { AdapterName, HttpServer } from "./http/server.js";
export { ApiError } from "./contract/definition/problem.js";
export { preEncoded, PreEncoded } from "./contract/definition/preEncoded.js";
export { RateLimiter } from "./http/rateLimit.js";
export { MemoryIdempotency } from "./http/idempotency.js";
export { SESSION_COOKIE } from "./http/credentials.js";
