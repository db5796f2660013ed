import { readFileSync } from "node:fs";
import { expect } from "chai";
import { bindLetters } from "../../../../protocol/equations/reading/letters.js";
import { printExpr, printStatement } from "../../../../protocol/equations/reading/print.js";
import { printSubstituted } from "../../../../protocol/equations/reading/printSubstituted.js";
import { bare, read, readExpr, setOf, walk } from "./trees.js";

interface Vectors {
  readonly values: Readonly<Record<string, number>>;
  readonly rows: readonly { readonly text: string; readonly value: number }[];
}

// Values by scripts/equations/reading.py, where each text was typed a second time as an explicit
// mpmath expression.
const vectors: Vectors = JSON.parse(readFileSync("test/vectors/equations/reading.json", "utf8"));
const values: Readonly<Record<string, number>> = { ...vectors.values, "e#euler": Math.E };
const declared = new Set(Object.keys(vectors.values));

describe("equations: how an expression is read", () => {
  for (const { text, value } of vectors.rows) {
    it(`${text} has the value of its explicit form`, () => {
      const expr = bindLetters(readExpr(text, declared), { declared });
      expect(walk(expr, values)).to.be.closeTo(value, Math.abs(value) * 1e-12);
    });
  }

  it("prints every one of them so that it reads back as the same tree", () => {
    for (const { text } of vectors.rows) {
      const expr = readExpr(text, declared);
      const printed = printExpr(expr);
      expect(bare(readExpr(printed, declared)), `${text} -> ${printed}`).to.deep.equal(bare(expr));
    }
  });

  it("prints with numbers in so that the text itself has the value", () => {
    for (const { text, value } of vectors.rows) {
      const expr = bindLetters(readExpr(text, declared), { declared });
      const printed = printSubstituted(expr, (name) => values[name]);
      const again = bindLetters(readExpr(printed), { declared });
      expect(walk(again, values), `${text} -> ${printed}`).to.be.closeTo(
        value,
        Math.abs(value) * 1e-12,
      );
    }
  });
});

describe("equations: canonical text", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["F=G*m1*m2/r^2", "F = G*m1*m2/r^2"],
    ["F = G m1 m2 / r²", "F = G m1 m2/r^2"],
    ["E=½ m v²", "E = 0.5 m v^2"],
    ["y = x/y z", "y = (x/y) z"],
    ["y = 1/2 m v^2", "y = 1/2 m v^2"],
    ["y = (((a)))", "y = a"],
    ["y = (a+b)*c_1", "y = (a + b)*c_1"],
    ["y = a-(b-c_1)", "y = a - (b - c_1)"],
    ["y = (a^b)^z", "y = (a^b)^z"],
    ["y = a^(b^z)", "y = a^b^z"],
    ["y = a/(b/z)", "y = a/(b/z)"],
    ["y = sin²x", "y = sin(x)^2"],
    ["y = |x|", "y = abs(x)"],
    ["y = ln(x)", "y = ln(x)"],
    ["y = -(a b)", "y = -(a b)"],
    ["y = -a b", "y = -a b"],
    ["y = 2^(-x)", "y = 2^-x"],
    ["y = 2^(-a b)", "y = 2^(-a b)"],
    ["y = a*(-b)", "y = a*(-b)"],
    ["λ = h/(m v)", "lambda = h/(m v)"],
    ["T = 2π√(L/g)", "T = 2 pi sqrt(L/g)"],
    ["d²x/dt² = -ω² x", "d^2 x/dt^2 = -omega^2 x"],
    ["∂u/∂t = α ∂²u/∂x²", "partial u/partial t = alpha partial^2 u/partial x^2"],
    ["S = ∑_{i=1}^{n} x_i", "S = SUM_{i=1..n} x_i"],
    ["W = ∫_a^b F dx", "W = INT_{a}^{b} F dx"],
    ["<a|b>", "<a|b>"],
    ["|ψ⟩", "|psi>"],
    ["Φ ≤ 1", "Phi <= 1"],
    ["P(A_ij  =  1) = x", "P(A_ij = 1) = x"],
    ["y = cot(x)", "y = 1/tan(x)"],
    ["n! + (n+1)!", "n! + (n + 1)!"],
    ["y = 5·10³", "y = 5*10^3"],
    ["y = a; a = 2 b", "y = a; a = 2 b"],
    ["x > 0 for all x", "x > 0 for all x"],
  ];
  for (const [text, canonical] of CASES) {
    it(`${text} is ${canonical}`, () => {
      expect(printStatement(read(text))).to.equal(canonical);
    });
  }

  it("substitutes shortest decimals, signs between numbers and brackets around negative values", () => {
    const expr = readExpr("G m1 m2/r^2 - a b", setOf("m1 m2 r a b"));
    const numbers: Record<string, number> = { G: 6.6743e-11, m1: 5, m2: 7.5, r: -2, a: 1e21 };
    expect(printSubstituted(expr, (name) => numbers[name])).to.equal(
      "6.6743e-11*5*7.5/(-2)^2 - 1e+21*b",
    );
  });
});
