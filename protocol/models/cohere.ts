/** Version 2 of Cohere's chat. */
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import type { Dialect, StreamReader } from "./dialect.js";
import {
  countOf,
  jsonOf,
  listOf,
  objectOf,
  textOf,
  type ChatEvent,
  type ChatRequest,
  type Message,
  type Stop,
} from "./chat.js";
import { functionCalls, functionTools } from "./shared.js";

const STOP_WORDS: Readonly<Record<string, Stop>> = {
  COMPLETE: "end",
  STOP_SEQUENCE: "end",
  MAX_TOKENS: "length",
  TOOL_CALL: "tools",
  ERROR: "failed",
  TIMEOUT: "failed",
};

export const cohereDialect: Dialect = {
  chatPath: () => "/v2/chat",
  modelsPath: "/v1/models?endpoint=chat&page_size=1000",
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  body: requestBody,
  stream: () => new CohereStream(),
  whole: wholeAnswer,
  fault: (body) => textOf(objectOf(body)["message"]),
  models: (body) => listOf(objectOf(body)["models"]).map((one) => textOf(objectOf(one)["name"])),
};

function requestBody(request: ChatRequest): JsonObject {
  const { maxTokens, messages, model, stop, stream, temperature, tools, toolChoice, topP } =
    request;
  return {
    model,
    messages: messages.map(messageBody),
    ...(tools.length === 0 || toolChoice === "none"
      ? {}
      : {
          // One tool is called by name where it is the only one.
          tools: functionTools(
            tools.filter(({ name }) => typeof toolChoice !== "object" || toolChoice.name === name),
          ),
          ...(toolChoice === undefined || toolChoice === "auto" ? {} : { tool_choice: "REQUIRED" }),
        }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { p: topP }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop_sequences: stop }),
    stream,
  };
}

function messageBody(message: Message): JsonObject {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.callId, content: message.text };
  if (message.role !== "assistant") return { role: message.role, content: message.text };
  const { calls, text } = message;
  return {
    role: "assistant",
    ...(text === "" ? {} : { content: text }),
    ...functionCalls(calls),
  };
}

class CohereStream implements StreamReader {
  #index = -1;

  take({ data }: { readonly data: string }): readonly ChatEvent[] {
    const event = objectOf(jsonOf(data));
    const delta = objectOf(event["delta"]);
    const message = objectOf(delta["message"]);
    switch (event["type"]) {
      case "content-delta": {
        const text = textOf(objectOf(message["content"])["text"]);
        return text === "" ? [] : [{ type: "text", text }];
      }
      case "tool-call-start":
        this.#index += 1;
        return [this.#call(objectOf(message["tool_calls"]))];
      case "tool-call-delta":
        return this.#index < 0 ? [] : [this.#call(objectOf(message["tool_calls"]))];
      case "message-end": {
        const fault = textOf(delta["error"]);
        if (fault !== "") return [{ type: "fault", message: fault }];
        const usage = delta["usage"];
        return [
          ...(isObject(usage) ? [usageEvent(usage)] : []),
          stopEvent(textOf(delta["finish_reason"])),
          { type: "end" },
        ];
      }
      default:
        return [];
    }
  }

  #call(call: JsonObject): ChatEvent {
    const definition = objectOf(call["function"]);
    return {
      type: "call",
      index: this.#index,
      id: textOf(call["id"]) || undefined,
      name: textOf(definition["name"]) || undefined,
      arguments: textOf(definition["arguments"]) || undefined,
    };
  }
}

function wholeAnswer(value: JsonValue): readonly ChatEvent[] {
  const answer = objectOf(value);
  const message = objectOf(answer["message"]);
  const text = listOf(message["content"])
    .map((part) => textOf(objectOf(part)["text"]))
    .join("");
  const calls = listOf(message["tool_calls"]).map((one, index): ChatEvent => {
    const call = objectOf(one);
    const definition = objectOf(call["function"]);
    return {
      type: "call",
      index,
      id: textOf(call["id"]),
      name: textOf(definition["name"]),
      arguments: textOf(definition["arguments"]),
    };
  });
  const usage = answer["usage"];
  const word = textOf(answer["finish_reason"]);
  return [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls,
    ...(isObject(usage) ? [usageEvent(usage)] : []),
    ...(word === "" ? [] : ([stopEvent(word), { type: "end" }] as const)),
  ];
}

function stopEvent(word: string): ChatEvent {
  return { type: "stop", stop: STOP_WORDS[word] ?? "end" };
}

function usageEvent(usage: JsonObject): ChatEvent {
  const { billed_units: billed, tokens } = usage;
  const counts = objectOf(isObject(tokens) ? tokens : billed);
  return {
    type: "usage",
    usage: {
      inputTokens: countOf(counts["input_tokens"]),
      outputTokens: countOf(counts["output_tokens"]),
    },
  };
}
