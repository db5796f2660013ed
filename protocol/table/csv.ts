/** Records of CSV (RFC 4180) as cells of text, read strictly and within bounds. */

/** Text that is no CSV, and where. */
export class CsvError extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = "CsvError";
    this.line = line;
  }
}

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvBounds {
  readonly recordsMax: number;
  readonly cellsMax: number;
  readonly cellCharsMax: number;
}

const BYTE_ORDER_MARK = "\uFEFF";
const QUOTE = '"';
/** A cell without quotes ends before one of these, or where the text ends. */
const PLAIN_CELL = /[^",\r\n]*/y;
const BLANKS = /[ \t]*/y;

/**
 * Records one by one; lines end with LF or CRLF. Blanks around a cell are no part of it, unless it
 * stands in quotes. @throws CsvError
 */
export function* csvRecords(text: string, bounds: CsvBounds): Generator<CsvRecord> {
  const reader = new CsvReader(text, bounds);
  for (let records = 0; !reader.isDone; records += 1) {
    if (records >= bounds.recordsMax)
      throw new CsvError(reader.line, `more than ${bounds.recordsMax - 1} rows: split the table`);
    yield reader.record();
  }
}

class CsvReader {
  readonly #text: string;
  readonly #bounds: CsvBounds;
  #at: number;
  line = 1;

  constructor(text: string, bounds: CsvBounds) {
    this.#text = text;
    this.#bounds = bounds;
    this.#at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  record(): CsvRecord {
    const { line } = this;
    const cells: string[] = [];
    const { cellsMax } = this.#bounds;
    do {
      if (cells.length >= cellsMax) throw new CsvError(line, `more than ${cellsMax} columns`);
      cells.push(this.#cell());
    } while (this.#takes(","));
    this.#endOfLine();
    return { line, cells };
  }

  #takes(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #cell(): string {
    this.#match(BLANKS);
    if (this.#takes(QUOTE)) {
      const cell = this.#quoted();
      this.#match(BLANKS);
      return cell;
    }
    const cell = this.#match(PLAIN_CELL).trimEnd();
    this.#checkLength(cell.length);
    if (this.#text[this.#at] === QUOTE)
      throw new CsvError(
        this.line,
        "a quote inside a cell: put the whole cell in quotes, and write each quote in it twice",
      );
    return cell;
  }

  /** What stands behind the first quote, up to the one that ends it. */
  #quoted(): string {
    const { line } = this;
    const parts: string[] = [];
    for (let length = 0; ;) {
      const end = this.#text.indexOf(QUOTE, this.#at);
      if (end < 0) throw new CsvError(line, "a cell in quotes does not end: close its quotes");
      length += end - this.#at;
      this.#checkLength(length);
      const part = this.#text.slice(this.#at, end);
      this.line += part.split("\n").length - 1;
      this.#at = end + 1;
      parts.push(part);
      if (!this.#takes(QUOTE)) return parts.join(QUOTE);
    }
  }

  #checkLength(chars: number): void {
    const { cellCharsMax } = this.#bounds;
    if (chars > cellCharsMax)
      throw new CsvError(this.line, `a cell has more than ${cellCharsMax} characters`);
  }

  #endOfLine(): void {
    if (this.isDone) return;
    const isCarried = this.#takes("\r");
    if (this.#takes("\n")) {
      this.line += 1;
      return;
    }
    throw new CsvError(
      this.line,
      isCarried
        ? "a carriage return alone: end lines with LF or CRLF"
        : "text behind the quotes of a cell: only a comma or the end of the line may follow",
    );
  }
}
