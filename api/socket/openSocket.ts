/** A WebSocket of a client on the platform's HTTP, in the shape that browsers have it. */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { SocketLike } from "../client/follow.js";
import { CLOSE, closeFrame, frameOf, FrameReader, OPCODE } from "./frames.js";
import { acceptOf } from "./handshake.js";

const KEY_BYTES = 16;
const MASK_BYTES = 4;
/** A tick holds at most a template that was filled, with room. */
const MESSAGE_BYTES_MAX = 16_777_216;
/** What browsers say where a connection ended without a close frame. */
const ABNORMAL = 1_006;

class ClientSocket implements SocketLike {
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;
  readonly #reader = new FrameReader({ isServer: false, messageBytesMax: MESSAGE_BYTES_MAX });
  #socket: Socket | null = null;
  #isOver = false;
  #abort: () => void = () => undefined;

  constructor(url: string, protocols: readonly string[]) {
    const key = randomBytes(KEY_BYTES).toString("base64");
    const asked = request(url.replace(/^ws/, "http"), {
      agent: false,
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": key,
        "sec-websocket-protocol": protocols.join(", "),
      },
    });
    this.#abort = () => asked.destroy();
    asked.on("upgrade", (response, socket: Socket, head: Buffer) => {
      if (response.headers["sec-websocket-accept"] !== acceptOf(key)) {
        socket.destroy();
        this.#end(ABNORMAL, "the server's handshake does not fit");
      } else this.#opened(socket, head);
    });
    asked.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => this.#end(ABNORMAL, detailOf(text, response.statusCode ?? 0)));
    });
    asked.on("error", (error) => this.#end(ABNORMAL, error.message));
    asked.end();
  }

  #opened(socket: Socket, head: Buffer): void {
    if (this.#isOver) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#take(bytes));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#end(ABNORMAL, "the connection broke off"));
    this.onopen?.();
    if (head.length > 0) this.#take(head);
  }

  #take(bytes: Buffer): void {
    for (const one of this.#reader.read(bytes)) {
      if (one.kind === "text") this.onmessage?.({ data: one.text });
      else if (one.kind === "ping")
        this.#socket?.write(frameOf(OPCODE.pong, one.bytes, randomBytes(MASK_BYTES)));
      else if (one.kind === "close") {
        this.#socket?.end(closeFrame(CLOSE.normal, "", randomBytes(MASK_BYTES)));
        this.#end(one.code, one.reason);
      } else if (one.kind === "fault") {
        this.#socket?.end(closeFrame(one.code, one.reason, randomBytes(MASK_BYTES)));
        this.#end(one.code, one.reason);
      }
    }
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (code === ABNORMAL) this.onerror?.();
    this.onclose?.({ code, reason });
  }

  close(code: number = CLOSE.normal): void {
    if (this.#socket === null) this.#abort();
    else this.#socket.end(closeFrame(code, "", randomBytes(MASK_BYTES)));
    this.#end(code, "closed here");
  }
}

/** What a node answered in the place of an upgrade. */
function detailOf(text: string, status: number): string {
  try {
    const problem: { readonly code?: unknown; readonly detail?: unknown } = JSON.parse(text);
    return `${String(problem.code)}: ${String(problem.detail)}`;
  } catch {
    // No problem of ours: its status says what there is to say.
    return `HTTP ${status}`;
  }
}

export function openSocket(url: string, protocols: readonly string[]): SocketLike {
  return new ClientSocket(url, protocols);
}
