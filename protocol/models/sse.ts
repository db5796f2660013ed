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
  /** Parts of a line whose end has not come, none of them with an end in it. */
  #line: string[] = [];
  /** The line before ended in CR: an LF right behind it is a part of that end. */
  #isBehindCr = false;
  #event = "";
  #data: string[] = [];
  /** Of the line that has not ended, and of the data before it. */
  #lineChars = 0;
  #chars = 0;

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  /** The events that are whole now. Each character is looked at once. @throws EventTooLong */
  take(text: string): readonly ServerEvent[] {
    const found: ServerEvent[] = [];
    LINE_END.lastIndex = this.#isBehindCr && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#isBehindCr = false;
    let start = LINE_END.lastIndex;
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      this.#add(text.slice(start, end.index));
      this.#endLine(found);
      start = LINE_END.lastIndex;
      this.#isBehindCr = end[0] === "\r" && start === text.length;
    }
    this.#add(text.slice(start));
    return found;
  }

  /** The event that the end of the stream ends, where no empty line did. */
  end(): readonly ServerEvent[] {
    const found: ServerEvent[] = [];
    if (this.#line.length > 0) this.#endLine(found);
    this.#endEvent(found);
    return found;
  }

  #add(part: string): void {
    if (part === "") return;
    this.#lineChars += part.length;
    if (this.#lineChars + this.#chars > this.#charsMax) throw new EventTooLong("too long");
    this.#line.push(part);
  }

  #endLine(found: ServerEvent[]): void {
    const line = this.#line.length === 1 ? this.#line[0]! : this.#line.join("");
    this.#line = [];
    this.#lineChars = 0;
    if (line === "") {
      this.#endEvent(found);
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value =
      colon < 0 ? "" : line.slice(line.charAt(colon + 1) === " " ? colon + 2 : colon + 1);
    if (field === "event") this.#event = value;
    else if (field === "data") {
      this.#chars += value.length;
      this.#data.push(value);
    }
  }

  #endEvent(found: ServerEvent[]): void {
    if (this.#data.length > 0) found.push({ event: this.#event, data: this.#data.join("\n") });
    this.#event = "";
    this.#data = [];
    this.#chars = 0;
  }
}

const LINE_END = /\r\n|\n|\r/g;
