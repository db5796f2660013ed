/** Bytes as Node's buffers, which read numbers and text. */

/**
 * The same memory, whatever class it came in. Most are buffers already, and a view costs more than
 * reading a short record.
 */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
