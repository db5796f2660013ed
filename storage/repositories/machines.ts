/** Machines, by id and by slug, in the order in which they began, and what each computed. */
import { buckets } from "../records/buckets.js";
import type { CorruptRecordError } from "../kv/errors.js";
import type { MachineRecord } from "../records/identityRecords.js";
import type { Operation } from "../kv/kv.js";
import type { ReceiptPlace } from "../records/records.js";
import { faultOf } from "../kv/table.js";
import {
  listOf,
  MachineLists,
  PUBLIC_LIST,
  type ListedMachine,
  type ListOfMachines,
} from "./machineLists.js";
import { Table, type Reader } from "./table.js";

/** Machines read together where only their places are kept. */
const PLACES_READ = 1_024;

/** What a list is ordered by: none of it ever changes. */
export type MachinePlace = Pick<MachineRecord, "id" | "genesisCalcond">;

export interface PlacesOfMachines {
  readonly places: MachinePlace[];
  /** Those whose records cannot be read. */
  readonly damaged: readonly ListedMachine[];
}

export class MachineRepository {
  readonly #machines: Table<string, MachineRecord>;
  readonly #slugs: Table<string, string>;
  readonly #ran: Table<readonly [id: string, window: number], readonly number[]>;
  readonly #lists: MachineLists;

  constructor(store: Reader) {
    this.#machines = new Table(store, buckets.mach);
    this.#slugs = new Table(store, buckets.slug);
    this.#ran = new Table(store, buckets.ran);
    this.#lists = new MachineLists(store);
  }

  /** Writes a machine anew; that its slug is free is checked by the caller, in its guard. */
  putOps(machine: MachineRecord): readonly Operation[] {
    const { id, slug } = machine;
    return [
      this.#machines.put(id, machine),
      this.#slugs.put(slug, id),
      ...this.#lists.putOps(machine),
    ];
  }

  /** Ids of all machines. */
  async *ids(): AsyncGenerator<string> {
    for await (const [id] of this.#machines.scan()) yield id;
  }

  get(id: string): Promise<MachineRecord | undefined> {
    return this.#machines.get(id);
  }

  /**
   * Those of some ids that there are, in their order; in the place of a damaged one what is wrong
   * with it.
   */
  async getEach(ids: readonly string[]): Promise<readonly (MachineRecord | CorruptRecordError)[]> {
    const records = await this.#machines.getEach(ids);
    return records.flatMap((record) => (record === undefined ? [] : [record]));
  }

  async bySlug(slug: string): Promise<MachineRecord | undefined> {
    const id = await this.#slugs.get(slug);
    return id === undefined ? undefined : this.get(id);
  }

  /** Whether a machine has it, be it damaged or not. */
  async isTaken(slug: string): Promise<boolean> {
    return (await this.#slugs.get(slug).catch(faultOf)) !== undefined;
  }

  /** In the order in which they began. */
  async ofAccount(account: string): Promise<ListOfMachines> {
    const { machines, damaged } = await this.#lists.recordsOf(await this.listedOf(account));
    return { machines: [...machines].sort(byBeginning), damaged };
  }

  /** Where the public ones stand, in the order in which they began. */
  async publicPlaces(): Promise<PlacesOfMachines> {
    const listed = await this.listedInPublic();
    const places: MachinePlace[] = [];
    const damaged: ListedMachine[] = [];
    for (let i = 0; i < listed.length; i += PLACES_READ) {
      const found = await this.#lists.recordsOf(listed.slice(i, i + PLACES_READ));
      for (const { id, genesisCalcond } of found.machines) places.push({ id, genesisCalcond });
      damaged.push(...found.damaged);
    }
    return { places: places.sort(byBeginning), damaged };
  }

  /** What the list of an account names, by slug. */
  listedOf(account: string): Promise<readonly ListedMachine[]> {
    return this.#lists.listed(listOf(account));
  }

  /** The same of the public list. */
  listedInPublic(): Promise<readonly ListedMachine[]> {
    return this.#lists.listed(PUBLIC_LIST);
  }

  /** Which envelopes of a window were computed with the machine's key. */
  ranOps(id: string, window: number, positions: readonly number[]): Operation {
    return this.#ran.put([id, window], positions);
  }

  /** Those of some machines that have an envelope at a place. */
  async ranAt(ids: readonly string[], { index, window }: ReceiptPlace): Promise<readonly string[]> {
    const positions = await this.#ran.getMany(ids.map((id) => [id, window] as const));
    return ids.filter((_, i) => positions[i]?.includes(index) === true);
  }
}

/**
 * Not by slug, under which the lists are kept: a new machine stands behind all others, so pages
 * stay what they were.
 */
export function byBeginning(a: MachinePlace, b: MachinePlace): number {
  return a.genesisCalcond - b.genesisCalcond || (a.id < b.id ? -1 : 1);
}
