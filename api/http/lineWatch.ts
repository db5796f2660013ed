/**
 * The request lines of one connection as they came. The platform's parser passes over further blanks
 * between their words and does not say so; this reads the bytes before it does.
 */
import { HEADERS_BYTES_MAX } from "../../protocol/limits.js";

const LF = 0x0a;
/** A line whose words stand further apart than one blank. */
const APART = /^[^ \r]+(?: {2,}\S+ +| +\S+ {2,})HTTP\/\d\.\d\r?$/;

export class LineWatch {
  #line = "";
  #isSeeking = true;
  #isApart = false;

  take(bytes: Buffer): void {
    for (let at = 0; this.#isSeeking && at < bytes.length;) {
      const lf = bytes.indexOf(LF, at);
      const end = lf < 0 ? bytes.length : lf;
      if (this.#line.length < HEADERS_BYTES_MAX) this.#line += bytes.toString("latin1", at, end);
      at = end + 1;
      if (lf >= 0) this.#lineEnds();
    }
  }

  /**
   * Tells of the request whose head is whole. One that came in the same segment as the end of the
   * request before it is not seen: RFC 9112 3 lets a reader pass over its blanks.
   */
  isApart(): boolean {
    return this.#isApart;
  }

  /** The request has been read: what comes next begins another. */
  next(): void {
    this.#line = "";
    this.#isSeeking = true;
    this.#isApart = false;
  }

  #lineEnds(): void {
    const line = this.#line;
    this.#line = "";
    // An empty line before a request is passed over.
    if (line === "\r" || line === "") return;
    this.#isSeeking = false;
    this.#isApart = APART.test(line);
  }
}
