/**
 * Answers kept for idempotency keys: what is looked up under a key, what is kept, and how it is
 * given again.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { shapedText, type AnswerShape } from "../../protocol/kernel/answerShape.js";
import type { Call, IdempotencyTicket } from "../contract/definition/call.js";
import { isEventsType, JSON_TYPE, type PreEncoded } from "../contract/definition/preEncoded.js";
import { ApiError, PROBLEM_TYPE } from "../contract/definition/problem.js";
import type { ApiContext, StoredAnswer } from "./context.js";
import type { DigestPort } from "./dispatcherPort.js";
import { hasHeader, NO_STORE } from "./headers.js";
import { idempotencyKeyOf } from "./negotiate.js";
import { APPLIED, appliedText } from "./preferences.js";
import type { Route } from "./route.js";

const SEALED_HEADER = "X-Calc-Sealed";
/** Stands in every answer with a receipt. */
const RECEIPT = '"receipt_id":';
/** Header fields that say something of the form of an answer. */
const SHAPED_FIELDS: ReadonlySet<string> = new Set(["content-digest", APPLIED]);
const NONE: readonly string[] = [];
/** Tells an answer that is given again. */
export const REPLAYED: readonly string[] = ["idempotent-replayed", "true"];

/**
 * What the answer to a request is kept under.
 * @param owner whose keys this one is among
 * @throws ApiError INVALID_IDEMPOTENCY_KEY
 */
export function ticketOf(
  { crypto }: ApiContext,
  { method, path }: Pick<Call, "method" | "path">,
  owner: string,
  field: string,
  input: unknown,
): IdempotencyTicket {
  const key = idempotencyKeyOf(field);
  if (key === null) {
    throw new ApiError(
      "INVALID_IDEMPOTENCY_KEY",
      "the key is not 1 to 255 visible ASCII characters",
    );
  }
  return {
    scope: [owner, method, path, key].join("\u0000"),
    fingerprint: crypto.sha256Hex(canonicalize(input)),
  };
}

/** An idempotency key that neither is new nor has an answer for this request. */
export function keyRefused(state: "running" | "reused"): ApiError {
  return state === "reused"
    ? new ApiError("IDEMPOTENCY_KEY_REUSED", "the key was used with another body")
    : new ApiError("IDEMPOTENCY_IN_PROGRESS", "the first request with this key is running", {
        headers: ["retry-after", "1"],
      });
}

/** What an idempotency key repeats. */
export function storedAnswer(answer: PreEncoded, extra: readonly string[]): StoredAnswer {
  const { status, contentType, body } = answer;
  return { status, contentType, headers: [...answer.headers, ...extra], body };
}

/**
 * Whether an answer that is kept as a document goes to a reader of events, as the one that ends
 * them.
 */
export function endsEvents({ operation }: Route, accepted: string, kept: StoredAnswer): boolean {
  return kept.contentType !== accepted && isEventsType(accepted) && operation.events === true;
}

/**
 * The kept answer in the type that is accepted now: its key and its body say nothing of that.
 * @throws ApiError NOT_ACCEPTABLE
 */
export async function represented(
  context: ApiContext,
  route: Route,
  call: Pick<Call, "accepted" | "signal">,
  input: unknown,
  kept: StoredAnswer,
): Promise<StoredAnswer> {
  const { body, contentType, status } = kept;
  const { accepted } = call;
  const bytes =
    typeof body !== "string"
      ? null
      : ((await context.represent?.({
          operation: route.operation.id,
          input,
          body,
          accepted,
          signal: call.signal,
        })) ?? null);
  if (bytes === null) throw notRepresented(accepted, route.offered, contentType);
  return { status, contentType: bytes.contentType, headers: bytes.headers, body: bytes.body };
}

function notRepresented(accepted: string, offered: readonly string[], kept: string): ApiError {
  const available = offered.filter((type) => type === kept || isEventsType(type));
  return new ApiError(
    "NOT_ACCEPTABLE",
    `what was answered under this key cannot be given as ${accepted}: ask for ${available.join(" or ")}`,
    { members: { available } },
  );
}

/** A kept answer in the short form that is preferred now. */
export function storedInShape(kept: StoredAnswer, shape: AnswerShape): StoredAnswer {
  const { body, contentType, headers, status } = kept;
  if (status >= 300 || typeof body !== "string" || contentType !== JSON_TYPE) return kept;
  const isSealed = body.includes(RECEIPT) && !hasHeader(headers, SEALED_HEADER);
  const others = headers.filter((_, i) => !SHAPED_FIELDS.has(headers[i - (i % 2)] ?? ""));
  return {
    status,
    contentType,
    body: isShape(kept.shape, shape) ? body : shapedText(body, shape),
    headers: [...others, ...(isSealed ? [SEALED_HEADER, "true"] : []), APPLIED, appliedText(shape)],
  };
}

/** An answer in this form stays as it was given, with the members that stand beside the form. */
function isShape(given: StoredAnswer["shape"], shape: AnswerShape): boolean {
  if (given === undefined || given === null || given === "minimal") return given === shape;
  return typeof shape !== "string" && given.join() === shape.join();
}

/** The header fields with which a kept answer is given again. */
export function replayedFields(
  dispatcher: DigestPort,
  { operation }: Route,
  { body, contentType, headers, status }: StoredAnswer,
): readonly string[] {
  const isProblem = status >= 400;
  const sealed =
    operation.effect === "seal" && !isProblem ? sealedFields(dispatcher, headers, body) : NONE;
  return [
    "content-type",
    isProblem ? PROBLEM_TYPE : contentType,
    "cache-control",
    NO_STORE,
    ...headers,
    ...sealed,
    ...REPLAYED,
  ];
}

/** What a sealed answer says beside its body, where the body alone is kept. */
function sealedFields(
  dispatcher: DigestPort,
  kept: readonly string[],
  body: string | Uint8Array,
): readonly string[] {
  if (hasHeader(kept, "content-digest")) return NONE;
  const digest = ["content-digest", dispatcher.digest(body)];
  const isSealed = typeof body === "string" && body.includes(RECEIPT);
  return hasHeader(kept, SEALED_HEADER) || !isSealed ? digest : [...digest, SEALED_HEADER, "true"];
}
