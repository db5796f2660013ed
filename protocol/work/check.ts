/**
 * Whose challenge a solution answers, and whether it does. Given the key and the time, a pure
 * function.
 */
import { equalBytes } from "../encoding/bytes.js";
import { fromHex, toHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";
import {
  challengeText,
  readSolution,
  SUBJECT_CHARS,
  workText,
  type Challenge,
} from "./challenge.js";
import type { WorkPurpose } from "./ladder.js";

type Hashing = Pick<Crypto, "sha256" | "sha256Hex" | "hmacSha256">;

/** Why a solution is not taken, in the order of the checks. */
export type WorkFault =
  | "malformed"
  | "purpose"
  | "subject"
  | "expired"
  | "too-few-bits"
  | "wrong-nonce"
  | "mac"
  | "spent";

export const WORK_FAULTS: Readonly<Record<WorkFault, string>> = {
  malformed:
    "the header is not <challenge>;<mac>;<nonce> with 1 to 64 letters and digits at its end",
  purpose: "the challenge is for something else",
  subject: "the challenge was given to another address",
  expired: "the challenge has expired",
  "too-few-bits": "more bits are owed by now than the challenge asked for",
  "wrong-nonce": "the digest of challenge, colon and nonce has too few leading zero bits",
  mac: "the challenge is not one of this node's",
  spent: "the challenge was used before",
};

export interface WorkTask {
  readonly purpose: WorkPurpose;
  readonly subject: string;
  /** Leading zero bits owed now. */
  readonly bits: number;
  readonly calcond: number;
}

export type WorkVerdict =
  /** @member digest of the challenge, hex: who was seen once may not come again. */
  | { readonly ok: true; readonly digest: string; readonly expires: number }
  | { readonly ok: false; readonly fault: WorkFault };

export interface GivenChallenge {
  readonly challenge: string;
  readonly mac: string;
}

/** @param group the address, as far as it counts for one caller */
export function subjectOf(crypto: Hashing, key: Uint8Array, group: string): string {
  return toHex(crypto.hmacSha256(key, group)).slice(0, SUBJECT_CHARS);
}

/** No text of an address begins as a challenge does, so one key serves both. */
function macOf(crypto: Hashing, key: Uint8Array, text: string): Uint8Array {
  return crypto.hmacSha256(key, text);
}

export function giveChallenge(
  crypto: Hashing,
  key: Uint8Array,
  challenge: Challenge,
): GivenChallenge {
  const text = challengeText(challenge);
  return { challenge: text, mac: toHex(macOf(crypto, key, text)) };
}

/**
 * Checks form, purpose and subject, expiry, bits, digest, and the MAC last and in constant time.
 * Whether it was used before only the store knows.
 * @param header as it came, of any length
 */
export function checkWork(
  crypto: Hashing,
  key: Uint8Array,
  header: string,
  { purpose, subject, bits, calcond }: WorkTask,
): WorkVerdict {
  const no = (fault: WorkFault): WorkVerdict => ({ ok: false, fault });
  const solution = readSolution(header);
  if (solution === null) return no("malformed");
  const { challenge, text, mac, nonce } = solution;
  if (challenge.purpose !== purpose) return no("purpose");
  if (challenge.subject !== subject) return no("subject");
  if (calcond > challenge.expires) return no("expired");
  if (challenge.bits < bits) return no("too-few-bits");
  if (!hasZeroBits(crypto.sha256(workText(text, nonce)), challenge.bits)) return no("wrong-nonce");
  if (!equalBytes(macOf(crypto, key, text), fromHex(mac)!)) return no("mac");
  return { ok: true, digest: crypto.sha256Hex(text), expires: challenge.expires };
}

/** Whether the first so many bits are zero: bits, not hex digits. */
export function hasZeroBits(digest: Uint8Array, bits: number): boolean {
  let zeros = 0;
  for (const byte of digest) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24 >= bits;
    zeros += 8;
  }
  return zeros >= bits;
}
