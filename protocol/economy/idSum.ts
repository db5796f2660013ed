/**
 * The sum of a set of ids, the same in any order of reading: how many there are, and four words
 * of each summed modulo 2^32. Ids are hashes, so that one lost, twice there or in the place of
 * another shows but for one chance in 2^128.
 */
export interface IdWords {
  readonly count: number;
  readonly words: readonly number[];
}

const WORDS = 4;
const WORD_BYTES = 4;
const WORD_DIGITS = 2 * WORD_BYTES;
const HEX = 16;
const PATTERN = /^[0-9a-f]{32}$/;

export class IdSum {
  count = 0;
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  /** @param at where 32 bytes begin, of which the first sixteen are summed */
  add(bytes: Uint8Array, at: number): void {
    this.count += 1;
    this.#a = (this.#a + wordAt(bytes, at)) | 0;
    this.#b = (this.#b + wordAt(bytes, at + WORD_BYTES)) | 0;
    this.#c = (this.#c + wordAt(bytes, at + 2 * WORD_BYTES)) | 0;
    this.#d = (this.#d + wordAt(bytes, at + 3 * WORD_BYTES)) | 0;
  }

  addAll({ count, words }: IdWords): void {
    this.count += count;
    this.#a = (this.#a + (words[0] ?? 0)) | 0;
    this.#b = (this.#b + (words[1] ?? 0)) | 0;
    this.#c = (this.#c + (words[2] ?? 0)) | 0;
    this.#d = (this.#d + (words[3] ?? 0)) | 0;
  }

  /** As plain data. */
  get sum(): IdWords {
    return { count: this.count, words: [this.#a, this.#b, this.#c, this.#d] };
  }

  /** The words, in hex. */
  get hex(): string {
    return this.sum.words
      .map((word) => (word >>> 0).toString(HEX).padStart(WORD_DIGITS, "0"))
      .join("");
  }
}

/** Of ids of 32 bytes, one behind the other. */
export function sumOfIds(ids: Uint8Array, into = new IdSum()): IdSum {
  for (let at = 0; at < ids.length; at += 2 * WORDS * WORD_BYTES) into.add(ids, at);
  return into;
}

/** @returns null for what `hex` does not give */
export function wordsOf(hex: string, count: number): IdWords | null {
  if (!PATTERN.test(hex)) return null;
  const words = Array.from(
    { length: WORDS },
    (_, i) => Number.parseInt(hex.slice(WORD_DIGITS * i, WORD_DIGITS * (i + 1)), HEX) | 0,
  );
  return { count, words };
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}
