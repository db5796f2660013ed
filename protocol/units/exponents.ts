/** The signs of a unit text as those of ASCII, and the exponents in it. */
import { rational } from "./dimension.js";
import type { Rational } from "./rational.js";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** No-break, thin and narrow no-break spaces. */
const SPACES = "\u00a0\u2009\u202f";

/**
 * Positions are kept: every replacement is one character for one, except superscript runs, which
 * gain a `^`.
 */
export function toAscii(text: string): { ascii: string; positions: number[] } {
  let ascii = "";
  const positions: number[] = [];
  const put = (character: string, position: number): void => {
    ascii += character;
    positions.push(position);
  };
  let raised = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    const digit = SUPERSCRIPTS.indexOf(character);
    const isRaised = digit >= 0 || character === "⁻";
    if (isRaised && !raised) put("^", i);
    raised = isRaised;
    if (isRaised) put(digit >= 0 ? String(digit) : "-", i);
    else if ("·⋅×".includes(character)) put("*", i);
    else if (character === "*" && text.charAt(i + 1) === "*") put("^", (i += 1));
    // A micro sign alone is a micrometre to some; it is no dalton.
    else if ("µμ".includes(character)) put(/\p{L}/u.test(text.charAt(i + 1)) ? "u" : "µ", i);
    else if (SPACES.includes(character)) put(" ", i);
    else if (character === "º" || character === "˚") put("°", i);
    else if (character === "÷") put("/", i);
    // The signs that Unicode keeps for the ohm and the angstrom, as the letters they stand for.
    else if (character === "\u2126") put("\u03a9", i);
    else if (character === "\u212b") put("\u00c5", i);
    else if (character === "−") put("-", i);
    else put(character, i);
  }
  positions.push(text.length);
  return { ascii, positions };
}

/** `2`, `-1`, `0.5`, `.5`; a run of digits is read whole. */
const DECIMAL = /([+-]?)(?:(\d{1,4})(?:\.(\d{1,4}))?|\.(\d{1,4}))(?!\.?\d)/y;
/** `(0.5)` and `(1/2)` */
const IN_PARENTHESES = /\(\s*([+-]?\d*\.?\d+)\s*(?:\/\s*(\d{1,4})\s*)?\)/y;
const TENS = [1, 10, 100, 1000, 10_000];

/**
 * What stands behind a `^`; null where no exponent can be read whole.
 * @throws DimensionRangeError
 */
export function exponentAt(
  text: string,
  at: number,
): { readonly exponent: Rational; readonly end: number } | null {
  IN_PARENTHESES.lastIndex = at;
  const inside = IN_PARENTHESES.exec(text);
  if (inside === null) return decimalAt(text, at);
  const [whole, above, below] = inside;
  const found = decimalAt(above!, 0);
  if (found === null || (below !== undefined && found.exponent.den !== 1)) return null;
  const { num, den } = found.exponent;
  return { exponent: rational(num, den * Number(below ?? "1")), end: at + whole.length };
}

/** `0.5` is 1/2. */
function decimalAt(text: string, at: number): ReturnType<typeof exponentAt> {
  DECIMAL.lastIndex = at;
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [all, sign, whole = "0", behind, bare] = match;
  const part = behind ?? bare ?? "";
  const size = Number(`${whole}${part}`);
  const exponent = rational(sign === "-" ? -size : size, TENS[part.length]);
  return { exponent, end: at + all.length };
}
