/**
 * Special functions against mpmath 1.3 (scripts/math/special_fixtures.py): error below one ulp is
 * promised; in fact every line of the vectors is the nearest double.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as math from "../../../protocol/math/index.js";

const LINES = 300;
const LINES_POLYLOG = 60;
const folder = join(process.cwd(), "test", "vectors", "math", "special");

const one = {
  j0: math.j0,
  j1: math.j1,
  y0: math.y0,
  y1: math.y1,
  i0: math.i0,
  i1: math.i1,
  k0: math.k0,
  k1: math.k1,
  digamma: math.digamma,
  zeta: math.zeta,
  ellipk: math.ellipk,
  ellipe: math.ellipe,
  lambertw: math.lambertw,
  ei: math.ei,
  e1: math.e1,
  si: math.si,
  ci: math.ci,
};
const two = {
  jn: math.jn,
  yn: math.yn,
  beta: math.beta,
  polylog: math.polylog,
  gammainc: math.gammainc,
};

const all: readonly (readonly [string, (...x: number[]) => number])[] = [
  ...Object.entries(one).map(([name, f]) => [name, (x: number) => f(x)] as const),
  ...Object.entries(two).map(([name, f]) => [name, (x: number, y: number) => f(x, y)] as const),
  ["betainc", (a, b, x) => math.betainc(a, b, x)],
];

describe("math: special functions", () => {
  for (const [name, evaluate] of all) {
    const count = name === "polylog" ? LINES_POLYLOG : LINES;
    it(`${name} is the nearest double on ${count} points`, () => {
      const lines = readFileSync(join(folder, `${name}.txt`), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines).to.have.length(count);
      const wrong = lines.flatMap((line) => {
        const words = line.split(" ");
        const expected = words.pop()!;
        const got = math.hexOf(evaluate(...words.map(math.fromHex)));
        return got === expected ? [] : [`${line} got ${got}`];
      });
      expect(wrong.slice(0, 5), `${wrong.length} of ${count} lines differ`).to.deep.equal([]);
    });
  }

  // Poles, limits and domain edges: DLMF 10.7, 10.30, 6.2, 25.2, 25.6, 19.6, 5.2, 8.2, 8.17, 4.13.
  const edges: readonly (readonly [string, () => number, number])[] = [
    ["j0(0)", () => math.j0(0), 1],
    ["j1(0)", () => math.j1(0), 0],
    ["j0(inf)", () => math.j0(Infinity), 0],
    ["jn(1001, 1) is beyond", () => math.jn(1001, 1), NaN],
    ["jn(0.5, 1)", () => math.jn(0.5, 1), NaN],
    ["y0(0)", () => math.y0(0), -Infinity],
    ["y1(-1)", () => math.y1(-1), NaN],
    ["y0(inf)", () => math.y0(Infinity), 0],
    ["i0(0)", () => math.i0(0), 1],
    ["i0(800)", () => math.i0(800), Infinity],
    ["i1(-800)", () => math.i1(-800), -Infinity],
    ["k0(0)", () => math.k0(0), Infinity],
    ["k1(800)", () => math.k1(800), 0],
    ["k0(-1)", () => math.k0(-1), NaN],
    ["ei(0)", () => math.ei(0), -Infinity],
    ["ei(800)", () => math.ei(800), Infinity],
    ["e1(0)", () => math.e1(0), Infinity],
    ["e1(-1)", () => math.e1(-1), NaN],
    ["e1(800)", () => math.e1(800), 0],
    ["si(-0)", () => math.si(-0), -0],
    ["si(inf)", () => math.si(Infinity), math.atan(Infinity)],
    ["ci(0)", () => math.ci(0), -Infinity],
    ["ci(inf)", () => math.ci(Infinity), 0],
    ["ci(-1)", () => math.ci(-1), NaN],
    ["zeta(1)", () => math.zeta(1), Infinity],
    ["zeta(0)", () => math.zeta(0), -0.5],
    ["zeta(-2)", () => math.zeta(-2), 0],
    ["zeta(100)", () => math.zeta(100), 1],
    ["zeta(-1)", () => math.zeta(-1), -1 / 12],
    ["zeta(-3)", () => math.zeta(-3), 1 / 120],
    ["zeta(-301)", () => math.zeta(-301), -Infinity],
    ["ellipk(1)", () => math.ellipk(1), Infinity],
    ["ellipk(0)", () => math.ellipk(0), math.acos(0)],
    ["ellipk(2)", () => math.ellipk(2), NaN],
    ["ellipe(1)", () => math.ellipe(1), 1],
    ["ellipe(0)", () => math.ellipe(0), math.acos(0)],
    ["lambertw(0)", () => math.lambertw(0), 0],
    ["lambertw(e)", () => math.lambertw(math.exp(1)), 1],
    ["lambertw(-0.4)", () => math.lambertw(-0.4), NaN],
    ["lambertw(inf)", () => math.lambertw(Infinity), Infinity],
    ["digamma(0)", () => math.digamma(0), -Infinity],
    ["digamma(-2)", () => math.digamma(-2), NaN],
    ["digamma(inf)", () => math.digamma(Infinity), Infinity],
    ["beta(1, 1)", () => math.beta(1, 1), 1],
    ["beta(2, 2)", () => math.beta(2, 2), 1 / 6],
    ["beta(0, 1)", () => math.beta(0, 1), NaN],
    ["gammainc(1, 0)", () => math.gammainc(1, 0), 0],
    ["gammainc(1, inf)", () => math.gammainc(1, Infinity), 1],
    ["gammainc(3, 1e9)", () => math.gammainc(3, 1e9), 1],
    ["gammainc(-1, 1)", () => math.gammainc(-1, 1), NaN],
    ["betainc(1, 1, 0.25)", () => math.betainc(1, 1, 0.25), 0.25],
    ["betainc(2, 3, 0)", () => math.betainc(2, 3, 0), 0],
    ["polylog(2, 1)", () => math.polylog(2, 1), math.zeta(2)],
    ["polylog(1, 1)", () => math.polylog(1, 1), Infinity],
    ["polylog(0, 0.5)", () => math.polylog(0, 0.5), 1],
    ["polylog(1, 0.5)", () => math.polylog(1, 0.5), math.log(2)],
    ["polylog(2, -1)", () => math.polylog(2, -1), -math.zeta(2) / 2],
    ["polylog(2, 1.5)", () => math.polylog(2, 1.5), NaN],
    ["polylog(0, -1)", () => math.polylog(0, -1), -0.5],
    ["polylog(1, -1)", () => math.polylog(1, -1), -math.log(2)],
    ["betainc(2, 3, 1)", () => math.betainc(2, 3, 1), 1],
    ["betainc(2, 3, 1.5)", () => math.betainc(2, 3, 1.5), NaN],
  ];
  for (const [name, got, want] of edges) {
    it(`${name} is ${String(want)}`, () => {
      expect(math.hexOf(got())).to.equal(math.hexOf(want));
    });
  }
});
