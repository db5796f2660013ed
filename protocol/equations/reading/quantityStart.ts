/** Where a number with its unit may begin in an equation. */

/** A number where one may begin with its unit: not an exponent, an index or the end of a name. */
export function mayBeginQuantity(text: string, at: number): boolean {
  if (/[\p{L}\p{N}_.#']/u.test(text.charAt(at - 1))) return false;
  let before = lastMark(text, at);
  if (text[before] === "+" || text[before] === "-") before = lastMark(text, before);
  if (text[before] === "*") return text[before - 1] !== "*";
  return text[before] !== "^" && text[before] !== "_" && text[before] !== "{";
}

/** Place of the last character before, white space left out. */
function lastMark(text: string, at: number): number {
  let before = at - 1;
  while (before >= 0 && /\s/.test(text[before]!)) before -= 1;
  return before;
}
