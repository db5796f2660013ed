/**
 * Numbers as people write them: sign, digits in groups, a decimal point, powers of ten, fractions,
 * `thousand` and `million`. A number is read whole or not at all.
 */

export interface ReadNumber {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Why it cannot be used: its digits have more than one reading, or it is no double. */
  readonly problem: string | null;
}

/** `1,000`, `1 000`, `1'000`: groups of three, by one mark. */
const DIGITS = /\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?!\d)|\d{1,3}(?:'\d{3})+(?!\d)|\d+/;
const NUMBER = new RegExp(
  `(?<![\\w.^])([+-]?)(?:(${DIGITS.source})(\\.\\d+)?|(\\.\\d+))([eE][+-]?\\d+)?(?![\\d]*\\d)`,
  "g",
);
const POWER_OF_TEN = /^\s*(?:x|×|\*|·)\s*10\s*(?:\^\s*\(?\s*([+-]?\d+)\s*\)?|([+-]\d+))/;
const BARE_POWER = /^\s*\^\s*\(?\s*([+-]?\d+)\s*\)?/;
const FRACTION = /^\s?\/\s?(\d+)(?![\d.]*\d)/;
const MULTIPLE = /^\s+(thousand|million|billion|trillion)s?\b/i;
const ZEROS: Readonly<Record<string, number>> = {
  thousand: 3,
  million: 6,
  billion: 9,
  trillion: 12,
};
/** Digits right behind a number that it did not take: `3,5` and `1.2.3`. */
const HALF_READ = /^(?:[.,:']\d|\s?(?:x|×)\s?10\d)/;

/** Left to right, without overlaps. */
export function numbersIn(text: string): readonly ReadNumber[] {
  const found: ReadNumber[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const start = match.index;
    if (start < (found[found.length - 1]?.end ?? 0)) continue;
    found.push(readAt(text, start, match));
  }
  return found;
}

function readAt(text: string, start: number, match: RegExpExecArray): ReadNumber {
  const [whole, sign = "", digits = "0", fraction = "", bare = "", power = ""] = match;
  let end = start + whole.length;
  let decimal = `${sign}${digits.replace(/[, ']/g, "")}${fraction === "" ? bare : fraction}`;
  let exponent = power === "" ? 0 : Number(power.slice(1));
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const next = pattern.exec(text.slice(end));
    if (next !== null) end += next[0].length;
    return next;
  };
  const ten = take(POWER_OF_TEN);
  if (ten !== null) exponent += Number(ten[1] ?? ten[2]);
  else if (/^[+-]?10$/.test(decimal) && power === "") {
    const raised = take(BARE_POWER);
    if (raised !== null) [decimal, exponent] = [`${sign}1`, Number(raised[1])];
  }
  const multiple = take(MULTIPLE);
  if (multiple !== null) exponent += ZEROS[multiple[1]!.toLowerCase()]!;
  // The text is read in one go, so that 0.1 million is the double nearest to 100,000.
  let value = Number(`${decimal}e${exponent}`);
  const divided = exponent === 0 && fraction === "" ? take(FRACTION) : null;
  if (divided !== null) value /= Number(divided[1]);
  return { value, start, end, problem: problemOf(text, digits, value, end) };
}

function problemOf(text: string, digits: string, value: number, end: number): string | null {
  if (!Number.isFinite(value)) return "it is no number that a double can hold";
  if (HALF_READ.test(text.slice(end))) {
    return "its digits have more than one reading: write a decimal point, and no other marks";
  }
  if (/^0[, ']/.test(digits)) return "a comma may stand for a decimal point here: write a point";
  return null;
}
