/** All that works on machines, put together. */
import { PUBLIC_PLACES_KEPT_MAX } from "../../protocol/limits.js";
import type { Store } from "../../storage/store.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import { MachineChanges } from "./machineChanges.js";
import { MachineRegister } from "./machineRegister.js";
import { Machines } from "./machines.js";
import { PublicMachines } from "./publicMachines.js";

interface MachinesModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly random: RandomBytes;
  /** Of a longer list of public machines nothing is kept in memory. */
  readonly publicPlacesMax?: number;
}

export interface MachineServices {
  readonly machines: Machines;
  readonly machineRegister: MachineRegister;
  readonly machineChanges: MachineChanges;
}

export function createMachines({
  store,
  deadlines,
  random,
  publicPlacesMax = PUBLIC_PLACES_KEPT_MAX,
}: MachinesModules): MachineServices {
  const published = new PublicMachines(publicPlacesMax, store.machines);
  const machines = new Machines({ store, deadlines, published });
  return {
    machines,
    machineRegister: new MachineRegister({ store, deadlines, published, random }),
    machineChanges: new MachineChanges({ store, deadlines, machines, published }),
  };
}
