/** One connection: requests one behind the other, each read, answered, and its rest thrown away. */
import type { Socket } from "node:net";
import type { ErrorCode } from "../../../protocol/errors/index.js";
import {
  BODY_DISCARDED_BYTES_MAX,
  BODY_IDLE_SECONDS_MAX,
  HEADERS_BYTES_MAX,
} from "../../../protocol/limits.js";
import { headerLines } from "../headers.js";
import type { RawSocket } from "../../socket/sockets.js";
import {
  STATUS_TEXT,
  type ApiResponse,
  type Exchange,
  type HttpApplication,
  type RequestHead,
  type Responder,
  type ResponseStream,
} from "../server.js";
import { ChunkReader } from "./chunks.js";
import { CHUNKED, isFault, isToken, parseHead, type Head } from "./head.js";

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = new Uint8Array(0);
const NO_BYTES = Buffer.alloc(0);
const NO_FIELDS: readonly string[] = [];
/** Bytes of requests that come before the one under way is answered; more wait in the socket. */
const AHEAD_BYTES_MAX = 65_536;
/** Above it a body goes out without being copied. */
const JOINED_BODY_BYTES_MAX = 16_384;
/** A request or an answer that does not move for so long is given up. */
const STILL_MS = BODY_IDLE_SECONDS_MAX * 1_000;
/**
 * A connection without a request is kept for a minute: clients close theirs earlier, and none loses
 * a request.
 */
const IDLE_TIMES_MAX = 6;
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

export interface ConnectionHost {
  readonly application: HttpApplication;
  readonly isClosing: boolean;
  /** A request began or ended on a connection. */
  busy(connection: Connection): void;
  idle(connection: Connection): void;
  gone(connection: Connection): void;
}

/**
 * head: between requests, or in one's head. body: its body comes. answer: the node is at work.
 * last: nothing more is read.
 */
type Phase = "head" | "body" | "answer" | "last";

export class Connection implements RequestHead, Responder {
  /** The socket holds what it could not send. */
  readonly readsAtOnce = false;
  method = "";
  path = "";
  query = "";
  #fields = NO_FIELDS;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  #phase: Phase = "head";
  #ahead: Buffer | null = null;
  /** Where the search for the end of a head goes on, and where its present line began. */
  #scanned = 0;
  #lineStart = 0;
  #head: Head | null = null;
  #exchange: Exchange | null = null;
  #isAnswered = false;
  #pieces: Uint8Array[] = [];
  #received = 0;
  #left = 0;
  #chunks: ChunkReader | null = null;
  #isReading = false;
  #remote: string | null = null;
  #headSinceMs = 0;
  /** How often in a row nothing moved for `STILL_MS`. */
  #stillTimes = 0;
  #whenRoom: (() => void) | null = null;

  constructor(socket: Socket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    socket.setTimeout(STILL_MS);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("drain", () => this.#whenRoom?.());
    socket.on("end", () => this.#lost());
    socket.on("close", () => this.#lost());
    socket.on("error", () => socket.destroy());
    socket.on("timeout", () => this.#isStill());
  }

  // What the application reads.

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
    this.#remote ??= this.#socket.remoteAddress ?? "";
    return this.#remote;
  }

  get isIdle(): boolean {
    return this.#exchange === null;
  }

  /** The server stops: an idle connection ends now, a busy one with its answer. */
  close(): void {
    if (this.isIdle) this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** A head that does not end is given up, however regularly its bytes come. */
  checkHead(nowMs: number, headMsMax: number): void {
    if (this.#phase !== "head" || this.#headSinceMs === 0) return;
    if (nowMs - this.#headSinceMs > headMsMax)
      this.#refuse("REQUEST_TIMEOUT", "the head stopped arriving");
  }

  // Reading.

  #take(bytes: Buffer): void {
    this.#stillTimes = 0;
    if (this.#phase === "last") return;
    this.#ahead = this.#ahead === null ? bytes : Buffer.concat([this.#ahead, bytes]);
    // An answer that is given at once comes back here: the loop outside goes on then.
    if (!this.#isReading) this.#readOn();
  }

  #readOn(): void {
    this.#isReading = true;
    while (this.#ahead !== null && this.#step(this.#ahead));
    this.#isReading = false;
    if (this.#phase === "answer" && (this.#ahead?.length ?? 0) > AHEAD_BYTES_MAX)
      this.#socket.pause();
  }

  /** @returns whether there may be more to do with what is there */
  #step(bytes: Buffer): boolean {
    if (this.#phase === "head") return this.#readHead(bytes);
    if (this.#phase === "body") return this.#readBody(bytes);
    return false;
  }

  #readHead(bytes: Buffer): boolean {
    if (this.#headSinceMs === 0) this.#headSinceMs = performance.now();
    for (;;) {
      const lf = bytes.indexOf(LF, this.#scanned);
      if (lf < 0) break;
      if (lf === 0 || bytes[lf - 1] !== CR)
        return this.#malformed("a line of the head lacks its CR");
      const isEmpty = lf - 1 === this.#lineStart;
      if (isEmpty && this.#lineStart > 0) return this.#headEnds(bytes, lf + 1);
      if (isEmpty) {
        // An empty line before a request is passed over.
        this.#ahead = bytes.length === 2 ? null : bytes.subarray(2);
        return this.#ahead !== null;
      }
      this.#scanned = lf + 1;
      this.#lineStart = lf + 1;
    }
    this.#scanned = bytes.length;
    if (bytes.length > HEADERS_BYTES_MAX) return this.#tooLarge();
    if (this.#lineStart === 0 && !mayBegin(bytes))
      return this.#malformed("the bytes received are not an HTTP/1.1 request");
    return false;
  }

  #headEnds(bytes: Buffer, end: number): boolean {
    if (end > HEADERS_BYTES_MAX) return this.#tooLarge();
    const head = parseHead(bytes.toString("latin1", 0, end - 4));
    this.#ahead = end === bytes.length ? null : bytes.subarray(end);
    this.#scanned = 0;
    this.#lineStart = 0;
    this.#headSinceMs = 0;
    if (isFault(head)) {
      this.#refuse(head.code, head.detail);
      return false;
    }
    this.#begin(head);
    return this.#ahead !== null;
  }

  #begin(head: Head): void {
    this.#head = head;
    this.method = head.method;
    this.path = head.path;
    this.query = head.query;
    this.#fields = head.fields;
    this.#isAnswered = false;
    this.#received = 0;
    this.#left = Math.max(head.bodyBytes, 0);
    this.#chunks = head.bodyBytes === CHUNKED ? new ChunkReader() : null;
    const hasBody = head.bodyBytes !== 0;
    this.#phase = hasBody ? "body" : "answer";
    this.#host.busy(this);
    const exchange = this.#host.application.open(this, this);
    this.#fields = NO_FIELDS;
    if (this.#isAnswered) {
      // Nobody needs the body: a sender that waits with it need not send it.
      if (hasBody && head.waitsForContinue) this.#endAfterAnswer();
      return;
    }
    this.#exchange = exchange;
    if (exchange.bodyBytesMax === 0 || !hasBody) exchange.receive(EMPTY);
    else if (head.waitsForContinue) this.#socket.write(CONTINUE);
  }

  #readBody(bytes: Buffer): boolean {
    const used = this.#chunks === null ? this.#readLength(bytes) : this.#readChunks(bytes);
    if (used < 0) return false;
    this.#ahead = used === bytes.length ? null : bytes.subarray(used);
    const isWhole = this.#chunks === null ? this.#left === 0 : this.#chunks.isDone;
    if (!isWhole) {
      if (this.#isAnswered && this.#received > BODY_DISCARDED_BYTES_MAX) this.#endAfterAnswer();
      return false;
    }
    this.#phase = "answer";
    if (this.#isAnswered) this.#next();
    else this.#bodyEnds();
    return this.#ahead !== null;
  }

  #readLength(bytes: Buffer): number {
    const used = Math.min(this.#left, bytes.length);
    this.#left -= used;
    this.#piece(used === bytes.length ? bytes : bytes.subarray(0, used));
    return used;
  }

  #readChunks(bytes: Buffer): number {
    const used = this.#chunks!.read(bytes, (piece) => this.#piece(piece));
    if (typeof used === "number") return used;
    if (this.#isAnswered) this.#endAfterAnswer();
    else this.#refuse("INVALID_BODY", used.fault);
    return -1;
  }

  #piece(piece: Uint8Array): void {
    this.#received += piece.length;
    const exchange = this.#exchange;
    if (this.#isAnswered || exchange === null || exchange.bodyBytesMax <= 0) return;
    if (this.#received > exchange.bodyBytesMax) {
      this.#pieces = [];
      exchange.overflow();
      return;
    }
    // The socket's memory is this piece's own.
    const { incoming } = exchange;
    if (incoming === null) {
      this.#pieces.push(piece);
      return;
    }
    incoming.push(piece);
    if (incoming.hasRoom || this.#socket.isPaused()) return;
    this.#socket.pause();
    incoming.whenRoom(() => this.#socket.resume());
  }

  #bodyEnds(): void {
    const exchange = this.#exchange!;
    const pieces = this.#pieces;
    this.#pieces = [];
    if (exchange.bodyBytesMax > 0)
      exchange.receive(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  }

  // Answering.

  respond(response: ApiResponse): void {
    if (this.#isAnswered || this.#phase === "last") return;
    const { status, block, headers, body, headLength } = response;
    const isLast = response.close || !this.#head!.keepsAlive || this.#host.isClosing;
    let text =
      `HTTP/1.1 ${STATUS_TEXT[status] ?? status}\r\n${block.firstName}: ` +
      `${block.text}${headerLines(headers, 0)}`;
    if (isLast) text += "\r\nconnection: close";
    else if (this.#head!.isOld) text += "\r\nconnection: keep-alive";
    if (headLength !== null) text += `\r\ncontent-length: ${headLength}\r\n\r\n`;
    else if (body !== null) {
      const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
      text += `\r\ncontent-length: ${length}\r\n\r\n`;
    } else text += status === 204 || status === 304 ? "\r\n\r\n" : "\r\ncontent-length: 0\r\n\r\n";
    if (body === null || headLength !== null) this.#socket.write(text);
    else if (typeof body === "string") this.#socket.write(text + body);
    else this.#writeBoth(text, body);
    this.#answered(isLast);
  }

  /**
   * A small body is copied behind its head: one plain write costs half of a vector of two. Of a large
   * one the copy costs more, because its memory is new each time.
   */
  #writeBoth(head: string, body: Uint8Array): void {
    if (body.length <= JOINED_BODY_BYTES_MAX) {
      const headBytes = Buffer.byteLength(head);
      const message = Buffer.allocUnsafe(headBytes + body.length);
      message.write(head);
      message.set(body, headBytes);
      this.#socket.write(message);
      return;
    }
    this.#socket.cork();
    this.#socket.write(head);
    this.#socket.write(body);
    this.#socket.uncork();
  }

  stream(head: ApiResponse): ResponseStream {
    const { block, headers, status } = head;
    const isOld = this.#head!.isOld;
    const socket = this.#socket;
    const isOver = (): boolean => this.#isAnswered || this.#phase === "last";
    if (!isOver())
      socket.write(
        `HTTP/1.1 ${STATUS_TEXT[status] ?? status}\r\n${block.firstName}: ${block.text}${headerLines(headers, 0)}` +
          (isOld ? "\r\nconnection: close\r\n\r\n" : "\r\ntransfer-encoding: chunked\r\n\r\n"),
      );
    const chunk = (text: string): string =>
      isOld || text === "" ? text : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    return {
      write: (part) => {
        if (isOver() || part.length === 0) return !isOver();
        if (typeof part === "string") return socket.write(chunk(part));
        if (isOld) return socket.write(part);
        socket.cork();
        socket.write(`${part.length.toString(16)}\r\n`);
        socket.write(part);
        const hasRoom = socket.write("\r\n");
        socket.uncork();
        return hasRoom;
      },
      end: (text) => {
        if (isOver()) return;
        socket.write(chunk(text) + (isOld ? "" : "0\r\n\r\n"));
        this.#answered(isOld || this.#host.isClosing || !this.#head!.keepsAlive);
      },
      room: () =>
        isOver() || !socket.writableNeedDrain
          ? Promise.resolve()
          : new Promise((resolve) => {
              this.#whenRoom = resolve;
            }),
      cut: () => {
        socket.destroy();
      },
    };
  }

  upgrade({ block, headers, status }: ApiResponse): RawSocket {
    const socket = this.#socket;
    socket.write(
      `HTTP/1.1 ${STATUS_TEXT[status]}\r\n${block.firstName}: ${block.text}${headerLines(headers, 0)}\r\n\r\n`,
    );
    const ahead = this.#ahead ?? NO_BYTES;
    this.#isAnswered = true;
    this.#exchange = null;
    this.#ahead = null;
    this.#phase = "last";
    for (const event of ["data", "drain", "end", "close", "error", "timeout"])
      socket.removeAllListeners(event);
    socket.resume();
    this.#host.gone(this);
    return { socket, ahead };
  }

  #answered(isLast: boolean): void {
    this.#isAnswered = true;
    this.#exchange = null;
    this.#pieces = [];
    if (isLast) this.#endAfterAnswer();
    else if (this.#phase === "answer") this.#next();
    // Else the rest of the body is read and thrown away first.
  }

  #next(): void {
    this.#phase = "head";
    this.#head = null;
    this.#host.idle(this);
    if (this.#socket.isPaused()) this.#socket.resume();
    if (this.#ahead !== null && !this.#isReading) this.#readOn();
  }

  /**
   * What still comes is thrown away, so that the peer reads the answer before the connection is
   * reset.
   */
  #endAfterAnswer(): void {
    if (this.#phase === "last") return;
    this.#phase = "last";
    this.#ahead = null;
    this.#host.idle(this);
    this.#socket.resume();
    this.#socket.end();
  }

  #malformed(detail: string): boolean {
    this.#refuse("INVALID_BODY", detail);
    return false;
  }

  #tooLarge(): boolean {
    const detail = `the header fields are larger than ${HEADERS_BYTES_MAX} bytes`;
    this.#refuse("HEADERS_TOO_LARGE", detail);
    return false;
  }

  /** Bytes that are no request: a problem like any other, then the end. */
  #refuse(code: ErrorCode, detail: string): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    exchange?.abort();
    this.#ahead = null;
    const answer = this.#host.application.refuse(code, detail);
    const body = typeof answer.body === "string" ? answer.body : "";
    this.#socket.write(
      `HTTP/1.1 ${STATUS_TEXT[answer.status]}\r\n${answer.block.firstName}: ${answer.block.text}` +
        headerLines(answer.headers, 0) +
        `\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    this.#endAfterAnswer();
  }

  // The end.

  #isStill(): void {
    const isIdle = this.#phase === "head" && this.#ahead === null;
    const isReading = this.#exchange?.incoming?.hasRoom === false;
    const isAtWork = (this.#phase === "answer" && this.#socket.writableLength === 0) || isReading;
    this.#stillTimes += 1;
    if (isAtWork || (isIdle && this.#stillTimes < IDLE_TIMES_MAX)) {
      this.#socket.setTimeout(STILL_MS);
      return;
    }
    if (this.#phase === "body" && this.#exchange !== null) this.#exchange.stalled();
    else if (this.#phase === "head" && this.#ahead !== null)
      this.#refuse("REQUEST_TIMEOUT", "the head stopped arriving");
    else if (this.#phase === "head") this.#socket.end();
    else this.#socket.destroy();
  }

  #lost(): void {
    this.#whenRoom?.();
    this.#phase = "last";
    const exchange = this.#exchange;
    this.#exchange = null;
    if (!this.#isAnswered && exchange !== null) {
      this.#isAnswered = true;
      exchange.abort();
    }
    this.#host.gone(this);
  }
}

/** Whether these bytes can still become a request line. */
function mayBegin(bytes: Buffer): boolean {
  const space = bytes.indexOf(0x20);
  const method = bytes.toString("latin1", 0, space < 0 ? bytes.length : space);
  return isToken(method.replace(/^\r$/, "G")) && method.length <= 32;
}
