/**
 * The fast adapter, for callers of this machine; no other module touches uWebSockets.js. Two rules keep
 * the process alive: a handler that returns without an answer has registered `onAborted`, and after
 * an abort `res` is never touched.
 */
import { connect, createServer as createProbe } from "node:net";
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  us_socket_context_t,
} from "uWebSockets.js";
import {
  BODY_DISCARDED_BYTES_MAX,
  BODY_IDLE_SECONDS_MAX,
  HEADERS_BYTES_MAX,
} from "../../protocol/limits.js";
import type { ConnectionListener, SocketConnection } from "../socket/connection.js";
import {
  HEAD_TOO_LARGE,
  hostFault,
  transferFault,
  TWO_LENGTHS,
  type HeadFault,
} from "./headFaults.js";
import { normalPath } from "./equivalent.js";
import { headerLines } from "./headers.js";
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
import { loadUws } from "./uwsBinary.js";
import { UWS_SOCKET_BEHAVIOR, UwsSocket, type UwsUserData } from "./uwsSockets.js";

export type Uws = typeof import("uWebSockets.js");

/** Bodies past this are written as the socket drains, not buffered at once. */
const BUFFERED_BYTES_MAX = 262_144;
const EMPTY = new Uint8Array(0);
const NO_FIELDS: readonly string[] = [];
/** LIBUS_LISTEN_DEFAULT: the port may be shared. */
const LISTEN_SHARED = 0;
/** What does not answer a call on this machine by then is taken for somebody who listens. */
const PROBE_MS = 1_000;

export type UwsCreated =
  | { readonly server: HttpServer }
  | { readonly reason: string; readonly isForged: boolean };

/** Says why where no native binary serves here. */
export function createUwsServer(application: HttpApplication): UwsCreated {
  const loaded = loadUws<Uws>(HEADERS_BYTES_MAX);
  return "reason" in loaded ? loaded : { server: new UwsServer(loaded.binary, application) };
}

function cannotListen(host: string, port: number, why: string): Error {
  return new Error(`cannot listen on ${host}:${port}: ${why}`);
}

/**
 * @returns the port, or for 0 one that is free: of a port that the system chooses, the binary keeps no
 * mark that another process may take it over, and a restart would find it taken for a minute
 * @throws Error where another process listens there, or nobody may
 */
async function freePort(host: string, port: number): Promise<number> {
  const bound = await bind(host, port);
  if (typeof bound === "number") return bound;
  // Connections of a process that ended hold the port against a probe, but nobody listens there.
  if (bound.code === "EADDRINUSE" && !(await isAnswered(host, port))) return port;
  throw cannotListen(host, port, bound.message);
}

function bind(host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const probe = createProbe();
    probe.once("error", resolve);
    probe.listen(port, host, () => {
      const address = probe.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      probe.close(() => resolve(bound));
    });
  });
}

function isAnswered(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const call = connect(port, host);
    const settle = (answered: boolean): void => {
      call.destroy();
      resolve(answered);
    };
    call.setTimeout(PROBE_MS, () => settle(true));
    call.once("connect", () => settle(true));
    call.once("error", () => settle(false));
  });
}

class UwsServer implements HttpServer {
  readonly kind = "uws";
  readonly application: HttpApplication;
  readonly #uws: Uws;
  readonly #app: TemplatedApp;
  #answering = 0;
  /** Exchanges whose body comes in pieces: the only ones that can stall. */
  readonly #receiving = new Set<UwsExchange>();
  #socket: us_listen_socket | null = null;
  readonly #sweeper = new Sweeper((nowMs) => {
    for (const exchange of this.#receiving) exchange.checkStall(nowMs);
    return this.#receiving.size > 0;
  });
  #isClosing = false;
  #whenIdle: (() => void) | null = null;

  constructor(uws: Uws, application: HttpApplication) {
    this.#uws = uws;
    this.application = application;
    this.#app = uws.App();
    this.#app.ws<UwsUserData>("/*", {
      ...UWS_SOCKET_BEHAVIOR,
      compression: uws.DISABLED,
      upgrade: (res, req, context) => this.#serve(res, req, context),
    });
    this.#app.any("/*", (res, req) => this.#serve(res, req, null));
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /**
   * The binary's exclusive port is refused for a minute after a process died with connections open;
   * a shared one is taken beside another listener. So it is shared, once nobody listens there.
   */
  async listen(host: string, wanted: number): Promise<number> {
    const port = await freePort(host, wanted);
    return new Promise((resolve, reject) => {
      const listening = (socket: us_listen_socket | false): void => {
        if (socket === false) {
          reject(cannotListen(host, port, "the address is in use or not ours"));
          return;
        }
        this.#socket = socket;
        resolve(this.#uws.us_socket_local_port(socket));
      };
      // The binary takes host, port and options together; its type declarations leave that out.
      const all = [host, port, LISTEN_SHARED, listening];
      Reflect.apply(Reflect.get(this.#app, "listen"), this.#app, all);
    });
  }

  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    const sockets = this.application.endSockets(deadlineMs);
    if (this.#socket !== null) this.#uws.us_listen_socket_close(this.#socket);
    this.#socket = null;
    if (this.#answering > 0) await this.#idleWithin(deadlineMs);
    await sockets;
    this.#sweeper.stop();
    this.#app.close();
  }

  active(): number {
    return this.#answering;
  }

  // For exchanges.

  publish(topic: string, text: string): void {
    this.#app.publish(topic, text, false);
  }

  begins(exchange: UwsExchange): void {
    this.#receiving.add(exchange);
    this.#sweeper.wake();
  }

  ends(exchange: UwsExchange): void {
    this.#receiving.delete(exchange);
  }

  finished(): void {
    this.#answering -= 1;
    if (this.#answering === 0) this.#whenIdle?.();
  }

  #serve(res: HttpResponse, req: HttpRequest, context: us_socket_context_t | null): void {
    const exchange = new UwsExchange(this, res, req, context);
    // Registered before anything can go wrong.
    res.onAborted(() => exchange.gone());
    this.#answering += 1;
    exchange.start();
  }

  #idleWithin(deadlineMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, deadlineMs);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * All at once: a call into the library for each of the dozen that are looked at costs more than the
 * few that came.
 */
function fieldsOf(req: HttpRequest): readonly string[] {
  const fields: string[] = [];
  req.forEach((name, value) => {
    fields.push(name, value);
  });
  return fields;
}

class UwsExchange implements RequestHead, Responder {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Absent where the request asked for no socket. */
  readonly upgrade?: (answer: UpgradeAnswer, listener: ConnectionListener) => SocketConnection;
  readonly #server: UwsServer;
  readonly #res: HttpResponse;
  /** The peer will ask nothing more on this connection. */
  readonly #isLastAsked: boolean;
  /** Name, value, ... in the order of their coming. */
  #fields: readonly string[];
  #exchange: Exchange | null = null;
  /** Answered or aborted. */
  #isOver = false;
  /** Aborted, or all of the answer is out: `res` is dead. */
  #isDead = false;
  #isFinished = false;
  #pieces: Uint8Array[] | null = null;
  #receivedBytes = 0;
  /** When the last piece of a body came; 0 while none is waited for. */
  #pieceMs = 0;
  #remote: string | null = null;
  #whenRoom: (() => void) | null = null;

  constructor(
    server: UwsServer,
    res: HttpResponse,
    req: HttpRequest,
    context: us_socket_context_t | null,
  ) {
    this.#server = server;
    this.#res = res;
    this.#fields = fieldsOf(req);
    this.method = req.getCaseSensitiveMethod();
    this.path = normalPath(req.getUrl());
    this.query = req.getQuery() ?? "";
    this.#isLastAsked = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(this.header("connection"));
    if (context === null) return;
    const key = req.getHeader("sec-websocket-key");
    this.upgrade = (answer, listener) => this.#upgrade({ answer, context, key, listener });
  }

  // What the application reads.

  /**
   * Without the bytes below 0x21 and from 0x80 on at its ends: the library takes them for blanks,
   * and nothing tells that they were there.
   */
  header(name: string): string {
    const fields = this.#fields;
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1]!;
    return "";
  }

  count(name: string): number {
    const fields = this.#fields;
    let count = 0;
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) count += 1;
    return count;
  }

  address(): string {
    if (this.#remote === null)
      this.#remote = this.#isDead
        ? ""
        : Buffer.from(this.#res.getRemoteAddressAsText()).toString("latin1");
    return this.#remote;
  }

  // Reading.

  start(): void {
    const { application } = this.#server;
    const fault = this.#fault();
    if (fault !== null) {
      // Behind a refusal the library would serve the rest of the segment as the next request; while
      // an answer is outstanding, it closes instead.
      setImmediate(() => this.respond(application.refuse(fault.code, fault.detail)));
      return;
    }
    const hasBody = this.count("content-length") > 0 || this.count("transfer-encoding") > 0;
    const exchange = application.open(this, this);
    // While the answer is made, nobody asks for them.
    this.#fields = NO_FIELDS;
    this.#exchange = exchange;
    if (this.#isOver) return;
    if (exchange.bodyBytesMax === 0 || !hasBody) {
      exchange.receive(EMPTY);
      return;
    }
    this.#res.onData((chunk, isLast) => this.#take(exchange, chunk, isLast));
  }

  /** The peer went away. */
  gone(): void {
    this.#isDead = true;
    this.#tellRoom();
    if (!this.#isOver) this.#exchange?.abort();
    this.#isOver = true;
    this.#finished();
  }

  checkStall(nowMs: number): void {
    if (this.#pieceMs > 0 && nowMs - this.#pieceMs > BODY_IDLE_SECONDS_MAX * 1_000)
      this.#exchange?.stalled();
  }

  /** What the library lets through and this node does not. */
  #fault(): HeadFault | null {
    // The library bounds a head that comes in pieces.
    if (this.#headBytes() > HEADERS_BYTES_MAX) return HEAD_TOO_LARGE;
    const fault = hostFault(this.#values("host"), false);
    if (fault !== null) return fault;
    const lengths = this.count("content-length");
    if (lengths > 1) return TWO_LENGTHS;
    const codings = this.#values("transfer-encoding");
    return codings.length === 0 ? null : transferFault(codings.join(", "), lengths > 0, false);
  }

  #headBytes(): number {
    let bytes = this.method.length + this.path.length + this.query.length;
    const fields = this.#fields;
    // Colon, blank and the end of the line.
    for (let i = 0; i < fields.length; i += 2)
      bytes += fields[i]!.length + fields[i + 1]!.length + 4;
    return bytes;
  }

  #values(name: string): readonly string[] {
    const fields = this.#fields;
    const values: string[] = [];
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) values.push(fields[i + 1]!);
    return values;
  }

  #take(exchange: Exchange, chunk: ArrayBuffer, isLast: boolean): void {
    if (this.#isOver) return;
    this.#receivedBytes += chunk.byteLength;
    if (this.#receivedBytes > exchange.bodyBytesMax) this.#discard(exchange, isLast);
    else if (exchange.incoming !== null) this.#passOn(exchange, chunk, isLast);
    else if (isLast && this.#pieces === null) exchange.receive(new Uint8Array(chunk));
    else this.#collect(exchange, chunk, isLast);
  }

  #passOn(exchange: Exchange, chunk: ArrayBuffer, isLast: boolean): void {
    const incoming = exchange.incoming!;
    this.#waits();
    // The buffer is the library's and is reused after this call.
    incoming.push(new Uint8Array(chunk.slice(0)));
    if (isLast) {
      this.#server.ends(this);
      exchange.receive(EMPTY);
    } else if (!incoming.hasRoom) {
      // Nothing comes while it is paused: that is no stall.
      this.#pieceMs = 0;
      this.#res.pause();
      incoming.whenRoom(() => {
        if (this.#isDead) return;
        if (!this.#isOver) this.#pieceMs = performance.now();
        this.#res.resume();
      });
    }
  }

  #collect(exchange: Exchange, chunk: ArrayBuffer, isLast: boolean): void {
    this.#pieces ??= [];
    this.#waits();
    this.#pieces.push(new Uint8Array(chunk.slice(0)));
    if (!isLast) return;
    this.#server.ends(this);
    exchange.receive(Buffer.concat(this.#pieces));
  }

  /**
   * A body of undeclared length that is too large: answered once it has ended, or has gone on for
   * too long.
   */
  #discard(exchange: Exchange, isLast: boolean): void {
    this.#pieces = [];
    this.#waits();
    if (isLast || this.#receivedBytes > BODY_DISCARDED_BYTES_MAX) exchange.overflow();
  }

  #waits(): void {
    if (this.#pieceMs === 0) this.#server.begins(this);
    this.#pieceMs = performance.now();
  }

  // Answering.

  respond(response: ApiResponse): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#res.cork(() => this.#write(response));
  }

  stream(head: ApiResponse): ResponseStream {
    const res = this.#res;
    if (!this.#isOver) {
      res.onWritable(() => {
        this.#tellRoom();
        return true;
      });
      res.cork(() => this.#writeHead(head));
    }
    return {
      write: (part) => {
        let isTaken = false;
        if (!this.#isOver && part.length > 0)
          res.cork(() => {
            isTaken = res.write(part);
          });
        return isTaken;
      },
      end: (text) => {
        if (this.#isOver) return;
        this.#isOver = true;
        res.cork(() => res.end(text, this.#isLast));
        this.#finished();
      },
      room: () =>
        this.#isOver
          ? Promise.resolve()
          : new Promise((resolve) => {
              this.#whenRoom = resolve;
            }),
      cut: () => {
        if (!this.#isDead) res.close();
      },
    };
  }

  #upgrade({
    answer: { headers, subprotocol },
    context,
    key,
    listener,
  }: {
    readonly answer: UpgradeAnswer;
    readonly context: us_socket_context_t;
    readonly key: string;
    readonly listener: ConnectionListener;
  }): SocketConnection {
    const socket = new UwsSocket(this.#server, listener);
    this.#isOver = true;
    this.#res.cork(() => {
      this.#res.writeStatus(STATUS_TEXT[101]!);
      const [name = "", value = ""] = headers;
      this.#res.writeHeader(name, value + headerLines(headers, 2));
      this.#res.upgrade<UwsUserData>({ socket }, key, subprotocol, "", context);
    });
    this.#finished();
    return socket;
  }

  #writeHead({ block, headers, status }: ApiResponse): void {
    if (status !== 200) this.#res.writeStatus(STATUS_TEXT[status] ?? String(status));
    // Values are copied verbatim, so the checked fields go out in one native call.
    this.#res.writeHeader(block.firstName, block.text + headerLines(headers, 0));
  }

  #write(response: ApiResponse): void {
    const res = this.#res;
    const { status, body, headLength } = response;
    const isLast = response.close || this.#isLast;
    this.#writeHead(response);
    if (body !== null && headLength === null && body.length > BUFFERED_BYTES_MAX) {
      this.#writeLarge(typeof body === "string" ? Buffer.from(body) : body);
      return;
    }
    if (headLength !== null) res.endWithoutBody(headLength, isLast);
    // An argument, even undefined, would be written as a length.
    else if (body === null && (status === 204 || status === 304)) res.endWithoutBody();
    else res.end(body ?? "", isLast);
    this.#finished();
  }

  #writeLarge(body: Uint8Array): void {
    const send = (part: Uint8Array): boolean => {
      const [isSent, isWhole] = this.#res.tryEnd(part, body.length);
      if (isWhole) this.#finished();
      return isSent || isWhole;
    };
    if (send(body)) return;
    this.#res.onWritable((offset) => this.#isDead || send(body.subarray(offset)));
  }

  get #isLast(): boolean {
    return this.#isLastAsked || this.#server.isClosing;
  }

  #tellRoom(): void {
    const tell = this.#whenRoom;
    this.#whenRoom = null;
    tell?.();
  }

  /** Nothing more is to be sent. */
  #finished(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#isDead = true;
    this.#exchange = null;
    this.#pieces = null;
    this.#server.ends(this);
    this.#server.finished();
  }
}
