/** U+FFFF is no character: no text of ours begins with it. */
const NO_CHARACTER = 0xffff;

/**
 * The same text, its characters side by side. Engines keep what was added up as a tree of its
 * parts, and walk that tree each time the text is written as a part of another one; looking at a
 * character makes them put it together once.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) === NO_CHARACTER ? text.slice() : text;
}
