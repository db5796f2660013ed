/** Texts put together at random from what quantities are made of, and from what they are not. */
import { expect } from "chai";
import * as fc from "fast-check";
import { equalExact } from "../../protocol/units/exact.js";
import { readQuantity, type Quantity, type Reading } from "../../protocol/units/quantity/index.js";

const NUMBERS =
  "2 3.5 .5 7 12 450 600 20 1/3 2/3 ½ 2e3 4E-2 10 ×10^3 x10^-2 *10^4 ×10⁻⁵ million dozen hundred " +
  "thousand half two twenty five point quarter pi π 384 400";
const UNITS =
  "m kg s km ft in lb oz h min ° °C K C degC g N Pa metres per second square cubed hours J mol % t d " +
  "² ^2 ^-1 mi inch feet Hz rad eV u c kt ton mmHg percent";
const OTHERS =
  "foobar x to or not mass ± = : ; ? ! @ # [ ] { } | \\ ~ < > $ & than twice NaN e E i 多 é ☉ -- ..";
const MARKS = [",", ".", "'", '"', "_", "/", "*", "^", "-", "−", "(", ")", "and", "of", "a"];

/** Signs that may join or group without a value of their own. */
const JOINTS: ReadonlySet<string> = new Set(MARKS);

interface Piece {
  readonly text: string;
  readonly isSpaced: boolean;
}

const piece = (texts: readonly string[]): fc.Arbitrary<Piece> =>
  fc.record({ text: fc.constantFrom(...texts), isSpaced: fc.boolean() });

const pieces = fc.oneof(
  { weight: 5, arbitrary: piece(NUMBERS.split(" ")) },
  { weight: 5, arbitrary: piece(UNITS.split(" ")) },
  { weight: 1, arbitrary: piece(OTHERS.split(" ")) },
  { weight: 2, arbitrary: piece(MARKS) },
);

export const quantityTexts = fc.array(pieces, { minLength: 1, maxLength: 8 });

function textOf(parts: readonly Piece[]): string {
  return parts.map(({ isSpaced, text }) => (isSpaced ? ` ${text}` : text)).join("");
}

/** Letters side by side are one word: `second` and `s` are the seconds that `s` alone is, too. */
function inWords(parts: readonly Piece[]): readonly Piece[] {
  const words: Piece[] = [];
  for (const one of parts) {
    const last = words[words.length - 1];
    const isGlued = last !== undefined && !one.isSpaced;
    if (isGlued && /\p{L}$/u.test(last.text) && /^\p{L}/u.test(one.text))
      words[words.length - 1] = { ...last, text: last.text + one.text };
    else words.push(one);
  }
  return words;
}

function same(one: Reading, other: Reading): boolean {
  return (
    equalExact(one.number, other.number) &&
    one.piPower === other.piPower &&
    one.unit.text === other.unit.text
  );
}

/**
 * A signature read covers its text, and each of its pieces counts: without it the text is refused or
 * means something else. So no piece was passed over.
 */
export function isWholeReading(parts: readonly Piece[]): void {
  const text = textOf(parts);
  const found = readQuantity(text);
  if (!found.ok) {
    expect(found.at[0], text).to.be.within(0, text.length);
    return;
  }
  expect(text.slice(0, found.at[0]).trim() + text.slice(found.at[1]).trim(), text).to.equal("");
  const [reading] = found.readings;
  expect(reading, text).not.to.equal(undefined);
  const isSigned = /^\s*[-−]/.test(text);
  if (reading!.number.num !== 0n) expect(reading!.number.num < 0n, text).to.equal(isSigned);
  const again = readQuantity(found.text);
  expect(again.ok && same(again.readings[0]!, reading!), `${text}: ${found.text}`).to.equal(true);
  if (reading!.number.num === 0n) return;
  const words = inWords(parts);
  for (const [i, { text: left }] of words.entries()) {
    if (JOINTS.has(left)) continue;
    const other = readQuantity(textOf(words.filter((_, k) => k !== i)));
    expect(isSame(found, other), `"${text}" reads as without "${left}"`).to.equal(false);
  }
}

function isSame(found: Quantity, other: ReturnType<typeof readQuantity>): boolean {
  return other.ok && same(found.readings[0]!, other.readings[0]!) && found.text === other.text;
}
