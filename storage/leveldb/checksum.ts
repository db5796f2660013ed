/**
 * The CRC-32C that LevelDB keeps of each block and each piece of a log, and which one bit explains
 * that it does not fit. Up to 2^31 bits any two texts with equal checksums differ in four bits or
 * more, so one flipped bit has one explanation: it can be put right without a second copy.
 */

/** LevelDB keeps checksums rotated and shifted by this. */
const MASK_DELTA = 0xa282ead8;
const POLYNOMIAL = 0x82f63b78;

const R0 = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
  return crc;
});
/** Row k: what a byte adds that k bytes follow. Eight rows take eight bytes in one step. */
const [R1, R2, R3, R4, R5, R6, R7] = [1, 2, 3, 4, 5, 6, 7].map((row) => {
  let added = R0;
  for (let i = 0; i < row; i += 1) added = added.map((crc) => (crc >>> 8) ^ R0[crc & 0xff]!);
  return added;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc =
      R7![(crc ^ bytes[at]!) & 0xff]! ^
      R6![((crc >>> 8) ^ bytes[at + 1]!) & 0xff]! ^
      R5![((crc >>> 16) ^ bytes[at + 2]!) & 0xff]! ^
      R4![(crc >>> 24) ^ bytes[at + 3]!]! ^
      R3![bytes[at + 4]!]! ^
      R2![bytes[at + 5]!]! ^
      R1![bytes[at + 6]!]! ^
      R0[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ R0[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}

export function masked(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
}

export function unmasked(kept: number): number {
  const rotated = (kept - MASK_DELTA) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}

/** One bit of a file. */
export interface FileBit {
  /** Number of the byte. */
  readonly at: number;
  readonly bit: number;
}

export function flip(bytes: Uint8Array, { at, bit }: FileBit): void {
  bytes[at]! ^= 1 << bit;
}

/**
 * The bits of a text or of its kept checksum each of which alone, flipped back, would make the two
 * fit. None where the text is damaged in more.
 */
export function flippedBits(
  text: Uint8Array,
  kept: number,
): { readonly inText: readonly FileBit[]; readonly inChecksum: readonly number[] } {
  const crc = crc32c(text);
  const inChecksum: number[] = [];
  const apart = (masked(crc) ^ kept) >>> 0;
  if (apart !== 0 && (apart & (apart - 1)) === 0) inChecksum.push(31 - Math.clz32(apart));
  const syndrome = (crc ^ unmasked(kept)) >>> 0;
  return { inText: syndrome === 0 ? [] : bitsThatAdd(syndrome, text.length), inChecksum };
}

/** Checksums are linear: what a flipped bit adds depends on how many bytes follow it. */
function bitsThatAdd(syndrome: number, length: number): readonly FileBit[] {
  const added = Uint32Array.from({ length: 8 }, (_, bit) => R0[1 << bit]!);
  const found: FileBit[] = [];
  for (let at = length - 1; at >= 0; at -= 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const crc = added[bit]!;
      if (crc === syndrome) found.push({ at, bit });
      added[bit] = (crc >>> 8) ^ R0[crc & 0xff]!;
    }
  }
  return found;
}
