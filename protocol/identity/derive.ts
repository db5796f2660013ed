/**
 * What follows from an equation: the identity digest and the Ed25519 key. All of it runs where the
 * equation is, in the client; nodes see the digest, the public key and signatures.
 */
import { concatBytes } from "../encoding/bytes.js";
import { toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { hmacSha256, sha256 } from "../encoding/sha256.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";

const KEY_INFO = "calc-id/1";
const SESSION_TAG = "calc-session/1\u0000";
const SEED_BYTES = 32;
const CID_CHARS = 32;

export interface DerivedIdentity {
  /** First 32 hex digits of SHA-256 of the equation. */
  readonly cid: string;
  /** 32 bytes. */
  readonly seed: Uint8Array;
  /** 64 hex digits. */
  readonly publicKey: string;
}

/**
 * HKDF-SHA-256 (RFC 5869) with an empty salt, for outputs of at most one digest.
 * @returns `bytes` bytes, at most 32
 */
export function hkdfSha256(
  secret: Uint8Array,
  info: string,
  bytes: number = SEED_BYTES,
): Uint8Array {
  if (bytes > SEED_BYTES) throw new RangeError("one block of output at most");
  const key = hmacSha256(new Uint8Array(SEED_BYTES), secret);
  const block = concatBytes(utf8Encode(info), Uint8Array.of(1));
  return hmacSha256(key, block).subarray(0, bytes);
}

/** @param equation the text itself, byte for byte: no space or line end is added or taken away. */
export function identityOf(
  crypto: Pick<Crypto, "ed25519PublicKey">,
  equation: string,
): DerivedIdentity {
  const text = utf8Encode(equation);
  const seed = hkdfSha256(text, KEY_INFO);
  return {
    cid: toHex(sha256(text)).slice(0, CID_CHARS),
    seed,
    publicKey: toHex(crypto.ed25519PublicKey(seed)),
  };
}

export interface SessionClaim {
  readonly cid: string;
  readonly nonce: string;
  /**
   * Ed25519 key of the node that asked, hex: an answer for one node is worth nothing at another.
   */
  readonly node: string;
}

/** The bytes whose signature opens a session. */
export function sessionMessage({ cid, nonce, node }: SessionClaim): Uint8Array {
  return utf8Encode(SESSION_TAG + canonicalize({ cid, nonce, node }));
}

/** Signature over the session's text, 128 hex digits. */
export function signSession(
  crypto: Pick<Crypto, "ed25519Sign">,
  seed: Uint8Array,
  claim: SessionClaim,
): string {
  return toHex(crypto.ed25519Sign(seed, sessionMessage(claim)));
}
