/** A WebSocket of a client in the shape that browsers have it, which Node.js 20 lacks. */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { SocketLike } from "../../../api/client/follow.js";

/** A tick holds at most a template that was filled, with room. */
const MESSAGE_BYTES_MAX = 16_777_216;
const NORMAL = 1_000;
/** What browsers say where a connection ended without a close frame. */
const ABNORMAL = 1_006;

class ClientSocket implements SocketLike {
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;
  readonly #socket: WebSocket;
  #isOver = false;

  constructor(url: string, protocols: readonly string[]) {
    const options = { perMessageDeflate: false, maxPayload: MESSAGE_BYTES_MAX };
    const socket = new WebSocket(url, [...protocols], options);
    this.#socket = socket;
    socket.on("open", () => this.onopen?.());
    socket.on("message", (bytes: Buffer, isBinary: boolean) => {
      if (!isBinary) this.onmessage?.({ data: bytes.toString("utf8") });
    });
    socket.on("unexpected-response", (_request, response) => this.#refused(response));
    socket.on("error", (error) => this.#end(ABNORMAL, error.message));
    socket.on("close", (code, reason) => {
      const text = reason.toString("utf8");
      this.#end(code, code === ABNORMAL ? "the connection broke off" : text);
    });
  }

  #refused(response: IncomingMessage): void {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => {
      text += part;
    });
    response.on("end", () => {
      this.#end(ABNORMAL, detailOf(text, response.statusCode ?? 0));
      this.#socket.terminate();
    });
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (code === ABNORMAL) this.onerror?.();
    this.onclose?.({ code, reason });
  }

  close(code: number = NORMAL): void {
    this.#end(code, "closed here");
    this.#socket.close(code);
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
