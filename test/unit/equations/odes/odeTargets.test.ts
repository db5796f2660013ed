/**
 * Initial value problems whose value at the end is given: one value is answered where it is shown
 * to be the only one, or where a range is given and the answer says how far it looked.
 */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import type { OperatorEntry } from "../../../../protocol/operators/index.js";
import { ask, refusal, valued } from "../outcomes.js";

type Asked = readonly [equation: string, inputs: Record<string, number>, unknown: string];

const PRECISION = 1e-8;

describe("equations: the input that leads to a value at the end", () => {
  // Logarithms by hand, with mpmath 1.3; null where the value is put back instead.
  const shown: readonly (readonly [...Asked, number | null])[] = [
    ["dN/dt = r N (1 - N/K)", { r: 0.5, K: 1000, N_0: 10, N: 500 }, "t", 9.190_239_700_269_18],
    ["dN/dt = -k N", { N_0: 10, N: 5, t: 3 }, "k", Math.LN2 / 3],
    ["dN/dt = -k N", { N_0: 10, N: 5, k: 3 }, "t", Math.LN2 / 3],
    ["dT/dt = -k (T - T_a)", { T_0: 90, T_a: 20, T: 60, t: 10 }, "k", 0.055_961_578_793_542_265],
    ["dx/dt = -x^3 - x", { x_0: 2, x: 0.5 }, "t", Math.LN2],
    ["dx/dt = -sin(x) - x", { t: 2, x: 0.02 }, "x_0", null],
  ];
  for (const [equation, inputs, unknown, value] of shown) {
    it(`${equation}: ${unknown}, without a range`, () => {
      const found = valued(ask(equation, inputs, { solve_for: unknown }));
      if (value !== null) expect(found.value).to.be.closeTo(value, PRECISION * value);
      const { x, N, T, ...others } = inputs;
      const end = x ?? N ?? T!;
      const back = valued(ask(equation, { ...others, [unknown]: found.value }));
      expect(back.value, "put back").to.be.closeTo(end, PRECISION * Math.max(1, Math.abs(end)));
      expect(found.notes.join(" ")).not.to.contain("not ruled out");
    });
  }

  it("is one where solutions cannot meet, under a forcing as well", () => {
    const equation = "dx/dt = x - x^3 + 0.3 cos(t)";
    const symbols = { x_0: { min: 0.1, max: 3 } };
    const { value: x } = valued(ask(equation, { x_0: 0.7, t: 3 }));
    const found = valued(ask(equation, { x, t: 3 }, { solve_for: "x_0", symbols }));
    expect(found.value).to.be.closeTo(0.7, PRECISION);
    expect(found.notes.join(" ")).not.to.contain("not ruled out");
  });

  it("is one of many where the solution comes back", () => {
    const back: readonly Asked[] = [
      ["d2x/dt2 = -w^2 x", { w: 2, x_0: 1, v_0: 0, x: 0.5 }, "t"],
      ["d2x/dt2 = -w^2 x", { t: 2, x_0: 1, v_0: 0, x: 0.5 }, "w"],
    ];
    for (const [equation, inputs, unknown] of back) {
      const outcome = ask(equation, inputs, { solve_for: unknown });
      expect(refusal(outcome).kind, equation).to.equal("multi-result");
      if (outcome.status === "refused")
        expect(outcome.refusal.values?.[0]).to.be.closeTo(Math.PI / 6, 1e-12);
    }
  });

  it("says how far it looked where it cannot show that there is one", () => {
    const t = { min: 0, max: 1 };
    const pendulum = { w: 2, x_0: 1, v_0: 0, x: 0.5 };
    const equation = "d2x/dt2 = -w^2 sin(x)";
    const found = valued(ask(equation, pendulum, { solve_for: "t", symbols: { t } }));
    // mpmath: quad(1/sqrt(8 (cos(x) - cos(1))), [0.5, 1])
    expect(found.value).to.be.closeTo(0.563_422_104_854_97, 1e-9);
    expect(found.notes.join(" ")).to.contain("not ruled out").and.contain("between 0 and 1");
    const open = refusal(ask(equation, pendulum, { solve_for: "t" }));
    expect(open.message).to.contain("not shown that there is none");
  });

  it("denies nothing where the work is spent, and spends no more", () => {
    for (const equation of ["dx/dt = 1 + 20 cos(20 t)", "dx/dt = cos(t)"]) {
      const { kind, message } = refusal(ask(equation, { x_0: 0, x: 2 }, { solve_for: "t" }));
      expect(kind, equation).to.be.oneOf(["budget", "multi-result"]);
      expect(message).to.contain("shown");
    }
  });
});

describe("operators: results that cannot be", () => {
  const registry = builtinRegistry();
  const entry = (id: string): OperatorEntry => registry.entries.find((one) => one.id === id)!;

  it("are refused beyond what their quantity can be, and not at its ends", () => {
    const { compiled } = entry("QM3");
    const beyond = refusal(compiled!.evaluate({ A_1: 1, A_2: 1, phi: 0 }));
    expect(beyond.kind).to.equal("domain-error");
    expect(beyond.message).to.contain("probability").and.contain("between 0 and 1");
    expect(valued(compiled!.evaluate({ A_1: 0.5, A_2: 0.5, phi: 0 })).value).to.equal(1);
    const herd = refusal(entry("EPI2").compiled!.evaluate({ R_0: 4, E_v: 0.5 }));
    expect(herd.message).to.contain("fraction");
  });

  it("are refused as inputs as well, where another input is sought", () => {
    const solved = entry("QM3").solvedFor("A_1");
    if (!("evaluate" in solved)) throw new Error(solved.message);
    expect(refusal(solved.evaluate({ P: 1.5, A_2: 0.5, phi: 0 })).kind).to.equal("domain-error");
  });
});
