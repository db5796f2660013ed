/** Texts told otherwise, and where each place of them stands in the question as it was asked. */
import type { Open } from "../laws/licence/open.js";

/** A text and what was told otherwise in it, as places left open. */
export interface Retold {
  readonly text: string;
  readonly notes: readonly Open[];
  /** Where a place of the text stands in the question as it was asked. */
  readonly back: (place: number) => number;
  /** Numbers of formulas that are set aside: the law that answers has them. */
  readonly ofFormulas: readonly number[];
}

/** A question of which nothing is told otherwise yet. */
export function asAsked(text: string): Retold {
  return { text, notes: [], back: (place) => place, ofFormulas: [] };
}

export type Rewrite = (before: Retold) => Retold;

/** What a match becomes and why it may; null where it stays. */
type Otherwise = readonly [said: string, message: string] | null;

/** A part of a text in other words, and why. */
export interface Change {
  readonly at: readonly [start: number, end: number];
  readonly said: string;
  readonly message: string;
}

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
    const { text } = before;
    const changes: Change[] = [];
    for (const match of text.matchAll(pattern)) {
      const other = say(match, text);
      if (other === null) continue;
      const [said, message] = other;
      changes.push({ at: [match.index, match.index + match[0].length], said, message });
    }
    return changed(before, changes);
  };
}

/** Parts of the text in other words, from left to right. */
export function changed(before: Retold, changes: readonly Change[]): Retold {
  if (changes.length === 0) return before;
  const { back, notes, text } = before;
  let [all, last] = ["", 0];
  const edits = changes.map(({ at: [from, to], said }): Edit => {
    const piece = said.padEnd(to - from);
    all += text.slice(last, from) + piece;
    last = to;
    return { from, to, length: piece.length };
  });
  const found = changes.map(({ at: [from, to], message }): Open => ({
    what: "fact",
    at: [back(from), back(to)],
    message,
  }));
  return {
    ...before,
    notes: [...notes, ...found],
    text: all + text.slice(last),
    back: (place) => back(placeBefore(edits, place)),
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
