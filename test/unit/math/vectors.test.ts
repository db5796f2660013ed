/**
 * Every line of test/vectors/math: argument and result bits in hexadecimal, computed with mpmath
 * 1.3 at 200 and 400 bits by scripts/math/fixtures.py, with hard-to-round arguments from the
 * CORE-MATH lists among them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as math from "../../../protocol/math/index.js";

const folder = join(process.cwd(), "test", "vectors", "math");
const LINES = 4000;

const unary = {
  exp: math.exp,
  expm1: math.expm1,
  exp2: math.exp2,
  exp10: math.exp10,
  log: math.log,
  log1p: math.log1p,
  log2: math.log2,
  log10: math.log10,
  cbrt: math.cbrt,
  sin: math.sin,
  cos: math.cos,
  tan: math.tan,
  sinpi: math.sinpi,
  cospi: math.cospi,
  tanpi: math.tanpi,
  asin: math.asin,
  acos: math.acos,
  atan: math.atan,
  sinh: math.sinh,
  cosh: math.cosh,
  tanh: math.tanh,
  asinh: math.asinh,
  acosh: math.acosh,
  atanh: math.atanh,
  erf: math.erf,
  erfc: math.erfc,
  gamma: math.gamma,
  lgamma: math.lgamma,
};
const binary = { pow: math.pow, powi: math.powi, hypot: math.hypot, atan2: math.atan2 };

const all: readonly (readonly [string, (...x: number[]) => number])[] = [
  ...Object.entries(unary).map(([name, f]) => [name, (x: number) => f(x)] as const),
  ...Object.entries(binary).map(([name, f]) => [name, (x: number, y: number) => f(x, y)] as const),
];

// Results of zero carry a sign that mpmath does not know; the bits below it must agree.
const withoutZeroSign = (hex: string): string =>
  hex === "8000000000000000" ? "0000000000000000" : hex;

describe("math: vectors computed with mpmath", () => {
  for (const [name, evaluate] of all) {
    it(`${name} rounds all ${LINES} results correctly`, () => {
      const lines = readFileSync(join(folder, `${name}.txt`), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines).to.have.length(LINES);
      const wrong: string[] = [];
      for (const line of lines) {
        const words = line.split(" ");
        const expected = words.pop()!;
        const got = math.hexOf(evaluate(...words.map(math.fromHex)));
        if (withoutZeroSign(got) !== withoutZeroSign(expected)) wrong.push(`${line} got ${got}`);
      }
      expect(wrong.slice(0, 5), `${wrong.length} of ${LINES} lines differ`).to.deep.equal([]);
    });
  }
});
