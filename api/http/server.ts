/**
 * The seam between a socket and the operations. An adapter turns sockets into heads and bodies and
 * writes answers; it knows no route. Everything up to the handler runs synchronously inside `open`
 * and `receive`, because the fast adapter's request object dies when its callback returns.
 */
import type { ErrorCode } from "../../protocol/errors/index.js";
import type { ConnectionListener, SocketConnection } from "../socket/connection.js";
import type { BodyPieces } from "./bodyPieces.js";
import type { HeaderBlock } from "./headers.js";

export interface RequestHead {
  /** As sent: methods are case-sensitive. */
  readonly method: string;
  /** Before "?", still percent-encoded. */
  readonly path: string;
  /** After "?", or "". */
  readonly query: string;
  /** Lower-case name; "" when absent. May be called only until `open` returns. */
  header(name: string): string;
  /**
   * How many fields of a name there are, empty ones among them: walks over all. The same holds for
   * when.
   */
  count(name: string): number;
  /** The peer as text. May be called until the response is sent. */
  address(): string;
}

export interface ApiResponse {
  readonly status: number;
  readonly block: HeaderBlock;
  /** Name, value, ... added to the block's. */
  readonly headers: readonly string[];
  /** Null: no body, as for 204 and 304. */
  readonly body: string | Uint8Array | null;
  /** HEAD: length the body would have; the body is not sent. */
  readonly headLength: number | null;
  /** The connection must not be used again: the rest of the body is not worth reading. */
  readonly close: boolean;
}

/** Called at most once for each exchange, and never after `abort`. */
export interface Responder {
  /** True for who takes no parts: the answer is wanted in one piece. */
  readonly wantsWhole?: boolean;
  respond(response: ApiResponse): void;
  /**
   * Sends the head now and the body in parts; `respond` is not called then. `abort` still tells of
   * a lost peer.
   */
  stream(head: ApiResponse): ResponseStream;
  /** The request becomes a WebSocket. Absent where it asked for none. */
  upgrade?(answer: UpgradeAnswer, listener: ConnectionListener): SocketConnection;
}

/** What the head of a 101 says beside the handshake, which the adapter answers. */
export interface UpgradeAnswer {
  /** Name, value, ... */
  readonly headers: readonly string[];
  /** "" for none. */
  readonly subprotocol: string;
}

/** A body that is sent as it comes. Nothing is written after `end`, or to a peer that went away. */
export interface ResponseStream {
  /** @returns false while earlier parts still wait: what can be left out should be */
  write(part: string | Uint8Array): boolean;
  end(text: string): void;
  /** Resolves when what was written has found room on its way, or the peer is gone. */
  room(): Promise<void>;
  /** Ends the connection in the middle: the peer is to see that something is missing. */
  cut(): void;
}

export interface Exchange {
  /**
   * Bytes the adapter may collect before it calls `overflow`; -1 when the answer was given already.
   */
  readonly bodyBytesMax: number;
  /** The whole body, empty for none; readable only during the call. */
  receive(body: Uint8Array): void;
  /**
   * Null where the body is collected for `receive`. Else each piece is pushed as it comes, its bytes
   * are the exchange's from then on, and `receive` is called with nothing at the end.
   */
  readonly incoming: BodyPieces | null;
  /** More bytes came than allowed. */
  overflow(): void;
  /** The body stopped arriving. */
  stalled(): void;
  /** The peer went away: nothing may be sent. */
  abort(): void;
}

export interface HttpApplication {
  open(head: RequestHead, responder: Responder): Exchange;
  /**
   * Ends what connections have become since: the server stops. Resolves when all of them are
   * closed.
   */
  endSockets(deadlineMs: number): Promise<void>;
  /** The answer to bytes that are no request. */
  refuse(code: ErrorCode, detail: string): ApiResponse;
}

/** uws: the native server, on loopback. node: the platform's, anywhere. */
export type AdapterName = "uws" | "node";

export interface HttpServer {
  readonly kind: AdapterName;
  /**
   * @param port 0 picks a free one. @returns the port in use. @throws when the address is taken.
   */
  listen(host: string, port: number): Promise<number>;
  /**
   * Stops accepting, lets running exchanges finish, and cuts what is left when the deadline passes.
   */
  close(deadlineMs: number): Promise<void>;
  /** Exchanges being answered now. */
  active(): number;
}

/** Status lines as the adapters write them. */
export const STATUS_TEXT: Readonly<Record<number, string>> = {
  101: "101 Switching Protocols",
  200: "200 OK",
  201: "201 Created",
  202: "202 Accepted",
  204: "204 No Content",
  206: "206 Partial Content",
  304: "304 Not Modified",
  308: "308 Permanent Redirect",
  400: "400 Bad Request",
  401: "401 Unauthorized",
  402: "402 Payment Required",
  403: "403 Forbidden",
  404: "404 Not Found",
  405: "405 Method Not Allowed",
  406: "406 Not Acceptable",
  408: "408 Request Timeout",
  409: "409 Conflict",
  410: "410 Gone",
  412: "412 Precondition Failed",
  413: "413 Content Too Large",
  414: "414 URI Too Long",
  415: "415 Unsupported Media Type",
  426: "426 Upgrade Required",
  422: "422 Unprocessable Content",
  429: "429 Too Many Requests",
  431: "431 Request Header Fields Too Large",
  500: "500 Internal Server Error",
  501: "501 Not Implemented",
  502: "502 Bad Gateway",
  503: "503 Service Unavailable",
  504: "504 Gateway Timeout",
  505: "505 HTTP Version Not Supported",
};
