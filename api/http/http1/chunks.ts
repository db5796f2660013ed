/** A body in chunks, RFC 9112 7.1: sizes in hex, extensions and trailers read and left out. */
import { HEADERS_BYTES_MAX } from "../../../protocol/limits.js";

const LF = 0x0a;
const CR = 0x0d;
/** Eight hex digits of a size are more than any limit has. */
const SIZE_TOO_LONG = /^[0-9A-Fa-f]{9}/;
const SIZE_LINE = /^([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/;
const TRAILER_LINE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*$/;
/** Bytes of extensions and trailers of a body, as many as a head may have. */
const OVERHEAD_BYTES_MAX = HEADERS_BYTES_MAX;

type State = "size" | "data" | "data end" | "trailer" | "done";

export type ChunkFault = { readonly fault: string };

export class ChunkReader {
  #state: State = "size";
  #left = 0;
  #line = "";
  #overhead = 0;

  get isDone(): boolean {
    return this.#state === "done";
  }

  /**
   * @param take gets each piece of the body, a view of `bytes`
   * @returns how many bytes belong to this body; all of them unless it is done
   */
  read(bytes: Buffer, take: (piece: Uint8Array) => void): number | ChunkFault {
    let at = 0;
    while (at < bytes.length && this.#state !== "done") {
      if (this.#state === "data") {
        const end = Math.min(bytes.length, at + this.#left);
        take(bytes.subarray(at, end));
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#state = "data end";
        continue;
      }
      const lf = bytes.indexOf(LF, at);
      const end = lf < 0 ? bytes.length : lf;
      this.#line += bytes.toString("latin1", at, end);
      this.#overhead += end - at;
      if (this.#overhead > OVERHEAD_BYTES_MAX)
        return { fault: "chunk extensions and trailers are too large" };
      if (lf < 0) return this.#tooLongSize() ?? bytes.length;
      at = lf + 1;
      const fault = this.#lineEnds();
      if (fault !== null) return fault;
    }
    return at;
  }

  /** A size without an end is refused before it fills the room of all lines. */
  #tooLongSize(): ChunkFault | null {
    const isTooLong = this.#state === "size" && SIZE_TOO_LONG.test(this.#line);
    return isTooLong ? { fault: "a chunk's size is no hex number" } : null;
  }

  #lineEnds(): ChunkFault | null {
    const line = this.#line;
    this.#line = "";
    if (line.charCodeAt(line.length - 1) !== CR) return { fault: "a line of a chunk lacks its CR" };
    const text = line.slice(0, -1);
    if (this.#state === "data end") {
      if (text !== "") return { fault: "a chunk is longer than its size" };
      this.#state = "size";
      return null;
    }
    if (this.#state === "trailer") {
      if (text === "") this.#state = "done";
      else if (!TRAILER_LINE.test(text)) return { fault: "a trailer is no field" };
      return null;
    }
    const size = SIZE_LINE.exec(text);
    if (size === null) return { fault: "a chunk's size is no hex number" };
    this.#left = Number.parseInt(size[1]!, 16);
    this.#state = this.#left === 0 ? "trailer" : "data";
    return null;
  }
}
