/**
 * Points of edwards25519 (RFC 8032, 5.1), for what Ed25519 alone does not give. Slow beside native
 * code, and the same on every platform.
 */

const P = (1n << 255n) - 19n;
/** Order of the base point. */
export const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
/** A square root of -1. */
const ROOT = 19681161376707505956807079304988542015446066515923890162744021073123829784752n;
const SCALAR_BITS = 256;
const POINT_BYTES = 32;

/** x = X/Z, y = Y/Z, x y = T/Z. */
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
  readonly t: bigint;
}

const ZERO: Point = { x: 0n, y: 1n, z: 1n, t: 0n };

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** Little-endian, as RFC 8032 writes numbers. */
export function numberOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i -= 1) value = (value << 8n) | BigInt(bytes[i]!);
  return value;
}

/** @param length bytes, little-endian */
export function bytesOf(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let left = value;
  for (let i = 0; i < length; i += 1) {
    bytes[i] = Number(left & 0xffn);
    left >>= 8n;
  }
  return bytes;
}

/** The unified addition of RFC 8032, 5.1.4: it holds for equal points, too. */
export function add(p: Point, q: Point): Point {
  const a = mod((p.y - p.x) * (q.y - q.x));
  const b = mod((p.y + p.x) * (q.y + q.x));
  const c = mod(2n * D * p.t * q.t);
  const d = mod(2n * p.z * q.z);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
}

export function negated({ t, x, y, z }: Point): Point {
  return { x: mod(-x), y, z, t: mod(-t) };
}

/** As many additions for each scalar, so that their number tells nothing of a secret one. */
export function times(scalar: bigint, point: Point): Point {
  let [low, high] = [ZERO, point];
  for (let bit = SCALAR_BITS - 1; bit >= 0; bit -= 1) {
    const sum = add(low, high);
    const isOne = ((scalar >> BigInt(bit)) & 1n) === 1n;
    const doubled = add(isOne ? high : low, isOne ? high : low);
    [low, high] = isOne ? [sum, doubled] : [doubled, sum];
  }
  return low;
}

function isSame(p: Point, q: Point): boolean {
  return mod(p.x * q.z - q.x * p.z) === 0n && mod(p.y * q.z - q.y * p.z) === 0n;
}

/** Whether eight times the point is zero. */
export function isSmallOrder(point: Point): boolean {
  return isSame(times(8n, point), ZERO);
}

export function encodePoint({ x, y, z }: Point): Uint8Array {
  const inverse = power(z, P - 2n);
  const [ax, ay] = [mod(x * inverse), mod(y * inverse)];
  return bytesOf(ay | ((ax & 1n) << 255n), POINT_BYTES);
}

/** Null for what is no point, or is not written in the one canonical way. */
export function decodePoint(bytes: Uint8Array): Point | null {
  if (bytes.length !== POINT_BYTES) return null;
  const whole = numberOf(bytes);
  const sign = whole >> 255n;
  const y = whole & ((1n << 255n) - 1n);
  if (y >= P) return null;
  const square = mod(y * y);
  const x = rootOfRatio(mod(square - 1n), mod(D * square + 1n));
  if (x === null || (x === 0n && sign === 1n)) return null;
  const signed = (x & 1n) === sign ? x : P - x;
  return { x: signed, y, z: 1n, t: mod(signed * y) };
}

/** A square root of u/v; null where there is none. */
function rootOfRatio(u: bigint, v: bigint): bigint | null {
  const v3 = mod(v * v * v);
  const candidate = mod(u * v3 * power(mod(u * v3 * v3 * v), (P - 5n) / 8n));
  const found = mod(v * candidate * candidate);
  if (found === u) return candidate;
  return found === mod(-u) ? mod(candidate * ROOT) : null;
}

export const BASE: Point = decodePoint(bytesOf(mod(4n * power(5n, P - 2n)), POINT_BYTES))!;
