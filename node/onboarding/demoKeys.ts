/**
 * Demo keys: the shared one, which everybody gets and which starts things only, and personal ones,
 * whose account has a machine and credits but no identity.
 */
import { demoAccount } from "../../protocol/economy/freeCredits.js";
import { SPIN_UPS_A_DAY_MAX } from "../../protocol/limits.js";
import type { AccountOpening, NewAccount } from "./accountOpening.js";
import type { RandomBytes } from "../runtime/random.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { Accounts } from "../accounts/accounts.js";
import { left, type Counted, type Work, type Worker } from "../accounts/work.js";

/** Plan of accounts that were opened without an identity. */
export const DEMO_PLAN = "demo";
const SHARED_PLAN = "demo-shared";
const ACCOUNT_BYTES = 16;

interface DemoModules {
  readonly accounts: Pick<Accounts, "sharedDemoKey">;
  readonly opening: AccountOpening;
  readonly work: Pick<Work, "require">;
  readonly random: RandomBytes;
}

export class DemoKeys {
  readonly #modules: DemoModules;

  constructor(modules: DemoModules) {
    this.#modules = modules;
  }

  shared(): { readonly key: string; readonly plan: string; readonly dailyLimit: number } {
    return {
      key: this.#modules.accounts.sharedDemoKey,
      plan: SHARED_PLAN,
      dailyLimit: SPIN_UPS_A_DAY_MAX,
    };
  }

  /**
   * A personal one: what comes of it shows its keys once.
   * @throws Refusal POW_REQUIRED, RATE_LIMITED
   */
  async mint(worker: Worker): Promise<Counted<NewAccount>> {
    const { opening, random, work } = this.#modules;
    const ticket = await work.require("demo-key", worker);
    const { keys, run } = opening.open({
      account: demoAccount(toHex(random.bytes(ACCOUNT_BYTES))),
      cid: null,
      publicKey: null,
      plan: DEMO_PLAN,
      rights: [ticket],
    });
    return { keys, run: async (tx) => ({ made: await run(tx), allowances: left(ticket) }) };
  }
}
