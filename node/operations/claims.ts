/** Demo keys, and the free credits of the day. */
import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import type { Services } from "./modules.js";
import { ownerOf, workerOf } from "./owner.js";
import { allowanceFields } from "./refusals.js";

type ClaimHandlers = Pick<NodeHandlers, "claim" | "demoKey" | "demoKeyMint">;

const CREATED = 201;

export function claimHandlers({ claims, demoKeys, idempotency }: Services): ClaimHandlers {
  return {
    demoKey: () => demoKeys.shared(),
    demoKeyMint: async (_input, call) => {
      const { also } = idempotency.inBatchSecret(call.idempotency, CREATED);
      const { allowances, body } = await demoKeys.mint(workerOf(call), also);
      return preEncoded({ status: CREATED, body, headers: allowanceFields(allowances) });
    },
    claim: async ({ machine }, call) => {
      const { also } = idempotency.inBatch(call.idempotency, CREATED);
      const account = ownerOf(call);
      const only = call.principal?.machine ?? null;
      const { allowances, body } = await claims.claim(
        { account, machine, only },
        workerOf(call),
        also,
      );
      return preEncoded({ status: CREATED, body, headers: allowanceFields(allowances) });
    },
  };
}
