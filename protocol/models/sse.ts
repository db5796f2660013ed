/** Server-sent events out of text that comes in parts of any size. */

export interface ServerEvent {
  /** "" where the event has no name. */
  readonly event: string;
  readonly data: string;
}

/** An event that is longer than any provider sends. */
export class EventTooLong extends Error {
  override readonly name = "EventTooLong";
}

export class EventReader {
  readonly #charsMax: number;
  #rest = "";
  #event = "";
  #data: string[] = [];
  #chars = 0;

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  /** Whether something stands behind the last whole event. */
  get isOpen(): boolean {
    return this.#rest !== "" || this.#data.length > 0;
  }

  /** The events that are whole now. @throws EventTooLong */
  take(text: string): readonly ServerEvent[] {
    const found: ServerEvent[] = [];
    const all = this.#rest + text;
    let start = 0;
    for (;;) {
      const end = lineEnd(all, start);
      // A CR at the very end may be the first half of CR LF.
      if (end < 0 || (all.charAt(end) === "\r" && end === all.length - 1)) break;
      this.#line(all.slice(start, end), found);
      start = end + (all.startsWith("\r\n", end) ? 2 : 1);
    }
    this.#rest = all.slice(start);
    if (this.#rest.length + this.#chars > this.#charsMax) throw new EventTooLong("too long");
    return found;
  }

  #line(line: string, found: ServerEvent[]): void {
    if (line === "") {
      if (this.#data.length > 0) found.push({ event: this.#event, data: this.#data.join("\n") });
      this.#event = "";
      this.#data = [];
      this.#chars = 0;
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value =
      colon < 0 ? "" : line.slice(line.charAt(colon + 1) === " " ? colon + 2 : colon + 1);
    if (field === "event") this.#event = value;
    else if (field === "data") {
      this.#chars += value.length;
      if (this.#chars > this.#charsMax) throw new EventTooLong("too long");
      this.#data.push(value);
    }
  }
}

function lineEnd(text: string, from: number): number {
  const lf = text.indexOf("\n", from);
  const cr = text.indexOf("\r", from);
  if (cr < 0) return lf;
  return lf < 0 || cr < lf ? cr : lf;
}
