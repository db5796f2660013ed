/** Exact rational arithmetic on BigInt, and the one rounding that leaves it. */

export interface Exact {
  readonly num: bigint;
  readonly den: bigint;
}

export function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Reduced, with positive denominator. @throws RangeError when `den` is 0. */
export function exact(num: bigint, den = 1n): Exact {
  if (den === 1n) return { num, den };
  if (den === 0n) throw new RangeError("A fraction needs a denominator other than 0.");
  const divisor = gcd(num, den);
  return den < 0n
    ? { num: -num / divisor, den: -den / divisor }
    : { num: num / divisor, den: den / divisor };
}

export const ONE: Exact = { num: 1n, den: 1n };

/** What both can be divided by is sought before the product is made: one of them is short as a rule. */
export function multiplyExact(a: Exact, b: Exact): Exact {
  const one = gcd(a.num, b.den);
  const other = gcd(b.num, a.den);
  return { num: (a.num / one) * (b.num / other), den: (a.den / other) * (b.den / one) };
}

export function divideExact(a: Exact, b: Exact): Exact {
  return exact(a.num * b.den, a.den * b.num);
}

export function addExact(a: Exact, b: Exact): Exact {
  return exact(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function subtractExact(a: Exact, b: Exact): Exact {
  return exact(a.num * b.den - b.num * a.den, a.den * b.den);
}

export function equalExact(a: Exact, b: Exact): boolean {
  return a.num * b.den === b.num * a.den;
}

function integerPower(base: bigint, exponent: number): bigint {
  let result = 1n;
  for (let i = 0; i < exponent; i += 1) result *= base;
  return result;
}

/** @param exponent an integer of either sign. */
export function powerExact(a: Exact, exponent: number): Exact {
  const n = Math.abs(exponent);
  const up = { num: integerPower(a.num, n), den: integerPower(a.den, n) };
  return exponent < 0 ? exact(up.den, up.num) : up;
}

/** The n-th root of a positive fraction, or null when it is not a fraction itself. */
export function rootExact(a: Exact, n: number): Exact | null {
  const num = integerRoot(a.num, n);
  const den = integerRoot(a.den, n);
  return num === null || den === null ? null : exact(num, den);
}

function integerRoot(x: bigint, n: number): bigint | null {
  let low = 0n;
  let high = 1n << BigInt(Math.ceil(bitLength(x) / n) + 1);
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (integerPower(middle, n) <= x) low = middle;
    else high = middle - 1n;
  }
  return integerPower(low, n) === x ? low : null;
}

/**
 * Reads `12`, `-0.45359237`, `1.602e-19`, `5/9` without rounding. @throws RangeError on other text.
 */
export function exactOfText(text: string): Exact {
  const slash = text.indexOf("/");
  if (slash >= 0)
    return divideExact(exactOfText(text.slice(0, slash)), exactOfText(text.slice(slash + 1)));
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a decimal number.`);
  const fraction = match[3] ?? "";
  const digits = BigInt(match[2]! + fraction) * (match[1] === "-" ? -1n : 1n);
  const shift = Number(match[4] ?? "0") - fraction.length;
  return shift >= 0
    ? exact(digits * integerPower(10n, shift))
    : exact(digits, integerPower(10n, -shift));
}

const view = new DataView(new ArrayBuffer(8));
const FRACTION_BITS = 52n;
const EXPONENT_BIAS = 1075;

/** Every finite double is a fraction. @throws RangeError on NaN and infinities. */
export function exactOfDouble(x: number): Exact {
  if (!Number.isFinite(x)) throw new RangeError("Only a finite number has an exact value.");
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const stored = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & ((1n << FRACTION_BITS) - 1n);
  const mantissa = stored === 0 ? fraction : fraction | (1n << FRACTION_BITS);
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  const exponent = Math.max(stored, 1) - EXPONENT_BIAS;
  return exponent >= 0 ? exact(signed << BigInt(exponent)) : exact(signed, 1n << BigInt(-exponent));
}

function bitLength(x: bigint): number {
  return x === 0n ? 0 : x.toString(16).length * 4 - leadingZeros(x);
}

function leadingZeros(x: bigint): number {
  const top = Number.parseInt(x.toString(16).charAt(0), 16);
  return Math.clz32(top) - 28;
}

/**
 * The double nearest to the fraction, ties to even; subnormal results are rounded once as well.
 * Infinity past the largest double. Never -0.
 */
export function roundToDouble(value: Exact): number {
  if (value.num === 0n) return 0;
  const negative = value.num < 0n;
  const num = negative ? -value.num : value.num;
  // Chosen so that the quotient has 53 or 54 bits, unless the result is subnormal.
  const exponent = Math.max(bitLength(num) - bitLength(value.den) - 53, -1074);
  const top = exponent < 0 ? num << BigInt(-exponent) : num;
  const bottom = exponent > 0 ? value.den << BigInt(exponent) : value.den;
  const [mantissa, shift] = roundQuotient(top, bottom);
  const result = scaleByTwo(mantissa, exponent + shift);
  return negative ? -result + 0 : result;
}

/** top/bottom to at most 53 bits, ties to even, as an integer times a power of two. */
function roundQuotient(top: bigint, bottom: bigint): [bigint, number] {
  const quotient = top / bottom;
  const shift = quotient >> 53n > 0n ? 1 : 0;
  const unit = shift === 1 ? bottom << 1n : bottom;
  const whole = top / unit;
  const rest = (top - whole * unit) * 2n;
  const up = rest > unit || (rest === unit && (whole & 1n) === 1n);
  return [up ? whole + 1n : whole, shift];
}

/** mantissa 2^exponent for mantissa <= 2^53 and exponent >= -1074, without a second rounding. */
function scaleByTwo(mantissa: bigint, exponent: number): number {
  const carried = mantissa === 1n << 53n;
  const digits = carried ? 1n << FRACTION_BITS : mantissa;
  const scale = carried ? exponent + 1 : exponent;
  if (digits >> FRACTION_BITS === 0n) {
    view.setBigUint64(0, digits);
    return view.getFloat64(0);
  }
  const stored = scale + EXPONENT_BIAS;
  if (stored >= 0x7ff) return Number.POSITIVE_INFINITY;
  view.setBigUint64(0, (BigInt(stored) << FRACTION_BITS) | (digits & ((1n << FRACTION_BITS) - 1n)));
  return view.getFloat64(0);
}
