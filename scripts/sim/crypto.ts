/**
 * The node's own cryptography for many nodes in one process. What a digest, a public key or the
 * verdict on a signature is depends on nothing but the bytes, so what one node has computed the
 * next one need not compute again: the answers are those of the real computation.
 */
import { createPrivateKey, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { Memo } from "./memo.js";

export type SimCrypto = typeof nodeCrypto;

/** More than the distinct signatures of one run. */
const VERDICTS_MAX = 65_536;
/** More than the distinct texts of one run; long ones are hashed anew. */
const DIGESTS_MAX = 32_768;
const TEXT_CHARS_MAX = 1_024;
const KEYS_MAX = 4_096;
/** DER around an Ed25519 seed (RFC 8410, PKCS #8). */
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function latin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("latin1");
}

/** A signature that was checked: what it was checked against, and what came of it. */
interface Checked {
  readonly publicKey: Buffer;
  readonly message: Buffer;
  readonly isValid: boolean;
}

/** @returns primitives that remember what they gave */
export function sharedCrypto(): SimCrypto {
  const verdicts = new Memo<Checked>(VERDICTS_MAX);
  const digests = new Memo<string>(DIGESTS_MAX);
  const publicKeys = new Memo<Uint8Array>(KEYS_MAX);
  // All nodes of a run sign here, more than a process of its own has keys for.
  const privateKeys = new Memo<KeyObject>(KEYS_MAX);
  return {
    ...nodeCrypto,
    sha256Hex(data) {
      if (typeof data !== "string" || data.length > TEXT_CHARS_MAX)
        return nodeCrypto.sha256Hex(data);
      return digests.get(data, () => nodeCrypto.sha256Hex(data));
    },
    ed25519PublicKey: (seed) =>
      new Uint8Array(publicKeys.get(latin1(seed), () => nodeCrypto.ed25519PublicKey(seed))),
    ed25519Sign: (seed, message) =>
      new Uint8Array(
        sign(
          null,
          message,
          privateKeys.get(latin1(seed), () =>
            createPrivateKey({
              key: Buffer.concat([PRIVATE_DER, seed]),
              format: "der",
              type: "pkcs8",
            }),
          ),
        ),
      ),
    ed25519Verify(publicKey, message, signature) {
      // Found by its signature alone; one signature over two messages is no rule of the
      // mathematics, so both are compared.
      const known = verdicts.get(latin1(signature), () => ({
        publicKey: Buffer.from(publicKey),
        message: Buffer.from(message),
        isValid: nodeCrypto.ed25519Verify(publicKey, message, signature),
      }));
      return known.publicKey.equals(publicKey) && known.message.equals(message)
        ? known.isValid
        : nodeCrypto.ed25519Verify(publicKey, message, signature);
    },
  };
}

/** A planted fault: every signature counts as valid. */
export function credulous(crypto: SimCrypto): SimCrypto {
  return { ...crypto, ed25519Verify: () => true };
}
