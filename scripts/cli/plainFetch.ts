/**
 * `fetch` over `node:http`, for verbs that ask a node once: the one of the runtime takes 0.05 s of
 * processor time and 40 MB to load. Whatever else is asked of it goes to that one.
 */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Answer, Send, SendInit } from "../../api/client/send.js";
import { PlainHeaders } from "./plainHeaders.js";

/** Where the answer is elsewhere, the one of the runtime goes there. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const plainFetch: Send = async (url, init) => {
  if (!url.startsWith("http:")) return fetch(url, init);
  const answer = await sent(url, init);
  if (!REDIRECTS.has(answer.statusCode ?? 0)) return new PlainAnswer(answer, init.signal);
  answer.destroy();
  return fetch(url, init);
};

/** @throws TypeError as `fetch` does, with the cause; what the signal was aborted with */
async function sent(
  url: string,
  { body, headers, method, signal }: SendInit,
): Promise<IncomingMessage> {
  // Who is misunderstood asks nobody.
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    // Some methods are sent without a length unless it is said.
    const sized =
      body === undefined
        ? headers
        : { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const asked = request(url, {
      method,
      headers: sized,
      ...(signal === undefined ? {} : { signal }),
    });
    asked.on("response", resolve);
    asked.on("error", (cause) => reject(failure(cause, signal)));
    asked.end(body);
  });
}

function failure(cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted === true ? signal.reason : new TypeError("fetch failed", { cause });
}

class PlainAnswer implements Answer {
  readonly #message: IncomingMessage;
  readonly #signal: AbortSignal | undefined;
  readonly headers: PlainHeaders;
  readonly status: number;

  constructor(message: IncomingMessage, signal: AbortSignal | undefined) {
    this.#message = message;
    this.#signal = signal;
    this.headers = new PlainHeaders(message.rawHeaders);
    this.status = message.statusCode ?? 0;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return Readable.toWeb(this.#message) as ReadableStream<Uint8Array<ArrayBuffer>>;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const parts: Buffer[] = [];
    try {
      for await (const part of this.#message) parts.push(part as Buffer);
    } catch (cause) {
      throw failure(cause, this.#signal);
    }
    // A copy: small buffers are parts of a common one.
    return new Uint8Array(Buffer.concat(parts)).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
