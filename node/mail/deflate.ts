import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Deflate } from "../../protocol/mail/attachment.js";

/** Raw deflate of zlib; what would inflate to more than the bound is refused while it does. */
export const nodeDeflate: Deflate = {
  deflate: (plaintext) => deflateRawSync(plaintext),
  inflate(compressed, bytesMax) {
    try {
      return inflateRawSync(compressed, { maxOutputLength: bytesMax });
    } catch {
      // No deflate stream, or a longer one.
      return null;
    }
  },
};
