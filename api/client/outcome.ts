/** What came of a call, read from the answer of a node. */
import type { ProblemBody } from "./problem.js";

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

/**
 * Reads events until the one that is the answer.
 * @param onEvent told of each event ahead of it
 */
export async function eventOutcome(
  response: Response,
  onEvent: (event: string, data: Readonly<Record<string, unknown>>) => void,
): Promise<Outcome<Readonly<Record<string, unknown>>>> {
  const { headers } = response;
  for await (const { data, event } of serverEvents(response)) {
    const read = readJson(data) ?? {};
    if (event === "error") {
      const status = typeof read["status"] === "number" ? read["status"] : 500;
      return { kind: "problem", status, headers, problem: problemOf(read, status, data) };
    } else if (event === "result") {
      const refused = isRecord(read["refusal"]) || isRecord(read["inputError"]);
      const plain = new Headers(headers);
      plain.set("content-type", "application/json");
      return {
        kind: refused ? "refusal" : "result",
        status: 200,
        value: read,
        text: data,
        headers: plain,
      };
    } else onEvent(event, read);
  }
  throw new TypeError("the stream ended without an answer");
}

async function* serverEvents(
  response: Response,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string): string =>
        lines
          .filter((line) => line.startsWith(`${name}: `))
          .map((line) => line.slice(name.length + 2))
          .join("\n");
      yield { event: field("event"), data: field("data") };
    }
    if (done) return;
  }
}

export async function outcomeOf(
  response: Response,
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
  const refused = isRecord(value["refusal"]) || isRecord(value["inputError"]);
  if (refused) return { kind: "refusal", status, value, text, headers };
  return { kind: "result", status, value, text, headers, ...(parsed === null ? { bytes } : {}) };
}

function readJson(text: string): Readonly<Record<string, unknown>> | null {
  // The node's own JSON always reads; what a proxy sends in its place may not.
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
