/**
 * The node's own cryptography for many nodes in one process. What a digest, a public key or the
 * verdict on a signature is depends on nothing but the bytes, so what one node has computed the next
 * one need not compute again: the answers are those of the real computation.
 */
import { nodeCrypto } from "../../node/crypto.js";
import { Memo } from "./memo.js";

export type SimCrypto = typeof nodeCrypto;

/** More than the distinct signatures of one run. */
const VERDICTS_MAX = 65_536;
/** More than the distinct texts of one run; long ones are hashed anew. */
const DIGESTS_MAX = 32_768;
const TEXT_CHARS_MAX = 1_024;
const KEYS_MAX = 4_096;

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** @returns primitives that remember what they gave */
export function sharedCrypto(): SimCrypto {
  const verdicts = new Memo<boolean>(VERDICTS_MAX);
  const digests = new Memo<string>(DIGESTS_MAX);
  const publicKeys = new Memo<Uint8Array>(KEYS_MAX);
  return {
    ...nodeCrypto,
    sha256Hex(data) {
      if (typeof data !== "string" || data.length > TEXT_CHARS_MAX) return nodeCrypto.sha256Hex(data);
      return digests.get(data, () => nodeCrypto.sha256Hex(data));
    },
    ed25519PublicKey: (seed) => new Uint8Array(
      publicKeys.get(latin1(seed), () => nodeCrypto.ed25519PublicKey(seed))),
    ed25519Verify: (publicKey, message, signature) => verdicts.get(
      latin1(signature) + latin1(publicKey) + latin1(message),
      () => nodeCrypto.ed25519Verify(publicKey, message, signature)),
  };
}

/** A planted fault: every signature counts as valid. */
export function credulous(crypto: SimCrypto): SimCrypto {
  return { ...crypto, ed25519Verify: () => true };
}
