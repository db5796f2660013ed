/** Chat completions as OpenAI has them, which most providers and local servers speak. */
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import type { Dialect, Quirks, StreamReader } from "./dialect.js";
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
  type ToolChoice,
} from "./chat.js";
import { functionCalls, functionTools } from "./shared.js";
import { StreamedCalls, type CallPiece } from "./streamedCalls.js";

const DONE = "[DONE]";

/** Words for why a model stopped; `model_length` is Mistral's, `error` OpenRouter's. */
const STOP_WORDS: Readonly<Record<string, Stop>> = {
  stop: "end",
  length: "length",
  model_length: "length",
  tool_calls: "tools",
  function_call: "tools",
  content_filter: "filtered",
  error: "failed",
};

export const STOP_WORD: Readonly<Record<Stop, string>> = {
  end: "stop",
  length: "length",
  tools: "tool_calls",
  filtered: "content_filter",
  failed: "error",
};

export const openaiDialect: Dialect = {
  chatPath: () => "/chat/completions",
  modelsPath: "/models",
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` },
  body: requestBody,
  stream: () => new OpenaiStream(),
  whole: (answer) => wholeAnswer(answer),
  fault: faultText,
  models: (body) =>
    listOf(isObject(body) ? body["data"] : body).map((one) => textOf(objectOf(one)["id"])),
};

function requestBody(request: ChatRequest, quirks: Quirks): JsonObject {
  const {
    extra = {},
    maxTokens,
    messages,
    model,
    stop,
    stream,
    temperature,
    tools,
    toolChoice,
    topP,
  } = request;
  return {
    ...extra,
    model,
    messages: messages.map((message) => messageBody(message, quirks)),
    ...(tools.length === 0
      ? {}
      : {
          tools: functionTools(tools),
          ...(toolChoice === undefined ? {} : { tool_choice: choiceBody(toolChoice, quirks) }),
        }),
    ...(maxTokens === undefined ? {} : { [quirks.maxTokens]: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop }),
    stream,
    ...(stream && quirks.asksUsage ? { stream_options: { include_usage: true } } : {}),
  };
}

function choiceBody(choice: ToolChoice, { required }: Quirks): JsonValue {
  if (choice === "required") return required;
  return typeof choice === "string" ? choice : { type: "function", function: choice };
}

function messageBody(message: Message, quirks: Quirks): JsonObject {
  if (message.role === "tool")
    return {
      role: "tool",
      tool_call_id: callId(message.callId, quirks),
      content: message.text,
      ...(quirks.callIdChars === null ? {} : { name: message.name }),
    };
  if (message.role !== "assistant") return { role: message.role, content: message.text };
  const { calls, text } = message;
  return {
    role: "assistant",
    // A message that only calls has no content.
    content: text === "" && calls.length > 0 ? null : text,
    ...functionCalls(calls, (id) => callId(id, quirks)),
  };
}

/** The same id always becomes the same one of the length that is wanted. */
function callId(id: string, { callIdChars }: Quirks): string {
  if (callIdChars === null) return id;
  const plain = id.replaceAll(/[^A-Za-z0-9]/g, "");
  return plain.slice(-callIdChars).padStart(callIdChars, "0");
}

class OpenaiStream implements StreamReader {
  readonly #calls = new StreamedCalls();
  #hasDelta = false;

  take({ data }: { readonly data: string }): readonly ChatEvent[] {
    if (data.trim() === DONE) return [{ type: "end" }];
    const chunk = objectOf(jsonOf(data));
    const events: ChatEvent[] = [];
    const fault = chunk["error"];
    if (fault !== undefined && fault !== null)
      events.push({ type: "fault", message: faultText(chunk) });
    const choice = objectOf(listOf(chunk["choices"])[0]);
    const said = this.#said(choice);
    const text = spokenText(said);
    if (text !== "") events.push({ type: "text", text });
    for (const call of callsOf(said)) events.push(this.#calls.take(call));
    const word = textOf(choice["finish_reason"]);
    if (word !== "") events.push({ type: "stop", stop: STOP_WORDS[word] ?? "end" });
    const usage = chunk["usage"] ?? objectOf(chunk["x_groq"])["usage"];
    if (isObject(usage)) events.push(usageEvent(usage));
    return events;
  }

  /** Some servers write `message` for `delta`; others repeat in it what the deltas said. */
  #said({ delta, message }: JsonObject): JsonObject {
    const pieces = objectOf(delta);
    if (spokenText(pieces) !== "" || callsOf(pieces).length > 0) this.#hasDelta = true;
    return this.#hasDelta ? pieces : objectOf(message ?? delta);
  }
}

function wholeAnswer(value: JsonValue): readonly ChatEvent[] {
  const answer = objectOf(value);
  const choice = objectOf(listOf(answer["choices"])[0]);
  const message = objectOf(choice["message"]);
  const events: ChatEvent[] = [];
  const text = spokenText(message);
  if (text !== "") events.push({ type: "text", text });
  const calls = new StreamedCalls();
  // Without its number: in one piece each is another call, whatever number stands with it.
  for (const { id, name, arguments: args } of callsOf(message))
    events.push(calls.begin({ id, name, arguments: args }));
  const usage = answer["usage"];
  if (isObject(usage)) events.push(usageEvent(usage));
  const word = textOf(choice["finish_reason"]);
  if (word !== "") events.push({ type: "stop", stop: STOP_WORDS[word] ?? "end" });
  if (isObject(answer["error"])) events.push({ type: "fault", message: faultText(answer) });
  else if (listOf(answer["choices"]).length > 0) events.push({ type: "end" });
  return events;
}

/** A text, or parts of which some are text. */
function contentText(content: JsonValue | undefined): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(objectOf(part)["text"]))
    .join("");
}

function spokenText(said: JsonObject): string {
  return contentText(said["content"]) || textOf(said["refusal"]);
}

/** Calls of tools, or the one call of the form before them. */
function callsOf(said: JsonObject): readonly CallPiece[] {
  const older = said["function_call"];
  const calls = listOf(said["tool_calls"]).map(objectOf);
  if (calls.length === 0 && isObject(older)) return [callPiece({ index: 0, function: older })];
  return calls.map(callPiece);
}

function callPiece(call: JsonObject): CallPiece {
  const { index } = call;
  const called = objectOf(call["function"]);
  return {
    number: typeof index === "number" ? index : undefined,
    id: textOf(call["id"]),
    name: textOf(called["name"]),
    arguments: argumentsText(called["arguments"]),
  };
}

/** Some local servers give an object where a text belongs. */
function argumentsText(value: JsonValue | undefined): string {
  return isObject(value) ? JSON.stringify(value) : textOf(value);
}

function usageEvent(usage: JsonObject): ChatEvent {
  return {
    type: "usage",
    usage: {
      inputTokens: countOf(usage["prompt_tokens"]),
      outputTokens: countOf(usage["completion_tokens"]),
    },
  };
}

/** `{error: {message}}`, `{error: "..."}`, `{message}`, or `{detail: [{msg}]}`. */
function faultText(body: JsonValue): string {
  const all = objectOf(Array.isArray(body) ? body[0] : body);
  const { detail, error } = all;
  if (typeof error === "string") return error;
  if (isObject(error)) return textOf(error["message"]) || textOf(error["code"]);
  if (typeof detail === "string") return detail;
  const details = listOf(detail).map((one) => textOf(objectOf(one)["msg"]));
  return details.length > 0 ? details.join("; ") : textOf(all["message"]);
}
