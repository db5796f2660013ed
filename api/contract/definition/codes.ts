/**
 * Which codes an operation can answer: its own, and those its auth, body, limits and method imply.
 */
import { errorEntry, type ErrorCode } from "../../../protocol/errors/index.js";
import {
  keyAuthOf,
  needsKey,
  roleAuthOf,
  takesBody,
  type Method,
  type Operation,
} from "./operation.js";

const ALWAYS: readonly ErrorCode[] = [
  "INVALID_BODY",
  "HOST_NOT_ALLOWED",
  "NOT_ACCEPTABLE",
  "HEADERS_TOO_LARGE",
  "INTERNAL",
  "BUSY",
  "NOT_READY",
];

export function errorCodesOf(operation: Operation, method: Method): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...ALWAYS, ...operation.errors]);
  const add = (...more: readonly ErrorCode[]): void => more.forEach((code) => codes.add(code));
  if (needsKey(operation)) add("MISSING_KEY", "FORBIDDEN");
  if (needsKey(operation) || keyAuthOf(operation) === "optional") {
    add("INVALID_KEY", "BAD_KEY_FORMAT", "SESSION_EXPIRED");
  }
  if (keyAuthOf(operation) !== "none" || operation.effect !== "read") add("ORIGIN_NOT_ALLOWED");
  const demand = roleAuthOf(operation);
  if (demand !== null) add("NOT_FOUND");
  // Whoever sees a machine is its viewer.
  if (demand !== null && demand.role !== "viewer") add("FORBIDDEN");
  if (takesBody(method)) {
    add("MALFORMED_JSON", "REQUEST_TIMEOUT", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  }
  if (operation.effect === "seal") add("INSUFFICIENT_BALANCE");
  if (method === "QUERY") add("UNPROCESSABLE_QUERY");
  if (operation.limits.rate !== null) add("RATE_LIMITED");
  if (operation.keyed === true) {
    add("INVALID_IDEMPOTENCY_KEY", "IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED");
  }
  return [...codes].sort();
}

/** The codes by status, both in order. */
export function codesByStatus(
  codes: readonly ErrorCode[],
): ReadonlyMap<number, readonly ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorEntry(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
