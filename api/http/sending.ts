/** The reply to a request: one answer, one problem, or one stream of events that ends with either. */
import { HOSTED_FIELDS, HOSTED_PREFIX } from "../../protocol/pages/policy.js";
import { EVENTS_TYPE, NDJSON_TYPE } from "../contract/definition/preEncoded.js";
import { ApiError, problemOf } from "../contract/definition/problem.js";
import type { Admission } from "./admission.js";
import type { DispatcherPort, OpenExchange } from "./dispatcherPort.js";
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
import { byteLength, eventText, legacyFields, rpcFault, verdictHeaders } from "./reply.js";
import { BARE_BLOCK, PROBLEM_BLOCK } from "./route.js";
import type { Responder, ResponseStream } from "./server.js";

const NONE: readonly string[] = [];
const NO_BYTES = new Uint8Array(0);
const EVENTS_ONLY: readonly string[] = [EVENTS_TYPE];

/** The exchange for which something is sent. */
export interface SentExchange extends OpenExchange {
  /** What still arrives of its body is read by nobody. */
  dropBody(): void;
}

export class Sending {
  /** Something was sent, or nobody is there any more. */
  isDone = false;
  /** The handler has begun, and its caller takes events: whatever comes of it is one. */
  answersEvents = false;
  readonly responder: Responder;
  readonly #dispatcher: DispatcherPort;
  readonly #admission: Admission;
  readonly #exchange: SentExchange;
  #stream: ResponseStream | null = null;

  constructor(
    dispatcher: DispatcherPort,
    admission: Admission,
    exchange: SentExchange,
    responder: Responder,
  ) {
    this.#dispatcher = dispatcher;
    this.#admission = admission;
    this.#exchange = exchange;
    this.responder = responder;
  }

  send(
    status: number,
    block: HeaderBlock,
    own: readonly string[],
    body: string | Uint8Array | null,
    close = false,
  ): void {
    if (this.isDone) return;
    this.#exchange.dropBody();
    if (this.answersEvents) {
      this.#endEvents(status, body);
      return;
    }
    const headers = this.#headersOf(own);
    const isHead = this.#admission.method === "HEAD" && body !== null;
    this.#begin(status);
    this.responder.respond({
      status,
      block,
      headers,
      close,
      body: isHead ? null : body,
      headLength: isHead ? byteLength(body) : null,
    });
    this.#dispatcher.untrack(this.#exchange);
  }

  sendProblem(error: unknown, close: boolean): void {
    if (this.isDone) return;
    const { requestId, route } = this.#admission;
    const known = error instanceof ApiError ? error : this.#unexpected(error);
    const problem = problemOf(known, requestId);
    const headers = [...(known.parts.headers ?? NONE)];
    if (route?.operation.rpc === true && problem.status === 400) {
      this.send(400, route.jsonBlock, headers, rpcFault(problem), close);
      return;
    }
    if (problem.status === 401) headers.push("www-authenticate", WWW_AUTHENTICATE);
    this.send(problem.status, PROBLEM_BLOCK, headers, JSON.stringify(problem), close);
  }

  emit(event: string, data: string): Promise<void> | undefined {
    if (this.isDone) return undefined;
    const { accept, route } = this.#admission;
    if (route?.operation.events === "messages" && negotiate(accept, EVENTS_ONLY) !== null) {
      this.answersEvents = true;
    }
    if (!this.answersEvents) return undefined;
    const stream = this.openEvents();
    const isSent = stream.write(this.#isLines ? `${data}\n` : eventText(event, data));
    return isSent ? undefined : stream.room();
  }

  openEvents(own: readonly string[] = NONE): ResponseStream {
    const type = this.#isLines ? NDJSON_TYPE : EVENTS_TYPE;
    this.#stream ??= this.#opened(200, ["content-type", type, "cache-control", NO_STORE, ...own]);
    return this.#stream;
  }

  /** The head of a body that is sent in parts; nothing else is sent then. */
  beginParts(status: number, own: readonly string[]): ResponseStream {
    this.#begin(status);
    return this.#opened(status, own);
  }

  /** The head of a 101; the connection is no longer this exchange's. @returns its fields */
  beginSocket(): readonly string[] {
    this.#begin(101);
    return [...BARE_BLOCK.pairs, ...this.#headersOf(NONE)];
  }

  #begin(status: number): void {
    this.isDone = true;
    this.#dispatcher.observe(this.#exchange, this.#admission.route, status);
  }

  #opened(status: number, own: readonly string[]): ResponseStream {
    return this.responder.stream({
      status,
      block: BARE_BLOCK,
      body: null,
      headLength: null,
      close: false,
      headers: this.#headersOf(own),
    });
  }

  /** Exactly one `result`, or one `error` that is the problem. */
  #endEvents(status: number, body: string | Uint8Array | null): void {
    const stream = this.openEvents();
    this.#begin(status);
    const text = typeof body === "string" ? body : Buffer.from(body ?? NO_BYTES).toString("utf8");
    const last = status < 300 ? "result" : "error";
    if (this.#isLines) stream.end(`{"${last}":${text}}\n`);
    else if (this.#admission.route?.operation.events !== "messages")
      stream.end(eventText(last, text));
    else stream.end(text.startsWith("event: ") ? text : eventText("message", text));
    this.#dispatcher.untrack(this.#exchange);
  }

  /** Whether events are told as lines of JSON. */
  get #isLines(): boolean {
    return this.#admission.accepted === NDJSON_TYPE;
  }

  #unexpected(error: unknown): ApiError {
    const { principal, requestId, route } = this.#admission;
    const operationId = route?.operation.id ?? null;
    const { context } = this.#dispatcher;
    const known = context.translate?.(error, { principal, requestId, operationId }) ?? null;
    if (known !== null) return known;
    context.log.error("a handler failed", { request_id: requestId, op: operationId, error });
    return new ApiError("INTERNAL", "an unexpected error; it was logged under the request id");
  }

  #headersOf(own: readonly string[]): string[] {
    const { host, origin, path, requestId, route, routed, verdict } = this.#admission;
    const headers = ["x-request-id", requestId];
    for (let i = 0; i + 1 < own.length; i += 2) {
      const value = own[i + 1] ?? "";
      if (isHeaderValue(value)) headers.push(own[i] ?? "", value);
    }
    if (verdict !== null) headers.push(...verdictHeaders(verdict));
    if (path.startsWith(HOSTED_PREFIX) && !hasHeader(headers, "content-security-policy"))
      headers.push(...HOSTED_FIELDS);
    const successor = route?.successor ?? null;
    if (successor !== null) headers.push(...legacyFields(successor, routed?.parameters ?? NONE));
    if (routed?.takesQuery === true && !hasHeader(headers, "accept-query"))
      headers.push("accept-query", ACCEPT_QUERY);
    if (origin !== "")
      addCors(headers, route, this.#dispatcher.context.allowedOrigins, origin, host);
    return headers;
  }
}
