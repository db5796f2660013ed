/** X25519 and AES-256-GCM of secure channels on node:crypto. */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
} from "node:crypto";
import type { Crypto } from "../../protocol/ports.js";
import type { SecureCrypto } from "../../protocol/streams/secure.js";
import { nodeCrypto } from "./crypto.js";

const ALGORITHM = "aes-256-gcm";
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** DER around a bare X25519 key (RFC 8410). */
const PRIVATE_DER = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b656e032100", "hex");

function privateKeyOf(raw: Uint8Array) {
  const key = Buffer.concat([PRIVATE_DER, raw]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

export const secureCrypto: Crypto & SecureCrypto = {
  ...nodeCrypto,
  x25519PublicKey(privateKey) {
    const key = createPublicKey(privateKeyOf(privateKey));
    const der = key.export({ format: "der", type: "spki" });
    return new Uint8Array(der.subarray(der.length - KEY_BYTES));
  },
  x25519Shared(privateKey, publicKey) {
    const other = createPublicKey({
      key: Buffer.concat([PUBLIC_DER, publicKey]),
      format: "der",
      type: "spki",
    });
    try {
      return new Uint8Array(
        diffieHellman({ privateKey: privateKeyOf(privateKey), publicKey: other }),
      );
    } catch {
      // OpenSSL fails where the secret is all zeros, and there only.
      return null;
    }
  },
  aes256GcmSeal({ aad, key, nonce }, plaintext) {
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    cipher.setAAD(aad);
    return new Uint8Array(
      Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]),
    );
  },
  aes256GcmOpen({ aad, key, nonce }, frame) {
    if (frame.length < TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(aad);
    decipher.setAuthTag(frame.subarray(frame.length - TAG_BYTES));
    const text = decipher.update(frame.subarray(0, frame.length - TAG_BYTES));
    try {
      return new Uint8Array(Buffer.concat([text, decipher.final()]));
    } catch {
      // The tag does not fit.
      return null;
    }
  },
};
