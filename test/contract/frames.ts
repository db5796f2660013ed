/** Frames of WebSockets by hand: what a client library would not send, and what it was answered. */

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9 } as const;
const MASK = Buffer.from([1, 2, 3, 4]);

/** A frame of up to 65,535 bytes. @param first byte: FIN, reserved bits and opcode */
export function frameWith(
  first: number,
  payload: Buffer | string,
  mask: Buffer | null = MASK,
): Buffer {
  const bytes = Buffer.from(payload);
  const { length } = bytes;
  const masked = mask === null ? 0 : 0x80;
  const size = length < 126 ? [masked | length] : [masked | 126, length >>> 8, length & 0xff];
  if (mask === null) return Buffer.concat([Buffer.from([first, ...size]), bytes]);
  const body = bytes.map((byte, i) => byte ^ mask[i & 3]!);
  return Buffer.concat([Buffer.from([first, ...size]), mask, body]);
}

export function masked(opcode: number, payload: Buffer | string): Buffer {
  return frameWith(0x80 | opcode, payload);
}

export function closing(code: number, reason: Buffer | string = ""): Buffer {
  const payload = Buffer.concat([Buffer.from([code >>> 8, code & 0xff]), Buffer.from(reason)]);
  return masked(OPCODE.close, payload);
}

/** The close code among the frames of a server, 1005 for one without; null where there is none. */
export function closeCodeIn(bytes: Buffer): number | null {
  for (let at = 0; at + 2 <= bytes.length;) {
    const short = bytes[at + 1]! & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (at + 2 + extra > bytes.length) return null;
    const length =
      extra === 0
        ? short
        : extra === 2
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    const start = at + 2 + extra;
    if (start + length > bytes.length) return null;
    if ((bytes[at]! & 0x0f) === OPCODE.close)
      return length === 0 ? 1_005 : bytes.readUInt16BE(start);
    at = start + length;
  }
  return null;
}
