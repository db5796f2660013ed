/**
 * What no quantity can be comes out of no record, wherever its inputs lie. What may be a number
 * below 0 or above 1, or be faster than light, stands in `looked.json`: a record that comes anew is
 * looked at before its name is added, and has a range or a relation if it cannot be so.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { builtinRegistry } from "../../protocol/operators/index.js";
import {
  extremesOfAll,
  isSuspect,
  lookedAt,
  type Extremes,
} from "../../scripts/records/sweepBounds.js";

describe("records: bounds of their results", () => {
  let all: readonly Extremes[];
  before(() => {
    all = extremesOfAll(builtinRegistry().entries);
  });

  it("nothing is below 0 or faster than light unless a list says why", () => {
    expect(all.filter(isSuspect)).to.deep.equal([]);
  });

  it("what is below 0, above 1 or faster than light was looked at", () => {
    expect(lookedAt(all)).to.deep.equal(
      JSON.parse(readFileSync("test/vectors/operators/looked.json", "utf8")),
    );
  });
});
