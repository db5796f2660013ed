/** The search for a nonce. Only the last block of each text is hashed anew. */
import { Sha256Tail } from "../encoding/sha256.js";
import { utf8Encode } from "../encoding/utf8.js";

const BLOCK_BYTES = 64;
/** What SHA-256 appends at least: one byte, and the length in eight. */
const PADDING_BYTES = 9;
/** The nonce's last characters: a counter in base 32, most significant first. */
const COUNTER_CHARS = 12;
const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

export interface NonceSearch {
  /** What stands before the nonce in the text that is hashed. */
  readonly before: string;
  /** What stands after it: at most 40 bytes. */
  readonly after: string;
  /** 1 to 32 letters and digits that set this search apart from others. */
  readonly start: string;
  /** Leading zero bits, at most 64. */
  readonly bits: number;
}

export class NonceMiner {
  readonly #bits: number;
  readonly #tail: Sha256Tail;
  readonly #head: string;
  readonly #block: Uint8Array;
  readonly #at: number;
  #next = 0;

  constructor({ before, after, start, bits }: NonceSearch) {
    this.#bits = bits;
    const end = utf8Encode(after).length;
    // Characters that bring the whole counter into the last block, and the padding with it.
    const into = (utf8Encode(before).length + start.length) % BLOCK_BYTES;
    const room = BLOCK_BYTES - PADDING_BYTES - end - COUNTER_CHARS;
    if (room < 0) throw new RangeError("too much stands after the nonce");
    this.#head = start + "a".repeat(into <= room ? 0 : BLOCK_BYTES - into);
    const text = utf8Encode(before + this.#head + "a".repeat(COUNTER_CHARS) + after);
    const whole = text.length - (text.length % BLOCK_BYTES);
    this.#tail = new Sha256Tail(text.subarray(0, whole));
    this.#block = text.slice(whole);
    this.#at = this.#block.length - end - COUNTER_CHARS;
  }

  /** Nonces tried so far. */
  get tried(): number {
    return this.#next;
  }

  /** Tries so many nonces. @returns the first that is enough, or null */
  run(count: number): string | null {
    for (const end = this.#next + count; this.#next < end; this.#next += 1) {
      this.#writeCounter(this.#next);
      const [first, second] = this.#tail.firstWords(this.#block);
      const zeros = first === 0 ? 32 + Math.clz32(second) : Math.clz32(first);
      if (zeros >= this.#bits) return this.#nonce();
    }
    return null;
  }

  #writeCounter(counter: number): void {
    let rest = counter;
    for (let i = COUNTER_CHARS - 1; i >= 0; i -= 1) {
      this.#block[this.#at + i] = DIGITS.charCodeAt(rest % 32);
      rest = Math.floor(rest / 32);
    }
  }

  #nonce(): string {
    const counter = this.#block.subarray(this.#at, this.#at + COUNTER_CHARS);
    return this.#head + String.fromCharCode(...counter);
  }
}
