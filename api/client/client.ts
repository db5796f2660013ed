/**
 * The typed client: one function for each operation, over `fetch`, for browsers, the command line
 * and programs. It throws only when the network fails or the caller aborts; everything the node
 * says comes back as a value. Where a connection breaks off, reads and calls under an idempotency
 * key are made again. With `gather`, computes of one turn go as one batch (`gathered.ts`).
 */
import type { ItemOf, RequestOf, OutputOf, Method } from "../contract/definition/operation.js";
import { pathParameters } from "../contract/definition/operation.js";
import type { operations } from "../contract/index.js";
import { EVENTS_TYPE, NDJSON_TYPE } from "../contract/definition/preEncoded.js";
import { brokeOff, OutcomeUnknown } from "./broken.js";
import type { gatheredComputes } from "./gathered.js";
import { outcomeOf, streamedOutcome, type Outcome } from "./outcome.js";
import { itemsOf } from "./pages.js";
import { requestOf, twinOf, type RawRequest } from "./request.js";
import type { Send } from "./send.js";
import { calls, type CallShape } from "./table.js";
import { WORK_HEADER, workTaskOf, type WorkTask } from "./workTask.js";

export { solveWork, type WorkOptions } from "./solveWork.js";
export type { WorkTask } from "./workTask.js";
export type { Outcome } from "./outcome.js";
export { ProblemError } from "./pages.js";
export { brokeOff, OutcomeUnknown } from "./broken.js";

export type Operations = typeof operations;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made by the client when absent; give the same one to repeat a call that may have happened. */
  readonly idempotencyKey?: string;
  /** Told how far long work has come; the answer is the same. */
  readonly onProgress?: (progress: Readonly<Record<string, unknown>>) => void;
  /** Told of every event ahead of the answer, where the operation streams some. */
  readonly onEvent?: (event: string, data: Readonly<Record<string, unknown>>) => void;
  /** Media type wanted, where the operation produces several; JSON otherwise. */
  readonly accept?: string;
}

/** Fields that cannot be left out; an empty object has none, though its type has every name. */
type RequiredFields<R> = {
  [K in keyof R]-?: [R[K]] extends [never] ? never : undefined extends R[K] ? never : K;
}[keyof R];

/** Operations whose input may be empty can be called without one. */
type Call<T, Answer> = [RequiredFields<RequestOf<T>>] extends [never]
  ? (input?: RequestOf<T>, options?: CallOptions) => Answer
  : (input: RequestOf<T>, options?: CallOptions) => Answer;

/** What lists have besides: every item, however many pages. It throws a ProblemError. */
interface Each<T> {
  readonly each: Call<T, AsyncGenerator<ItemOf<T>>>;
}

type Invoke<T> = Call<T, Promise<Outcome<OutputOf<T>>>> &
  ([ItemOf<T>] extends [never] ? unknown : Each<T>);

export type ClientOf<T> = { readonly [K in keyof T]: Invoke<T[K]> };
export type ApiClient = ClientOf<Operations>;

export interface ClientOptions {
  /** `http://host:port`, or "" for the page's own origin. */
  readonly baseUrl: string;
  /** Account key; keyless operations work without one. */
  readonly key?: string | undefined;
  /** In place of that of the runtime. */
  readonly fetch?: Send;
  /** Sends computes of one turn as one batch: `gatheredComputes`. A page without it is smaller. */
  readonly gather?: typeof gatheredComputes;
  /** In [0, 1): for jitter. */
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Unique per call and not to be guessed, for idempotency keys. */
  readonly newKey?: () => string;
  /**
   * Finds the work a node asks for, as `solveWork` does; the call is then made again with it.
   * Without it the caller gets the problem POW_REQUIRED.
   */
  readonly work?: (task: WorkTask, options: { readonly signal?: AbortSignal }) => Promise<string>;
}

const RETRIES_MAX = 3;
/** More may be owed when the work is found than when it was asked for. */
const WORK_ROUNDS_MAX = 3;
/**
 * Times to ask for what is being done under the same key already, a second apart as the node says.
 */
const RUNNING_ROUNDS_MAX = 30;
const KEY_BYTES = 16;
const BACKOFF_BASE_MS = 200;
const BACKOFF_MAX_MS = 10_000;
/** Answers that say "later", and whose request had no effect. */
const RETRIED: ReadonlySet<number> = new Set([408, 429, 503]);
const NO_QUERY: ReadonlySet<number> = new Set([405, 501]);

export function createClient(options: ClientOptions): ApiClient {
  const caller = new Caller(options);
  const computes = options.gather?.({
    one: (input) => caller.call(calls["compute"]!, input, {}),
    batch: (computations) => caller.call(calls["computeBatch"]!, { computations }, {}),
  });
  const proxy = new Proxy(
    {},
    {
      get: (_target, name) => {
        const operation = typeof name === "string" ? operationOf(name) : undefined;
        if (operation === undefined) return undefined;
        const invoke = (input: Readonly<Record<string, unknown>> = {}, call: CallOptions = {}) =>
          name === "compute" && computes !== undefined && Object.keys(call).length === 0
            ? computes(input)
            : caller.call(operation, input, call);
        if (operation.list === undefined) return invoke;
        const each = (input: Readonly<Record<string, unknown>> = {}, call: CallOptions = {}) =>
          caller.each(operation, input, call);
        return Object.assign(invoke, { each });
      },
    },
  );
  return clientOf(proxy);
}

/** A request as its caller writes it, whatever the contract says of it. */
export interface PlainRequest {
  readonly method: string;
  /** From its first slash, with the query. */
  readonly path: string;
  /** JSON text, unless `type` says another type. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  /** Whether it goes with an idempotency key. */
  readonly keyed?: boolean;
}

export type Requester = (
  request: PlainRequest,
  call?: CallOptions,
) => Promise<Outcome<Readonly<Record<string, unknown>>>>;

/** Calls by method and path, with the credential and the work of the client, and never repeated. */
export function createRequester(options: ClientOptions): Requester {
  const caller = new Caller(options);
  return (request, call = {}) => caller.plain(request, call);
}

function operationOf(name: string): CallShape | undefined {
  return Object.hasOwn(calls, name) ? calls[name] : undefined;
}

/**
 * The proxy answers exactly the keys of the list, which is what the type says; no value could state
 * that.
 */
function clientOf(proxy: object): ApiClient {
  if (!isClient(proxy)) throw new TypeError("the client lacks an operation");
  return proxy;
}

function isClient(proxy: object): proxy is ApiClient {
  return Object.keys(calls).every((key) => typeof Reflect.get(proxy, key) === "function");
}

class Caller {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Every item of a list. Links are to be followed by GET. */
  each(
    operation: CallShape,
    input: Readonly<Record<string, unknown>>,
    call: CallOptions,
  ): AsyncGenerator {
    const inPath = pathParameters(operation.path);
    const place = Object.fromEntries(
      Object.entries(input).filter(([name]) => inPath.includes(name)),
    );
    return itemsOf(operation.list?.items ?? "", (page) =>
      page === null
        ? this.call(operation, input, call)
        : this.call(operation, { ...place, ...Object.fromEntries(page) }, call, "GET"),
    );
  }

  async call(
    operation: CallShape,
    input: Readonly<Record<string, unknown>>,
    call: CallOptions,
    by: Method = operation.method,
  ): Promise<Outcome<Readonly<Record<string, unknown>>>> {
    const key = operation.keyed === true ? (call.idempotencyKey ?? this.#newKey()) : undefined;
    const repeatable = operation.effect === undefined || key !== undefined;
    let method = by;
    let rounds = 0;
    let running = 0;
    let attempt = 0;
    let shown: string | null = null;
    for (;;) {
      const request = accepting(
        requestOf(this.#options, operation, method, input, key),
        operation,
        call,
      );
      const outcome = await this.#answered(
        shown === null ? request : showing(request, shown),
        call,
        repeatable,
        key,
      );
      const task = this.#taskOf(operation, outcome);
      if (task !== null && this.#options.work !== undefined && rounds < WORK_ROUNDS_MAX) {
        rounds += 1;
        shown = await this.#options.work(
          task,
          call.signal === undefined ? {} : { signal: call.signal },
        );
        continue;
      }
      const fallback =
        method === "QUERY" && NO_QUERY.has(outcome.status) ? twinOf(operation) : null;
      if (fallback !== null) {
        // Something between here and the node does not know the method.
        method = fallback;
        continue;
      }
      if (isRunning(outcome) && running < RUNNING_ROUNDS_MAX) {
        running += 1;
        await this.#wait(this.#waitMs(outcome.headers.get("retry-after"), 0));
        continue;
      }
      if (!repeatable || attempt >= RETRIES_MAX || !RETRIED.has(outcome.status))
        return withKey(outcome, key);
      const waitMs = this.#waitMs(outcome.headers.get("retry-after"), attempt);
      // A limit that opens later than this is the caller's to wait for.
      if (waitMs > BACKOFF_MAX_MS) return withKey(outcome, key);
      await this.#wait(waitMs);
      attempt += 1;
    }
  }

  /**
   * Makes the request again where its answer did not come, though it may have been read. @throws
   * OutcomeUnknown where it never comes
   */
  async #answered(
    request: RawRequest,
    call: CallOptions,
    repeatable: boolean,
    key: string | undefined,
  ): Promise<Outcome<Readonly<Record<string, unknown>>>> {
    for (let broken = 0; ; broken += 1) {
      try {
        return await this.#once(request, call);
      } catch (error) {
        // One that may have been read keeps being asked about: whoever does not even listen now may
        // be about to start again.
        const unknown = brokeOff(error) || (broken > 0 && error instanceof TypeError);
        if (!unknown || !repeatable) throw error;
        if (broken >= RETRIES_MAX) throw key === undefined ? error : new OutcomeUnknown(key, error);
        await this.#wait(this.#waitMs(null, broken));
      }
    }
  }

  async plain(
    { method, path, body, keyed, type = "application/json" }: PlainRequest,
    call: CallOptions,
  ): Promise<Outcome<Readonly<Record<string, unknown>>>> {
    const { baseUrl, key, work } = this.#options;
    const request: RawRequest = {
      method,
      url: baseUrl + path,
      body,
      headers: {
        accept: call.accept ?? "*/*",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(keyed === true ? { "idempotency-key": call.idempotencyKey ?? this.#newKey() } : {}),
        ...(body === undefined ? {} : { "content-type": type }),
      },
    };
    let outcome = await this.#once(request, call);
    if (work === undefined) return outcome;
    for (let rounds = 0; rounds < WORK_ROUNDS_MAX; rounds += 1) {
      const task = outcome.kind === "problem" ? workTaskOf(outcome.problem) : null;
      if (task === null) break;
      outcome = await this.#once(
        showing(
          request,
          await work(task, call.signal === undefined ? {} : { signal: call.signal }),
        ),
        call,
      );
    }
    return outcome;
  }

  async #once(
    request: RawRequest,
    { onEvent, onProgress, signal }: CallOptions,
  ): Promise<Outcome<Readonly<Record<string, unknown>>>> {
    const { url, method, headers, body } = request;
    const send: Send = this.#options.fetch ?? fetch;
    const response = await send(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
    const type = response.headers.get("content-type") ?? "";
    // Lines of JSON end with an answer only where they were told ahead of it.
    const isLines = type.startsWith(NDJSON_TYPE) && onProgress !== undefined;
    const isTold = onProgress !== undefined || onEvent !== undefined;
    if (!isLines && !(isTold && type.startsWith(EVENTS_TYPE))) return outcomeOf(response);
    return streamedOutcome(response, isLines, (event, data) => {
      if (event === "progress") onProgress?.(data);
      onEvent?.(event, data);
    });
  }

  #taskOf(operation: CallShape, outcome: Outcome<unknown>): WorkTask | null {
    if (outcome.kind !== "problem" || operation.headers?.includes(WORK_HEADER) !== true)
      return null;
    return workTaskOf(outcome.problem);
  }

  #newKey(): string {
    return this.#options.newKey?.() ?? randomKey();
  }

  #wait(ms: number): Promise<void> {
    return (this.#options.sleep ?? sleep)(ms);
  }

  /** Retry-After where the node states it, else full jitter under a doubling bound. */
  #waitMs(retryAfter: string | null, attempt: number): number {
    const stated = Number(retryAfter ?? Number.NaN);
    if (Number.isFinite(stated)) return stated * 1_000;
    return (
      (this.#options.random ?? Math.random)() *
      Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** attempt)
    );
  }
}

function showing(request: RawRequest, work: string): RawRequest {
  return { ...request, headers: { ...request.headers, [WORK_HEADER]: work } };
}

/** The request with what its caller accepts: a stream of events where progress is wanted. */
function accepting(
  request: RawRequest,
  { events, produces }: CallShape,
  { accept, onProgress }: CallOptions,
): RawRequest {
  const wanted = accept ?? (events === true && onProgress !== undefined ? EVENTS_TYPE : undefined);
  const [usual] = produces ?? [];
  // Progress that nobody asked for would only have to be taken out again.
  const type = wanted ?? (events === true ? usual : undefined);
  return type === undefined
    ? request
    : { ...request, headers: { ...request.headers, accept: type } };
}

/** An answer that shows a secret is kept under such a key: it must not be guessed. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first request with the key is not answered yet. */
function isRunning(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "problem" && outcome.problem.code === "IDEMPOTENCY_IN_PROGRESS";
}

function withKey<T>(outcome: Outcome<T>, key: string | undefined): Outcome<T> {
  return outcome.kind === "problem" && key !== undefined
    ? { ...outcome, idempotencyKey: key }
    : outcome;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
