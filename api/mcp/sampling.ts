/**
 * Chats with the client's own model: a turn of the node becomes a request to sample, and what the
 * client's model said goes into the next turn. The state travels with the client; the node that gave it
 * out knows it again.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { RPC, RpcError, type Fields, type RpcRequest } from "./rpc.js";

/** Name of the one request of a turn. */
const SAMPLE = "sample";
/** The protocol demands a bound. */
const MAX_TOKENS = 4_096;

const STOPS: Readonly<Record<string, string>> = { maxTokens: "length", toolUse: "tools" };

/** Why the client's model cannot be asked, in words for it; null where it can. */
export function samplingFault({ capabilities, modern }: RpcRequest, given: Fields): string | null {
  const offered = capabilities["sampling"];
  const otherwise =
    "Instead, keep a key for a provider (POST /api/calc/llm/credentials) and POST /api/llm/chat, both by " +
    "calc_http; or call the tools of this server yourself.";
  if (!modern)
    return `SAMPLING_MISSING: the client's model is asked from revision 2026-07-28 on. ${otherwise}`;
  if (!isObject(offered)) return `SAMPLING_MISSING: this client offers no sampling. ${otherwise}`;
  if (given["tools"] === "calc" && !isObject(offered["tools"]))
    return (
      "SAMPLING_MISSING: the model of this client cannot call tools (sampling.tools). " +
      `Leave out tools. ${otherwise}`
    );
  return null;
}

/** What a turn is called with: the arguments, and what the model said to the turn before. */
export function turnOf(
  { params }: RpcRequest,
  { messages, tools, strict, ...rest }: Fields,
): Fields {
  const { budget, seconds } = rest;
  const { inputResponses, requestState } = params;
  const said = isObject(inputResponses) ? inputResponses[SAMPLE] : undefined;
  const given = Object.entries({ messages, tools, strict, budget, seconds }).filter(
    ([, value]) => value !== undefined,
  );
  const asked = Object.fromEntries(given);
  if (said === undefined && requestState === undefined) return asked;
  if (!isObject(said)) throw new RpcError(RPC.invalidParams, `inputResponses lacks ${SAMPLE}`);
  return { ...asked, state: requestState, answer: answerOf(said) };
}

/** @throws RpcError for pictures and sound */
function answerOf({ content, stopReason }: Fields): Fields {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts: string[] = [];
  const calls: Fields[] = [];
  for (const block of blocks) {
    if (!isObject(block)) throw new RpcError(RPC.invalidParams, "content holds blocks");
    const { id, input, name, text, type } = block;
    if (type === "text" && typeof text === "string") texts.push(text);
    else if (type === "tool_use")
      calls.push({ id, name, arguments: JSON.stringify(isObject(input) ? input : {}) });
    else throw new RpcError(RPC.invalidParams, "the answer of a model is text and calls of tools");
  }
  const stop = STOPS[String(stopReason)] ?? "end";
  return { text: texts.join(""), calls, stop };
}

/** The request to sample that a turn asks for; null where the chat is over. */
export function samplingAsked(turn: unknown): Fields | null {
  if (!isObject(turn) || !isObject(turn["ask"])) return null;
  const { mayCall, messages, tools } = turn["ask"];
  const all = fieldsIn(messages);
  const specs = fieldsIn(tools);
  return {
    resultType: "input_required",
    inputRequests: {
      [SAMPLE]: {
        method: "sampling/createMessage",
        params: {
          messages: messagesOf(all.filter(({ role }) => role !== "system")),
          ...systemOf(all),
          maxTokens: MAX_TOKENS,
          ...(specs.length === 0
            ? {}
            : {
                tools: specs.map(({ description, name, schema }) => ({
                  name,
                  description,
                  inputSchema: schema,
                })),
                toolChoice: { mode: mayCall === true ? "auto" : "none" },
              }),
        },
      },
    },
    requestState: turn["state"],
  };
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function systemOf(messages: readonly Fields[]): Fields {
  const texts = messages.flatMap(({ role, text }) => (role === "system" ? [String(text)] : []));
  return texts.length === 0 ? {} : { systemPrompt: texts.join("\n\n") };
}

/** Answers of tools that follow each other are one message. */
function messagesOf(messages: readonly Fields[]): readonly Fields[] {
  const parsedMessages: {
    readonly role: string;
    readonly of: unknown;
    readonly content: Fields[];
  }[] = [];
  for (const message of messages) {
    const content = contentOf(message);
    const last = parsedMessages.at(-1);
    if (message["role"] === "tool" && last?.of === "tool") last.content.push(...content);
    else
      parsedMessages.push({
        role: message["role"] === "assistant" ? "assistant" : "user",
        of: message["role"],
        content,
      });
  }
  return parsedMessages.map(({ content, role }) => ({ role, content }));
}

function contentOf({ callId, calls, role, text }: Fields): Fields[] {
  const said: Fields = { type: "text", text };
  if (role === "tool") return [{ type: "tool_result", toolUseId: callId, content: [said] }];
  const used = fieldsIn(calls).map(({ arguments: args, id, name }) => ({
    type: "tool_use",
    id,
    name,
    input: inputOf(args),
  }));
  return text === "" && used.length > 0 ? used : [said, ...used];
}

function inputOf(text: unknown): Fields {
  try {
    const read: unknown = JSON.parse(String(text));
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}
