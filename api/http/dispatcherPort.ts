/** What an exchange asks of the dispatcher that opened it: shared checks, digests, bookkeeping. */
import type { Call } from "../contract/definition/call.js";
import type { Sockets } from "../socket/sockets.js";
import type { ApiContext } from "./context.js";
import type { QueryMemory } from "./queries.js";
import type { Route } from "./route.js";
import type { Router } from "./router.js";

/** An exchange as the dispatcher sees it. */
export interface OpenExchange extends Call {
  readonly startMs: number;
  /** Among those that the dispatcher keeps track of; -1 for none. */
  place: number;
  deadlineMs(): number;
  expire(): void;
  /** Ends it where the key that let it in has ended, and it only tells. */
  endLost(): void;
}

/** What header fields of answers are made with. */
export interface DigestPort {
  readonly queries: QueryMemory;
  /** Content-Digest (RFC 9530). */
  digest(body: string | Uint8Array): string;
  tagOf(route: Route, body: string | Uint8Array): string;
}

export interface DispatcherPort extends DigestPort {
  readonly context: ApiContext;
  readonly router: Router<Route>;
  readonly behindProxy: boolean;
  readonly sockets: Sockets;
  newRequestId(): string;
  /** The nearest address that is not one of our proxies. */
  clientAddress(peer: string, forwardedFor: string): string;
  /** @throws ApiError when the node cannot take what this operation brings. */
  checkOpen(operationId: string): void;
  /** @throws ApiError when the Host field names a host this node is not. */
  checkHost(host: string): void;
  full(): boolean;
  track(exchange: OpenExchange): void;
  untrack(exchange: OpenExchange): void;
  observe(exchange: OpenExchange, route: Route | null, status: number): void;
}
