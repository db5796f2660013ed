/**
 * The node's own cryptography for many nodes in one process. Whether a signature is valid depends on
 * nothing but key, message and signature, so what one node has found out the next one need not
 * compute again: the answers are those of the real check.
 */
import { nodeCrypto } from "../../node/crypto.js";

export type SimCrypto = typeof nodeCrypto;

/** Verdicts remembered: more than the distinct signatures of one run. */
const VERDICTS_MAX = 65_536;

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** @returns primitives that remember the verdicts of signature checks */
export function sharedCrypto(): SimCrypto {
  const verdicts = new Map<string, boolean>();
  return {
    ...nodeCrypto,
    ed25519Verify(publicKey, message, signature) {
      const name = latin1(signature) + latin1(publicKey) + latin1(message);
      const known = verdicts.get(name);
      if (known !== undefined) return known;
      if (verdicts.size >= VERDICTS_MAX) verdicts.clear();
      const verdict = nodeCrypto.ed25519Verify(publicKey, message, signature);
      verdicts.set(name, verdict);
      return verdict;
    },
  };
}

/** A planted fault: every signature counts as valid. */
export function credulous(crypto: SimCrypto): SimCrypto {
  return { ...crypto, ed25519Verify: () => true };
}
