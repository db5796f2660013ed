/** What of a source is code: for checks that look for words in it. */

/**
 * What a `/` that opens a regular expression may follow; a `!` only as negation, not after a value.
 */
const REGEX_BEFORE =
  /(?:[=(,:;&|?{}[+\-*%<>~^]|(?:^|[^\w)\]$])!|\b(?:return|typeof|case|in|of|void|delete))$/;

/** End of the quoted text that starts at `start`. */
function endOfQuoted(source: string, start: number): number {
  const quote = source[start];
  let i = start + 1;
  while (i < source.length && source[i] !== quote) i += source[i] === "\\" ? 2 : 1;
  return i + 1;
}

/** End of the regular expression that starts at `start`. */
function endOfRegex(source: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < source.length; i += 1) {
    const c = source[i];
    if (c === "\\") i += 1;
    else if (c === "[") inClass = true;
    else if (c === "]") inClass = false;
    else if (c === "/" && !inClass) return i + 1;
  }
  return source.length;
}

/**
 * The source with comments, strings and regular expressions blanked, line breaks and the code
 * inside `${...}` kept. Depths of open braces are stacked so that a template ends where its own
 * expression ends.
 */
export function codeOnly(source: string): string {
  let out = "";
  const templates: number[] = [];
  let depth = 0;
  let i = 0;
  const blank = (to: number): void => {
    out += source.slice(i, to).replace(/[^\n]/g, " ");
    i = to;
  };
  const template = (from: number): void => {
    let end = from;
    while (end < source.length && source[end] !== "`" && !source.startsWith("${", end)) {
      end += source[end] === "\\" ? 2 : 1;
    }
    if (source.startsWith("${", end)) {
      templates.push(depth);
      depth += 1;
      blank(end + 2);
    } else blank(end + 1);
  };
  while (i < source.length) {
    const c = source[i]!;
    if (source.startsWith("//", i)) {
      const end = source.indexOf("\n", i);
      blank(end < 0 ? source.length : end);
    } else if (source.startsWith("/*", i)) {
      const end = source.indexOf("*/", i + 2);
      blank(end < 0 ? source.length : end + 2);
    } else if (c === '"' || c === "'") blank(endOfQuoted(source, i));
    else if (c === "`") template(i + 1);
    else if (c === "/" && (out.trim() === "" || REGEX_BEFORE.test(out.trimEnd())))
      blank(endOfRegex(source, i));
    else {
      if (c === "{") depth += 1;
      if (c === "}") depth -= 1;
      if (c === "}" && templates.at(-1) === depth) {
        templates.pop();
        template(i + 1);
      } else {
        out += c;
        i += 1;
      }
    }
  }
  return out;
}
