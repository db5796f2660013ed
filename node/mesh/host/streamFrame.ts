/** Length-prefixed messages on a byte stream: an unsigned varint, then that many bytes. */
import { NetError } from "./net.js";

/** Varints of up to 2^28 - 1: more than any message may have. */
const VARINT_BYTES_MAX = 4;

function encodeLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

export function encodeMessage(data: Uint8Array): Uint8Array {
  return Buffer.concat([encodeLength(data.length), data]);
}

interface Length {
  readonly length: number;
  /** Bytes the varint itself takes. */
  readonly size: number;
}

function readLength(bytes: Uint8Array): Length | null {
  let length = 0;
  for (let i = 0; i < Math.min(bytes.length, VARINT_BYTES_MAX); i += 1) {
    const byte = bytes[i]!;
    length += (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { length, size: i + 1 };
  }
  if (bytes.length >= VARINT_BYTES_MAX) throw new NetError("TOO_LARGE", "no length of a message");
  return null;
}

/**
 * Reads one message; what follows it is left alone.
 * @throws NetError TOO_LARGE before anything of an oversized message is kept, NO_ANSWER when the
 * stream ends early
 */
export async function readMessage(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array> {
  let held = Buffer.alloc(0);
  let expected: Length | null = null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (expected === null) {
      held = Buffer.concat([held, chunk]);
      expected = readLength(held);
      if (expected !== null && expected.length > bytesMax) {
        throw new NetError(
          "TOO_LARGE",
          `a message of ${expected.length} bytes, at most ${bytesMax}`,
        );
      }
    }
    if (expected !== null && bytes >= expected.size + expected.length) {
      return Buffer.concat(parts).subarray(expected.size, expected.size + expected.length);
    }
  }
  throw new NetError("NO_ANSWER", "the stream ended before the message did");
}
