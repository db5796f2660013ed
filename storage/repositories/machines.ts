/** Machines, by id and by slug, and the lists they stand in. */
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { MachineRecord } from "../identityRecords.js";
import type { Operation } from "../kv.js";
import type { ReceiptPlace } from "../records.js";
import { del, faultOf, put, read, readEach, readMany, scanEach } from "../table.js";
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

export interface PlacesOfMachines {
  readonly places: MachinePlace[];
  /** Those whose records cannot be read. */
  readonly damaged: readonly ListedMachine[];
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
      put(buckets.mach, id, machine),
      put(buckets.slug, slug, id),
      put(buckets.listed, [listOf(owner), slug], id),
      isPublic
        ? put(buckets.listed, [PUBLIC_LIST, slug], id)
        : del(buckets.listed, [PUBLIC_LIST, slug]),
    ];
  }

  get(id: string): Promise<MachineRecord | undefined> {
    return read(this.#store, buckets.mach, id);
  }

  /**
   * Those of some ids that there are, in their order; in the place of a damaged one what is wrong
   * with it.
   */
  async getEach(ids: readonly string[]): Promise<readonly (MachineRecord | CorruptRecordError)[]> {
    const records = await readEach(this.#store, buckets.mach, ids);
    return records.flatMap((record) => (record === undefined ? [] : [record]));
  }

  async bySlug(slug: string): Promise<MachineRecord | undefined> {
    const id = await read(this.#store, buckets.slug, slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Whether a machine has it, be it damaged or not. */
  async isTaken(slug: string): Promise<boolean> {
    return (await read(this.#store, buckets.slug, slug).catch(faultOf)) !== undefined;
  }

  /** In the order in which they began. */
  async ofAccount(account: string): Promise<ListOfMachines> {
    const { machines, damaged } = await this.#recordsOf(await this.#listed(listOf(account)));
    return { machines: [...machines].sort(byBeginning), damaged };
  }

  /** Where the public ones stand, in the order in which they began. */
  async publicPlaces(): Promise<PlacesOfMachines> {
    const listed = await this.#listed(PUBLIC_LIST);
    const places: MachinePlace[] = [];
    const damaged: ListedMachine[] = [];
    for (let i = 0; i < listed.length; i += PLACES_READ) {
      const found = await this.#recordsOf(listed.slice(i, i + PLACES_READ));
      for (const { id, genesisCalcond } of found.machines) places.push({ id, genesisCalcond });
      damaged.push(...found.damaged);
    }
    return { places: places.sort(byBeginning), damaged };
  }

  /** What the list of an account names, by slug. */
  listedOf(account: string): Promise<readonly ListedMachine[]> {
    return this.#listed(listOf(account));
  }

  /** The same of the public list. */
  listedInPublic(): Promise<readonly ListedMachine[]> {
    return this.#listed(PUBLIC_LIST);
  }

  /** Which envelopes of a window were computed with the machine's key. */
  ranOps(id: string, window: number, positions: readonly number[]): Operation {
    return put(buckets.ran, [id, window], positions);
  }

  /** Those of some machines that have an envelope at a place. */
  async ranAt(ids: readonly string[], { index, window }: ReceiptPlace): Promise<readonly string[]> {
    const positions = await readMany(
      this.#store,
      buckets.ran,
      ids.map((id) => [id, window] as const),
    );
    return ids.filter((_, i) => positions[i]?.includes(index) === true);
  }

  /** What a list names, in its order. */
  async #recordsOf(listed: readonly ListedMachine[]): Promise<ListOfMachines> {
    const ids = listed.map(({ id }) => id).filter((id) => id !== null);
    const records = new Map(
      (await readEach(this.#store, buckets.mach, ids)).map((record, i) => [ids[i]!, record]),
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

  async #listed(list: string): Promise<readonly ListedMachine[]> {
    const listed: ListedMachine[] = [];
    for await (const [[, slug], id] of scanEach(this.#store, buckets.listed, range(list))) {
      listed.push({ slug, id: id instanceof CorruptRecordError ? await this.#idOf(slug) : id });
    }
    return listed;
  }

  async #idOf(slug: string): Promise<string | null> {
    const id = await read(this.#store, buckets.slug, slug).catch(faultOf);
    return typeof id === "string" ? id : null;
  }
}

/**
 * Not by slug, under which the lists are kept: a new machine stands behind all others, so pages
 * stay what they were.
 */
export function byBeginning(a: MachinePlace, b: MachinePlace): number {
  return a.genesisCalcond - b.genesisCalcond || (a.id < b.id ? -1 : 1);
}

function range(list: string) {
  return { gte: [list, ""], lt: [list, LAST_SLUG] } as const;
}
