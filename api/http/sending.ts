/**
 * A request that is open: what its handler sees of it, and the one answer, problem or stream of
 * events that is sent for it.
 */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import type { CredentialState, IdempotencyTicket, Principal } from "../contract/definition/call.js";
import { EVENTS_TYPE, JSON_TYPE, NDJSON_TYPE } from "../contract/definition/preEncoded.js";
import { ApiError, problemOf } from "../contract/definition/problem.js";
import type { Handshake } from "../socket/handshake.js";
import type { RateVerdict } from "./context.js";
import type { BodyPieces } from "./bodyPieces.js";
import type { Desk, OpenExchange } from "./desk.js";
import {
  ACCEPT_QUERY,
  hasHeader,
  isHeaderValue,
  NO_STORE,
  WWW_AUTHENTICATE,
  type HeaderBlock,
} from "./headers.js";
import { negotiate } from "./negotiate.js";
import { addCors } from "./origins.js";
import { plainAddress } from "../../protocol/work/addressGroup.js";
import { byteLength, eventText, legacyFields, rpcFault, verdictHeaders } from "./reply.js";
import { HOSTED_FIELDS, HOSTED_PREFIX } from "../../protocol/pages/policy.js";
import { isRequestId } from "./requestId.js";
import { BARE_BLOCK, PROBLEM_BLOCK, type Route } from "./route.js";
import type { Routed } from "./router.js";
import type { RequestHead, Responder, ResponseStream } from "./server.js";

const NONE: readonly string[] = [];
const NO_BYTES = new Uint8Array(0);
const EVENTS_ONLY: readonly string[] = [EVENTS_TYPE];

export abstract class SendingExchange implements OpenExchange {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly startMs: number;
  bodyBytesMax = -1;
  /** A body that its handler reads while it arrives. */
  incoming: BodyPieces | null = null;
  principal: Principal | null = null;
  credential: CredentialState = "absent";
  idempotency: IdempotencyTicket | null = null;
  traceparent = "";
  /** Among those the dispatcher keeps track of; -1 for none. */
  place = -1;
  accepted: string = JSON_TYPE;
  shape: AnswerShape | null = null;

  protected readonly dispatcher: Desk;
  protected readonly head: RequestHead;
  protected readonly responder: Responder;
  protected done = false;
  protected aborted = false;
  protected controller: AbortController | null = null;
  protected route: Route | null = null;
  protected routed: Routed<Route> | null = null;
  protected verdict: RateVerdict | null = null;
  protected authenticating: Promise<unknown> | null = null;
  protected origin = "";
  protected host = "";
  protected forwardedFor = "";
  protected contentType = "";
  protected accept = "";
  protected idempotencyKey = "";
  protected ifNoneMatch = "";
  protected gzip = false;
  /** What is said of a digest of the answer; null for nothing. */
  protected wantsDigest: boolean | null = null;
  protected readable: Map<string, string> | null = null;
  protected bytes = NO_BYTES;
  /** The handler has begun, and its caller takes events: whatever comes of it is one. */
  protected answersEvents = false;
  protected stream: ResponseStream | null = null;
  /** Of a request that is to become a socket. */
  protected handshake: Handshake | null = null;

  constructor(dispatcher: Desk, head: RequestHead, responder: Responder, startMs: number) {
    this.dispatcher = dispatcher;
    this.head = head;
    this.responder = responder;
    this.startMs = startMs;
    this.method = head.method;
    this.path = head.path;
    this.query = head.query;
    const given = head.header("x-request-id");
    this.requestId = given !== "" && isRequestId(given) ? given : dispatcher.newRequestId();
  }

  // What a handler sees.

  address(): string {
    const peer = plainAddress(this.head.address());
    if (this.forwardedFor === "") return peer;
    return this.dispatcher.clientAddress(peer, this.forwardedFor);
  }

  header(name: string): string {
    return this.readable?.get(name) ?? "";
  }

  body(): Uint8Array {
    return this.bytes;
  }

  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    return this.incoming?.read() ?? [];
  }

  baseUrl(): string {
    return `http://${this.host}`;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
  }

  emit(event: string, data: string): Promise<void> | undefined {
    if (this.done) return undefined;
    if (
      this.route?.operation.events === "messages" &&
      negotiate(this.accept, EVENTS_ONLY) !== null
    ) {
      this.answersEvents = true;
    }
    if (!this.answersEvents) return undefined;
    const stream = this.openStream();
    const isSent = stream.write(this.#isLines ? `${data}\n` : eventText(event, data));
    return isSent ? undefined : stream.room();
  }

  /** Whether events are told as lines of JSON. */
  get #isLines(): boolean {
    return this.accepted === NDJSON_TYPE;
  }

  // What ends it.

  /**
   * The deadline passed: an effect that still comes is kept under its idempotency key, the caller
   * is told to ask again.
   */
  expire(): void {
    this.fail(
      new ApiError("BUSY", "the answer was not ready in time", { headers: ["retry-after", "1"] }),
      false,
      false,
    );
    this.stop();
  }

  deadlineMs(): number {
    return this.startMs + (this.route?.operation.limits.deadlineMs ?? 0);
  }

  /** @param release false keeps the idempotency key taken, because the effect may still come. */
  protected fail(error: unknown, close = false, release = true): void {
    this.incoming?.cut();
    if (release && this.idempotency !== null) {
      this.dispatcher.context.idempotency.abandon(this.idempotency);
      this.idempotency = null;
    }
    if (this.done) return;
    const known = error instanceof ApiError ? error : this.unexpected(error);
    const problem = problemOf(known, this.requestId);
    const headers = [...(known.parts.headers ?? NONE)];
    if (this.route?.operation.rpc === true && problem.status === 400) {
      this.send(400, this.route.jsonBlock, headers, rpcFault(problem), close);
      return;
    }
    if (problem.status === 401) headers.push("www-authenticate", WWW_AUTHENTICATE);
    this.send(problem.status, PROBLEM_BLOCK, headers, JSON.stringify(problem), close);
  }

  protected unexpected(error: unknown): ApiError {
    const { principal, requestId } = this;
    const operationId = this.route?.operation.id ?? null;
    const known =
      this.dispatcher.context.translate?.(error, { principal, requestId, operationId }) ?? null;
    if (known !== null) return known;
    this.dispatcher.context.log.error("a handler failed", {
      request_id: requestId,
      op: operationId,
      error,
    });
    return new ApiError("INTERNAL", "an unexpected error; it was logged under the request id");
  }

  protected send(
    status: number,
    block: HeaderBlock,
    own: readonly string[],
    body: string | Uint8Array | null,
    close = false,
  ): void {
    if (this.done) return;
    this.incoming?.cut();
    if (this.answersEvents) {
      this.endEvents(status, body);
      return;
    }
    this.done = true;
    this.bodyBytesMax = -1;
    const headers = this.headersOf(own);
    const isHead = this.method === "HEAD" && body !== null;
    this.dispatcher.observe(this, this.route, status);
    this.responder.respond({
      status,
      block,
      headers,
      close,
      body: isHead ? null : body,
      headLength: isHead ? byteLength(body) : null,
    });
    this.dispatcher.untrack(this);
  }

  protected headersOf(own: readonly string[]): string[] {
    const headers = ["x-request-id", this.requestId];
    for (let i = 0; i + 1 < own.length; i += 2) {
      const value = own[i + 1] ?? "";
      if (isHeaderValue(value)) headers.push(own[i] ?? "", value);
    }
    if (this.verdict !== null) headers.push(...verdictHeaders(this.verdict));
    if (this.path.startsWith(HOSTED_PREFIX) && !hasHeader(headers, "content-security-policy"))
      headers.push(...HOSTED_FIELDS);
    const successor = this.route?.successor ?? null;
    if (successor !== null)
      headers.push(...legacyFields(successor, this.routed?.parameters ?? NONE));
    if (this.routed?.takesQuery === true && !hasHeader(headers, "accept-query"))
      headers.push("accept-query", ACCEPT_QUERY);
    if (this.origin !== "")
      addCors(headers, this.route, this.dispatcher.context.allowedOrigins, this.origin, this.host);
    return headers;
  }

  protected openStream(own: readonly string[] = NONE): ResponseStream {
    this.stream ??= this.responder.stream({
      status: 200,
      block: BARE_BLOCK,
      body: null,
      headLength: null,
      close: false,
      headers: this.headersOf([
        "content-type",
        this.#isLines ? NDJSON_TYPE : EVENTS_TYPE,
        "cache-control",
        NO_STORE,
        ...own,
      ]),
    });
    return this.stream;
  }

  /** Exactly one `result`, or one `error` that is the problem. */
  protected endEvents(status: number, body: string | Uint8Array | null): void {
    const stream = this.openStream();
    this.done = true;
    this.bodyBytesMax = -1;
    this.dispatcher.observe(this, this.route, status);
    const text = typeof body === "string" ? body : Buffer.from(body ?? NO_BYTES).toString("utf8");
    const last = status < 300 ? "result" : "error";
    if (this.#isLines) stream.end(`{"${last}":${text}}\n`);
    else if (this.route?.operation.events !== "messages") stream.end(eventText(last, text));
    else stream.end(text.startsWith("event: ") ? text : eventText("message", text));
    this.dispatcher.untrack(this);
  }

  protected stop(): void {
    this.incoming?.cut();
    this.aborted = true;
    this.controller?.abort();
    this.dispatcher.untrack(this);
  }
}
