/** Ends of intervals that are exact in a double: an enclosure is no wider than the set it holds. */
import { expect } from "chai";
import {
  div,
  mul,
  square,
  type Interval,
} from "../../../../protocol/equations/enclosures/interval.js";

function near(found: Interval, lo: number, hi: number): void {
  expect(found.lo).to.be.within(lo - 1e-15, lo);
  expect(found.hi).to.be.within(hi, hi + 1e-15);
}

describe("protocol/equations/enclosures/interval", () => {
  it("squares on either side of 0 and across it", () => {
    near(square({ lo: 0.5, hi: 0.75 }), 0.25, 0.5625);
    near(square({ lo: 0, hi: 0.5 }), 0, 0.25);
    near(square({ lo: -0.75, hi: -0.5 }), 0.25, 0.5625);
    near(square({ lo: -0.5, hi: 0 }), 0, 0.25);
    near(square({ lo: -0.5, hi: 0.75 }), 0, 0.5625);
    near(square({ lo: -0.75, hi: 0.5 }), 0, 0.5625);
  });

  it("multiplies with the corner that is least and the one that is largest", () => {
    near(mul({ lo: -1, hi: 2 }, { lo: -3, hi: 0.5 }), -6, 3);
    near(mul({ lo: 0.25, hi: 0.5 }, { lo: 0.5, hi: 0.75 }), 0.125, 0.375);
    near(mul({ lo: -0.5, hi: -0.25 }, { lo: 0.5, hi: 0.75 }), -0.375, -0.125);
  });

  it("divides where the divisor has one sign, and by none that has 0 within", () => {
    near(div({ lo: 1, hi: 2 }, { lo: 0.5, hi: 4 }), 0.25, 4);
    near(div({ lo: 1, hi: 2 }, { lo: -4, hi: -0.5 }), -4, -0.25);
    near(div({ lo: -1, hi: 2 }, { lo: 0.5, hi: 4 }), -2, 4);
    expect(div({ lo: 1, hi: 2 }, { lo: -1, hi: 1 })).to.deep.equal({ lo: -Infinity, hi: Infinity });
  });
});
