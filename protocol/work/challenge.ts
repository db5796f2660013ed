/**
 * The texts of a challenge and its solution. The node keeps nothing of a challenge: a MAC over the
 * whole text is how it knows its own again.
 */
import { WORK_PURPOSES, type WorkPurpose } from "./ladder.js";

/** Request header that brings a solution: `<challenge>;<mac>;<nonce>`. */
export const WORK_HEADER = "x-calc-pow";
/** Longest solution: challenge, MAC and nonce; longer ones are not looked at. */
export const WORK_HEADER_CHARS_MAX = 256;
export const SUBJECT_CHARS = 16;
export const SALT_BYTES = 16;
const NONCE_CHARS_MAX = 64;
const TAG = "calc-pow/1";
const CHALLENGE = new RegExp(
  `^${TAG}:(${WORK_PURPOSES.join("|")}):([1-9]\\d?):(0|[1-9]\\d{0,14}):([0-9a-f]{${SUBJECT_CHARS}})` +
    `:([0-9a-f]{${2 * SALT_BYTES}})$`,
);
const MAC = /^[0-9a-f]{64}$/;
const NONCE = new RegExp(`^[A-Za-z0-9]{1,${NONCE_CHARS_MAX}}$`);

export interface Challenge {
  readonly purpose: WorkPurpose;
  /** Leading zero bits. */
  readonly bits: number;
  /** The last calcond in which it is good. */
  readonly expires: number;
  /** Whom it was given to: 16 hex digits that say nothing of the address to others. */
  readonly subject: string;
  /** 32 hex digits: makes each challenge another. */
  readonly salt: string;
}

export interface Solution {
  readonly challenge: Challenge;
  /** The challenge as it was given. */
  readonly text: string;
  /** 64 hex digits. */
  readonly mac: string;
  readonly nonce: string;
}

export function challengeText({ purpose, bits, expires, subject, salt }: Challenge): string {
  return `${TAG}:${purpose}:${bits}:${expires}:${subject}:${salt}`;
}

/** Null for any text that no node writes. */
export function readChallenge(text: string): Challenge | null {
  const match = CHALLENGE.exec(text);
  if (match === null) return null;
  const [, purpose, bits, expires, subject, salt] = match;
  const known = WORK_PURPOSES.find((one) => one === purpose);
  if (known === undefined) return null;
  return {
    purpose: known,
    bits: Number(bits),
    expires: Number(expires),
    subject: subject!,
    salt: salt!,
  };
}

/** The value of the header. */
export function solutionText(challenge: string, mac: string, nonce: string): string {
  return `${challenge};${mac};${nonce}`;
}

/** Null for anything but three parts of their own form. */
export function readSolution(text: string): Solution | null {
  if (text.length > WORK_HEADER_CHARS_MAX) return null;
  const parts = text.split(";");
  const [first = "", mac = "", nonce = ""] = parts;
  const challenge = readChallenge(first);
  if (challenge === null || parts.length !== 3 || !MAC.test(mac) || !NONCE.test(nonce)) return null;
  return { challenge, text: first, mac, nonce };
}

/** Bytes hashed: its digest must begin with enough zero bits. */
export function workText(challenge: string, nonce: string): string {
  return `${challenge}:${nonce}`;
}
