/** Demo keys, and the free credits of the day. */
import { nodeOperations, type NodeHandlers } from "../../api/contract/index.js";
import { DEMO_DAILY_CREDITS } from "../../protocol/economy/freeCredits.js";
import { DEMO_PLAN } from "../onboarding/demoKeys.js";
import { effectOf, type EffectServices } from "./effect.js";
import type { Services } from "./modules.js";
import { ownerOf, workerOf } from "./owner.js";
import { allowanceFields } from "./refusals.js";

type ClaimHandlers = Pick<NodeHandlers, "claim" | "demoKey" | "demoKeyMint">;

export function claimHandlers(
  services: EffectServices & Pick<Services, "claims" | "demoKeys">,
): ClaimHandlers {
  const { claims, demoKeys } = services;
  return {
    demoKey: () => demoKeys.shared(),
    demoKeyMint: (_input, call) =>
      effectOf(services, call, nodeOperations.demoKeyMint).run(
        demoKeys.mint(workerOf(call)),
        ({ made: { account, credits, key, machine } }) => ({
          key,
          plan: DEMO_PLAN,
          dailyLimit: DEMO_DAILY_CREDITS,
          account,
          machine: { ...machine },
          credits,
        }),
        { headers: ({ allowances }) => allowanceFields(allowances) },
      ),
    claim: ({ machine }, call) => {
      const account = ownerOf(call);
      const only = call.principal?.machine ?? null;
      return effectOf(services, call, nodeOperations.claim).run(
        claims.claim({ account, machine, only }, workerOf(call)),
        ({ made }) => ({ ...made }),
        { headers: ({ allowances }) => allowanceFields(allowances) },
      );
    },
  };
}
