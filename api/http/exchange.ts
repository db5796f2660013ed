/**
 * One request on its way through, put together of three: what its head decides (`admission.ts`), what
 * its handler's value becomes (`answering.ts`), and what is sent (`sending.ts`). In between it reads
 * the input and calls the handler, which sees it as a `Call`.
 */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { KEYLESS_READING_WORK_MAX } from "../../protocol/limits.js";
import { addressGroup } from "../../protocol/work/addressGroup.js";
import { within, WorkEnded } from "../../protocol/workCount.js";
import type { CredentialState, IdempotencyTicket, Principal } from "../contract/definition/call.js";
import { isEventsType } from "../contract/definition/preEncoded.js";
import { ApiError } from "../contract/definition/problem.js";
import { Admission } from "./admission.js";
import { Answering, type AnsweredExchange } from "./answering.js";
import { BodyPieces } from "./bodyPieces.js";
import type { IdempotencyState } from "./context.js";
import { checkDemand, keyScope } from "./credentials.js";
import type { DispatcherPort } from "./dispatcherPort.js";
import { inputOf } from "./input.js";
import { keyRefused, ticketOf } from "./keptAnswers.js";
import { tooLarge, tooMuchToRead } from "./reply.js";
import { BARE_BLOCK, type AnyAnswer, type Route } from "./route.js";
import { Sending } from "./sending.js";
import type { Exchange, RequestHead, Responder } from "./server.js";

const NONE: readonly string[] = [];
const NO_FIELDS = {};
const NO_BYTES = new Uint8Array(0);

export class ApiExchange implements Exchange, AnsweredExchange {
  readonly startMs: number;
  idempotency: IdempotencyTicket | null = null;
  /** A body that its handler reads while it arrives. */
  incoming: BodyPieces | null = null;
  isAborted = false;
  /** Among those the dispatcher keeps track of; -1 for none. */
  place = -1;
  readonly #dispatcher: DispatcherPort;
  readonly #admission: Admission;
  readonly #sending: Sending;
  readonly #answering: Answering;
  /** What the operation takes, once the request is let in. */
  #bodyBytesMax = 0;
  #bytes = NO_BYTES;
  #controller: AbortController | null = null;

  constructor(
    dispatcher: DispatcherPort,
    head: RequestHead,
    responder: Responder,
    startMs: number,
  ) {
    this.startMs = startMs;
    this.#dispatcher = dispatcher;
    this.#admission = new Admission(dispatcher, head);
    this.#sending = new Sending(dispatcher, this.#admission, this, responder);
    this.#answering = new Answering(dispatcher, this.#admission, this.#sending, this);
  }

  // What a handler sees.

  get requestId(): string {
    return this.#admission.requestId;
  }

  get method(): string {
    return this.#admission.method;
  }

  get path(): string {
    return this.#admission.path;
  }

  get query(): string {
    return this.#admission.query;
  }

  get principal(): Principal | null {
    return this.#admission.principal;
  }

  get credential(): CredentialState {
    return this.#admission.credential;
  }

  get traceparent(): string {
    return this.#admission.traceparent;
  }

  get accepted(): string {
    return this.#admission.accepted;
  }

  get shape(): AnswerShape | null {
    return this.#admission.shape;
  }

  address(): string {
    return this.#admission.address();
  }

  header(name: string): string {
    return this.#admission.header(name);
  }

  body(): Uint8Array {
    return this.#bytes;
  }

  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    return this.incoming?.read() ?? [];
  }

  baseUrl(): string {
    return `http://${this.#admission.host}`;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  emit(event: string, data: string): Promise<void> | undefined {
    if (this.#hasLostRight()) {
      this.#lose();
      return undefined;
    }
    return this.#sending.emit(event, data);
  }

  // What an adapter calls.

  get bodyBytesMax(): number {
    return this.#sending.isDone ? -1 : this.#bodyBytesMax;
  }

  /**
   * Decides all that the head alone decides; afterwards `bodyBytesMax` says whether a body is
   * wanted.
   */
  begin(): void {
    try {
      const route = this.#admission.decide();
      if ("status" in route) {
        this.#sending.send(route.status, BARE_BLOCK, route.headers, null);
        return;
      }
      const long = this.#admission.tooLong(route);
      if (long !== null) {
        this.fail(long.error, long.closes);
        return;
      }
      this.#bodyBytesMax = route.bodied ? route.operation.limits.bodyBytesMax : 0;
      if (route.operation.streamed === true) this.#readAhead();
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
    if (!this.#sending.isDone) this.#admitted(body);
  }

  overflow(): void {
    const larger = this.#admission.route?.operation.limits.larger;
    this.fail(tooLarge(this.bodyBytesMax, larger), true);
  }

  stalled(): void {
    this.fail(new ApiError("REQUEST_TIMEOUT", "the body stopped arriving"), true);
  }

  abort(): void {
    this.#sending.isDone = true;
    this.#stop();
  }

  // What ends it.

  /**
   * The deadline passed: an effect that still comes is kept under its idempotency key, the caller
   * is told to ask again.
   */
  expire(): void {
    const error = new ApiError("BUSY", "the answer was not ready in time", {
      headers: ["retry-after", "1"],
    });
    this.dropBody();
    this.#sending.sendProblem(error, false);
    this.#stop();
  }

  checkRight(): void {
    if (this.#hasLostRight()) throw lostRight();
  }

  /**
   * A reading that waits, and events, end with the key that let them in. What a change has done is
   * told: it may be what ended the key.
   */
  endLost(): void {
    const isTold =
      this.#sending.answersEvents || this.#admission.route?.operation.effect === "read";
    if (isTold && this.#hasLostRight()) this.#lose();
  }

  #hasLostRight(): boolean {
    const { principal } = this.#admission;
    return principal !== null && this.#dispatcher.context.stands?.(principal) === false;
  }

  /** Nothing more leaves under a key that has ended, and nothing more is computed for it. */
  #lose(): void {
    this.#sending.sendProblem(lostRight(), false);
    this.#stop();
  }

  deadlineMs(): number {
    return this.startMs + (this.#admission.route?.operation.limits.deadlineMs ?? 0);
  }

  /** A change that failed may be tried again under its idempotency key. */
  fail(error: unknown, close = false): void {
    this.dropBody();
    const ticket = this.takeTicket();
    if (ticket !== null) this.#dispatcher.context.idempotency.abandon(ticket);
    this.#sending.sendProblem(error, close);
  }

  takeTicket(): IdempotencyTicket | null {
    const ticket = this.idempotency;
    this.idempotency = null;
    return ticket;
  }

  dropBody(): void {
    this.incoming?.cut();
  }

  #stop(): void {
    this.dropBody();
    this.isAborted = true;
    this.#controller?.abort();
    this.#dispatcher.untrack(this);
  }

  // The input and the handler.

  /** The handler begins, and reads the body while it arrives. */
  #readAhead(): void {
    this.incoming = new BodyPieces();
    this.#admitted(NO_BYTES);
  }

  #admitted(body: Uint8Array): void {
    const { authenticating } = this.#admission;
    if (authenticating === null) {
      this.#handle(body);
      return;
    }
    const copy = body.slice();
    void authenticating.then((error) => {
      if (error === null) this.#handle(copy);
      else this.fail(error);
    });
  }

  #handle(body: Uint8Array): void {
    const { contentType, idempotencyKey, query, route, routed } = this.#admission;
    if (this.#sending.isDone || route === null) return;
    try {
      const parameters = routed?.parameters ?? NONE;
      const raw = route.operation.raw === true;
      // The adapter's memory is its own again when this turn ends.
      if (raw) this.#bytes = body.slice();
      const source = { contentType, query, parameters };
      const input = raw ? NO_FIELDS : this.#bounded(route, () => inputOf(route, source, body));
      if (idempotencyKey === "") this.#run(route, input);
      else this.#runOnce(route, input);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A stranger's body is read with a bound on the work. */
  #bounded<T>(route: Route, read: () => T): T {
    if (this.principal !== null) return read();
    try {
      return within(KEYLESS_READING_WORK_MAX, read);
    } catch (error) {
      if (error instanceof WorkEnded) throw tooMuchToRead(route.operation.limits.larger);
      throw error;
    }
  }

  #run(route: Route, input: unknown): void {
    if (this.#dispatcher.full()) {
      throw new ApiError("BUSY", "too many requests are running", {
        headers: ["retry-after", "1"],
      });
    }
    this.#sending.answersEvents = route.operation.events === true && isEventsType(this.accepted);
    const answer = this.#handled(route, input);
    if (!(answer instanceof Promise)) {
      this.#answering.answer(route, answer, input);
      return;
    }
    this.#dispatcher.track(this);
    answer.then(
      (value) => this.#settle(route, value, input),
      (error: unknown) => this.fail(error),
    );
  }

  /** What the handler answers, once the caller has the role that is demanded. */
  #handled(route: Route, input: unknown): AnyAnswer | Promise<AnyAnswer> {
    const { demand, handler } = route;
    if (demand === null) return handler(input, this);
    const { context } = this.#dispatcher;
    return checkDemand(context, demand, input, this.principal).then(() => handler(input, this));
  }

  #settle(route: Route, value: AnyAnswer, input: unknown): void {
    this.endLost();
    try {
      this.#answering.answer(route, value, input);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Runs unless the key was used: then the kept answer is repeated. */
  #runOnce(route: Route, input: unknown): void {
    const owner = keyScope(this.principal) ?? addressGroup(this.address());
    const { context } = this.#dispatcher;
    const ticket = ticketOf(context, this, owner, this.#admission.idempotencyKey, input);
    const state = context.idempotency.begin(ticket);
    if (!(state instanceof Promise)) {
      this.#runUnder(route, input, ticket, state);
      return;
    }
    this.#dispatcher.track(this);
    state
      .then((known) => this.#runUnder(route, input, ticket, known))
      .catch((error: unknown) => this.fail(error));
  }

  #runUnder(
    route: Route,
    input: unknown,
    ticket: IdempotencyTicket,
    known: IdempotencyState,
  ): void {
    if (known.state === "replay") this.#answering.replay(route, input, known.answer);
    else if (known.state === "repeated") {
      known
        .answer({ operation: route.operation.id, input, call: this })
        .then((answer) => this.#answering.replay(route, input, answer))
        .catch((error: unknown) => this.fail(error));
    } else if (known.state === "new") {
      this.idempotency = ticket;
      this.#admission.spendDeferred(route);
      this.#run(route, input);
    } else throw keyRefused(known.state);
  }
}

function lostRight(): ApiError {
  return new ApiError("INVALID_KEY", "the key of this call ended before its answer");
}
