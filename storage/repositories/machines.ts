/** Machines, by id and by slug, and the lists they stand in. */
import { buckets } from "../buckets.js";
import type { MachineRecord } from "../identityRecords.js";
import type { Operation } from "../kv.js";
import type { ReceiptPlace } from "../records.js";
import { del, put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

/** No account has this name, so that lists of accounts and this one never meet. */
const PUBLIC_LIST = "public machines";
/** After every slug: slugs are ordered by their length, then by their letters. */
const LAST_SLUG = "~".repeat(64);

function listOf(account: string): string {
  return `machines of ${account}`;
}

export class MachineRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  /** Writes a machine anew; that its slug is free is checked by the caller, in its guard. */
  putOps(machine: MachineRecord): readonly Operation[] {
    const { id, slug, owner, isPublic } = machine;
    return [
      put(buckets.mach, id, machine), put(buckets.slug, slug, id), put(buckets.listed, [listOf(owner), slug], id),
      isPublic ? put(buckets.listed, [PUBLIC_LIST, slug], id) : del(buckets.listed, [PUBLIC_LIST, slug]),
    ];
  }

  get(id: string): Promise<MachineRecord | undefined> {
    return read(this.#store, buckets.mach, id);
  }

  async bySlug(slug: string): Promise<MachineRecord | undefined> {
    const id = await read(this.#store, buckets.slug, slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Of an account, in the order in which they began. */
  ofAccount(account: string): Promise<readonly MachineRecord[]> {
    return this.#list(listOf(account));
  }

  async countOf(account: string): Promise<number> {
    return (await this.#idsOf(listOf(account))).length;
  }

  /** The public ones, in the order in which they began. */
  published(): Promise<readonly MachineRecord[]> {
    return this.#list(PUBLIC_LIST);
  }

  /** Which envelopes of a window were computed with the machine's key. */
  ranOps(id: string, window: number, positions: readonly number[]): Operation {
    return put(buckets.ran, [id, window], positions);
  }

  /** Those of some machines that have an envelope at a place. */
  async ranAt(ids: readonly string[], { index, window }: ReceiptPlace): Promise<readonly string[]> {
    const positions = await readMany(this.#store, buckets.ran, ids.map((id) => [id, window] as const));
    return ids.filter((_, i) => positions[i]?.includes(index) === true);
  }

  async #list(list: string): Promise<readonly MachineRecord[]> {
    const ids = await this.#idsOf(list);
    const records = await readMany(this.#store, buckets.mach, ids);
    return records.flatMap((record) => (record === undefined ? [] : [record])).sort(byBeginning);
  }

  async #idsOf(list: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of scan(this.#store, buckets.listed, range(list))) ids.push(id);
    return ids;
  }
}

/** Not by slug, under which the lists are kept: a new machine stands behind all others, so pages stay what they were. */
function byBeginning(a: MachineRecord, b: MachineRecord): number {
  return a.genesisCalcond - b.genesisCalcond || (a.id < b.id ? -1 : 1);
}

function range(list: string) {
  return { gte: [list, ""], lt: [list, LAST_SLUG] } as const;
}
