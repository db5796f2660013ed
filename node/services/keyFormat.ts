/**
 * Bearer keys: `calc_ak_` + 32 random bytes in base62 (43 characters) + a 6-character CRC. The check digits
 * tell a typing error from a revoked key without asking the store.
 */
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ACCOUNT_KEY_PREFIX = "calc_ak_";
export const KEY_PREFIX_CHARS = 12;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_CHARS = 43;
const CHECK_CHARS = 6;
const PATTERN = /^calc_ak_[0-9A-Za-z]{49}$/;

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

const ENTROPY_BYTES = 32;

/** The key that 32 bytes spell. */
export function keyFromEntropy(entropy: Uint8Array): string {
  const body = ACCOUNT_KEY_PREFIX + base62(BigInt(`0x${Buffer.from(entropy).toString("hex")}`), BODY_CHARS);
  return body + checkDigits(body);
}

export function makeAccountKey(): string {
  return keyFromEntropy(randomBytes(ENTROPY_BYTES));
}

/** Whether the check digits hold: says nothing about whether the key exists. */
export function isWellFormedKey(key: string): boolean {
  if (!PATTERN.test(key)) return false;
  const body = key.slice(0, -CHECK_CHARS);
  return key.slice(-CHECK_CHARS) === checkDigits(body);
}
