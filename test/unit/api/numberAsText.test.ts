/** A number in quotes is refused with the reason and what to write. */
import { expect } from "chai";
import { quantityValue } from "../../../api/contract/definition/common.js";

describe("api: a number given as a text", () => {
  it("is told to stand without quotes", () => {
    for (const text of ["1", "2.5e3", " -4 "]) {
      const messages = quantityValue.safeParse(text).error?.issues.map(({ message }) => message);
      expect(messages?.join(), text).to.match(/stands without quotes/);
    }
    expect(quantityValue.safeParse("384400 km").success).to.equal(true);
  });
});
