/** What this room needs from the node that runs it. */
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import type { SeenRole } from "../../protocol/identity/roles.js";
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import type { Call, IdempotencyTicket, Principal } from "../contract/definition/call.js";
import type { PolicyName } from "../contract/definition/operation.js";
import type { PreEncoded } from "../contract/definition/preEncoded.js";
import type { ApiError } from "../contract/definition/problem.js";
import type { SocketEvents } from "../socket/sockets.js";
import type { TextReading, TextReadings } from "../../protocol/readable/textReadings.js";

export interface RateVerdict {
  readonly allowed: boolean;
  /** Calls left in the window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** Value of the RateLimit-Policy field. */
  readonly policy: string;
}

/** An answer kept for an idempotency key. */
export interface StoredAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
  /** The short form that it has; absent for the whole. */
  readonly shape?: AnswerShape | null;
}

export type IdempotencyState =
  | { readonly state: "new" }
  /** The first request with the key is not answered yet. */
  | { readonly state: "running" }
  /** The key was used with another body. */
  | { readonly state: "reused" }
  | { readonly state: "replay"; readonly answer: StoredAnswer }
  /** The answer is made again, from the same input. */
  | { readonly state: "repeated"; answer(asked: Repeating): Promise<StoredAnswer> };

/** A request that was answered under its key before. */
export interface Repeating {
  /** Id of the operation. */
  readonly operation: string;
  /** The same as of the first request. */
  readonly input: unknown;
  readonly call: Call;
}

/**
 * Keeps answers by (scope, key). A record exists if and only if its effect does: an implementation
 * that seals writes the record in the batch of the seal; `complete` then finds it written.
 */
export interface IdempotencyStore {
  begin(ticket: IdempotencyTicket): IdempotencyState | Promise<IdempotencyState>;
  complete(ticket: IdempotencyTicket, answer: StoredAnswer): void | Promise<void>;
  /** The request had no effect: the key may be used again. */
  abandon(ticket: IdempotencyTicket): void;
}

/** A kept answer that its caller accepts in another media type than JSON. */
export interface Representing {
  /** Id of the operation. */
  readonly operation: string;
  /** The same as of the first request. */
  readonly input: unknown;
  /** JSON of the kept answer. */
  readonly body: string;
  readonly accepted: string;
  readonly signal: AbortSignal;
}

/** One finished request, for the log and the metrics. No input, no key, no query text. */
export interface RequestRecord {
  readonly requestId: string;
  /** Null where no operation was found. */
  readonly operationId: string | null;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
  readonly keyPrefix: string | null;
}

/** Null: unknown or revoked. malformed: no key can read so. expired: a session that is over. */
export type Authenticated = Principal | null | "malformed" | "expired";

/** The call that met a failure. */
export interface FailedCall {
  readonly principal: Principal | null;
  readonly requestId: string;
  /** Null where no operation was found. */
  readonly operationId: string | null;
}

/** A file of the console, as the build has written it. */
export interface ConsoleFile {
  readonly bytes: Uint8Array;
  /** The same by brotli; null where that is no smaller. */
  readonly packed: Uint8Array | null;
}

export interface ApiContext {
  /**
   * The answer to a failure that says something to the caller; null for one that is the node's own.
   */
  readonly translate?: (error: unknown, asked: FailedCall) => ApiError | null;
  /** Synchronous where the answer is at hand. */
  authenticate(token: string): Authenticated | Promise<Authenticated>;
  /**
   * Whether the key of a caller who was let in is still good: asked for each message of an answer
   * that is sent in several. Absent where no key ends.
   */
  stands?(principal: Principal): boolean;
  /** The caller's role on a machine, named by slug or id; null where it is none to the caller. */
  roleOn(slugOrId: string, principal: Principal | null): Promise<SeenRole | null>;
  /** Null: not limited. */
  rate(policy: PolicyName, key: string): RateVerdict | null;
  /** Why an operation with a raw body cannot take any now, or null; asked before it is read. */
  refusal?(operationId: string): ApiError | null;
  readonly idempotency: IdempotencyStore;
  /** Told how many sockets are open, and which were given up. */
  readonly sockets?: SocketEvents;
  /** How long a reader of a socket has to take its close frame; absent: 30 s. */
  readonly socketClosingMs?: number;
  /** Makes it in the type that is accepted, without its effect; null where it cannot be. */
  represent?(asked: Representing): Promise<PreEncoded | null>;
  /**
   * Reads a long text beside the thread that serves, in the queue of who asked.
   * @throws where nobody has time for it, as `translate` tells
   */
  readText<K extends TextReading>(
    kind: K,
    asked: TextReadings[K]["asked"],
    caller: "keyed" | "keyless",
  ): Promise<TextReadings[K]["answer"]>;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly log: Logger;
  /** Cryptographically random bytes, for request ids and secrets. */
  random(bytes: number): Uint8Array;
  /**
   * Called once per request, before the answer is written; `call` tells the address to whoever
   * needs it.
   */
  observe(record: RequestRecord, call: Call): void;
  /**
   * Names the Host header may carry, without port, lower case; null where any may. A node bound to
   * loopback
   * names itself here, or a page of another site could reach it through a name that points at
   * 127.0.0.1.
   */
  readonly allowedHosts: ReadonlySet<string> | null;
  /** Origins whose pages may make keyed calls, as `https://name`. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Peers whose X-Forwarded-For is believed. */
  readonly trustedProxies: ReadonlySet<string>;
  /** 32 bytes: makes ids of queries unguessable. */
  readonly querySecret: Uint8Array;
  /** A file that comes with the program, by its name; null where there is none. */
  asset?(name: string): Promise<Uint8Array | null>;
  /** A file of the console; null where there is none. `packed` where brotli is at hand. */
  consoleFile?(name: string): Promise<ConsoleFile | null>;
  /** What discovery documents state about this node. */
  readonly about: { readonly name: string; readonly publicKey: string };
}
