/**
 * One digest of 160,000 results. mpmath arrives at the same one (scripts/math/hash_reference.py),
 * so it can only change when a result stops being correctly rounded or when the argument generator
 * changes.
 */
import { expect } from "chai";
import { mathDigest } from "../../scripts/math/hash.js";

describe("pins: results of protocol/math", () => {
  it("160,000 seeded results have the pinned SHA-256", () => {
    expect(mathDigest()).to.equal(
      "ac9ce2a97a905fd70789d3ff14de9bea2f314626f65e65a39d27da7a474d0ab9",
    );
  });
});
