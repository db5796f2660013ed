/** Texts told otherwise, and where each place of them stands in the question as it was asked. */
import type { Open } from "../laws/licence/open.js";

/** A text and what was told otherwise in it, as places left open. */
export interface Retold {
  readonly text: string;
  readonly notes: readonly Open[];
  /** What lies on the way to what is asked; null where nothing is said to. */
  readonly onTheWay: OnTheWay | null;
  /** Where a place of the text stands in the question as it was asked. */
  readonly back: (place: number) => number;
}

/** A question of which nothing is told otherwise yet. */
export function asAsked(text: string): Retold {
  return { text, notes: [], onTheWay: null, back: (place) => place };
}

export interface OnTheWay {
  /** The same text asked for it. */
  readonly text: string;
  /** Where it is told in the text that asks for the last quantity. */
  readonly at: readonly [start: number, end: number];
}

export type Rewrite = (before: Retold) => Retold;

/** What a match becomes and why it may; null where it stays. */
type Otherwise = readonly [said: string, message: string] | null;

/** A part of a text, and the length of what stands in its place. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Each match in other words: what is shorter is filled up with blanks, so that most places stay. */
export function rewriting(
  pattern: RegExp,
  say: (match: RegExpExecArray, text: string) => Otherwise,
): Rewrite {
  return (before) => {
    const { back, notes, text } = before;
    let [said, last] = ["", 0];
    const found: Open[] = [];
    const edits: Edit[] = [];
    for (const match of text.matchAll(pattern)) {
      const [written] = match;
      const other = say(match, text);
      if (other === null) continue;
      const [from, to] = [match.index, match.index + written.length];
      const piece = other[0].padEnd(written.length);
      said += text.slice(last, from) + piece;
      last = to;
      edits.push({ from, to, length: piece.length });
      found.push({ what: "fact", at: [back(from), back(to)], message: other[1] });
    }
    if (found.length === 0) return before;
    return {
      ...before,
      notes: [...notes, ...found],
      text: said + text.slice(last),
      back: (place) => back(placeBefore(edits, place)),
    };
  };
}

/** The place in the text before the edits; within one, its beginning or its end. */
function placeBefore(edits: readonly Edit[], place: number): number {
  let grown = 0;
  for (const { from, length, to } of edits) {
    const start = from + grown;
    if (place <= start) break;
    if (place < start + length) return length === to - from ? place - grown : from;
    grown += length - (to - from);
  }
  return place - grown;
}

/** A match that is set aside. */
export function aside(
  pattern: RegExp,
  isAside: (written: string, match: RegExpExecArray, text: string) => boolean,
  why: string,
): Rewrite {
  return rewriting(pattern, (match, text) =>
    isAside(match[0], match, text) ? ["", `"${match[0].trim()}" ${why}`] : null,
  );
}
