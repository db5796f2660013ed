/**
 * One request to a provider, and its answer as it comes. Nothing is read that its reader has no room
 * for. Redirects are not followed; what comes compressed is refused, since it was not asked for.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Cancel, Scheduler } from "../runtime/scheduler.js";
import { AddressRefused, type BaseAddresses } from "./baseAddresses.js";

const SOCKETS_MAX = 1_024;
const SOCKETS_KEPT_MAX = 64;
const HEADERS_BYTES_MAX = 32_768;

export interface UpstreamLimits {
  /** Until the head of the answer is there. */
  readonly headMs: number;
  /** A body that stands still for so long, and at most twice as long, is given up. */
  readonly idleMs: number;
  readonly bytesMax: number;
}

export interface UpstreamRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | null;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  header(name: string): string;
  /** The body in parts. @throws UpstreamError */
  parts(): AsyncGenerator<Buffer>;
  /** Nothing more of it is wanted. */
  drop(): void;
}

type Kind = "unreachable" | "certificate" | "address" | "timeout" | "cut" | "size" | "aborted";

export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly kind: Kind;
  /** Whether the provider cannot have begun to work on the request. */
  readonly isUnsent: boolean;
  constructor(kind: Kind, message: string, isUnsent = false) {
    super(message);
    this.kind = kind;
    this.isUnsent = isUnsent;
  }
}

export interface UpstreamModules {
  readonly addresses: Pick<BaseAddresses, "lookupFor">;
  readonly scheduler: Scheduler;
  readonly limits: UpstreamLimits;
}

export class Upstream {
  readonly #modules: UpstreamModules;
  readonly #http = new HttpAgent({
    keepAlive: true,
    maxSockets: SOCKETS_MAX,
    maxFreeSockets: SOCKETS_KEPT_MAX,
  });
  readonly #https = new HttpsAgent({
    keepAlive: true,
    maxSockets: SOCKETS_MAX,
    maxFreeSockets: SOCKETS_KEPT_MAX,
  });

  constructor(modules: UpstreamModules) {
    this.#modules = modules;
  }

  /** A connection that was kept may be gone already: then one more is tried. @throws UpstreamError */
  async send(request: UpstreamRequest): Promise<UpstreamAnswer> {
    try {
      return await this.#once(request);
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === "unreachable" && error.isUnsent)
        return this.#once(request);
      throw error;
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #once({ body, headers, method, signal, url: text }: UpstreamRequest): Promise<UpstreamAnswer> {
    const { addresses, limits, scheduler } = this.#modules;
    const url = new URL(text);
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new UpstreamError("aborted", "the caller went away"));
        return;
      }
      let cancel: Cancel = () => undefined;
      let late = false;
      const isSecure = url.protocol === "https:";
      try {
        const options = {
          method,
          agent: isSecure ? this.#https : this.#http,
          lookup: addresses.lookupFor(url),
          maxHeaderSize: HEADERS_BYTES_MAX,
          headers: {
            ...headers,
            "accept-encoding": "identity",
            ...(body === null
              ? {}
              : {
                  "content-type": "application/json",
                  "content-length": String(Buffer.byteLength(body)),
                }),
          },
        };
        const request = (isSecure ? httpsRequest : httpRequest)(url, options);
        const abort = (): void => {
          request.destroy();
        };
        signal.addEventListener("abort", abort, { once: true });
        const settled = (): void => {
          cancel();
          signal.removeEventListener("abort", abort);
        };
        request.on("error", (error) => {
          settled();
          reject(
            late
              ? new UpstreamError("timeout", "the provider did not begin to answer in time")
              : signal.aborted
                ? new UpstreamError("aborted", "the caller went away")
                : failure(error, request.reusedSocket),
          );
        });
        request.on("response", (response) => {
          settled();
          resolve(new Answer(response, { limits, scheduler, signal }));
        });
        cancel = scheduler.after(limits.headMs, () => {
          late = true;
          request.destroy(new Error("late"));
        });
        request.end(body ?? undefined);
      } catch (error) {
        reject(failure(error, false));
      }
    });
  }
}

class Answer implements UpstreamAnswer {
  readonly status: number;
  readonly #response: IncomingMessage;
  readonly #modules: Pick<UpstreamModules, "limits" | "scheduler"> & {
    readonly signal: AbortSignal;
  };

  constructor(
    response: IncomingMessage,
    modules: Pick<UpstreamModules, "limits" | "scheduler"> & { readonly signal: AbortSignal },
  ) {
    this.#response = response;
    this.#modules = modules;
    this.status = response.statusCode ?? 0;
  }

  header(name: string): string {
    const value = this.#response.headers[name];
    return typeof value === "string" ? value : (value?.join(", ") ?? "");
  }

  drop(): void {
    if (this.#response.complete) {
      this.#response.resume();
      return;
    }
    this.#response.on("error", () => undefined);
    this.#response.destroy();
  }

  async *parts(): AsyncGenerator<Buffer> {
    const { limits, scheduler, signal } = this.#modules;
    const response = this.#response;
    const coding = this.header("content-encoding");
    if (coding !== "" && coding !== "identity") {
      this.drop();
      throw new UpstreamError("cut", "the provider answers in a coding that was not asked for");
    }
    const abort = (): void => {
      response.destroy();
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    let bytes = 0;
    let seen = -1;
    let isWaiting = true;
    let isLate = false;
    let cancel: Cancel = () => undefined;
    const watch = (): void => {
      cancel = scheduler.after(limits.idleMs, () => {
        // Who reads slowly holds nothing against the provider.
        if (seen !== bytes || !isWaiting) {
          seen = bytes;
          watch();
          return;
        }
        isLate = true;
        response.destroy();
      });
    };
    watch();
    try {
      for await (const chunk of response.iterator({ destroyOnReturn: false })) {
        const part: Buffer = chunk;
        bytes += part.length;
        if (bytes > limits.bytesMax)
          throw new UpstreamError("size", `the answer is larger than ${limits.bytesMax} bytes`);
        isWaiting = false;
        yield part;
        isWaiting = true;
      }
      if (!response.complete) throw new UpstreamError("cut", CUT);
    } catch (error) {
      if (isLate) throw new UpstreamError("timeout", "the answer of the provider stands still");
      if (signal.aborted) throw new UpstreamError("aborted", "the caller went away");
      throw error instanceof UpstreamError ? error : new UpstreamError("cut", CUT);
    } finally {
      cancel();
      signal.removeEventListener("abort", abort);
      // A whole answer leaves its connection to the next request.
      if (response.complete) response.resume();
      else this.drop();
    }
  }
}

const CUT = "the answer of the provider broke off";

/** Codes of OpenSSL and of the platform for a certificate that does not fit. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/;

function failure(error: unknown, isReused: boolean): UpstreamError {
  if (error instanceof AddressRefused) return new UpstreamError("address", error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (CERTIFICATE.test(code))
    return new UpstreamError("certificate", `the provider cannot be trusted: ${code}`);
  const isUnsent = isReused && (code === "ECONNRESET" || code === "EPIPE");
  return new UpstreamError(
    "unreachable",
    `the provider cannot be reached${code === "" ? "" : `: ${code}`}`,
    isUnsent,
  );
}
