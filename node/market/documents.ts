/**
 * Inputs and results by their SHA-256: kept here, or fetched from a peer that has them. What nobody
 * has is asked for again after a while that doubles, and no step of the market waits for it.
 */
import { JOB_DOCUMENT_BYTES_MAX } from "../../protocol/market/terms.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Store } from "../../storage/store.js";
import { RecentMap } from "../runtime/recentMap.js";

/** Documents of which it is remembered that nobody had them. */
const MISSING_MAX = 4_096;
/** Most calconds between two askings. */
const AGAIN_CALCONDS_MAX = 64;

interface DocumentModules {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly store: Store;
}

export type FetchDocument = (hash: string) => Promise<string | null>;

export class JobDocuments {
  readonly #modules: DocumentModules;
  #fetch: FetchDocument = async () => null;
  readonly #fetching = new Map<string, Promise<string | null>>();
  /** What nobody had: the calcond from which it is asked for again, and how long that took. */
  readonly #missing = new RecentMap<string, { readonly from: number; readonly wait: number }>(
    MISSING_MAX,
  );
  #changed: () => void = () => undefined;

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

  onChange(fn: () => void): void {
    this.#changed = fn;
  }

  /** When nothing is fetched. */
  async idle(): Promise<void> {
    await Promise.all(this.#fetching.values());
  }

  /** Null when nobody who can be reached has it; what is fetched is kept. */
  async get(hash: string, until: number): Promise<string | null> {
    return (await this.held(hash)) ?? (this.#isMissing(hash) ? null : this.#fetched(hash, until));
  }

  /** The document that is held; else it is fetched beside what else the node does. */
  async begun(hash: string, until: number): Promise<string | null> {
    const held = await this.held(hash);
    if (held === undefined && !this.#isMissing(hash))
      this.#fetched(hash, until).catch(() => undefined);
    return held ?? null;
  }

  #isMissing(hash: string): boolean {
    return this.#calcond < (this.#missing.get(hash)?.from ?? 0);
  }

  get #calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  #fetched(hash: string, until: number): Promise<string | null> {
    const fetching =
      this.#fetching.get(hash) ??
      this.#ask(hash, until).finally(() => {
        this.#fetching.delete(hash);
      });
    this.#fetching.set(hash, fetching);
    return fetching;
  }

  async #ask(hash: string, until: number): Promise<string | null> {
    const fetched = await this.#fetch(hash).catch(() => null);
    if (fetched === null || !this.is(hash, fetched)) {
      const wait = Math.min(2 * (this.#missing.get(hash)?.wait ?? 0.5), AGAIN_CALCONDS_MAX);
      this.#missing.set(hash, { from: this.#calcond + wait, wait });
      return null;
    }
    this.#missing.delete(hash);
    await this.#modules.store.write(await this.putOps(hash, fetched, until));
    this.#changed();
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
