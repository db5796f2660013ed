import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ask, missing, refusal, valued } from "../outcomes.js";

const row = z.strictObject({
  form: z.enum(["closed", "stepwise"]),
  equation: z.string(),
  inputs: z.record(z.string(), z.number()),
  value: z.number(),
});
/**
 * Values at 40 digits from exact solutions or a Taylor integrator:
 * scripts/equations/ode_reference.py.
 */
const PROBLEMS = z
  .array(row)
  .parse(JSON.parse(readFileSync(join(process.cwd(), "test/vectors/equations/ode.json"), "utf8")));
const CLOSED_REL_TOL = 2e-14;
const STEPWISE_REL_TOL = 1e-9;
/**
 * The error left after halving is a fifteenth of the difference only in the limit of small steps.
 */
const BOUND_SLACK = 1.05;
const isStepwise = (notes: readonly string[]): boolean =>
  notes[0]!.startsWith("NUMERICAL FALLBACK");

describe("equations: differential equations against mpmath", () => {
  for (const { form, equation, inputs, value } of PROBLEMS) {
    it(`${equation} at ${JSON.stringify(inputs)}, ${form}`, () => {
      const answer = valued(ask(equation, inputs));
      expect(isStepwise(answer.notes) ? "stepwise" : "closed").to.equal(form);
      expect(answer.kind).to.equal("ode");
      const error = Math.abs(answer.value - value);
      const isKinked = equation.includes("heaviside");
      expect(error).to.be.at.most(
        Math.abs(value) * (form === "closed" ? CLOSED_REL_TOL : isKinked ? 1e-4 : STEPWISE_REL_TOL),
      );
      if (form === "stepwise") expect(error).to.be.at.most(BOUND_SLACK * answer.absoluteBound);
      else expect(error).to.be.at.most(answer.absoluteBound + Math.abs(value) * 2 ** -52);
    });
  }
});

describe("equations: what an initial value problem asks for", () => {
  it("names initial values, the end, and every spelling of them", () => {
    const absent = missing(ask("dx/dt = -k x"));
    expect(absent.missing_all).to.deep.equal(["k", "x_0", "t"]);
    expect(missing(ask("dx/dt = -k x", { k: 2 })).accepts).to.equal(
      "x_0, x0, x_initial, initial_x",
    );
    const plain = valued(ask("dx/dt = -k x", { k: 2, x_0: 3, t: 0.5 })).value;
    for (const x of ["x0", "x_initial", "initial_x"])
      for (const t of ["t_end", "duration"]) {
        expect(valued(ask("dx/dt = -k x", { k: 2, [x]: 3, [t]: 0.5 })).value, `${x} ${t}`).to.equal(
          plain,
        );
      }
    const swing = valued(ask("d2x/dt2 = -4 x", { x_0: 1, v_0: 2, t: 0.5 })).value;
    for (const v of ["dx_0", "v0", "v_initial", "dx_initial"]) {
      expect(valued(ask("d2x/dt2 = -4 x", { x_0: 1, [v]: 2, t: 0.5 })).value, v).to.equal(swing);
    }
    expect(valued(ask("dx/ds = -x", { x_0: 1, s_end: 0.5 })).value).to.equal(
      valued(ask("dx/ds = -x", { x_0: 1, s: 0.5 })).value,
    );
  });

  it("takes no name that the equation uses otherwise, nor a constant's", () => {
    expect(missing(ask("dx/dt = -k (x - x_0)", { k: 1, x_0: 5 })).missing_all).to.deep.equal([
      "x_initial",
      "t",
    ]);
    expect(missing(ask("deps/dt = -k eps", { k: 1, t: 5 })).missing_all).to.deep.equal([
      "eps_initial",
    ]);
    expect(valued(ask("dT/dt = -k T", { k: 1, T_0: 5, t_0: 1, t: 2 })).value).to.equal(
      valued(ask("dx/dt = -k x", { k: 1, x_0: 5, t: 1 })).value,
    );
    expect(refusal(ask("dc/dt = -c", { t: 1 })).kind).to.equal("constant-supplied");
  });

  it("starts at 0, declared back in the unit of the variable, unless a start is given", () => {
    const answer = valued(ask("dx/dt = k x", { k: 0.5, x_0: 2, t: 3 }, { symbols: { k: "1/s" } }));
    expect(answer.assumed).to.deep.equal({
      t_0: {
        value: 0,
        unit: "s",
        reason: "the integration starts at t = 0 unless t_0 says otherwise",
      },
    });
    const later = valued(ask("dx/dt = k x", { k: 0.5, x_0: 2, t: 5, t_0: 2 }));
    expect(later.assumed).to.deep.equal({});
    expect(later.value).to.equal(answer.value);
  });

  it("gives the unit of the unknown, proven on both sides", () => {
    const units = { x: "m", t: "s", k: "1/s" };
    expect(valued(ask("dx/dt = -k x", { k: 1, x_0: 2, t: 1 }, { symbols: units })).unit).to.equal(
      "m",
    );
    expect(
      valued(ask("dx/dt = -k x", { k: 1, x_0: 2, t: 1 }, { symbols: { x_0: "m" } })).unit,
    ).to.equal("m");
    expect(valued(ask("dx/dt = -k x", { k: 1, x_0: 2, t: 1 })).unitUnknown).to.deep.equal(["x"]);
    expect(
      refusal(ask("dx/dt = -k x", { k: 1, x_0: 2, t: 1 }, { symbols: { ...units, k: "m/s" } }))
        .kind,
    ).to.equal("dimension-mismatch");
    expect(
      refusal(ask("dx/dt = -k x", { k: 1, x_0: 2, t: 1 }, { symbols: { x: "m", x_0: "s" } }))
        .message,
    ).to.contain("initial value");
  });

  it("reads initial values and ends in the units of what they are values of", () => {
    const answer = valued(
      ask("dx/dt = v", { v: 3, x_0: 1, t: 2 }, { symbols: { x: "km", v: "m/s", t: "h" } }),
    );
    expect([answer.value, answer.unit]).to.deep.equal([22_600, "m"]);
    const cooled = valued(
      ask(
        "dT/dt = -k (T - T_a)",
        { T_0: 90, T_a: 20, k: 0.1, t: 10 },
        { symbols: { T: "degC", T_a: "degC", k: "1/min", t: "min" } },
      ),
    );
    // 20 + 70/e degrees Celsius.
    expect(Math.abs(cooled.value - (273.15 + 45.75156088200095))).to.be.at.most(1e-12);
  });

  it("reads N(t) as N, later definitions, and a first derivative under a name of its own", () => {
    const logistic = { r: 0.5, K: 100, N_0: 5, t: 3 };
    expect(valued(ask("dN(t)/dt = r N(t) (1 - N(t)/K)", logistic)).value).to.equal(
      valued(ask("dN/dt = r N (1 - N/K)", logistic)).value,
    );
    expect(valued(ask("dN/dt = g_r N; g_r = r (1 - N/K)", logistic)).value).to.be.closeTo(
      valued(ask("dN/dt = r N (1 - N/K)", logistic)).value,
      1e-11,
    );
    const spring = { b: 0.1, x_0: 1, v_0: 0, t: 1 };
    expect(valued(ask("d2x/dt2 = -4 x - b v; v = dx/dt", spring)).value).to.equal(
      valued(ask("d2x/dt2 = -4 x - b dx/dt", spring)).value,
    );
  });

  it("answers the unknown that is asked for", () => {
    const system = "dx/dt = y; dy/dt = -x";
    const inputs = { x_0: 0, y_0: 1, t: 0.5 };
    // sin(1/2) and cos(1/2) with mpmath.
    expect(valued(ask(system, inputs)).value).to.be.closeTo(0.479425538604203, 1e-10);
    expect(valued(ask(system, inputs, { solve_for: "y" })).value).to.be.closeTo(
      0.8775825618903728,
      1e-10,
    );
  });
});

describe("equations: how sure an integrated value is", () => {
  it("propagates stated uncertainties as the exact solution does", () => {
    const u = { k: 0.01, x_0: 0.05 };
    const closed = valued(ask("dx/dt = -k x", { k: 0.5, x_0: 3, t: 2 }, { uncertainties: u }));
    const stepwise = valued(
      ask("dx/dt = -k x + 0 t", { k: 0.5, x_0: 3, t: 2 }, { uncertainties: u }),
    );
    // sqrt((3*2*0.01)^2 + 0.05^2)/e with mpmath.
    for (const { uncertainty, uncertaintySource } of [closed, stepwise]) {
      expect(uncertaintySource).to.equal("gum");
      expect(Math.abs(uncertainty / 0.028732448156430543 - 1)).to.be.at.most(1e-4);
    }
    expect([...stepwise.contributions.keys()].sort()).to.deep.equal(["input:k", "input:x_0"]);
  });

  it("counts the measured constants of the equation", () => {
    const fall = "d2r/dt2 = -G M/r^2";
    const answer = valued(
      ask(
        fall,
        { M: 5.97e24, r_0: 7e6, dr_0: 0, t: 100 },
        { symbols: { M: "kg", r: "m", t: "s" } },
      ),
    );
    expect([...answer.contributions.keys()]).to.deep.equal(["const:G", "rounded:G"]);
    // G has 2.2e-5 relative; the fallen distance is proportional to G so early.
    const fallen = 7e6 - answer.value;
    expect(Math.abs(answer.uncertainty / (fallen * 2.2474e-5) - 1)).to.be.at.most(0.01);
  });

  it("says how many steps it took and what halving them changed", () => {
    const answer = valued(ask("dh/dt = -k sqrt(h)", { k: 0.4, h_0: 2.25, t: 3 }));
    expect(answer.notes[0]).to.match(
      /^NUMERICAL FALLBACK: .* in \d+ steps; halving the step changed the value by \S+ relative\.$/,
    );
    expect(answer.substituted).to.match(/^dh\/dt = -0.4\*sqrt\(h\); h\(0\) = 2.25; h\(3\) = 0.81/);
    expect(answer.relativeBound).to.be.within(1e-16, 1e-9);
    expect(valued(ask("dh/dt = -k sqrt(h)", { k: 0.4, h_0: 2.25, t: 0 })).value).to.equal(2.25);
  });
});

describe("equations: initial value problems without a value", () => {
  it("says where a solution ceases to exist, never a number", () => {
    const cases: readonly (readonly [string, Record<string, number>, string, RegExp])[] = [
      ["dx/dt = x^2", { x_0: 1, t: 1.5 }, "divergent", /infinite between t = 0 and 1\.5/],
      ["dx/dt = x^2", { x_0: 1, t: 1 }, "divergent", /infinite/],
      ["dx/dt = x^2 + 1", { x_0: 0, t: 2 }, "divergent", /infinite/],
      ["dx/dt = x^2 + 1", { x_0: 0, t: 40 }, "divergent", /infinite/],
      ["dx/dt = x^2 + t", { x_0: 1, t: 1.5 }, "divergent", /near t = 0\.9/],
      ["dx/dt = x^3", { x_0: 1, t: 0.51 }, "divergent", /near t = 0\.50/],
      ["dx/dt = exp(x)", { x_0: 0, t: 2 }, "divergent", /near t = 1\.0/],
      ["dh/dt = -k sqrt(h)", { k: 1, h_0: 1, t: 3 }, "domain-error", /near t = 2\.0|near t = 1\.9/],
      ["dx/dt = ln(x)", { x_0: 0.5, t: 2 }, "domain-error", /near t = 0\.37|near t = 0\.38/],
      ["dx/dt = x", { x_0: 1, t: 1000 }, "divergent", /near t = 7/],
    ];
    for (const [equation, inputs, kind, says] of cases) {
      const found = refusal(ask(equation, inputs));
      expect(found.kind, equation).to.equal(kind);
      expect(found.message, equation).to.match(says);
    }
  });

  it("does not step over a pole, nor guess what does not settle", () => {
    for (const [equation, inputs] of [
      ["dx/dt = tan(t)", { x_0: 1, t: 2 }],
      ["dx/dt = -1/x", { x_0: 1, t: 2 }],
      [
        "dx/dt = sigma (y - x); dy/dt = x (rho - z) - y; dz/dt = x y - beta z",
        { sigma: 10, rho: 28, beta: 2.5, x_0: 1, y_0: 1, z_0: 1, t: 60 },
      ],
    ] as const) {
      const outcome = ask(equation, inputs);
      expect(outcome.status, equation).to.equal("not-converged");
      if (outcome.status === "not-converged")
        expect(outcome.message).to.match(/did not converge: with \d+ steps/);
    }
  });

  it("is not misled by a first grid that is too coarse", () => {
    const answer = valued(
      ask("dx/dt = -x^3 + sin(t) + lgamma(3 + x^2)/1000 - 50 x", { x_0: 1, t: 40 }),
    );
    const finer = valued(
      ask("dx/dt = -x^3 + sin(t) + lgamma(3 + x^2)/1000 - 50 x", { x_0: 1, t_0: 0, t: 40 }),
    );
    expect(answer.value).to.equal(finer.value);
    expect(answer.relativeBound).to.be.at.most(1e-7);
  });

  it("checks later ranges on the value, and refuses systems that are too large", () => {
    expect(refusal(ask("dx/dt = -x; 0 <= x <= 1", { x_0: 3, t: 0.1 })).kind).to.equal(
      "domain-error",
    );
    const many = Array.from({ length: 33 }, (_, i) => `dx_${i}/dt = -x_${i}`).join("; ");
    expect(refusal(ask(many)).kind).to.equal("budget");
  });
});
