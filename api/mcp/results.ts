/**
 * What a tool call answers: structured content with the same JSON as text, or a refusal with its
 * next step.
 */
import { errorEntry, isErrorCode } from "../../protocol/errors.js";
import type { Reply } from "./invoke.js";
import { isFields, type Fields } from "./rpc.js";

export function toolResult(reply: Reply): Fields {
  const { json } = reply;
  if (reply.status >= 300) return refused(problemText(json, reply));
  if (!isFields(json)) return { content: [{ type: "text", text: reply.text }] };
  if (isFields(json["inputError"])) {
    return refused(
      refusalText(json["inputError"], "code", "Supply the missing input and call again."),
    );
  }
  if (isFields(json["refusal"])) {
    return refused(
      refusalText(json["refusal"], "kind", "Choose another operator or other inputs."),
    );
  }
  return { content: [{ type: "text", text: reply.text }], structuredContent: json };
}

function refused(text: string): Fields {
  return { content: [{ type: "text", text }], isError: true };
}

function refusalText(refusal: Fields, nameKey: string, next: string): string {
  const head = `${String(refusal[nameKey])}: ${String(refusal["message"])}`;
  return `${head}\nNext: ${next}\n${JSON.stringify(refusal)}`;
}

function problemText(json: unknown, reply: Reply): string {
  if (!isFields(json) || typeof json["code"] !== "string") {
    return `HTTP ${reply.status}: ${reply.text}`;
  }
  const code = json["code"];
  const own = json["next"];
  const remedy = isErrorCode(code)
    ? remedyOf(errorEntry(code).remedy, reply.retryAfter)
    : "Read the detail.";
  const next = typeof own === "string" ? own : remedy;
  return `${code}: ${String(json["detail"])}\nNext: ${next}\n${reply.text}`;
}

/** A result has no header fields: what one says is written out. */
function remedyOf(remedy: string, retryAfter: string | undefined): string {
  if (retryAfter !== undefined) return `Wait ${retryAfter} s and call again.`;
  return remedy.includes("`Retry-After`") ? "Wait a few seconds and call again." : remedy;
}
