/**
 * Bearer secrets: a prefix that says what it is, 32 random bytes in base62 (43 characters), and a
 * 6-character CRC. The check digits tell a typing error from a revoked key without asking the
 * store.
 */
import { crc32 } from "node:zlib";
import type { RandomBytes } from "../random.js";

export const KEY_PREFIX_CHARS = 12;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_CHARS = 43;
const CHECK_CHARS = 6;
const BODY = /^[0-9A-Za-z]{49}$/;
const ENTROPY_BYTES = 32;

/** Keys of accounts and of machines, and tokens of sessions. */
export type KeyKind = "account" | "machine" | "session";

const PREFIXES: Readonly<Record<KeyKind, string>> = {
  account: "calc_ak_",
  machine: "csm_",
  session: "calc_st_",
};
const KINDS: readonly KeyKind[] = ["account", "machine", "session"];

function base62(value: bigint, chars: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < chars; i++) {
    text = ALPHABET[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}

function checkDigits(text: string): string {
  return base62(BigInt(crc32(text)), CHECK_CHARS);
}

/** The key that 32 bytes spell. */
export function keyFromEntropy(entropy: Uint8Array, kind: KeyKind = "account"): string {
  const body =
    PREFIXES[kind] + base62(BigInt(`0x${Buffer.from(entropy).toString("hex")}`), BODY_CHARS);
  return body + checkDigits(body);
}

export function makeKey(kind: KeyKind, random: RandomBytes): string {
  return keyFromEntropy(random.bytes(ENTROPY_BYTES), kind);
}

/**
 * What a text is by its prefix and check digits, or null: says nothing about whether the key
 * exists.
 */
export function kindOfKey(key: string): KeyKind | null {
  const kind = KINDS.find((one) => key.startsWith(PREFIXES[one]));
  if (kind === undefined || !BODY.test(key.slice(PREFIXES[kind].length))) return null;
  const body = key.slice(0, -CHECK_CHARS);
  return key.slice(-CHECK_CHARS) === checkDigits(body) ? kind : null;
}

export function isWellFormedKey(key: string): boolean {
  return kindOfKey(key) !== null;
}
