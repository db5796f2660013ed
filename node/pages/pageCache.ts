/**
 * Files of public pages in memory, as they are sent. What is kept of a page is forgotten when it, or
 * its machine, changes; beyond the bound the page goes first that was looked up longest ago.
 */
import type { CommittedFile } from "../../protocol/pages/commit.js";

/** A file that was read. */
export interface CachedFile {
  readonly file: CommittedFile;
  readonly bytes: Uint8Array;
  /** Compressed, once somebody has asked for it. */
  packed: Uint8Array | null;
}

/** A commit of a page, with its files as far as they were read. */
export interface CachedPage {
  readonly machine: string;
  readonly name: string;
  readonly commit: string;
  readonly allowScripts: boolean;
  readonly listed: ReadonlyMap<string, CommittedFile>;
  readonly read: Map<string, CachedFile>;
}

export class PageCache {
  readonly #entriesMax: number;
  readonly #bytesMax: number;
  readonly #pages = new Map<string, CachedPage>();
  /** Moves with everything that is forgotten: what was being read meanwhile is not kept. */
  #generation = 0;
  #bytes = 0;

  constructor(entriesMax: number, bytesMax: number) {
    this.#entriesMax = entriesMax;
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get generation(): number {
    return this.#generation;
  }

  get(address: string): CachedPage | undefined {
    const page = this.#pages.get(address);
    if (page === undefined) return undefined;
    this.#pages.delete(address);
    this.#pages.set(address, page);
    return page;
  }

  /** @param generation when its reading began */
  put(address: string, page: CachedPage, generation: number): void {
    if (generation !== this.#generation) return;
    this.#drop(address);
    this.#pages.set(address, page);
    this.#trim();
  }

  /** Counts bytes that were added to a page, if it is still kept. */
  grown(address: string, page: CachedPage, bytes: number): void {
    if (this.#pages.get(address) !== page) return;
    this.#bytes += bytes;
    this.#trim();
  }

  forget(isMeant: (page: CachedPage) => boolean): void {
    this.#generation += 1;
    for (const [address, page] of this.#pages) if (isMeant(page)) this.#drop(address);
  }

  #trim(): void {
    for (const address of this.#pages.keys()) {
      if (this.#pages.size <= this.#entriesMax && this.#bytes <= this.#bytesMax) return;
      this.#drop(address);
    }
  }

  #drop(address: string): void {
    const page = this.#pages.get(address);
    if (page === undefined) return;
    this.#pages.delete(address);
    for (const { bytes, packed } of page.read.values())
      this.#bytes -= bytes.length + (packed?.length ?? 0);
  }
}
