/**
 * Our side of OpenAI's chat completions: what a client sends becomes a chat, and what comes of it an
 * answer or chunks as that client reads them.
 */
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import {
  listOf,
  objectOf,
  textOf,
  type ChatRequest,
  type Message,
  type Stop,
  type ToolCall,
  type ToolChoice,
  type ToolSpec,
  type Usage,
} from "./chat.js";
import { STOP_WORD } from "./openai.js";

/** The fault of a request, at its place. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** Fields that change nothing a model says. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "user",
  "metadata",
  "store",
  "stream_options",
  "service_tier",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_retention",
  "parallel_tool_calls",
]);
const READ: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "tools",
  "tool_choice",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "stop",
  "stream",
  "n",
  "calc",
]);

/** @throws RequestFault */
export function readCompletion(body: JsonObject, model: string): ChatRequest {
  const { n, stop, stream, temperature, top_p: topP, tools, tool_choice: choice } = body;
  if (n !== undefined && n !== null && n !== 1)
    throw new RequestFault("/n", "one answer is made of a request: n is 1");
  const extra = Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !READ.has(name) && !WITHOUT_EFFECT.has(name) && value !== null,
    ),
  );
  return {
    model,
    messages: listOf(body["messages"]).map((one, i) => readMessage(one, `/messages/${i}`)),
    tools: listOf(tools).map((one, i) => readTool(one, `/tools/${i}`)),
    toolChoice: readChoice(choice),
    maxTokens: numberOf(body["max_completion_tokens"]) ?? numberOf(body["max_tokens"]),
    temperature: numberOf(temperature),
    topP: numberOf(topP),
    stop: typeof stop === "string" ? [stop] : listOf(stop).map(textOf),
    stream: stream === true,
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function readMessage(value: JsonValue, at: string): Message {
  const message = objectOf(value);
  const role = textOf(message["role"]);
  const text = readContent(message["content"], `${at}/content`);
  switch (role) {
    case "system":
    case "developer":
      return { role: "system", text };
    case "user":
      return { role: "user", text };
    case "tool":
      return {
        role: "tool",
        callId: textOf(message["tool_call_id"]),
        name: textOf(message["name"]),
        text,
      };
    case "assistant":
      return {
        role: "assistant",
        text,
        calls: listOf(message["tool_calls"]).map((one): ToolCall => {
          const call = objectOf(one);
          const definition = objectOf(call["function"]);
          const signature = textOf(call["signature"]);
          return {
            id: textOf(call["id"]),
            name: textOf(definition["name"]),
            arguments: textOf(definition["arguments"]),
            ...(signature === "" ? {} : { signature }),
          };
        }),
      };
    default:
      throw new RequestFault(
        `${at}/role`,
        "the role is system, developer, user, assistant or tool",
      );
  }
}

/** Text alone: pictures, sound and files are refused. */
function readContent(content: JsonValue | undefined, at: string): string {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  if (!Array.isArray(content)) throw new RequestFault(at, "the content is a text");
  const parts: readonly JsonValue[] = content;
  return parts
    .map((one, i) => {
      const part = objectOf(one);
      const text = part["type"] === "refusal" ? part["refusal"] : part["text"];
      if ((part["type"] !== "text" && part["type"] !== "refusal") || typeof text !== "string")
        throw new RequestFault(
          `${at}/${i}`,
          "only text is taken: pictures, sound and files are not",
        );
      return text;
    })
    .join("");
}

function readTool(value: JsonValue, at: string): ToolSpec {
  const tool = objectOf(value);
  const definition = objectOf(tool["function"]);
  if (tool["type"] !== "function" || textOf(definition["name"]) === "")
    throw new RequestFault(at, "a tool is a function with a name");
  return {
    name: textOf(definition["name"]),
    description: textOf(definition["description"]),
    schema: isObject(definition["parameters"])
      ? definition["parameters"]
      : { type: "object", properties: {} },
  };
}

function readChoice(choice: JsonValue | undefined): ToolChoice | undefined {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  const name = textOf(objectOf(objectOf(choice)["function"])["name"]);
  return name === "" ? undefined : { name };
}

// What goes back.

export interface CompletionHead {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  /** As the client named it. */
  readonly model: string;
}

export interface CompletionAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly stop: Stop;
  /** Null where the provider told none. */
  readonly usage: Usage | null;
}

export function completionOf(
  head: CompletionHead,
  { calls, stop, text, usage }: CompletionAnswer,
): JsonObject {
  return {
    ...headOf(head, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text === "" && calls.length > 0 ? null : text,
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
        },
        logprobs: null,
        finish_reason: STOP_WORD[stop],
      },
    ],
    ...(usage === null ? {} : { usage: usageOf(usage) }),
  };
}

/** @param more members beside the choices */
export function chunkOf(
  head: CompletionHead,
  delta: JsonObject,
  stop: Stop | null,
  more: JsonObject = {},
): JsonObject {
  return {
    ...headOf(head, "chat.completion.chunk"),
    choices: [
      { index: 0, delta, logprobs: null, finish_reason: stop === null ? null : STOP_WORD[stop] },
    ],
    ...more,
  };
}

/** Only for who asked for it: clients that read the first choice fail on a chunk without one. */
export function usageChunkOf(head: CompletionHead, usage: Usage): JsonObject {
  return { ...headOf(head, "chat.completion.chunk"), choices: [], usage: usageOf(usage) };
}

/** Whether a request for a stream wants its usage. */
export function asksUsage(body: JsonObject): boolean {
  return objectOf(body["stream_options"])["include_usage"] === true;
}

function headOf({ created, id, model }: CompletionHead, object: string): JsonObject {
  return { id, object, created, model };
}

function callOf({ arguments: text, id, name, signature }: ToolCall): JsonObject {
  return {
    id,
    type: "function",
    function: { name, arguments: text },
    ...(signature === undefined ? {} : { signature }),
  };
}

function usageOf({ inputTokens, outputTokens }: Usage): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
