/** Lists of which the last number alone has its unit, and laws of several things alike. */
import { expect } from "chai";
import { isAskedBack, valueInWords } from "../../kit/valueInWords.js";

/** Python: 1/(1/2 + 1/3 + 1/6), 20*30/(20 + 30), and 8.9875517862e9 * 2e-6 * 3e-6/0.1**2. */
const READ: readonly (readonly [string, number])[] = [
  ["Three resistors of 2, 3 and 6 ohm are connected in parallel. What is the total resistance?", 1],
  ["two resistors of 20 and 30 ohm in parallel", 12],
  ["two resistors 20 ohm and 30 ohm in parallel", 12],
  ["equivalent resistance of 4 ohm, 6 ohm and 12 ohm in parallel", 2],
  ["Two point charges of 2 and 3 uC are 10 cm apart. Coulomb force?", 5.39253107],
];
const ASKED: readonly string[] = [
  "Two resistors of 20, 30 and 40 ohm in parallel. Resistance?",
  "Three resistors of 20 and 30 ohm in parallel. Resistance?",
  "three resistors in parallel, 20 ohm and 30 ohm",
  "four resistors in parallel, 20 ohm, 30 ohm and 60 ohm",
  "three capacitors in series, 2 uF and 3 uF",
];

describe("words: lists of one unit", () => {
  for (const [query, value] of READ)
    it(`reads ${query}`, () => {
      expect(valueInWords(query)).to.be.closeTo(value, 1e-8);
    });

  for (const query of ASKED)
    it(`asks back: ${query}`, () => {
      expect(isAskedBack(query)).to.equal(true);
    });
});
