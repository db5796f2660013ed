/** Reactors, how far they are, and their steps by number. */
import { buckets } from "../records/buckets.js";
import type { Operation } from "../kv/kv.js";
import type {
  ReactorProgress,
  ReactorRecord,
  ReactorStepRecord,
} from "../records/reactorRecords.js";
import { Table, type Reader } from "./table.js";

/** Behind every id: shorter keys come first. */
const ID_END = "~".repeat(30);

export class ReactorRepository {
  readonly #reactors: Table<string, ReactorRecord>;
  readonly #progress: Table<string, ReactorProgress>;
  readonly #of: Table<readonly [account: string, id: string], string>;
  readonly #steps: Table<readonly [id: string, n: number], ReactorStepRecord>;

  constructor(store: Reader) {
    this.#reactors = new Table(store, buckets.reactor);
    this.#progress = new Table(store, buckets.reactorstate);
    this.#of = new Table(store, buckets.reactorof);
    this.#steps = new Table(store, buckets.reactorstep);
  }

  beginOps(record: ReactorRecord, progress: ReactorProgress): readonly Operation[] {
    const { id, owner } = record;
    return [
      this.#reactors.put(id, record),
      this.#progress.put(id, progress),
      this.#of.put([owner, id], ""),
    ];
  }

  stepOps(id: string, step: ReactorStepRecord, progress: ReactorProgress): readonly Operation[] {
    return [this.#steps.put([id, progress.n], step), this.#progress.put(id, progress)];
  }

  get(id: string): Promise<ReactorRecord | undefined> {
    return this.#reactors.get(id);
  }
  progress(id: string): Promise<ReactorProgress | undefined> {
    return this.#progress.get(id);
  }
  step(id: string, n: number): Promise<ReactorStepRecord | undefined> {
    return this.#steps.get([id, n]);
  }

  /** Ids of an account's reactors, in their order. */
  async ofAccount(account: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of this.#of.keys({ gte: [account, ""], lt: [account, ID_END] }))
      ids.push(id);
    return ids;
  }
}
