/** The work a claim shows, bound to who claims what; and commitments to a claim not yet shown. */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";
import { workBits } from "./rules.js";

const WORK_TAG = "calc-name-work/1\u0000";
const COMMIT_TAG = "calc-name-commit/1\u0000";

type Hashing = Pick<Crypto, "sha256" | "sha256Hex">;

/** Bytes hashed for a nonce: the nonce stands last, so that most of it is hashed once. */
export function workText(author: string, name: string | null, nonce: string): string {
  return WORK_TAG + canonicalize({ author, name, nonce });
}

export function leadingZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** @param author the claimant's public key in hex */
export function hasWork(
  crypto: Hashing,
  author: string,
  name: string | null,
  nonce: string,
): boolean {
  return leadingZeroBits(crypto.sha256(workText(author, name, nonce))) >= workBits(name);
}

/** What `name.commit` publishes of a claim that will show its salt. */
export function commitHash(
  crypto: Hashing,
  claim: { readonly author: string; readonly name: string | null; readonly salt: string },
): string {
  const { author, name, salt } = claim;
  return crypto.sha256Hex(COMMIT_TAG + canonicalize({ author, name, salt }));
}
