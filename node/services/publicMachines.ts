/**
 * The order of the public machines, in memory, so that a page reads those that it shows and no others: the database lists them
 * by slug. Read once, at the first page, and brought up to date by whoever writes a machine.
 */
import type { MachineRecord } from "../../storage/identityRecords.js";
import { byBeginning, type MachinePlace, type MachineRepository } from "../../storage/repositories/machines.js";

type Change = Pick<MachineRecord, "id" | "genesisCalcond" | "isPublic">;

interface Page { readonly limit: number; readonly offset: number }

export interface PublicPage {
  readonly items: readonly MachineRecord[];
  /** Of all pages. */
  readonly total: number;
}

/** A reading of the whole list, and what was written since it began. */
interface Reading {
  readonly order: Promise<readonly MachinePlace[]>;
  readonly missed: Map<string, Change>;
}

export class PublicMachines {
  readonly #placesMax: number;
  readonly #machines: MachineRepository;
  #order: MachinePlace[] | null = null;
  #reading: Reading | null = null;

  /** @param placesMax of a longer list nothing is kept, and each page reads it whole */
  constructor(placesMax: number, machines: MachineRepository) {
    this.#placesMax = placesMax;
    this.#machines = machines;
  }

  /** @throws CorruptRecordError for a damaged one on the page, and for any at all where the order is not known yet */
  async page({ limit, offset }: Page): Promise<PublicPage> {
    const order = this.#order ?? await this.#read();
    const ids = order.slice(offset, offset + limit).map(({ id }) => id);
    const count = order.length;
    const items = (await this.#machines.getMany(ids)).filter((machine) => machine.isPublic);
    // One that is being hidden now is shown no more as soon as that can be read.
    return { items, total: count - (ids.length - items.length) };
  }

  /** Called when a machine was written, before the next write of the same one. */
  follow({ id, genesisCalcond, isPublic }: Change): void {
    const change = { id, genesisCalcond, isPublic };
    this.#reading?.missed.set(id, change);
    if (this.#order === null) return;
    place(this.#order, change);
    if (this.#order.length > this.#placesMax) this.#order = null;
  }

  /** Called when it is not known what was written: the next page reads the list anew. */
  forget(): void {
    this.#order = null;
    this.#reading = null;
  }

  #read(): Promise<readonly MachinePlace[]> {
    if (this.#reading !== null) return this.#reading.order;
    const missed = new Map<string, Change>();
    const order = this.#machines.publicPlaces().then((places) => {
      // The reading may have seen some of them: to place one twice changes nothing.
      for (const change of missed.values()) place(places, change);
      this.#end(reading, places.length > this.#placesMax ? null : places);
      return places;
    }, (error: unknown) => {
      this.#end(reading, null);
      throw error;
    });
    const reading: Reading = { missed, order };
    this.#reading = reading;
    return order;
  }

  #end(reading: Reading, order: MachinePlace[] | null): void {
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
