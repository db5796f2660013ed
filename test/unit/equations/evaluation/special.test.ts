import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ask, refusal, valued } from "../outcomes.js";

/**
 * Equation, inputs, value and derivative by each input, by mpmath (scripts/equations/integrals.py).
 */
type Row = readonly [
  equation: string,
  inputs: Record<string, number>,
  value: string,
  slopes: Record<string, string>,
];

const { values: ROWS }: { readonly values: readonly Row[] } = JSON.parse(
  readFileSync("test/vectors/equations/special.json", "utf8"),
);
const ULP = 2.220446049250313e-16;

describe("equations: special functions", () => {
  for (const [equation, inputs, value, slopes] of ROWS) {
    it(`${equation} with ${JSON.stringify(inputs)}: value, bound and slopes`, () => {
      const outcome = valued(ask(`y = ${equation}`, inputs));
      expect(Math.abs(outcome.value - Number(value))).to.be.at.most(
        outcome.absoluteBound + ULP * Math.abs(outcome.value),
      );
      expect(outcome.relativeBound).to.be.below(1e-12);
      for (const [name, slope] of Object.entries(slopes)) {
        const u = 1e-6 * Math.abs(inputs[name]!);
        const { contributions } = valued(
          ask(`y = ${equation}`, inputs, { uncertainties: { [name]: u } }),
        );
        const found = contributions.get(`input:${name}`)! / u;
        expect(Math.abs(found - Number(slope)), `d/d${name}: ${found} is not ${slope}`).to.be.below(
          1e-6 * Math.abs(Number(slope)) + 1e-14,
        );
      }
    });
  }

  it("refuses outside the domain, with the reason", () => {
    const cases: readonly (readonly [string, Record<string, number>, RegExp])[] = [
      ["y = zeta(s)", { s: 1 }, /pole of zeta/],
      ["y = yn(n, x)", { n: 2.5, x: 1 }, /no integer/],
      ["y = betainc(a, b, x)", { a: 1.5, b: 2, x: 1.2 }, /betainc outside/],
      ["y = lambertw(x)", { x: -1 }, /below -1\/e/],
      ["y = ellipk(m)", { m: 1 }, /not below 1/],
      ["y = k0(x)", { x: -2 }, /not positive/],
      ["y = digamma(x)", { x: -3 }, /pole/],
    ];
    for (const [equation, inputs, why] of cases) {
      const { kind, message } = refusal(ask(equation, inputs));
      expect(kind, equation).to.equal("domain-error");
      expect(message).to.match(why);
    }
  });

  it("refuses an uncertain order, and beside a pole the cancelled digits", () => {
    expect(refusal(ask("y = jn(n + x - x, 2.5)", { n: 2, x: 0.1 })).kind).to.equal(
      "precision-loss",
    );
    expect(refusal(ask("y = digamma(x)", { x: -2.0000000000000004 })).kind).to.equal(
      "precision-loss",
    );
  });
});
