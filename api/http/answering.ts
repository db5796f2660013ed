/** What a handler gives becomes an answer: kept, packed, sent in parts, repeated, or a socket. */
import { JSON_TYPE, PreEncoded, type AnswerParts } from "../contract/definition/preEncoded.js";
import { Upgrade } from "../contract/definition/subscription.js";
import { ApiError } from "../contract/definition/problem.js";
import type { StoredAnswer } from "./context.js";
import { hasHeader } from "./headers.js";
import { packed, packedTag } from "./compress.js";
import {
  endsEvents,
  replayedFields,
  represented,
  REPLAYED,
  storedAnswer,
  storedInShape,
} from "./keptAnswers.js";
import { matchesTag } from "./negotiate.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import { gathered, inShape, ownHeaders, withTag, writeParts } from "./reply.js";
import { pageLinks, pageOf } from "./paging.js";
import { APPLIED, appliedText } from "./preferences.js";
import { BARE_BLOCK, type AnyAnswer, type Route } from "./route.js";
import { SendingExchange } from "./sending.js";

const NONE: readonly string[] = [];

export abstract class AnsweringExchange extends SendingExchange {
  protected answer(route: Route, value: AnyAnswer, input: unknown): void {
    if (value instanceof Upgrade) {
      this.becomeSocket(value);
      return;
    }
    const whole = value instanceof PreEncoded ? value : pageOf(route, value, input);
    const { shape } = this;
    const answer = inShape(whole, shape);
    const owner = this.principal?.owner ?? "";
    // A short answer that is kept is sent with its digest, as it is when it is repeated.
    const isShort = shape !== null && (this.idempotency === null || answer.refused);
    const digesting = { isShort, wanted: this.wantsDigest };
    const extra = [
      ...ownHeaders(this.dispatcher, route, answer, { path: this.path, input, owner }, digesting),
      ...(shape === null ? NONE : [APPLIED, appliedText(shape)]),
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

  protected becomeSocket({ subscription }: Upgrade): void {
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
    const { subprotocol } = handshake;
    const headers = [...BARE_BLOCK.pairs, ...this.headersOf(NONE)];
    sockets.open(subscription, group, (listener) =>
      responder.upgrade!({ headers, subprotocol }, listener),
    );
    this.dispatcher.untrack(this);
  }

  protected sendEncoded(route: Route, answer: PreEncoded, extra: readonly string[]): void {
    const isTagged = extra[0] === "etag";
    const small = this.gzip && isTagged && answer.tag === null ? packed(route, answer.body) : null;
    if (!(small instanceof Promise)) this.sendPacked(route, answer, extra, small);
    else
      small
        .then((bytes) => this.sendPacked(route, answer, extra, bytes))
        .catch((error: unknown) => this.fail(error));
  }

  protected sendPacked(
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
      const control = hasHeader(answer.headers, "cache-control")
        ? NONE
        : ["cache-control", route.control];
      this.send(304, BARE_BLOCK, [...control, ...own, ...answer.headers], null);
      return;
    }
    const body = small ?? answer.body;
    const plain = [...own, ...answer.headers];
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
    if (this.wantsDigest === true && !hasHeader(headers, "content-digest"))
      headers.push("content-digest", this.dispatcher.digest(body));
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
  protected async sendParts(
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
  protected replay(route: Route, input: unknown, kept: StoredAnswer): void {
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

  protected sendStored(route: Route, kept: StoredAnswer): void {
    const answer = this.shape === null ? kept : storedInShape(kept, this.shape);
    const fields = replayedFields(this.dispatcher, route, answer);
    this.send(answer.status, BARE_BLOCK, fields, answer.body);
  }
}
