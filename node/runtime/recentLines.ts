/** The newest lines of the log, for who follows it without knowing where it is written to. */

const LINES_MAX = 10_000;
/** Characters of all lines together: a line may be long. */
const CHARS_MAX = 1_048_576;

export interface LinesBehind {
  readonly lines: readonly string[];
  /** Number of the last of them. */
  readonly last: number;
  /** Lines that were asked for and are not kept any more. */
  readonly dropped: number;
}

export class RecentLines {
  readonly #linesMax: number;
  readonly #charsMax: number;
  #lines: string[] = [];
  #sink: ((line: string) => void) | null = null;
  /** Lines at the beginning of the list that are given up. */
  #from = 0;
  #chars = 0;
  /** Number of the last line. */
  #last = 0;

  constructor({ charsMax = CHARS_MAX, linesMax = LINES_MAX } = {}) {
    this.#linesMax = linesMax;
    this.#charsMax = charsMax;
  }

  /** Hands over what is kept, and each line that comes. */
  copyTo(sink: (line: string) => void): void {
    for (const line of this.#lines.slice(this.#from)) sink(line);
    this.#sink = sink;
  }

  add(line: string): void {
    this.#sink?.(line);
    this.#lines.push(line);
    this.#chars += line.length;
    this.#last += 1;
    const lines = this.#lines;
    while (
      lines.length - this.#from > 1 &&
      (lines.length - this.#from > this.#linesMax || this.#chars > this.#charsMax)
    ) {
      this.#chars -= lines[this.#from]!.length;
      lines[this.#from] = "";
      this.#from += 1;
    }
    if (this.#from < this.#linesMax) return;
    this.#lines = lines.slice(this.#from);
    this.#from = 0;
  }

  /** Of a number that was never reached, nothing. */
  after(number: number, limit: number): LinesBehind {
    const kept = this.#lines.length - this.#from;
    const first = this.#last - kept;
    const begin = Math.max(number, first);
    if (begin >= this.#last) return { lines: [], last: number, dropped: 0 };
    const at = this.#from + begin - first;
    const lines = this.#lines.slice(at, at + limit);
    return { lines, last: begin + lines.length, dropped: begin - number };
  }
}
