/** Inputs and results by their SHA-256: kept here, or fetched from a peer that has them. */
import { JOB_DOCUMENT_BYTES_MAX } from "../../protocol/market/terms.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";

interface DocumentModules {
  readonly crypto: Crypto;
  readonly store: Store;
}

export type FetchDocument = (hash: string) => Promise<string | null>;

export class JobDocuments {
  readonly #modules: DocumentModules;
  #fetch: FetchDocument = async () => null;

  constructor(modules: DocumentModules) {
    this.#modules = modules;
  }

  useFetch(fetch: FetchDocument): void {
    this.#fetch = fetch;
  }

  /** Whether bytes from a peer are the document of a hash. */
  is(hash: string, text: string): boolean {
    return text.length <= JOB_DOCUMENT_BYTES_MAX && this.#modules.crypto.sha256Hex(text) === hash;
  }

  held(hash: string): Promise<string | undefined> {
    return this.#modules.store.market.document(hash);
  }

  /** @param until the last calcond in which it is needed; a later one that was named before holds */
  async putOps(hash: string, text: string, until: number): Promise<readonly Operation[]> {
    const { market } = this.#modules.store;
    const before = await market.documentEnd(hash);
    return market.documentOps(hash, text, Math.max(before, until));
  }

  /** Null when nobody who can be reached has it; what is fetched is kept. */
  async get(hash: string, until: number): Promise<string | null> {
    const held = await this.held(hash);
    if (held !== undefined) return held;
    const fetched = await this.#fetch(hash);
    if (fetched === null || !this.is(hash, fetched)) return null;
    await this.#modules.store.write(await this.putOps(hash, fetched, until));
    return fetched;
  }

  /** @returns operations that remove what nobody needs any more */
  async forget(now: number): Promise<readonly Operation[]> {
    const { market } = this.#modules.store;
    const operations: Operation[] = [];
    for await (const [hash, until] of market.documentEnds())
      if (until < now) operations.push(...market.forgetDocumentOps(hash));
    return operations;
  }
}
