/** What several dialects write alike. */
import type { JsonObject } from "../ports.js";
import type { Message, ToolCall, ToolSpec } from "./chat.js";

/** Tools as functions: OpenAI's shape, and Cohere's. */
export function functionTools(tools: readonly ToolSpec[]): readonly JsonObject[] {
  return tools.map(({ description, name, schema }) => ({
    type: "function",
    function: { name, description, parameters: schema },
  }));
}

/** The member `tool_calls` of a message; none where nothing is called. */
export function functionCalls(
  calls: readonly ToolCall[],
  idOf: (id: string) => string = (id) => id,
): JsonObject {
  if (calls.length === 0) return {};
  return {
    tool_calls: calls.map((call) => ({
      id: idOf(call.id),
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

export interface SpokenTurn<R extends string> {
  readonly role: "user" | R;
  readonly blocks: readonly JsonObject[];
}

/** Turns alternate: what follows from the same side joins the turn before, and none is empty. */
export function turnsOf<R extends string>(
  messages: readonly Message[],
  assistant: R,
  blocksOf: (message: Message) => readonly JsonObject[],
): readonly SpokenTurn<R>[] {
  const turns: { readonly role: "user" | R; readonly blocks: JsonObject[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? assistant : "user";
    const blocks = blocksOf(message);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks: [...blocks] });
  }
  return turns.filter(({ blocks }) => blocks.length > 0);
}
