import type { NodeHandlers } from "../../api/contract/index.js";
import { preEncoded } from "../../api/contract/preEncoded.js";
import { ApiError } from "../../api/errors.js";
import {
  BOND_ENVELOPES, BOND_TAIL_CALCONDS, COMPUTATION_CREDITS, DAILY_CREDITS, daysFor, ENVELOPES_A_DAY,
} from "../../protocol/economy/bond.js";
import { bondName } from "../services/bonds.js";
import type { Services } from "./modules.js";
import { ownerOf } from "./owner.js";

type ContributionHandlers = Pick<NodeHandlers,
  "contributePolicy" | "contributeStatus" | "contributeBond" | "contributeRelease" | "contributeMode">;

const CREATED = 201;

const POLICY = {
  bond_envelopes: BOND_ENVELOPES, daily_credits: DAILY_CREDITS, credits_per_computation: COMPUTATION_CREDITS,
  envelopes_per_day: ENVELOPES_A_DAY, days_to_bond: daysFor(BOND_ENVELOPES), tail_calconds: BOND_TAIL_CALCONDS,
  modes: ["idle", "contributing", "experimenting"],
  rules: [
    "Bonded envelopes stay in their owner's vault and cannot move; soulbound ones can be bonded.",
    "A release is answered at once; the envelopes stay pledged for tail_calconds more, or until the verdict of a challenge "
      + "opened by then.",
    "A result proven wrong by computing it again costs the whole bond; one that cannot be reproduced costs nothing.",
    "Contributing and experimenting exclude each other: the mode asked for last ends the other.",
  ],
};

export function contributionHandlers({ bonds, contribution, idempotency }: Services): ContributionHandlers {
  return {
    contributePolicy: () => POLICY,
    contributeStatus: async (_input, call) => {
      const owner = ownerOf(call);
      const { bond, have, daysRemaining } = await bonds.status(owner);
      return {
        bonded: bond?.state === "bonded", mode: await contribution.mode(owner),
        bond: bond === null ? null : { bond: bondName(bond.bond), state: bond.state === "bonded" ? "bonded" : "released",
          envelopes: bond.envelopes.length, sinceCalcond: bond.sinceCalcond, heldUntilCalcond: bond.heldUntilCalcond,
          listHash: bond.listHash },
        have, need: BOND_ENVELOPES, daysRemaining,
      };
    },
    contributeBond: async ({ token_ids, count }, call) => {
      if ((token_ids === undefined) === (count === undefined)) {
        const message = "give `token_ids` or `count`, not both";
        throw new ApiError("INVALID_INPUT", message, { errors: [{ pointer: "/token_ids", code: "INVALID_INPUT", message }] });
      }
      const { also = () => [] } = idempotency.inBatch(call.idempotency, CREATED);
      const pledge = token_ids === undefined ? "any" : { ids: token_ids };
      return preEncoded({ status: CREATED, body: await bonds.make(ownerOf(call), pledge, also) });
    },
    contributeRelease: async (_input, call) => {
      const { also = () => [] } = idempotency.inBatch(call.idempotency);
      return preEncoded({ body: await bonds.release(ownerOf(call), also) });
    },
    contributeMode: async ({ mode }, call) => {
      const { also = () => [] } = idempotency.inBatch(call.idempotency);
      return preEncoded({ body: await contribution.set(ownerOf(call), mode, also) });
    },
  };
}
