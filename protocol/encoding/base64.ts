/** Standard base64 with padding (RFC 4648, section 4): the alphabet of signed notes. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = "=";

const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
/**
 * Bytes of one piece: a multiple of three. A long text of single letters joined is slow to make and
 * to collect.
 */
const PIECE_BYTES = 3_072;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    pieces.push(piece(bytes, from, Math.min(bytes.length, from + PIECE_BYTES)));
  }
  return pieces.join("");
}

function piece(bytes: Uint8Array, from: number, end: number): string {
  const codes: number[] = [];
  const whole = end - ((end - from) % 3);
  for (let i = from; i < whole; i += 3) {
    const group = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    codes.push(
      CODES[group >> 18]!,
      CODES[(group >> 12) & 63]!,
      CODES[(group >> 6) & 63]!,
      CODES[group & 63]!,
    );
  }
  const text = String.fromCharCode(...codes);
  if (whole === end) return text;
  const group = (bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8);
  const third = end - whole > 1 ? ALPHABET[(group >> 6) & 63]! : PAD;
  return text + ALPHABET[group >> 18]! + ALPHABET[(group >> 12) & 63]! + third + PAD;
}

/** The bytes, or null unless `text` is exactly what `toBase64` writes: one text for one value. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith(PAD) ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let group = 0;
    for (let k = 0; k < 4; k += 1) {
      const isPad = i + k >= text.length - padding;
      const digit = isPad ? 0 : ALPHABET.indexOf(text.charAt(i + k));
      if (digit < 0) return null;
      group = (group << 6) | digit;
    }
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8)
      bytes[at++] = (group >> shift) & 0xff;
  }
  return toBase64(bytes) === text ? bytes : null;
}
