import { createHash } from "node:crypto";
import { expect } from "chai";
import { drawEquation, equationStrength, makeEquation } from "../../../protocol/identity/equation.js";

/** Bytes that look random and are the same in every run. */
function bytesOf(i: number): Uint8Array {
  return createHash("sha256").update(`equation ${i}`).digest().subarray(0, 20);
}

describe("identity: equations", () => {
  it("that clients make are strong, whatever digits they draw", () => {
    let drawn = 0;
    for (let i = 0; i < 5_000; i += 1) {
      const equation = drawEquation(() => {
        drawn += 1;
        return bytesOf(drawn);
      });
      const { bits, weakness } = equationStrength(equation);
      expect(weakness, equation).to.equal(null);
      expect(bits).to.be.at.least(128);
    }
    // Chance that looks like a pattern is thrown away, and is rare.
    expect(drawn).to.be.within(5_000, 5_010);
  });

  it("carry all of their random bytes but the last half bit", () => {
    const seen = new Set(Array.from({ length: 1_000 }, (_, i) => makeEquation(bytesOf(i))));
    expect(seen.size).to.equal(1_000);
    // 1 in base 10^8 is the first coefficient; 10^8 itself the second.
    const one = new Uint8Array(20);
    one[19] = 1;
    expect(makeEquation(one)).to.equal(
      "y = 00000001 x^3 + 00000000 x^2 - 00000000 x + 00000000 sin(00000000 t) - 00000000 exp(-z)");
    expect(() => makeEquation(new Uint8Array(16))).to.throw(RangeError);
  });

  it("of textbooks, and patterns dressed up as chance, are refused with what they show", () => {
    const weak = [
      "E = m c^2", "F = G m1 m2 / r^2", "y = 3.14159265358979323846264338327950288419716939937510582 x",
      "y = 2.71828182845904523536 x + 3.14159265358979323846 z + 1.61803398874989484820 t",
      `y = ${"1".repeat(60)} x`, `y = ${"123456789".repeat(8)} x`, `y = ${"73".repeat(40)} x`,
      `y = ${"48152342".repeat(10)} x`, `y = ${"987654321 + ".repeat(9)} x`,
      "c = 299792458 h = 662607015 k = 1380649 N = 602214076 e = 1602176634 R = 8314462618",
      "the energy of my house is equal = to the sum of all the love that I have for you and nobody else",
    ];
    for (const equation of weak) {
      const { bits, weakness } = equationStrength(equation);
      expect(bits, equation).to.be.lessThan(128);
      expect(weakness, equation).to.contain(`${bits} bits`);
    }
  });

  it("that cannot be typed again are refused by name", () => {
    const strong = makeEquation(bytesOf(1));
    expect(equationStrength(` ${strong}`).weakness).to.contain("space");
    expect(equationStrength(`${strong}\n`).weakness).to.contain("space");
    expect(equationStrength(strong.replace(" x^3", "\tx^3")).weakness).to.contain("control");
    expect(equationStrength(strong.replace("y", "y\u0301e\u0301")).weakness).to.contain("normal form");
    expect(equationStrength(strong.replace("=", "+")).weakness).to.contain("equals");
    expect(equationStrength("1".repeat(5_000)).weakness).to.contain("4096");
  });
});
