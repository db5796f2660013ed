/**
 * The tool protocol over one POST: revision 2026-07-28, which keeps no state, and 2025-03-26 to
 * 2025-11-25. Every answer is one JSON message; there are no sessions, streams or messages from the
 * server.
 */
import { setMaxListeners } from "node:events";
import { isObject } from "../../protocol/encoding/json.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import { ApiError } from "../contract/definition/problem.js";
import type { Call } from "../contract/definition/call.js";
import type { SurfaceHandlers } from "../contract/index.js";
import { allOperations } from "../contract/index.js";
import { llmTurn } from "../contract/models/llmTurn.js";
import type { mcpDiscovery } from "../contract/node/mcp.js";
import type { Operation, OutputOf } from "../contract/definition/operation.js";
import { preEncoded, type PreEncoded } from "../contract/definition/preEncoded.js";
import {
  CATALOG,
  HTTP,
  catalogInput,
  catalogue,
  httpInput,
  listedCount,
  OWN_TOOLS,
  toolList,
  toolOperations,
} from "./tools.js";
import type { Dispatcher } from "../http/dispatcher.js";
import { asideFault, headersBeside } from "./asides.js";
import { negotiate } from "../http/negotiate.js";
import { schemasMade } from "../openapi/schemas.js";
import { turn } from "../openapi/turn.js";
import { faultsOf } from "../http/validate.js";
import { answered, askFor, takesForms } from "./elicit.js";
import { NO_EXTRAS, type Extras } from "./extras.js";
import { invoke, request, type ProgressListener } from "./invoke.js";
import {
  complete,
  getPrompt,
  PROMPTS,
  readResource,
  RESOURCE_TEMPLATES,
  RESOURCES,
} from "./resources.js";
import { LongAnswers } from "./longAnswers.js";
import { MORE, moreInput, morePart } from "./more.js";
import { readerOf, structured, toolResult, type Reader } from "./results.js";
import { samplingAsked, samplingFault, turnOf } from "./sampling.js";
import {
  failure,
  LEGACY_VERSIONS,
  META_SERVER_INFO,
  MODERN_VERSIONS,
  readMessage,
  RPC,
  RpcError,
  type Fields,
  type RpcRequest,
} from "./rpc.js";

const SSE_TYPE = "text/event-stream";
/** Messages of a batch that are answered at one time: no more than jobs may wait for a worker. */
const AT_A_TIME = 32;
const KEYLESS_AT_A_TIME = 8;
/** Messages are begun this long, in ms, before other requests have a turn of the event loop. */
const TURN_MS = 2;
/** Lists change with the program, not while it runs. */
const LIST_TTL_MS = 300_000;
const PUBLIC = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;
const PRIVATE = { ttlMs: 0, cacheScope: "private" } as const;

const SERVER_INFO = {
  name: "calc",
  title: "calc: physics computed and proved",
  version: INTERFACE_VERSION,
};

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };
const INSTRUCTIONS =
  "Deterministic physics: name operators by id and give SI inputs; the answer " +
  "has value, unit, uncertainty, " +
  "equations and a signed receipt. Find ids with calc_operators, their inputs with " +
  "calc_operator_spec, then call calc_compute and " +
  "hand its whole answer to calc_verify. calc_playground_compute takes an equation as text. A " +
  "missing input is refused by name, " +
  "never guessed. calc_api_catalog lists everything else, calc_http calls it.";

export function mcpHandlers({
  dispatcher,
  extras = NO_EXTRAS,
}: {
  readonly dispatcher: Dispatcher;
  readonly extras?: Extras | undefined;
}): Pick<SurfaceHandlers, "mcp" | "mcpDiscovery"> {
  const methods = methodTable(dispatcher, extras);
  return {
    mcpDiscovery: (_input, call) => {
      if (negotiate(call.header("accept"), ["application/json", SSE_TYPE]) === SSE_TYPE) {
        throw new ApiError("METHOD_NOT_ALLOWED", "there is no stream to open here; POST messages", {
          headers: ["allow", "POST, GET"],
        });
      }
      return discovery(dispatcher, call);
    },
    mcp: async (input, call) => {
      const { batch } = input;
      if (batch === undefined) {
        const { status, message } = await answerOne(methods, input, call);
        return encoded(call, status, message);
      }
      const answers = await answerAll(methods, batch, call);
      return encoded(call, answers.length === 0 ? 202 : 200, answers.length === 0 ? null : answers);
    },
  };
}

function discovery(dispatcher: Dispatcher, call: Call): OutputOf<typeof mcpDiscovery> {
  const { about, crypto } = dispatcher.context;
  return {
    name: about.name,
    url: `${call.baseUrl()}/api/mcp`,
    machineHash: crypto.sha256Hex(about.publicKey),
    publicKey: about.publicKey,
    version: INTERFACE_VERSION,
    transport: "streamable-http",
    protocolVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
    surface: {
      operations: allOperations.length,
      tools: toolOperations.size + OWN_TOOLS.length,
      listedTools: listedCount,
      resources: RESOURCES.length + RESOURCE_TEMPLATES.length,
      prompts: PROMPTS.length,
    },
    instructions: INSTRUCTIONS,
  };
}

function encoded(
  call: Call,
  status: number,
  message: Fields | readonly Fields[] | null,
): PreEncoded<never> {
  if (message === null) return preEncoded({ status: 202, body: "" });
  const text = JSON.stringify(message);
  // A client that takes nothing but a stream gets one with a single event.
  const streamed = negotiate(call.header("accept"), ["application/json", SSE_TYPE]) === SSE_TYPE;
  if (streamed) {
    return preEncoded({ status, body: `event: message\ndata: ${text}\n\n`, contentType: SSE_TYPE });
  }
  return preEncoded({ status, body: text });
}

interface Answered {
  readonly status: number;
  readonly message: Fields | null;
}

function notAMessage(): Answered {
  return {
    status: 400,
    message: failure(null, new RpcError(RPC.invalidRequest, "a batch holds messages")),
  };
}

/**
 * The messages of a batch, several at a time: what they seal shares a commit window.
 * @returns the answers in the order of the messages
 */
async function answerAll(
  methods: ReadonlyMap<string, Entry>,
  batch: readonly unknown[],
  call: Call,
): Promise<readonly Fields[]> {
  const answers: (Fields | null)[] = batch.map(() => null);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < batch.length; at = next++) {
      const item = batch[at];
      const { message } = isObject(item) ? await answerOne(methods, item, call) : notAMessage();
      answers[at] = message;
    }
  };
  const working: Promise<void>[] = [];
  let startMs = performance.now();
  const most = call.header("authorization") === "" ? KEYLESS_AT_A_TIME : AT_A_TIME;
  // Each of them listens for the caller's leaving.
  setMaxListeners(2 * most, call.signal);
  while (working.length < Math.min(most, batch.length)) {
    working.push(work());
    if (performance.now() - startMs < TURN_MS) continue;
    // Each message is a request: others are answered between them.
    await turn();
    startMs = performance.now();
  }
  await Promise.all(working);
  return answers.filter((message) => message !== null);
}

type Method = (rpc: RpcRequest, call: Call) => Fields | Promise<Fields>;
interface Entry {
  readonly run: Method;
  /** Eras that define it. */
  readonly modern: boolean;
  readonly legacy: boolean;
  readonly cache: typeof PUBLIC | typeof PRIVATE | null;
}

async function answerOne(
  methods: ReadonlyMap<string, Entry>,
  message: Fields,
  call: Call,
): Promise<Answered> {
  const id =
    typeof message["id"] === "string" || typeof message["id"] === "number" ? message["id"] : null;
  try {
    const rpc = readMessage(message, {
      version: call.header("mcp-protocol-version"),
      method: call.header("mcp-method"),
      name: call.header("mcp-name"),
    });
    if (rpc === null) return { status: 202, message: null };
    const entry = methods.get(rpc.method);
    if (entry === undefined || !(rpc.modern ? entry.modern : entry.legacy)) {
      throw new RpcError(
        RPC.methodNotFound,
        `there is no method ${rpc.method}`,
        rpc.modern ? 404 : 200,
      );
    }
    const result = await entry.run(rpc, call);
    return {
      status: 200,
      message: {
        jsonrpc: "2.0",
        id,
        result: rpc.modern ? complete2026(result, entry.cache) : result,
      },
    };
  } catch (error) {
    if (error instanceof RpcError) return { status: error.status, message: failure(id, error) };
    throw error;
  }
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

function methodTable(dispatcher: Dispatcher, extras: Extras): ReadonlyMap<string, Entry> {
  const both = { modern: true, legacy: true };
  const resources = [...RESOURCES, ...extras.resources];
  const resourceTemplates = [...RESOURCE_TEMPLATES, ...extras.templates];
  const prompts = [...PROMPTS, ...extras.prompts];
  const answers = new LongAnswers(dispatcher.context);
  return new Map<string, Entry>([
    ...[...extras.legacyMethods].map(
      ([name, run]) => [name, { run, modern: false, legacy: true, cache: null }] as const,
    ),
    ["server/discover", { run: discover, modern: true, legacy: false, cache: PUBLIC }],
    ["initialize", { run: initializing(extras), modern: false, legacy: true, cache: null }],
    ["ping", { run: () => ({}), modern: false, legacy: true, cache: null }],
    ["tools/list", { run: listTools(extras), ...both, cache: PUBLIC }],
    [
      "tools/call",
      {
        run: (rpc, call) =>
          extras.callTool(textParam(rpc, "name"), rpc, call) ??
          callTool({ dispatcher, answers }, rpc, call),
        ...both,
        cache: null,
      },
    ],
    ["resources/list", { run: single(() => ({ resources })), ...both, cache: PUBLIC }],
    [
      "resources/templates/list",
      { run: single(() => ({ resourceTemplates })), ...both, cache: PUBLIC },
    ],
    [
      "resources/read",
      {
        run: (rpc, call) => {
          const uri = textParam(rpc, "uri");
          return extras.readResource(uri) ?? readResource(dispatcher, call, uri, answers);
        },
        ...both,
        cache: PRIVATE,
      },
    ],
    ["prompts/list", { run: single(() => ({ prompts })), ...both, cache: PUBLIC }],
    [
      "prompts/get",
      {
        run: (rpc, call) => {
          const name = textParam(rpc, "name");
          const given = fieldsParam(rpc, "arguments");
          return extras.getPrompt(name, rpc) ?? getPrompt(dispatcher, call, name, given);
        },
        ...both,
        cache: null,
      },
    ],
    [
      "completion/complete",
      { run: (rpc, call) => complete(dispatcher, call, rpc.params), ...both, cache: null },
    ],
  ]);
}

/** A list of one page: a cursor can only be one this node never gave out. */
function single(run: Method): Method {
  return (rpc, call) => {
    if (rpc.params["cursor"] !== undefined) {
      throw new RpcError(RPC.invalidParams, "the list has one page; there is no such cursor");
    }
    return run(rpc, call);
  };
}

function discover(): Fields {
  return {
    supportedVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
  };
}

function initializing({ legacyCapabilities }: Extras): Method {
  return (rpc) => {
    const asked = rpc.params["protocolVersion"];
    const protocolVersion =
      typeof asked === "string" && LEGACY_VERSIONS.includes(asked) ? asked : LEGACY_VERSIONS[0];
    return {
      protocolVersion,
      capabilities: { ...CAPABILITIES, ...legacyCapabilities },
      serverInfo: SERVER_INFO,
      instructions: INSTRUCTIONS,
    };
  };
}

function listTools(extras: Extras): Method {
  return single(async (_rpc, call) => {
    await schemasMade();
    const toolset = new URLSearchParams(call.query).get("toolset");
    const tools = toolList(toolset);
    if (tools === null) {
      throw new RpcError(RPC.invalidParams, `there is no toolset ${toolset ?? ""}`);
    }
    return { tools: [...tools, ...extras.tools] };
  });
}

function textParam(rpc: RpcRequest, name: string): string {
  const value = rpc.params[name];
  if (typeof value !== "string") {
    throw new RpcError(RPC.invalidParams, `params.${name} must be a string`);
  }
  return value;
}

function fieldsParam(rpc: RpcRequest, name: string): Fields {
  const value = rpc.params[name] ?? {};
  if (!isObject(value)) throw new RpcError(RPC.invalidParams, `params.${name} must be an object`);
  return value;
}

/** What tools answer from. */
interface Tooling {
  readonly dispatcher: Dispatcher;
  readonly answers: LongAnswers;
}

async function callTool(tooling: Tooling, rpc: RpcRequest, call: Call): Promise<Fields> {
  const name = textParam(rpc, "name");
  const given = fieldsParam(rpc, "arguments");
  const operation = toolOperations.get(name);
  if (operation?.id === llmTurn.id) return callSampled(tooling, rpc, call, given);
  if (operation !== undefined) return callOperation(tooling, rpc, call, operation, given);
  const reader = readerOf(tooling.answers, rpc, call);
  if (name === CATALOG) {
    const parsed = catalogInput.safeParse(given);
    if (!parsed.success) return badArguments(faultsOf(parsed.error, catalogInput).detail);
    const found = catalogue(parsed.data.q);
    return structured(found, JSON.stringify(found), reader);
  }
  if (name === MORE) {
    const parsed = moreInput.safeParse(given);
    if (!parsed.success) return badArguments(faultsOf(parsed.error, moreInput).detail);
    const part = morePart(tooling.answers, parsed.data, call);
    return typeof part === "string"
      ? badArguments(part)
      : { content: [{ type: "text", text: JSON.stringify(part) }], structuredContent: part };
  }
  if (name === HTTP) return callHttp(tooling.dispatcher, reader, given);
  throw new RpcError(
    RPC.invalidParams,
    `there is no tool ${name}; tools/list and calc_api_catalog name them`,
  );
}

/** Asks a client that can show forms for what is missing, once; others get the refusal. */
async function callOperation(
  { answers, dispatcher }: Tooling,
  rpc: RpcRequest,
  call: Call,
  operation: Operation,
  given: Fields,
): Promise<Fields> {
  const fault = asideFault(operation, given);
  if (fault !== null) return badArguments(fault);
  const { crypto, querySecret } = dispatcher.context;
  const auth = { crypto, secret: querySecret };
  const entered = takesForms(rpc) ? answered(rpc, operation.id, given, auth) : null;
  const asked = entered === null || entered === "declined" ? given : entered;
  const input = operation.mcp?.takesAnswers === true ? answers.whole(asked, call) : asked;
  const reply = await invoke(dispatcher, call, operation, input, progressOf(rpc, call));
  const missing = isObject(reply.json) ? reply.json["inputError"] : undefined;
  if (entered === null && isObject(missing) && takesForms(rpc)) {
    return askFor(missing, operation.id, given, auth);
  }
  return toolResult(reply, readerOf(answers, rpc, call));
}

/** A chat with the client's own model: asks it as often as a turn says, then answers what came of it. */
async function callSampled(
  { answers, dispatcher }: Tooling,
  rpc: RpcRequest,
  call: Call,
  given: Fields,
): Promise<Fields> {
  const fault = samplingFault(rpc, given);
  if (fault !== null) return badCall(fault);
  const reply = await invoke(dispatcher, call, llmTurn, turnOf(rpc, given));
  return samplingAsked(reply.json) ?? toolResult(reply, readerOf(answers, rpc, call));
}

/** Progress as notifications, to a client that gave a token for it and takes a stream. */
function progressOf(rpc: RpcRequest, call: Call): ProgressListener | null {
  const meta = rpc.params["_meta"];
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  if (typeof token !== "string" && typeof token !== "number") return null;
  return ({ fraction, level }) => {
    if (typeof fraction !== "number") return;
    void call.emit(
      "message",
      JSON.stringify({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: {
          progressToken: token,
          progress: fraction,
          total: 1,
          ...(level === 0 ? {} : { message: `level ${String(level)}` }),
        },
      }),
    );
  };
}

function badArguments(detail: string): Fields {
  return badCall(`INVALID_BODY: ${detail}\nNext: Correct the arguments and call again.`);
}

function badCall(text: string): Fields {
  return { content: [{ type: "text", text }], isError: true };
}

async function callHttp(dispatcher: Dispatcher, reader: Reader, given: Fields): Promise<Fields> {
  const { call } = reader;
  const parsed = httpInput.safeParse(given);
  if (!parsed.success) return badArguments(faultsOf(parsed.error, httpInput).detail);
  const { method, path, body, ...besides } = parsed.data;
  const bare = path.split("?", 1)[0] ?? "";
  if (!/^\/api\/[A-Za-z0-9._~:/%-]*$/.test(bare) || bare.split("/").includes("..")) {
    return badArguments("path is a relative path under /api/ of this node");
  }
  // Itself, it could call without end.
  if (bare.replace(/\/+$/, "").toLowerCase() === "/api/mcp") {
    return badArguments("path may not be /api/mcp");
  }
  const sent = body === undefined && method !== "GET" && method !== "DELETE" ? {} : body;
  const reply = await request(dispatcher, call, method, path, sent, {
    beside: headersBeside(besides),
  });
  if (reply.status >= 400) return toolResult(reply, reader);
  const answer = {
    status: reply.status,
    content_type: reply.contentType,
    body: reply.json ?? reply.text,
  };
  return structured(answer, JSON.stringify(answer), reader);
}
