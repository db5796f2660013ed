/** Whether a request is let in, by its head alone: route, origin, credential, rate, media types. */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { BODY_DISCARDED_BYTES_MAX, URL_BYTES_MAX } from "../../protocol/limits.js";
import { addressGroup, plainAddress } from "../../protocol/work/addressGroup.js";
import type { CredentialState, Principal } from "../contract/definition/call.js";
import { keyAuthOf, needsKey, type PolicyName } from "../contract/definition/operation.js";
import { JSON_TYPE } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import { readHandshake, type Handshake } from "../socket/handshake.js";
import { takesGzip } from "./compress.js";
import type { Authenticated, RateVerdict } from "./context.js";
import {
  checkMayCall,
  credentialError,
  credentialShown,
  credentialsShown,
  firstGood,
  idempotencyField,
  missingKey,
  tokenShown,
  type Shown,
} from "./credentials.js";
import type { DispatcherPort } from "./dispatcherPort.js";
import { bodyFormOf, unreadCharset, negotiate } from "./negotiate.js";
import { checkOrigin } from "./origins.js";
import { preferredShape, queriedShape, shapeBeside, wantsDigest } from "./preferences.js";
import { defaultPolicy, spentByTrying } from "./rateLimit.js";
import { limitReached, tooLarge } from "./reply.js";
import { isRequestId } from "./requestId.js";
import type { Route } from "./route.js";
import type { Routed } from "./router.js";
import { findRoute, type Found } from "./routing.js";
import type { RequestHead } from "./server.js";

const NONE_SHOWN: readonly Shown[] = [];

/** Answers made without a handler: to a preflight, or about another place. */
export type BareAnswer = Pick<Extract<Found, { kind: "bare" }>, "status" | "headers">;

export interface BodyTooLong {
  readonly error: ApiError;
  /** The rest is not worth reading. */
  readonly closes: boolean;
}

export class Admission {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  route: Route | null = null;
  routed: Routed<Route> | null = null;
  /** Of a request that is to become a socket. */
  handshake: Handshake | null = null;
  principal: Principal | null = null;
  credential: CredentialState = "absent";
  verdict: RateVerdict | null = null;
  /** Resolves to an error, or to null once the caller is known; null where nobody is looked up. */
  authenticating: Promise<unknown> | null = null;
  traceparent = "";
  origin = "";
  host = "";
  contentType = "";
  accept = "";
  accepted: string = JSON_TYPE;
  shape: AnswerShape | null = null;
  idempotencyKey = "";
  ifNoneMatch = "";
  gzip = false;
  /** The sentence about a digest of the answer; null for nothing. */
  wantsDigest: boolean | null = null;
  readonly #dispatcher: DispatcherPort;
  readonly #head: RequestHead;
  #forwardedFor = "";
  #readable: Map<string, string> | null = null;

  constructor(dispatcher: DispatcherPort, head: RequestHead) {
    this.#dispatcher = dispatcher;
    this.#head = head;
    this.method = head.method;
    this.path = head.path;
    this.query = head.query;
    const given = head.header("x-request-id");
    this.requestId = given !== "" && isRequestId(given) ? given : dispatcher.newRequestId();
  }

  /**
   * @returns the route, or what is answered in its place
   * @throws ApiError where the request is not let in
   */
  decide(): Route | BareAnswer {
    this.#readHead();
    const found = findRoute(this.#dispatcher.router, this.#head);
    this.routed = found.routed;
    if (found.kind === "refused") throw found.error;
    this.route = found.route;
    if (found.kind === "bare") return found;
    const { route } = found;
    if (route.operation.keyed === true) this.idempotencyKey = idempotencyField(this.#head);
    if (route.operation.raw === true) this.#dispatcher.checkOpen(route.operation.id);
    if (route.isStream) this.#admitSocket();
    // A socket sends no cookie on its own: what its address or a signature opens, any page may read.
    if (this.handshake === null || this.handshake.token !== null)
      checkOrigin(route, this.#dispatcher.context.allowedOrigins, this.origin, this.host);
    this.#authorise(route);
    this.#checkHead(route);
    return route;
  }

  address(): string {
    const peer = plainAddress(this.#head.address());
    if (this.#forwardedFor === "") return peer;
    return this.#dispatcher.clientAddress(peer, this.#forwardedFor);
  }

  /** A field that the operation declares, or "". */
  header(name: string): string {
    return this.#readable?.get(name) ?? "";
  }

  /** What a length that is stated before the body says about it; null for nothing. */
  tooLong({ bodied, operation }: Route): BodyTooLong | null {
    const length = bodied ? Number(this.#head.header("content-length")) : 0;
    const { bodyBytesMax, larger } = operation.limits;
    if (!(length > bodyBytesMax)) return null;
    // The sender may be deaf until it has sent everything: up to a bound, the adapter reads on and
    // drops it.
    return { error: tooLarge(bodyBytesMax, larger), closes: length > BODY_DISCARDED_BYTES_MAX };
  }

  /** Counts what was put off until it was known that something is to be done. */
  spendDeferred(route: Route): void {
    const { rate: stated } = route.operation.limits;
    const rate = stated === null ? null : spentByTrying(stated);
    if (rate === null || rate === "default" || this.principal?.unlimited === true) return;
    this.#spend(rate, addressGroup(this.address()));
  }

  #readHead(): void {
    const head = this.#head;
    this.host = head.header("host");
    this.origin = head.header("origin");
    this.accept = head.header("accept");
    this.traceparent = head.header("traceparent");
    if (this.#dispatcher.behindProxy) this.#forwardedFor = head.header("x-forwarded-for");
    // HTTP/1.0 needs no Host, and probes of balancers send none; browsers name one always.
    if (this.host !== "" || head.count("host") > 0) this.#dispatcher.checkHost(this.host);
    if (this.path.length + this.query.length > URL_BYTES_MAX) {
      throw new ApiError("HEADERS_TOO_LARGE", `the URL is longer than ${URL_BYTES_MAX} bytes`);
    }
  }

  #authorise(route: Route): void {
    const auth = keyAuthOf(route.operation);
    if (auth === "none") {
      this.#admit(route, null);
      return;
    }
    const shown = auth === "probe" ? credentialsShown(this.#head) : NONE_SHOWN;
    if (shown.length > 1) {
      this.#lookUp(route, firstGood(this.#dispatcher.context, shown));
      return;
    }
    const read =
      this.handshake === null
        ? credentialShown(this.#head, route.operation)
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
      this.#admit(route, null);
      return;
    }
    const found = this.#dispatcher.context.authenticate(read.token);
    if (!(found instanceof Promise)) {
      this.#identify(route, found);
      return;
    }
    this.#lookUp(route, found);
  }

  #lookUp(route: Route, looking: Promise<Authenticated>): void {
    this.authenticating = looking
      .catch((error: unknown) => this.#unreadable(error))
      .then((known) => {
        this.#identify(route, known);
        return null;
      })
      .catch((error: unknown) => error ?? new Error("authentication failed"));
  }

  /** That keys cannot be read says nothing about this one. */
  #unreadable(error: unknown): never {
    if (error instanceof ApiError) throw error;
    this.#dispatcher.context.log.error("API keys cannot be read", {
      request_id: this.requestId,
      op: this.route?.operation.id ?? null,
      error,
    });
    throw new ApiError("NOT_READY", "the node cannot look up keys now", {
      headers: ["retry-after", "1"],
    });
  }

  #identify(route: Route, found: Authenticated): void {
    const principal = typeof found === "string" ? null : found;
    this.credential = typeof found === "string" ? found : found === null ? "unknown" : "valid";
    this.principal = principal;
    if (principal === null && keyAuthOf(route.operation) !== "probe") {
      // Guessing keys is counted against the address.
      this.#spend("default-address", addressGroup(this.address()));
      throw credentialError(found);
    }
    if (principal !== null) checkMayCall(route.operation, principal);
    this.#admit(route, principal);
  }

  #admit(route: Route, principal: Principal | null): void {
    const { rate: stated } = route.operation.limits;
    if (stated === null || principal?.unlimited === true) return;
    const rate = spentByTrying(stated);
    if (rate !== "default") {
      // A repeated request is answered from its record and spends nothing.
      if (this.idempotencyKey === "") this.#spend(rate, addressGroup(this.address()));
    } else this.#spend(...defaultPolicy(principal, () => this.address()));
  }

  #spend(policy: PolicyName, key: string): void {
    const verdict = this.#dispatcher.context.rate(policy, key);
    this.verdict = verdict;
    if (verdict === null || verdict.allowed) return;
    throw limitReached(policy, verdict);
  }

  #checkHead(route: Route): void {
    const head = this.#head;
    const { operation } = route;
    if (operation.headers !== undefined) {
      this.#readable = new Map(operation.headers.map((name) => [name, head.header(name)]));
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
    this.wantsDigest = wantsDigest(head.header("want-content-digest"));
    const seals = operation.effect === "seal";
    if (seals) this.shape = preferredShape(head.header("prefer"));
    if (!route.bodied) return;
    this.contentType = head.header("content-type");
    const isOther = bodyFormOf(operation, this.contentType) !== null;
    const charset = unreadCharset(operation, this.contentType);
    if (charset !== null)
      throw new ApiError("INVALID_BODY", `a body is read as UTF-8, and this one is in ${charset}`);
    if (this.query !== "" && seals)
      this.shape = isOther ? (shapeBeside(this.query) ?? this.shape) : queriedShape(this.query);
    else if (this.query !== "" && operation.queryText !== true) {
      throw new ApiError(
        "INVALID_BODY",
        "this call takes its fields in the body, not in the query",
      );
    }
    const coding = head.header("content-encoding");
    if (coding !== "" && coding.toLowerCase() !== "identity") {
      throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "bodies are taken without a content coding", {
        headers: ["accept-encoding", "identity"],
      });
    }
  }

  /** @throws ApiError where it is no handshake, or this address has enough sockets */
  #admitSocket(): void {
    this.handshake = readHandshake(this.#head);
    this.#dispatcher.sockets.admit(addressGroup(this.address()));
  }
}
