/** What came of a call, read from the answer of a node. */
import { isObject } from "../../protocol/encoding/json.js";
import type { ProblemBody } from "./problem.js";
import type { Answer } from "./send.js";

/**
 * result: what was asked for. refusal: an answer that says why there is no number. problem: an
 * error of the table.
 */
export type Outcome<T> =
  | {
      readonly kind: "result";
      readonly status: number;
      readonly value: T;
      readonly text: string;
      /** The body as it came, where it is no JSON. */
      readonly bytes?: Uint8Array;
      readonly headers: Headers;
    }
  | {
      readonly kind: "refusal";
      readonly status: number;
      readonly value: T;
      readonly text: string;
      readonly headers: Headers;
    }
  | {
      readonly kind: "problem";
      readonly status: number;
      readonly problem: ProblemBody;
      readonly headers: Headers;
      /** Of the call, where it took one: gives the answer to a caller that asks again. */
      readonly idempotencyKey?: string;
    };

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads events, or lines of JSON, until the one that is the answer.
 * @param onEvent told of each one ahead of it
 */
export async function streamedOutcome(
  response: Answer,
  isLines: boolean,
  onEvent: (event: string, data: Members) => void,
): Promise<Outcome<Members>> {
  const { headers } = response;
  for await (const part of partsOf(response, isLines ? "\n" : "\n\n")) {
    const [event, text] = isLines ? eventOfLine(part) : eventOfPart(part);
    const value = readJson(text) ?? {};
    if (event === "error") return problemOutcome(value, 500, headers, text);
    if (event === "result") {
      const plain = new Headers(headers);
      plain.set("content-type", "application/json");
      return { kind: kindOf(value), status: 200, value, text, headers: plain };
    }
    onEvent(event, value);
  }
  throw new TypeError("the stream ended without an answer");
}

type ServerEvent = readonly [event: string, data: string];

function eventOfLine(line: string): ServerEvent {
  const read = readJson(line) ?? {};
  for (const name of ["error", "result"])
    if (isObject(read[name])) return [name, JSON.stringify(read[name])];
  return ["progress", line];
}

function eventOfPart(part: string): ServerEvent {
  const lines = part.split("\n");
  const field = (name: string): string =>
    lines
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join("\n");
  return [field("event"), field("data")];
}

/** The parts of a body that end so, as they come. */
async function* partsOf({ body }: Answer, ending: string): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    for (let end = text.indexOf(ending); end >= 0; end = text.indexOf(ending)) {
      const part = text.slice(0, end);
      text = text.slice(end + ending.length);
      yield part;
    }
    if (done) return;
  }
}

export async function outcomeOf(
  response: Answer,
): Promise<Outcome<Readonly<Record<string, unknown>>>> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const type = (headers.get("content-type") ?? "").split(";", 1)[0] ?? "";
  const parsed = type.endsWith("json") ? readJson(text) : null;
  if (status >= 400) {
    return { kind: "problem", status, headers, problem: problemOf(parsed, status, text) };
  }
  const value = parsed ?? {};
  const kind = kindOf(value);
  if (kind === "refusal") return { kind, status, value, text, headers };
  return { kind, status, value, text, headers, ...(parsed === null ? { bytes } : {}) };
}

/** What came of one call of several that went together: its member of the answer is what it answers alone. */
export function outcomeOfItem(item: Members, headers: Headers): Outcome<Members> {
  if (isObject(item["problem"])) {
    const { problem } = item;
    return problemOutcome(problem, 400, headers, "");
  }
  return { kind: kindOf(item), status: 200, value: item, text: JSON.stringify(item), headers };
}

/** A body with a reason in the place of its number is a refusal. */
function kindOf(value: Members): "refusal" | "result" {
  return isObject(value["refusal"]) || isObject(value["inputError"]) ? "refusal" : "result";
}

function problemOutcome(
  value: Members,
  otherwise: number,
  headers: Headers,
  text: string,
): Outcome<Members> {
  const status = typeof value["status"] === "number" ? value["status"] : otherwise;
  return { kind: "problem", status, headers, problem: problemOf(value, status, text) };
}

function readJson(text: string): Readonly<Record<string, unknown>> | null {
  // The node's own JSON always reads; what a proxy sends in its place may not.
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a proxy answers in between has no code of ours. */
function problemOf(
  body: Readonly<Record<string, unknown>> | null,
  status: number,
  text: string,
): ProblemBody {
  const textAt = (name: string, otherwise: string): string => {
    const value = body?.[name];
    return typeof value === "string" ? value : otherwise;
  };
  return {
    ...body,
    code: textAt("code", "INTERNAL"),
    title: textAt("title", "The answer is not one of this interface"),
    detail: textAt("detail", text.slice(0, 200)),
    status,
    request_id: textAt("request_id", ""),
  };
}
