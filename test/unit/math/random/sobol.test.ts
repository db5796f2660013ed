import { expect } from "chai";
import { Sobol } from "../../../../protocol/math/random/sobol.js";

describe("Sobol's sequence", () => {
  it("is that of Joe and Kuo", () => {
    // scipy.stats.qmc.Sobol(256, scramble=False, bits=32), points 1, 2, 3, 37, 63, these
    // dimensions, times 2^32.
    const dimensions = [0, 1, 2, 5, 17, 100, 255];
    const known: ReadonlyMap<number, readonly number[]> = new Map([
      [1, [2147483648, 2147483648, 2147483648, 2147483648, 2147483648, 2147483648, 2147483648]],
      [2, [3221225472, 1073741824, 1073741824, 3221225472, 1073741824, 1073741824, 3221225472]],
      [3, [1073741824, 3221225472, 3221225472, 1073741824, 3221225472, 3221225472, 1073741824]],
      [37, [3959422976, 2751463424, 2483027968, 1275068416, 1811939328, 1543503872, 1946157056]],
      [63, [67108864, 3422552064, 1543503872, 603979776, 1677721600, 2483027968, 201326592]],
    ]);
    const sobol = new Sobol(256, null);
    const out = new Float64Array(256);
    for (let i = 0; i < 64; i += 1) {
      sobol.next(out);
      const words = known.get(i);
      if (words !== undefined)
        expect(dimensions.map((d) => out[d]! * 4_294_967_296 - 0.5)).to.deep.equal(words);
    }
  });

  it("stays a net when it is scrambled: every interval of length 2^-k holds one point of 2^k", () => {
    const sobol = new Sobol(40, { seed: 11, stream: 3 });
    const out = new Float64Array(40);
    const seen = Array.from({ length: 40 }, () => new Set<number>());
    const pairs = new Set<number>();
    for (let i = 0; i < 256; i += 1) {
      sobol.next(out);
      for (let d = 0; d < 40; d += 1) seen[d]!.add(Math.floor(out[d]! * 256));
      pairs.add(Math.floor(out[0]! * 16) * 16 + Math.floor(out[1]! * 16));
    }
    for (const set of seen) expect(set.size).to.equal(256);
    expect(pairs.size).to.equal(256);
  });

  it("depends on seed and stream alone, and refuses dimensions it has no numbers for", () => {
    const first = (seed: number, stream: number): number => {
      const out = new Float64Array(3);
      new Sobol(3, { seed, stream }).next(out);
      return out[2]!;
    };
    expect(first(5, 1)).to.equal(first(5, 1));
    expect(first(5, 1)).not.to.equal(first(6, 1));
    expect(first(5, 1)).not.to.equal(first(5, 2));
    expect(() => new Sobol(257, null)).to.throw(RangeError);
    expect(() => new Sobol(0, null)).to.throw(RangeError);
  });
});
