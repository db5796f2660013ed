/** One subscriber: its socket, where it stands in its stream, and what may wait for it. */
import type { Socket } from "node:net";
import {
  SOCKET_FRAME_BYTES_MAX,
  SOCKET_IDLE_SECONDS_MAX,
  SOCKET_WAITING_BYTES_MAX,
} from "../../protocol/limits.js";
import { CLOSE, closeFrame, frameOf, FrameReader, OPCODE, textFrame } from "./frames.js";

const PING = frameOf(OPCODE.ping, Buffer.alloc(0));
const MS_PER_S = 1_000;
const IDLE_MS_MAX = SOCKET_IDLE_SECONDS_MAX * MS_PER_S;
/** A peer that is told the end has this long to take it. */
const CLOSING_MS_MAX = 5_000;
/** What is sent again waits while more than this is on its way. */
const CATCH_UP_BYTES = 65_536;

/** Why a connection was given up. slow: it did not read. silent: it answered no ping. */
export type Dropped = "slow" | "silent";

export interface SubscriberHost {
  nowMs(): number;
  dropped(why: Dropped): void;
  gone(subscriber: Subscriber): void;
}

export class Subscriber {
  /** Number of the last message that was sent. */
  last: number;
  /** What is new is sent to it at once; false while it is sent older messages. */
  isLive = false;
  readonly topic: string;
  /** The address it came from. */
  readonly group: string;
  readonly #socket: Socket;
  readonly #host: SubscriberHost;
  #reader: FrameReader | null = null;
  #isOpen = true;
  /** When it began to be closed; 0 before that. */
  #closingMs = 0;
  #heardMs: number;
  #isPinged = false;
  #whenRoom: (() => void) | null = null;

  constructor(
    socket: Socket,
    place: { readonly topic: string; readonly group: string; readonly last: number },
    host: SubscriberHost,
  ) {
    this.#socket = socket;
    this.#host = host;
    this.#heardMs = host.nowMs();
    this.topic = place.topic;
    this.group = place.group;
    this.last = place.last;
    socket.setTimeout(0);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("drain", () => this.#whenRoom?.());
    socket.on("end", () => socket.end());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#lost());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Bytes that came with the request. */
  receive(ahead: Buffer): void {
    if (ahead.length > 0) this.#take(ahead);
  }

  /**
   * Sends a message that all subscribers are sent as the same bytes. @returns false where one before
   * it is missing
   */
  push(seq: number, frame: Buffer): boolean {
    if (!this.isLive || seq <= this.last) return true;
    if (seq > this.last + 1) return false;
    this.last = seq;
    this.write(frame);
    return true;
  }

  /** Nothing more waits for a reader that is behind by more than a mebibyte: it is cut. */
  write(frame: Buffer): void {
    if (!this.#isOpen) return;
    if (this.#socket.writableLength > SOCKET_WAITING_BYTES_MAX) {
      this.#host.dropped("slow");
      this.close(CLOSE.tryAgain, "the reader is too slow");
    } else this.#socket.write(frame);
  }

  say(text: string): void {
    this.write(textFrame(text));
  }

  /** Resolves when there is room for more of what is sent again, or the peer is gone. */
  room(): Promise<void> {
    if (!this.#isOpen || this.#socket.writableLength < CATCH_UP_BYTES) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenRoom = () => {
        this.#whenRoom = null;
        resolve();
      };
    });
  }

  /** Sends the close frame behind what waits, and ends. Idempotent. */
  close(code: number, reason = ""): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#closingMs = this.#host.nowMs();
    this.#socket.end(closeFrame(code, reason));
    this.#whenRoom?.();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  /** Pings who was not heard of, gives up who does not answer or does not take the end. */
  check(nowMs: number): void {
    if (this.#closingMs > 0) {
      if (nowMs - this.#closingMs > CLOSING_MS_MAX) this.destroy();
      return;
    }
    const silentMs = nowMs - this.#heardMs;
    if (silentMs > IDLE_MS_MAX) {
      this.#host.dropped("silent");
      this.destroy();
    } else if (silentMs > IDLE_MS_MAX / 2 && !this.#isPinged) {
      this.#isPinged = true;
      this.write(PING);
    }
  }

  #take(bytes: Buffer): void {
    this.#heardMs = this.#host.nowMs();
    this.#isPinged = false;
    if (!this.#isOpen) return;
    this.#reader ??= new FrameReader({
      isServer: true,
      messageBytesMax: SOCKET_FRAME_BYTES_MAX,
    });
    for (const one of this.#reader.read(bytes)) {
      // What a subscriber says is not listened to, as long as it keeps to the protocol.
      if (one.kind === "ping") this.write(frameOf(OPCODE.pong, one.bytes));
      else if (one.kind === "fault") this.close(one.code, one.reason);
      else if (one.kind === "close") this.close(one.code === CLOSE.none ? CLOSE.normal : one.code);
    }
  }

  #lost(): void {
    this.#isOpen = false;
    this.#whenRoom?.();
    this.#host.gone(this);
  }
}
