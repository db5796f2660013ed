/**
 * Witnesses that are asked over HTTP, as C2SP tlog-witness has it: those of elsewhere, which speak
 * nothing else, and nodes that are not connected.
 */
import type { Crypto, Logger } from "../../protocol/ports.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { readAddCheckpoint } from "../../protocol/witness/addCheckpoint.js";
import { lineOfWitness, type WitnessKey } from "../../protocol/witness/cosignature.js";
import type { CosignAnswer, CosignRefusal } from "./witness.js";

const SIZE_TYPE = "text/x.tlog.size";
/** Several lines, of which one may be long: a signature of another algorithm has 2,424 bytes. */
const ANSWER_BYTES_MAX = 16_384;
const ANSWER_MS = 10_000;

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Posts a text. @throws Error where no whole answer comes */
export type PostText = (url: string, text: string) => Promise<HttpAnswer>;

/** What a status other than 200 and 409 says. */
const REFUSED: Readonly<Record<number, CosignRefusal>> = {
  400: "malformed",
  403: "unsigned",
  404: "unknown",
  422: "inconsistent",
  503: "waiting",
};

interface HttpModules {
  readonly crypto: Pick<Crypto, "sha256" | "ed25519Verify">;
  readonly log: Logger;
  readonly post: PostText;
}

export class HttpWitnesses {
  readonly #modules: HttpModules;
  /** Addresses that answered the last question. */
  readonly #reached = new Set<string>();

  constructor(modules: HttpModules) {
    this.#modules = modules;
  }

  /** Whether the last question to it was answered. */
  reaches(url: string): boolean {
    return this.#reached.has(url);
  }

  /** @returns null where it gave no answer that says anything */
  async cosign(key: WitnessKey, url: string, question: string): Promise<CosignAnswer | null> {
    const { crypto, log, post } = this.#modules;
    try {
      const { status, text, type } = await post(`${url}/add-checkpoint`, question);
      this.#reached.add(url);
      if (status === 200) {
        const note = readAddCheckpoint(question)?.note ?? "";
        const asked = parseCheckpoint(note)?.text ?? "";
        const line = lineOfWitness(crypto, asked, text, key);
        return line === null ? null : { kind: "cosigned", line, size: 0 };
      }
      const size = /^(0|[1-9]\d{0,14})\n?$/.exec(text)?.[1];
      if (status === 409 && type.startsWith(SIZE_TYPE) && size !== undefined)
        return { kind: "stale", size: Number(size) };
      const why = REFUSED[status];
      if (why !== undefined) return { kind: "refused", why };
      log.debug("a witness answers with a status that says nothing", { url, status });
    } catch (error) {
      this.#reached.delete(url);
      log.debug("a witness cannot be reached over HTTP", { url, error: String(error) });
    }
    return null;
  }
}

/** Over the network as it is. Redirects are not followed. */
export const postText: PostText = async (url, text) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: text,
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, text: await boundedText(response) };
};

/** @throws RangeError where it is longer than any answer of a witness */
async function boundedText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError("the answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
