export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Takes the same time wherever the difference lies, so a MAC cannot be guessed byte by byte. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}

/** @param value integer from 0 to 2^64 - 1. */
export function u64be(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  let high = Number((value >> 32n) & 0xffff_ffffn);
  let low = Number(value & 0xffff_ffffn);
  for (let i = 3; i >= 0; i -= 1) {
    bytes[i] = high & 0xff;
    bytes[i + 4] = low & 0xff;
    high >>>= 8;
    low >>>= 8;
  }
  return bytes;
}
