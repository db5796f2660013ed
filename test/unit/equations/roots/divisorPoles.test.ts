/** Zeros where a divisor has a pole, poles that are no zeros, and functions that nobody defines. */
import { expect } from "chai";
import type { Refusal } from "../../../../protocol/equations/reading/ast.js";
import { evaluateUnnamed } from "../../../../protocol/equations/playground.js";

const HALF_PI = Math.PI / 2;

function asked(equation: string, range: readonly [number, number] | null = [1, 2]) {
  const ranged = range === null ? {} : { symbols: { x: { min: range[0], max: range[1] } } };
  return evaluateUnnamed({ equation, inputs: {}, ...ranged });
}

/** @throws Error where there is an answer */
function refusalOf(answer: ReturnType<typeof evaluateUnnamed>): Refusal {
  if (!("refusal" in answer)) throw new Error(`${JSON.stringify(answer)} is no refusal`);
  return answer.refusal;
}

describe("equations: a divisor's poles", () => {
  // cot x is cos x/sin x: 0 where the tangent has its pole, at pi/2.
  for (const equation of [
    "1/tan(x) = 0",
    "1/tan(x)^2 = 0",
    "1/tan(x)^3 = 0",
    "0 = 2/tan(x)^2",
    "1/abs(tan(x)) = 0",
    "1/(-tan(x)) = 0",
    "3/tan(x)^2 + 2 = 2",
    "1/(x tan(x)) = 0",
    "x/tan(x)^2 = 0",
    "tan(x)/tan(x)^2 = 0",
    "tan(x)^-2 = 0",
  ])
    it(`${equation} has the solution pi/2`, () => {
      const answer = asked(equation);
      const { value, uncertainty }: Readonly<Record<string, unknown>> = { ...answer };
      expect(value, JSON.stringify(answer)).to.be.a("number");
      expect(Math.abs(Number(value) - HALF_PI)).to.be.at.most(
        Math.max(3 * Number(uncertainty), 2.3e-16),
      );
    });

  it("is not denied where it is not found", () => {
    expect(refusalOf(asked("1/sqrt(tan(x)) = 0")).kind).to.not.equal("no-solution");
  });

  it("a pole of the whole equation is no solution of it", () => {
    for (const equation of ["sin(x)/sin(x)^2 = 0", "cos(x)/cos(x)^2 = 0"]) {
      const refusal = refusalOf(asked(equation, null));
      expect(refusal.kind, refusal.message).to.not.equal("multi-result");
    }
  });

  it("cot(x) = pi/2 - x touches too closely to be told, and says so", () => {
    const refusal = refusalOf(asked("cot(x) = pi/2 - x"));
    expect(refusal.kind).to.equal("precision-loss");
    const [near] = /1\.57\d+/.exec(refusal.message) ?? [];
    expect(Number(near)).to.be.closeTo(HALF_PI, 1e-5);
  });
});

describe("equations: a function on the left", () => {
  it("is asked about where nobody would define it, or nothing depends on its argument", () => {
    for (const equation of ["round(x) = 2.5", "trunc(x) = 2", "frac(x) = x", "foo(x) = 2.5"])
      expect(refusalOf(asked(equation, null)).kind, equation).to.equal("unknown-function");
  });

  it("is a name where it says what it is at any argument", () => {
    const answer = evaluateUnnamed({ equation: "KE(v) = m v^2/2", inputs: { m: 2, v: 3 } });
    expect(answer).to.include({ value: 9 });
    expect(evaluateUnnamed({ equation: "P(1) = 2.5", inputs: {} })).to.include({ value: 2.5 });
  });
});
