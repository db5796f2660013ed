/** Standard base64 with padding (RFC 4648, section 4): the alphabet of signed notes. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = "=";

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const rest = bytes.length - i;
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[group >> 18]! + ALPHABET[(group >> 12) & 63]!;
    text += rest > 1 ? ALPHABET[(group >> 6) & 63]! : PAD;
    text += rest > 2 ? ALPHABET[group & 63]! : PAD;
  }
  return text;
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
