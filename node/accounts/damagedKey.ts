/** A key of which the node cannot read what it keeps. */
import { ApiError } from "../../api/errors.js";

/** That it cannot be read is the node's failure, and says nothing about the request. */
export function damagedKeyError(prefix: string): ApiError {
  return new ApiError(
    "NOT_READY",
    `what the node keeps about the key ${prefix} is damaged: revoke it, and make another`,
    { members: { reasons: ["db"] } },
  );
}
