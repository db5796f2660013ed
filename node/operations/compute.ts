import { preEncoded, type PreEncoded } from "../../api/contract/preEncoded.js";
import type { Call } from "../../api/contract/call.js";
import type { NodeHandlers } from "../../api/contract/index.js";
import { ApiError } from "../../api/errors.js";
import type { KernelRequest } from "../../protocol/kernel/result.js";
import type { Visibility } from "../../storage/records.js";
import type { SealedAnswer } from "../sealing/sealer.js";
import type { Services } from "./modules.js";
import { requirePlan, valueOrAnswer } from "./results.js";

type ComputeHandlers = Pick<NodeHandlers, "compute" | "price">;

export function computeHandlers(services: Services): ComputeHandlers {
  const { accounts, compute } = services;
  return {
    compute: (input, call) => {
      const owner = ownerOf(call);
      const plan = requirePlan(compute.plan(input.operators));
      const outcome = valueOrAnswer(compute.run(plan, input), "error");
      if ("answer" in outcome) return outcome.answer;
      const seal = (visibility: Visibility): Promise<PreEncoded> =>
        compute.seal(plan, input satisfies KernelRequest, outcome.value, {
          account: owner, visibility, ...services.idempotency.besideSeal(call.idempotency) }, encoded);
      const visibility = input.visibility ?? accounts.knownVisibility(owner);
      return visibility === undefined ? accounts.defaultVisibility(owner).then(seal) : seal(visibility);
    },
    price: (input) => {
      const { credits, units } = requirePlan(compute.plan(input.operators)).quote;
      return { credits, units };
    },
  };
}

const SEALED_HEADERS = ["X-Calc-Sealed", "true"] as const;
const NO_HEADERS: readonly string[] = [];

function encoded({ body, digest, sealed }: SealedAnswer): PreEncoded {
  return preEncoded({ body, headers: sealed ? SEALED_HEADERS : NO_HEADERS, digest, lent: true });
}

/** @throws ApiError for the shared demo key, which may start things but not compute. */
function ownerOf(call: Call): string {
  const { principal } = call;
  if (principal === null) throw new ApiError("MISSING_KEY", "compute needs an API key");
  if (principal.spinUpOnly) {
    throw new ApiError("FORBIDDEN", "the shared demo key starts things only; POST /api/demo-key/mint makes a key that computes");
  }
  return principal.owner;
}
