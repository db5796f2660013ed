/** Keys for providers of models: kept encrypted, shown by their prefix alone. */
import * as z from "zod";
import { LLM_API_KEY_CHARS_MAX } from "../../../protocol/limits.js";
import { SINCE, WORKING } from "../definition/common.js";
import { label } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { ASKING, credentialId, EXAMPLE_CREDENTIAL, PROVIDER_ERRORS } from "./llmCommon.js";
import { defineOperation } from "../definition/operation.js";

const CREDENTIALS = "/api/calc/llm/credentials";
const CREDENTIAL = `${CREDENTIALS}/:id`;
const NAME_CHARS_MAX = 64;
const URL_CHARS_MAX = 512;

const use = z
  .looseObject({
    chats: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    toolCalls: z.int(),
    credits: z.int(),
    lastCalcond: z.int(),
  })
  .nullable()
  .describe("Sums over the chats that ended; null before the first");

const shownFields = {
  id: z.string(),
  provider: z.string(),
  prefix: z.string().describe("First characters of the key, at most a quarter of it"),
  label: z.string().nullable(),
  baseUrl: z.string().nullable().describe("Where requests go; null for the provider's own address"),
  createdCalcond: z.int(),
  status: z
    .enum(["ready", "needs_reconfiguration"])
    .describe("needs_reconfiguration: the key cannot be read here; create it again"),
  use,
};

const EXAMPLE = {
  id: EXAMPLE_CREDENTIAL,
  provider: "anthropic",
  prefix: "sk-ant-a",
  label: "lab",
  baseUrl: null,
  createdCalcond: 2_311_000_000,
  status: "ready",
  use: null,
} as const;

const apiKey = z
  .string()
  .max(LLM_API_KEY_CHARS_MAX)
  .describe("The provider's key; it is never shown again. May be empty for a local server");

/** Keeps a key. */
export const llmCredentialNew = defineOperation({
  id: "calc_llm_credential_new",
  method: "POST",
  path: CREDENTIALS,
  since: SINCE,
  summary: "Keep a key for a provider of models, encrypted",
  description:
    "AES-256-GCM with a data key of its own, which is wrapped by a key outside the database. Only " +
    "`openai-compatible` takes a `baseUrl`: a public https address, or a server that the operator of " +
    "the node names. An unknown provider is refused with the nearest name.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    provider: z.string().min(1).max(NAME_CHARS_MAX).describe("As calc_llm_providers names it"),
    apiKey,
    label: label.optional(),
    baseUrl: z
      .string()
      .max(URL_CHARS_MAX)
      .optional()
      .describe("Of an openai-compatible server, as in https://models.example/v1"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject(shownFields),
  errors: ["INVALID_INPUT", "CONFLICT"],
  examples: [
    { input: { provider: "anthropic", apiKey: "sk-ant-api03-...", label: "lab" }, output: EXAMPLE },
  ],
});

/** Those of the account. */
export const llmCredentials = defineOperation({
  id: "calc_llm_credentials",
  method: "GET",
  path: CREDENTIALS,
  since: SINCE,
  summary: "The account's keys for providers of models, by their prefixes",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "credentials", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({ credentials: z.array(z.looseObject(shownFields)), total: z.int() }),
  errors: [],
  examples: [{ input: {}, output: { credentials: [EXAMPLE], total: 1 } }],
  cli: { verb: "llm keys" },
});

/** Names one. */
export const llmCredentialEdit = defineOperation({
  id: "calc_llm_credential_edit",
  method: "PATCH",
  path: CREDENTIAL,
  since: SINCE,
  summary: "Label a key for a provider of models",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: credentialId, label: label.nullable() }),
  body: "required",
  output: z.looseObject(shownFields),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_CREDENTIAL, label: "lab" }, output: EXAMPLE }],
  cli: { verb: "llm label", positional: ["id", "label"] },
});

/** Forgets one. */
export const llmCredentialDelete = defineOperation({
  id: "calc_llm_credential_delete",
  method: "DELETE",
  path: CREDENTIAL,
  since: SINCE,
  summary: "Forget a key for a provider of models, and what was used of it",
  auth: "account",
  effect: "destroy",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: credentialId }),
  output: z.looseObject({ id: z.string() }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_CREDENTIAL }, output: { id: EXAMPLE_CREDENTIAL } }],
  cli: { verb: "llm remove", positional: ["id"] },
});

/** Asks the provider whether it takes the key. */
export const llmCredentialTest = defineOperation({
  id: "calc_llm_credential_test",
  method: "POST",
  path: `${CREDENTIAL}/test`,
  since: SINCE,
  summary: "Ask the provider whether it takes a key: lists its models, and costs nothing",
  auth: "account",
  effect: "read",
  limits: ASKING,
  input: z.strictObject({ id: credentialId }),
  body: "optional",
  output: z.looseObject({
    id: z.string(),
    provider: z.string(),
    ok: z.boolean(),
    models: z.int().describe("How many models it offers"),
  }),
  errors: [...PROVIDER_ERRORS],
  examples: [
    {
      input: { id: EXAMPLE_CREDENTIAL },
      output: { id: EXAMPLE_CREDENTIAL, provider: "anthropic", ok: true, models: 9 },
    },
  ],
  cli: { verb: "llm test", positional: ["id"] },
});

/** All data keys under a new wrapping key. */
export const llmKeyRotate = defineOperation({
  id: "calc_llm_key_rotate",
  method: "POST",
  path: `${CREDENTIALS}/rotate`,
  since: SINCE,
  summary: "Wrap the data keys of all accounts by a new key, in one batch (operator)",
  auth: "account",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({}),
  body: "optional",
  output: z.looseObject({
    rewrapped: z.int(),
    unreadable: z.int().describe("Credentials that could not be read before either"),
  }),
  errors: ["FORBIDDEN"],
  examples: [{ input: {}, output: { rewrapped: 12, unreadable: 0 } }],
  cli: { verb: "llm rotate" },
});
