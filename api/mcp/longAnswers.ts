/**
 * Long answers of tools, kept for a while so that their caller can ask for the rest. The least
 * recently used go first; calling the tool again makes an answer that is gone.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import type { Call } from "../contract/definition/call.js";
import type { ApiContext } from "../http/context.js";
import { type Fields } from "./rpc.js";
import { SHORT_BYTES_MAX, shorten, type Omission } from "./shorten.js";

/** Characters of all that is kept. */
const KEPT_CHARS_MAX = 16 * 1024 * 1024;
const ANSWERS_MAX = 256;
const HANDLE_BYTES = 16;
export const HANDLE = /^more_[0-9a-f]{32}$/;

interface Kept {
  readonly text: string;
  /** Digest of the credential the call came with. */
  readonly owner: string;
}

/** A member of a short answer: what was left out, and under which name the whole is kept. */
export interface More {
  /** Null for an answer too long to be kept. */
  readonly handle: string | null;
  readonly omitted: readonly Omission[];
  readonly next: string;
}

const NEXT =
  "calc_more {handle, at, from} gives what was omitted; calc_verify takes this answer as it is.";
const NEXT_TOO_LONG = "Too long to be kept here: POST the same request to the path of the tool.";

export class LongAnswers {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  #chars = 0;
  readonly #context: Pick<ApiContext, "crypto" | "random">;

  constructor(context: Pick<ApiContext, "crypto" | "random">) {
    this.#context = context;
  }

  /** The answer itself when it is short, else its short form; the whole is kept for the caller. */
  short(answer: Fields, text: string, call: Call): Fields {
    if (text.length <= SHORT_BYTES_MAX) return answer;
    const { omitted, value } = shorten(answer, SHORT_BYTES_MAX);
    const handle = this.#keep(text, call);
    const more: More = { handle, omitted, next: handle === null ? NEXT_TOO_LONG : NEXT };
    return { ...value, more };
  }

  /** The whole answer that the handle names; null when it is gone or another's. */
  find(handle: string, call: Call): Fields | null {
    const kept = this.#kept.get(handle);
    if (kept === undefined || kept.owner !== this.#owner(call)) return null;
    this.#kept.delete(handle);
    this.#kept.set(handle, kept);
    const read = parseJson(kept.text);
    return read.ok && isObject(read.value) ? read.value : null;
  }

  /**
   * The whole answer of which the input is the short form, or that it names by its handle alone;
   * the input itself otherwise. A short form that was changed stays as it is.
   */
  whole(input: Fields, call: Call): Fields {
    const { more, ...rest } = input;
    if (!isObject(more) || typeof more["handle"] !== "string") return input;
    const answer = this.find(more["handle"], call);
    if (answer === null) return input;
    if (Object.keys(rest).length === 0) return answer;
    const { value } = shorten(answer, SHORT_BYTES_MAX);
    return canonicalize(value) === canonicalize(rest) ? answer : input;
  }

  #keep(text: string, call: Call): string | null {
    if (text.length > KEPT_CHARS_MAX / 2) return null;
    const handle = `more_${toHex(this.#context.random(HANDLE_BYTES))}`;
    this.#kept.set(handle, { text, owner: this.#owner(call) });
    this.#chars += text.length;
    for (const [oldest, { text: gone }] of this.#kept) {
      if (this.#chars <= KEPT_CHARS_MAX && this.#kept.size <= ANSWERS_MAX) break;
      this.#kept.delete(oldest);
      this.#chars -= gone.length;
    }
    return handle;
  }

  #owner(call: Call): string {
    return this.#context.crypto.sha256Hex(call.header("authorization"));
  }
}
