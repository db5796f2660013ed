import { expect } from "chai";
import { bitLength } from "../../../protocol/math/bits.js";

describe("math: the length of integers in bits", () => {
  it("is right on both sides of every power of two", () => {
    for (let k = 1; k <= 1_100; k += 1) {
      const power = 1n << BigInt(k);
      for (const n of [power - 2n, power - 1n, power, power + 1n]) {
        if (n === 0n) continue;
        expect(bitLength(n), `near 2^${k}`).to.equal(n.toString(2).length);
        expect(bitLength(-n), `near -2^${k}`).to.equal(n.toString(2).length);
      }
      // Rounded to a double, these become the power above, or stay below it.
      if (k > 60) {
        for (const gap of [BigInt(k - 54), BigInt(k - 53), BigInt(k - 55)]) {
          const below = power - (1n << gap);
          expect(bitLength(below), `2^${k} - 2^${gap}`).to.equal(k);
        }
      }
    }
    expect(bitLength(0n)).to.equal(0);
  });
});
