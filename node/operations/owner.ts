/** Whose account a call works for, and who shows work for it. */
import type { Call, Principal } from "../../api/contract/definition/call.js";
import { ApiError } from "../../api/contract/definition/problem.js";
import { WORK_HEADER } from "../../protocol/work/challenge.js";
import type { Worker } from "../accounts/work.js";

/** Who calls, where the contract asks for a key. */
export function principalOf({ principal }: Pick<Call, "principal">): Principal {
  if (principal === null) throw new ApiError("MISSING_KEY", "this needs a key");
  return principal;
}

/** @throws ApiError for the shared demo key, which may start things but not compute. */
export function ownerOf({ principal }: Call): string {
  if (principal === null) throw new ApiError("MISSING_KEY", "compute needs an API key");
  if (principal.spinUpOnly) {
    throw new ApiError(
      "FORBIDDEN",
      "the shared demo key starts things only; POST /api/demo-key/mint makes a key that computes",
    );
  }
  return principal.owner;
}

/**
 * @returns first characters of the operator's key. @throws ApiError FORBIDDEN for everybody else
 */
export function operatorOf(call: Call, what: string): string {
  ownerOf(call);
  if (call.principal?.unlimited !== true)
    throw new ApiError("FORBIDDEN", `only the operator ${what}`);
  return call.principal.keyPrefix;
}

/** The API key of a call, where what it opens is asked for; null for a session. */
export function apiKeyOf(call: Pick<Call, "header" | "principal">): string | null {
  if (call.principal?.kind !== "account") return null;
  return /^bearer +(\S+)$/i.exec(call.header("authorization"))?.[1] ?? null;
}

export function workerOf(call: Pick<Call, "address" | "header">): Worker {
  return { address: call.address(), proof: call.header(WORK_HEADER) };
}
