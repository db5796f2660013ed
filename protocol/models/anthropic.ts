/** The Messages interface of Anthropic. */
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import type { Dialect, StreamReader } from "./dialect.js";
import {
  argumentsOf,
  countOf,
  jsonOf,
  listOf,
  objectOf,
  systemOf,
  textOf,
  type ChatEvent,
  type ChatRequest,
  type Message,
  type Stop,
  type ToolChoice,
} from "./chat.js";
import { turnsOf } from "./shared.js";

/** The provider demands a bound; this is what its own examples take. */
const MAX_TOKENS_USUAL = 4_096;
const VERSION = "2023-06-01";

const STOP_WORDS: Readonly<Record<string, Stop>> = {
  end_turn: "end",
  stop_sequence: "end",
  pause_turn: "end",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tools",
  refusal: "filtered",
};

export const anthropicDialect: Dialect = {
  chatPath: () => "/messages",
  modelsPath: "/models?limit=1000",
  headers: (apiKey) => ({ "x-api-key": apiKey, "anthropic-version": VERSION }),
  body: requestBody,
  stream: () => new AnthropicStream(),
  whole: wholeAnswer,
  fault: (body) => textOf(objectOf(objectOf(body)["error"])["message"]),
  models: (body) => listOf(objectOf(body)["data"]).map((one) => textOf(objectOf(one)["id"])),
};

function requestBody(request: ChatRequest): JsonObject {
  const { maxTokens, messages, model, stop, stream, temperature, tools, toolChoice, topP } =
    request;
  const system = systemOf(messages);
  return {
    model,
    max_tokens: maxTokens ?? MAX_TOKENS_USUAL,
    ...(system === "" ? {} : { system }),
    messages: turnsOf(messages, "assistant", blocksOf).map(({ blocks, role }) => ({
      role,
      content: blocks,
    })),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ description, name, schema }) => ({
            name,
            description,
            input_schema: schema,
          })),
          ...(toolChoice === undefined ? {} : { tool_choice: choiceBody(toolChoice) }),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop_sequences: stop }),
    stream,
  };
}

function choiceBody(choice: ToolChoice): JsonObject {
  if (choice === "required") return { type: "any" };
  return typeof choice === "string" ? { type: choice } : { type: "tool", name: choice.name };
}

function blocksOf(message: Message): readonly JsonObject[] {
  if (message.role === "tool")
    return [{ type: "tool_result", tool_use_id: message.callId, content: message.text }];
  // The provider refuses empty blocks of text.
  const text: readonly JsonObject[] =
    message.text === "" ? [] : [{ type: "text", text: message.text }];
  if (message.role !== "assistant") return text;
  return [
    ...text,
    ...message.calls.map((call) => ({
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: argumentsOf(call),
    })),
  ];
}

class AnthropicStream implements StreamReader {
  /** Numbers of calls by the number of their block. */
  readonly #calls = new Map<number, number>();
  #inputTokens = 0;

  take({ data }: { readonly data: string }): readonly ChatEvent[] {
    const event = objectOf(jsonOf(data));
    switch (event["type"]) {
      case "message_start":
        return this.#usage(objectOf(objectOf(event["message"])["usage"]));
      case "content_block_start":
        return this.#start(event);
      case "content_block_delta":
        return this.#delta(event);
      case "message_delta": {
        const word = textOf(objectOf(event["delta"])["stop_reason"]);
        return [
          ...this.#usage(objectOf(event["usage"])),
          ...(word === "" ? [] : [{ type: "stop", stop: STOP_WORDS[word] ?? "end" } as const]),
        ];
      }
      case "message_stop":
        return [{ type: "end" }];
      case "error":
        return [{ type: "fault", message: textOf(objectOf(event["error"])["message"]) }];
      default:
        return [];
    }
  }

  #start(event: JsonObject): readonly ChatEvent[] {
    const block = objectOf(event["content_block"]);
    if (block["type"] === "text") {
      const text = textOf(block["text"]);
      return text === "" ? [] : [{ type: "text", text }];
    }
    if (block["type"] !== "tool_use") return [];
    const index = this.#calls.size;
    this.#calls.set(countOf(event["index"]), index);
    return [{ type: "call", index, id: textOf(block["id"]), name: textOf(block["name"]) }];
  }

  #delta(event: JsonObject): readonly ChatEvent[] {
    const delta = objectOf(event["delta"]);
    if (delta["type"] === "text_delta") return [{ type: "text", text: textOf(delta["text"]) }];
    const index = this.#calls.get(countOf(event["index"]));
    if (delta["type"] !== "input_json_delta" || index === undefined) return [];
    return [{ type: "call", index, arguments: textOf(delta["partial_json"]) }];
  }

  /** Counts are of the whole message so far: the last ones hold. */
  #usage(usage: JsonObject): readonly ChatEvent[] {
    if (Object.keys(usage).length === 0) return [];
    this.#inputTokens = inputTokens(usage) || this.#inputTokens;
    const outputTokens = countOf(usage["output_tokens"]);
    return [{ type: "usage", usage: { inputTokens: this.#inputTokens, outputTokens } }];
  }
}

/** Tokens from the provider's cache count as input, too. */
function inputTokens(usage: JsonObject): number {
  return (
    countOf(usage["input_tokens"]) +
    countOf(usage["cache_read_input_tokens"]) +
    countOf(usage["cache_creation_input_tokens"])
  );
}

function wholeAnswer(value: JsonValue): readonly ChatEvent[] {
  const answer = objectOf(value);
  const events: ChatEvent[] = [];
  let index = 0;
  for (const one of listOf(answer["content"])) {
    const block = objectOf(one);
    if (block["type"] === "text") events.push({ type: "text", text: textOf(block["text"]) });
    if (block["type"] !== "tool_use") continue;
    events.push({
      type: "call",
      index,
      id: textOf(block["id"]),
      name: textOf(block["name"]),
      arguments: JSON.stringify(objectOf(block["input"])),
    });
    index += 1;
  }
  const usage = objectOf(answer["usage"]);
  events.push({
    type: "usage",
    usage: { inputTokens: inputTokens(usage), outputTokens: countOf(usage["output_tokens"]) },
  });
  const word = textOf(answer["stop_reason"]);
  if (word !== "") events.push({ type: "stop", stop: STOP_WORDS[word] ?? "end" });
  if (isObject(answer["error"]))
    events.push({ type: "fault", message: textOf(answer["error"]["message"]) });
  else if (answer["type"] === "message") events.push({ type: "end" });
  return events;
}
