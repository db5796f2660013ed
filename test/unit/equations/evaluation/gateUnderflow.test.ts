/** Errors whose own bounds fall under the least double: true values worked out by powers of ten. */
import { expect } from "chai";
import { evaluateUnnamed } from "../../../../protocol/equations/index.js";

const VANISHING: readonly (readonly [string, Readonly<Record<string, number>>, string])[] = [
  ["y = sqrt(x*x*0.1)", { x: 1e-200 }, "3.16e-201"],
  ["y = 1 + sqrt(x*x*0.1)*1e200", { x: 1e-200 }, "1.316"],
  ["y = sqrt(x*x/10)", { x: 1e-200 }, "3.16e-201"],
  ["y = m r v sin(a)", { m: 1e-200, r: 1e-200, v: 1e-200, a: 1e-160 }, "1e-760"],
  ["y = B log2(1 + p/q)", { B: 1e-200, p: 1e-300, q: 1 }, "1.4e-500"],
];

describe("equations: errors under the least double", () => {
  for (const [equation, inputs, value] of VANISHING) {
    it(`${equation} is ${value}, which is refused and not answered as another number`, () => {
      const outcome = evaluateUnnamed({ equation, inputs });
      expect(outcome.status).to.equal("refused");
    });
  }

  it("answers zeros that are exact", () => {
    const exact: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
      ["y = m v", { m: 0, v: 1e-200 }],
      ["y = D (p - q)/L", { D: 1e-300, p: 1, q: 1, L: 1e-300 }],
      ["y = v ln(p/q)", { v: 1e-200, p: 1, q: 1 }],
      ["y = sqrt(x)", { x: 0 }],
      ["y = x sqrt(0)", { x: 1e-200 }],
    ];
    for (const [equation, inputs] of exact) {
      const outcome = evaluateUnnamed({ equation, inputs });
      expect(outcome.status === "value" ? outcome.value : outcome.status, equation).to.equal(0);
    }
  });

  it("answers what a vanished term does not change", () => {
    const outcome = evaluateUnnamed({ equation: "y = 1/(1 + exp(-x))", inputs: { x: 800 } });
    expect(outcome.status === "value" ? outcome.value : outcome.status).to.equal(1);
  });
});
