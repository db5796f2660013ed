/** One word, one colour and one exit code for each verdict, wherever an answer states it. */
import { expect } from "chai";
import { exitOfAnswer, statedVerdict, verdictWord } from "../../../api/cli/verdicts.js";
import { EXIT } from "../../../api/cli/exitCodes.js";
import { VERDICTS } from "../../../protocol/seal/verdict.js";

/** Select Graphic Rendition, ECMA-48 section 8.3.117: 31 red, 32 green, 33 yellow. */
const SAID = {
  valid: { plain: "valid", coloured: "\u001b[32mvalid\u001b[0m", exit: EXIT.ok },
  sound: {
    plain: "sound, VALUE NOT CHECKED",
    coloured: "\u001b[33msound, VALUE NOT CHECKED\u001b[0m",
    exit: EXIT.notChecked,
  },
  invalid: { plain: "NOT VALID", coloured: "\u001b[31mNOT VALID\u001b[0m", exit: EXIT.notVerified },
} as const;

describe("api/cli: verdicts", () => {
  for (const verdict of VERDICTS) {
    const { coloured, exit, plain } = SAID[verdict];
    it(`${verdict}: its word, its colour, and exit code ${exit}`, () => {
      expect(verdictWord(verdict, false)).to.equal(plain);
      expect(verdictWord(verdict, true)).to.equal(coloured);
      // By itself, in what a node signed, and beside a `valid` of another meaning.
      for (const answer of [{ verdict }, { verdict: { verdict } }, { verdict, valid: true }]) {
        expect(statedVerdict(answer)).to.equal(verdict);
        expect(exitOfAnswer(answer)).to.equal(exit);
      }
    });
  }

  it("another word for it has the same colour", () => {
    expect(verdictWord("sound", true, "sound, NOT SIGNED")).to.equal(
      "\u001b[33msound, NOT SIGNED\u001b[0m",
    );
  });

  it("an answer without one ends well only where it says valid", () => {
    expect(exitOfAnswer({ valid: true })).to.equal(EXIT.ok);
    for (const answer of [{ valid: false }, { valid: null }, {}])
      expect(exitOfAnswer(answer)).to.equal(EXIT.notVerified);
  });
});
