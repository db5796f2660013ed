/** The parts of the machine-readable description that its operations share. */
import { ERROR_CODES } from "../../protocol/errors/index.js";
import type { JsonObject } from "../../protocol/ports.js";
import { WORK_HEADER_CHARS_MAX } from "../../protocol/work/challenge.js";

const text = { type: "string" };
const PROBLEM_REF = { $ref: "#/components/schemas/Problem" };

/** Headers by the names of their components. */
function problemWith(
  description: string,
  headers: readonly ("RetryAfter" | "RateLimit" | "RateLimitPolicy")[],
): JsonObject {
  const fields = {
    RequestId: "X-Request-Id",
    RetryAfter: "Retry-After",
    RateLimit: "RateLimit",
    RateLimitPolicy: "RateLimit-Policy",
  };
  return {
    description,
    headers: Object.fromEntries(
      (["RequestId", ...headers] as const).map((name) => [
        fields[name],
        { $ref: `#/components/headers/${name}` },
      ]),
    ),
    content: { "application/problem+json": { schema: PROBLEM_REF } },
  };
}

/** What all operations refer to: the credential, headers, and the problems. */
export function components(): JsonObject {
  return {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer", description: "An account key, calc_ak_..." },
    },
    parameters: {
      IdempotencyKey: {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        description:
          "1 to 255 visible ASCII characters; the same key and body repeat the first " +
          "answer for a day",
        schema: { type: "string", minLength: 1, maxLength: 255 },
      },
      ShownWork: {
        name: "X-Calc-Pow",
        in: "header",
        required: false,
        description:
          "What a POW_REQUIRED asks for: `challenge;mac;nonce`, where SHA-256(challenge + ':' + nonce) begins with " +
          "`price.bits` zero bits",
        schema: { type: "string", maxLength: WORK_HEADER_CHARS_MAX },
      },
    },
    headers: {
      RequestId: { description: "Id of the request in logs and problems", schema: text },
      RateLimit: {
        description: "Calls left in the window and seconds until it ends",
        schema: text,
      },
      RateLimitPolicy: { description: "Quota and window of the policy that applies", schema: text },
      Link: {
        description:
          'RFC 8288: rel="next" is the next page and is missing on the last one; rel="prev" and rel="first" ' +
          "stand where the list can be read backwards, or this is not its beginning",
        schema: text,
      },
      RetryAfter: {
        description: "Seconds to wait before the request is repeated",
        schema: { type: "integer", minimum: 0 },
      },
      IdempotentReplayed: {
        description: "Sent where this is the kept answer of the first request with the key",
        schema: { type: "string", enum: ["true"] },
      },
      Deprecation: {
        description: "When this name of the path was given up (RFC 9745)",
        schema: text,
      },
      SuccessorLink: {
        description:
          "The path to use in its place, as rel=successor-version; of a list its pages, too",
        schema: text,
      },
    },
    responses: {
      Problem: problemWith("A problem; `code` says which", []),
      RateLimited: problemWith("A limit is reached; `violated-policies` names which", [
        "RetryAfter",
        "RateLimit",
        "RateLimitPolicy",
      ]),
      Later: problemWith(
        "A problem that may pass: where Retry-After is sent, the request may be repeated after it",
        ["RetryAfter"],
      ),
    },
    schemas: problemSchemas(),
  };
}

function problemSchemas(): JsonObject {
  return {
    Problem: {
      type: "object",
      description: "RFC 9457 problem details",
      required: ["type", "title", "status", "detail", "code", "request_id", "remedy"],
      properties: {
        type: { type: "string", description: "Path of the page that explains the code" },
        title: text,
        status: { type: "integer" },
        detail: { type: "string", description: "What was wrong with this very request" },
        code: { type: "string", enum: [...ERROR_CODES].sort() },
        request_id: text,
        remedy: { type: "string", description: "What to do about it" },
        nearest: {
          type: "array",
          items: text,
          description: "Names or paths near the one that is not known",
        },
        errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } },
      },
    },
    FieldError: {
      type: "object",
      required: ["pointer", "code", "message"],
      properties: {
        pointer: { type: "string", description: "JSON Pointer into the request" },
        code: text,
        message: text,
        accepts: { type: "string", description: "Names that would be accepted" },
        nearest: { type: "string", description: "The nearest of them" },
      },
    },
  };
}
