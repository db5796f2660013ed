/** The offer of envelopes that an owner signs and a recipient presents. */
import { concatBytes } from "../encoding/bytes.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import { verifySignature } from "../seal/signature.js";

const OFFER_TAG = utf8Encode("calc-transfer/1\u0000");

/** What an owner offers: these envelopes to this recipient, once, up to a calcond. */
export interface TransferOffer {
  readonly token_ids: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly expiresCalcond: number;
  readonly nonce: string;
}

/**
 * The bytes an owner signs: "calc-transfer/1" || 00 || the canonical JSON (RFC 8785) of the offer.
 */
export function offerBytes({
  token_ids,
  from,
  to,
  expiresCalcond,
  nonce,
}: TransferOffer): Uint8Array {
  return concatBytes(
    OFFER_TAG,
    utf8Encode(canonicalize({ token_ids, from, to, expiresCalcond, nonce })),
  );
}

/** @param publicKey, signature 32 and 64 bytes */
export function offerHolds(
  crypto: Crypto,
  offer: TransferOffer,
  publicKey: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verifySignature(crypto, publicKey, offerBytes(offer), signature);
}
