/**
 * A verifiable random function: ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381. Of one key and one text
 * there is one output, which nobody can foresee without the secret and anybody can check. A
 * signature has no such bound: its maker can try several.
 *
 * A node uses its Ed25519 key. Nothing that it signs is 32 bytes long, so that no nonce is made of
 * one message twice.
 */
import nacl from "tweetnacl";
import { concatBytes, equalBytes } from "../encoding/bytes.js";
import {
  add,
  BASE,
  bytesOf,
  decodePoint,
  encodePoint,
  isSmallOrder,
  negated,
  numberOf,
  ORDER,
  times,
  type Point,
} from "./edwards25519.js";

const SUITE = 0x03;
const POINT_BYTES = 32;
const CHALLENGE_BYTES = 16;
const SCALAR_BYTES = 32;
const VRF_PROOF_BYTES = POINT_BYTES + CHALLENGE_BYTES + SCALAR_BYTES;
const COFACTOR = 8n;
const TRIES_MAX = 256;

/** @param seed 32-byte Ed25519 seed. @returns 80 bytes */
export function vrfProof(seed: Uint8Array, alpha: Uint8Array): Uint8Array {
  const digest = sha512(seed);
  const scalar = clamped(digest.slice(0, SCALAR_BYTES));
  const publicKey = encodePoint(times(scalar, BASE));
  const h = encodedToCurve(publicKey, alpha);
  const hText = encodePoint(h);
  const gamma = encodePoint(times(scalar, h));
  const nonce = numberOf(sha512(digest.slice(SCALAR_BYTES), hText)) % ORDER;
  const c = challengeOf(
    publicKey,
    hText,
    gamma,
    encodePoint(times(nonce, BASE)),
    encodePoint(times(nonce, h)),
  );
  const s = (nonce + numberOf(c) * scalar) % ORDER;
  return concatBytes(gamma, c, bytesOf(s, SCALAR_BYTES));
}

/** @returns the output of 64 bytes; null where the proof is none of this key and text */
export function vrfOutput(
  publicKey: Uint8Array,
  alpha: Uint8Array,
  proof: Uint8Array,
): Uint8Array | null {
  if (proof.length !== VRF_PROOF_BYTES) return null;
  const key = decodePoint(publicKey);
  const gammaText = proof.slice(0, POINT_BYTES);
  const gamma = decodePoint(gammaText);
  const c = proof.slice(POINT_BYTES, POINT_BYTES + CHALLENGE_BYTES);
  const s = numberOf(proof.slice(POINT_BYTES + CHALLENGE_BYTES));
  if (key === null || gamma === null || s >= ORDER || isSmallOrder(key)) return null;
  const h = encodedToCurve(publicKey, alpha);
  const challenge = numberOf(c);
  const u = difference(times(s, BASE), times(challenge, key));
  const v = difference(times(s, h), times(challenge, gamma));
  const found = challengeOf(publicKey, encodePoint(h), gammaText, encodePoint(u), encodePoint(v));
  if (!equalBytes(found, c)) return null;
  return sha512(new Uint8Array([SUITE, 0x03]), encodePoint(times(COFACTOR, gamma)), ZERO_BYTE);
}

const ZERO_BYTE = new Uint8Array([0]);

/** Try and increment: of public texts only, so that its time tells nothing. */
function encodedToCurve(publicKey: Uint8Array, alpha: Uint8Array): Point {
  for (let counter = 0; counter < TRIES_MAX; counter += 1) {
    const tail = new Uint8Array([counter, 0]);
    const digest = sha512(new Uint8Array([SUITE, 0x01]), publicKey, alpha, tail);
    const point = decodePoint(digest.slice(0, POINT_BYTES));
    if (point !== null) return times(COFACTOR, point);
  }
  throw new RangeError("no point for this text"); // One text of 2^256.
}

function challengeOf(...points: readonly Uint8Array[]): Uint8Array {
  const digest = sha512(new Uint8Array([SUITE, 0x02]), ...points, ZERO_BYTE);
  return digest.slice(0, CHALLENGE_BYTES);
}

function difference(p: Point, q: Point): Point {
  return add(p, negated(q));
}

function clamped(bytes: Uint8Array): bigint {
  const cleared = new Uint8Array(bytes);
  cleared[0] = cleared[0]! & 0xf8;
  cleared[31] = (cleared[31]! & 0x7f) | 0x40;
  return numberOf(cleared);
}

function sha512(...parts: readonly Uint8Array[]): Uint8Array {
  return nacl.hash(concatBytes(...parts));
}
