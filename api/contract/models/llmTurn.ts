/** Chats with a model that the caller asks himself, turn by turn. */
import * as z from "zod";
import {
  LLM_ARGUMENTS_CHARS_MAX,
  LLM_CALLS_MAX,
  LLM_CHAT_SECONDS,
  LLM_CHAT_SECONDS_MAX,
  LLM_TEXT_CHARS_MAX,
} from "../../../protocol/limits.js";
import { STOPS } from "../../../protocol/models/chat.js";
import { SINCE } from "../definition/common.js";
import { budget, chatMessages, chatResult } from "./llmChat.js";
import { CHATTING } from "./llmCommon.js";
import { defineOperation } from "../definition/operation.js";

const NAME_CHARS_MAX = 256;

/** One turn: what to ask the model, or what came of the chat. */
export const llmTurn = defineOperation({
  id: "calc_llm_turn",
  method: "POST",
  path: "/api/llm/turns",
  since: SINCE,
  summary:
    "Chat with a model of the caller's own, turn by turn; its numbers are linked to receipts",
  description:
    "No key of a provider is needed: `ask` is what to ask the model, and the next turn brings its " +
    "`answer` with the `state` that came with `ask`. The node runs the tools that the model calls. The " +
    "last turn answers `result`. The node keeps nothing in between: the state carries what came, and " +
    "a changed one is refused. Over MCP the node asks the model of a client that offers sampling.",
  auth: "account",
  effect: "write",
  limits: CHATTING,
  input: z.strictObject({
    messages: chatMessages,
    tools: z.enum(["none", "calc"]).default("none"),
    strict: z.boolean().default(false).describe("Withhold numbers that no receipt has"),
    budget: budget.optional(),
    seconds: z.int().min(1).max(LLM_CHAT_SECONDS_MAX).default(LLM_CHAT_SECONDS),
    state: z.string().optional().describe("As the turn before answered it"),
    answer: z
      .strictObject({
        text: z.string().max(LLM_TEXT_CHARS_MAX).default(""),
        calls: z
          .array(
            z.strictObject({
              id: z.string().max(NAME_CHARS_MAX),
              name: z.string().max(NAME_CHARS_MAX),
              arguments: z.string().max(LLM_ARGUMENTS_CHARS_MAX).describe("JSON text"),
            }),
          )
          .max(LLM_CALLS_MAX)
          .default([]),
        stop: z.enum(STOPS).default("end"),
      })
      .optional()
      .describe("What the model said to `ask`"),
  }),
  body: "required",
  headers: ["authorization"],
  output: z.looseObject({
    ask: z
      .looseObject({
        messages: z.array(
          z.looseObject({
            role: z.enum(["system", "user", "assistant", "tool"]),
            text: z.string(),
          }),
        ),
        tools: z.array(
          z.looseObject({ name: z.string(), description: z.string(), schema: z.looseObject({}) }),
        ),
        mayCall: z.boolean().describe("Whether the model may call a tool"),
      })
      .nullable(),
    state: z.string().nullable(),
    result: chatResult.nullable(),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      input: { messages: [{ role: "user", content: "How heavy is 1 m^3 of iron?" }] },
      output: {
        ask: {
          messages: [{ role: "user", text: "How heavy is 1 m^3 of iron?" }],
          tools: [],
          mayCall: false,
        },
        state: "eyJpZCI6ImNoYXRfMDEyMyJ9.3q2-7w",
        result: null,
      },
    },
  ],
  mcp: {
    toolset: "models",
    listed: false,
    // Clients without sampling are refused.
    example: null,
    description:
      "Chat with the client's own model, where it offers sampling: with tools calc it computes here, and " +
      "each number of its answer names its receipt. Needs the caller's API key.",
  },
});
