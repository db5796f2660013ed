import { fromHex, toHex } from "./hex.js";

const cell = new DataView(new ArrayBuffer(8));
const cellBytes = new Uint8Array(cell.buffer);

/**
 * The IEEE-754 binary64 bits of a finite number as 16 hex digits, big-endian; -0 gives the bits of
 * 0.
 * @throws RangeError for NaN and the infinities, which never leave a node.
 */
export function valueBits(value: number): string {
  // Adding zero turns -0 into 0 and leaves every other number alone.
  if (value - value !== 0)
    throw new RangeError("a value that is not finite has no bits to publish");
  cell.setFloat64(0, value + 0);
  return toHex(cellBytes);
}

/** The number these 16 hex digits stand for; null for other text, non-finite numbers and -0. */
export function bitsToValue(bits: string): number | null {
  const bytes = bits.length === 16 ? fromHex(bits) : null;
  if (bytes === null) return null;
  cellBytes.set(bytes);
  const value = cell.getFloat64(0);
  return value - value !== 0 || bits === "8000000000000000" ? null : value;
}
