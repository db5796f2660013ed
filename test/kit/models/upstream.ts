/**
 * A provider of models in the process of a test: it answers what it is told to, in the shapes of eight
 * dialects, and keeps what it was asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { PROVIDERS, type Provider, type ProviderId } from "../../../protocol/models/providers.js";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One call of a tool in an answer that is told. */
export interface AnsweredCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface Answered {
  readonly text?: string;
  readonly calls?: readonly AnsweredCall[];
  readonly usage?: readonly [input: number, output: number];
  readonly stop?: "end" | "length" | "tools";
}

type Answering = (asked: Asked, response: ServerResponse) => void | Promise<void>;

export interface MockUpstream {
  readonly port: number;
  readonly host: string;
  readonly asked: Asked[];
  /** Answers of the next requests, in order; the last one stays. */
  tell(...answers: readonly (Answered | Answering)[]): void;
  /** The providers, with this server in the place of each. */
  readonly providers: readonly Provider[];
  close(): Promise<void>;
}

export async function mockUpstream(): Promise<MockUpstream> {
  const asked: Asked[] = [];
  let answers: readonly (Answered | Answering)[] = [{ text: "Hello." }];
  const server = createServer((request, response) => {
    void answered(request, response).catch(() => response.destroy());
  });
  const answered = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const text = Buffer.concat(parts).toString("utf8");
    const body: Readonly<Record<string, unknown>> = text === "" ? {} : JSON.parse(text);
    const one: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
    };
    asked.push(one);
    const [next = {}, ...rest] = answers;
    if (rest.length > 0 && one.method === "POST") answers = rest;
    if (typeof next === "function") await next(one, response);
    else writeTold(one, response, next);
  };
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  return {
    port,
    host,
    asked,
    tell: (...replies) => {
      answers = replies;
    },
    providers: PROVIDERS.map((provider) =>
      provider.baseUrl === null
        ? provider
        : { ...provider, baseUrl: `http://${host}/${provider.id}` },
    ),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Which provider a request was for, by its path. */
function providerAsked({ path }: Pick<Asked, "path">): ProviderId {
  const [, first = ""] = path.split("/");
  return PROVIDERS.find(({ id }) => id === first)?.id ?? "openai-compatible";
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

const MODELS = ["model-a", "model-b"];

function writeTold(asked: Asked, response: ServerResponse, writeAnswer: Answered): void {
  const provider = providerAsked(asked);
  if (asked.method === "GET") {
    json(response, modelsOf(provider));
    return;
  }
  const isStream =
    provider === "google" ? asked.path.includes(":stream") : asked.body["stream"] === true;
  if (!isStream) {
    json(response, wholeOf(provider, writeAnswer));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of eventsOf(provider, writeAnswer)) response.write(event);
  response.end();
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function modelsOf(provider: ProviderId): unknown {
  if (provider === "google")
    return { models: MODELS.map((name) => ({ name: `models/${name}`, displayName: name })) };
  if (provider === "cohere")
    return { models: MODELS.map((name) => ({ name, endpoints: ["chat"] })) };
  return { object: "list", data: MODELS.map((id) => ({ id, object: "model", owned_by: "mock" })) };
}

const USAGE = [11, 7] as const;

/** Parts of a text as a model says them. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\s*\S+\s*?|\s+/g) ?? [];
}

/** The events of a stream, each as it stands on the wire. */
export function eventsOf(provider: ProviderId, answer: Answered): readonly string[] {
  if (provider === "anthropic") return anthropicEvents(answer);
  if (provider === "google") return googleEvents(answer);
  if (provider === "cohere") return cohereEvents(answer);
  return openaiEvents(provider, answer);
}

function data(value: unknown, event?: string): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${JSON.stringify(value)}\n\n`;
}

function stopOf({ calls = [], stop }: Answered): "end" | "length" | "tools" {
  return stop ?? (calls.length > 0 ? "tools" : "end");
}

const OPENAI_STOP = { end: "stop", length: "length", tools: "tool_calls" } as const;

function openaiEvents(provider: ProviderId, answer: Answered): readonly string[] {
  const { calls = [], text = "", usage: [input, output] = USAGE } = answer;
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "model-a" };
  const chunk = (delta: unknown, finish: string | null = null, more: object = {}): string =>
    data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more });
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
  };
  // Mistral says its usage with the last delta, Groq in a member of its own, the others in a chunk without choices.
  const finish = OPENAI_STOP[stopOf(answer)];
  return [
    ...(provider === "openrouter" ? [": OPENROUTER PROCESSING\n\n"] : []),
    chunk({ role: "assistant", content: "" }),
    ...tokensOf(text).map((token) => chunk({ content: token })),
    ...calls.flatMap(({ arguments: args, id, name }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...(args.match(/.{1,7}/gs) ?? []).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    ...(provider === "mistral"
      ? [chunk({ content: "" }, finish, { usage })]
      : provider === "groq"
        ? [chunk({}, finish, { x_groq: { id: "req_1", usage } })]
        : [chunk({}, finish), data({ ...head, choices: [], usage })]),
    "data: [DONE]\n\n",
  ];
}

const ANTHROPIC_STOP = { end: "end_turn", length: "max_tokens", tools: "tool_use" } as const;

function anthropicEvents(answer: Answered): readonly string[] {
  const { calls = [], text = "", usage: [input, output] = USAGE } = answer;
  const event = (value: { readonly type: string }): string => data(value, value.type);
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "model-a",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: 1 },
  };
  const block = (index: number, start: object, deltas: readonly object[]): readonly string[] => [
    data({ type: "content_block_start", index, content_block: start }, "content_block_start"),
    ...deltas.map((delta) =>
      data({ type: "content_block_delta", index, delta }, "content_block_delta"),
    ),
    data({ type: "content_block_stop", index }, "content_block_stop"),
  ];
  const first = text === "" ? 0 : 1;
  return [
    data({ type: "message_start", message }, "message_start"),
    event({ type: "ping" }),
    ...(text === ""
      ? []
      : block(
          0,
          { type: "text", text: "" },
          tokensOf(text).map((token) => ({ type: "text_delta", text: token })),
        )),
    ...calls.flatMap(({ arguments: args, id, name }, i) =>
      block(
        first + i,
        { type: "tool_use", id, name, input: {} },
        (args.match(/.{1,7}/gs) ?? []).map((part) => ({
          type: "input_json_delta",
          partial_json: part,
        })),
      ),
    ),
    data(
      {
        type: "message_delta",
        delta: { stop_reason: ANTHROPIC_STOP[stopOf(answer)], stop_sequence: null },
        usage: { output_tokens: output },
      },
      "message_delta",
    ),
    event({ type: "message_stop" }),
  ];
}

function googleEvents(answer: Answered): readonly string[] {
  const { calls = [], text = "", usage: [input, output] = USAGE } = answer;
  const chunk = (parts: readonly object[], more: object = {}): string =>
    data({
      candidates: [{ content: { parts, role: "model" }, index: 0, ...more }],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
      modelVersion: "model-a",
    });
  return [
    ...tokensOf(text).map((token) => chunk([{ text: token }])),
    chunk(
      calls.map(({ arguments: args, name }) => ({
        functionCall: { name, args: parsed(args) },
      })),
      { finishReason: stopOf(answer) === "length" ? "MAX_TOKENS" : "STOP" },
    ),
  ];
}

const COHERE_STOP = { end: "COMPLETE", length: "MAX_TOKENS", tools: "TOOL_CALL" } as const;

function cohereEvents(answer: Answered): readonly string[] {
  const { calls = [], text = "", usage: [input, output] = USAGE } = answer;
  const event = (type: string, more: object): string => data({ type, ...more }, type);
  return [
    event("message-start", { id: "1", delta: { message: { role: "assistant", content: [] } } }),
    ...(text === ""
      ? []
      : [
          event("content-start", {
            index: 0,
            delta: { message: { content: { type: "text", text: "" } } },
          }),
          ...tokensOf(text).map((token) =>
            event("content-delta", { index: 0, delta: { message: { content: { text: token } } } }),
          ),
          event("content-end", { index: 0 }),
        ]),
    ...calls.flatMap(({ arguments: args, id, name }, index) => [
      event("tool-call-start", {
        index,
        delta: {
          message: { tool_calls: { id, type: "function", function: { name, arguments: "" } } },
        },
      }),
      ...(args.match(/.{1,7}/gs) ?? []).map((part) =>
        event("tool-call-delta", {
          index,
          delta: { message: { tool_calls: { function: { arguments: part } } } },
        }),
      ),
      event("tool-call-end", { index }),
    ]),
    event("message-end", {
      delta: {
        finish_reason: COHERE_STOP[stopOf(answer)],
        usage: {
          billed_units: { input_tokens: input, output_tokens: output },
          tokens: { input_tokens: input, output_tokens: output },
        },
      },
    }),
  ];
}

/** The same answer in one piece. */
export function wholeOf(provider: ProviderId, answer: Answered): unknown {
  const { calls = [], text = "", usage: [input, output] = USAGE } = answer;
  const stop = stopOf(answer);
  if (provider === "anthropic")
    return {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "model-a",
      content: [
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map(({ arguments: args, id, name }) => ({
          type: "tool_use",
          id,
          name,
          input: parsed(args),
        })),
      ],
      stop_reason: ANTHROPIC_STOP[stop],
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    };
  if (provider === "google")
    return {
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              ...(text === "" ? [] : [{ text }]),
              ...calls.map(({ arguments: args, name }) => ({
                functionCall: { name, args: parsed(args) },
              })),
            ],
          },
          finishReason: stop === "length" ? "MAX_TOKENS" : "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output,
        totalTokenCount: input + output,
      },
    };
  const toolCalls = calls.map(({ arguments: args, id, name }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  if (provider === "cohere")
    return {
      id: "1",
      finish_reason: COHERE_STOP[stop],
      message: {
        role: "assistant",
        content: text === "" ? [] : [{ type: "text", text }],
        ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
      },
      usage: { tokens: { input_tokens: input, output_tokens: output } },
    };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "model-a",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" ? null : text,
          ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        finish_reason: OPENAI_STOP[stop],
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
