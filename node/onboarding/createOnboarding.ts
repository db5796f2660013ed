/** How accounts come to be and get their first credits, put together. */
import type { Ground } from "../ground/ground.js";
import type { AccountServices } from "../accounts/createAccounts.js";
import type { LedgerServices } from "../ledger/createLedger.js";
import type { MachineServices } from "../machines/createMachines.js";
import { AccountOpening } from "./accountOpening.js";
import { Claims } from "./claims.js";
import { DemoKeys } from "./demoKeys.js";
import { SpinUp } from "./spinUp.js";

type Modules = Pick<AccountServices, "accounts" | "work"> &
  Pick<LedgerServices, "ledger"> &
  Pick<MachineServices, "machines" | "machineRegister"> &
  Pick<Ground, "clock" | "crypto" | "deadlines" | "random" | "store">;

interface OnboardingOptions {
  /** Credits of a new account. */
  readonly welcome: number;
  /** Claims are open to accounts that have fewer credits. */
  readonly unlockBelow: number;
}

export interface OnboardingServices {
  readonly opening: AccountOpening;
  readonly spinUp: SpinUp;
  readonly demoKeys: DemoKeys;
  readonly claims: Claims;
}

export function createOnboarding(
  { unlockBelow, welcome }: OnboardingOptions,
  modules: Modules,
): OnboardingServices {
  const opening = new AccountOpening({ welcome }, modules);
  return {
    opening,
    spinUp: new SpinUp({ ...modules, opening }),
    demoKeys: new DemoKeys({ ...modules, opening }),
    claims: new Claims({ unlockBelow }, modules),
  };
}
