/** What a handler gives becomes an answer: kept, packed, sent in parts, repeated, or a socket. */
import { Refusal } from "../../protocol/errors/refusal.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import type { IdempotencyTicket } from "../contract/definition/call.js";
import { JSON_TYPE, PreEncoded, type AnswerParts } from "../contract/definition/preEncoded.js";
import { Upgrade } from "../contract/definition/subscription.js";
import { ApiError } from "../contract/definition/problem.js";
import type { Admission } from "./admission.js";
import { packed, packedTag } from "./compress.js";
import type { StoredAnswer } from "./context.js";
import type { DispatcherPort } from "./dispatcherPort.js";
import { hasHeader } from "./headers.js";
import {
  endsEvents,
  replayedFields,
  represented,
  REPLAYED,
  storedAnswer,
  storedInShape,
} from "./keptAnswers.js";
import { matchesTag } from "./negotiate.js";
import { pageLinks, pageOf } from "./paging.js";
import { APPLIED, appliedText } from "./preferences.js";
import { gathered, inShape, ownHeaders, withTag, writeParts } from "./reply.js";
import { BARE_BLOCK, type AnyAnswer, type Route } from "./route.js";
import type { Sending, SentExchange } from "./sending.js";

const NONE: readonly string[] = [];

/** The exchange whose handler has answered. */
export interface AnsweredExchange extends SentExchange {
  readonly isAborted: boolean;
  /** @throws ApiError once the key that let it in has ended */
  checkRight(): void;
  /** Gives up the ticket, which is the caller's to complete or to abandon. */
  takeTicket(): IdempotencyTicket | null;
  fail(error: unknown): void;
}

export class Answering {
  readonly #dispatcher: DispatcherPort;
  readonly #admission: Admission;
  readonly #sending: Sending;
  readonly #exchange: AnsweredExchange;

  constructor(
    dispatcher: DispatcherPort,
    admission: Admission,
    sending: Sending,
    exchange: AnsweredExchange,
  ) {
    this.#dispatcher = dispatcher;
    this.#admission = admission;
    this.#sending = sending;
    this.#exchange = exchange;
  }

  answer(route: Route, value: AnyAnswer, input: unknown): void {
    if (value instanceof Upgrade) {
      this.#becomeSocket(value);
      return;
    }
    const { path, principal, query, shape, wantsDigest: wanted } = this.#admission;
    const whole = value instanceof PreEncoded ? value : pageOf(route, value, input);
    const answer = inShape(whole, shape);
    const owner = principal?.owner ?? "";
    // A short answer that is kept is sent with its digest, as it is when it is repeated.
    const isShort = shape !== null && (this.#exchange.idempotency === null || answer.refused);
    const extra = [
      ...ownHeaders(this.#dispatcher, route, answer, { path, input, owner }, { isShort, wanted }),
      ...(shape === null ? NONE : [APPLIED, appliedText(shape)]),
      ...pageLinks(route, { path, query, input }, answer.next),
    ];
    const send = (): void => this.#sendEncoded(route, answer, extra);
    const ticket = this.#exchange.takeTicket();
    if (ticket === null) {
      send();
      return;
    }
    const { idempotency } = this.#dispatcher.context;
    if (answer.refused || answer.status >= 300) {
      idempotency.abandon(ticket);
      send();
      return;
    }
    const kept = idempotency.complete(ticket, storedAnswer(answer, extra));
    if (kept instanceof Promise) this.#after(kept, send);
    else send();
  }

  /** The kept answer again, in the type that is accepted now. */
  replay(route: Route, input: unknown, kept: StoredAnswer): void {
    const { accepted } = this.#admission;
    if (endsEvents(route, accepted, kept)) {
      this.#sending.answersEvents = true;
      this.#sending.openEvents(REPLAYED);
    } else if (kept.contentType !== accepted) {
      const again = represented(this.#dispatcher.context, route, this.#exchange, input, kept);
      this.#after(again, (stored) => this.#sendStored(route, stored));
      return;
    }
    this.#sendStored(route, kept);
  }

  #after<T>(coming: Promise<T>, then: (value: T) => void): void {
    coming.then(then).catch((error: unknown) => this.#exchange.fail(error));
  }

  #becomeSocket({ subscription }: Upgrade): void {
    if (this.#sending.isDone) return;
    const { handshake } = this.#admission;
    const { responder } = this.#sending;
    const { sockets } = this.#dispatcher;
    if (handshake === null || responder.upgrade === undefined)
      throw new ApiError("UPGRADE_REQUIRED", "a stream is opened on a connection of its own");
    const group = addressGroup(this.#exchange.address());
    // Others may have come while the handler looked.
    sockets.admit(group);
    const headers = this.#sending.beginSocket();
    const { subprotocol } = handshake;
    sockets.open(subscription, group, (listener) =>
      responder.upgrade!({ headers, subprotocol }, listener),
    );
    this.#dispatcher.untrack(this.#exchange);
  }

  #sendEncoded(route: Route, answer: PreEncoded, extra: readonly string[]): void {
    const isTagged = extra[0] === "etag";
    const isPacked = this.#admission.gzip && isTagged && answer.tag === null;
    const small = isPacked ? packed(route, answer.body) : null;
    if (!(small instanceof Promise)) this.#sendPacked(route, answer, extra, small);
    else this.#after(small, (bytes) => this.#sendPacked(route, answer, extra, bytes));
  }

  #sendPacked(
    route: Route,
    answer: PreEncoded,
    extra: readonly string[],
    small: Uint8Array | null,
  ): void {
    const { status, contentType } = answer;
    const { ifNoneMatch, wantsDigest } = this.#admission;
    const sending = this.#sending;
    if (status === 204) {
      sending.send(status, BARE_BLOCK, ["cache-control", route.control, ...answer.headers], null);
      return;
    }
    const isTagged = extra[0] === "etag";
    const own = small === null ? extra : withTag(extra, packedTag(extra[1] ?? ""));
    const isCached = hasHeader(answer.headers, "cache-control");
    const control = isCached ? NONE : ["cache-control", route.control];
    if (ifNoneMatch !== "" && isTagged && matchesTag(ifNoneMatch, own[1] ?? "")) {
      sending.send(304, BARE_BLOCK, [...control, ...own, ...answer.headers], null);
      return;
    }
    const body = small ?? answer.body;
    const plain = [...own, ...answer.headers];
    const headers = small === null ? plain : ["content-encoding", "gzip", ...plain];
    if (answer.parts !== null) {
      const fields = ["content-type", contentType, "cache-control", route.control, ...headers];
      void this.#sendParts(this.#underRight(answer, answer.parts), status, fields);
      return;
    }
    if (wantsDigest === true && !hasHeader(headers, "content-digest"))
      headers.push("content-digest", this.#dispatcher.digest(body));
    if (contentType === JSON_TYPE && !isCached) {
      sending.send(status, route.jsonBlock, headers, body);
      return;
    }
    sending.send(status, BARE_BLOCK, ["content-type", contentType, ...control, ...headers], body);
  }

  /**
   * A body that is made while it is sent. The deadline of the call ends it, and so does a peer that
   * goes away.
   */
  async #sendParts(parts: AnswerParts, status: number, own: readonly string[]): Promise<void> {
    const sending = this.#sending;
    if (sending.isDone) return;
    const isHead = this.#admission.method === "HEAD";
    if (isHead || sending.responder.wantsWhole === true || sending.answersEvents) {
      try {
        sending.send(status, BARE_BLOCK, own, isHead ? null : await gathered(parts));
      } catch (error) {
        this.#exchange.fail(error);
      }
      return;
    }
    const stream = sending.beginParts(status, own);
    const error = await writeParts(parts, stream, () => this.#exchange.isAborted);
    const isRefused = error instanceof ApiError || error instanceof Refusal;
    if (error !== null && !isRefused)
      this.#dispatcher.context.log.error("a streamed answer was cut off", {
        request_id: this.#admission.requestId,
        error,
      });
    this.#dispatcher.untrack(this.#exchange);
  }

  /** The parts for as long as the caller may read: the right is asked for before each. */
  async *#underRight({ readable }: PreEncoded, parts: AnswerParts): AnswerParts {
    for await (const part of parts) {
      this.#exchange.checkRight();
      await readable?.();
      yield part;
    }
  }

  #sendStored(route: Route, kept: StoredAnswer): void {
    const { shape } = this.#admission;
    const answer = shape === null ? kept : storedInShape(kept, shape);
    const fields = replayedFields(this.#dispatcher, route, answer);
    this.#sending.send(answer.status, BARE_BLOCK, fields, answer.body);
  }
}
