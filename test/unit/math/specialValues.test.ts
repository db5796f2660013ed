/** Special values: IEEE 754-2019 section 9.2.1, and ISO C annex F for erf, erfc, gamma (tgamma) and lgamma. */
import { expect } from "chai";
import * as math from "../../../protocol/math/index.js";

type Row = readonly [name: string, got: () => number, want: number];

// Nearest doubles to n pi/4, from 16 hex digits of pi (3.243F6A8885A308D3...).
const PI = math.fromHex("400921fb54442d18");

const rows: readonly Row[] = [
  ["exp(-inf)", () => math.exp(-Infinity), 0], ["exp(inf)", () => math.exp(Infinity), Infinity],
  ["exp(-0)", () => math.exp(-0), 1], ["exp(710)", () => math.exp(710), Infinity],
  ["exp(-746)", () => math.exp(-746), 0], ["exp2(-1074)", () => math.exp2(-1074), 5e-324],
  ["exp2(-1075) ties to even", () => math.exp2(-1075), 0], ["exp2(1024)", () => math.exp2(1024), Infinity],
  ["exp2(-inf)", () => math.exp2(-Infinity), 0], ["exp10(-4)", () => math.exp10(-4), 0.0001],
  ["exp10(22)", () => math.exp10(22), 1e22], ["exp10(23)", () => math.exp10(23), 1e23],
  ["exp10(308)", () => math.exp10(308), 1e308], ["exp10(-323)", () => math.exp10(-323), 1e-323],
  ["exp10(309)", () => math.exp10(309), Infinity], ["exp10(-inf)", () => math.exp10(-Infinity), 0],
  ["expm1(-0)", () => math.expm1(-0), -0], ["expm1(-inf)", () => math.expm1(-Infinity), -1],
  ["expm1(inf)", () => math.expm1(Infinity), Infinity], ["expm1(5e-324)", () => math.expm1(5e-324), 5e-324],
  ["log(1)", () => math.log(1), 0], ["log(0)", () => math.log(0), -Infinity], ["log(-0)", () => math.log(-0), -Infinity],
  ["log(-1)", () => math.log(-1), NaN], ["log(inf)", () => math.log(Infinity), Infinity],
  ["log2(0)", () => math.log2(-0), -Infinity], ["log2(8)", () => math.log2(8), 3], ["log2(1)", () => math.log2(1), 0],
  ["log2(5e-324)", () => math.log2(5e-324), -1074], ["log10(1)", () => math.log10(1), 0],
  ["log10(1000)", () => math.log10(1000), 3], ["log10(1e22)", () => math.log10(1e22), 22],
  ["log10(-1)", () => math.log10(-1), NaN], ["log1p(-0)", () => math.log1p(-0), -0],
  ["log1p(-1)", () => math.log1p(-1), -Infinity], ["log1p(-2)", () => math.log1p(-2), NaN],
  ["log1p(inf)", () => math.log1p(Infinity), Infinity],
  ["pow(NaN, 0)", () => math.pow(NaN, 0), 1], ["pow(1, NaN)", () => math.pow(1, NaN), 1],
  ["pow(1, inf)", () => math.pow(1, Infinity), 1], ["pow(-1, inf)", () => math.pow(-1, Infinity), 1],
  ["pow(-1, -inf)", () => math.pow(-1, -Infinity), 1], ["pow(-8, 1/3)", () => math.pow(-8, 1 / 3), NaN],
  ["pow(-2, 3)", () => math.pow(-2, 3), -8], ["pow(-2, -3)", () => math.pow(-2, -3), -0.125],
  ["pow(0, -1)", () => math.pow(0, -1), Infinity], ["pow(-0, -1)", () => math.pow(-0, -1), -Infinity],
  ["pow(-0, -2)", () => math.pow(-0, -2), Infinity], ["pow(-0, 3)", () => math.pow(-0, 3), -0],
  ["pow(-0, 2)", () => math.pow(-0, 2), 0], ["pow(-0, 0.5)", () => math.pow(-0, 0.5), 0],
  ["pow(-inf, 0.5)", () => math.pow(-Infinity, 0.5), Infinity], ["pow(-inf, 3)", () => math.pow(-Infinity, 3), -Infinity],
  ["pow(-inf, -3)", () => math.pow(-Infinity, -3), -0], ["pow(inf, -2)", () => math.pow(Infinity, -2), 0],
  ["pow(0.5, inf)", () => math.pow(0.5, Infinity), 0], ["pow(0.5, -inf)", () => math.pow(0.5, -Infinity), Infinity],
  ["pow(-3, 1e300)", () => math.pow(-3, 1e300), Infinity], ["pow(10, -4)", () => math.pow(10, -4), 0.0001],
  ["pow(2, -1074)", () => math.pow(2, -1074), 5e-324], ["pow(2, -1075)", () => math.pow(2, -1075), 0],
  ["pow(4, 0.5)", () => math.pow(4, 0.5), 2], ["pow(81, 0.75)", () => math.pow(81, 0.75), 27],
  ["pow(NaN, 1)", () => math.pow(NaN, 1), NaN], ["pow(0, NaN)", () => math.pow(0, NaN), NaN],
  ["pow(0, inf)", () => math.pow(0, Infinity), 0], ["pow(0, -inf)", () => math.pow(0, -Infinity), Infinity],
  ["powi(NaN, 0)", () => math.powi(NaN, 0), 1], ["powi(-0, -3)", () => math.powi(-0, -3), -Infinity],
  ["powi(3, -1)", () => math.powi(3, -1), 1 / 3], ["powi(-inf, 3)", () => math.powi(-Infinity, 3), -Infinity],
  ["cbrt(-27)", () => math.cbrt(-27), -3], ["cbrt(-0)", () => math.cbrt(-0), -0],
  ["cbrt(-inf)", () => math.cbrt(-Infinity), -Infinity],
  ["hypot(inf, NaN)", () => math.hypot(Infinity, NaN), Infinity], ["hypot(NaN, 1)", () => math.hypot(NaN, 1), NaN],
  ["hypot(NaN, -inf)", () => math.hypot(NaN, -Infinity), Infinity], ["hypot(3, 4)", () => math.hypot(3, 4), 5],
  ["hypot(-0, -0)", () => math.hypot(-0, -0), 0], ["hypot(max, max)", () => math.hypot(1.7e308, 1.7e308), Infinity],
  ["hypot(5e-324, 5e-324) is sqrt 2 of it", () => math.hypot(5e-324, 5e-324), 5e-324],
  ["sin(-0)", () => math.sin(-0), -0], ["sin(inf)", () => math.sin(Infinity), NaN], ["cos(0)", () => math.cos(0), 1],
  ["cos(-inf)", () => math.cos(-Infinity), NaN], ["tan(-0)", () => math.tan(-0), -0], ["tan(inf)", () => math.tan(Infinity), NaN],
  ["sinpi(2)", () => math.sinpi(2), 0], ["sinpi(-2)", () => math.sinpi(-2), -0], ["sinpi(0.5)", () => math.sinpi(0.5), 1],
  ["sinpi(1.5)", () => math.sinpi(1.5), -1], ["sinpi(-0)", () => math.sinpi(-0), -0],
  ["sinpi(inf)", () => math.sinpi(Infinity), NaN], ["cospi(0.5)", () => math.cospi(0.5), 0],
  ["cospi(-1.5)", () => math.cospi(-1.5), 0], ["cospi(1)", () => math.cospi(1), -1], ["cospi(1e300)", () => math.cospi(1e300), 1],
  ["tanpi(1)", () => math.tanpi(1), -0], ["tanpi(-1)", () => math.tanpi(-1), 0], ["tanpi(2)", () => math.tanpi(2), 0],
  ["tanpi(-2)", () => math.tanpi(-2), -0], ["tanpi(0.5)", () => math.tanpi(0.5), Infinity],
  ["tanpi(1.5)", () => math.tanpi(1.5), -Infinity], ["tanpi(-0.5)", () => math.tanpi(-0.5), -Infinity],
  ["tanpi(0.25)", () => math.tanpi(0.25), 1], ["tanpi(0.75)", () => math.tanpi(0.75), -1],
  ["asin(-0)", () => math.asin(-0), -0], ["asin(1)", () => math.asin(1), PI / 2], ["asin(1.1)", () => math.asin(1.1), NaN],
  ["acos(1)", () => math.acos(1), 0], ["acos(-1)", () => math.acos(-1), PI], ["acos(0)", () => math.acos(0), PI / 2],
  ["acos(-2)", () => math.acos(-2), NaN], ["atan(inf)", () => math.atan(Infinity), PI / 2],
  ["atan(-inf)", () => math.atan(-Infinity), -PI / 2], ["atan(-0)", () => math.atan(-0), -0], ["atan(1)", () => math.atan(1), PI / 4],
  ["atan2(0, 1)", () => math.atan2(0, 1), 0], ["atan2(-0, 1)", () => math.atan2(-0, 1), -0],
  ["atan2(0, -0)", () => math.atan2(0, -0), PI], ["atan2(-0, -0)", () => math.atan2(-0, -0), -PI],
  ["atan2(0, 0)", () => math.atan2(0, 0), 0], ["atan2(-0, -1)", () => math.atan2(-0, -1), -PI],
  ["atan2(-1, 0)", () => math.atan2(-1, 0), -PI / 2], ["atan2(1, -0)", () => math.atan2(1, -0), PI / 2],
  ["atan2(inf, inf)", () => math.atan2(Infinity, Infinity), PI / 4],
  ["atan2(inf, -inf)", () => math.atan2(Infinity, -Infinity), 2.356194490192345],
  ["atan2(1, inf)", () => math.atan2(1, Infinity), 0], ["atan2(-1, inf)", () => math.atan2(-1, Infinity), -0],
  ["atan2(1, -inf)", () => math.atan2(1, -Infinity), PI], ["atan2(-inf, 3)", () => math.atan2(-Infinity, 3), -PI / 2],
  ["atan2(NaN, 1)", () => math.atan2(NaN, 1), NaN], ["atan2(1, NaN)", () => math.atan2(1, NaN), NaN],
  ["sinh(-0)", () => math.sinh(-0), -0], ["sinh(-inf)", () => math.sinh(-Infinity), -Infinity],
  ["cosh(-inf)", () => math.cosh(-Infinity), Infinity], ["cosh(0)", () => math.cosh(0), 1],
  ["tanh(-0)", () => math.tanh(-0), -0], ["tanh(-inf)", () => math.tanh(-Infinity), -1], ["tanh(50)", () => math.tanh(50), 1],
  ["asinh(-0)", () => math.asinh(-0), -0], ["asinh(-inf)", () => math.asinh(-Infinity), -Infinity],
  ["acosh(1)", () => math.acosh(1), 0], ["acosh(0.9)", () => math.acosh(0.9), NaN],
  ["acosh(inf)", () => math.acosh(Infinity), Infinity], ["atanh(1)", () => math.atanh(1), Infinity],
  ["atanh(-1)", () => math.atanh(-1), -Infinity], ["atanh(2)", () => math.atanh(2), NaN], ["atanh(-0)", () => math.atanh(-0), -0],
  ["erf(-0)", () => math.erf(-0), -0], ["erf(inf)", () => math.erf(Infinity), 1], ["erf(-inf)", () => math.erf(-Infinity), -1],
  ["erfc(inf)", () => math.erfc(Infinity), 0], ["erfc(-inf)", () => math.erfc(-Infinity), 2], ["erfc(0)", () => math.erfc(0), 1],
  ["gamma(0)", () => math.gamma(0), Infinity], ["gamma(-0)", () => math.gamma(-0), -Infinity],
  ["gamma(-1)", () => math.gamma(-1), NaN], ["gamma(-inf)", () => math.gamma(-Infinity), NaN],
  ["gamma(inf)", () => math.gamma(Infinity), Infinity], ["gamma(5)", () => math.gamma(5), 24], ["gamma(172)", () => math.gamma(172), Infinity],
  ["lgamma(1)", () => math.lgamma(1), 0], ["lgamma(2)", () => math.lgamma(2), 0], ["lgamma(0)", () => math.lgamma(0), Infinity],
  ["lgamma(-3)", () => math.lgamma(-3), Infinity], ["lgamma(-inf)", () => math.lgamma(-Infinity), Infinity],
  ["factorial(0)", () => math.factorial(0), 1], ["factorial(20)", () => math.factorial(20), 2432902008176640000],
  ["factorial(-1)", () => math.factorial(-1), NaN], ["factorial(2.5)", () => math.factorial(2.5), NaN],
  ["factorial(171)", () => math.factorial(171), Infinity], ["binomial(5, 2)", () => math.binomial(5, 2), 10],
  ["binomial(52, 5)", () => math.binomial(52, 5), 2598960], ["binomial(3, 4)", () => math.binomial(3, 4), 0],
  ["binomial(60, 30)", () => math.binomial(60, 30), 118264581564861424], ["binomial(-1, 2)", () => math.binomial(-1, 2), NaN],
  ["binomial(5000, 2500)", () => math.binomial(5000, 2500), Infinity],
];

describe("math: special values", () => {
  for (const [name, got, want] of rows) {
    it(`${name} is ${Object.is(want, -0) ? "-0" : String(want)}`, () => {
      expect(math.hexOf(got())).to.equal(math.hexOf(want));
    });
  }

  it("NaN in, NaN out", () => {
    const unary = [
      math.exp, math.expm1, math.exp2, math.exp10, math.log, math.log1p, math.log2, math.log10, math.cbrt, math.sin,
      math.cos, math.tan, math.sinpi, math.cospi, math.tanpi, math.asin, math.acos, math.atan, math.sinh, math.cosh,
      math.tanh, math.asinh, math.acosh, math.atanh, math.erf, math.erfc, math.gamma, math.lgamma, math.factorial,
    ];
    for (const f of unary) expect(Number.isNaN(f(NaN)), f.name).to.equal(true);
  });

  it("powi refuses exponents that are no integer or beyond 64", () => {
    for (const n of [0.5, 65, -65, NaN, Infinity]) expect(() => math.powi(2, n)).to.throw(RangeError, "-64 to 64");
  });
});
