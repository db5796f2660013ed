const DIGITS = "0123456789abcdef";
const BYTE_TEXTS: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => DIGITS[byte >> 4]! + DIGITS[byte & 15]!,
);

/** Lower-case hex, the only form hashes, keys and signatures travel in. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 1) text += BYTE_TEXTS[bytes[i]!]!;
  return text;
}

/** The bytes, or null for an odd length or any character outside 0-9a-f (upper case included). */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    const high = digit(text.charCodeAt(2 * i));
    const low = digit(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return null;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** True for a string of exactly `bytes` bytes in lower-case hex. */
export function isHex(value: unknown, bytes: number): value is string {
  if (typeof value !== "string" || value.length !== 2 * bytes) return false;
  for (let i = 0; i < value.length; i += 1) if (digit(value.charCodeAt(i)) < 0) return false;
  return true;
}

function digit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  return unit >= 97 && unit <= 102 ? unit - 87 : -1;
}
