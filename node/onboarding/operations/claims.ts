/** Demo keys, and the free credits of the day. */
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import { DEMO_DAILY_CREDITS } from "../../../protocol/economy/freeCredits.js";
import { DEMO_PLAN } from "../demoKeys.js";
import { effectOf, type EffectServices } from "../../operations/effect.js";
import type { OnboardingServices } from "../createOnboarding.js";
import { ownerOf, workerOf } from "../../operations/owner.js";
import { allowanceFields } from "../../operations/refusals.js";

type ClaimHandlers = Pick<NodeHandlers, "claim" | "demoKey" | "demoKeyMint">;

export function claimHandlers(
  services: EffectServices & Pick<OnboardingServices, "claims" | "demoKeys">,
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
        ({ made: claim }) => ({ ...claim }),
        { headers: ({ allowances }) => allowanceFields(allowances) },
      );
    },
  };
}
