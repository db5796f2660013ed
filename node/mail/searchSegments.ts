/**
 * The index of a search: words of 512 messages that follow one another, in 16 sealed shards by their
 * first letter. No word, and no keyed hash of one, stands outside of a seal; a shard has a round
 * number of bytes.
 */
import { hmacSha256 } from "../../protocol/encoding/sha256.js";
import { concatBytes } from "../../protocol/encoding/bytes.js";
import { utf8Encode } from "../../protocol/encoding/utf8.js";
import { hkdfSha256 } from "../../protocol/identity/derive.js";
import type { MailCrypto, MailKeys } from "../../protocol/mail/keys.js";
import type { RandomBytes } from "../runtime/random.js";

/** Numbers of messages that one segment covers. */
export const SEGMENT_MESSAGES = 512;
const SHARDS = 16;
/** A longer word is found by its beginning. */
const WORD_CHARS_MAX = 24;
/** Different words of one message. */
const WORDS_MAX = 1_024;
/** Shards have a multiple of it, so that their sizes tell little. */
const PADDED_TO = 1_024;
const NONCE_BYTES = 12;
const SEAL_INFO = "calc-mail-search/1";
const SHARD_INFO = "calc-mail-shard/1";
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words: each character counts as one. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export interface SegmentPlace {
  readonly account: string;
  readonly segment: number;
}

/** Words as they are indexed, each once. @param text in lower case */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(RUN)) {
    if (words.size >= WORDS_MAX) break;
    if (!UNSPACED.test(run)) words.add(run.slice(0, WORD_CHARS_MAX));
    else for (const word of pieces(run)) words.add(word);
  }
  return words;
}

function pieces(run: string): readonly string[] {
  const found: string[] = [];
  let word = "";
  for (const char of run) {
    const isApart = UNSPACED.test(char);
    if (!isApart) word += char;
    if (isApart && word !== "") {
      found.push(word.slice(0, WORD_CHARS_MAX));
      word = "";
    }
    if (isApart) found.push(char);
  }
  return word === "" ? found : [...found, word.slice(0, WORD_CHARS_MAX)];
}

/** Whether each of the words begins one of the text. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const there = [...wordsOf(text)];
  return words.every((word) => there.some((one) => one.startsWith(word)));
}

/** What an account's keys say of its index. Which letters share a shard is the account's own. */
export class SearchKeys {
  readonly #crypto: Pick<MailCrypto, "aes256GcmSeal" | "aes256GcmOpen">;
  /** Of all generations, the first one first. */
  readonly #sealing: readonly Uint8Array[];
  readonly #shardKey: Uint8Array;
  readonly #shards = new Map<string, number>();

  constructor(
    crypto: Pick<MailCrypto, "aes256GcmSeal" | "aes256GcmOpen">,
    keys: readonly MailKeys[],
  ) {
    this.#crypto = crypto;
    this.#sealing = keys.map(({ secret }) => hkdfSha256(secret, SEAL_INFO));
    // All generations have the first secret, so a word stays in its shard when keys are renewed.
    this.#shardKey = hkdfSha256(keys[0]!.secret, SHARD_INFO);
  }

  get generation(): number {
    return this.#sealing.length;
  }

  shardOf(word: string): number {
    const letter = String.fromCodePoint(word.codePointAt(0) ?? 0);
    const known = this.#shards.get(letter);
    if (known !== undefined) return known;
    const shard = hmacSha256(this.#shardKey, utf8Encode(letter))[0]! % SHARDS;
    this.#shards.set(letter, shard);
    return shard;
  }

  /** All shards of a segment, in their order. @param messages words of each, by place within it */
  seal(
    random: RandomBytes,
    place: SegmentPlace,
    messages: ReadonlyMap<number, ReadonlySet<string>>,
  ): readonly Uint8Array[] {
    const lists = Array.from({ length: SHARDS }, () => new Map<string, number[]>());
    for (const [at, words] of messages) {
      for (const word of words) {
        const list = lists[this.shardOf(word)]!;
        const places = list.get(word);
        if (places === undefined) list.set(word, [at]);
        else places.push(at);
      }
    }
    return lists.map((list, shard) => {
      const nonce = random.bytes(NONCE_BYTES);
      const key = this.#sealing.at(-1)!;
      const aad = aadOf(place, shard, this.generation);
      const sealed = this.#crypto.aes256GcmSeal({ key, nonce, aad }, written(list));
      return concatBytes(Uint8Array.of(this.generation), nonce, sealed);
    });
  }

  /** Null where the keys are not there, or it was changed. */
  open(place: SegmentPlace, shard: number, sealed: Uint8Array): Buffer | null {
    const generation = sealed[0] ?? 0;
    const key = this.#sealing[generation - 1];
    const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
    if (key === undefined || nonce.length < NONCE_BYTES) return null;
    const aad = aadOf(place, shard, generation);
    const opened = this.#crypto.aes256GcmOpen(
      { key, nonce, aad },
      sealed.subarray(1 + NONCE_BYTES),
    );
    return opened === null
      ? null
      : Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength);
  }
}

function aadOf({ account, segment }: SegmentPlace, shard: number, generation: number): Uint8Array {
  return utf8Encode(`calc-mail-search/1|${account}|${segment}|${shard}|${generation}`);
}

/** Each word: its bytes behind their number, then its messages behind theirs. A zero ends it. */
function written(list: ReadonlyMap<string, readonly number[]>): Buffer {
  const encoded = [...list].map(([word, places]) => [Buffer.from(word, "utf8"), places] as const);
  const bytes = encoded.reduce((sum, [word, { length }]) => sum + 3 + word.length + 2 * length, 1);
  const into = Buffer.alloc(Math.ceil(bytes / PADDED_TO) * PADDED_TO);
  let at = 0;
  for (const [word, places] of encoded) {
    at = into.writeUInt8(word.length, at);
    at += word.copy(into, at);
    at = into.writeUInt16BE(places.length, at);
    for (const place of places) at = into.writeUInt16BE(place, at);
  }
  return into;
}

/** Tells the messages of all words that begin so. */
export function eachMatch(shard: Buffer, prefix: Buffer, found: (place: number) => void): void {
  let at = 0;
  for (let length = shard[at] ?? 0; length > 0; length = shard[at] ?? 0) {
    const word = at + 1;
    const count = shard.readUInt16BE(word + length);
    const places = word + length + 2;
    at = places + 2 * count;
    if (length < prefix.length || !begins(shard, word, prefix)) continue;
    for (let i = places; i < at; i += 2) found(shard.readUInt16BE(i));
  }
}

function begins(bytes: Buffer, at: number, prefix: Buffer): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (bytes[at + i] !== prefix[i]) return false;
  return true;
}

/** What goes when a message of the segment is deleted: its words are in it. */
export function shardsOf(
  account: string,
  number: number,
): readonly (readonly [readonly [account: string, segment: number], shard: number])[] {
  const segment = Math.floor(number / SEGMENT_MESSAGES);
  return Array.from({ length: SHARDS }, (_, shard) => [[account, segment], shard] as const);
}
