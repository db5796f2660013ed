/**
 * An owner's order that envelopes leave this node for an account of another one. It is what ties the
 * end of an envelope here to its beginning there: both nodes act on the same signed text, once.
 */
import * as z from "zod";
import { fromHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";
import { verifySignature } from "../seal/signature.js";
import { MOVE_TOKENS_MAX, moveBytes, type MoveOrder } from "./orderText.js";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const account = z.string().min(1).max(64);

/** One envelope as its owner holds it: the version counts its changes of owner. */
const tokenSchema = z.strictObject({ token_id: hash, version: z.int().min(0).max(4_294_967_294) });

export const moveOrderSchema: z.ZodType<MoveOrder> = z.strictObject({
  /** Public key of the node that the envelopes go to. */
  destination: hash,
  /** Last calcond, on the clock of the destination, in which they may arrive. */
  expires: z.int().min(0),
  /** Account of the owner on the node that they come from. */
  from: account,
  net: z.string().regex(/^[0-9a-f]{8}$/),
  /** Chosen by the owner, another one for each order. */
  nonce: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  /** Public key of the node that they come from. */
  origin: hash,
  /** Account id, or the identity digest of one, on the destination. */
  to: account,
  tokens: z
    .array(tokenSchema)
    .min(1)
    .max(MOVE_TOKENS_MAX)
    .refine(
      (tokens) => tokens.every((one, i) => i === 0 || tokens[i - 1]!.token_id < one.token_id),
      "must be in the order of their ids, each once",
    ),
});
/** @param owner public key, and @param signature, in hex */
export function moveHolds(
  crypto: Pick<Crypto, "ed25519Verify">,
  order: MoveOrder,
  owner: string,
  signature: string,
): boolean {
  const [key, sig] = [fromHex(owner), fromHex(signature)];
  return key !== null && sig !== null && verifySignature(crypto, key, moveBytes(order), sig);
}
