/** The search for work. Only the last block of each text is hashed anew. */
import { Sha256Tail } from "../encoding/sha256.js";
import { utf8Encode } from "../encoding/utf8.js";
import { workText } from "./work.js";

const BLOCK_BYTES = 64;
/** The nonce's last characters: a counter in base 32, most significant first. */
const COUNTER_CHARS = 12;
const DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

export interface WorkSearch {
  readonly author: string;
  readonly name: string | null;
  /** 1 to 32 letters and digits that set this search apart from others. */
  readonly start: string;
  readonly bits: number;
}

export class WorkMiner {
  readonly #search: WorkSearch;
  readonly #tail: Sha256Tail;
  readonly #head: string;
  readonly #block: Uint8Array;
  readonly #at: number;
  #next = 0;

  constructor(search: WorkSearch) {
    this.#search = search;
    const { author, name, start } = search;
    const filler = this.#filler();
    this.#head = start + "a".repeat(filler);
    const text = utf8Encode(workText(author, name, this.#head + "a".repeat(COUNTER_CHARS)));
    const whole = text.length - text.length % BLOCK_BYTES;
    this.#tail = new Sha256Tail(text.subarray(0, whole));
    this.#block = text.slice(whole);
    // Two characters close the text after the nonce.
    this.#at = this.#block.length - 2 - COUNTER_CHARS;
  }

  /** Nonces tried so far. */
  get tried(): number {
    return this.#next;
  }

  /** Characters that bring the whole counter into the last block, and the padding with it. */
  #filler(): number {
    const { author, name, start } = this.#search;
    const bare = utf8Encode(workText(author, name, start)).length - 2;
    const into = bare % BLOCK_BYTES;
    const room = BLOCK_BYTES - 9 - 2 - COUNTER_CHARS;
    return into <= room ? 0 : BLOCK_BYTES - into;
  }

  /** Tries so many nonces. @returns the first that is enough, or null */
  run(count: number): string | null {
    const { bits } = this.#search;
    for (const end = this.#next + count; this.#next < end; this.#next += 1) {
      this.#writeCounter(this.#next);
      const [first, second] = this.#tail.firstWords(this.#block);
      const zeros = first === 0 ? 32 + Math.clz32(second) : Math.clz32(first);
      if (zeros >= bits) return this.#nonce();
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
