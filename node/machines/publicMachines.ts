/**
 * The order of the public machines, in memory, so that a page reads those that it shows and no
 * others: the database lists them by slug. Read once, at the first page, and brought up to date by
 * whoever writes a machine.
 */
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { MachineRecord } from "../../storage/records/identityRecords.js";
import type { ListedMachine } from "../../storage/repositories/machineLists.js";
import {
  byBeginning,
  type MachinePlace,
  type MachineRepository,
  type PlacesOfMachines,
} from "../../storage/repositories/machines.js";
import type { EffectTransaction } from "../ledger/effects.js";

type Change = Pick<MachineRecord, "id" | "genesisCalcond" | "isPublic">;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface PublicPage {
  readonly items: readonly MachineRecord[];
  /** Of all pages. */
  readonly total: number;
  /** Those whose records cannot be read, on each page all of them. */
  readonly damaged: readonly ListedMachine[];
}

/** A reading of the whole list, and what was written since it began. */
interface Reading {
  readonly order: Promise<PlacesOfMachines>;
  readonly missed: Map<string, Change>;
}

export class PublicMachines {
  readonly #placesMax: number;
  readonly #machines: MachineRepository;
  #order: PlacesOfMachines | null = null;
  #reading: Reading | null = null;

  /** @param placesMax of a longer list nothing is kept, and each page reads it whole */
  constructor(placesMax: number, machines: MachineRepository) {
    this.#placesMax = placesMax;
    this.#machines = machines;
  }

  /** @throws CorruptRecordError for a record of the page that is damaged while it is read */
  async page(page: Page): Promise<PublicPage> {
    const found = await this.#shown(this.#order ?? (await this.#read()), page);
    if (!(found instanceof CorruptRecordError)) return found;
    // Damaged since the order was read: it belongs among the others that are.
    this.forget();
    const again = await this.#shown(await this.#read(), page);
    if (again instanceof CorruptRecordError) throw again;
    return again;
  }

  async #shown(
    { damaged, places }: PlacesOfMachines,
    { limit, offset }: Page,
  ): Promise<PublicPage | CorruptRecordError> {
    const ids = places.slice(offset, offset + limit).map(({ id }) => id);
    const count = places.length;
    const records: MachineRecord[] = [];
    for (const record of await this.#machines.getEach(ids)) {
      if (record instanceof CorruptRecordError) return record;
      records.push(record);
    }
    const items = records.filter((machine) => machine.isPublic);
    // One that is being hidden now is shown no more as soon as that can be read.
    return { items, total: count - (ids.length - items.length), damaged };
  }

  /** Called when a machine was written, before the next write of the same one. */
  follow({ id, genesisCalcond, isPublic }: Change): void {
    const change = { id, genesisCalcond, isPublic };
    this.#reading?.missed.set(id, change);
    if (this.#order === null) return;
    place(this.#order.places, change);
    if (this.#order.places.length > this.#placesMax) this.#order = null;
  }

  /** Follows a write of its transaction, under the guard: in the order of the writes. */
  followed(tx: Pick<EffectTransaction, "onSettled">, machine: MachineRecord): void {
    tx.onSettled((isWritten) => {
      if (isWritten) this.follow(machine);
      else this.forget();
    });
  }

  /** Called when it is not known what was written: the next page reads the list anew. */
  forget(): void {
    this.#order = null;
    this.#reading = null;
  }

  #read(): Promise<PlacesOfMachines> {
    if (this.#reading !== null) return this.#reading.order;
    const missed = new Map<string, Change>();
    const order = this.#machines.publicPlaces().then(
      (found) => {
        // The reading may have seen some of them: to place one twice changes nothing.
        for (const change of missed.values()) place(found.places, change);
        this.#end(reading, found.places.length > this.#placesMax ? null : found);
        return found;
      },
      (error: unknown) => {
        this.#end(reading, null);
        throw error;
      },
    );
    const reading: Reading = { missed, order };
    this.#reading = reading;
    return order;
  }

  #end(reading: Reading, order: PlacesOfMachines | null): void {
    if (this.#reading !== reading) return;
    this.#reading = null;
    this.#order = order;
  }
}

/** Puts one among the others, or takes it out. */
function place(order: MachinePlace[], { id, genesisCalcond, isPublic }: Change): void {
  const at = indexOf(order, { id, genesisCalcond });
  const isThere = order[at]?.id === id;
  if (isPublic && !isThere) order.splice(at, 0, { id, genesisCalcond });
  else if (!isPublic && isThere) order.splice(at, 1);
}

/** Where one stands, or would. */
function indexOf(order: readonly MachinePlace[], wanted: MachinePlace): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byBeginning(order[middle]!, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
