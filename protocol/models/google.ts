/** `generateContent` of Google's Gemini interface. */
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

const MODEL_PREFIX = "models/";

const STOP_WORDS: Readonly<Record<string, Stop>> = {
  STOP: "end",
  MAX_TOKENS: "length",
  MALFORMED_FUNCTION_CALL: "failed",
  UNEXPECTED_TOOL_CALL: "failed",
  OTHER: "failed",
};

export const googleDialect: Dialect = {
  chatPath: (model, stream) => {
    const name = encodeURIComponent(
      model.startsWith(MODEL_PREFIX) ? model.slice(MODEL_PREFIX.length) : model,
    );
    return stream
      ? `/models/${name}:streamGenerateContent?alt=sse`
      : `/models/${name}:generateContent`;
  },
  modelsPath: "/models?pageSize=1000",
  headers: (apiKey) => ({ "x-goog-api-key": apiKey }),
  body: requestBody,
  stream: () => new GoogleStream(),
  whole: (answer) => {
    const events = new GoogleStream().read(objectOf(answer));
    return listOf(objectOf(answer)["candidates"]).length === 0
      ? events
      : [...events, { type: "end" }];
  },
  fault: (body) => faultText(body),
  models: (body) =>
    listOf(objectOf(body)["models"]).map((one) => {
      const name = textOf(objectOf(one)["name"]);
      return name.startsWith(MODEL_PREFIX) ? name.slice(MODEL_PREFIX.length) : name;
    }),
};

function requestBody(request: ChatRequest): JsonObject {
  const { maxTokens, messages, stop, temperature, tools, toolChoice, topP } = request;
  const system = systemOf(messages);
  const settings: JsonObject = {
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stop === undefined || stop.length === 0 ? {} : { stopSequences: stop }),
  };
  return {
    ...(system === "" ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    contents: turnsOf(messages, "model", partsOf).map(({ blocks, role }) => ({
      role,
      parts: blocks,
    })),
    ...(tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: tools.map(({ description, name, schema }) => ({
                name,
                description,
                parametersJsonSchema: schema,
              })),
            },
          ],
          ...(toolChoice === undefined
            ? {}
            : { toolConfig: { functionCallingConfig: choiceBody(toolChoice) } }),
        }),
    ...(Object.keys(settings).length === 0 ? {} : { generationConfig: settings }),
  };
}

function choiceBody(choice: ToolChoice): JsonObject {
  if (typeof choice !== "string") return { mode: "ANY", allowedFunctionNames: [choice.name] };
  return { mode: choice === "required" ? "ANY" : choice.toUpperCase() };
}

function partsOf(message: Message): readonly JsonObject[] {
  if (message.role === "tool")
    return [{ functionResponse: { name: message.name, response: { result: message.text } } }];
  const text: readonly JsonObject[] = message.text === "" ? [] : [{ text: message.text }];
  if (message.role !== "assistant") return text;
  return [
    ...text,
    ...message.calls.map((call) => ({
      functionCall: { name: call.name, args: argumentsOf(call) },
      ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }),
    })),
  ];
}

class GoogleStream implements StreamReader {
  #calls = 0;

  take({ data }: { readonly data: string }): readonly ChatEvent[] {
    return this.read(objectOf(jsonOf(data)));
  }

  read(chunk: JsonObject): readonly ChatEvent[] {
    if (isObject(chunk["error"])) return [{ type: "fault", message: faultText(chunk) }];
    const candidate = objectOf(listOf(chunk["candidates"])[0]);
    const events: ChatEvent[] = [];
    for (const one of listOf(objectOf(candidate["content"])["parts"]))
      events.push(...this.#part(objectOf(one)));
    const usage = chunk["usageMetadata"];
    if (isObject(usage)) events.push(usageEvent(usage));
    const word = textOf(candidate["finishReason"]);
    const blocked = textOf(objectOf(chunk["promptFeedback"])["blockReason"]);
    if (word !== "" || blocked !== "") events.push({ type: "stop", stop: this.#stop(word) });
    return events;
  }

  #part(part: JsonObject): readonly ChatEvent[] {
    const { functionCall, text, thought } = part;
    if (isObject(functionCall)) {
      const index = this.#calls;
      this.#calls += 1;
      const signature = textOf(part["thoughtSignature"]);
      return [
        {
          type: "call",
          index,
          // The provider need not give one.
          id: textOf(functionCall["id"]) || `call_${index}`,
          name: textOf(functionCall["name"]),
          arguments: JSON.stringify(objectOf(functionCall["args"])),
          ...(signature === "" ? {} : { signature }),
        },
      ];
    }
    return thought === true || typeof text !== "string" || text === ""
      ? []
      : [{ type: "text", text }];
  }

  /** A call ends with STOP, too; what is not known here was held back. */
  #stop(word: string): Stop {
    const stop = STOP_WORDS[word] ?? "filtered";
    return stop === "end" && this.#calls > 0 ? "tools" : stop;
  }
}

function usageEvent(usage: JsonObject): ChatEvent {
  return {
    type: "usage",
    usage: {
      inputTokens: countOf(usage["promptTokenCount"]),
      outputTokens: countOf(usage["candidatesTokenCount"]) + countOf(usage["thoughtsTokenCount"]),
    },
  };
}

/** Errors of a stream come in a list of one. */
function faultText(body: JsonValue): string {
  const all = objectOf(Array.isArray(body) ? body[0] : body);
  return textOf(objectOf(all["error"])["message"]);
}
