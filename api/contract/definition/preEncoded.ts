import type { NextPage } from "./listing.js";

/** A body in parts, in order. */
export type AnswerParts = AsyncIterable<string | Uint8Array>;

/**
 * An answer a handler has written out already: dispatch sends it as it is. For answers that are hot
 * (sealed results, whose text exists because it was hashed), large and constant (the registry), or
 * not JSON.
 */
export class PreEncoded<Output = unknown> {
  /** What the body says, for the compiler alone: an answer belongs to one operation. */
  declare readonly says?: Output;
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly contentType: string;
  /** Name, value, name, value, ...; values without line breaks. */
  readonly headers: readonly string[];
  /**
   * The question was answered with a reason instead of an effect: its idempotency key stays free.
   */
  readonly refused: boolean;
  /** Content-Digest (RFC 9530) of the body, where it is known already. */
  readonly digest: string | null;
  /** The body instead, in parts that are made while they are sent: for answers of any size. */
  readonly parts: AnswerParts | null;
  /** Asked before each part leaves: throws once the caller may read no more. */
  readonly readable: (() => Promise<unknown>) | null;
  /** Strong entity tag of the body, quotes included, where its maker knows it; it is sent as it is. */
  readonly tag: string | null;
  /** Of a list: what the request of the next page changes; null at the end. */
  readonly next: NextPage | null;
  /** It has the short form already that the caller prefers. */
  readonly shaped: boolean;

  constructor(parts: EncodedParts) {
    this.status = parts.status ?? 200;
    this.body = parts.body;
    this.contentType = parts.contentType ?? JSON_TYPE;
    this.headers = parts.headers ?? NO_HEADERS;
    this.refused = parts.refused ?? false;
    this.digest = parts.digest ?? null;
    this.parts = parts.parts ?? null;
    this.readable = parts.readable ?? null;
    this.next = parts.next ?? null;
    this.shaped = parts.shaped ?? false;
    this.tag = parts.tag ?? null;
  }

  /** The same, with more behind it. */
  before(next: NextPage | null): PreEncoded<Output> {
    const { body, contentType, digest, headers, parts, readable, refused, shaped, status, tag } =
      this;
    return new PreEncoded<Output>({
      body,
      contentType,
      digest,
      headers,
      next,
      parts,
      readable,
      refused,
      shaped,
      status,
      tag,
    });
  }
}

export const JSON_TYPE = "application/json";
/** Offered alone: the answer has a type of its own, whichever is asked for. */
export const ANY_TYPE = "*/*";
/** Progress, then one `result` or `error`. */
export const EVENTS_TYPE = "text/event-stream";
/** Lines of JSON: of an answer with events the events' data, then one `{result}` or `{error}`. */
export const NDJSON_TYPE = "application/x-ndjson";
/** Whether an answer of this type has events ahead of it. */
export function isEventsType(type: string): boolean {
  return type === EVENTS_TYPE || type === NDJSON_TYPE;
}
const NO_HEADERS: readonly string[] = [];

interface EncodedParts {
  readonly status?: number;
  readonly body: string | Uint8Array;
  readonly contentType?: string;
  readonly headers?: readonly string[];
  readonly refused?: boolean;
  readonly digest?: string | null;
  readonly shaped?: boolean;
  readonly parts?: AnswerParts | null;
  readonly readable?: (() => Promise<unknown>) | null;
  readonly next?: NextPage | null;
  readonly tag?: string | null;
}

/** Its maker vouches for what it says: the compiler takes it for an answer of any operation. */
export function preEncoded(parts: EncodedParts): PreEncoded<never> {
  return new PreEncoded<never>(parts);
}
