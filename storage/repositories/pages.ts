/** Hosted pages, their commits, and the files of these. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type { PageCommitRecord, PageRecord } from "../records/pageRecords.js";
import { Table, type Reader } from "./table.js";

export type PageKey = readonly [machine: string, name: string];

/** Behind every name and every hash: shorter keys come first. */
const NAME_END = "~".repeat(65);
const HASH_FIRST = "0".repeat(64);
const HASH_LAST = "f".repeat(64);

export class PageRepository {
  readonly #pages: Table<PageKey, PageRecord>;
  readonly #commits: Table<readonly [PageKey, string], PageCommitRecord>;
  readonly #files: Table<readonly [PageKey, string], Uint8Array>;

  constructor(store: Reader) {
    this.#pages = new Table(store, buckets.page);
    this.#commits = new Table(store, buckets.pagecommit);
    this.#files = new Table(store, buckets.pagefile);
  }

  get(page: PageKey): Promise<PageRecord | undefined> {
    return this.#pages.get(page);
  }
  commit(page: PageKey, commit: string): Promise<PageCommitRecord | undefined> {
    return this.#commits.get([page, commit]);
  }
  file(page: PageKey, sha256: string): Promise<Uint8Array | undefined> {
    return this.#files.get([page, sha256]);
  }

  /** Names of a machine's pages, in their order. */
  async ofMachine(machine: string): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const [, name] of this.#pages.keys({ gte: [machine, ""], lt: [machine, NAME_END] }))
      names.push(name);
    return names;
  }

  /** Hashes of all commits of a page, with when each was made; in no order of time. */
  async commitsOf(
    page: PageKey,
  ): Promise<readonly (readonly [hash: string, commit: PageCommitRecord])[]> {
    const range = { gte: [page, HASH_FIRST], lt: [page, HASH_LAST] } as const;
    const found: (readonly [string, PageCommitRecord])[] = [];
    for await (const [[, hash], commit] of this.#commits.scan(range)) found.push([hash, commit]);
    return found;
  }

  putOps(page: PageKey, record: PageRecord): readonly Operation[] {
    return [this.#pages.put(page, record)];
  }
  commitOps(page: PageKey, hash: string, commit: PageCommitRecord): readonly Operation[] {
    return [this.#commits.put([page, hash], commit)];
  }
  dropCommitOps(page: PageKey, hash: string): readonly Operation[] {
    return [this.#commits.del([page, hash])];
  }
  fileOps(page: PageKey, sha256: string, bytes: Uint8Array): readonly Operation[] {
    return [this.#files.put([page, sha256], bytes)];
  }
  dropFileOps(page: PageKey, sha256: string): readonly Operation[] {
    return [this.#files.del([page, sha256])];
  }
}
