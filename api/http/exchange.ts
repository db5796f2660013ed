/**
 * One request on its way through: head, admission, input, handler, answer. Its handler sees it as a
 * `Call`.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson } from "../../protocol/encoding/json.js";
import type { ErrorCode } from "../../protocol/errors.js";
import { BODY_DISCARDED_BYTES_MAX, JSON_DEPTH_MAX, URL_BYTES_MAX } from "../../protocol/limits.js";
import type { Call, CredentialState, IdempotencyTicket, Principal } from "../contract/call.js";
import { JSON_TYPE, PreEncoded } from "../contract/preEncoded.js";
import { ApiError, problemOf, type Problem } from "../errors.js";
import type { RateVerdict, StoredAnswer } from "./context.js";
import type { Dispatcher } from "./dispatcher.js";
import {
  ACCEPT_QUERY, CORS_MAX_AGE_SECONDS, CORS_METHODS, CORS_REQUEST_HEADERS, EXPOSED, hasHeader,
  isHeaderValue,
  NO_STORE, WWW_AUTHENTICATE, type HeaderBlock,
} from "./headers.js";
import { bodyTypeOf, idempotencyKeyOf, matchesTag, negotiate } from "./negotiate.js";
import { addressGroup, plainAddress } from "./rateLimit.js";
import { isRequestId } from "./requestId.js";
import { BARE_BLOCK, PROBLEM_BLOCK, type AnyAnswer, type Route } from "./route.js";
import type { Routed } from "./router.js";
import type { Exchange, RequestHead, Responder } from "./server.js";
import { faultsOf, readForm } from "./validate.js";

const METHODS: ReadonlySet<string> = new Set(
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"]
);
const RPC_PARSE_ERROR = -32_700;
const RPC_INVALID_REQUEST = -32_600;
const NONE: readonly string[] = [];
/** A byte order mark is kept, so that the JSON reader refuses it. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class ApiExchange implements Exchange, Call {
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

  private readonly dispatcher: Dispatcher;
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
  private acceptedType = JSON_TYPE;
  private idempotencyKey = "";
  private ifNoneMatch = "";
  private readable: Map<string, string> | null = null;

  constructor(dispatcher: Dispatcher, head: RequestHead, responder: Responder, startMs: number) {
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

  baseUrl(): string {
    return `http://${this.host}`;
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.aborted) this.controller.abort();
    return this.controller.signal;
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
      this.checkOrigin(route);
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
    this.fail(tooLarge(this.bodyBytesMax), true);
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
      false, false,
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
    if (!METHODS.has(this.method)) {
      throw new ApiError(
        "METHOD_NOT_IMPLEMENTED",
        "the method is none of those this node knows; methods are case-sensitive",
      );
    }
    const routed = this.lookUp(this.path);
    if (routed === null) return this.redirectSlash();
    this.routed = routed;
    const route = routed.methods.get(this.method === "HEAD" ? "GET" : this.method);
    if (route !== undefined) return route;
    if (this.method === "OPTIONS") {
      this.answerOptions(routed);
      return null;
    }
    throw new ApiError(
      "METHOD_NOT_ALLOWED", `${this.path} answers ${routed.allow}`,
      { headers: ["allow", routed.allow] },
    );
  }

  private lookUp(path: string): Routed<Route> | null {
    try {
      return this.dispatcher.router.find(path);
    } catch (error) {
      if (error instanceof URIError) {
        throw new ApiError(
          "INVALID_BODY", "a percent-encoding in the path is malformed",
        );
      }
      throw error;
    }
  }

  private redirectSlash(): null {
    const bare = this.path.replace(/\/+$/, "");
    if (bare !== this.path && bare !== "" && this.lookUp(bare) !== null) {
      this.send(
        308, BARE_BLOCK, ["location", this.query === "" ? bare : `${bare}?${this.query}`], null,
      );
      return null;
    }
    throw new ApiError("NOT_FOUND", "no operation has this path");
  }

  private answerOptions(routed: Routed<Route>): void {
    const headers = ["allow", routed.allow];
    const asked = this.head.header("access-control-request-method");
    if (this.origin !== "" && asked !== "") {
      // Credentials are never sent cross-origin, so one answer fits every keyless route.
      headers.push(
        "access-control-allow-methods", CORS_METHODS, "access-control-allow-headers",
        CORS_REQUEST_HEADERS,
        "access-control-max-age", CORS_MAX_AGE_SECONDS,
      );
      this.route = routed.methods.get(asked) ?? null;
    }
    this.send(204, BARE_BLOCK, headers, null);
  }

  private checkOrigin(route: Route): void {
    if (this.origin === "" || route.publicRead) return;
    if (this.originAllowed()) return;
    throw new ApiError(
      "ORIGIN_NOT_ALLOWED",
      "pages of this origin are not configured to make keyed or changing calls",
    );
  }

  private originAllowed(): boolean {
    return this.dispatcher.context.allowedOrigins.has(this.origin)
      || this.origin === `http://${this.host}`;
  }

  private authorise(route: Route): void {
    const { auth } = route.operation;
    if (auth === "none") {
      this.admit(route, null);
      return;
    }
    const token = this.readToken(auth === "probe");
    if (token === null) {
      if (auth === "account") {
        throw new ApiError(
          "MISSING_KEY", "this call needs an Authorization header",
        );
      }
      this.admit(route, null);
      return;
    }
    const found = this.dispatcher.context.authenticate(token);
    if (!(found instanceof Promise)) {
      this.identify(route, found);
      return;
    }
    this.authenticating = found.then((principal) => {
      this.identify(route, principal);
      return null;
    }).catch((error: unknown) => error ?? new Error("authentication failed"));
  }

  private readToken(lenient: boolean): string | null {
    const field = this.head.header("authorization");
    if (field === "") return null;
    const token = /^bearer +([A-Za-z0-9._~+/=-]{8,512})$/i.exec(field)?.[1];
    if (
      token !== undefined && (token.startsWith("calc_ak_") || token.startsWith("csm_"))
    ) {
      return token;
    }
    this.credential = "malformed";
    if (lenient) return null;
    throw new ApiError("BAD_KEY_FORMAT", "write the header as: Bearer calc_ak_...");
  }

  private identify(route: Route, principal: Principal | null): void {
    this.credential = principal === null ? "unknown" : "valid";
    this.principal = principal;
    if (principal === null && route.operation.auth !== "probe") {
      // Guessing keys is counted against the address.
      this.spend("default-address", addressGroup(this.address()));
      throw new ApiError("INVALID_KEY", "the key is unknown or revoked");
    }
    if (principal?.spinUpOnly === true && route.operation.auth === "account") {
      throw new ApiError(
        "FORBIDDEN",
        "the shared demo key does not compute; POST /api/demo-key/mint makes a personal one",
      );
    }
    this.admit(route, principal);
  }

  private admit(route: Route, principal: Principal | null): void {
    const { rate } = route.operation.limits;
    if (rate === null || principal?.unlimited === true) return;
    if (rate !== "default") this.spend(rate, addressGroup(this.address()));
    else if (principal === null) this.spend("default-address", addressGroup(this.address()));
    else this.spend("default-key", principal.owner);
  }

  private spend(policy: Parameters<Dispatcher["context"]["rate"]>[0], key: string): void {
    const verdict = this.dispatcher.context.rate(policy, key);
    this.verdict = verdict;
    if (verdict === null || verdict.allowed) return;
    const { resetSeconds } = verdict;
    const detail = `the limit of "${policy}" is reached; it opens again in ${resetSeconds} s`;
    throw new ApiError("RATE_LIMITED", detail, {
      members: { "violated-policies": [policy] },
      headers: ["retry-after", String(verdict.resetSeconds)],
    });
  }

  private checkHead(route: Route): void {
    const { head } = this;
    const { operation } = route;
    if (operation.headers !== undefined) {
      this.readable = new Map(operation.headers.map((name) => [name, head.header(name)]));
    }
    if (
      this.accept !== "" && this.accept !== "*/*" && this.accept !== JSON_TYPE
    ) this.negotiateType(route);
    else this.acceptedType = route.offered[0] ?? JSON_TYPE;
    if (route.tagged) this.ifNoneMatch = head.header("if-none-match");
    if (operation.keyed === true) this.idempotencyKey = head.header("idempotency-key");
    if (!route.bodied) return;
    if (this.query !== "" && operation.queryText !== true) {
      throw new ApiError(
        "INVALID_BODY", "this call takes its fields in the body, not in the query",
      );
    }
    this.contentType = head.header("content-type");
    const length = head.header("content-length");
    if (length !== "" && Number(length) > operation.limits.bodyBytesMax) {
      // The sender may be deaf until it has sent everything: up to a bound, the adapter reads on
      // and drops it.
      this.fail(tooLarge(operation.limits.bodyBytesMax), Number(length) > BODY_DISCARDED_BYTES_MAX);
    }
  }

  private negotiateType(route: Route): void {
    const type = negotiate(this.accept, route.offered);
    if (type === null) {
      throw new ApiError("NOT_ACCEPTABLE", `this call answers ${route.offered.join(", ")}`, {
        members: { available: route.offered },
      });
    }
    this.acceptedType = type;
  }

  // The input and the handler.

  private handle(body: Uint8Array): void {
    const { route } = this;
    if (this.done || route === null) return;
    try {
      const input = this.validate(route, this.readInput(route, body));
      if (this.idempotencyKey === "") this.run(route, input);
      else this.runOnce(route, input);
    } catch (error) {
      this.fail(error);
    }
  }

  private readInput(route: Route, body: Uint8Array): unknown {
    const value = route.bodied ? this.readBody(route, body) : readForm(this.query, route.readings);
    const parameters = this.routed?.parameters ?? NONE;
    if (parameters.length === 0 || typeof value !== "object" || value === null) return value;
    const merged: Record<string, unknown> = { ...value };
    for (let i = 0; i < parameters.length; i += 2) {
      const name = parameters[i] ?? "";
      if (Object.hasOwn(merged, name)) {
        throw new ApiError(
          "INVALID_BODY", `${name} is given in the path already`,
        );
      }
      merged[name] = parameters[i + 1];
    }
    return merged;
  }

  private readBody(route: Route, body: Uint8Array): unknown {
    if (body.length === 0 && route.operation.body !== "required") return {};
    const type = bodyTypeOf(this.contentType);
    if (
      type === "form" && route.method === "QUERY"
    ) {
      return readForm(this.decode(body), route.readings);
    }
    if (type !== "json") throw this.wrongType(route, type === "missing");
    const read = parseJson(this.decode(body), { depthMax: JSON_DEPTH_MAX });
    if (
      read.ok && route.operation.rpc === true && Array.isArray(read.value)
    ) {
      return { jsonrpc: "2.0", batch: read.value };
    }
    if (read.ok) return read.value;
    throw new ApiError(
      "MALFORMED_JSON", `${read.message}, at character ${read.offset}`,
      { members: { offset: read.offset } },
    );
  }

  private wrongType(route: Route, missing: boolean): ApiError {
    const headers = route.method === "QUERY" ? [
      "accept-query", ACCEPT_QUERY,
    ] : ["accept-post", JSON_TYPE];
    if (missing && route.method === "QUERY") {
      return new ApiError(
        "INVALID_BODY", "a QUERY states its Content-Type", { headers },
      );
    }
    return new ApiError(
      "UNSUPPORTED_MEDIA_TYPE", "send the body as application/json in UTF-8", { headers },
    );
  }

  private decode(body: Uint8Array): string {
    try {
      return utf8.decode(body);
    } catch {
      throw new ApiError("MALFORMED_JSON", "the body is not UTF-8");
    }
  }

  private validate(route: Route, value: unknown): unknown {
    const { input } = route.operation;
    const parsed = input.safeParse(value);
    if (parsed.success) return parsed.data;
    const faults = faultsOf(parsed.error, input);
    const code: ErrorCode = route.method === "QUERY" && !faults.unknownField
      ? "UNPROCESSABLE_QUERY"
      : "INVALID_BODY";
    throw new ApiError(code, faults.detail, { errors: faults.errors });
  }

  private run(route: Route, input: unknown): void {
    if (this.dispatcher.full()) {
      throw new ApiError(
        "BUSY", "too many requests are running", { headers: ["retry-after", "1"] },
      );
    }
    const answer = route.handler(input, this);
    if (!(answer instanceof Promise)) {
      this.answer(route, answer, input);
      return;
    }
    this.dispatcher.track(this);
    answer.then((value) => this.settle(route, value, input), (error: unknown) => this.fail(error));
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
    const key = idempotencyKeyOf(this.idempotencyKey);
    if (key === null) {
      throw new ApiError(
        "INVALID_IDEMPOTENCY_KEY", "the key is not 1 to 255 visible ASCII characters",
      );
    }
    const owner = this.principal?.owner ?? addressGroup(this.address());
    const { context } = this.dispatcher;
    const ticket: IdempotencyTicket = {
      scope: [owner, this.method, this.path, key].join("\u0000"),
      fingerprint: context.crypto.sha256Hex(canonicalize(input)),
    };
    const state = context.idempotency.begin(ticket);
    if (!(state instanceof Promise)) {
      this.runUnder(route, input, ticket, state);
      return;
    }
    this.dispatcher.track(this);
    state.then(
      (known) => this.runUnder(route, input, ticket, known)
    ).catch((error: unknown) => this.fail(error));
  }

  private runUnder(
    route: Route, input: unknown, ticket: IdempotencyTicket,
    known: Awaited<ReturnType<Dispatcher["context"]["idempotency"]["begin"]>>,
  ): void {
    switch (known.state) {
      case "running":
        throw new ApiError(
          "IDEMPOTENCY_IN_PROGRESS", "the first request with this key is running",
          { headers: ["retry-after", "1"] },
        );
      case "reused":
        throw new ApiError("IDEMPOTENCY_KEY_REUSED", "the key was used with another body");
      case "replay":
        this.sendStored(known.answer, ["idempotent-replayed", "true"]);
        return;
      case "new":
        this.idempotency = ticket;
        this.run(route, input);
    }
  }

  // The answer.

  private answer(route: Route, value: AnyAnswer, input: unknown): void {
    const encoded = value instanceof PreEncoded ? value : encode(
      value, route.operation.success ?? 200,
    );
    const extra = this.extraHeaders(route, encoded, input);
    const ticket = this.idempotency;
    if (ticket === null) {
      this.sendEncoded(route, encoded, extra);
      return;
    }
    this.idempotency = null;
    if (encoded.refused || encoded.status >= 300) {
      this.dispatcher.context.idempotency.abandon(ticket);
      this.sendEncoded(route, encoded, extra);
      return;
    }
    const kept: StoredAnswer = {
      status: encoded.status, contentType: encoded.contentType, headers: [
        ...encoded.headers, ...extra,
      ], body: encoded.body,
    };
    const written = this.dispatcher.context.idempotency.complete(ticket, kept);
    if (written instanceof Promise) {
      written.then(
        () => this.sendEncoded(route, encoded, extra)
      ).catch((error: unknown) => this.fail(error));
    } else this.sendEncoded(route, encoded, extra);
  }

  /** Digest of sealed answers; entity tag and places of tagged ones. */
  private extraHeaders(route: Route, encoded: PreEncoded, input: unknown): readonly string[] {
    if (route.operation.effect === "seal") {
      return [
        "content-digest", this.dispatcher.digest(encoded.body),
      ];
    }
    if (!route.tagged || encoded.status !== 200) return NONE;
    const tag = this.dispatcher.tagOf(route, encoded.body);
    if (route.method !== "QUERY") return ["etag", tag];
    const id = this.dispatcher.queries.remember({
      owner: this.principal?.owner ?? "",
      target: this.path,
      content: canonicalize(input),
      answer: { contentType: encoded.contentType, body: encoded.body },
    });
    return [
      "etag", tag, "location", `/api/queries/${id}`, "content-location",
      `/api/queries/${id}/result`,
    ];
  }

  private sendEncoded(route: Route, encoded: PreEncoded, extra: readonly string[]): void {
    if (
      this.ifNoneMatch !== "" && extra[0] === "etag" && matchesTag(this.ifNoneMatch, extra[1] ?? "")
    ) {
      this.send(304, BARE_BLOCK, ["cache-control", route.control, ...extra], null);
      return;
    }
    const headers = encoded.headers.length === 0 ? extra : [...extra, ...encoded.headers];
    if (encoded.contentType === JSON_TYPE && !hasHeader(encoded.headers, "cache-control")) {
      this.send(encoded.status, route.jsonBlock, headers, encoded.body);
      return;
    }
    const own = hasHeader(
      encoded.headers, "cache-control",
    ) ? NONE : ["cache-control", route.control];
    this.send(
      encoded.status, BARE_BLOCK, ["content-type", encoded.contentType, ...own, ...headers],
      encoded.body,
    );
  }

  private sendStored(answer: StoredAnswer, headers: readonly string[]): void {
    this.send(
      answer.status, BARE_BLOCK,
      [
        "content-type", answer.contentType, "cache-control", NO_STORE, ...answer.headers,
        ...headers,
      ], answer.body,
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
    this.dispatcher.context.log.error("a handler failed", {
      request_id: this.requestId, op: this.route?.operation.id ?? null, error,
    });
    return new ApiError("INTERNAL", "an unexpected error; it was logged under the request id");
  }

  private send(
    status: number, block: HeaderBlock, own: readonly string[],
    body: string | Uint8Array | null, close = false,
  ): void {
    if (this.done) return;
    this.done = true;
    this.bodyBytesMax = -1;
    const headers = ["x-request-id", this.requestId];
    for (let i = 0; i + 1 < own.length; i += 2) {
      const value = own[i + 1] ?? "";
      if (isHeaderValue(value)) headers.push(own[i] ?? "", value);
    }
    this.addVerdict(headers);
    if (this.origin !== "") this.addCors(headers);
    if (
      this.routed?.takesQuery === true && !hasHeader(headers, "accept-query")
    ) headers.push("accept-query", ACCEPT_QUERY);
    const isHead = this.method === "HEAD" && body !== null;
    this.dispatcher.observe(this, this.route, status);
    this.responder.respond({
      status, block, headers, close,
      body: isHead ? null : body,
      headLength: isHead ? byteLength(body) : null,
    });
    this.dispatcher.untrack(this);
  }

  private addVerdict(headers: string[]): void {
    const { verdict } = this;
    if (verdict === null) return;
    const name = verdict.policy.slice(0, verdict.policy.indexOf(";"));
    headers.push(
      "ratelimit-policy", verdict.policy, "ratelimit",
      `${name};r=${verdict.remaining};t=${verdict.resetSeconds}`,
    );
  }

  private addCors(headers: string[]): void {
    if (this.originAllowed()) headers.push("access-control-allow-origin", this.origin);
    else if (
      this.route === null || this.route.publicRead
    ) headers.push("access-control-allow-origin", "*");
    else return;
    headers.push("access-control-expose-headers", EXPOSED);
  }

  private stop(): void {
    this.aborted = true;
    this.controller?.abort();
    this.dispatcher.untrack(this);
  }
}

function encode(value: Readonly<Record<string, unknown>>, status: number): PreEncoded {
  const refused = value["refusal"] !== undefined || value["inputError"] !== undefined;
  return new PreEncoded(status, JSON.stringify(value), JSON_TYPE, NONE, refused);
}

/** A body that is no message, in the form JSON-RPC has for it. */
function rpcFault(problem: Problem): string {
  const code = problem.code === "MALFORMED_JSON" ? RPC_PARSE_ERROR : RPC_INVALID_REQUEST;
  return JSON.stringify(
    { jsonrpc: "2.0", id: null, error: { code, message: problem.detail, data: problem } }
  );
}

function tooLarge(limit: number): ApiError {
  return new ApiError(
    "TOO_LARGE", `the body is larger than ${limit} bytes`, { members: { limit } },
  );
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}
