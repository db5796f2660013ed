/** Both ways into a node for an event: a topic, and `POST /api/mesh/gossip`. */
import { nodeCrypto } from "../../node/runtime/crypto.js";
import type { Author } from "../../protocol/seal/event.js";
import { makeHandshake } from "../../protocol/events/handshake.js";
import { nowCalcond } from "../../scripts/chaos/probe.js";
import type { RunningNode } from "../../scripts/devnet/daemons.js";
import { call, type Reply } from "../kit/requests.js";

export function handshakeOf(
  author: Author,
  secret: Uint8Array,
  text: string,
  calcond = nowCalcond(),
): string {
  const claim = { kid: 1, sender: author.publicKey, calcond: BigInt(calcond) };
  return makeHandshake(nodeCrypto, secret, claim, text);
}

/** @param text canonical event */
export function postEvent(
  node: Pick<RunningNode, "api">,
  text: string,
  handshake: string,
): Promise<Reply> {
  return call(node, "POST", "/api/mesh/gossip", undefined, {
    key: null,
    raw: text,
    headers: { "x-node-handshake": handshake },
  });
}
