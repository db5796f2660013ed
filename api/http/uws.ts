/**
 * The fast adapter, and the only module that touches uWebSockets.js. Two rules keep the process
 * alive: a handler
 * that returns without an answer has registered `onAborted`, and after an abort `res` is never
 * touched.
 */
import { connect } from "node:net";
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import {
  BODY_DISCARDED_BYTES_MAX,
  BODY_IDLE_SECONDS_MAX,
  HEADERS_BYTES_MAX,
} from "../../protocol/limits.js";
import { headerLines } from "./headers.js";
import {
  STATUS_TEXT,
  SWEEP_INTERVAL_MS,
  type ApiResponse,
  type Exchange,
  type HttpApplication,
  type HttpServer,
  type RequestHead,
  type Responder,
  type ResponseStream,
} from "./server.js";

type Uws = typeof import("uWebSockets.js");

/** Bodies past this are written as the socket drains, not buffered at once. */
const BUFFERED_BYTES_MAX = 262_144;
const EMPTY = new Uint8Array(0);
const NO_FIELDS: readonly string[] = [];
/** LIBUS_LISTEN_DEFAULT: the port may be shared. */
const LISTEN_SHARED = 0;

export type UwsLoad = { readonly server: HttpServer } | { readonly reason: string };

/**
 * Loads the native binary; where none fits this platform, says so, and the node uses the other
 * adapter.
 */
export async function createUwsServer(application: HttpApplication): Promise<UwsLoad> {
  // Read by the binary when it is loaded; its own default is 4 KiB.
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(HEADERS_BYTES_MAX);
  try {
    const { default: uws } = await import("uWebSockets.js");
    return { server: new UwsServer({ uws, application }) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : "the native module did not load" };
  }
}

function addressTaken(host: string, port: number): Error {
  return new Error(`cannot listen on ${host}:${port}: the address is in use or not ours`);
}

function assertNobodyListens(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = connect({ host, port });
    probe.once("connect", () => {
      probe.destroy();
      reject(addressTaken(host, port));
    });
    probe.once("error", () => resolve());
  });
}

class UwsServer implements HttpServer {
  readonly kind = "uws";
  private readonly uws: Uws;
  private readonly application: HttpApplication;
  private readonly app: TemplatedApp;
  private answering = 0;
  /** Connections whose body comes in pieces: the only ones that can stall. */
  private readonly receiving = new Set<UwsConnection>();
  private socket: us_listen_socket | null = null;
  private sweeper: NodeJS.Timeout | null = null;
  private closing = false;
  private whenIdle: (() => void) | null = null;

  constructor(modules: { readonly uws: Uws; readonly application: HttpApplication }) {
    this.uws = modules.uws;
    this.application = modules.application;
    this.app = modules.uws.App();
    this.app.any("/*", (res, req) => this.serve(res, req));
  }

  /**
   * The binary's exclusive port is refused for a minute after a process died with connections open;
   * a shared one is taken beside another listener. So it is shared, once nobody listens there.
   */
  async listen(host: string, port: number): Promise<number> {
    if (port !== 0) await assertNobodyListens(host, port);
    return this.open(host, port);
  }

  private open(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const listening = (socket: us_listen_socket | false): void => {
        if (socket === false) {
          reject(addressTaken(host, port));
          return;
        }
        this.socket = socket;
        this.sweeper = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS);
        this.sweeper.unref();
        resolve(this.uws.us_socket_local_port(socket));
      };
      // The binary takes host, port and options together; its type declarations leave that form
      // out.
      Reflect.apply(Reflect.get(this.app, "listen"), this.app, [
        host,
        port,
        LISTEN_SHARED,
        listening,
      ]);
    });
  }

  async close(deadlineMs: number): Promise<void> {
    this.closing = true;
    if (this.socket !== null) this.uws.us_listen_socket_close(this.socket);
    this.socket = null;
    if (this.answering > 0) await this.idle(deadlineMs);
    if (this.sweeper !== null) clearInterval(this.sweeper);
    this.sweeper = null;
    this.app.close();
  }

  active(): number {
    return this.answering;
  }

  private serve(res: HttpResponse, req: HttpRequest): void {
    const connection = new UwsConnection(res, req, this);
    // Registered before anything can go wrong.
    res.onAborted(() => connection.gone());
    this.answering += 1;
    connection.start(this.application);
  }

  // For connections.

  isClosing(): boolean {
    return this.closing;
  }

  receives(connection: UwsConnection): void {
    this.receiving.add(connection);
  }

  received(connection: UwsConnection): void {
    this.receiving.delete(connection);
  }

  finished(): void {
    this.answering -= 1;
    if (this.answering === 0) this.whenIdle?.();
  }

  private idle(deadlineMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, deadlineMs);
      this.whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private sweep(): void {
    const now = performance.now();
    this.application.sweep(now);
    for (const connection of this.receiving) connection.checkStall(now);
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

class UwsConnection implements RequestHead, Responder {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  private readonly res: HttpResponse;
  /** Name, value, ... in the order of their coming. */
  private fields: readonly string[];
  private readonly server: UwsServer;
  private exchange: Exchange | null = null;
  /** Answered or aborted. */
  private over = false;
  /** Aborted: `res` is dead. */
  private dead = false;
  private chunks: Uint8Array[] | null = null;
  private received = 0;
  private lastChunkMs = 0;
  private remote: string | null = null;
  private whenRoom: (() => void) | null = null;

  constructor(res: HttpResponse, req: HttpRequest, server: UwsServer) {
    this.res = res;
    this.fields = fieldsOf(req);
    this.server = server;
    this.method = req.getCaseSensitiveMethod();
    this.path = req.getUrl();
    this.query = req.getQuery() ?? "";
  }

  /**
   * Without the bytes below 0x21 and from 0x80 on at its ends: the library takes them for blanks,
   * and nothing tells that they were there.
   */
  header(name: string): string {
    const { fields } = this;
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1]!;
    return "";
  }

  count(name: string): number {
    const { fields } = this;
    let count = 0;
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) count += 1;
    return count;
  }

  address(): string {
    if (this.remote === null)
      this.remote = this.dead
        ? ""
        : Buffer.from(this.res.getRemoteAddressAsText()).toString("latin1");
    return this.remote;
  }

  start(application: HttpApplication): void {
    const exchange = application.open(this, this);
    // While the answer is made, nobody asks for them.
    this.fields = NO_FIELDS;
    this.exchange = exchange;
    if (this.over) return;
    if (exchange.bodyBytesMax === 0) {
      exchange.receive(EMPTY);
      return;
    }
    this.res.onData((chunk, last) => this.take(exchange, chunk, last));
  }

  gone(): void {
    this.dead = true;
    this.whenRoom?.();
    if (this.over) return;
    this.over = true;
    this.exchange?.abort();
    this.end();
  }

  checkStall(nowMs: number): void {
    if (nowMs - this.lastChunkMs > BODY_IDLE_SECONDS_MAX * 1_000) this.exchange?.stalled();
  }

  respond(response: ApiResponse): void {
    if (this.over) return;
    this.over = true;
    this.res.cork(() => this.write(response));
    this.end();
  }

  stream(head: ApiResponse): ResponseStream {
    const { res } = this;
    if (!this.over)
      res.onWritable(() => {
        this.whenRoom?.();
        return true;
      });
    if (!this.over)
      res.cork(() => {
        res.writeHeader(head.block.firstName, head.block.text + headerLines(head.headers, 0));
      });
    return {
      write: (text) => {
        let isTaken = false;
        if (!this.over)
          res.cork(() => {
            isTaken = res.write(text);
          });
        return isTaken;
      },
      end: (text) => {
        if (this.over) return;
        this.over = true;
        res.cork(() => res.end(text, this.server.isClosing()));
        this.end();
      },
      room: () =>
        this.over
          ? Promise.resolve()
          : new Promise((resolve) => {
              this.whenRoom = resolve;
            }),
      cut: () => {
        if (!this.over) res.close();
      },
    };
  }

  private end(): void {
    if (this.chunks !== null) this.server.received(this);
    this.chunks = null;
    this.server.finished();
  }

  private take(exchange: Exchange, chunk: ArrayBuffer, last: boolean): void {
    if (this.over) return;
    this.received += chunk.byteLength;
    if (this.received > exchange.bodyBytesMax) {
      this.discard(exchange, last);
      return;
    }
    if (last && this.chunks === null) {
      exchange.receive(new Uint8Array(chunk));
      return;
    }
    if (this.chunks === null) {
      this.chunks = [];
      this.server.receives(this);
    }
    // The buffer is the library's and is reused after this call.
    this.chunks.push(new Uint8Array(chunk.slice(0)));
    this.lastChunkMs = performance.now();
    if (!last) return;
    this.server.received(this);
    exchange.receive(Buffer.concat(this.chunks));
  }

  /**
   * A body of undeclared length that is too large: answered once it has ended, or has gone on for
   * too long.
   */
  private discard(exchange: Exchange, last: boolean): void {
    if (this.chunks === null) this.server.receives(this);
    this.chunks = [];
    this.lastChunkMs = performance.now();
    if (last || this.received > BODY_DISCARDED_BYTES_MAX) exchange.overflow();
  }

  private write(response: ApiResponse): void {
    const { res } = this;
    const { status, block, body, headLength } = response;
    const close = response.close || this.server.isClosing();
    if (status !== 200) res.writeStatus(STATUS_TEXT[status] ?? String(status));
    // Values are copied verbatim, so the checked fields go out in one native call.
    res.writeHeader(block.firstName, block.text + headerLines(response.headers, 0));
    if (headLength !== null) res.endWithoutBody(headLength, close);
    else if (body === null) {
      // An argument, even undefined, would be written as a length.
      if (status === 204 || status === 304) res.endWithoutBody();
      else res.end("", close);
    } else if (body.length > BUFFERED_BYTES_MAX)
      this.sendLarge(typeof body === "string" ? Buffer.from(body) : body);
    else res.end(body, close);
  }

  private sendLarge(body: Uint8Array): void {
    const { res } = this;
    const [ok, done] = res.tryEnd(body, body.length);
    if (ok || done) return;
    res.onWritable((offset) => {
      if (this.dead) return true;
      const [more, finished] = res.tryEnd(body.subarray(offset), body.length);
      return more || finished;
    });
  }
}
