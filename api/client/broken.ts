/** Connections that broke off behind a request: it may have been read, and done. */

/**
 * What `fetch` of Node gives as the cause; of a connection that never came about it has other
 * words. Browsers give none.
 */
const BROKEN: ReadonlySet<unknown> = new Set([
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * Whether a failure of `fetch` or of reading its answer leaves open whether the request was read.
 */
export function brokeOff(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  const { cause } = error;
  if (cause === undefined) return true;
  return typeof cause === "object" && cause !== null && "code" in cause && BROKEN.has(cause.code);
}

/**
 * No answer came, however often it was asked for: the same call under the same key finds out, and
 * does nothing twice.
 */
export class OutcomeUnknown extends TypeError {
  readonly idempotencyKey: string;

  constructor(idempotencyKey: string, cause: unknown) {
    super("the connection broke off before the answer: whether the call was done is not known", {
      cause,
    });
    this.name = "OutcomeUnknown";
    this.idempotencyKey = idempotencyKey;
  }
}
