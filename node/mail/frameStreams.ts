/** Bodies on their way to frames, and frames on their way to the store, a few at a time. */
import { FRAME_BYTES, framesOf } from "../../protocol/mail/attachment.js";
import { MAIL_ATTACHMENT_BYTES_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Store } from "../../storage/store.js";

export type BodyBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Frames written in one batch, and read at once. */
export const FRAMES_AT_ONCE = 8;
export const FRAMES_MAX = framesOf(MAIL_ATTACHMENT_BYTES_MAX);

/** Frames of what comes in pieces of any size; the last one is known by what does not follow. */
export async function* framed(bytes: BodyBytes): AsyncGenerator<{
  readonly index: number;
  readonly isLast: boolean;
  readonly plaintext: Uint8Array;
}> {
  let held = Buffer.alloc(FRAME_BYTES);
  let length = 0;
  let index = 0;
  let total = 0;
  for await (const piece of bytes) {
    total += piece.length;
    if (total > MAIL_ATTACHMENT_BYTES_MAX) throw tooLarge();
    for (let at = 0; at < piece.length;) {
      if (length === FRAME_BYTES) {
        yield { index, isLast: false, plaintext: held };
        index += 1;
        held = Buffer.alloc(FRAME_BYTES);
        length = 0;
      }
      const part = piece.subarray(at, at + FRAME_BYTES - length);
      held.set(part, length);
      length += part.length;
      at += part.length;
    }
  }
  yield { index, isLast: true, plaintext: held.subarray(0, length) };
}

export class FrameWriter {
  readonly #store: Store;
  readonly #id: string;
  #waiting: Uint8Array[] = [];
  count = 0;
  bytes = 0;

  constructor(store: Store, id: string) {
    this.#store = store;
    this.#id = id;
  }

  async add(frame: Uint8Array): Promise<void> {
    this.#waiting.push(frame);
    this.count += 1;
    this.bytes += frame.length;
    if (this.#waiting.length === FRAMES_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    const first = this.count - this.#waiting.length;
    const { frames } = this.#store.mail;
    const written = this.#waiting.map((frame, i) => frames.put([this.#id, first + i], frame));
    this.#waiting = [];
    if (written.length > 0) await this.#store.write(written);
  }
}

/** What a client sealed, taken in stretches of known lengths. */
export class SealedPieces {
  readonly #source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #held = new Uint8Array(0);
  #at = 0;

  constructor(bytes: BodyBytes) {
    this.#source =
      Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
  }

  /** @throws Refusal INVALID_INPUT where it is cut off */
  async take(length: number): Promise<Uint8Array> {
    const into = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (await this.isAtEnd()) throw noFrames("it is cut off");
      const part = this.#held.subarray(this.#at, this.#at + length - filled);
      into.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    }
    return into;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at === this.#held.length) {
      const next = await this.#source.next();
      if (next.done === true) return true;
      this.#held = new Uint8Array(next.value);
      this.#at = 0;
    }
    return false;
  }
}

export function tooLarge(): Refusal {
  return new Refusal("TOO_LARGE", `an attachment has at most ${MAIL_ATTACHMENT_BYTES_MAX} bytes`, {
    members: { limit: MAIL_ATTACHMENT_BYTES_MAX },
  });
}

export function noFrames(why: string): Refusal {
  return new Refusal("INVALID_INPUT", `the body is no sealed attachment: ${why}`);
}
