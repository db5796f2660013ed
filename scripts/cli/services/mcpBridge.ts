/**
 * The tool protocol over standard input and output, for clients that start a program instead of
 * naming an address: each line is a message, which goes to the node and comes back as its answer.
 */
import { type Fields } from "../../../api/readable/fields.js";
import { isObject } from "../../../protocol/encoding/json.js";

const VERSION_META = "io.modelcontextprotocol/protocolVersion";
const JSON_TYPE = "application/json";
const EVENTS_TYPE = "text/event-stream";
/** Of JSON-RPC: what an implementation may say of itself. */
const SERVER_ERROR = -32_000;
const PARSE_ERROR = -32_700;
/** A header is visible ASCII; any other name is written in base64. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export interface BridgeOptions {
  /** Where the node is, asked anew for each message, as it may have been started again. */
  readonly place: () => Promise<{ readonly url: string; readonly token?: string }>;
  /** One line, without its end. */
  readonly write: (line: string) => void;
}

export class McpBridge {
  readonly #options: BridgeOptions;
  /** What can still be cancelled, by the id of its request. */
  readonly #running = new Map<unknown, AbortController>();

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  /** Answers one line; it never throws. */
  async line(text: string): Promise<void> {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#fail(null, PARSE_ERROR, "the line is no JSON");
      return;
    }
    const fields = isObject(message) ? message : {};
    const { id, method, params } = fields;
    if (method === "notifications/cancelled" && isObject(params))
      this.#running.get(params["requestId"])?.abort();
    const abort = new AbortController();
    if (id !== undefined) this.#running.set(id, abort);
    try {
      await this.#send(text, fields, abort.signal);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (id !== undefined && !abort.signal.aborted) this.#fail(id, SERVER_ERROR, why);
    } finally {
      this.#running.delete(id);
    }
  }

  async #send(body: string, message: Fields, signal: AbortSignal): Promise<void> {
    const { token, url } = await this.#options.place();
    const response = await fetch(`${url}/api/mcp`, {
      method: "POST",
      headers: headersOf(message, token),
      body,
      signal,
    });
    if (response.headers.get("content-type")?.startsWith(EVENTS_TYPE) === true)
      return this.#events(response);
    const text = await response.text();
    if (text === "") return;
    const answer: unknown = JSON.parse(text);
    if (Array.isArray(answer) || (isObject(answer) && answer["jsonrpc"] === "2.0"))
      this.#options.write(JSON.stringify(answer));
    // A problem of HTTP, as of a key that does not hold.
    else if (message["id"] !== undefined)
      this.#fail(message["id"], SERVER_ERROR, isObject(answer) ? problemText(answer) : text);
  }

  /** Each as it comes: progress is worth nothing afterwards. */
  async #events({ body }: Response): Promise<void> {
    if (body === null) return;
    const decoder = new TextDecoder();
    let rest = "";
    for await (const part of body) {
      const events = `${rest}${decoder.decode(part, { stream: true })}`.split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) this.#event(event);
    }
    this.#event(rest);
  }

  #event(event: string): void {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice("data:".length).trimStart());
    if (data.length > 0) this.#options.write(data.join(""));
  }

  #fail(id: unknown, code: number, message: string): void {
    this.#options.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  }
}

/** Revisions since 2026 repeat in the header what the message says. */
function headersOf({ method, params }: Fields, token?: string): Record<string, string> {
  const given = isObject(params) ? params : {};
  const meta = isObject(given["_meta"]) ? given["_meta"] : {};
  const version = meta[VERSION_META];
  const name = given["name"] ?? given["uri"];
  return {
    accept: `${JSON_TYPE}, ${EVENTS_TYPE}`,
    "content-type": JSON_TYPE,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(typeof version === "string" && typeof method === "string"
      ? { "mcp-protocol-version": version, "mcp-method": method }
      : {}),
    ...(typeof version === "string" && typeof name === "string"
      ? { "mcp-name": headerText(name) }
      : {}),
  };
}

function headerText(name: string): string {
  return PLAIN.test(name) && !name.startsWith("=?base64?")
    ? name
    : `=?base64?${Buffer.from(name).toString("base64")}?=`;
}

function problemText({ code, detail, remedy }: Fields): string {
  return [code, detail, remedy].filter((part) => typeof part === "string").join(": ");
}
