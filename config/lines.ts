/** Where things stand in a configuration file: its comments, and the line of each setting. */

const LINE_END = 0x0a;
const COMMENT = /^[ \t]*\/\//;

/**
 * The same bytes with blanks in the place of each line that begins with `//`, so that offsets stay.
 * No text in JSON goes over the end of a line, so such a line is never within one.
 */
export function withoutComments(bytes: Uint8Array): Uint8Array {
  const plain = Uint8Array.from(bytes);
  let from = 0;
  while (from < plain.length) {
    const found = plain.indexOf(LINE_END, from);
    const end = found < 0 ? plain.length : found;
    if (COMMENT.test(Buffer.from(plain.subarray(from, end)).toString("latin1")))
      plain.fill(0x20, from, end);
    from = end + 1;
  }
  return plain;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The line, from 1, on which each member of each object begins, by its dotted key.
 * @param text JSON that was read already
 */
export function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  /** Names of the objects around, and null for lists. */
  const around: (string | null)[] = [];
  let name: string | null = null;
  let before: string | null = null;
  let line = 1;
  let at = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    for (; at < index; at += 1) if (text[at] === "\n") line += 1;
    if (token === ":" && before !== null) {
      name = String(JSON.parse(before));
      const path = around.slice(1);
      if (!path.includes(null)) lines.set([...path, name].join("."), line);
    } else if (token === "{") around.push(name ?? "");
    else if (token === "[") around.push(null);
    else if (token === "}" || token === "]") around.pop();
    before = token.startsWith('"') ? token : null;
  }
  return lines;
}
