/** All that works on machines, put together. */
import { PUBLIC_PLACES_KEPT_MAX } from "../../protocol/limits.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { RandomBytes } from "../runtime/random.js";
import type { MachineLog } from "./log/machineLog.js";
import { MachineChanges } from "./machineChanges.js";
import { MachineEvents } from "./machineEvents.js";
import { MachineRegister } from "./machineRegister.js";
import { Machines } from "./machines.js";
import { PublicMachines } from "./publicMachines.js";
import { RowBytes } from "./rowBytes.js";

interface MachinesModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now" | "reckon">;
  readonly random: RandomBytes;
  readonly machineLog: MachineLog;
  readonly log: Logger;
  /** Of a longer list of public machines nothing is kept in memory. */
  readonly publicPlacesMax?: number;
}

export interface MachineServices {
  readonly machines: Machines;
  readonly machineRegister: MachineRegister;
  readonly machineChanges: MachineChanges;
  readonly machineEvents: MachineEvents;
  readonly rowBytes: RowBytes;
}

export function createMachines({
  crypto,
  store,
  deadlines,
  random,
  machineLog,
  log,
  publicPlacesMax = PUBLIC_PLACES_KEPT_MAX,
}: MachinesModules): MachineServices {
  const published = new PublicMachines(publicPlacesMax, store.machines);
  const machines = new Machines({ store, deadlines, published });
  const rowBytes = new RowBytes({ store, log });
  return {
    machines,
    rowBytes,
    machineRegister: new MachineRegister({ store, deadlines, published, random, machineLog }),
    machineEvents: new MachineEvents({ crypto, store, machines, machineLog, rowBytes }),
    machineChanges: new MachineChanges({
      store,
      deadlines,
      machines,
      published,
      machineLog,
      rowBytes,
    }),
  };
}
