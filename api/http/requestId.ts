/** Request ids: the caller's where it is well formed, else `req_` and a ULID that sorts by time. */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

export function isRequestId(text: string): boolean {
  return text.length >= 8 && text.length <= 128 && /^[A-Za-z0-9._-]+$/.test(text);
}

/**
 * Makes ids. Within a millisecond the random part counts up, so ids of one process never collide;
 * each new millisecond draws a fresh start when the last one is used up.
 */
export class RequestIds {
  readonly #random: (bytes: number) => Uint8Array;
  #lastMs = -1;
  #timeText = "";
  readonly #digits = new Uint8Array(RANDOM_CHARS);

  constructor(random: (bytes: number) => Uint8Array) {
    this.#random = random;
    this.#redraw();
  }

  next(nowMs: number): string {
    if (nowMs !== this.#lastMs) {
      this.#lastMs = nowMs;
      this.#timeText = timeText(nowMs);
    }
    for (let i = RANDOM_CHARS - 1; ; i -= 1) {
      if (i < 0) {
        this.#redraw();
        break;
      }
      const digit = this.#digits[i] ?? 0;
      if (digit < 31) {
        this.#digits[i] = digit + 1;
        break;
      }
      this.#digits[i] = 0;
    }
    let text = `req_${this.#timeText}`;
    for (const digit of this.#digits) text += ALPHABET[digit];
    return text;
  }

  #redraw(): void {
    const bytes = this.#random(RANDOM_CHARS);
    for (let i = 0; i < RANDOM_CHARS; i += 1) this.#digits[i] = (bytes[i] ?? 0) & 31;
    // The top digit starts low, so that counting up does not overflow within the life of a process.
    this.#digits[0] = (this.#digits[0] ?? 0) & 15;
  }
}

function timeText(ms: number): string {
  let rest = ms;
  let text = "";
  for (let i = 0; i < TIME_CHARS; i += 1) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
