/**
 * An answer that is an error of the table, with its members; thrown by handlers, turned into a
 * problem by dispatch.
 */
import { ERRORS, problemType, type ErrorCode } from "../../../protocol/errors/index.js";
import type { FieldFault } from "../../../protocol/errors/refusal.js";

export const PROBLEM_TYPE = "application/problem+json";

interface ApiErrorParts {
  /** Members of the problem beside the standard ones, top level. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly FieldFault[];
  /** Name, value, name, value, ... */
  readonly headers?: readonly string[];
  /** In the place of the code's own: what it is about is gone. */
  readonly status?: 410;
}

const NO_PARTS: ApiErrorParts = {};

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly parts: ApiErrorParts;

  /** @param detail says what was wrong with this very request, never internals. */
  constructor(code: ErrorCode, detail: string, parts: ApiErrorParts = NO_PARTS) {
    super(detail);
    this.name = "ApiError";
    this.code = code;
    this.parts = parts;
  }
}

/** RFC 9457 without `instance`: nothing is kept of a request that a path could lead to. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  readonly errors?: readonly FieldFault[];
  readonly [member: string]: unknown;
}

export function problemOf(error: ApiError, requestId: string): Problem {
  const { remedy, status: usual, title } = ERRORS[error.code];
  const status = error.parts.status ?? usual;
  return {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    remedy,
    ...(error.parts.errors === undefined ? {} : { errors: error.parts.errors }),
    ...error.parts.members,
  };
}
