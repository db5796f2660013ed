/**
 * Records of machines that were read last. Each firing, tick and step on a machine asks for its
 * owner and its roles: reading it each time costs as much as the step.
 */
import { buckets } from "../../storage/records/buckets.js";
import type { MachineRecord } from "../../storage/records/identityRecords.js";
import type { Store } from "../../storage/store.js";

const KEPT_MAX = 1_024;

export class KeptMachines {
  readonly #store: Pick<Store, "machines">;
  /** As they are durable; the one that was read longest ago comes first. */
  readonly #kept = new Map<string, MachineRecord>();
  /** Moves with each machine that is written: what was read before may be an older one. */
  #writes = 0;

  constructor(store: Pick<Store, "machines" | "onPut">) {
    this.#store = store;
    store.onPut(buckets.mach, (id) => {
      this.#writes += 1;
      this.#kept.delete(id);
    });
  }

  /** @throws CorruptRecordError */
  get(id: string): MachineRecord | Promise<MachineRecord | undefined> {
    return this.#kept.get(id) ?? this.#read(id);
  }

  async #read(id: string): Promise<MachineRecord | undefined> {
    const writes = this.#writes;
    const machine = await this.#store.machines.get(id);
    if (machine === undefined || writes !== this.#writes) return machine;
    if (this.#kept.size >= KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(id, machine);
    return machine;
  }
}
