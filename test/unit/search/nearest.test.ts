import { expect } from "chai";
import * as fc from "fast-check";
import { editDistance, nearest, nearestName } from "../../../protocol/search/nearest.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_260_111;

describe("protocol/operators/nearest", () => {
  // Damerau-Levenshtein (optimal string alignment) distances of well-known pairs.
  const pairs: readonly (readonly [string, string, number])[] = [
    ["kitten", "sitting", 3],
    ["saturday", "sunday", 3],
    ["", "abc", 3],
    ["abc", "abc", 0],
    ["flaw", "lawn", 2],
    ["teh", "the", 1],
    ["ca", "abc", 3],
    ["NM12", "NM21", 1],
  ];
  for (const [a, b, distance] of pairs) {
    it(`${a || "nothing"} and ${b} are ${distance} apart`, () => {
      expect(editDistance(a, b)).to.equal(distance);
      expect(editDistance(b, a)).to.equal(distance);
    });
  }

  it("is a metric's first two axioms and never exceeds the longer length", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance === 0).to.equal(a === b);
        expect(distance).to.equal(editDistance(b, a));
        expect(distance).to.be.at.most(Math.max(a.length, b.length));
      }),
      { seed: SEED, numRuns: runs(250, 1_000) },
    );
  });

  it("orders candidates by distance, then by code units", () => {
    expect(nearest("NM12", ["QM12", "NM21", "NM1", "GR31"], 3)).to.deep.equal([
      "NM1",
      "NM21",
      "QM12",
    ]);
    expect(nearest("nm21", ["nm2", "NM21", "NM20"], 3)).to.deep.equal(["NM21", "NM20", "nm2"]);
    expect(nearest("x", [], 3)).to.deep.equal([]);
    expect(nearest("a".repeat(10_000), ["abc"], 1)).to.deep.equal(["abc"]);
  });

  it("names a likely meaning only when most letters agree", () => {
    expect(nearestName("massa", ["mass", "radius"])).to.equal("mass");
    expect(nearestName("zzz", ["mass", "radius"])).to.equal(null);
    expect(nearestName("M1", ["m1", "m2"])).to.equal("m1");
  });
});
