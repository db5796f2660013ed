/**
 * One request on its way through: head, admission, input, handler, answer. Its handler sees it as a
 * `Call`.
 */
import {
  BODY_DISCARDED_BYTES_MAX,
  KEYLESS_READING_WORK_MAX,
  URL_BYTES_MAX,
} from "../../protocol/limits.js";
import { within, WorkEnded } from "../../protocol/workCount.js";
import type { CredentialState, IdempotencyTicket, Principal } from "../contract/call.js";
import { keyAuthOf, needsKey, type PolicyName } from "../contract/operation.js";
import { EVENTS_TYPE, JSON_TYPE, PreEncoded, type AnswerParts } from "../contract/preEncoded.js";
import { Upgrade } from "../contract/subscription.js";
import { ApiError, problemOf } from "../errors.js";
import { handshakeFields, readHandshake, type Handshake } from "../socket/handshake.js";
import type { Authenticated, IdempotencyState, RateVerdict, StoredAnswer } from "./context.js";
import type { Desk, OpenExchange } from "./desk.js";
import {
  checkDemand,
  checkMayCall,
  credentialError,
  credentialShown,
  tokenShown,
  credentialsShown,
  firstGood,
  idempotencyField,
  keyScope,
  missingKey,
  type Shown,
} from "./credentials.js";
import {
  ACCEPT_QUERY,
  hasHeader,
  isHeaderValue,
  NO_STORE,
  WWW_AUTHENTICATE,
  type HeaderBlock,
} from "./headers.js";
import { packed, packedTag, takesGzip } from "./compress.js";
import { inputOf } from "./input.js";
import {
  endsEvents,
  keyRefused,
  replayedFields,
  represented,
  REPLAYED,
  storedAnswer,
  ticketOf,
} from "./keptAnswers.js";
import { matchesTag, negotiate } from "./negotiate.js";
import { addCors, checkOrigin } from "./origins.js";
import { addressGroup, plainAddress } from "../../protocol/work/addressGroup.js";
import { spentByTrying } from "./rateLimit.js";
import {
  byteLength,
  eventText,
  gathered,
  legacyFields,
  limitReached,
  ownHeaders,
  rpcFault,
  tooLarge,
  tooMuchToRead,
  verdictHeaders,
  withTag,
  writeParts,
} from "./reply.js";
import { pageLinks, pageOf } from "./paging.js";
import { isRequestId } from "./requestId.js";
import { BARE_BLOCK, PROBLEM_BLOCK, type AnyAnswer, type Route } from "./route.js";
import type { Routed } from "./router.js";
import { findRoute } from "./routing.js";
import type { Exchange, RequestHead, Responder, ResponseStream } from "./server.js";

const NONE: readonly string[] = [];
const NO_BYTES = new Uint8Array(0);
const NO_FIELDS = {};
const NONE_SHOWN: readonly Shown[] = [];
const EVENTS_ONLY: readonly string[] = [EVENTS_TYPE];

export class ApiExchange implements Exchange, OpenExchange {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly startMs: number;
  bodyBytesMax = -1;
  principal: Principal | null = null;
  credential: CredentialState = "absent";
  idempotency: IdempotencyTicket | null = null;
  traceparent = "";
  /** Among those the dispatcher keeps track of; -1 for none. */
  place = -1;
  accepted: string = JSON_TYPE;

  private readonly dispatcher: Desk;
  private readonly head: RequestHead;
  private readonly responder: Responder;
  private done = false;
  private aborted = false;
  private controller: AbortController | null = null;
  private route: Route | null = null;
  private routed: Routed<Route> | null = null;
  private verdict: RateVerdict | null = null;
  private authenticating: Promise<unknown> | null = null;
  private origin = "";
  private host = "";
  private forwardedFor = "";
  private contentType = "";
  private accept = "";
  private idempotencyKey = "";
  private ifNoneMatch = "";
  private gzip = false;
  private readable: Map<string, string> | null = null;
  private bytes = NO_BYTES;
  /** The handler has begun, and its caller takes events: whatever comes of it is one. */
  private answersEvents = false;
  private stream: ResponseStream | null = null;
  /** Of a request that is to become a socket. */
  private handshake: Handshake | null = null;

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

  baseUrl(): string {
    return `http://${this.host}`;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
  }

  emit(event: string, data: string): void {
    if (this.done) return;
    if (
      this.route?.operation.events === "messages" &&
      negotiate(this.accept, EVENTS_ONLY) !== null
    ) {
      this.answersEvents = true;
    }
    if (!this.answersEvents) return;
    this.openStream().write(eventText(event, data));
  }

  // What an adapter calls.

  /**
   * Decides all that the head alone decides; afterwards `bodyBytesMax` says whether a body is
   * wanted.
   */
  begin(): void {
    try {
      this.readHead();
      const route = this.findRoute();
      if (route === null) return;
      this.route = route;
      if (route.operation.keyed === true) {
        this.idempotencyKey = idempotencyField(this.head);
      }
      if (route.operation.raw === true) this.dispatcher.checkOpen(route.operation.id);
      if (route.isStream) this.admitSocket();
      // A socket sends no cookie on its own: what its address or a signature opens, any page may read.
      if (this.handshake === null || this.handshake.token !== null)
        checkOrigin(route, this.dispatcher.context.allowedOrigins, this.origin, this.host);
      this.authorise(route);
      this.checkHead(route);
      if (!this.done) this.bodyBytesMax = route.bodied ? route.operation.limits.bodyBytesMax : 0;
    } catch (error) {
      this.fail(error);
    }
  }

  receive(body: Uint8Array): void {
    if (this.done) return;
    if (this.authenticating === null) {
      this.handle(body);
      return;
    }
    const copy = body.slice();
    void this.authenticating.then((error) => {
      if (error === null) this.handle(copy);
      else this.fail(error);
    });
  }

  overflow(): void {
    this.fail(tooLarge(this.bodyBytesMax, this.route?.operation.limits.larger), true);
  }

  stalled(): void {
    this.fail(new ApiError("REQUEST_TIMEOUT", "the body stopped arriving"), true);
  }

  abort(): void {
    this.done = true;
    this.stop();
  }

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

  // The head.

  private readHead(): void {
    const { head } = this;
    this.host = head.header("host");
    this.origin = head.header("origin");
    this.accept = head.header("accept");
    this.traceparent = head.header("traceparent");
    if (this.dispatcher.behindProxy) this.forwardedFor = head.header("x-forwarded-for");
    this.dispatcher.checkHost(this.host);
    if (this.path.length + this.query.length > URL_BYTES_MAX) {
      throw new ApiError("HEADERS_TOO_LARGE", `the URL is longer than ${URL_BYTES_MAX} bytes`);
    }
  }

  /** Null when the request is answered already. */
  private findRoute(): Route | null {
    const found = findRoute(this.dispatcher.router, this.head);
    this.routed = found.routed;
    if (found.kind === "refused") throw found.error;
    if (found.kind === "route") return found.route;
    this.route = found.route;
    this.send(found.status, BARE_BLOCK, found.headers, null);
    return null;
  }

  private authorise(route: Route): void {
    const auth = keyAuthOf(route.operation);
    if (auth === "none") {
      this.admit(route, null);
      return;
    }
    const shown = auth === "probe" ? credentialsShown(this.head) : NONE_SHOWN;
    if (shown.length > 1) {
      this.lookUp(route, firstGood(this.dispatcher.context, shown));
      return;
    }
    const read =
      this.handshake === null
        ? credentialShown(this.head, route.operation)
        : tokenShown(this.handshake.token);
    if (read === "malformed") {
      this.credential = "malformed";
      if (auth !== "probe") {
        throw new ApiError("BAD_KEY_FORMAT", "write the header as: Bearer calc_ak_...");
      }
    }
    if (typeof read === "string") {
      if (needsKey(route.operation)) {
        throw missingKey(route.operation);
      }
      this.admit(route, null);
      return;
    }
    const found = this.dispatcher.context.authenticate(read.token);
    if (!(found instanceof Promise)) {
      this.identify(route, found);
      return;
    }
    this.lookUp(route, found);
  }

  private lookUp(route: Route, looking: Promise<Authenticated>): void {
    this.authenticating = looking
      .catch((error: unknown) => this.unreadable(error))
      .then((known) => {
        this.identify(route, known);
        return null;
      })
      .catch((error: unknown) => error ?? new Error("authentication failed"));
  }

  /** That keys cannot be read says nothing about this one. */
  private unreadable(error: unknown): never {
    if (error instanceof ApiError) throw error;
    this.dispatcher.context.log.error("API keys cannot be read", {
      request_id: this.requestId,
      op: this.route?.operation.id ?? null,
      error,
    });
    throw new ApiError("NOT_READY", "the node cannot look up keys now", {
      headers: ["retry-after", "1"],
    });
  }

  private identify(route: Route, found: Authenticated): void {
    const principal = typeof found === "string" ? null : found;
    this.credential = typeof found === "string" ? found : found === null ? "unknown" : "valid";
    this.principal = principal;
    if (principal === null && keyAuthOf(route.operation) !== "probe") {
      // Guessing keys is counted against the address.
      this.spend("default-address", addressGroup(this.address()));
      throw credentialError(found);
    }
    if (principal !== null) checkMayCall(route.operation, principal);
    this.admit(route, principal);
  }

  private admit(route: Route, principal: Principal | null): void {
    const { rate: stated } = route.operation.limits;
    if (stated === null || principal?.unlimited === true) return;
    const rate = spentByTrying(stated);
    if (rate !== "default") {
      // A repeated request is answered from its record and spends nothing.
      if (this.idempotencyKey === "") this.spend(rate, addressGroup(this.address()));
    } else if (principal === null) this.spend("default-address", addressGroup(this.address()));
    else this.spend("default-key", principal.owner);
  }

  private spendDeferred(route: Route): void {
    const { rate: stated } = route.operation.limits;
    const rate = stated === null ? null : spentByTrying(stated);
    if (rate === null || rate === "default" || this.principal?.unlimited === true) return;
    this.spend(rate, addressGroup(this.address()));
  }

  private spend(policy: PolicyName, key: string): void {
    const verdict = this.dispatcher.context.rate(policy, key);
    this.verdict = verdict;
    if (verdict === null || verdict.allowed) return;
    throw limitReached(policy, verdict);
  }

  private checkHead(route: Route): void {
    const { head } = this;
    const { operation } = route;
    if (operation.headers !== undefined) {
      this.readable = new Map(operation.headers.map((name) => [name, head.header(name)]));
    }
    const accepted =
      this.accept === "" ? (route.offered[0] ?? JSON_TYPE) : negotiate(this.accept, route.offered);
    if (accepted !== null) this.accepted = accepted;
    else {
      throw new ApiError("NOT_ACCEPTABLE", `this call answers ${route.offered.join(", ")}`, {
        members: { available: route.offered },
      });
    }
    if (route.tagged) {
      this.ifNoneMatch = head.header("if-none-match");
      this.gzip = takesGzip(head.header("accept-encoding"));
    }
    if (!route.bodied) return;
    if (this.query !== "" && operation.queryText !== true) {
      throw new ApiError(
        "INVALID_BODY",
        "this call takes its fields in the body, not in the query",
      );
    }
    this.contentType = head.header("content-type");
    const coding = head.header("content-encoding");
    if (coding !== "" && coding.toLowerCase() !== "identity") {
      throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "bodies are taken without a content coding", {
        headers: ["accept-encoding", "identity"],
      });
    }
    const length = head.header("content-length");
    if (length !== "" && Number(length) > operation.limits.bodyBytesMax) {
      // The sender may be deaf until it has sent everything: up to a bound, the adapter reads on
      // and drops it.
      const { bodyBytesMax, larger } = operation.limits;
      this.fail(tooLarge(bodyBytesMax, larger), Number(length) > BODY_DISCARDED_BYTES_MAX);
    }
  }

  // The input and the handler.

  private handle(body: Uint8Array): void {
    const { route } = this;
    if (this.done || route === null) return;
    try {
      const { contentType, query } = this;
      const parameters = this.routed?.parameters ?? NONE;
      const raw = route.operation.raw === true;
      // The adapter's memory is its own again when this turn ends.
      if (raw) this.bytes = body.slice();
      const source = { contentType, query, parameters };
      const input = raw ? NO_FIELDS : this.bounded(route, () => inputOf(route, source, body));
      if (this.idempotencyKey === "") this.run(route, input);
      else this.runOnce(route, input);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A stranger's body is read with a bound on the work. */
  private bounded<T>(route: Route, read: () => T): T {
    if (this.principal !== null) return read();
    try {
      return within(KEYLESS_READING_WORK_MAX, read);
    } catch (error) {
      if (error instanceof WorkEnded) throw tooMuchToRead(route.operation.limits.larger);
      throw error;
    }
  }

  private run(route: Route, input: unknown): void {
    if (this.dispatcher.full()) {
      throw new ApiError("BUSY", "too many requests are running", {
        headers: ["retry-after", "1"],
      });
    }
    this.answersEvents = route.operation.events === true && this.accepted === EVENTS_TYPE;
    const answer = this.handled(route, input);
    if (!(answer instanceof Promise)) {
      this.answer(route, answer, input);
      return;
    }
    this.dispatcher.track(this);
    answer.then(
      (value) => this.settle(route, value, input),
      (error: unknown) => this.fail(error),
    );
  }

  /** What the handler answers, once the caller has the role that is demanded. */
  private handled(route: Route, input: unknown): AnyAnswer | Promise<AnyAnswer> {
    const { demand, handler } = route;
    if (demand === null) return handler(input, this);
    const { context } = this.dispatcher;
    return checkDemand(context, demand, input, this.principal).then(() => handler(input, this));
  }

  private settle(route: Route, value: AnyAnswer, input: unknown): void {
    try {
      this.answer(route, value, input);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Runs unless the key was used: then the kept answer is repeated. */
  private runOnce(route: Route, input: unknown): void {
    const owner = keyScope(this.principal) ?? addressGroup(this.address());
    const { context } = this.dispatcher;
    const ticket = ticketOf(context, this, owner, this.idempotencyKey, input);
    const state = context.idempotency.begin(ticket);
    if (!(state instanceof Promise)) {
      this.runUnder(route, input, ticket, state);
      return;
    }
    this.dispatcher.track(this);
    state
      .then((known) => this.runUnder(route, input, ticket, known))
      .catch((error: unknown) => this.fail(error));
  }

  private runUnder(
    route: Route,
    input: unknown,
    ticket: IdempotencyTicket,
    known: IdempotencyState,
  ): void {
    if (known.state === "replay") this.replay(route, input, known.answer);
    else if (known.state === "new") {
      this.idempotency = ticket;
      this.spendDeferred(route);
      this.run(route, input);
    } else throw keyRefused(known.state);
  }

  // The answer.

  private answer(route: Route, value: AnyAnswer, input: unknown): void {
    if (value instanceof Upgrade) {
      this.becomeSocket(value);
      return;
    }
    const answer = value instanceof PreEncoded ? value : pageOf(route, value, input);
    const owner = this.principal?.owner ?? "";
    const extra = [
      ...ownHeaders(this.dispatcher, route, answer, this.path, input, owner),
      ...pageLinks(route, { path: this.path, query: this.query, input }, answer.next),
    ];
    const ticket = this.idempotency;
    const send = (): void => this.sendEncoded(route, answer, extra);
    if (ticket === null) {
      send();
      return;
    }
    this.idempotency = null;
    const { idempotency } = this.dispatcher.context;
    if (answer.refused || answer.status >= 300) {
      idempotency.abandon(ticket);
      send();
      return;
    }
    const kept = idempotency.complete(ticket, storedAnswer(answer, extra));
    if (kept instanceof Promise) kept.then(send).catch((error: unknown) => this.fail(error));
    else send();
  }

  /** @throws ApiError where it is no handshake, or this address has enough sockets */
  private admitSocket(): void {
    this.handshake = readHandshake(this.head);
    this.dispatcher.sockets.admit(addressGroup(this.address()));
  }

  private becomeSocket({ subscription }: Upgrade): void {
    if (this.done) return;
    const { handshake, responder } = this;
    const { sockets } = this.dispatcher;
    if (handshake === null || responder.upgrade === undefined)
      throw new ApiError("UPGRADE_REQUIRED", "a stream is opened on a connection of its own");
    const group = addressGroup(this.address());
    // Others may have come while the handler looked.
    sockets.admit(group);
    this.done = true;
    this.bodyBytesMax = -1;
    this.dispatcher.observe(this, this.route, 101);
    const raw = responder.upgrade({
      status: 101,
      block: BARE_BLOCK,
      headers: this.headersOf(handshakeFields(handshake)),
      body: null,
      headLength: null,
      close: false,
    });
    this.dispatcher.untrack(this);
    sockets.open(raw, subscription, group);
  }

  private sendEncoded(route: Route, answer: PreEncoded, extra: readonly string[]): void {
    const isTagged = extra[0] === "etag";
    const small = this.gzip && isTagged ? packed(route, answer.body) : null;
    if (!(small instanceof Promise)) this.sendPacked(route, answer, extra, small);
    else
      small
        .then((bytes) => this.sendPacked(route, answer, extra, bytes))
        .catch((error: unknown) => this.fail(error));
  }

  private sendPacked(
    route: Route,
    answer: PreEncoded,
    extra: readonly string[],
    small: Uint8Array | null,
  ): void {
    const { status, contentType } = answer;
    if (status === 204) {
      this.send(status, BARE_BLOCK, ["cache-control", route.control, ...answer.headers], null);
      return;
    }
    const isTagged = extra[0] === "etag";
    const own = small === null ? extra : withTag(extra, packedTag(extra[1] ?? ""));
    if (this.ifNoneMatch !== "" && isTagged && matchesTag(this.ifNoneMatch, own[1] ?? "")) {
      this.send(304, BARE_BLOCK, ["cache-control", route.control, ...own], null);
      return;
    }
    const body = small ?? answer.body;
    const plain = answer.headers.length === 0 ? own : [...own, ...answer.headers];
    const headers = small === null ? plain : ["content-encoding", "gzip", ...plain];
    if (answer.parts !== null) {
      void this.sendParts(answer.parts, status, [
        "content-type",
        contentType,
        "cache-control",
        route.control,
        ...headers,
      ]);
      return;
    }
    const cached = hasHeader(answer.headers, "cache-control");
    if (contentType === JSON_TYPE && !cached) {
      this.send(status, route.jsonBlock, headers, body);
      return;
    }
    const control = cached ? NONE : ["cache-control", route.control];
    this.send(status, BARE_BLOCK, ["content-type", contentType, ...control, ...headers], body);
  }

  /**
   * A body that is made while it is sent. The deadline of the call ends it, and so does a peer that
   * goes away.
   */
  private async sendParts(
    parts: AnswerParts,
    status: number,
    own: readonly string[],
  ): Promise<void> {
    if (this.done) return;
    const whole = this.responder.wantsWhole === true;
    if (this.method === "HEAD" || whole || this.answersEvents) {
      try {
        this.send(status, BARE_BLOCK, own, this.method === "HEAD" ? null : await gathered(parts));
      } catch (error) {
        this.fail(error);
      }
      return;
    }
    this.done = true;
    this.bodyBytesMax = -1;
    this.dispatcher.observe(this, this.route, status);
    const stream = this.responder.stream({
      status,
      block: BARE_BLOCK,
      body: null,
      headLength: null,
      close: false,
      headers: this.headersOf(own),
    });
    const error = await writeParts(parts, stream, () => this.aborted);
    if (error !== null)
      this.dispatcher.context.log.error("a streamed answer was cut off", {
        request_id: this.requestId,
        error,
      });
    this.dispatcher.untrack(this);
  }

  /** The kept answer again, in the type that is accepted now. */
  private replay(route: Route, input: unknown, kept: StoredAnswer): void {
    const {
      accepted,
      dispatcher: { context },
    } = this;
    if (endsEvents(route, accepted, kept)) {
      this.answersEvents = true;
      this.openStream(REPLAYED);
    } else if (kept.contentType !== accepted) {
      represented(context, route, this, input, kept)
        .then((again) => this.sendStored(route, again))
        .catch((error: unknown) => this.fail(error));
      return;
    }
    this.sendStored(route, kept);
  }

  private sendStored(route: Route, answer: StoredAnswer): void {
    this.send(
      answer.status,
      BARE_BLOCK,
      replayedFields(this.dispatcher, route, answer),
      answer.body,
    );
  }

  /** @param release false keeps the idempotency key taken, because the effect may still come. */
  private fail(error: unknown, close = false, release = true): void {
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

  private unexpected(error: unknown): ApiError {
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

  private send(
    status: number,
    block: HeaderBlock,
    own: readonly string[],
    body: string | Uint8Array | null,
    close = false,
  ): void {
    if (this.done) return;
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

  private headersOf(own: readonly string[]): string[] {
    const headers = ["x-request-id", this.requestId];
    for (let i = 0; i + 1 < own.length; i += 2) {
      const value = own[i + 1] ?? "";
      if (isHeaderValue(value)) headers.push(own[i] ?? "", value);
    }
    if (this.verdict !== null) headers.push(...verdictHeaders(this.verdict));
    const successor = this.route?.successor ?? null;
    if (successor !== null)
      headers.push(...legacyFields(successor, this.routed?.parameters ?? NONE));
    if (this.routed?.takesQuery === true && !hasHeader(headers, "accept-query"))
      headers.push("accept-query", ACCEPT_QUERY);
    if (this.origin !== "")
      addCors(headers, this.route, this.dispatcher.context.allowedOrigins, this.origin, this.host);
    return headers;
  }

  private openStream(own: readonly string[] = NONE): ResponseStream {
    this.stream ??= this.responder.stream({
      status: 200,
      block: BARE_BLOCK,
      body: null,
      headLength: null,
      close: false,
      headers: this.headersOf(["content-type", EVENTS_TYPE, "cache-control", NO_STORE, ...own]),
    });
    return this.stream;
  }

  /** Exactly one `result`, or one `error` that is the problem. */
  private endEvents(status: number, body: string | Uint8Array | null): void {
    const stream = this.openStream();
    this.done = true;
    this.bodyBytesMax = -1;
    this.dispatcher.observe(this, this.route, status);
    const text = typeof body === "string" ? body : Buffer.from(body ?? NO_BYTES).toString("utf8");
    if (this.route?.operation.events !== "messages")
      stream.end(eventText(status < 300 ? "result" : "error", text));
    else stream.end(text.startsWith("event: ") ? text : eventText("message", text));
    this.dispatcher.untrack(this);
  }

  private stop(): void {
    this.aborted = true;
    this.controller?.abort();
    this.dispatcher.untrack(this);
  }
}
