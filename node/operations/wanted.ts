/** Which envelopes a call means: those it names, or so many. */
import { ApiError } from "../../api/contract/definition/problem.js";
import type { Wanted } from "../vaults/vaultOrders.js";

export function refused(pointer: string, message: string): ApiError {
  return new ApiError("INVALID_INPUT", message, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}

/**
 * @param some a count that can be given
 * @throws ApiError unless exactly one of the two is given
 */
export function wantedOf(
  ids: readonly string[] | undefined,
  count: number | undefined,
  some = 1,
): Wanted {
  if (ids !== undefined && count === undefined) return { ids };
  if (ids === undefined && count !== undefined) return { count };
  throw ids === undefined
    ? refused(
        "/count",
        `neither \`token_ids\` nor \`count\` is given: name envelopes, or give \`count\`, as \`count: ${some}\``,
      )
    : refused("/token_ids", "`token_ids` and `count` are both given: give one of them");
}
