/** One message of the tool protocol, or a batch of them, answered by a table of methods. */
import { setMaxListeners } from "node:events";
import { isObject } from "../../protocol/encoding/json.js";
import { MCP_BATCH_CHARS_MAX, MCP_BATCH_KEYLESS_CHARS_MAX } from "../../protocol/limits.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import type { Call } from "../contract/definition/call.js";
import { ApiError, problemOf } from "../contract/definition/problem.js";
import { mcp } from "../contract/node/mcp.js";
import type { ApiContext, FailedCall } from "../http/context.js";
import { defaultPolicy } from "../http/rateLimit.js";
import { limitReached } from "../http/reply.js";
import { turn } from "../openapi/turn.js";
import {
  failure,
  META_SERVER_INFO,
  readMessage,
  RPC,
  RpcError,
  type Fields,
  type MessageId,
  type RpcRequest,
  isMessageId,
} from "./rpc.js";

/** Messages of a batch that are answered at one time: no more than jobs may wait for a worker. */
const AT_A_TIME = 32;
const KEYLESS_AT_A_TIME = 8;
/** Lists change with the program, not while it runs. */
const LIST_TTL_MS = 300_000;
export const PUBLIC = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;
export const PRIVATE = { ttlMs: 0, cacheScope: "private" } as const;
export const TOOLS_LIST = "tools/list";

export const SERVER_INFO = {
  name: "calc",
  title: "calc: physics computed and proved",
  version: INTERFACE_VERSION,
};

/** JSON of a message that answers; null for one that nothing is said to. */
interface Answered {
  readonly status: number;
  readonly text: string | null;
}

function refusedAs(id: MessageId, error: RpcError): Answered {
  return { status: error.status, text: JSON.stringify(failure(id, error)) };
}

/**
 * The messages of a batch, several at a time: what they seal shares a commit window. Each costs what
 * a request of its own costs, and others are answered between them.
 * @returns JSON of the answers in the order of the messages; null for none
 */
export async function answerAll(
  serving: Serving,
  batch: readonly unknown[],
  call: Call,
): Promise<string | null> {
  const isKeyless = call.principal === null;
  const most = isKeyless ? KEYLESS_AT_A_TIME : AT_A_TIME;
  let room = isKeyless ? MCP_BATCH_KEYLESS_CHARS_MAX : MCP_BATCH_CHARS_MAX;
  const texts: (string | null)[] = batch.map(() => null);
  let next = 0;
  let turns = Promise.resolve();
  const work = async (): Promise<void> => {
    for (let at = next++; at < batch.length; at = next++) {
      turns = turns.then(turn);
      await turns;
      // Its request was counted when it was let in.
      const { text } = await answerItem(serving, batch[at], call, { isCounted: at === 0, room });
      texts[at] = text;
      room -= text?.length ?? 0;
    }
  };
  // Each of them listens for the caller's leaving.
  setMaxListeners(2 * most, call.signal);
  await Promise.all(Array.from({ length: Math.min(most, batch.length) }, work));
  const answers = texts.filter((text) => text !== null);
  return answers.length === 0 ? null : `[${answers.join(",")}]`;
}

async function answerItem(
  serving: Serving,
  item: unknown,
  call: Call,
  { isCounted, room }: { readonly isCounted: boolean; readonly room: number },
): Promise<Answered> {
  if (!isObject(item))
    return refusedAs(null, new RpcError(RPC.invalidRequest, "a batch holds messages", 400));
  if (!isCounted && call.principal?.unlimited !== true) {
    const [policy, key] = defaultPolicy(call.principal, () => call.address());
    const verdict = serving.context.rate(policy, key);
    if (verdict?.allowed === false)
      return refusedAs(idOf(item), rpcRefused(limitReached(policy, verdict), call));
  }
  if (room < 0) {
    const error = new ApiError("TOO_LARGE", "the answers before it fill the batch: send it anew");
    return refusedAs(idOf(item), rpcRefused(error, call));
  }
  return answerOne(serving, item, call);
}

function rpcRefused(error: ApiError, call: Call): RpcError {
  const problem = problemOf(error, call.requestId);
  return new RpcError(RPC.refused, problem.detail, 200, problem);
}

function idOf({ id }: Fields): MessageId {
  return isMessageId(id) ? id : null;
}

export type Method = (rpc: RpcRequest, call: Call) => Fields | Promise<Fields>;
export interface Entry {
  readonly run: Method;
  /** Eras that define it. */
  readonly modern: boolean;
  readonly legacy: boolean;
  readonly cache: typeof PUBLIC | typeof PRIVATE | null;
}

/** What answers messages. */
export interface Serving {
  readonly context: ApiContext;
  readonly methods: ReadonlyMap<string, Entry>;
  /** JSON of results that change with the program alone, by method, era and set of tools. */
  readonly lists: Map<string, string>;
}

export async function answerOne(serving: Serving, message: Fields, call: Call): Promise<Answered> {
  const id = idOf(message);
  try {
    const rpc = readMessage(message, {
      version: call.header("mcp-protocol-version"),
      method: call.header("mcp-method"),
      name: call.header("mcp-name"),
    });
    if (rpc === null) return { status: 202, text: null };
    const entry = serving.methods.get(rpc.method);
    if (entry === undefined || !(rpc.modern ? entry.modern : entry.legacy)) {
      throw new RpcError(
        RPC.methodNotFound,
        `there is no method ${rpc.method}`,
        rpc.modern ? 404 : 200,
      );
    }
    const result = await resultText(serving, entry, rpc, call);
    return { status: 200, text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}` };
  } catch (error) {
    if (error instanceof RpcError) return refusedAs(id, error);
    const known = serving.context.translate?.(error, failedCall(call)) ?? null;
    if (known === null) throw error;
    return refusedAs(id, rpcRefused(known, call));
  }
}

function failedCall({ principal, requestId }: Call): FailedCall {
  return { principal, requestId, operationId: mcp.id };
}

async function resultText(
  { lists }: Serving,
  entry: Entry,
  rpc: RpcRequest,
  call: Call,
): Promise<string> {
  const write = async (): Promise<string> => {
    const result = await entry.run(rpc, call);
    return JSON.stringify(rpc.modern ? complete2026(result, entry.cache) : result);
  };
  // With parameters of its own it may be refused, or be of another page.
  const isList = entry.cache === PUBLIC && rpc.params["cursor"] === undefined;
  if (!isList) return write();
  const toolset = call.query === "" ? null : new URLSearchParams(call.query).get("toolset");
  const name = JSON.stringify([rpc.method, rpc.modern, toolset]);
  const known = lists.get(name);
  if (known !== undefined) return known;
  const text = await write();
  if (toolset === null || rpc.method === TOOLS_LIST) lists.set(name, text);
  return text;
}

/** What every result carries from 2026 on. */
function complete2026(result: Fields, cache: Entry["cache"]): Fields {
  return {
    resultType: "complete",
    ...result,
    ...cache,
    _meta: { [META_SERVER_INFO]: SERVER_INFO },
  };
}
