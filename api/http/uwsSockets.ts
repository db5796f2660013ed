/** WebSockets of the fast adapter: subscribers of a topic are the native server's own. */
import { SOCKET_FRAME_BYTES_MAX, SOCKET_WAITING_BYTES_MAX } from "../../protocol/limits.js";
import {
  CLOSE,
  type ConnectionListener,
  type SocketConnection,
  type TopicBroker,
} from "../socket/connection.js";

/** Members used of a native socket. It may not be touched once it is closed. */
interface NativeSocket {
  send(text: string, isBinary: boolean): number;
  ping(): number;
  getBufferedAmount(): number;
  subscribe(topic: string): boolean;
  end(code: number, reason: string): void;
  close(): void;
  getUserData(): UwsUserData;
}

/** What a native socket keeps of ours. */
export interface UwsUserData {
  readonly socket: UwsSocket;
}

export class UwsSocket implements SocketConnection {
  readonly broker: TopicBroker;
  readonly #listener: ConnectionListener;
  #native: NativeSocket | null = null;

  constructor(broker: TopicBroker, listener: ConnectionListener) {
    this.broker = broker;
    this.#listener = listener;
  }

  opened(native: NativeSocket): void {
    this.#native = native;
  }

  send(text: string): void {
    this.#native?.send(text, false);
  }

  ping(): void {
    this.#native?.ping();
  }

  waitingBytes(): number {
    return this.#native?.getBufferedAmount() ?? 0;
  }

  subscribe(topic: string): void {
    this.#native?.subscribe(topic);
  }

  close(code: number, reason: string): void {
    this.#native?.end(code, reason);
  }

  destroy(): void {
    this.#native?.close();
  }

  // What the native server tells.

  message(bytes: number): void {
    this.#listener.heard();
    if (bytes > SOCKET_FRAME_BYTES_MAX)
      this.close(CLOSE.tooBig, `a message has at most ${SOCKET_FRAME_BYTES_MAX} bytes`);
  }

  heard(): void {
    this.#listener.heard();
  }

  drained(): void {
    this.#listener.drained();
  }

  closed(): void {
    this.#native = null;
    this.#listener.closed();
  }
}

/** The native server cuts off without a word what is larger, so that ours gets one first. */
const NATIVE_FRAME_BYTES_MAX = 16 * SOCKET_FRAME_BYTES_MAX;

/** The part of the native server's behaviour that is the same for every socket. */
export const UWS_SOCKET_BEHAVIOR = {
  maxPayloadLength: NATIVE_FRAME_BYTES_MAX,
  // Who is slow is told so before this; it is left for what happens within one turn.
  // Who is slow is told so by a close frame. This cuts without one what waits beyond any message.
  maxBackpressure: 64 * SOCKET_WAITING_BYTES_MAX,
  closeOnBackpressureLimit: 1,
  // Who is silent is pinged by the room of sockets, on both adapters.
  idleTimeout: 0,
  sendPingsAutomatically: false,
  open: (native: NativeSocket): void => native.getUserData().socket.opened(native),
  message: (native: NativeSocket, bytes: ArrayBuffer): void =>
    native.getUserData().socket.message(bytes.byteLength),
  ping: (native: NativeSocket): void => native.getUserData().socket.heard(),
  pong: (native: NativeSocket): void => native.getUserData().socket.heard(),
  drain: (native: NativeSocket): void => native.getUserData().socket.drained(),
  close: (native: NativeSocket): void => native.getUserData().socket.closed(),
};
