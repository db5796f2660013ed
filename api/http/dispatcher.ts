/**
 * Routes, shared checks and bookkeeping of all exchanges. Every surface goes through here, none
 * calls a handler.
 */
import { hash } from "node:crypto";
import type { Principal } from "../contract/definition/call.js";
import { methodsOf, type Operation } from "../contract/definition/operation.js";
import { openingOf, type Stream } from "../contract/definition/stream.js";
import { ApiError, problemOf } from "../contract/definition/problem.js";
import type { ErrorCode } from "../../protocol/errors/index.js";
import { countWork } from "../../protocol/workCount.js";
import { IN_FLIGHT_MAX } from "../../protocol/limits.js";
import { Sockets } from "../socket/sockets.js";
import type { ApiContext } from "./context.js";
import type { DispatcherPort, OpenExchange } from "./dispatcherPort.js";
import { ApiExchange } from "./exchange.js";
import { QueryMemory } from "./queries.js";
import { forwardedAddress } from "../../protocol/work/addressGroup.js";
import { RequestIds } from "./requestId.js";
import { makeRoute, PROBLEM_BLOCK, type AnyHandler, type Route } from "./route.js";
import { Router } from "./router.js";
import { Sweeper } from "./sweeper.js";
import type { ApiResponse, HttpApplication, RequestHead, Responder } from "./server.js";

/** Host fields found good, remembered in the form they came in. */
const HOSTS_KEPT_MAX = 64;
/** Work of a digest, for a character of what it covers. */
const DIGEST_WORK = 0.03;
const NS_PER_MS = 1_000_000n;

export interface InnerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  readonly address: string;
  /**
   * Takes the events ahead of the answer, as their text, where the request accepts a stream of
   * them.
   */
  readonly onEvents?: (text: string) => void;
}

export class Dispatcher implements HttpApplication, DispatcherPort {
  readonly context: ApiContext;
  readonly router = new Router<Route>();
  readonly queries: QueryMemory;
  readonly sockets: Sockets;
  readonly behindProxy: boolean;
  readonly #ids: RequestIds;
  #idReadAt = Number.NEGATIVE_INFINITY;
  #idMs = 0;
  readonly #goodHosts = new Set<string>();
  /**
   * In no order. Not a set: a set that is often added to and deleted from leaves tables behind,
   * each holding the next one and what was in it, and all of them grow old.
   */
  readonly #running: OpenExchange[] = [];
  readonly #sweeper = new Sweeper((nowMs) => this.sweep(nowMs));

  constructor(context: ApiContext) {
    this.context = context;
    this.queries = new QueryMemory(context.crypto, context.querySecret);
    const { log, socketClosingMs: closingMs, sockets: events } = context;
    this.sockets = new Sockets({
      log,
      ...(events === undefined ? {} : { events }),
      ...(closingMs === undefined ? {} : { closingMs }),
    });
    this.behindProxy = context.trustedProxies.size > 0;
    this.#ids = new RequestIds((bytes) => context.random(bytes));
  }

  add(operation: Operation, handler: AnyHandler): void {
    this.router.add(operation, (method) => makeRoute(operation, method, handler));
    const { aliasPath, legacyPath, path: successor } = operation;
    if (aliasPath !== undefined)
      this.router.add({ ...operation, path: aliasPath }, (method) =>
        makeRoute(operation, method, handler),
      );
    if (legacyPath !== undefined)
      this.router.add({ ...operation, path: legacyPath }, (method) =>
        makeRoute(operation, method, handler, { successor }),
      );
    for (const method of methodsOf(operation)) {
      if (method === "QUERY" && operation.effect !== "read") {
        throw new Error(`${operation.id}: QUERY is safe, its effect is not`);
      }
    }
  }

  addStream(stream: Stream, handler: AnyHandler): void {
    const opening = openingOf(stream);
    this.router.add(opening, (method) => makeRoute(opening, method, handler, { isStream: true }));
  }

  open(head: RequestHead, responder: Responder): ApiExchange {
    const exchange = new ApiExchange(this, head, responder, performance.now());
    exchange.begin();
    return exchange;
  }

  /**
   * A request made inside the process, as a tool or a repeated query makes one: same checks, same
   * answers.
   */
  inner(request: InnerRequest, signal: AbortSignal): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      const head: RequestHead = {
        method: request.method,
        path: request.path,
        query: request.query,
        header: (name) => request.headers.get(name) ?? "",
        count: (name) => (request.headers.has(name) ? 1 : 0),
        address: () => request.address,
      };
      const cancel = (): void => {
        exchange.abort();
        reject(new Error("the caller went away"));
      };
      const exchange = this.open(head, {
        wantsWhole: true,
        respond: (response) => {
          signal.removeEventListener("abort", cancel);
          resolve(response);
        },
        stream: (opened) => ({
          write: (part) => {
            // Who wants the whole is sent no parts but events, which are text.
            if (typeof part === "string") request.onEvents?.(part);
            return true;
          },
          end: (text) => {
            signal.removeEventListener("abort", cancel);
            resolve({ ...opened, body: text });
          },
          room: () => Promise.resolve(),
          cut: () => reject(new Error("the answer was cut off")),
        }),
      });
      if (exchange.bodyBytesMax < 0) return;
      signal.addEventListener("abort", cancel, { once: true });
      if (request.body.length > exchange.bodyBytesMax && exchange.bodyBytesMax > 0)
        exchange.overflow();
      else exchange.receive(request.body);
    });
  }

  /** Ends what is late. @returns whether anything is open */
  sweep(nowMs: number): boolean {
    // What expires leaves the list, so they are picked first.
    this.sockets.sweep(nowMs);
    for (const late of this.#running.filter((one) => one.deadlineMs() < nowMs)) late.expire();
    for (const open of this.#running.filter((one) => one.principal !== null)) open.endLost();
    return this.#running.length + this.sockets.count > 0;
  }

  endSockets(deadlineMs: number): Promise<void> {
    return this.sockets.close(deadlineMs);
  }

  /** The answer to bytes that are no request, for adapters whose parser gave up. */
  refuse(code: ErrorCode, detail: string): ApiResponse {
    const requestId = this.newRequestId();
    const problem = problemOf(new ApiError(code, detail), requestId);
    return {
      status: problem.status,
      block: PROBLEM_BLOCK,
      headers: ["x-request-id", requestId],
      body: JSON.stringify(problem),
      headLength: null,
      close: true,
    };
  }

  // For exchanges.

  newRequestId(): string {
    // The ids of one millisecond count up: the wall clock is read anew when a millisecond has
    // passed.
    const now = performance.now();
    if (!(now - this.#idReadAt < 1)) {
      this.#idReadAt = now;
      this.#idMs = Number(this.context.clock.nowNs() / NS_PER_MS);
    }
    return this.#ids.next(this.#idMs);
  }

  full(): boolean {
    return this.#running.length >= IN_FLIGHT_MAX;
  }

  track(exchange: OpenExchange): void {
    if (exchange.place >= 0) return;
    exchange.place = this.#running.length;
    this.#running.push(exchange);
    this.#sweeper.wake();
  }

  untrack(exchange: OpenExchange): void {
    const { place } = exchange;
    if (place < 0) return;
    const last = this.#running.pop()!;
    if (last !== exchange) {
      this.#running[place] = last;
      last.place = place;
    }
    exchange.place = -1;
  }

  get inFlight(): number {
    return this.#running.length;
  }

  /** @throws ApiError when the Host field names a host this node is not. */
  checkHost(host: string): void {
    const { allowedHosts } = this.context;
    if (allowedHosts === null || this.#goodHosts.has(host)) return;
    if (!allowedHosts.has(hostName(host))) {
      throw new ApiError(
        "HOST_NOT_ALLOWED",
        "the Host field names a host this node does not serve",
      );
    }
    if (this.#goodHosts.size < HOSTS_KEPT_MAX) this.#goodHosts.add(host);
  }

  /** @throws ApiError when the node cannot take what this operation brings. */
  checkOpen(operationId: string): void {
    const refusal = this.context.refusal?.(operationId) ?? null;
    if (refusal !== null) throw refusal;
  }

  /** The nearest address that is not one of our proxies. */
  clientAddress(peer: string, forwardedFor: string): string {
    const { trustedProxies } = this.context;
    let client = peer;
    for (const hop of forwardedFor
      .split(",")
      .map((part) => forwardedAddress(part.trim()))
      .reverse()) {
      if (!trustedProxies.has(client) || hop === "") return client;
      client = hop;
    }
    return client;
  }

  /** Content-Digest (RFC 9530). */
  digest(body: string | Uint8Array): string {
    countWork(DIGEST_WORK * body.length);
    return `sha-256=:${hash("sha256", body, "base64")}:`;
  }

  tagOf(route: Route, body: string | Uint8Array): string {
    if (route.lastBody !== body) {
      route.lastTag = `"${this.context.crypto.sha256Hex(body)}"`;
      route.lastBody = body;
    }
    return route.lastTag;
  }

  observe(exchange: OpenExchange, route: Route | null, status: number): void {
    const principal: Principal | null = exchange.principal;
    this.context.observe(
      {
        requestId: exchange.requestId,
        operationId: route?.operation.id ?? null,
        method: exchange.method,
        status,
        durationMs: performance.now() - exchange.startMs,
        keyPrefix: principal?.keyPrefix ?? null,
      },
      exchange,
    );
  }
}

/** `[::1]:80` -> `[::1]`, `Name.:80` -> `name`. */
function hostName(host: string): string {
  const bare = host.startsWith("[")
    ? host.slice(0, host.indexOf("]") + 1)
    : (host.split(":", 1)[0] ?? "");
  return bare.toLowerCase().replace(/\.$/, "");
}
