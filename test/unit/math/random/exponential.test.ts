import { expect } from "chai";
import { log } from "../../../../protocol/math/index.js";
import { exponentialOf } from "../../../../protocol/math/random/exponential.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

describe("math/random/exponential", () => {
  it("is -log x: mpmath 1.3, 30 digits", () => {
    for (const [x, expected] of [
      [0.999, 0.0010005003335835344],
      [0.75, 0.2876820724517809],
      [0.708, 0.34531118528841737],
      [0.70703125, 0.3466804132137367],
      [0.7070312499999999, 0.3466804132137369],
      [0.3, 1.2039728043259361],
      [1e-9, 20.72326583694641],
      [5.421010862427522e-20, 44.3614195558365],
      [1e-30, 69.07755278982137],
    ] as const) {
      expect(Math.abs(exponentialOf(x) / expected - 1), String(x)).to.be.at.most(5e-16);
    }
  });

  it("stays within some units in the last place of the logarithm", () => {
    const random = new Philox(7);
    for (let n = 0; n < 20_000; n += 1) {
      const u = random.uniform();
      const x = n % 2 === 0 ? u : 1 - u / 4096;
      expect(Math.abs(exponentialOf(x) + log(x)), String(x)).to.be.at.most(-6e-16 * log(x));
    }
  });

  it("has the mean and the spread of exponential draws", () => {
    const random = new Philox(11);
    let [sum, squares] = [0, 0];
    const n = 40_000;
    for (let k = 0; k < n; k += 1) {
      const e = exponentialOf(random.uniform());
      sum += e;
      squares += e * e;
    }
    // Variances of e and e^2: 1 and 20.
    expect(sum / n).to.be.closeTo(1, 4 / Math.sqrt(n));
    expect(squares / n).to.be.closeTo(2, 4 * Math.sqrt(20 / n));
  });
});
