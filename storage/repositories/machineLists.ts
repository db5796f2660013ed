/** The lists that machines stand in, by their slugs: one for each account, and the public one. */
import { buckets } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { MachineRecord } from "../records/identityRecords.js";
import type { Operation } from "../kv/kv.js";
import { faultOf } from "../kv/table.js";
import { Table, type Reader } from "./table.js";

/** No account has this name, so that lists of accounts and this one never meet. */
export const PUBLIC_LIST = "public machines";
/** After every slug: slugs are ordered by their length, then by their letters. */
const LAST_SLUG = "~".repeat(64);

/** A machine as its lists name it, beside its own record. */
export interface ListedMachine {
  readonly slug: string;
  /** Null where that cannot be read. */
  readonly id: string | null;
}

export interface ListOfMachines {
  readonly machines: readonly MachineRecord[];
  /** Those whose records cannot be read. */
  readonly damaged: readonly ListedMachine[];
}

export function listOf(account: string): string {
  return `machines of ${account}`;
}

export class MachineLists {
  readonly #lists: Table<readonly [list: string, slug: string], string>;
  readonly #slugs: Table<string, string>;
  readonly #machines: Table<string, MachineRecord>;

  constructor(store: Reader) {
    this.#lists = new Table(store, buckets.listed);
    this.#slugs = new Table(store, buckets.slug);
    this.#machines = new Table(store, buckets.mach);
  }

  putOps({ id, slug, owner, isPublic }: MachineRecord): readonly Operation[] {
    return [
      this.#lists.put([listOf(owner), slug], id),
      isPublic ? this.#lists.put([PUBLIC_LIST, slug], id) : this.#lists.del([PUBLIC_LIST, slug]),
    ];
  }

  /** What a list names, by slug. */
  async listed(list: string): Promise<readonly ListedMachine[]> {
    const listed: ListedMachine[] = [];
    for await (const [[, slug], id] of this.#lists.scanEach({
      gte: [list, ""],
      lt: [list, LAST_SLUG],
    })) {
      listed.push({ slug, id: id instanceof CorruptRecordError ? await this.#idOf(slug) : id });
    }
    return listed;
  }

  /** The records of what a list names, in its order. */
  async recordsOf(listed: readonly ListedMachine[]): Promise<ListOfMachines> {
    const ids = listed.map(({ id }) => id).filter((id) => id !== null);
    const records = new Map(
      (await this.#machines.getEach(ids)).map((record, i) => [ids[i]!, record]),
    );
    const machines: MachineRecord[] = [];
    const damaged: ListedMachine[] = [];
    for (const one of listed) {
      const record = one.id === null ? null : records.get(one.id);
      if (record === null || record instanceof CorruptRecordError) damaged.push(one);
      else if (record !== undefined) machines.push(record);
    }
    return { machines, damaged };
  }

  async #idOf(slug: string): Promise<string | null> {
    const id = await this.#slugs.get(slug).catch(faultOf);
    return typeof id === "string" ? id : null;
  }
}
