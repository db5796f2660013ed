/**
 * The 64 bits of a double: hex text, neighbours, unit in the last place, and rounding of m * 2^e.
 */

const scratch = new DataView(new ArrayBuffer(8));

/** Bits of x, big-endian, as an unsigned 64-bit integer. Every NaN gives the one quiet pattern. */
export function bitsOf(x: number): bigint {
  if (x !== x) return NAN_BITS;
  scratch.setFloat64(0, x, false);
  return scratch.getBigUint64(0, false);
}

function fromBits(bits: bigint): number {
  scratch.setBigUint64(0, bits, false);
  return scratch.getFloat64(0, false);
}

/** Sixteen lower-case hex digits, most significant first: `3ff0000000000000` for 1. */
export function hexOf(x: number): string {
  return bitsOf(x).toString(16).padStart(16, "0");
}

/** @throws RangeError unless `hex` is sixteen hex digits. */
export function fromHex(hex: string): number {
  if (!/^[0-9a-fA-F]{16}$/.test(hex)) throw new RangeError("a double is sixteen hex digits");
  return fromBits(BigInt(`0x${hex}`));
}

/** NaN payloads differ between processors, so only this one is ever written. */
const NAN_BITS = 0x7ff8000000000000n;
const INFINITY_BITS = 0x7ff0000000000000n;

export const MIN_NORMAL = 2.2250738585072014e-308;
const MIN_SUBNORMAL = 5e-324;

/** The least double above x; Infinity and NaN stay. */
export function nextUp(x: number): number {
  if (x !== x || x === Infinity) return x;
  if (x === 0) return MIN_SUBNORMAL;
  return fromBits(x > 0 ? bitsOf(x) + 1n : bitsOf(x) - 1n);
}

/** The greatest double below x. */
export function nextDown(x: number): number {
  return -nextUp(-x);
}

/** Distance from |x| to the next larger double; 2^971 for the largest, NaN when x is not finite. */
export function ulp(x: number): number {
  const a = Math.abs(x);
  if (!(a < Infinity)) return NaN;
  const above = nextUp(a);
  return above === Infinity ? a - nextDown(a) : above - a;
}

/** e with 2^e <= |x| < 2^(e+1), for finite x other than 0. */
export function exponentOf(x: number): number {
  scratch.setFloat64(0, x, false);
  const biased = (scratch.getUint16(0, false) >>> 4) & 0x7ff;
  if (biased !== 0) return biased - 1023;
  return bitLength(bitsOf(Math.abs(x))) - 1075;
}

/**
 * 2^e as a double, rounded once when e is below the normal range: 0 from -1075 on, Infinity above
 * 1023.
 */
export function powerOfTwo(e: number): number {
  if (e > 1023) return Infinity;
  if (e >= -1022) {
    scratch.setUint32(0, (e + 1023) << 20, false);
    scratch.setUint32(4, 0, false);
    return scratch.getFloat64(0, false);
  }
  return e < -1074 ? 0 : fromBits(1n << BigInt(e + 1074));
}

/** x * 2^k for results in the normal range, without intermediate overflow or underflow. */
export function scaleNormal(x: number, k: number): number {
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023);
  if (k < -1022) return x * powerOfTwo(k + 1022) * MIN_NORMAL;
  return x * powerOfTwo(k);
}

/** Integers up to here are doubles. */
const EXACT_MAX = 9_007_199_254_740_991;

/** Digits of |n| in base 2; 0 for 0. */
export function bitLength(n: bigint): number {
  if (n === 0n) return 0;
  const size = Math.abs(Number(n));
  if (size <= EXACT_MAX) return 1 + exponentOf(size);
  if (size !== Infinity) {
    // Rounded to a double, it may have become the next power of two.
    const digits = 1 + exponentOf(size);
    return size === powerOfTwo(digits - 1) && (n < 0n ? -n : n) >> BigInt(digits - 1) === 0n
      ? digits - 1
      : digits;
  }
  const hex = (n < 0n ? -n : n).toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex[0]!, 16)) - 28);
}

interface Decomposed {
  readonly m: bigint;
  readonly e: number;
}

/** Finite x as m * 2^e with m odd, or m = 0 and e = 0. */
export function decompose(x: number): Decomposed {
  if (x === 0) return { m: 0n, e: 0 };
  const bits = bitsOf(Math.abs(x));
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xfffffffffffffn;
  let m = biased === 0 ? fraction : fraction | 0x10000000000000n;
  let e = biased === 0 ? -1074 : biased - 1075;
  const zeros = bitLength(m & -m) - 1;
  m >>= BigInt(zeros);
  e += zeros;
  return { m: x < 0 ? -m : m, e };
}

/**
 * The double nearest to m * 2^e, ties to even, subnormals and overflow included: one rounding only.
 * `sticky` says that the exact magnitude is larger than |m| * 2^e by less than one unit of m.
 */
export function roundToDouble(m: bigint, e: number, sticky = false): number {
  if (m === 0n) return 0;
  const negative = m < 0n;
  // Two more bits make room for the sticky one below any half-way point.
  const magnitude = ((negative ? -m : m) << 2n) | (sticky ? 1n : 0n);
  const low = e - 2;
  const top = bitLength(magnitude) + low - 1;
  if (top > 1023) return negative ? -Infinity : Infinity;
  const quantum = Math.max(top - 52, -1074);
  const shift = quantum - low;
  let kept: bigint;
  if (shift <= 0) kept = magnitude << BigInt(-shift);
  else if (shift > bitLength(magnitude) + 1) kept = 0n;
  else {
    kept = magnitude >> BigInt(shift);
    const rest = magnitude - (kept << BigInt(shift));
    const half = 1n << BigInt(shift - 1);
    if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  }
  // A carry out of the fraction field moves into the exponent field by itself.
  const bits = top < -1022 ? kept : (BigInt(top + 1022) << 52n) + kept;
  const value = fromBits(bits > INFINITY_BITS ? INFINITY_BITS : bits);
  return negative ? -value : value;
}
