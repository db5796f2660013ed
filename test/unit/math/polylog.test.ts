import { expect } from "chai";
import { polylog } from "../../../protocol/math/index.js";

describe("math: polylogarithms where nearly everything cancels", () => {
  it("keeps its digits at a large negative order beside -1", () => {
    // gamma(1-s) sum over k of (2 k pi i - ln z)^(s-1) with mpmath at 60 digits:
    // -2.898150981638873439653517e+38.
    expect(polylog(-49.91212194863035, -0.9999999958144288)).to.equal(-2.8981509816388735e38);
  });
});
