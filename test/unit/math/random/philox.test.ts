import { expect } from "chai";
import { Philox, philox, Words } from "../../../../protocol/math/random/philox.js";

const hex = (words: Uint32Array): string =>
  [...words].map((word) => word.toString(16).padStart(8, "0")).join(" ");

describe("Philox4x32-10", () => {
  // Known-answer file of Random123 (kat_vectors), lines "philox4x32 10".
  const known: readonly (readonly [number[], number, number, string])[] = [
    [[0, 0, 0, 0], 0, 0, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      0xffffffff,
      0xffffffff,
      "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      0xa4093822,
      0x299f31d0,
      "d16cfe09 94fdcceb 5001e420 24126ea1",
    ],
  ];
  for (const [counter, key0, key1, expected] of known) {
    it(`gives the published block ${expected}`, () => {
      const out = new Uint32Array(4);
      philox(counter, key0, key1, out);
      expect(hex(out)).to.equal(expected);
    });
  }

  it("draws the words of its blocks in order, as numbers between 0 and 1", () => {
    const out = new Uint32Array(4);
    philox([0, 0, 0, 0], 0, 0, out);
    const draws = new Philox(0);
    for (const at of [0, 2]) {
      const expected = ((out[at]! >>> 5) * 2 ** 26 + (out[at + 1]! >>> 6) + 0.5) / 2 ** 53;
      expect(draws.uniform()).to.equal(expected);
    }
  });

  it("goes on from any position, and streams and seeds differ", () => {
    const whole = new Philox(12_345_678_901, 7);
    const all = Array.from({ length: 11 }, () => whole.uniform());
    for (const from of [0, 1, 4, 7]) {
      const later = new Philox(12_345_678_901, 7);
      later.seek(from);
      expect(later.uniform()).to.equal(all[from]);
      expect(later.position).to.equal(from + 1);
    }
    expect(new Philox(12_345_678_901, 8).uniform()).not.to.equal(all[0]);
    expect(new Philox(12_345_678_902, 7).uniform()).not.to.equal(all[0]);
  });

  it("draws the same numbers far ahead as block by block, from any position, seed and stream", () => {
    const out = new Uint32Array(4);
    for (const [seed, stream, from] of [
      [0, 0, 0],
      [12_345_678_901, 7, 3],
      [9_007_199_254_740_991, 9_007_199_254_740_990, 8_589_934_500],
      [4_294_967_295, 4_294_967_296, 6_000_000_000_001],
    ] as const) {
      const draws = new Philox(seed, stream);
      draws.seek(from);
      for (let n = from; n < from + 700; n += 1) {
        const block = Math.floor(n / 2);
        philox(
          [
            block % 2 ** 32,
            Math.floor(block / 2 ** 32),
            stream % 2 ** 32,
            Math.floor(stream / 2 ** 32),
          ],
          seed % 2 ** 32,
          Math.floor(seed / 2 ** 32),
          out,
        );
        const at = 2 * (n % 2);
        expect(draws.position).to.equal(n);
        expect(draws.uniform()).to.equal(
          ((out[at]! >>> 5) * 2 ** 26 + (out[at + 1]! >>> 6) + 0.5) / 2 ** 53,
        );
      }
      draws.seek(from + 301);
      const next = [draws.uniform(), draws.uniform()];
      const other = new Philox(seed, stream);
      other.seek(from + 301);
      expect([other.uniform(), other.uniform()]).to.deep.equal(next);
    }
  });

  it("draws words, too, far ahead as block by block", () => {
    const out = new Uint32Array(4);
    const draws = new Words(77_000_000_001, 3, 1);
    draws.seek(17_179_869_183);
    for (let n = 17_179_869_183; n < 17_179_869_183 + 1_300; n += 1) {
      const number = Math.floor(n / 4);
      philox(
        [number % 2 ** 32, Math.floor(number / 2 ** 32), 3, 1],
        77_000_000_001 % 2 ** 32,
        Math.floor(77_000_000_001 / 2 ** 32),
        out,
      );
      expect(draws.position).to.equal(n);
      expect(draws.next()).to.equal(out[n % 4]);
    }
    const other = new Words(77_000_000_001, 3, 1);
    other.seek(draws.position);
    expect(other.next()).to.equal(draws.next());
  });

  it("is uniform: mean and variance of 100,000 numbers within four standard errors", () => {
    const draws = new Philox(42);
    let sum = 0;
    let squares = 0;
    const n = 100_000;
    for (let i = 0; i < n; i += 1) {
      const u = draws.uniform() - 0.5;
      sum += u;
      squares += u * u;
    }
    expect(Math.abs(sum / n)).to.be.below(4 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(squares / n - 1 / 12)).to.be.below(4 * Math.sqrt(1 / 180 / n));
  });
});
