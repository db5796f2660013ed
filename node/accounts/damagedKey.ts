/** A key of which the node cannot read what it keeps. */
import { Refusal } from "../../protocol/errors/refusal.js";

/** That it cannot be read is the node's failure, and says nothing about the request. */
export function damagedKeyError(prefix: string): Refusal {
  return new Refusal(
    "NOT_READY",
    `what the node keeps about the key ${prefix} is damaged: revoke it, and make another`,
    { members: { reasons: ["db"] } },
  );
}
