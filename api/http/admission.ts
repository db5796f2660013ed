/** Whether a request is let in, by its head alone: route, origin, credential, rate, media types. */
import { BODY_DISCARDED_BYTES_MAX, URL_BYTES_MAX } from "../../protocol/limits.js";
import type { Principal } from "../contract/definition/call.js";
import { keyAuthOf, needsKey, type PolicyName } from "../contract/definition/operation.js";
import { JSON_TYPE } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import { readHandshake } from "../socket/handshake.js";
import type { Authenticated } from "./context.js";
import {
  checkMayCall,
  credentialError,
  credentialShown,
  tokenShown,
  credentialsShown,
  firstGood,
  missingKey,
  type Shown,
} from "./credentials.js";
import { takesGzip } from "./compress.js";
import { bodyFormOf, negotiate } from "./negotiate.js";
import { preferredShape, queriedShape, shapeBeside, wantsDigest } from "./preferences.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import { spentByTrying } from "./rateLimit.js";
import { limitReached, tooLarge } from "./reply.js";
import { BARE_BLOCK, type Route } from "./route.js";
import { findRoute } from "./routing.js";
import { AnsweringExchange } from "./answering.js";

const NONE_SHOWN: readonly Shown[] = [];

export abstract class AdmittingExchange extends AnsweringExchange {
  protected readHead(): void {
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
  protected findRoute(): Route | null {
    const found = findRoute(this.dispatcher.router, this.head);
    this.routed = found.routed;
    if (found.kind === "refused") throw found.error;
    if (found.kind === "route") return found.route;
    this.route = found.route;
    this.send(found.status, BARE_BLOCK, found.headers, null);
    return null;
  }

  protected authorise(route: Route): void {
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

  protected lookUp(route: Route, looking: Promise<Authenticated>): void {
    this.authenticating = looking
      .catch((error: unknown) => this.unreadable(error))
      .then((known) => {
        this.identify(route, known);
        return null;
      })
      .catch((error: unknown) => error ?? new Error("authentication failed"));
  }

  /** That keys cannot be read says nothing about this one. */
  protected unreadable(error: unknown): never {
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

  protected identify(route: Route, found: Authenticated): void {
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

  protected admit(route: Route, principal: Principal | null): void {
    const { rate: stated } = route.operation.limits;
    if (stated === null || principal?.unlimited === true) return;
    const rate = spentByTrying(stated);
    if (rate !== "default") {
      // A repeated request is answered from its record and spends nothing.
      if (this.idempotencyKey === "") this.spend(rate, addressGroup(this.address()));
    } else if (principal === null) this.spend("default-address", addressGroup(this.address()));
    else this.spend("default-key", principal.owner);
  }

  protected spendDeferred(route: Route): void {
    const { rate: stated } = route.operation.limits;
    const rate = stated === null ? null : spentByTrying(stated);
    if (rate === null || rate === "default" || this.principal?.unlimited === true) return;
    this.spend(rate, addressGroup(this.address()));
  }

  protected spend(policy: PolicyName, key: string): void {
    const verdict = this.dispatcher.context.rate(policy, key);
    this.verdict = verdict;
    if (verdict === null || verdict.allowed) return;
    throw limitReached(policy, verdict);
  }

  protected checkHead(route: Route): void {
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
    this.wantsDigest = wantsDigest(head.header("want-content-digest"));
    const seals = operation.effect === "seal";
    if (seals) this.shape = preferredShape(head.header("prefer"));
    if (!route.bodied) return;
    this.contentType = head.header("content-type");
    const isOther = bodyFormOf(operation, this.contentType) !== null;
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
    const length = head.header("content-length");
    if (length !== "" && Number(length) > operation.limits.bodyBytesMax) {
      // The sender may be deaf until it has sent everything: up to a bound, the adapter reads on
      // and drops it.
      const { bodyBytesMax, larger } = operation.limits;
      this.fail(tooLarge(bodyBytesMax, larger), Number(length) > BODY_DISCARDED_BYTES_MAX);
    }
  }

  /** @throws ApiError where it is no handshake, or this address has enough sockets */
  protected admitSocket(): void {
    this.handshake = readHandshake(this.head);
    this.dispatcher.sockets.admit(addressGroup(this.address()));
  }
}
