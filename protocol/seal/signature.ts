/**
 * The one verifier of Ed25519 signatures: libraries disagree about forged edge cases, and a mesh
 * may not.
 */
import { fromHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";

export const PUBLIC_KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/**
 * 2^252 + 27742317777372353535851937790883648493, little-endian: the order of the base point (RFC
 * 8032, 5.1).
 */
const GROUP_ORDER = bytesOf("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
/** 2^255 - 19, little-endian. */
const FIELD_PRIME = bytesOf("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
/**
 * The y coordinates of the eight points whose order divides 8, sign bit cleared. With such a key
 * some signature is valid for every message. A test derives them from the curve equation.
 */
const SMALL_ORDER_Y: readonly Uint8Array[] = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
].map(bytesOf);

/**
 * True when the signature is valid, in this order: lengths 32 and 64; S below the group order;
 * public key and R canonically encoded and not of small order; then Ed25519 itself (RFC 8032,
 * without multiplying by the cofactor). R is included because newer releases of OpenSSL refuse it
 * where older ones do not, and no honest signer ever makes one.
 */
export function verifySignature(
  crypto: Pick<Crypto, "ed25519Verify">,
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES || !isAcceptableKey(publicKey)) return false;
  if (!isBelow(signature.subarray(32), GROUP_ORDER)) return false;
  if (!isAcceptablePoint(signature.subarray(0, 32))) return false;
  return crypto.ed25519Verify(publicKey, message, signature);
}

/**
 * False for a wrong length, a y coordinate not below the field prime, and points of small order.
 */
export function isAcceptableKey(publicKey: Uint8Array): boolean {
  return publicKey.length === PUBLIC_KEY_BYTES && isAcceptablePoint(publicKey);
}

/** @param encoded 32 bytes. */
function isAcceptablePoint(encoded: Uint8Array): boolean {
  // Not slice(): on a subclass such as Buffer that is a view, and the caller's bytes would change.
  const y = new Uint8Array(encoded);
  y[31] = y[31]! & 0x7f;
  return isBelow(y, FIELD_PRIME) && !SMALL_ORDER_Y.some((small) => sameBytes(y, small));
}

/** Compares little-endian numbers of 32 bytes. */
function isBelow(value: Uint8Array, bound: Uint8Array): boolean {
  for (let i = 31; i >= 0; i -= 1) {
    if (value[i]! !== bound[i]!) return value[i]! < bound[i]!;
  }
  return false;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < 32; i += 1) if (a[i]! !== b[i]!) return false;
  return true;
}

function bytesOf(hex: string): Uint8Array {
  return fromHex(hex)!;
}
