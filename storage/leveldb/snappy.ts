/** Snappy's raw format, in which LevelDB keeps blocks: reading only. */

const [LITERAL, COPY_1, COPY_2] = [0, 1, 2] as const;
/** Lengths of literals from this on stand in bytes of their own. */
const LONG_LITERAL = 60;
/** A block is a few kilobytes, or one record; nothing here is longer. */
const UNPACKED_BYTES_MAX = 1 << 28;

/** The text, or null where the bytes are not of this format. */
export function unpackSnappy(bytes: Buffer): Buffer | null {
  let at = 0;
  let [length, factor] = [0, 1];
  for (;;) {
    const byte = bytes[at];
    if (byte === undefined || at > 4) return null;
    at += 1;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
    factor *= 0x80;
  }
  if (length > UNPACKED_BYTES_MAX) return null;
  const text = Buffer.allocUnsafe(length);
  let end = 0;
  while (at < bytes.length) {
    const tag = bytes[at]!;
    const kind = tag & 3;
    at += 1;
    if (kind === LITERAL) {
      let count = (tag >>> 2) + 1;
      if (count > LONG_LITERAL) {
        const width = count - LONG_LITERAL;
        if (at + width > bytes.length) return null;
        count = bytes.readUIntLE(at, width) + 1;
        at += width;
      }
      if (at + count > bytes.length || end + count > length) return null;
      bytes.copy(text, end, at, at + count);
      at += count;
      end += count;
      continue;
    }
    const width = kind === COPY_1 ? 1 : kind === COPY_2 ? 2 : 4;
    if (at + width > bytes.length) return null;
    const low = bytes.readUIntLE(at, width);
    at += width;
    const count = kind === COPY_1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === COPY_1 ? ((tag >>> 5) << 8) | low : low;
    if (back === 0 || back > end || end + count > length) return null;
    // Byte by byte: a copy may reach into what it writes.
    for (let i = 0; i < count; i += 1) text[end + i] = text[end + i - back]!;
    end += count;
  }
  return end === length ? text : null;
}
