/** Says something on this node's own spine. */
import type { JsonObject } from "../../protocol/ports.js";
import type { TransferKind } from "../../protocol/transfers/bodies.js";

export interface TransferVoice {
  /** @returns the event's id once it is durable; null when nothing may be written now */
  say(kind: TransferKind, body: JsonObject): Promise<string | null>;
}
