/** All that works on credits, put together. */
import type { Ground } from "../ground/ground.js";
import { Effects } from "./effects.js";
import { Ledger } from "./ledger.js";
import { PaidSteps } from "./paidStep.js";
import { PublicRecord } from "./publicRecord.js";
import { Supply } from "./supply.js";
import { VainWork } from "./vainWork.js";

type Modules = Pick<Ground, "clock" | "crypto" | "log" | "sealer" | "store">;

export interface LedgerServices {
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly paidSteps: PaidSteps;
  readonly vainWork: VainWork;
  readonly publicRecord: PublicRecord;
  readonly supply: Supply;
}

export function createLedger(modules: Modules): LedgerServices {
  const { store } = modules;
  const log = modules.log.child("readings");
  const ledger = new Ledger(modules);
  const vainWork = new VainWork({ ...modules, log: modules.log.child("ledger") });
  return {
    ledger,
    effects: new Effects({ store, ledger }),
    paidSteps: new PaidSteps({ ledger, vainWork, log: modules.log.child("ledger") }),
    vainWork,
    publicRecord: new PublicRecord({ ...modules, log }),
    supply: Supply.of(store, log),
  };
}
