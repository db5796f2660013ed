/** One subscriber: its connection, where it stands in its stream, and what may wait for it. */
import { SOCKET_IDLE_SECONDS_MAX, SOCKET_WAITING_BYTES_MAX } from "../../protocol/limits.js";
import type { Right } from "../../protocol/streams/right.js";
import { CLOSE, type ConnectionListener, type SocketConnection } from "./connection.js";

const MS_PER_S = 1_000;
const IDLE_MS_MAX = SOCKET_IDLE_SECONDS_MAX * MS_PER_S;
/** A repeated message waits while more than this is on its way. */
const CATCH_UP_BYTES = 65_536;

/** Why a connection was given up. slow: it did not read. silent: it answered no ping. */
export type Dropped = "slow" | "silent";

export interface SubscriberHost {
  /**
   * A peer that is told the end has this long to take it: the close frame stands behind what a slow
   * reader has not read, and a connection that is cut before loses both.
   */
  readonly closingMs: number;
  nowMs(): number;
  dropped(why: Dropped): void;
  gone(subscriber: Subscriber): void;
}

export class Subscriber implements ConnectionListener {
  /** Number of the last message that was sent before it joined its cell. */
  last: number;
  /** The address it came from. */
  readonly group: string;
  readonly right: Right;
  readonly #host: SubscriberHost;
  readonly #connection: SocketConnection;
  #isOpen = true;
  #isPinged = false;
  /** When it was heard last, or when it began to be closed. */
  #sinceMs: number;
  #whenRoom: (() => void) | null = null;

  /** @param connect opens the connection, and gives it its listener */
  constructor(
    place: { readonly group: string; readonly last: number; readonly right: Right },
    host: SubscriberHost,
    connect: (listener: ConnectionListener) => SocketConnection,
  ) {
    this.#host = host;
    this.#sinceMs = host.nowMs();
    this.group = place.group;
    this.right = place.right;
    this.last = place.last;
    this.#connection = connect(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get broker(): SocketConnection["broker"] {
    return this.#connection.broker;
  }

  /** It is sent what is published to a topic from now on. */
  join(topic: string): void {
    if (this.#isOpen) this.#connection.subscribe(topic);
  }

  say(text: string): void {
    if (this.#isOpen && !this.dropIfSlow()) this.#connection.send(text);
  }

  /** Nothing more waits for a reader that is behind by more than a mebibyte: it is cut. */
  dropIfSlow(): boolean {
    if (!this.#isOpen || this.#connection.waitingBytes() <= SOCKET_WAITING_BYTES_MAX) return false;
    this.#host.dropped("slow");
    this.close(CLOSE.tryAgain, "the reader is too slow");
    return true;
  }

  /** Resolves when there is room for more of what is sent again, or the peer is gone. */
  room(): Promise<void> {
    if (!this.#isOpen || this.#connection.waitingBytes() < CATCH_UP_BYTES) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenRoom = resolve;
    });
  }

  /** Sends the close frame behind what waits, and ends. Idempotent. */
  close(code: number, reason = ""): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#sinceMs = this.#host.nowMs();
    this.#connection.close(code, reason);
    this.drained();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#connection.destroy();
  }

  /** Pings who was not heard of, gives up who does not answer or does not take the end. */
  check(nowMs: number): void {
    const stillMs = nowMs - this.#sinceMs;
    if (!this.#isOpen) {
      if (stillMs > this.#host.closingMs) this.destroy();
    } else if (stillMs > IDLE_MS_MAX) {
      this.#host.dropped("silent");
      this.destroy();
    } else if (stillMs > IDLE_MS_MAX / 2 && !this.#isPinged) {
      this.#isPinged = true;
      this.#connection.ping();
    }
  }

  // What the connection tells.

  heard(): void {
    if (!this.#isOpen) return;
    this.#sinceMs = this.#host.nowMs();
    this.#isPinged = false;
  }

  drained(): void {
    const tell = this.#whenRoom;
    this.#whenRoom = null;
    tell?.();
  }

  closed(): void {
    this.#isOpen = false;
    this.drained();
    this.#host.gone(this);
  }
}
