/** What a dialect has to say; each is a file here. */
import type { JsonObject, JsonValue } from "../ports.js";
import type { ServerEvent } from "./sse.js";
import type { ChatEvent, ChatRequest } from "./chat.js";

/** Reads one streamed answer. */
export interface StreamReader {
  /** @throws SyntaxError where the data is no JSON */
  take(event: ServerEvent): readonly ChatEvent[];
}

/** Where members of one dialect differ from each other. */
export interface Quirks {
  /** Name of the bound on tokens of the answer. */
  readonly maxTokens: "max_tokens" | "max_completion_tokens";
  /** Whether the usage of a stream has to be asked for. */
  readonly asksUsage: boolean;
  /** The word for "call some tool". */
  readonly required: "required" | "any";
  /** Ids of calls have this many letters and digits; any where null. */
  readonly callIdChars: number | null;
}

export interface Dialect {
  /** Below the base address. */
  chatPath(model: string, stream: boolean): string;
  readonly modelsPath: string;
  /** Header fields that carry the key, and what else each request needs. */
  headers(apiKey: string): Readonly<Record<string, string>>;
  body(request: ChatRequest, quirks: Quirks): JsonObject;
  stream(): StreamReader;
  /** Of an answer in one piece. */
  whole(answer: JsonValue): readonly ChatEvent[];
  /** What a body of an error says; "" where it says nothing. */
  fault(body: JsonValue): string;
  /** Names of models. */
  models(body: JsonValue): readonly string[];
}
