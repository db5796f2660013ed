import { expect } from "chai";
import type { SymbolRequest } from "../../../../protocol/equations/index.js";
import { roots } from "../../../../protocol/equations/roots/search.js";
import { ask, refusal, valued } from "../outcomes.js";
import { generator } from "../../../kit/generator.js";

const SEED = 31_415;
const close = (got: number, expected: number, relative: number): void => {
  expect(Math.abs(got - expected), `${got} against ${expected}`).to.be.at.most(
    relative * Math.abs(expected),
  );
};

function solve(
  equation: string,
  unknown: string,
  inputs: Record<string, number> = {},
  range: { min?: number; max?: number } = {},
): ReturnType<typeof ask> {
  const symbols: Record<string, SymbolRequest> = { [unknown]: { unit: "1", ...range } };
  return ask(equation, inputs, { symbols, solve_for: unknown });
}

describe("equations: solving for a subject that occurs once", () => {
  it("undoes every operation on the way", () => {
    // The right-hand value was made from x = 0.7 with mpmath at 30 digits.
    const cases: readonly (readonly [string, number])[] = [
      ["3 x + 1 = y", 3.1],
      ["2 - x = y", 1.3],
      ["x/4 = y", 0.175],
      ["4/x = y", 5.714285714285714],
      ["-x = y", -0.7],
      ["x^3 = y", 0.343],
      ["x^-3 = y", 2.915451895043732],
      ["x^5 = y", 0.16807],
      ["2^x = y", 1.624504792712471],
      ["e^x = y", 2.0137527074704766],
      ["exp(2 x) = y", 4.0551999668446745],
      ["ln(x) = y", -0.3566749439387324],
      ["log10(x) = y", -0.15490195998574316],
      ["log2(x) = y", -0.5145731728297582],
      ["exp2(x) = y", 1.624504792712471],
      ["exp10(x) = y", 5.011872336272722],
      ["expm1(x) = y", 1.0137527074704766],
      ["log1p(x) = y", 0.5306282510621704],
      ["sqrt(x) = y", 0.8366600265340756],
      ["cbrt(x) = y", 0.8879040017426006],
      ["sinh(x) = y", 0.7585837018395335],
      ["asinh(x) = y", 0.6526665660823557],
      ["tanh(x) = y", 0.6043677771171635],
      ["atanh(x) = y", 0.8673005276940532],
      ["asin(x) = y", 0.7753974966107531],
      ["acos(x) = y", 0.7953988301841436],
      ["atan(x) = y", 0.6107259643892087],
      ["x^1.5 = y", 0.5856620185738529],
      ["1/(1/x + 1/3) = y", 0.5675675675675675],
    ];
    for (const [equation, y] of cases) close(valued(solve(equation, "x", { y })).value, 0.7, 4e-15);
  });

  it("picks the branch the range allows, and counts branches where it allows several", () => {
    expect(refusal(solve("x^2 = y", "x", { y: 9 }))).to.deep.include({ kind: "multi-result" });
    expect(refusal(solve("x^2 = y", "x", { y: 9 })).message).to.contain("2 results for x");
    expect(valued(solve("x^2 = y", "x", { y: 9 }, { min: 0 })).value).to.equal(3);
    expect(valued(solve("x^2 = y", "x", { y: 9 }, { max: 0 })).value).to.equal(-3);
    expect(valued(solve("(x - 1)^2 = y", "x", { y: 9 }, { max: 0 })).value).to.equal(-2);
    expect(valued(solve("x^2 = y", "x", { y: 0 })).value).to.equal(0);
    expect(valued(solve("abs(x - 5) = y", "x", { y: 3 }, { max: 4 })).value).to.equal(2);
    close(valued(solve("cosh(x) = y", "x", { y: 2 }, { min: 0 })).value, 1.3169578969248166, 1e-15);
    expect(valued(solve("x^3 = y", "x", { y: -8 })).value).to.equal(-2);
    close(valued(solve("x^5 = y", "x", { y: -32 })).value, -2, 1e-15);
  });

  it("finds none where there is none", () => {
    const none = [
      solve("x^2 = y", "x", { y: -1 }),
      solve("sqrt(x) = y", "x", { y: -2 }),
      solve("exp(x) = y", "x", { y: -1 }),
      solve("3 x = y", "x", { y: 9 }, { max: 2 }),
      solve("asin(x) = y", "x", { y: 2 }),
    ];
    for (const outcome of none)
      expect(refusal(outcome).kind).to.be.oneOf(["no-solution", "domain-error"]);
    expect(refusal(none[0]!).kind).to.equal("no-solution");
    expect(refusal(none[1]!).kind).to.equal("no-solution");
    expect(refusal(none[3]!).kind).to.equal("no-solution");
  });
});

describe("equations: solving for a subject that occurs several times", () => {
  it("solves linear equations at any size", () => {
    expect(valued(solve("x = 3 x - y", "x", { y: 4 })).value).to.equal(2);
    close(valued(solve("a (x + 1) = b x", "x", { a: 2, b: 2.5 })).value, 4, 1e-15);
    close(valued(solve("x + 1 = 3e-30 x + y", "x", { y: 4e25 })).value, 4e25, 1e-15);
    expect(refusal(solve("x = x + y", "x", { y: 1 })).kind).to.equal("no-solution");
  });

  it("finds the roots scipy's brentq finds", () => {
    // scipy.optimize.brentq, xtol 1e-15: x = cos x; x^3 - 2x = 5 (Newton's example); x e^x = 1;
    // Kepler M = 1, e = 0.1; tan x = 2x in (1, 1.5).
    close(valued(solve("x = cos(x)", "x")).value, 0.7390851332151607, 3e-16);
    close(valued(solve("x^3 - 2 x = y", "x", { y: 5 })).value, 2.0945514815423265, 3e-16);
    close(valued(solve("x e^x = y", "x", { y: 1 })).value, 0.5671432904097838, 3e-16);
    close(
      valued(solve("x - ecc sin(x) = M", "x", { M: 1, ecc: 0.1 })).value,
      1.0885977523978936,
      3e-16,
    );
    close(
      valued(solve("tan(x) = 2 x", "x", {}, { min: 1, max: 1.5 })).value,
      1.1655611852072114,
      3e-16,
    );
  });

  it("counts several roots, and takes poles for none", () => {
    expect(refusal(solve("x^2 = 2 x + 3", "x")).message).to.contain("2 results");
    expect(valued(solve("x^2 = 2 x + 3", "x", {}, { min: 0 })).value).to.equal(3);
    expect(refusal(solve("1/(x - 3) = x - x", "x", {}, { min: 2, max: 5 })).kind).to.equal(
      "no-solution",
    );
    expect(refusal(solve("x^2 = x - 1", "x")).kind).to.equal("no-solution");
    expect(refusal(solve("x sin(x) = 0.5", "x", {}, { min: 0, max: 20 })).kind).to.equal(
      "multi-result",
    );
  });

  it("counts to a limit, and refuses an equation too long to search", () => {
    const many = refusal(solve("x sin(x) = 0.5", "x", {}, { min: 0, max: 200 }));
    expect(many.kind).to.equal("multi-result");
    expect(many.message).to.contain("at least 16 results");
    const terms = Array.from({ length: 220 }, (_, i) => `cos(x + ${i})`).join(" + ");
    expect(refusal(solve(`x = ${terms}`, "x")).kind).to.equal("budget");
  });

  it("refuses a root the inputs do not determine", () => {
    // x^2 - 2 x + b = 0 with b a hair below 1: the two roots meet.
    const outcome = solve("x^2 - 2 x = -b", "x", { b: 0.9999999999999999 }, { min: 1, max: 4 });
    if (outcome.status === "value")
      close(outcome.value, 1 + Math.sqrt(1.1102230246251565e-16), 1e-4);
    else expect(refusal(outcome).kind).to.be.oneOf(["precision-loss", "no-solution"]);
  });

  it("returns the input that made the value: 300 random cubics", () => {
    const random = generator(SEED);
    for (let i = 0; i < 300; i += 1) {
      const [a, b, x] = [0.5 + random() * 4, 0.5 + random() * 9, random() * 20 - 10];
      const y = valued(ask("y = a x^3 + b x", { a, b, x })).value;
      const back = valued(solve("a x^3 + b x = y", "x", { a, b, y }));
      expect(
        Math.abs(back.value - x),
        `seed ${SEED}, case ${i}: ${back.value} against ${x}`,
      ).to.be.at.most(back.absoluteBound + 1e-14 * Math.abs(x));
      expect(back.kind).to.equal("implicit");
    }
  });

  it("derives and checks the unit of the unknown", () => {
    const symbols = { L: "m", k: "1/m" };
    expect(
      valued(ask("x = L cos(k x)", { L: 2, k: 0.1 }, { symbols, solve_for: "x" })).unit,
    ).to.equal("m");
    expect(
      refusal(ask("x = L cos(k x) + x^2", { L: 2, k: 0.1 }, { symbols, solve_for: "x" })).kind,
    ).to.equal("dimension-mismatch");
  });
});

describe("equations: roots of a function", () => {
  it("are found across magnitudes, each once", () => {
    close(
      roots((x) => x - 1e-9, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)[0]!,
      1e-9,
      1e-15,
    );
    close(roots((x) => x * x - 2e20, 0, Number.POSITIVE_INFINITY)[0]!, 14142135623.730951, 1e-15);
    expect(
      roots((x) => x * x + 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    ).to.deep.equal([]);
    expect(roots((x) => (x - 1) * (x - 2) * (x - 3.5), 0, 4)).to.have.length(3);
    expect(roots((x) => x, -1, 1)).to.have.length(1);
    // 25 poles at the multiples of pi come before the only root.
    const beyond = roots((x) => (x - 80.5) / Math.sin(x), 1, 81);
    expect(beyond).to.have.length(1);
    close(beyond[0]!, 80.5, 1e-15);
  });

  it("take few evaluations and never fail to end", () => {
    let calls = 0;
    roots(
      (x) => {
        calls += 1;
        return x * x * x - 2;
      },
      0,
      10,
    );
    expect(calls).to.be.lessThan(512 + 40);
    roots((x) => (x > 1.234 ? 1 : -1), -10, 10);
    roots((x) => (x > 0.3 ? Number.NaN : -1), -10, 10);
  });
});

describe("equations: solving through an integral", () => {
  it("finds a limit within the work of one request", () => {
    // ln 2, and the inverse error function: sqrt(pi)/2 erf(x) = 1/2 at mpmath's erfinv(1/sqrt(pi)).
    close(valued(solve("1 = INT_0^x exp(-t) dt + 0.5", "x")).value, Math.LN2, 1e-14);
    close(valued(solve("INT_0^x exp(-t) dt = 0.5", "x")).value, Math.LN2, 1e-14);
    close(
      valued(solve("y = INT_0^x exp(-t^2) dt", "x", { y: 0.5 })).value,
      0.5510394276090267,
      1e-14,
    );
  });

  it("says how far it looked", () => {
    const found = refusal(solve("y = INT_0^x exp(-t^2) dt", "x", { y: 5 }));
    expect(found.kind).to.equal("no-solution");
    expect(found.message).to.contain("between -10000 and 10000");
  });
});
