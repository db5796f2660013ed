/**
 * The primitives without a platform: for the console and for anything else that runs where
 * node:crypto does not.
 */
import nacl from "tweetnacl";
import { toHex } from "../encoding/hex.js";
import { hmacSha256, sha256 } from "../encoding/sha256.js";
import type { Crypto } from "../ports.js";
import { PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from "./signature.js";

const SEED_BYTES = 32;

/**
 * About 75 times slower at signatures than the node's own; it accepts S + L, so only behind
 * `verifySignature`.
 */
export const tweetCrypto: Crypto = {
  sha256,
  sha256Hex: (data) => toHex(sha256(data)),
  hmacSha256,
  ed25519Sign: (seed, message) => nacl.sign.detached(plain(message), keyPair(seed).secretKey),
  ed25519Verify: (publicKey, message, signature) =>
    publicKey.length === PUBLIC_KEY_BYTES &&
    signature.length === SIGNATURE_BYTES &&
    nacl.sign.detached.verify(plain(message), plain(signature), plain(publicKey)),
  ed25519PublicKey: (seed) => keyPair(seed).publicKey,
};

function keyPair(seed: Uint8Array): nacl.SignKeyPair {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an Ed25519 seed has ${SEED_BYTES} bytes`);
  return nacl.sign.keyPair.fromSeed(plain(seed));
}

/** The library copies with the argument's own methods, which subclasses of Uint8Array redefine. */
function plain(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
