/** Where a JSON Pointer leads in a text of JSON: problems are shown at their line. */

export interface Span {
  readonly begin: number;
  readonly end: number;
}

const SPACE = /[\s]/;

/** Reads along a text that JSON.parse has read already. */
class Walker {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #space(): void {
    while (SPACE.test(this.#text[this.#at] ?? "x")) this.#at += 1;
  }

  #string(): string {
    const begin = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1)
      if (this.#text[this.#at] === "\\") this.#at += 1;
    this.#at += 1;
    const read: unknown = JSON.parse(this.#text.slice(begin, this.#at));
    return String(read);
  }

  /** @param wanted what is left of the pointer; null where nothing in this value is meant */
  value(wanted: readonly string[] | null): Span | null {
    this.#space();
    const begin = this.#at;
    const first = this.#text[this.#at];
    let found: Span | null = null;
    if (first === "{" || first === "[") {
      const isList = first === "[";
      this.#at += 1;
      for (let i = 0; ; i += 1) {
        this.#space();
        const next = this.#text[this.#at];
        if (next === undefined || next === "}" || next === "]") break;
        const name = isList ? String(i) : this.#string();
        if (!isList) {
          this.#space();
          this.#at += 1;
        }
        const [head, ...rest] = wanted ?? [];
        found = this.value(wanted !== null && head === name ? rest : null) ?? found;
        this.#space();
        if (this.#text[this.#at] === ",") this.#at += 1;
      }
      this.#at += 1;
    } else if (first === '"') this.#string();
    else while (/[^\s,\]}]/.test(this.#text[this.#at] ?? " ")) this.#at += 1;
    if (wanted !== null && wanted.length === 0) return { begin, end: this.#at };
    return found;
  }
}

/** The value a pointer names, or the nearest one that is there around it; null for no JSON. */
export function placeOf(text: string, pointer: string): Span | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  for (let length = parts.length; length >= 0; length -= 1) {
    const found = new Walker(text).value(parts.slice(0, length));
    if (found !== null) return found;
  }
  return null;
}

export function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
