/**
 * One request on its way through: head (`admission.ts`), input, handler, answer (`answering.ts`).
 * Its handler sees it as a `Call` (`sending.ts`). Each of these is a class on the one before,
 * so that a request is one object.
 */
import { KEYLESS_READING_WORK_MAX } from "../../protocol/limits.js";
import { within, WorkEnded } from "../../protocol/workCount.js";
import type { IdempotencyTicket } from "../contract/definition/call.js";
import { isEventsType } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import type { IdempotencyState } from "./context.js";
import { BodyPieces } from "./bodyPieces.js";
import { checkDemand, idempotencyField, keyScope } from "./credentials.js";
import { inputOf } from "./input.js";
import { keyRefused, ticketOf } from "./keptAnswers.js";
import { checkOrigin } from "./origins.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import { tooLarge, tooMuchToRead } from "./reply.js";
import type { AnyAnswer, Route } from "./route.js";
import type { Exchange } from "./server.js";
import { AdmittingExchange } from "./admission.js";

const NONE: readonly string[] = [];
const NO_FIELDS = {};
const NO_BYTES = new Uint8Array(0);

export class ApiExchange extends AdmittingExchange implements Exchange {
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
      if (this.done) return;
      this.bodyBytesMax = route.bodied ? route.operation.limits.bodyBytesMax : 0;
      if (route.operation.streamed === true) this.readAhead();
    } catch (error) {
      this.fail(error);
    }
  }

  receive(body: Uint8Array): void {
    if (this.incoming !== null) {
      this.incoming.push(body.slice());
      this.incoming.end();
      return;
    }
    if (this.done) return;
    this.admitted(body);
  }

  /** The handler begins, and reads the body while it arrives. */
  private readAhead(): void {
    this.incoming = new BodyPieces();
    this.admitted(NO_BYTES);
  }

  private admitted(body: Uint8Array): void {
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
    this.answersEvents = route.operation.events === true && isEventsType(this.accepted);
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
}
