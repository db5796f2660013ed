const DIGITS = "0123456789abcdef";
const BYTE_TEXTS: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => DIGITS[byte >> 4]! + DIGITS[byte & 15]!,
);

/** Code units of the digits. */
const UNITS = Uint8Array.from(DIGITS, (one) => one.charCodeAt(0));
/**
 * Bytes of a piece of text that is made at once: added up byte by byte, a hash would be a tree of
 * thirty parts.
 */
const PIECE_BYTES = 8;

/** Lower-case hex, the only form hashes, keys and signatures travel in. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  let i = 0;
  for (; i + PIECE_BYTES <= bytes.length; i += PIECE_BYTES) text += piece(bytes, i);
  for (; i < bytes.length; i += 1) text += BYTE_TEXTS[bytes[i]!]!;
  return text;
}

/** Sixteen digits. */
function piece(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    UNITS[bytes[at]! >> 4]!,
    UNITS[bytes[at]! & 15]!,
    UNITS[bytes[at + 1]! >> 4]!,
    UNITS[bytes[at + 1]! & 15]!,
    UNITS[bytes[at + 2]! >> 4]!,
    UNITS[bytes[at + 2]! & 15]!,
    UNITS[bytes[at + 3]! >> 4]!,
    UNITS[bytes[at + 3]! & 15]!,
    UNITS[bytes[at + 4]! >> 4]!,
    UNITS[bytes[at + 4]! & 15]!,
    UNITS[bytes[at + 5]! >> 4]!,
    UNITS[bytes[at + 5]! & 15]!,
    UNITS[bytes[at + 6]! >> 4]!,
    UNITS[bytes[at + 6]! & 15]!,
    UNITS[bytes[at + 7]! >> 4]!,
    UNITS[bytes[at + 7]! & 15]!,
  );
}

/** The bytes, or null for an odd length or any character outside 0-9a-f (upper case included). */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0) return null;
  const bytes = new Uint8Array(text.length / 2);
  return hexInto(text, bytes, 0) ? bytes : null;
}

/** Value of a hex digit by its code; more than a byte for every other ASCII character. */
const DIGIT_VALUES = Uint16Array.from({ length: 128 }, (_, unit) => digit(unit) & 0x1ff);

/** Writes the bytes of a text of even length from `at` on. False at a character outside 0-9a-f. */
export function hexInto(text: string, target: Uint8Array, at: number): boolean {
  for (let i = 0; i + 1 < text.length; i += 2) {
    const high = text.charCodeAt(i);
    const low = text.charCodeAt(i + 1);
    if (high > 127 || low > 127) return false;
    const byte = (DIGIT_VALUES[high]! << 4) | DIGIT_VALUES[low]!;
    if (byte > 255) return false;
    target[at + (i >> 1)] = byte;
  }
  return true;
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
