/**
 * The adapter on the platform's own server: for addresses that others reach, behind proxies, and where
 * no native binary loads. No other module of the interface touches `node:http`.
 */
import { createServer, ServerResponse, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "../../protocol/errors/index.js";
import {
  BODY_DISCARDED_BYTES_MAX,
  BODY_IDLE_SECONDS_MAX,
  HEADERS_BYTES_MAX,
} from "../../protocol/limits.js";
import type { ConnectionListener, SocketConnection } from "../socket/connection.js";
import {
  APART,
  HEAD_TOO_LARGE,
  hostFault,
  NO_PROXY,
  originForm,
  OTHER_CODING,
  OTHER_VERSION,
  transferFault,
  type HeadFault,
} from "./headFaults.js";
import { normalPath } from "./equivalent.js";
import { headerLines } from "./headers.js";
import { LineWatch } from "./lineWatch.js";
import { NodeSockets } from "./nodeSockets.js";
import {
  STATUS_TEXT,
  type ApiResponse,
  type Exchange,
  type HttpApplication,
  type HttpServer,
  type RequestHead,
  type Responder,
  type ResponseStream,
  type UpgradeAnswer,
} from "./server.js";
import { Sweeper } from "./sweeper.js";

const EMPTY = new Uint8Array(0);
const STILL_MS = BODY_IDLE_SECONDS_MAX * 1_000;
/** A head is there within this, however slowly its bytes come. */
const HEAD_MS_MAX = 2 * STILL_MS;
const HEAD_CHECK_MS = 2_000;
/** Clients close a connection that they do not use earlier, so that none loses a request. */
const IDLE_MS_MAX = 60_000;

export function createNodeServer(application: HttpApplication): HttpServer {
  return new NodeServer(application);
}

class NodeServer implements HttpServer {
  readonly kind = "node";
  readonly #application: HttpApplication;
  readonly #server: Server;
  readonly #answering = new Set<NodeConnection>();
  readonly #sockets = new NodeSockets();
  readonly #lines = new WeakMap<Duplex, LineWatch>();
  /** They have an answer to a head that was refused: the parser's own word comes too late. */
  readonly #refused = new WeakSet<Duplex>();
  readonly #sweeper = new Sweeper((nowMs) => {
    for (const connection of this.#answering) connection.checkStall(nowMs);
    return this.#answering.size > 0;
  });
  #closing = false;

  constructor(application: HttpApplication) {
    this.#application = application;
    this.#server = createServer({
      maxHeaderSize: HEADERS_BYTES_MAX,
      headersTimeout: HEAD_MS_MAX,
      connectionsCheckingInterval: HEAD_CHECK_MS,
      keepAliveTimeout: IDLE_MS_MAX,
    });
    this.#server.setTimeout(STILL_MS, (socket) => this.#isStill(socket));
    this.#server.on("connection", (socket: Socket) => {
      const watch = new LineWatch();
      this.#lines.set(socket, watch);
      socket.prependListener("data", (bytes: Buffer) => watch.take(bytes));
    });
    this.#server.on("request", (request, response) => this.#serve(request, response));
    // A body is asked for only once its size has been looked at.
    this.#server.on("checkContinue", (request, response) => this.#serve(request, response));
    this.#server.on("upgrade", (request, socket: Socket, ahead: Buffer) =>
      this.#serveUpgrade(request, socket, ahead),
    );
    this.#server.on("connect", (request: IncomingMessage, socket: Duplex) => {
      const fault = faultOf(request, this.#lines.get(socket)) ?? NO_PROXY;
      this.#refuseWith(fault.code, fault.detail, socket);
    });
    this.#server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
      this.#refuse(error, socket),
    );
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void =>
        reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`));
      this.#server.once("error", failed);
      this.#server.listen(port, host, () => {
        this.#server.off("error", failed);
        resolve(portOf(this.#server.address()));
      });
    });
  }

  close(deadlineMs: number): Promise<void> {
    this.#closing = true;
    const sockets = this.#application.endSockets(deadlineMs);
    return new Promise((resolve) => {
      const cut = setTimeout(() => this.#server.closeAllConnections(), deadlineMs);
      this.#server.close(() => {
        clearTimeout(cut);
        this.#sweeper.stop();
        void sockets.then(resolve);
      });
      this.#server.closeIdleConnections();
    });
  }

  active(): number {
    return this.#answering.size;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  finished(connection: NodeConnection): void {
    this.#answering.delete(connection);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    // The parser hands over what stands behind a refusal in the same segment.
    if (this.#refused.has(request.socket)) return;
    const watch = this.#lines.get(request.socket);
    const fault = faultOf(request, watch);
    request.on("end", () => watch?.next());
    if (fault !== null) this.#refused.add(request.socket);
    const connection = new NodeConnection(request, response, this, fault);
    this.#begin(connection);
  }

  /**
   * The parser is off this connection: what asks for another protocol is answered, and its socket
   * given away or ended.
   */
  #serveUpgrade(request: IncomingMessage, socket: Socket, ahead: Buffer): void {
    const { headers } = request;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
      const answer = "a request that asks for another protocol has no body here";
      this.#refuseWith("INVALID_BODY", answer, socket);
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    const lost = (): void => {
      socket.destroy();
    };
    socket.on("error", lost);
    response.on("finish", () => socket.end());
    const connection = new NodeConnection(
      request,
      response,
      this,
      faultOf(request, this.#lines.get(socket)),
      (answer, listener) => {
        response.detachSocket(socket);
        socket.removeAllListeners();
        socket.setTimeout(0);
        return this.#sockets.open({ ahead, request, socket }, answer, listener);
      },
    );
    this.#begin(connection);
  }

  /** The parser gave up: the socket gets a problem like any other, then it is closed. */
  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (!socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    if (this.#refused.has(socket)) return;
    const [code, detail] = parserProblem(error);
    this.#refuseWith(code, detail, socket);
  }

  #refuseWith(code: ErrorCode, detail: string, socket: Duplex): void {
    const answer = this.#application.refuse(code, detail);
    const body = typeof answer.body === "string" ? answer.body : "";
    socket.end(
      `HTTP/1.1 ${STATUS_TEXT[answer.status]}\r\n${answer.block.firstName}: ${answer.block.text}` +
        headerLines(answer.headers, 0) +
        `\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  }

  #begin(connection: NodeConnection): void {
    this.#answering.add(connection);
    this.#sweeper.wake();
    connection.start(this.#application);
  }

  /** Nothing has moved: a request that is at work goes on, an answer that is not read is given up. */
  #isStill(socket: Socket): void {
    const isAtWork = [...this.#answering].some((connection) => connection.isOn(socket));
    if (isAtWork && socket.writableLength === 0) socket.setTimeout(STILL_MS);
    else socket.destroy();
  }
}

/** What the platform's parser lets through and this node does not. */
function faultOf(request: IncomingMessage, watch: LineWatch | undefined): HeadFault | null {
  const { headersDistinct, httpVersionMajor, httpVersionMinor, method = "", url = "/" } = request;
  if (watch?.isApart() === true) return APART;
  if (httpVersionMajor !== 1) return OTHER_VERSION;
  const form = originForm(method, url);
  if ("code" in form) return form;
  const isOld = httpVersionMinor === 0;
  const fault = hostFault(headersDistinct["host"] ?? [], isOld);
  if (fault !== null) return fault;
  const transfer = headersDistinct["transfer-encoding"];
  if (transfer === undefined) return null;
  const hasLength = headersDistinct["content-length"] !== undefined;
  return transferFault(transfer.join(", "), hasLength, isOld);
}

/** An error of the platform's parser; the reason tells kinds of one code apart. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
}

function parserProblem({ code, reason = "" }: ParserError): readonly [ErrorCode, string] {
  switch (code) {
    case "HPE_PAUSED_H2_UPGRADE":
      return [OTHER_VERSION.code, OTHER_VERSION.detail];
    case "HPE_INVALID_VERSION":
      // Digits of another version; else it is no version at all.
      if (reason === "Invalid HTTP version") return [OTHER_VERSION.code, OTHER_VERSION.detail];
      return NO_REQUEST;
    case "HPE_INVALID_TRANSFER_ENCODING":
      if (reason.startsWith("Invalid ")) return [OTHER_CODING.code, OTHER_CODING.detail];
      return NO_REQUEST;
    case "HPE_INVALID_METHOD":
      return [
        "METHOD_NOT_IMPLEMENTED",
        "the method is none of those this node knows; methods are case-sensitive",
      ];
    case "HPE_HEADER_OVERFLOW":
      return [HEAD_TOO_LARGE.code, HEAD_TOO_LARGE.detail];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["REQUEST_TIMEOUT", "the request stopped arriving"];
    default:
      return NO_REQUEST;
  }
}

const NO_REQUEST = ["INVALID_BODY", "the bytes received are not an HTTP/1.1 request"] as const;

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

type Upgrading = (answer: UpgradeAnswer, listener: ConnectionListener) => SocketConnection;

class NodeConnection implements RequestHead, Responder {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  readonly #server: NodeServer;
  /** Absent where the request asked for no other protocol. */
  readonly upgrade?: Upgrading;
  #exchange: Exchange | null = null;
  #over = false;
  readonly #chunks: Buffer[] = [];
  #received = 0;
  #lastChunkMs = 0;
  /** The sender waits for a word before it sends the body. */
  #waitsForContinue = false;
  /** What the platform's parser lets through and this node does not. */
  readonly #fault: HeadFault | null;
  readonly #authority: string | null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    server: NodeServer,
    fault: HeadFault | null,
    upgrading: Upgrading | null = null,
  ) {
    this.#request = request;
    this.#response = response;
    this.#socket = request.socket;
    this.#server = server;
    if (upgrading !== null)
      this.upgrade = (answer, listener) => {
        this.#over = true;
        this.#server.finished(this);
        return upgrading(answer, listener);
      };
    this.method = request.method ?? "";
    const form = originForm(this.method, request.url ?? "/");
    const url = "code" in form ? "/" : form.place;
    this.#authority = "code" in form ? null : form.authority;
    this.#fault = fault;
    const mark = url.indexOf("?");
    this.path = normalPath(mark < 0 ? url : url.slice(0, mark));
    this.query = mark < 0 ? "" : url.slice(mark + 1);
  }

  header(name: string): string {
    if (name === "host" && this.#authority !== null) return this.#authority;
    const value = this.#request.headers[name];
    return typeof value === "string" ? value : (value?.join(", ") ?? "");
  }

  count(name: string): number {
    return this.#request.headersDistinct[name]?.length ?? 0;
  }

  address(): string {
    return this.#socket.remoteAddress ?? "";
  }

  start(application: HttpApplication): void {
    this.#response.on("close", () => this.#gone());
    // A socket error ends in `close`; without a listener it would end the process.
    this.#request.on("error", () => this.#gone());
    this.#response.on("error", () => this.#gone());
    if (this.#fault !== null) {
      this.respond(application.refuse(this.#fault.code, this.#fault.detail));
      this.#request.resume();
      return;
    }
    const hasBody = this.header("content-length") !== "" || this.header("transfer-encoding") !== "";
    this.#waitsForContinue = hasBody && this.header("expect").toLowerCase() === "100-continue";
    const exchange = application.open(this, this);
    this.#exchange = exchange;
    const wanted = !this.#over && exchange.bodyBytesMax !== 0;
    this.#lastChunkMs = wanted ? performance.now() : 0;
    this.#request.on("data", (chunk: Buffer) => this.#take(exchange, chunk));
    if (wanted && this.#waitsForContinue) {
      this.#waitsForContinue = false;
      this.#response.writeContinue();
    }
    if (wanted) this.#request.on("end", () => this.#complete(exchange));
    else if (!this.#over) exchange.receive(EMPTY);
  }

  checkStall(nowMs: number): void {
    if (this.#lastChunkMs > 0 && nowMs - this.#lastChunkMs > STILL_MS) this.#exchange?.stalled();
  }

  isOn(socket: Socket): boolean {
    return this.#socket === socket;
  }

  respond(response: ApiResponse): void {
    if (this.#over) return;
    this.#over = true;
    this.#lastChunkMs = 0;
    const { status, block, headers, body, headLength } = response;
    const fields = [...block.pairs, ...headers];
    // Whether a sender that still waits with its body sends it is not known.
    if (this.#server.isClosing || response.close || this.#waitsForContinue)
      fields.push("connection", "close");
    if (headLength !== null) fields.push("content-length", String(headLength));
    else if (body !== null) {
      fields.push(
        "content-length",
        String(typeof body === "string" ? Buffer.byteLength(body) : body.length),
      );
    } else if (status !== 204 && status !== 304) fields.push("content-length", "0");
    this.#response.writeHead(status, (STATUS_TEXT[status] ?? "").slice(4), fields);
    this.#response.end(body ?? undefined);
    this.#server.finished(this);
  }

  stream({ block, headers, status }: ApiResponse): ResponseStream {
    this.#lastChunkMs = 0;
    if (!this.#over) {
      this.#response.writeHead(status, (STATUS_TEXT[status] ?? "").slice(4), [
        ...block.pairs,
        ...headers,
      ]);
      this.#response.flushHeaders();
    }
    return {
      write: (part) => !this.#over && this.#response.write(part),
      end: (text) => {
        if (this.#over) return;
        this.#over = true;
        this.#response.end(text);
        this.#server.finished(this);
      },
      room: () =>
        new Promise((resolve) => {
          if (this.#over || !this.#response.writableNeedDrain) resolve();
          else this.#response.once("drain", resolve).once("close", resolve);
        }),
      cut: () => {
        this.#socket.destroy();
      },
    };
  }

  #take(exchange: Exchange, chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#over) {
      if (this.#received > BODY_DISCARDED_BYTES_MAX) this.#socket.destroy();
      return;
    }
    if (exchange.bodyBytesMax === 0) return;
    if (this.#received > exchange.bodyBytesMax) {
      exchange.overflow();
      return;
    }
    this.#lastChunkMs = performance.now();
    const { incoming } = exchange;
    if (incoming === null) {
      this.#chunks.push(chunk);
      return;
    }
    incoming.push(chunk);
    if (incoming.hasRoom) return;
    // Nothing comes while it is paused: that is no stall.
    this.#lastChunkMs = 0;
    this.#request.pause();
    incoming.whenRoom(() => {
      if (!this.#over) this.#lastChunkMs = performance.now();
      this.#request.resume();
    });
  }

  #complete(exchange: Exchange): void {
    if (this.#over) return;
    this.#lastChunkMs = 0;
    exchange.receive(
      this.#chunks.length === 1 ? (this.#chunks[0] ?? EMPTY) : Buffer.concat(this.#chunks),
    );
  }

  #gone(): void {
    if (this.#over) return;
    this.#over = true;
    this.#exchange?.abort();
    this.#server.finished(this);
  }
}
