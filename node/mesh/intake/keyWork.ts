/**
 * Work shown by a key itself: sha256("calc-key-work/1" 00 key) begins with so many zero bits. It
 * costs who makes keys some 65,000 of them, and who checks one hash. Nothing on the wire changes:
 * other keys are as good, but wait where places are scarce.
 */
import type { Crypto } from "../../../protocol/ports.js";

export const KEY_WORK_BITS = 16;
const TAG = Buffer.from("calc-key-work/1\0");

/** @param publicKey 64 hex digits */
export function hasWork(
  { sha256 }: Pick<Crypto, "sha256">,
  publicKey: string,
  bits = KEY_WORK_BITS,
): boolean {
  const hash = sha256(Buffer.concat([TAG, Buffer.from(publicKey, "hex")]));
  const head = ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0;
  return Math.clz32(head) >= bits;
}
