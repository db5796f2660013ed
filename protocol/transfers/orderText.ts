/** What an owner signs to move envelopes: types and bytes alone, which programs on the client use, too. */
import { concatBytes } from "../encoding/bytes.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";

const ORDER_TAG = "calc-move/1\u0000";
const ID_TAG = "calc-move-id/1\u0000";

/** Envelopes of one order: as many as surely fit into the 4,096 bytes of the event that burns them. */
export const MOVE_TOKENS_MAX = 10;

export interface MoveOrder {
  readonly destination: string;
  readonly expires: number;
  readonly from: string;
  readonly net: string;
  readonly nonce: string;
  readonly origin: string;
  readonly to: string;
  readonly tokens: { token_id: string; version: number }[];
}

function textOf(order: MoveOrder): string {
  const tokens = order.tokens.map(({ token_id, version }) => ({ token_id, version }));
  return canonicalize({ ...order, tokens });
}

/** The bytes an owner signs: "calc-move/1" || 00 || the canonical JSON (RFC 8785) of the order. */
export function moveBytes(order: MoveOrder): Uint8Array {
  return concatBytes(utf8Encode(ORDER_TAG), utf8Encode(textOf(order)));
}

/** Names the order on both nodes: sha256 of its canonical text, 64 hex digits. */
export function moveId(crypto: Pick<Crypto, "sha256Hex">, order: MoveOrder): string {
  return crypto.sha256Hex(ID_TAG + textOf(order));
}
