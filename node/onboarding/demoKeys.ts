/**
 * Demo keys: the shared one, which everybody gets and which starts things only, and personal ones,
 * whose account has a machine and credits but no identity.
 */
import { randomBytes } from "node:crypto";
import { SPIN_UPS_A_DAY_MAX } from "../../protocol/limits.js";
import type { Allowance } from "../../protocol/refusal.js";
import type { Operation } from "../../storage/kv.js";
import type { AccountOpening } from "./accountOpening.js";
import type { Accounts } from "../accounts/accounts.js";
import { CLAIM_CREDITS } from "./claims.js";
import { left, type Work, type Worker } from "../accounts/work.js";

/** Plan of accounts that were opened without an identity. */
export const DEMO_PLAN = "demo";
const SHARED_PLAN = "demo-shared";
const ACCOUNT_BYTES = 16;

interface DemoModules {
  readonly accounts: Pick<Accounts, "sharedDemoKey">;
  readonly opening: AccountOpening;
  readonly work: Pick<Work, "require">;
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
   * @param also further writes of the same batch, made from the answer's text
   * @returns the answer's text, which shows the keys once, and what is left
   * @throws Refusal POW_REQUIRED, RATE_LIMITED
   */
  async mint(
    worker: Worker,
    also?: (body: string) => readonly Operation[],
  ): Promise<{ readonly body: string; readonly allowances: readonly Allowance[] }> {
    const { opening, work } = this.#modules;
    const ticket = await work.require("demo-key", worker);
    const account = `demo_${randomBytes(ACCOUNT_BYTES).toString("hex")}`;
    const body = await opening.open({
      account,
      cid: null,
      publicKey: null,
      plan: DEMO_PLAN,
      rights: [ticket],
      answer: ({ credits, key, machine }) =>
        JSON.stringify({
          key,
          plan: DEMO_PLAN,
          dailyLimit: CLAIM_CREDITS,
          account,
          machine,
          credits,
        }),
      ...(also === undefined ? {} : { also }),
    });
    return { body, allowances: left(ticket) };
  }
}
