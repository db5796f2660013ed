/** Whose account a call works for. */
import type { Call } from "../../api/contract/call.js";
import { ApiError } from "../../api/errors.js";

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
