/** A quantity that is almost one is refused with a reason that is true, and says what to write. */
import { expect } from "chai";
import * as fc from "fast-check";
import { isUnit } from "../../../protocol/units/index.js";
import { readMeasured } from "../../../protocol/units/quantity/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_130;
const WORDS = "hour second metre kilogram joule foot mole kelvin litre day pascal".split(" ");
const SYMBOLS = "kg N J K mol Pa V ft lb W lm °".split(" ");
const POWERS = ["", "^2", "²", "-1", "-2", "^-1", "**2", "^{2}", "3", "^1/2", "^(1/2)", " squared"];
const SIGNS = [" ", "*", "·", ".", "-", "/", " per ", " x ", "//", "/ (", ",", "+", " and "];
const TAILS = ["", "", "", " of", ")", ".", " steel", "+ 2", " 2"];

function message(text: string): string | null {
  const read = readMeasured(text);
  return read.ok ? null : read.message;
}

const power = fc.integer({ min: 1, max: 6 });
const factor = fc
  .tuple(
    fc.constantFrom("", "", "", "square ", "sq "),
    fc.constantFrom(...WORDS, ...SYMBOLS, "of", "flarn"),
    fc.constantFrom(...POWERS),
  )
  .map((parts) => parts.join(""));
const unit = fc
  .tuple(factor, fc.array(fc.tuple(fc.constantFrom(...SIGNS), factor), { maxLength: 2 }))
  .map(([first, more]) => first + more.flat().join(""));

describe("units: reasons of what is no quantity", () => {
  it("a minus, a digit or a fraction behind a factor is named with what to write", () => {
    const cases = fc
      .tuple(fc.constantFrom("", "m ", "square m ", "N*"), fc.constantFrom(...WORDS), power)
      .filter(([head, word]) => !(head !== "" && word === "metre"));
    fc.assert(
      fc.property(cases, ([head, word, size]) => {
        expect(message(`3 ${head}${word}-${size}`)).to.contain(`${word}^-${size}`);
        expect(message(`3 ${head}${word}^-${size}`)).to.equal(null);
        if (size === 1) return;
        expect(message(`3 ${head}${word}${size}`)).to.contain(`written ${word}^${size}`);
        expect(message(`3 ${head}${word}^1/${size}`)).to.contain("^(1/2)");
      }),
      { seed: SEED, numRuns: runs(200, 5_000), endOnFailure: true },
    );
  });

  it("no unit is called unknown or strange to itself, and no power a sum", () => {
    const texts = fc.tuple(fc.constantFrom("3 ", "2.5", "12(1) "), unit, fc.constantFrom(...TAILS));
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join("");
        const why = message(text);
        if (why === null) return;
        const [, unknown] =
          /: "([^"]*)" (?:is not a unit|does not belong to its unit;)/.exec(why) ?? [];
        if (unknown !== undefined) expect(isUnit(unknown), `${text}: ${why}`).to.equal(false);
        const [, near] =
          /"([^"]*)" does not belong to its unit; the nearest unit is "\1"/.exec(why) ?? [];
        expect(near, `${text}: ${why}`).to.equal(undefined);
        if (why.includes("arithmetic is for")) expect(text, why).to.match(/(?<!\*)[*/+]\s*\.?\d/);
        if (why.includes("read in part only")) expect(text, why).to.match(/\^\{/);
      }),
      { seed: SEED, numRuns: runs(1_000, 50_000), endOnFailure: true },
    );
  });
});
