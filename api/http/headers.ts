/** Header fields every answer carries, built once, and the ones of cross-origin calls. */
import { flat } from "../../protocol/encoding/flat.js";
import { INTERFACE_VERSION } from "../../protocol/version.js";

/** Constant header fields in the two forms the adapters want: pairs, and the lines of one write. */
export interface HeaderBlock {
  readonly pairs: readonly string[];
  readonly firstName: string;
  /** First value, then each further field as `CRLF name: value`. */
  readonly text: string;
}

export function headerBlock(pairs: readonly string[]): HeaderBlock {
  const [firstName = "", firstValue = ""] = pairs;
  return { pairs, firstName, text: flat(firstValue + headerLines(pairs, 2)) };
}

/** `CRLF name: value` for each pair from index `from` on. */
export function headerLines(pairs: readonly string[], from: number): string {
  let text = "";
  for (let i = from; i + 1 < pairs.length; i += 2) text += `\r\n${pairs[i]}: ${pairs[i + 1]}`;
  return text;
}

export function hasHeader(pairs: readonly string[], name: string): boolean {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === name) return true;
  return false;
}

/** A value that cannot end its line or hide bytes. */
export function isHeaderValue(value: string): boolean {
  for (let i = 0; i < value.length; i += 1) {
    const unit = value.charCodeAt(i);
    if ((unit < 0x20 && unit !== 0x09) || unit > 0x7e) return false;
  }
  return true;
}

const VARY = "Accept, Accept-Encoding, Authorization, Origin";
export const NO_STORE = "no-store";
export const ACCEPT_QUERY = '"application/json", "application/x-www-form-urlencoded"';
export const WWW_AUTHENTICATE = 'Bearer realm="calc"';

export const STANDARD_PAIRS: readonly string[] = [
  "x-calc-version",
  INTERFACE_VERSION,
  "x-content-type-options",
  "nosniff",
  "vary",
  VARY,
];

/** Names scripts of other origins may read; there are no partial wildcards. */
export const EXPOSED = [
  "X-Request-Id",
  "X-Calc-Sealed",
  "X-Calc-Proof",
  "X-Calc-Token",
  "X-Calc-Calcond",
  "X-Calc-Verify",
  "X-Calc-Seq",
  "X-Calc-Machine",
  "X-Calc-Version",
  "X-Calc-Total",
  "Accept-Query",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "ETag",
  "Link",
  "Location",
  "Content-Location",
  "Content-Digest",
  "Preference-Applied",
  "Idempotent-Replayed",
].join(", ");

export const CORS_METHODS = "GET, QUERY, POST, PUT, PATCH, DELETE, HEAD, OPTIONS";
export const CORS_REQUEST_HEADERS =
  "Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, If-Match, X-Request-Id, " +
  "Prefer, Want-Content-Digest, " +
  "traceparent, " +
  "X-Calc-Pow, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id";
export const CORS_MAX_AGE_SECONDS = "7200";
