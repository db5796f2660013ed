/** Machines, by id and by slug, and the lists they stand in. */
import { buckets } from "../buckets.js";
import type { MachineRecord } from "../identityRecords.js";
import type { Operation } from "../kv.js";
import type { ReceiptPlace } from "../records.js";
import { del, put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";

/** No account has this name, so that lists of accounts and this one never meet. */
const PUBLIC_LIST = "public machines";
/** Machines read together where only their places are kept. */
const PLACES_READ = 1_024;
/** After every slug: slugs are ordered by their length, then by their letters. */
const LAST_SLUG = "~".repeat(64);

/** What a list is ordered by: none of it ever changes. */
export type MachinePlace = Pick<MachineRecord, "id" | "genesisCalcond">;

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

  /** Those of some ids that there are, in their order. */
  async getMany(ids: readonly string[]): Promise<readonly MachineRecord[]> {
    const records = await readMany(this.#store, buckets.mach, ids);
    return records.flatMap((record) => (record === undefined ? [] : [record]));
  }

  async bySlug(slug: string): Promise<MachineRecord | undefined> {
    const id = await read(this.#store, buckets.slug, slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Of an account, in the order in which they began. */
  async ofAccount(account: string): Promise<readonly MachineRecord[]> {
    return [...await this.getMany(await this.#idsOf(listOf(account)))].sort(byBeginning);
  }

  async countOf(account: string): Promise<number> {
    return (await this.#idsOf(listOf(account))).length;
  }

  /** Where the public ones stand, in the order in which they began. */
  async publicPlaces(): Promise<MachinePlace[]> {
    const ids = await this.#idsOf(PUBLIC_LIST);
    const places: MachinePlace[] = [];
    for (let i = 0; i < ids.length; i += PLACES_READ) {
      for (const { id, genesisCalcond } of await this.getMany(ids.slice(i, i + PLACES_READ))) places.push({ id, genesisCalcond });
    }
    return places.sort(byBeginning);
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

  async #idsOf(list: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const [, id] of scan(this.#store, buckets.listed, range(list))) ids.push(id);
    return ids;
  }
}

/** Not by slug, under which the lists are kept: a new machine stands behind all others, so pages stay what they were. */
export function byBeginning(a: MachinePlace, b: MachinePlace): number {
  return a.genesisCalcond - b.genesisCalcond || (a.id < b.id ? -1 : 1);
}

function range(list: string) {
  return { gte: [list, ""], lt: [list, LAST_SLUG] } as const;
}
