/** Cases that a law of free bodies, or of one thing, does not know; and whose words ask for nothing. */
import { expect } from "chai";
import { valueInWords } from "../../kit/valueInWords.js";

const FALL = (air: string): string =>
  `A ball is dropped from 20 m${air} How fast does it hit the ground?`;
/** Python: sqrt(2 * 9.80665 * 20), and sqrt(2 * 45 / 9.80665). */
const SPEED = 19.805706;
const DURATION = 3.0294;

describe("words: cases beyond a law", () => {
  for (const air of [
    "; air resistance is negligible.",
    ". Air resistance can be ignored.",
    ", without air drag.",
    ". Forget air resistance.",
  ])
    it(`free of air: "${air}"`, () => {
      expect(valueInWords(FALL(air))).to.be.closeTo(SPEED, 1e-5);
    });

  for (const air of [
    " with air resistance.",
    ". Air drag must not be neglected.",
    ". Air resistance cannot be ignored.",
    "; take air friction into account.",
  ])
    it(`in air that counts: "${air}"`, () => {
      expect(valueInWords(FALL(air))).to.equal(null);
    });

  for (const word of ["Several", "Many", "A few"])
    it(`${word} things alike are no one thing`, () => {
      const query = `${word} identical springs of 200 N/m hang side by side and carry 12 N. How far do they stretch?`;
      expect(valueInWords(query)).to.equal(null);
    });

  for (const form of ["dropped", "thrown down", "released", "let go"])
    it(`asks for the speed, and not for what "${form} from" says`, () => {
      const value = valueInWords(`how fast does a ball ${form} from 20 m hit the ground`);
      if (value !== null) expect(value).to.be.closeTo(SPEED, 1e-5);
      if (form === "dropped") expect(value, form).not.to.equal(null);
      // Thrown down it has a speed that is not said.
      if (form === "thrown down") expect(value, form).to.equal(null);
    });

  it("takes no battery that is charged for one that delivers", () => {
    const battery = "A battery of emf 12 V and internal resistance 0.5 ohm";
    for (const way of ["is being charged with 4 A", "is charged by a current of 4 A"])
      expect(valueInWords(`${battery} ${way}. What is its terminal voltage?`), way).to.equal(null);
    // 12 V - 4 A * 0.5 ohm
    expect(valueInWords(`${battery} delivers 4 A. What is its terminal voltage?`)).to.equal(10);
  });

  it("asks for the time in the same way", () => {
    const value = valueInWords("how long does a stone dropped from 45 m take to land");
    expect(value).to.be.closeTo(DURATION, 1e-4);
  });
});
