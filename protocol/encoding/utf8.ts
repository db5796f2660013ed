/** UTF-8 without the platform's encoder, which pure code may not reach. */

/** Code units handed to `String.fromCharCode` at once; far below every engine's argument limit. */
const DECODE_CHUNK_UNITS = 4_096;

/** Bytes of the UTF-8 form. A lone surrogate counts as the three bytes of U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isLeadSurrogate(unit) && isTrailSurrogate(text.charCodeAt(i + 1))) {
      // A pair is two units and four bytes.
      bytes += 2;
      i += 1;
    } else bytes += 2;
  }
  return bytes;
}

/**
 * Writes `text` as UTF-8 from `offset` on and returns the offset behind it. The caller provides
 * room for three bytes a code unit. A lone surrogate becomes U+FFFD, as everywhere on the platform;
 * text that is hashed or signed has refused it before.
 */
export function utf8Write(text: string, target: Uint8Array, offset: number): number {
  let at = offset;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      target[at++] = unit;
    } else if (unit < 0x800) {
      target[at++] = 0xc0 | (unit >> 6);
      target[at++] = 0x80 | (unit & 0x3f);
    } else if (isLeadSurrogate(unit) && isTrailSurrogate(text.charCodeAt(i + 1))) {
      const point = 0x10000 + ((unit - 0xd800) << 10) + (text.charCodeAt(i + 1) - 0xdc00);
      i += 1;
      target[at++] = 0xf0 | (point >> 18);
      target[at++] = 0x80 | ((point >> 12) & 0x3f);
      target[at++] = 0x80 | ((point >> 6) & 0x3f);
      target[at++] = 0x80 | (point & 0x3f);
    } else {
      const point = unit >= 0xd800 && unit <= 0xdfff ? 0xfffd : unit;
      target[at++] = 0xe0 | (point >> 12);
      target[at++] = 0x80 | ((point >> 6) & 0x3f);
      target[at++] = 0x80 | (point & 0x3f);
    }
  }
  return at;
}

export function utf8Encode(text: string): Uint8Array {
  // Nearly everything that is encoded is ASCII: then its length is known, and one pass will do.
  const ascii = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return encodeFrom(text, ascii, i);
    ascii[i] = unit;
  }
  return ascii;
}

/** @param ascii holds the units before `at`, none of which needs a second byte */
function encodeFrom(text: string, ascii: Uint8Array, at: number): Uint8Array {
  const rest = text.slice(at);
  const bytes = new Uint8Array(at + utf8Length(rest));
  bytes.set(ascii.subarray(0, at));
  utf8Write(rest, bytes, at);
  return bytes;
}

/** Either the text, or the offset of the first byte that no well-formed UTF-8 has there. */
type Utf8Result =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly offset: number };

/**
 * Strict: overlong forms, surrogates, points past U+10FFFF and cut sequences are refused (RFC
 * 3629).
 */
export function utf8Decode(bytes: Uint8Array): Utf8Result {
  let ascii = 0;
  while (ascii < bytes.length && bytes[ascii]! < 0x80) ascii += 1;
  if (ascii === bytes.length) return { ok: true, text: unitsToText(bytes, bytes.length) };
  const units = new Uint16Array(bytes.length);
  for (let i = 0; i < ascii; i += 1) units[i] = bytes[i]!;
  let length = ascii;
  for (let i = ascii; i < bytes.length;) {
    const first = bytes[i]!;
    if (first < 0x80) {
      units[length++] = first;
      i += 1;
      continue;
    }
    const size = sequenceLength(bytes, i);
    if (size === 0) return { ok: false, offset: i };
    let point = size === 2 ? first & 0x1f : size === 3 ? first & 0x0f : first & 0x07;
    for (let k = 1; k < size; k += 1) point = (point << 6) | (bytes[i + k]! & 0x3f);
    if (point < 0x10000) units[length++] = point;
    else {
      units[length++] = 0xd800 + ((point - 0x10000) >> 10);
      units[length++] = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
    i += size;
  }
  return { ok: true, text: unitsToText(units, length) };
}

/** Length of the well-formed sequence that starts with the non-ASCII byte at `i`, or 0. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  const size =
    first >= 0xc2 && first <= 0xdf
      ? 2
      : first >= 0xe0 && first <= 0xef
        ? 3
        : first >= 0xf0 && first <= 0xf4
          ? 4
          : 0;
  if (size === 0 || i + size > bytes.length) return 0;
  // The second byte's range is what excludes overlong forms, surrogates and points past U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[i + 1]!;
  if (second < low || second > high) return 0;
  for (let k = 2; k < size; k += 1) if ((bytes[i + k]! & 0xc0) !== 0x80) return 0;
  return size;
}

function unitsToText(units: Uint8Array | Uint16Array, length: number): string {
  let text = "";
  for (let start = 0; start < length; start += DECODE_CHUNK_UNITS) {
    const end = Math.min(length, start + DECODE_CHUNK_UNITS);
    // A plain array: engines spread those much faster than typed ones.
    const chunk: number[] = [];
    for (let i = start; i < end; i += 1) chunk.push(units[i]!);
    text += String.fromCharCode.apply(null, chunk);
  }
  return text;
}

/** False when the text holds a surrogate without its other half. */
export function isWellFormed(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (!isLeadSurrogate(unit) || !isTrailSurrogate(text.charCodeAt(i + 1))) return false;
    i += 1;
  }
  return true;
}

function isLeadSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isTrailSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
