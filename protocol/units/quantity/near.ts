/** What stands close before a place of a text. */

/** Characters before a number that may say what it is, blanks apart. */
const NEAR_CHARS = 80;

/**
 * What stands right before a place: for patterns that end there, none of which is longer. Without a
 * bound each number would cost all of the text before it.
 */
export function nearBefore(text: string, end: number): string {
  let from = end;
  for (let seen = 0; from > 0 && seen < NEAR_CHARS; seen += text.charAt(from) === " " ? 0 : 1)
    from -= 1;
  return text.slice(from, end);
}
