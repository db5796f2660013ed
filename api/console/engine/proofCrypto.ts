/** The primitives of a proof; receipts of one window have one signature, which is checked once. */
import { toHex } from "../../../protocol/encoding/hex.js";
import type { Crypto } from "../../../protocol/ports.js";
import { tweetCrypto } from "../../../protocol/seal/tweetCrypto.js";

let last: { readonly of: string; readonly holds: boolean } | null = null;

export const proofCrypto: Crypto = {
  ...tweetCrypto,
  ed25519Verify: (publicKey, message, signature) => {
    const of = [publicKey, signature, message].map(toHex).join(" ");
    if (last?.of !== of)
      last = { of, holds: tweetCrypto.ed25519Verify(publicKey, message, signature) };
    return last.holds;
  },
};
