/**
 * Answers under idempotency keys: one record for all that is written together, in the order of
 * its age. An answer that can be computed again is a place of fixed size; any other is its text.
 */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { bufferOf } from "../kv/bytes.js";
import { hexKey, pairKey, uint64Key, type KeyCodec, type ValueCodec } from "../kv/codecs.js";

interface GivenForm {
  /** The short form that it was given in; null for the whole. */
  readonly shape: AnswerShape | null;
}

/** Where the answer stands that a key repeats. */
export interface AnswerPlace extends GivenForm {
  /** Number of the `seal` event over its envelopes. */
  readonly window: number;
  /** Position of the first of them. */
  readonly index: number;
  /** The first 9 bytes of SHA-256 of its text, in base64. */
  readonly digest: string;
}

export interface AnswerText extends GivenForm {
  readonly status: number;
  readonly body: string;
}

/** One answer. */
export interface KeptAnswer {
  /** The first 16 bytes of SHA-256 of owner, operation and key, in hex. */
  readonly hash: string;
  /** The first 16 bytes of the fingerprint of its request, in hex. */
  readonly request: string;
  readonly answer: AnswerText | AnswerPlace;
}

export const ANSWER_HASH_BYTES = 16;
/** Digits of base64 that are the digest of a place. */
export const ANSWER_DIGEST_CHARS = 12;
const DIGEST_BYTES = 9;
const HEAD_BYTES = 2 * ANSWER_HASH_BYTES + 1;
const PLACE_BYTES = 8 + 2 + DIGEST_BYTES;
const TEXT_HEAD_BYTES = 2 + 4;
/** The forms of an answer. */
const [WHOLE, MINIMAL, NAMED] = [0, 1, 2] as const;
/** Beside its form: the answer is a place. */
const PLACE = 4;

/** (calcond in which the answers were given, hash of the first of them) */
export type AnswersKey = readonly [calcond: number, first: string];

export const answersKey: KeyCodec<AnswersKey> = pairKey(uint64Key, hexKey(ANSWER_HASH_BYTES));

/** What of an answer has no fixed size. */
interface Texts {
  readonly names: Buffer | null;
  readonly body: Buffer | null;
}

function textsOf(answer: KeptAnswer["answer"]): Texts {
  const { shape } = answer;
  const isNamed = shape !== null && shape !== "minimal";
  return {
    names: isNamed ? Buffer.from(JSON.stringify(shape), "utf8") : null,
    body: "body" in answer ? Buffer.from(answer.body, "utf8") : null,
  };
}

function sizeOf({ body, names }: Texts): number {
  const ownBytes = body === null ? PLACE_BYTES : TEXT_HEAD_BYTES + body.length;
  return HEAD_BYTES + (names === null ? 0 : 2 + names.length) + ownBytes;
}

function formOf({ shape }: GivenForm): number {
  if (shape === null) return WHOLE;
  return shape === "minimal" ? MINIMAL : NAMED;
}

/**
 * The answers of a record, as its bytes: a start reads thousands of records for their keys alone.
 * Each answer: hash (16 bytes), request (16), form (1), and where members are named their list's
 * length (2) and JSON; then of a text its status (2), length (4) and UTF-8; of a place the window
 * (8), index (2) and digest (9).
 */
export class KeptAnswers {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of(answers: readonly KeptAnswer[]): KeptAnswers {
    const texts = answers.map(({ answer }) => textsOf(answer));
    const bytes = Buffer.allocUnsafe(texts.reduce((size, one) => size + sizeOf(one), 0));
    let at = 0;
    answers.forEach((one, i) => {
      at = writeAnswer(bytes, at, one, texts[i]!);
    });
    return new KeptAnswers(bytes);
  }

  /** The first four bytes of each hash. */
  *tags(): Generator<number> {
    for (let at = 0; at < this.bytes.length; at = endOf(this.bytes, at))
      yield this.bytes.readUInt32BE(at);
  }

  /** The last answer under a hash, in hex. */
  find(hash: string): KeptAnswer | undefined {
    const wanted = Buffer.from(hash, "hex");
    let found: number | undefined;
    for (let at = 0; at < this.bytes.length; at = endOf(this.bytes, at))
      if (this.bytes.compare(wanted, 0, ANSWER_HASH_BYTES, at, at + ANSWER_HASH_BYTES) === 0)
        found = at;
    return found === undefined ? undefined : answerAt(this.bytes, found);
  }

  all(): readonly KeptAnswer[] {
    const answers: KeptAnswer[] = [];
    for (let at = 0; at < this.bytes.length; at = endOf(this.bytes, at))
      answers.push(answerAt(this.bytes, at));
    return answers;
  }
}

export const answersValue: ValueCodec<KeptAnswers> = {
  encode: ({ bytes }) => bytes,
  decode: (bytes) => {
    const from = bufferOf(bytes);
    let at = 0;
    while (at < from.length) at = endOf(from, at);
    if (at !== from.length) throw new RangeError("too short");
    return new KeptAnswers(from);
  },
};

function writeAnswer(
  bytes: Buffer,
  from: number,
  { answer, hash, request }: KeptAnswer,
  { body, names }: Texts,
): number {
  let at = hashHex.write(request, bytes, hashHex.write(hash, bytes, from));
  at = bytes.writeUInt8(formOf(answer) | (body === null ? PLACE : 0), at);
  if (names !== null) {
    at = bytes.writeUInt16BE(names.length, at);
    at += names.copy(bytes, at);
  }
  if ("body" in answer) {
    at = bytes.writeUInt32BE(body!.length, bytes.writeUInt16BE(answer.status, at));
    return at + body!.copy(bytes, at);
  }
  at = bytes.writeUInt16BE(answer.index, uint64Key.write(answer.window, bytes, at));
  return at + bytes.write(answer.digest, at, DIGEST_BYTES, "base64");
}

const hashHex = hexKey(ANSWER_HASH_BYTES);

type Read<T> = readonly [value: T, end: number];

/** Where the next answer begins. @throws RangeError */
function endOf(from: Buffer, at: number): number {
  const formAt = at + HEAD_BYTES - 1;
  const form = from.readUInt8(formAt);
  const isNamed = (form & ~PLACE) === NAMED;
  const ownAt = formAt + 1 + (isNamed ? 2 + from.readUInt16BE(formAt + 1) : 0);
  if ((form & PLACE) !== 0) return ownAt + PLACE_BYTES;
  return ownAt + TEXT_HEAD_BYTES + from.readUInt32BE(ownAt + 2);
}

function answerAt(from: Buffer, at: number): KeptAnswer {
  const [hash, requestAt] = hashHex.read(from, at);
  const [request, formAt] = hashHex.read(from, requestAt);
  const [shape, ownAt] = shapeAt(from, formAt);
  const isPlace = (from.readUInt8(formAt) & PLACE) !== 0;
  const own = isPlace ? placeAt(from, ownAt) : bodyAt(from, ownAt);
  return { hash, request, answer: { ...own, shape } };
}

function shapeAt(from: Buffer, at: number): Read<AnswerShape | null> {
  const form = from.readUInt8(at) & ~PLACE;
  if (form > NAMED) throw new RangeError(`no form of an answer: ${form}`);
  if (form !== NAMED) return [form === WHOLE ? null : "minimal", at + 1];
  const end = at + 3 + from.readUInt16BE(at + 1);
  const names: unknown = JSON.parse(textAt(from, at + 3, end));
  if (!isTexts(names)) throw new RangeError("a form of an answer that names no members");
  return [names, end];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function placeAt(from: Buffer, at: number): Omit<AnswerPlace, "shape"> {
  const [window, indexAt] = uint64Key.read(from, at);
  const end = indexAt + 2 + DIGEST_BYTES;
  if (end > from.length) throw new RangeError("too short");
  const digest = from.toString("base64", indexAt + 2, end);
  return { window, index: from.readUInt16BE(indexAt), digest };
}

function bodyAt(from: Buffer, at: number): Omit<AnswerText, "shape"> {
  const textFrom = at + TEXT_HEAD_BYTES;
  const body = textAt(from, textFrom, textFrom + from.readUInt32BE(at + 2));
  return { status: from.readUInt16BE(at), body };
}

function textAt(from: Buffer, at: number, end: number): string {
  if (end > from.length) throw new RangeError("too short");
  return from.toString("utf8", at, end);
}
