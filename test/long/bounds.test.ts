/** What no quantity can be comes out of no record, wherever its inputs lie. */
import { expect } from "chai";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { suspects } from "../../scripts/records/sweepBounds.js";

describe("records: bounds of their results", () => {
  it("nothing is below 0 or faster than light unless a list says why", () => {
    expect(suspects(builtinRegistry().entries)).to.deep.equal([]);
  });
});
