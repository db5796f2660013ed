/** Chats with models, and what OpenAI's clients call. */
import * as z from "zod";
import {
  LLM_BUDGET_CALLS,
  LLM_BUDGET_CALLS_MAX,
  LLM_BUDGET_CREDITS,
  LLM_BUDGET_CREDITS_MAX,
  LLM_CHAT_SECONDS,
  LLM_CHAT_SECONDS_MAX,
  LLM_MESSAGES_MAX,
  LLM_TOOLS_MAX,
} from "../../../protocol/limits.js";
import { STOPS } from "../../../protocol/models/chat.js";
import { QUICK, SINCE } from "../definition/common.js";
import { pageFields } from "../definition/listing.js";
import { ASKING, CHATTING, credentialNamed, PROVIDER_ERRORS } from "./llmCommon.js";
import { defineOperation } from "../definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE } from "../definition/preEncoded.js";

const MODEL_CHARS_MAX = 200;
const STOPS_MAX = 8;

export const chatMessages = z
  .array(
    z.strictObject({
      role: z.enum(["system", "user", "assistant"]),
      content: z.string(),
    }),
  )
  .min(1)
  .max(LLM_MESSAGES_MAX);

const model = z.string().min(1).max(MODEL_CHARS_MAX);

export const budget = z
  .strictObject({
    credits: z.int().min(0).max(LLM_BUDGET_CREDITS_MAX).default(LLM_BUDGET_CREDITS),
    calls: z.int().min(0).max(LLM_BUDGET_CALLS_MAX).default(LLM_BUDGET_CALLS),
  })
  .describe("What the tools may use: credits of the account, and calls");

const number = z.looseObject({
  text: z.string(),
  start: z.int().describe("In `text`, UTF-16 units"),
  end: z.int(),
  unit: z.string().nullable(),
  from: z
    .enum(["receipt", "evaluation", "none"])
    .describe("evaluation: computed here and not sealed; none: the model's own"),
  receipt: z.string().nullable(),
  field: z.string().nullable().describe("value, uncertainty, in_unit, or inputs.NAME"),
});

/** What comes of a chat. */
export const chatResult = z.looseObject({
  id: z.string(),
  provider: z.string(),
  model: z.string(),
  text: z.string(),
  stop: z.enum(STOPS),
  usage: z
    .looseObject({ inputTokens: z.int(), outputTokens: z.int() })
    .nullable()
    .describe("null where the provider told none"),
  rounds: z.int().describe("Answers of the model; each that calls tools is followed by another"),
  steps: z
    .array(
      z.looseObject({
        tool: z.string(),
        arguments: z.string(),
        ok: z.boolean(),
        credits: z.int(),
        receipt: z.string().nullable(),
      }),
    )
    .describe("Calls of tools, in order"),
  numbers: z.array(number),
  withheld: z.int().describe("Numbers that `strict` took out"),
  credits: z.int().describe("Credits that the tools burned"),
});

/** The providers. */
export const llmProviders = defineOperation({
  id: "calc_llm_providers",
  method: "GET",
  path: "/api/llm/providers",
  since: SINCE,
  summary: "Providers of models that a key can be kept for",
  auth: "none",
  effect: "read",
  limits: QUICK,
  list: { items: "providers", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    providers: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        baseUrl: z.string().nullable().describe("null: each credential brings its own"),
        docs: z.string(),
      }),
    ),
    total: z.int(),
    localServers: z
      .array(z.string())
      .describe("host:port of servers in the operator's own network that a baseUrl may name"),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        providers: [
          {
            id: "mistral",
            title: "Mistral AI",
            baseUrl: "https://api.mistral.ai/v1",
            docs: "https://docs.mistral.ai/api",
          },
        ],
        total: 8,
        localServers: [],
      },
    },
  ],
  cli: { verb: "llm providers" },
});

/** A chat, with the node's tools where they are wanted. */
export const llmChat = defineOperation({
  id: "calc_llm_chat",
  method: "POST",
  path: "/api/llm/chat",
  since: SINCE,
  summary: "Chat with a model under the account's own key; its numbers are linked to receipts",
  description:
    '`tools: "calc"` gives the model five tools: search, compute, solve, evaluate, verify. They run ' +
    "under the caller's own key and budget. `numbers` says of each number of the answer which receipt " +
    "has it: the sealed value, rounded to the digits that are stated, in the unit that is stated. " +
    "`strict` withholds numbers that no receipt has. With `stream` the answer comes as events: `text`, " +
    "`step` for each call of a tool, and `result` with all of it, or `error` with the problem.",
  auth: "account",
  effect: "write",
  limits: CHATTING,
  input: z.strictObject({
    credential: credentialNamed,
    model: model.describe("As its provider names it"),
    messages: chatMessages,
    tools: z.enum(["none", "calc"]).default("none"),
    strict: z.boolean().default(false).describe("Withhold numbers that no receipt has"),
    budget: budget.optional(),
    maxTokens: z.int().min(1).optional().describe("Of each answer of the model"),
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    stop: z.array(z.string().min(1)).max(STOPS_MAX).optional(),
    stream: z.boolean().default(false),
    seconds: z.int().min(1).max(LLM_CHAT_SECONDS_MAX).default(LLM_CHAT_SECONDS),
  }),
  body: "required",
  headers: ["authorization"],
  output: chatResult,
  produces: [JSON_TYPE, EVENTS_TYPE],
  errors: [...PROVIDER_ERRORS],
  examples: [
    {
      input: {
        credential: "anthropic",
        model: "claude-sonnet-4-5",
        messages: [{ role: "user", content: "How strongly do Earth and Moon attract each other?" }],
        tools: "calc",
      },
      output: {
        id: "chat_0123456789abcdef01234567",
        provider: "anthropic",
        model: "claude-sonnet-4-5",
        text: "With 1.98e20 N.",
        stop: "end",
        usage: { inputTokens: 2_310, outputTokens: 96 },
        rounds: 2,
        steps: [{ tool: "compute", arguments: "{}", ok: true, credits: 3, receipt: "12d1d2fb" }],
        numbers: [
          {
            text: "1.98e20",
            start: 5,
            end: 12,
            unit: "N",
            from: "receipt",
            receipt: "12d1d2fb",
            field: "value",
          },
        ],
        withheld: 0,
        credits: 3,
      },
    },
  ],
});

/** Models of all credentials, for OpenAI's clients. */
export const llmModels = defineOperation({
  id: "calc_llm_models",
  method: "GET",
  path: "/api/llm/v1/models",
  since: SINCE,
  summary: "Models that the account's keys reach, as OpenAI's clients read them",
  description:
    "Each is named `<provider>/<model>`, or `<credential>/<model>` where the account has several " +
    "credentials for a provider. A provider that does not answer is named under `unavailable`.",
  auth: "account",
  effect: "read",
  limits: ASKING,
  input: z.strictObject({}),
  output: z.looseObject({
    object: z.literal("list"),
    data: z.array(
      z.looseObject({
        id: z.string(),
        object: z.literal("model"),
        created: z.int(),
        owned_by: z.string(),
      }),
    ),
    unavailable: z.array(z.looseObject({ credential: z.string(), code: z.string() })),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        object: "list",
        data: [{ id: "groq/llama-3.3-70b", object: "model", created: 0, owned_by: "groq" }],
        unavailable: [],
      },
    },
  ],
  cli: { verb: "llm models" },
});

/** Chat completions, for OpenAI's clients. */
export const llmCompletions = defineOperation({
  id: "calc_llm_completions",
  method: "POST",
  path: "/api/llm/v1/chat/completions",
  since: SINCE,
  summary: "Chat completions as OpenAI's clients call them, for models of every provider",
  description:
    "The model is `<provider>/<model>` or `<credential>/<model>`. Tools are the caller's own, whose " +
    "calls are answered by the caller; `calc` gives the model the node's tools in their place, and the " +
    "answer a member `calc` with steps, numbers and credits. Pictures, sound and files are refused.",
  auth: "account",
  effect: "write",
  limits: CHATTING,
  headers: ["authorization"],
  input: z.looseObject({
    model: model.describe("`<provider>/<model>`"),
    messages: z
      .array(z.looseObject({ role: z.string() }))
      .min(1)
      .max(LLM_MESSAGES_MAX),
    tools: z.array(z.looseObject({})).max(LLM_TOOLS_MAX).nullable().optional(),
    stream: z.boolean().nullable().optional(),
    max_tokens: z.int().min(1).nullable().optional(),
    max_completion_tokens: z.int().min(1).nullable().optional(),
    temperature: z.number().nullable().optional(),
    top_p: z.number().nullable().optional(),
    stop: z
      .union([z.string(), z.array(z.string()).max(STOPS_MAX)])
      .nullable()
      .optional(),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullable().optional() })
      .nullable()
      .optional()
      .describe("`include_usage`: a last chunk without choices has the usage"),
    calc: z
      .strictObject({ strict: z.boolean().default(false), budget: budget.optional() })
      .optional()
      .describe("The node's tools for the model"),
  }),
  body: "required",
  output: z.looseObject({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int(),
    model: z.string(),
    choices: z.array(z.looseObject({})),
    usage: z.looseObject({}).optional().describe("Absent where the provider told none"),
  }),
  produces: [JSON_TYPE, EVENTS_TYPE],
  errors: ["INVALID_INPUT", ...PROVIDER_ERRORS],
  examples: [
    {
      input: { model: "groq/llama-3.3-70b", messages: [{ role: "user", content: "Hello" }] },
      output: {
        id: "chat_0123456789abcdef01234567",
        object: "chat.completion",
        created: 1_796_000_000,
        model: "groq/llama-3.3-70b",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: "Hello!", refusal: null },
            logprobs: null,
            finish_reason: "stop",
          },
        ],
        usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
      },
    },
  ],
});
