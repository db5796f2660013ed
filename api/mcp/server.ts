/**
 * The tool protocol over one POST: revision 2026-07-28, which keeps no state, and 2025-03-26 to
 * 2025-11-25. Every answer is one JSON message; there are no sessions, streams or messages from the
 * server.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { once } from "../../protocol/once.js";
import { nearestName } from "../../protocol/search/nearest.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";
import { countWork } from "../../protocol/workCount.js";
import { ApiError, problemOf } from "../contract/definition/problem.js";
import type { Call } from "../contract/definition/call.js";
import type { SurfaceHandlers } from "../contract/index.js";
import { allOperations } from "../contract/index.js";
import { llmTurn } from "../contract/models/llmTurn.js";
import { mcp, type mcpDiscovery } from "../contract/node/mcp.js";
import type { Operation, OutputOf } from "../contract/definition/operation.js";
import { JSON_TYPE, preEncoded, type PreEncoded } from "../contract/definition/preEncoded.js";
import {
  CATALOG,
  HTTP,
  catalogInput,
  catalogue,
  httpInput,
  listedCount,
  OWN_TOOLS,
  allTools,
  toolList,
  toolOperations,
  TOOLS_ASSET,
  type Tool,
} from "./tools.js";
import type { Dispatcher } from "../http/dispatcher.js";
import { asideFault, headersBeside } from "./asides.js";
import { negotiate } from "../http/negotiate.js";
import { schemasMade } from "../openapi/schemas.js";
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
import {
  answerAll,
  answerOne,
  PRIVATE,
  PUBLIC,
  SERVER_INFO,
  TOOLS_LIST,
  type Entry,
  type Method,
} from "./messages.js";
import { MORE, moreInput, morePart } from "./more.js";
import { readerOf, structured, toolResult, type Reader } from "./results.js";
import type { AnswerText } from "../../protocol/readable/textReadings.js";
import { samplingAsked, samplingFault, turnOf } from "./sampling.js";
import {
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  RPC,
  RpcError,
  type Fields,
  type RpcRequest,
} from "./rpc.js";

const SSE_TYPE = "text/event-stream";
const utf8 = new TextDecoder();
/** Work of writing a character of an answer. */
const WRITTEN_CHAR_WORK = 0.05;
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
  const { context } = dispatcher;
  const serving = { context, methods: methodTable(dispatcher, extras), lists: new Map() };
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
        const { status, text } = await answerOne(serving, input, call);
        return encoded(call, status, text);
      }
      return encoded(call, 200, await answerAll(serving, batch, call));
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

/** @param text JSON of what is answered; null where nothing is */
function encoded(call: Call, status: number, text: string | null): PreEncoded<never> {
  if (text === null) return preEncoded({ status: 202, body: "" });
  countWork(WRITTEN_CHAR_WORK * text.length);
  // A client that takes nothing but a stream gets one with a single event.
  const streamed = negotiate(call.header("accept"), ["application/json", SSE_TYPE]) === SSE_TYPE;
  if (streamed) {
    return preEncoded({ status, body: `event: message\ndata: ${text}\n\n`, contentType: SSE_TYPE });
  }
  return preEncoded({ status, body: text });
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
    [TOOLS_LIST, { run: listTools(dispatcher, extras), ...both, cache: PUBLIC }],
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
      { run: (rpc, call) => complete(dispatcher, call, rpc.params, answers), ...both, cache: null },
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

function listTools({ context }: Dispatcher, extras: Extras): Method {
  const known = once(async (): Promise<readonly Tool[]> => {
    const written = await context.asset?.(TOOLS_ASSET);
    if (written !== null && written !== undefined) return JSON.parse(utf8.decode(written));
    await schemasMade();
    return allTools();
  });
  return single(async (_rpc, call) => {
    const toolset = new URLSearchParams(call.query).get("toolset");
    const tools = toolList(toolset, await known());
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
  try {
    return await toolAnswer(tooling, rpc, call);
  } catch (error) {
    const { principal, requestId } = call;
    const asked = { principal, requestId, operationId: mcp.id };
    const known =
      error instanceof RpcError ? null : tooling.dispatcher.context.translate?.(error, asked);
    if (known === null || known === undefined) throw error;
    const problem = problemOf(known, requestId);
    const reply = { status: problem.status, contentType: JSON_TYPE, isJson: true, json: problem };
    return toolResult({ ...reply, text: "" }, readerOf(tooling.answers, rpc, call));
  }
}

async function toolAnswer(tooling: Tooling, rpc: RpcRequest, call: Call): Promise<Fields> {
  const name = textParam(rpc, "name");
  const operation = toolOperations.get(name);
  const given = searchNamed(name, fieldsParam(rpc, "arguments"));
  if (operation?.id === llmTurn.id) return callSampled(tooling, rpc, call, given);
  if (operation !== undefined) return callOperation(tooling, rpc, call, operation, given);
  const reader = readerOf(tooling.answers, rpc, call);
  if (name === CATALOG) {
    const parsed = catalogInput.safeParse(given);
    if (!parsed.success) return badArguments(faultsOf(parsed.error, catalogInput).detail);
    const found = catalogue(parsed.data.q);
    return shown({ text: JSON.stringify(found), isJson: true, around: null }, reader, found);
  }
  if (name === MORE) {
    const parsed = moreInput.safeParse(given);
    if (!parsed.success) return badArguments(faultsOf(parsed.error, moreInput).detail);
    const part = await morePart(tooling.answers, parsed.data, call);
    return typeof part === "string"
      ? badArguments(part)
      : { content: [{ type: "text", text: JSON.stringify(part) }], structuredContent: part };
  }
  if (name === HTTP) return callHttp(tooling.dispatcher, reader, given);
  const near = nearestName(name, [...toolOperations.keys(), CATALOG, MORE, HTTP]);
  throw new RpcError(
    RPC.invalidParams,
    `there is no tool ${name}${near === null ? "" : `, the nearest is ${near}`}; ` +
      "tools/list and calc_api_catalog name them",
  );
}

/** A text to look for is `q` with some operations and `query` with others: each tool takes both. */
function searchNamed(tool: string, given: Fields): Fields {
  const shape = tool === CATALOG ? catalogInput.shape : toolOperations.get(tool)?.input.shape;
  for (const [name, other] of [
    ["q", "query"],
    ["query", "q"],
  ] as const) {
    if (given[other] === undefined || given[name] !== undefined) continue;
    if (shape === undefined || !(name in shape) || other in shape) continue;
    const { [other]: text, ...rest } = given;
    return { ...rest, [name]: text };
  }
  return given;
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
  const whole = operation.mcp?.takesAnswers === true ? await answers.whole(asked, call) : null;
  const reply = await invoke(dispatcher, call, operation, asked, progressOf(rpc, call), whole);
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
  const text = sent === undefined ? null : JSON.stringify(sent);
  const reply = await request(dispatcher, call, method, path, text, {
    beside: headersBeside(besides),
  });
  if (reply.status >= 400) return toolResult(reply, reader);
  const around = { status: reply.status, content_type: reply.contentType };
  return shown({ text: reply.text, isJson: reply.isJson, around }, reader);
}

/** An answer that is an object, whatever stands in it. */
async function shown(answer: AnswerText, reader: Reader, read?: Fields): Promise<Fields> {
  const result = await structured(answer, reader, read);
  if (result === null) throw new Error("an answer of a tool is an object");
  return result;
}
