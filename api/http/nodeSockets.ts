/** WebSockets of the platform's server, by the package `ws`; no other module touches it. */
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { SOCKET_FRAME_BYTES_MAX } from "../../protocol/limits.js";
import type { ConnectionListener, SocketConnection, TopicBroker } from "../socket/connection.js";
import type { UpgradeAnswer } from "./server.js";

/** A socket that the parser of HTTP has left, and what came behind the request. */
export interface RawSocket {
  readonly request: Parameters<WebSocketServer["handleUpgrade"]>[0];
  readonly socket: Duplex;
  readonly ahead: Buffer;
}

export class NodeSockets implements TopicBroker {
  // Compression would cost memory for each subscriber.
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_FRAME_BYTES_MAX,
  });
  readonly #subscribed = new Map<string, Set<NodeSocket>>();

  /** @param raw of a request that was found to be a handshake */
  open(
    { ahead, request, socket }: RawSocket,
    { headers, subprotocol }: UpgradeAnswer,
    listener: ConnectionListener,
  ): SocketConnection {
    // The checked values, in the one form that the package takes: a key of the caller is not among it.
    request.headers.upgrade = "websocket";
    if (subprotocol === "") delete request.headers["sec-websocket-protocol"];
    else request.headers["sec-websocket-protocol"] = subprotocol;
    const connection = new NodeSocket(this, listener);
    this.#server.once("headers", (lines) => {
      for (let i = 0; i + 1 < headers.length; i += 2)
        lines.push(`${headers[i]}: ${headers[i + 1]}`);
    });
    this.#server.handleUpgrade(request, socket, ahead, (ws) => connection.attach(ws, socket));
    connection.attached();
    this.#server.removeAllListeners("headers");
    return connection;
  }

  publish(topic: string, text: string): void {
    const bytes = Buffer.from(text);
    for (const socket of this.#subscribed.get(topic) ?? []) socket.sendBytes(bytes);
  }

  subscribe(topic: string, socket: NodeSocket): void {
    const known = this.#subscribed.get(topic);
    if (known === undefined) this.#subscribed.set(topic, new Set([socket]));
    else known.add(socket);
  }

  unsubscribe(topic: string, socket: NodeSocket): void {
    const known = this.#subscribed.get(topic);
    known?.delete(socket);
    if (known?.size === 0) this.#subscribed.delete(topic);
  }
}

const TEXT = { binary: false } as const;

class NodeSocket implements SocketConnection {
  readonly broker: NodeSockets;
  readonly #listener: ConnectionListener;
  #ws: WebSocket | null = null;
  #topic: string | null = null;

  constructor(broker: NodeSockets, listener: ConnectionListener) {
    this.broker = broker;
    this.#listener = listener;
  }

  attach(ws: WebSocket, socket: Duplex): void {
    this.#ws = ws;
    const heard = (): void => this.#listener.heard();
    ws.on("message", heard).on("ping", heard).on("pong", heard);
    // A broken rule: the package has sent the close code for it.
    ws.on("error", heard);
    ws.on("close", () => this.#over());
    socket.on("drain", () => this.#listener.drained());
  }

  /** The peer may have gone before the answer. */
  attached(): void {
    if (this.#ws === null) setImmediate(() => this.#over());
  }

  send(text: string): void {
    this.#ws?.send(text);
  }

  sendBytes(bytes: Buffer): void {
    this.#ws?.send(bytes, TEXT);
  }

  ping(): void {
    if (this.#ws?.readyState === this.#ws?.OPEN) this.#ws?.ping();
  }

  waitingBytes(): number {
    return this.#ws?.bufferedAmount ?? 0;
  }

  subscribe(topic: string): void {
    if (this.#ws === null) return;
    this.#topic = topic;
    this.broker.subscribe(topic, this);
  }

  close(code: number, reason: string): void {
    this.#leave();
    this.#ws?.close(code, reason);
  }

  destroy(): void {
    this.#leave();
    this.#ws?.terminate();
  }

  #leave(): void {
    if (this.#topic !== null) this.broker.unsubscribe(this.#topic, this);
    this.#topic = null;
  }

  #over(): void {
    this.#leave();
    this.#ws = null;
    this.#listener.closed();
  }
}
