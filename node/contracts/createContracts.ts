/** All that works on contracts, put together. */
import type { Clock, Logger } from "../../protocol/ports.js";
import type { Accounts } from "../accounts/accounts.js";
import type { Effects } from "../ledger/effects.js";
import type { PaidSteps } from "../ledger/paidStep.js";
import type { Deadlines } from "../runtime/deadlines.js";
import type { Sealer } from "../sealing/sealer.js";
import type { Scheduler } from "../runtime/scheduler.js";
import type { Receipts } from "../compute/receipts.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import { ContractLogs } from "./contractLogs.js";
import { Contracts, type ContractModules } from "./contracts.js";
import { Firings } from "./firings.js";
import { MachineTriggers } from "./machineTriggers.js";
import { Replays } from "./replays.js";
import { Schedule } from "./schedule.js";

interface Modules extends Omit<ContractModules, "deadlines"> {
  readonly deadlines: Deadlines;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly sealer: Pick<Sealer, "seal">;
  readonly spine: Pick<OwnSpine, "author" | "net">;
  readonly receipts: Pick<Receipts, "own">;
  readonly log: Logger;
}

export interface ContractServices {
  readonly contracts: Contracts;
  readonly firings: Firings;
  readonly contractLogs: ContractLogs;
  readonly replays: Replays;
  readonly schedule: Schedule;
  readonly machineTriggers: MachineTriggers;
}

export function createContracts(modules: Modules): ContractServices {
  const contracts = new Contracts(modules);
  const firings = new Firings({ ...modules, contracts });
  return {
    contracts,
    firings,
    contractLogs: new ContractLogs(modules),
    replays: new Replays({ ...modules, contracts }),
    schedule: new Schedule({ ...modules, contracts, firings }),
    machineTriggers: new MachineTriggers({ ...modules, contracts, firings }),
  };
}
