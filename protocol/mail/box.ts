/**
 * Boxes of NaCl (X25519, XSalsa20, Poly1305) on whichever X25519 the platform has: the shared
 * secret is what takes long. What `nacl.box` seals opens here, and the other way round.
 */
import nacl from "tweetnacl";
import type { SecureCrypto } from "../streams/secure.js";

export const BOX_NONCE_BYTES = 24;
/** "expand 32-byte k". */
const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;
const ROUNDS = 20;

type Agreement = Pick<SecureCrypto, "x25519Shared">;

export interface BoxEnds {
  readonly secretKey: Uint8Array;
  readonly publicKey: Uint8Array;
  /** 24 bytes. */
  readonly nonce: Uint8Array;
}

/** @throws RangeError where the public key is of low order, whose secret everybody knows */
export function sealBox(crypto: Agreement, ends: BoxEnds, plaintext: Uint8Array): Uint8Array {
  const key = boxKeyOf(crypto, ends);
  if (key === null) throw new RangeError("no box is sealed to a key of low order");
  return nacl.secretbox(plain(plaintext), plain(ends.nonce), key);
}

/** Null where it is not for this key, or was changed. */
export function openBox(crypto: Agreement, ends: BoxEnds, box: Uint8Array): Uint8Array | null {
  const key = boxKeyOf(crypto, ends);
  return key === null ? null : nacl.secretbox.open(plain(box), plain(ends.nonce), key);
}

function boxKeyOf(crypto: Agreement, { publicKey, secretKey }: BoxEnds): Uint8Array | null {
  const shared = crypto.x25519Shared(secretKey, publicKey);
  return shared === null ? null : hsalsa20(shared);
}

/** The library copies with the argument's own methods, which subclasses of Uint8Array redefine. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** HSalsa20 of a key and 16 bytes of zeros, as NaCl derives the key of a box. */
function hsalsa20(key: Uint8Array): Uint8Array {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const x = new Uint32Array(16);
  for (let i = 0; i < 4; i += 1) {
    x[5 * i] = SIGMA[i]!;
    x[1 + i] = view.getUint32(4 * i, true);
    x[11 + i] = view.getUint32(16 + 4 * i, true);
  }
  for (let round = 0; round < ROUNDS; round += 2) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 5, 9, 13, 1);
    quarter(x, 10, 14, 2, 6);
    quarter(x, 15, 3, 7, 11);
    quarter(x, 0, 1, 2, 3);
    quarter(x, 5, 6, 7, 4);
    quarter(x, 10, 11, 8, 9);
    quarter(x, 15, 12, 13, 14);
  }
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  for (const [i, at] of [0, 5, 10, 15, 6, 7, 8, 9].entries()) words.setUint32(4 * i, x[at]!, true);
  return out;
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  x[b]! ^= rotated(x[a]! + x[d]!, 7);
  x[c]! ^= rotated(x[b]! + x[a]!, 9);
  x[d]! ^= rotated(x[c]! + x[b]!, 13);
  x[a]! ^= rotated(x[d]! + x[c]!, 18);
}

function rotated(word: number, bits: number): number {
  return (word << bits) | ((word >>> 0) >>> (32 - bits));
}
