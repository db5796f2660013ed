/** What operations about models have in common. */
import * as z from "zod";
import { LLM_BODY_BYTES_MAX, LLM_CHAT_SECONDS_MAX } from "../../../protocol/limits.js";
import { WORKING } from "../definition/common.js";
import type { Limits } from "../definition/operation.js";

const ID_CHARS_MAX = 64;
const MS_PER_S = 1_000;
/** Beyond the deadline of the chat, which has better words. */
const ANSWER_GRACE_MS = 10_000;

export const credentialId = z
  .string()
  .regex(/^llm_[0-9a-f]{32}$/, "must be the id of a credential, as in llm_ and 32 hex digits")
  .describe("Id of a credential");

export const credentialNamed = z
  .string()
  .min(1)
  .max(ID_CHARS_MAX)
  .describe("Id of a credential, or its provider where the account has one credential for it");

export const CHATTING: Limits = {
  ...WORKING,
  bodyBytesMax: LLM_BODY_BYTES_MAX,
  deadlineMs: LLM_CHAT_SECONDS_MAX * MS_PER_S + ANSWER_GRACE_MS,
  larger: "a chat has at most 1 MiB: leave out old messages",
};

/** Waits for a provider. */
export const ASKING: Limits = { ...WORKING, deadlineMs: 180_000 };

export const PROVIDER_ERRORS = [
  "NOT_FOUND",
  "CONFLICT",
  "NEEDS_RECONFIGURATION",
  "PROVIDER_REFUSED",
  "PROVIDER_LIMITED",
  "PROVIDER_FAILED",
  "PROVIDER_TIMEOUT",
] as const;

export const EXAMPLE_CREDENTIAL = "llm_0123456789abcdef0123456789abcdef";
