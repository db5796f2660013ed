/** X25519 and AES-256-GCM of secure channels without a platform: for pages, and wherever else a client runs. */
import { gcm } from "@noble/ciphers/aes.js";
import nacl from "tweetnacl";
import type { Crypto } from "../../protocol/ports.js";
import { tweetCrypto } from "../../protocol/seal/tweetCrypto.js";
import type { SecureCrypto } from "../../protocol/streams/secure.js";

export const portableCrypto: Crypto & SecureCrypto = {
  ...tweetCrypto,
  x25519PublicKey: (privateKey) => nacl.scalarMult.base(privateKey),
  x25519Shared(privateKey, publicKey) {
    const shared = nacl.scalarMult(privateKey, publicKey);
    return shared.every((byte) => byte === 0) ? null : shared;
  },
  aes256GcmSeal: ({ aad, key, nonce }, plaintext) => gcm(key, nonce, aad).encrypt(plaintext),
  aes256GcmOpen({ aad, key, nonce }, frame) {
    try {
      return gcm(key, nonce, aad).decrypt(frame);
    } catch {
      // The tag does not fit.
      return null;
    }
  },
};
