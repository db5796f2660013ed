/**
 * Remembered QUERYs: what they asked and what they were answered, bounded in number and bytes,
 * oldest use first out.
 */
import { QUERIES_KEPT_MAX, QUERY_BYTES_KEPT_MAX } from "../../protocol/limits.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { Crypto } from "../../protocol/ports.js";

const ID_BYTES = 16;

export interface RememberedQuery {
  /** Account that asked, or "" for a call without a key. */
  readonly owner: string;
  /** Path with its query text. */
  readonly target: string;
  /** Canonical JSON of the input document. */
  readonly content: string;
  /**
   * Null where the answer went out in parts that nobody kept: it can be made again, not shown
   * again.
   */
  readonly answer: { readonly contentType: string; readonly body: string | Uint8Array } | null;
}

export class QueryMemory {
  readonly #crypto: Crypto;
  readonly #secret: Uint8Array;
  readonly #kept = new Map<string, RememberedQuery>();
  #bytes = 0;

  constructor(crypto: Crypto, secret: Uint8Array) {
    this.#crypto = crypto;
    this.#secret = secret;
  }

  /**
   * Keyed, because a plain hash of a guessable question would be guessable too. @returns 32 hex
   * characters.
   */
  remember(query: RememberedQuery): string {
    const preimage = [query.owner, query.target, "application/json", query.content].join("\u0000");
    const id = toHex(this.#crypto.hmacSha256(this.#secret, preimage).subarray(0, ID_BYTES));
    this.#forget(id);
    this.#kept.set(id, query);
    this.#bytes += sizeOf(query);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= QUERIES_KEPT_MAX && this.#bytes <= QUERY_BYTES_KEPT_MAX) break;
      if (oldest !== id) this.#forget(oldest);
      else if (this.#kept.size === 1) break;
    }
    return id;
  }

  /** Null when forgotten, never known, or asked with somebody else's key. */
  recall(id: string, owner: string): RememberedQuery | null {
    const query = this.#kept.get(id);
    if (query === undefined || (query.owner !== "" && query.owner !== owner)) return null;
    this.#kept.delete(id);
    this.#kept.set(id, query);
    return query;
  }

  get size(): number {
    return this.#kept.size;
  }

  #forget(id: string): void {
    const query = this.#kept.get(id);
    if (query === undefined) return;
    this.#kept.delete(id);
    this.#bytes -= sizeOf(query);
  }
}

/** Of a text its characters: to count its bytes would look through megabytes for each question. */
function sizeOf({ answer, content, target }: RememberedQuery): number {
  return (answer?.body.length ?? 0) + content.length + target.length;
}
