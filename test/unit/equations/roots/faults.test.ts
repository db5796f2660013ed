/**
 * Equations that were answered wrongly: with 0 on a side, with several roots, with roots that only
 * touch, with jumps. Values from mpmath 1.3 (findroot, polyroots at 40 digits) unless they are
 * whole.
 */
import { expect } from "chai";
import type { SymbolRequest } from "../../../../protocol/equations/index.js";
import { ask, refusal, valued } from "../outcomes.js";

const PRECISION = 4e-15;

function solve(
  equation: string,
  range: { min?: number; max?: number } = {},
  inputs: Record<string, number> = {},
): ReturnType<typeof ask> {
  const symbols: Record<string, SymbolRequest> = { x: { unit: "1", ...range } };
  return ask(equation, inputs, { symbols, solve_for: "x" });
}

function solutions(equation: string, range: { min?: number; max?: number } = {}): number[] {
  const outcome = solve(equation, range);
  if (outcome.status === "value") return [outcome.value];
  if (outcome.status !== "refused") throw new Error(JSON.stringify(outcome));
  const { kind, message, values } = outcome.refusal;
  if (kind === "no-solution") return [];
  expect(kind, message).to.equal("multi-result");
  for (const value of values ?? []) expect(message).to.contain(String(value));
  return [...(values ?? [])];
}

function expectAll(got: readonly number[], expected: readonly number[], where: string): void {
  expect(got.length, `${where}: ${got.join(" ")}`).to.equal(expected.length);
  for (const [i, value] of expected.entries())
    expect(Math.abs(got[i]! - value), `${where}: ${got[i]} against ${value}`).to.be.at.most(
      PRECISION * Math.abs(value),
    );
}

const ALL: readonly (readonly [string, readonly number[]])[] = [
  // A side that turns back above the other never meets it, however near it comes.
  ["abs(x - 1.5) + 1e-18 = 0", []],
  ["abs(x - 1.5) = -1e-18", []],
  ["-1e-30 = abs(7 - 2 x)", []],
  ["abs(abs(x - 1.5) - 1e-20) = -1e-20", []],
  ["abs(x - 1.5) = 0", [1.5]],
  ["abs(x - 1.5) = 0.25", [1.25, 1.75]],
  // Where the smaller of two changes, the slope on one side is not that on the other.
  ["min(x^2, 1) = 0.25", [-0.5, 0.5]],
  ["min(x^2, 1, 2) - 0.25 = 0", [-0.5, 0.5]],
  ["max(1 - x^2, 0) = 0.75", [-0.5, 0.5]],
  ["x = min(x^3, 2)", [-1, 0, 1, 2]],
  // A number below 0 has its whole powers.
  ["x^x = -1", [-1]],
  ["x^x = 0.25", [-2]],
  ["x^2 - x - 1 = 0", [-0.6180339887498949, 1.618033988749895]],
  ["x^3 - 2 x - 5 = 0", [2.0945514815423265]],
  ["x + exp(-x) = x", []],
  ["x^2 - 2 x + 1 = 0", [1]],
  ["x^2 + 1 = 2 x", [1]],
  ["x^2 - 0.2 x + 0.01 = 0", [0.1]],
  ["exp(-x) - x + 1 = 0", [1.278464542761074]],
  ["(exp(x) - 10) (x^2 + 1) = 0", [Math.LN10]],
  ["exp(x) (x - 2) = 0", [2]],
  [
    "x = 3 + 0.5 sin(20 x)",
    [
      2.702248355053611, 2.8076940174717944, 2.9859210972913606, 3.15762908813594,
      3.2701344543551945,
    ],
  ],
  ["x = 10 + 2 sin(3 x)", [9.507682906990938, 10.567955561870948, 11.286303922236176]],
  ["(x - 3)^2 (x - 50) = 0", [3, 50]],
  ["ln(x) - 1 = 0", [Math.E]],
  ["0 = ln(x) - 1", [Math.E]],
  ["exp(x) - 10 = 0", [Math.LN10]],
  ["x = sin(x)", [0]],
  ["exp(x) = 1 + x", [0]],
  ["ln(x) = x - 1", [1]],
  ["cosh(x) = 1", [0]],
  ["2^x = x^2", [-0.766664695962123, 2, 4]],
  ["exp(x) = x^3", [1.8571838602078354, 4.536403654973528]],
  ["sqrt(x + 1) = x - 1", [3]],
  ["sqrt(x) = x", [0, 1]],
  ["1/(x - 3) = x", [-0.3027756377319946, 3.302775637731995]],
  ["(x^2 - 9)/(x - 3) = 0", [-3]],
  ["x/(x - 1) = 1/(x - 1)", []],
  ["1/x = 0", []],
  ["x^x = 2", [1.5596104694623694]],
  ["x^x = 0.5", []],
  ["ln(x) = x^0.1", [3.059726679620809, 3430631121407801]],
];

describe("equations: every solution, however the sides are arranged", () => {
  for (const [equation, expected] of ALL) {
    it(equation, () => {
      const [left, right] = equation.split(" = ");
      const arranged = [
        equation,
        `${right} = ${left}`,
        `0 = (${left}) - (${right})`,
        `(${left}) - (${right}) = 0`,
        `1e-200 (${left}) = 1e-200 (${right})`,
        `1e200 (${left}) = 1e200 (${right})`,
      ];
      for (const one of arranged) expectAll(solutions(one), expected, one);
    });
  }

  it("looks in the range that is given", () => {
    expectAll(solutions("sin(x)^2 = 0", { min: 1, max: 5 }), [Math.PI], "touching");
    expectAll(
      solutions("cos(x) = 1", { min: -1, max: 20 }),
      [0, 2, 4, 6].map((k) => k * Math.PI),
      "cos",
    );
    expectAll(solutions("x^2 = 4", { min: -5, max: 5 }), [-2, 2], "even bracket");
    expectAll(solutions("x^2 - x - 1 = 0", { min: 0 }), [1.618033988749895], "one side");
    expectAll(solutions("cot(x) = 0", { min: 1, max: 5 }), [Math.PI / 2, 1.5 * Math.PI], "cot");
    // Roots of x tan x = 1 and of x tan x = -1, by bisection at 30 digits in mpmath.
    expectAll(
      solutions("abs(tan(x)) = abs(1/x)", { min: 0.1, max: 6 }),
      [0.8603335890193798, 2.798386045783887, 3.425618459481728],
      "poles inside bars",
    );
    expectAll(solutions("(-2)^x = 4", { min: -3, max: 3 }), [2], "whole powers");
    expectAll(solutions("x digamma(x) = 0", { min: 0, max: 2 }), [1.4616321449683622], "no pole");
    expectAll(solutions("tan(x) = 2 x", { min: 1, max: 1.5 }), [1.1655611852072114], "tan");
    const thrown = ask(
      "0 = h_0 + v t - g t^2/2",
      { h_0: 2, v: 12, g: 9.81 },
      { symbols: { t: { min: 0 } } },
    );
    expect(valued(thrown).value).to.be.closeTo(2.603120999716022, 1e-14);
  });

  it("takes no jump and no pole for a root", () => {
    expect(refusal(solve("floor(x) = 0.5", { min: 0, max: 3 })).kind).to.equal("no-solution");
    expect(refusal(solve("heaviside(x - 1.5) = 0.4", { min: 0, max: 3 })).kind).to.equal(
      "no-solution",
    );
    expect(refusal(solve("sign(x) = 0.5")).kind).to.equal("no-solution");
    expect(valued(solve("sign(x) = 0")).value).to.equal(0);
    expect(refusal(solve("1/(x - 3) = 0")).kind).to.equal("no-solution");
    expect(refusal(solve("x + floor(x) = 1.5")).kind).to.equal("no-solution");
    expect(valued(solve("x + floor(x) = 2.5")).value).to.equal(1.5);
  });

  it("says so where every number of an interval solves it", () => {
    for (const equation of ["x - x = 0", "abs(x) = x", "floor(x) = 1", "2 x = x + x"]) {
      const found = refusal(solve(equation));
      expect(found.kind, equation).to.equal("multi-result");
      expect(found.message, equation).to.match(/^Every x /);
    }
  });

  it("denies no root that it cannot tell from rounding, and says how far it looked", () => {
    expect(refusal(solve("x^2 - 2 sqrt(2) x + 2 = 0")).kind).to.equal("precision-loss");
    const endless = refusal(solve("sin(x) + cos(x) = 1.5"));
    expect(endless.kind).to.equal("budget");
    expect(endless.message).to.contain("not shown that there is none");
    for (const equation of ["sin(x) + cos(x) = 1.5", "cos(x)^2 = 1.1 + 0.01 sin(3 x)"])
      expect(refusal(solve(equation)).message, equation).to.match(
        /such as one period|shown for all/,
      );
    expect(refusal(solve("sin(x) = 0.5")).message).to.contain("at least 16 results");
  });

  it("takes no pole for a place where both sides agree", () => {
    for (const equation of ["tan(x) = 0", "0 = tan(x)", "x tan(x) = 0", "1e-200 tan(x)^3 = 0"]) {
      expect(refusal(solve(equation, { min: 1, max: 2 })).kind, equation).to.equal("no-solution");
      expectAll(solutions(equation, { min: 1, max: 4 }), [Math.PI], equation);
    }
    const poles = ["abs(tan(x)) = abs(1/x)", "1/(x - 1.5) + 1/(x - 1.5)^2 = 0", "digamma(-x) = 3"];
    for (const equation of poles) {
      const { kind, message } = refusal(solve(equation, { min: 1.2, max: 2 }));
      expect(kind, `${equation}: ${message}`).to.be.oneOf(["budget", "no-solution"]);
      expect(message, equation).not.to.contain("rounding");
    }
  });
});
