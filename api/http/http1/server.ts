/** The server: HTTP/1.1 on the platform's sockets, read strictly. */
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { BODY_IDLE_SECONDS_MAX } from "../../../protocol/limits.js";
import { SWEEP_INTERVAL_MS, type HttpApplication, type HttpServer } from "../server.js";
import { Connection, type ConnectionHost } from "./connection.js";

/** A head is there within this, however slowly its bytes come. */
const HEAD_MS_MAX = 2 * BODY_IDLE_SECONDS_MAX * 1_000;

export function createHttp1Server(application: HttpApplication): HttpServer {
  return new Http1Server(application);
}

class Http1Server implements HttpServer, ConnectionHost {
  readonly kind = "http1";
  readonly application: HttpApplication;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #busy = new Set<Connection>();
  #sweeper: NodeJS.Timeout | null = null;
  #isClosing = false;
  #whenIdle: (() => void) | null = null;

  constructor(application: HttpApplication) {
    this.application = application;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void =>
        reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`));
      this.#server.once("error", failed);
      this.#server.listen(port, host, () => {
        this.#server.off("error", failed);
        this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
        this.#sweeper.unref();
        resolve(portOf(this.#server.address()));
      });
    });
  }

  async close(deadlineMs: number): Promise<void> {
    this.#isClosing = true;
    const sockets = this.application.endSockets(deadlineMs);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections) connection.close();
    if (this.#busy.size > 0) await this.#idleWithin(deadlineMs);
    for (const connection of this.#connections) connection.destroy();
    await sockets;
    await closed;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    this.#sweeper = null;
  }

  active(): number {
    return this.#busy.size;
  }

  busy(connection: Connection): void {
    this.#busy.add(connection);
  }

  idle(connection: Connection): void {
    this.#busy.delete(connection);
    if (this.#isClosing) connection.close();
    if (this.#busy.size === 0) this.#whenIdle?.();
  }

  gone(connection: Connection): void {
    this.#connections.delete(connection);
    this.idle(connection);
  }

  #accept(socket: Socket): void {
    this.#connections.add(new Connection(socket, this));
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

  #sweep(): void {
    const now = performance.now();
    this.application.sweep(now);
    for (const connection of this.#connections) connection.checkHead(now, HEAD_MS_MAX);
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
