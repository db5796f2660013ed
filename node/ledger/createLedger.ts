/** All that works on credits, put together. */
import type { Ground } from "../ground/ground.js";
import { Effects } from "./effects.js";
import { Ledger } from "./ledger.js";
import { PublicRecord } from "./publicRecord.js";
import { Supply } from "./supply.js";

type Modules = Pick<Ground, "clock" | "crypto" | "log" | "sealer" | "store">;

export interface LedgerServices {
  readonly ledger: Ledger;
  readonly effects: Effects;
  readonly publicRecord: PublicRecord;
  readonly supply: Supply;
}

export function createLedger(modules: Modules): LedgerServices {
  const { log, store } = modules;
  const ledger = new Ledger(modules);
  return {
    ledger,
    effects: new Effects({ store, ledger }),
    publicRecord: new PublicRecord(modules),
    supply: Supply.of(store, log),
  };
}
