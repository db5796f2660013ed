/** Texts told otherwise, where every character that stays keeps its place. */
import type { Open } from "../laws/licence/open.js";

/** A text and what was told otherwise in it, as places left open. */
export interface Retold {
  readonly text: string;
  readonly notes: readonly Open[];
  /** What lies on the way to what is asked; null where nothing is said to. */
  readonly onTheWay: OnTheWay | null;
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

/** Each match in other words of at most its length. */
export function rewriting(
  pattern: RegExp,
  say: (match: RegExpExecArray, text: string) => Otherwise,
): Rewrite {
  return (before) => {
    const { notes, text } = before;
    let said = text;
    const found: Open[] = [];
    for (const match of text.matchAll(pattern)) {
      const [written] = match;
      const other = say(match, text);
      if (other === null || other[0].length > written.length) continue;
      const at = [match.index, match.index + written.length] as const;
      said = said.slice(0, at[0]) + other[0].padEnd(written.length) + said.slice(at[1]);
      found.push({ what: "fact", at, message: other[1] });
    }
    return found.length === 0 ? before : { ...before, notes: [...notes, ...found], text: said };
  };
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
