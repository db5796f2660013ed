/** Who acts on a machine, as rows of its log name it; and the row of what its key has computed. */
import type { Call, Principal } from "../../api/contract/definition/call.js";
import type { ActorRole, RowActor } from "../../protocol/log/row.js";
import type { SealedPlace } from "../sealing/draft.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { LogServices } from "../machines/log/createLogs.js";

export function actorOf({ keyPrefix }: Principal, role: ActorRole): RowActor {
  return { key: keyPrefix, role };
}

/** A result that the key of a machine asked for has a row in its log, in the batch of its seal. */
export function rowOf(
  { machineLog }: Pick<LogServices, "machineLog">,
  { principal }: Pick<Call, "principal">,
): { readonly companion?: Companion<SealedPlace> } {
  if (principal === null || principal.machine === null) return {};
  return { companion: machineLog.withSeal(principal.machine, actorOf(principal, "admin")) };
}
