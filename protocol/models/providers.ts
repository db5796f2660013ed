/** The providers of models: eight rows, and what each dialect needs. */
import { anthropicDialect } from "./anthropic.js";
import { cohereDialect } from "./cohere.js";
import type { Dialect, Quirks } from "./dialect.js";
import { googleDialect } from "./google.js";
import { openaiDialect } from "./openai.js";

export const PROVIDER_IDS = [
  "openai",
  "anthropic",
  "google",
  "mistral",
  "cohere",
  "groq",
  "openrouter",
  "openai-compatible",
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

export interface Provider {
  readonly id: ProviderId;
  readonly title: string;
  /** Below which its paths stand; null where each credential brings its own. */
  readonly baseUrl: string | null;
  readonly dialect: Dialect;
  readonly quirks: Quirks;
  /** Where its documents stand. */
  readonly docs: string;
}

const PLAIN: Quirks = {
  maxTokens: "max_tokens",
  asksUsage: true,
  required: "required",
  callIdChars: null,
};
const COMPLETION: Quirks = { ...PLAIN, maxTokens: "max_completion_tokens" };

function provider(
  id: ProviderId,
  title: string,
  baseUrl: string | null,
  docs: string,
  dialect: Dialect = openaiDialect,
  quirks: Quirks = PLAIN,
): Provider {
  return { id, title, baseUrl, docs, dialect, quirks };
}

export const PROVIDERS: readonly Provider[] = [
  provider(
    "openai",
    "OpenAI",
    "https://api.openai.com/v1",
    "https://platform.openai.com/docs/api-reference/chat",
    openaiDialect,
    COMPLETION,
  ),
  provider(
    "anthropic",
    "Anthropic",
    "https://api.anthropic.com/v1",
    "https://docs.claude.com/en/api/messages",
    anthropicDialect,
  ),
  provider(
    "google",
    "Google Gemini",
    "https://generativelanguage.googleapis.com/v1beta",
    "https://ai.google.dev/api/generate-content",
    googleDialect,
  ),
  provider(
    "mistral",
    "Mistral AI",
    "https://api.mistral.ai/v1",
    "https://docs.mistral.ai/api",
    openaiDialect,
    { ...PLAIN, asksUsage: false, required: "any", callIdChars: 9 },
  ),
  provider(
    "cohere",
    "Cohere",
    "https://api.cohere.com",
    "https://docs.cohere.com/reference/chat",
    cohereDialect,
  ),
  provider(
    "groq",
    "Groq",
    "https://api.groq.com/openai/v1",
    "https://console.groq.com/docs/api-reference",
    openaiDialect,
    COMPLETION,
  ),
  provider(
    "openrouter",
    "OpenRouter",
    "https://openrouter.ai/api/v1",
    "https://openrouter.ai/docs/api-reference/chat-completion",
  ),
  provider(
    "openai-compatible",
    "A server that speaks OpenAI's chat completions",
    null,
    "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
  ),
];

export function providerOf(id: string, among: readonly Provider[] = PROVIDERS): Provider | null {
  return among.find((one) => one.id === id) ?? null;
}
