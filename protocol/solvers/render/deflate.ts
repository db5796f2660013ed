/**
 * zlib streams (RFC 1950, 1951): one block of fixed Huffman codes, repeats found by the last place
 * of each three bytes.
 */

const WINDOW_BYTES = 32_768;
const MATCH_BYTES_MIN = 3;
const MATCH_BYTES_MAX = 258;
const HASH_BITS = 15;
/** Places looked at for a longer repeat. */
const CHAIN_MAX = 16;
const ADLER_PRIME = 65_521;
/** Sums stay below 2^31 over so many bytes. */
const ADLER_RUN = 3_800;
const END_OF_BLOCK = 256;
const FIRST_LENGTH_CODE = 257;

/** Base and extra bits of the codes of lengths and distances (RFC 1951, 3.2.5). */
const lengths = codeTable(29, 3, (code) => (code < 8 ? 0 : (code >> 2) - 1));
const distances = codeTable(30, 1, (code) => (code < 4 ? 0 : (code >> 1) - 1));

interface CodeTable {
  readonly base: Uint16Array;
  readonly extra: Uint8Array;
}

function codeTable(count: number, start: number, extraOf: (code: number) => number): CodeTable {
  const base = new Uint16Array(count);
  const extra = new Uint8Array(count);
  let next = start;
  for (let code = 0; code < count; code += 1) {
    const bits = extraOf(code);
    [base[code], extra[code]] = [next, bits];
    next += 1 << bits;
  }
  return { base, extra };
}

/** The longest length has a code of its own, without extra bits. */
lengths.base[28] = MATCH_BYTES_MAX;
lengths.extra[28] = 0;

class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #bits = 0;
  #count = 0;
  constructor(bytesHint: number) {
    this.#bytes = new Uint8Array(bytesHint);
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** Low bits first. */
  bits(value: number, count: number): void {
    this.#bits |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.byte(this.#bits & 255);
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  /** Huffman codes are written from their high bit. */
  code(value: number, count: number): void {
    let turned = 0;
    for (let i = 0; i < count; i += 1) turned = (turned << 1) | ((value >> i) & 1);
    this.bits(turned, count);
  }

  flush(): void {
    if (this.#count > 0) this.bits(0, 8 - this.#count);
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

/** A literal or a length under the fixed codes (RFC 1951, 3.2.6). */
function symbol(out: BitWriter, value: number): void {
  if (value < 144) out.code(0x30 + value, 8);
  else if (value < END_OF_BLOCK) out.code(0x190 + value - 144, 9);
  else if (value < 280) out.code(value - END_OF_BLOCK, 7);
  else out.code(0xc0 + value - 280, 8);
}

function codeOf(base: Uint16Array, value: number): number {
  let low = 0;
  let high = base.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (base[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function writeMatch(out: BitWriter, length: number, distance: number): void {
  const l = codeOf(lengths.base, length);
  symbol(out, FIRST_LENGTH_CODE + l);
  out.bits(length - lengths.base[l]!, lengths.extra[l]!);
  const d = codeOf(distances.base, distance);
  out.code(d, 5);
  out.bits(distance - distances.base[d]!, distances.extra[d]!);
}

/** Where three bytes stood last, and before that. */
class Places {
  readonly #bytes: Uint8Array;
  readonly #head = new Int32Array(1 << HASH_BITS).fill(-1);
  readonly #before = new Int32Array(WINDOW_BYTES);
  distance = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #hash(at: number): number {
    const bytes = this.#bytes;
    return (
      Math.imul(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16), 0x9e3779b1) >>>
      (32 - HASH_BITS)
    );
  }

  add(at: number): void {
    if (at + MATCH_BYTES_MIN > this.#bytes.length) return;
    const hash = this.#hash(at);
    this.#before[at & (WINDOW_BYTES - 1)] = this.#head[hash]!;
    this.#head[hash] = at;
  }

  /** Length of the longest repeat found at a place, 0 for none; `distance` says where it stands. */
  longest(at: number): number {
    const bytes = this.#bytes;
    const most = Math.min(MATCH_BYTES_MAX, bytes.length - at);
    if (most < MATCH_BYTES_MIN) return 0;
    let best = 0;
    let place = this.#head[this.#hash(at)]!;
    for (let tried = 0; tried < CHAIN_MAX && place >= 0 && at - place < WINDOW_BYTES; tried += 1) {
      let length = 0;
      while (length < most && bytes[place + length] === bytes[at + length]) length += 1;
      if (length > best) {
        best = length;
        this.distance = at - place;
        if (best === most) break;
      }
      const earlier = this.#before[place & (WINDOW_BYTES - 1)]!;
      if (earlier >= place) break;
      place = earlier;
    }
    return best >= MATCH_BYTES_MIN ? best : 0;
  }
}

export function zlibOf(bytes: Uint8Array): Uint8Array {
  const out = new BitWriter(Math.max(64, bytes.length >> 3));
  out.byte(0x78);
  out.byte(0x01);
  out.bits(0b011, 3);
  const places = new Places(bytes);
  for (let at = 0; at < bytes.length;) {
    const length = places.longest(at);
    if (length === 0) symbol(out, bytes[at]!);
    else writeMatch(out, length, places.distance);
    for (const end = at + Math.max(1, length); at < end; at += 1) places.add(at);
  }
  symbol(out, END_OF_BLOCK);
  out.flush();
  const check = adler32(bytes);
  for (const shift of [24, 16, 8, 0]) out.byte((check >>> shift) & 255);
  return out.done();
}

export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(bytes.length, start + ADLER_RUN);
    for (let i = start; i < end; i += 1) {
      a += bytes[i]!;
      b += a;
    }
    a %= ADLER_PRIME;
    b %= ADLER_PRIME;
  }
  return ((b << 16) | a) >>> 0;
}
