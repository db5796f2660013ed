/** The answers of a window as bytes, one behind the other. */
import { hash } from "node:crypto";
import type { Answers } from "./outcome.js";

/**
 * Gives room for the answers of a window; asked again, with what was written so far, or without.
 */
export type AnswerRoom = (bytes: number) => Uint8Array;

export const NO_ANSWERS: Answers = { bounds: [0], digests: "" };
/** Most bytes of UTF-8 that one UTF-16 code unit becomes. */
const UTF8_BYTES_A_UNIT = 3;

/**
 * UTF-8 of the answers with the digest of each. A text is written as soon as it is made: a while
 * later its parts would have to come from further away than the first cache.
 * @param textOf makes the text of an answer; called once for each, in order
 */
export function answerBytes(
  count: number,
  textOf: (index: number) => string,
  room: AnswerRoom,
): Answers {
  if (count === 0) return NO_ANSWERS;
  let bytes: Buffer | null = null;
  const bounds = [0];
  let digests = "";
  let at = 0;
  for (let i = 0; i < count; i += 1) {
    const text = textOf(i);
    const most = UTF8_BYTES_A_UNIT * text.length;
    if (bytes === null || at + most > bytes.length)
      bytes = grown(bytes, at, at + most * (count - i), room);
    const end = at + bytes.write(text, at, "utf8");
    digests += hash("sha256", bytes.subarray(at, end), "base64");
    bounds.push(end);
    at = end;
  }
  return { bounds, digests };
}

/** Room for more, with what was written. */
function grown(before: Buffer | null, written: number, bytes: number, room: AnswerRoom): Buffer {
  const { buffer, byteOffset, length } = room(bytes);
  const next = Buffer.from(buffer, byteOffset, length);
  if (before !== null) before.copy(next, 0, 0, written);
  return next;
}
