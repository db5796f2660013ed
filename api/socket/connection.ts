/** A WebSocket as the room of sockets sees it, whichever server keeps it. */

/** Why a connection ends (RFC 6455, section 7.4.1, and the registry it opened). */
export const CLOSE = {
  normal: 1_000,
  goingAway: 1_001,
  /** What let the reader in has ended. */
  policy: 1_008,
  tooBig: 1_009,
  tryAgain: 1_013,
} as const;

/** Nothing is sent once it is closed: each call is safe at any time. */
export interface SocketConnection {
  readonly broker: TopicBroker;
  send(text: string): void;
  ping(): void;
  /** Bytes that were sent and still wait here. */
  waitingBytes(): number;
  /** From now on it is sent what is published to a topic, behind what it was sent before. */
  subscribe(topic: string): void;
  /** Sends the close frame behind what waits, and ends. */
  close(code: number, reason: string): void;
  /** Ends it without a word. */
  destroy(): void;
}

/** Sends one message to all connections that are subscribed to a topic. */
export interface TopicBroker {
  publish(topic: string, text: string): void;
}

/** What a connection tells. Pings are answered, and broken rules ended, by the server itself. */
export interface ConnectionListener {
  /** The peer sent anything, a pong among it. */
  heard(): void;
  /** What waited has gone out, or some of it. */
  drained(): void;
  /** The connection is over: nothing more is told. */
  closed(): void;
}
