/** SHA-256 (FIPS 180-4) and HMAC (RFC 2104) for places without a native implementation. */
import { utf8Encode } from "./utf8.js";

const BLOCK_BYTES = 64;

/**
 * The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4,
 * 4.2.2).
 */
const ROUND_CONSTANTS = new Uint32Array(primes(64).map((prime) => fractionBits(prime, 3)));
/** The same of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const INITIAL_STATE = new Uint32Array(primes(8).map((prime) => fractionBits(prime, 2)));

export function sha256(data: Uint8Array | string): Uint8Array {
  const message = typeof data === "string" ? utf8Encode(data) : data;
  const state = INITIAL_STATE.slice();
  const schedule = new Uint32Array(64);
  const whole = message.length - (message.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) compress(state, schedule, message, at);
  const rest = message.length - whole;
  const tail = new Uint8Array(rest < 56 ? BLOCK_BYTES : 2 * BLOCK_BYTES);
  tail.set(message.subarray(whole));
  tail[rest] = 0x80;
  const lengthView = new DataView(tail.buffer);
  lengthView.setUint32(tail.length - 8, Math.floor(message.length / 0x20000000));
  lengthView.setUint32(tail.length - 4, (message.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += BLOCK_BYTES) compress(state, schedule, tail, at);
  const digest = new Uint8Array(32);
  const digestView = new DataView(digest.buffer);
  for (let i = 0; i < 8; i += 1) digestView.setUint32(4 * i, state[i]!);
  return digest;
}

/** Digests of texts that share everything but their last block: the shared part is hashed once. */
export class Sha256Tail {
  readonly #state = INITIAL_STATE.slice();
  readonly #work = new Uint32Array(8);
  readonly #schedule = new Uint32Array(64);
  readonly #block = new Uint8Array(BLOCK_BYTES);
  readonly #prefixBytes: number;

  /** @param prefix whole blocks */
  constructor(prefix: Uint8Array) {
    if (prefix.length % BLOCK_BYTES !== 0) throw new RangeError("the prefix is not whole blocks");
    this.#prefixBytes = prefix.length;
    for (let at = 0; at < prefix.length; at += BLOCK_BYTES) {
      compress(this.#state, this.#schedule, prefix, at);
    }
  }

  /** The first two words of the digest of prefix and rest. @param rest at most 55 bytes */
  firstWords(rest: Uint8Array): readonly [number, number] {
    if (rest.length > BLOCK_BYTES - 9) throw new RangeError("the rest does not fit into one block");
    const block = this.#block;
    block.fill(0);
    block.set(rest);
    block[rest.length] = 0x80;
    const bits = 8 * (this.#prefixBytes + rest.length);
    block[61] = (bits >>> 16) & 0xff;
    block[62] = (bits >>> 8) & 0xff;
    block[63] = bits & 0xff;
    this.#work.set(this.#state);
    compress(this.#work, this.#schedule, block, 0);
    return [this.#work[0]!, this.#work[1]!];
  }
}

export function hmacSha256(key: Uint8Array, data: Uint8Array | string): Uint8Array {
  const message = typeof data === "string" ? utf8Encode(data) : data;
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK_BYTES + message.length).fill(0x36, 0, BLOCK_BYTES);
  const outer = new Uint8Array(BLOCK_BYTES + 32).fill(0x5c, 0, BLOCK_BYTES);
  for (let i = 0; i < short.length; i += 1) {
    inner[i] = inner[i]! ^ short[i]!;
    outer[i] = outer[i]! ^ short[i]!;
  }
  inner.set(message, BLOCK_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  return sha256(outer);
}

function compress(state: Uint32Array, w: Uint32Array, block: Uint8Array, at: number): void {
  for (let t = 0; t < 16; t += 1) {
    const i = at + 4 * t;
    w[t] = (block[i]! << 24) | (block[i + 1]! << 16) | (block[i + 2]! << 8) | block[i + 3]!;
  }
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + small0 + w[t - 7]! + small1) | 0;
  }
  let a = state[0]! | 0,
    b = state[1]! | 0,
    c = state[2]! | 0,
    d = state[3]! | 0;
  let e = state[4]! | 0,
    f = state[5]! | 0,
    g = state[6]! | 0,
    h = state[7]! | 0;
  for (let t = 0; t < 64; t += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + big1 + choice + ROUND_CONSTANTS[t]! + w[t]!) | 0;
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + big0 + majority) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

/**
 * First 32 bits of the fraction of the `degree`-th root, by integer bisection: no rounding to
 * trust.
 */
function fractionBits(prime: number, degree: 2 | 3): number {
  const target = BigInt(prime) << BigInt(32 * degree);
  let low = 0n;
  let high = BigInt(prime) << 32n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    const power = degree === 2 ? middle * middle : middle * middle * middle;
    if (power <= target) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}
