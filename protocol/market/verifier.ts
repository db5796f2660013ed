/** Events read and verified one by one, as a stranger holds them. */
import { eventId, headerTextOf, readEvent, verifyEventSignature } from "../seal/event.js";
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto, JsonObject } from "../ports.js";

export interface VerifiedEvent {
  readonly id: string;
  readonly kind: string;
  readonly author: string;
  readonly calcond: number;
  /** Its number on its author's spine. */
  readonly seq: number;
  readonly body: JsonObject;
}

/** @returns null for what its author has not signed, or not for this network */
export function createVerifier(crypto: Crypto, net: string) {
  return (held: JsonObject): VerifiedEvent | null => {
    const event = readEvent(held);
    if (event === null || event.body === null || event.header.net !== net) return null;
    const { author, body_hash: bodyHash, calcond, kind, seq } = event.header;
    if (crypto.sha256Hex(canonicalize(event.body)) !== bodyHash) return null;
    const headerText = headerTextOf(event.header);
    if (!verifyEventSignature(crypto, author, headerText, event.sig)) return null;
    return { id: eventId(crypto, headerText), kind, author, calcond, seq, body: event.body };
  };
}
