/** Faults of a request as such: its form, its size, its pace, and the node's own state. */
import type { ErrorArea } from "./entry.js";
import { SECRET_KEY_CHARS_MIN } from "../limits.js";

export const REQUEST_ERRORS = {
  INVALID_BODY: {
    status: 400,
    exit: 2,
    title: "The request does not fit its schema",
    remedy: "Correct the fields named in `errors`; each entry points at one with a JSON Pointer.",
  },
  MALFORMED_JSON: {
    status: 400,
    exit: 2,
    title: "The body is not acceptable JSON",
    remedy:
      "Send UTF-8 JSON without duplicate keys, nested at most 64 deep, with numbers that fit " +
      "a double.",
  },
  INVALID_IDEMPOTENCY_KEY: {
    status: 400,
    exit: 2,
    title: "The Idempotency-Key header is malformed",
    remedy:
      "Send 1 to 255 visible ASCII characters, bare or in double quotes; " +
      `at least ${SECRET_KEY_CHARS_MIN} where the answer shows a secret.`,
  },
  UNPROCESSABLE_QUERY: {
    status: 422,
    exit: 2,
    title: "The query cannot be processed",
    remedy: "Correct the fields named in `errors`.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    exit: 2,
    title: "The path does not answer this method",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    exit: 2,
    title: "No representation fits the Accept header",
    remedy: "Accept one of the types in `available`.",
  },
  REQUEST_TIMEOUT: {
    status: 408,
    exit: 2,
    title: "The request took too long to arrive",
    remedy: "Send the whole request within ten seconds of its last byte.",
  },
  TOO_LARGE: {
    status: 413,
    exit: 2,
    title: "The body is too large",
    remedy: "Send at most the number of bytes in `limit`.",
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    exit: 2,
    title: "The header fields are too large",
    remedy: "Send at most 16 KiB of header fields.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    exit: 2,
    title: "The content type is not supported",
    remedy: "Send `Content-Type: application/json`.",
  },
  UPGRADE_REQUIRED: {
    status: 426,
    exit: 2,
    title: "This address serves WebSockets",
    remedy: "Open it with a WebSocket client: GET, Upgrade: websocket, version 13.",
  },
  TRANSFER_CODING_UNKNOWN: {
    status: 501,
    exit: 2,
    title: "The transfer coding is unknown",
    remedy: "Send a Content-Length, or Transfer-Encoding: chunked.",
  },
  HTTP_VERSION_NOT_SUPPORTED: {
    status: 505,
    exit: 2,
    title: "This server speaks HTTP/1.1",
    remedy: "Send HTTP/1.1 in the request line.",
  },
  METHOD_NOT_IMPLEMENTED: {
    status: 501,
    exit: 2,
    title: "The method is unknown",
    remedy: "Methods are case-sensitive: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, QUERY.",
  },
  NOT_FOUND: {
    status: 404,
    exit: 6,
    title: "There is nothing here",
    remedy: "Check the path and the id; /api/openapi.json lists every path.",
  },
  GONE: {
    status: 410,
    exit: 6,
    title: "This was here and has been removed",
    remedy: "Drop the reference.",
  },
  CONFLICT: {
    status: 409,
    exit: 8,
    title: "The request conflicts with the present state",
    remedy: "Read `detail`, then decide whether to repeat the request.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    exit: 8,
    title: "The resource changed meanwhile",
    remedy: "Read it again and repeat the change with the new ETag.",
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    exit: 8,
    title: "A request with this key is still running",
    remedy: "Wait as long as `Retry-After` says and repeat the same request.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    exit: 8,
    title: "The Idempotency-Key was used with another body",
    remedy: "Use a new key for a new request.",
  },
  RATE_LIMITED: {
    status: 429,
    exit: 7,
    title: "Too many requests",
    remedy: "Wait as many seconds as `Retry-After` says.",
  },
  INTERNAL: {
    status: 500,
    exit: 1,
    title: "The node failed",
    remedy: "Nothing is known to be wrong with the request; quote `request_id` to the operator.",
  },
  BUSY: {
    status: 503,
    exit: 1,
    title: "The node is busy",
    remedy: "Wait as many seconds as `Retry-After` says.",
  },
  NOT_READY: {
    status: 503,
    exit: 1,
    title: "The node is not ready",
    remedy: "Read `reasons`; try again or ask another node.",
  },
} as const satisfies ErrorArea;
