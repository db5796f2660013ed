/**
 * What a tool call answers: structured content with the same JSON as text, or a refusal with its
 * next step.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { errorEntry, isErrorCode } from "../../protocol/errors/index.js";
import type { Call } from "../contract/definition/call.js";
import type { Reply } from "./invoke.js";
import type { LongAnswers } from "./longAnswers.js";
import { type Fields, type RpcRequest } from "./rpc.js";
import { SHORT_BYTES_MAX } from "../../protocol/readable/shorten.js";
import { isOpenReading } from "../readable/typedReading.js";
import type { AnswerText } from "../../protocol/readable/textReadings.js";

/**
 * A client that names it among its `extensions` or `experimental` capabilities reads structured
 * content, and is not sent the same again as text. One of the older revisions, which repeat no
 * capabilities, says so with `?content=structured`.
 */
export const STRUCTURED_CAPABILITY = "calcmesh/structured-content";

/** To whom a result goes. */
export interface Reader {
  readonly answers: LongAnswers;
  readonly call: Call;
  readonly readsStructured: boolean;
}

export function readerOf(answers: LongAnswers, rpc: RpcRequest, call: Call): Reader {
  const declares = (group: string): boolean => {
    const named = rpc.capabilities[group];
    return isObject(named) && named[STRUCTURED_CAPABILITY] !== undefined;
  };
  const readsStructured =
    declares("extensions") ||
    declares("experimental") ||
    (call.query !== "" && new URLSearchParams(call.query).get("content") === "structured");
  return { answers, call, readsStructured };
}

/**
 * A result of structured content, short enough for a model's context; null for no object.
 * @param read what the text says, where that is at hand
 */
export async function structured(
  answer: AnswerText,
  { answers, call, readsStructured }: Reader,
  read?: Fields,
): Promise<Fields | null> {
  const structuredContent = await answers.short(answer, call, read);
  if (structuredContent === null) return null;
  const { around, text } = answer;
  const isWritten = around === null && structuredContent["more"] === undefined;
  const same = isWritten ? text : JSON.stringify(structuredContent);
  const shown = readsStructured ? lineOf(structuredContent) : same;
  return { content: [{ type: "text", text: shown }], structuredContent };
}

/** The answer in a line, for people who look on. */
function lineOf({ uncertainty, unit, value, verdict }: Fields): string {
  if (typeof verdict === "string") return verdict;
  if (typeof value !== "number") return "See the structured content.";
  const spread = typeof uncertainty === "number" ? ` +/- ${uncertainty}` : "";
  return `${value}${spread} ${typeof unit === "string" ? unit : ""}`.trimEnd();
}

export async function toolResult(reply: Reply, reader: Reader): Promise<Fields> {
  const { isJson, json, text } = reply;
  if (reply.status >= 300) return refused(problemText(json, reply));
  const early = refusalOf(json);
  if (early !== null) return early;
  const at = isObject(json) ? json : undefined;
  const isRead = isJson && (at !== undefined || json === undefined);
  const result = isRead ? await structured({ text, isJson, around: null }, reader, at) : null;
  if (result === null) return { content: [{ type: "text", text: limited(text) }] };
  // A refusal beside much else is told as far as the short form has it.
  return json === undefined ? (refusalOf(result["structuredContent"]) ?? result) : result;
}

const CONFIRM =
  "Look at `reading`. If it is what is meant, call again with it in place of the query, and it is " +
  "sealed. Otherwise ask in other words.";

/** An answer about the question that has no value; null for any other. */
function refusalOf(json: unknown): Fields | null {
  if (!isObject(json)) return null;
  const { inputError = null, refusal = null } = json;
  if (isObject(inputError)) {
    return refused(refusalText(inputError, "code", "Supply the missing input and call again."));
  }
  if (!isObject(refusal)) return null;
  // An agent seals the reading by sending it back.
  return isOpenReading(json)
    ? refused(refusalText({ ...refusal, reading: json["reading"] }, "kind", CONFIRM))
    : refused(refusalText(refusal, "kind", "Choose another operator or other inputs."));
}

function refused(text: string): Fields {
  return { content: [{ type: "text", text: limited(text) }], isError: true };
}

function limited(text: string): string {
  const charsMax = 2 * SHORT_BYTES_MAX;
  return text.length <= charsMax
    ? text
    : `${text.slice(0, charsMax)}… (${text.length - charsMax} more characters)`;
}

function refusalText(refusal: Fields, nameKey: string, next: string): string {
  const head = `${String(refusal[nameKey])}: ${String(refusal["message"])}`;
  return `${head}\nNext: ${next}\n${JSON.stringify(refusal)}`;
}

function problemText(json: unknown, reply: Reply): string {
  if (!isObject(json) || typeof json["code"] !== "string") {
    return `HTTP ${reply.status}: ${reply.text}`;
  }
  const code = json["code"];
  const { next: own, remedy: said, ...members } = json;
  const usual = isErrorCode(code) ? errorEntry(code).remedy : "Read the detail.";
  const remedy = remedyOf(typeof said === "string" ? said : usual, reply.retryAfter);
  const next = typeof own === "string" ? own : remedy;
  return `${code}: ${String(json["detail"])}\nNext: ${next}\n${JSON.stringify(members)}`;
}

/** A result has no header fields: what one says is written out. */
function remedyOf(remedy: string, retryAfter: string | undefined): string {
  if (retryAfter !== undefined) return `Wait ${retryAfter} s and call again.`;
  return remedy.includes("`Retry-After`") ? "Wait a few seconds and call again." : remedy;
}
