/**
 * What a handler is told about one call besides its input. Types only: contract files stay
 * importable anywhere.
 */

import type { Principal } from "../../../protocol/identity/principal.js";
import type { AnswerShape } from "../../../protocol/kernel/answerShape.js";

export type { Principal };

export type CredentialState = "absent" | "malformed" | "unknown" | "expired" | "valid";

export interface IdempotencyTicket {
  /** Owner, method and path: what the key is unique in. */
  readonly scope: string;
  /** Hash of the canonical body, lower-case hex. */
  readonly fingerprint: string;
}

export interface Call {
  readonly requestId: string;
  readonly method: string;
  /** Path as it was requested. */
  readonly path: string;
  /** Text after "?", or "". */
  readonly query: string;
  /** Null when no valid key came with the call. */
  readonly principal: Principal | null;
  readonly credential: CredentialState;
  /** Present when the caller sent an Idempotency-Key to an operation that takes one. */
  readonly idempotency: IdempotencyTicket | null;
  readonly traceparent: string;
  /** Media type of the answer, chosen from those the operation produces. */
  readonly accepted: string;
  /** The short form of a sealed answer that the caller prefers, or null. */
  readonly shape: AnswerShape | null;
  /**
   * Sends an event ahead of the answer to a caller who accepted a stream of them; else does
   * nothing.
   * @returns what resolves when a slow reader has room again, or is gone; undefined for others
   */
  emit(event: string, data: string): Promise<void> | undefined;
  /** Address of the caller as text: IPv4, or IPv6. */
  address(): string;
  /** A request header the operation declares, or "". */
  header(name: string): string;
  /** The body as it came, for operations that read it themselves; empty for all others. */
  body(): Uint8Array;
  /** The same piece by piece, for operations whose body is streamed. It throws where the rest does not come. */
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** `http://host:port` the caller addressed, for absolute links. */
  baseUrl(): string;
  /** Aborted when the caller went away or the deadline passed; made at first use. */
  readonly signal: AbortSignal;
}
