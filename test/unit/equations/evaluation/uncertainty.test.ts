import { expect } from "chai";
import {
  compileEquation,
  equationInNumbers,
  evaluateUnnamed,
} from "../../../../protocol/equations/index.js";
import { parseUnit, relativeSpreadOf, type UnitValue } from "../../../../protocol/units/index.js";
import { ask, badInput, refusal, valued } from "../outcomes.js";
import { bin, call, closedForm, compiled, context, name, num, symbol } from "./trees.js";

const close = (got: number, expected: number, relative = 1e-12): void => {
  expect(Math.abs(got - expected), `${got} against ${expected}`).to.be.at.most(
    relative * Math.abs(expected),
  );
};

function unit(text: string): UnitValue {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(read.message);
  return read;
}

describe("equations: standard uncertainty", () => {
  it("comes from the CODATA 2022 uncertainty of G, 2.2e-5 relative", () => {
    const outcome = valued(
      ask(
        "F = G m_1 m_2/r^2",
        { m_1: 3, m_2: 4, r: 2 },
        { symbols: { m_1: "kg", m_2: "kg", r: "m" } },
      ),
    );
    // G = 6.67430(15)e-11: u(F) = 1.5e-15 * 3 * 4 / 2^2.
    close(outcome.uncertainty, 1.5e-15 * 3);
    expect(outcome.uncertaintySource).to.equal("gum");
    expect([...outcome.contributions.keys()]).to.deep.equal(["const:G", "rounded:G"]);
  });

  it("is the numerical bound where no source is uncertain", () => {
    const outcome = valued(ask("E = m c^2", { m: 0.1 }));
    expect(outcome.uncertaintySource).to.equal("numerical");
    expect(outcome.uncertainty).to.equal(outcome.absoluteBound);
    expect(outcome.uncertainty).to.be.greaterThan(0);
    expect(outcome.contributions.size).to.equal(0);
  });

  it("of constants that hang together is the rounding of their tables", () => {
    // CODATA 2022 prints mu_0 = 1.25663706127e-6 and eps_0 = 8.8541878188e-12: half of the last
    // digits are 4.0e-12 and 5.6e-12 of them, together 9.6e-12.
    const outcome = valued(ask("z = eps_0 mu_0 c^2"));
    expect(outcome.uncertaintySource).to.equal("gum");
    close(outcome.uncertainty, 9.6e-12, 0.01);
    // eps_0 alone carries alpha's: 1.4e-21 of 8.8541878188e-12 (CODATA 2022).
    close(valued(ask("y = eps_0")).uncertainty, 1.4e-21, 0.06);
  });

  it("covers what CODATA's constants leave of the relations between them", () => {
    // Each is 1 by definition or by the relations of CODATA 2022 (section on derived constants).
    for (const equation of [
      "y = eps_0 mu_0 c^2",
      "y = Z_0/(mu_0 c)",
      "y = 2 R_inf h_Planck/(alpha_fs^2 m_e c)",
      "y = a_0 m_e c alpha_fs/hbar",
      "y = 2 mu_B m_e/(q_e hbar)",
      "y = E_Hartree/(m_e c^2 alpha_fs^2)",
      "y = 2 E_Rydberg/E_Hartree",
      "y = r_electron/(alpha_fs^2 a_0)",
      "y = lambda_Compton m_e c/h_Planck",
      "y = 3 sigma_Thomson/(8 pi r_electron^2)",
      "y = 2 mu_nuclear m_p/(q_e hbar)",
      "y = k_e 4 pi eps_0",
      "y = m_u N_A/M_molar_mass_constant",
      "y = m_Planck^2 G/(hbar c)",
      "y = t_Planck c/l_Planck",
      "y = T_Planck k_B/(m_Planck c^2)",
      // k_e is computed from alpha's table: nothing is rounded between the two.
      "y = k_e q_e^2/(alpha_fs hbar c)",
    ]) {
      const { value, uncertainty, absoluteBound } = valued(ask(equation));
      expect(Math.abs(value - 1), equation).to.be.at.most(uncertainty + absoluteBound);
    }
    const planck = valued(ask("d = sqrt(hbar c/G) - m_Planck"));
    expect(Math.abs(planck.value)).to.be.at.most(planck.uncertainty);
  });

  it("keeps the published uncertainty where nothing cancels", () => {
    // 2.2474...e-5 of CODATA 2022's G, to the last bit of 1.5e-15/6.67430e-11.
    expect(valued(ask("y = G x", { x: 1 })).uncertainty).to.equal(
      6.6743e-11 * 2.2474266964325848e-5,
    );
  });

  it("matches the tabulated uncertainties of constants traced to their sources", () => {
    const tabulated: readonly (readonly [string, number])[] = [
      ["m_e", 2.8e-40],
      ["a_0", 8.2e-21],
      ["m_p", 5.2e-37],
      ["mu_B", 2.9e-33],
      ["R_inf", 1.2e-5],
      ["m_u", 5.2e-37],
      ["m_n", 8.5e-37],
    ];
    // CODATA 2022 prints two digits; sources reproduce them to within that rounding.
    for (const [constant, u] of tabulated)
      close(valued(ask(`y = ${constant}`)).uncertainty, u, 0.1);
  });

  it("adds independent inputs in squares, as the GUM's example of a product does", () => {
    const outcome = valued(ask("A = a b", { a: 3, b: 4 }, { uncertainties: { a: 0.1, b: 0.2 } }));
    close(outcome.uncertainty, Math.sqrt((4 * 0.1) ** 2 + (3 * 0.2) ** 2));
    expect([...outcome.contributions]).to.deep.equal([
      ["input:a", 0.4],
      ["input:b", 0.6000000000000001],
    ]);
  });

  it("counts an input used twice once", () => {
    close(valued(ask("y = x x", { x: 5 }, { uncertainties: { x: 0.01 } })).uncertainty, 0.1);
    expect(valued(ask("y = x - x", { x: 5 }, { uncertainties: { x: 0.01 } })).uncertainty).to.equal(
      0,
    );
    close(
      valued(ask("y = x/(1 + x)", { x: 1 }, { uncertainties: { x: 0.01 } })).uncertainty,
      0.0025,
    );
  });

  it("is in the unit of the value, and converts the unit of what was stated", () => {
    const outcome = valued(
      ask(
        "L = l_1 + l_2",
        { l_1: 2, l_2: 30 },
        { symbols: { l_1: "m", l_2: "cm" }, uncertainties: { l_1: 0.003, l_2: 0.4 } },
      ),
    );
    close(outcome.value, 2.3);
    close(outcome.uncertainty, 0.005);
  });

  it("follows a solved equation to its inputs", () => {
    // x solves a x^3 + x = b: dx/db = 1/(3 a x^2 + 1) = 1/7 at a = 2, x = 1, b = 3.
    const outcome = valued(
      ask("a x^3 + x - b = 0", { a: 2, b: 3 }, { solve_for: "x", uncertainties: { b: 0.07 } }),
    );
    close(outcome.value, 1, 1e-14);
    close(outcome.uncertainty, 0.01, 1e-9);
    // Gaussian lens equation solved by inversion: df = (f/s)^2 ds.
    const lens = valued(
      ask("1/f = 1/s_o + 1/s_i", { s_o: 0.3, s_i: 0.2 }, { uncertainties: { s_o: 0.01 } }),
    );
    close(lens.uncertainty, (0.12 / 0.3) ** 2 * 0.01, 1e-12);
  });

  it("carries sources through a chain, so that a shared one is one", () => {
    const first = valued(ask("F = G m", { m: 2 }, { uncertainties: { m: 0.1 } }));
    const tree = bin("/", name("F"), bin("*", name("G"), name("m")));
    const second = compiled(
      compileEquation(closedForm(tree), context(symbol("F", null), symbol("m", "kg"))),
    );
    const alone = valued(second.evaluate({ F: first.value, m: 2 }, { m: 0.1 }));
    expect(alone.uncertainty).to.be.greaterThan(0.04);
    const chained = valued(second.evaluate({ F: first.value, m: 2 }, { m: 0.1 }, { F: first }));
    expect(chained.uncertainty).to.equal(0);
    expect([...chained.contributions.keys()].sort()).to.deep.equal([
      "const:G",
      "input:m",
      "rounded:G",
    ]);
  });

  it("is 0 of a carried 0 that is certain, though the slope in it is infinite", () => {
    const first = valued(ask("F = w m", { w: 0, m: 2 }, { uncertainties: { m: 0.1 } }));
    expect([...first.contributions]).to.deep.equal([["input:m", 0]]);
    const root = compiled(
      compileEquation(closedForm(call("sqrt", name("F"))), context(symbol("F", null))),
    );
    expect(valued(root.evaluate({ F: 0 }, undefined, { F: first })).uncertainty).to.equal(0);
    const unsure = valued(ask("F = w m", { w: 0, m: 2 }, { uncertainties: { w: 0.1 } }));
    expect(refusal(root.evaluate({ F: 0 }, undefined, { F: unsure })).kind).to.equal("overflow");
  });

  it("takes a carried value's numerical bound as that input's error", () => {
    const square = compiled(
      compileEquation(closedForm(bin("*", name("x"), name("x"))), context(symbol("x", "1"))),
    );
    const outcome = valued(
      square.evaluate({ x: 3 }, undefined, {
        x: { contributions: new Map(), absoluteBound: 1e-6 },
      }),
    );
    expect(outcome.absoluteBound).to.be.within(6e-6, 6.1e-6);
    const refused = square.evaluate({ x: 3 }, undefined, {
      x: { contributions: new Map(), absoluteBound: 1e-3 },
    });
    expect(refused.status).to.equal("refused");
  });

  it("says when a straight line is a poor model", () => {
    expect(valued(ask("y = x^2", { x: 0.1 }, { uncertainties: { x: 0.05 } })).notes).to.deep.equal([
      "linear propagation is poor",
    ]);
    expect(valued(ask("y = x^2", { x: 10 }, { uncertainties: { x: 0.05 } })).notes).to.deep.equal(
      [],
    );
    expect(valued(ask("y = cos(x)", { x: 0 }, { uncertainties: { x: 0.5 } })).notes).to.deep.equal([
      "linear propagation is poor",
    ]);
    // Nothing of even order: the part of third order alone.
    expect(valued(ask("y = x^3", { x: 0 }, { uncertainties: { x: 0.5 } })).notes).to.deep.equal([
      "linear propagation is poor",
    ]);
    expect(valued(ask("y = sinh(x)", { x: 0 }, { uncertainties: { x: 0.5 } })).notes).to.deep.equal(
      [],
    );
    expect(valued(ask("y = sinh(x)", { x: 0 }, { uncertainties: { x: 1 } })).notes).to.deep.equal([
      "linear propagation is poor",
    ]);
  });

  it("is that of the second order where an input has no slope", () => {
    const of = (equation: string, x: number, u: number): number =>
      valued(ask(equation, { x }, { uncertainties: { x: u } })).uncertainty;
    // The deviation of x^2 of a normal x around 0 is sqrt(2) u^2, that of |x| at most u.
    close(of("y = x^2", 0, 0.1), Math.SQRT2 * 0.01, 1e-9);
    expect(of("y = abs(x)", 0, 1)).to.be.at.least(Math.sqrt(1 - 2 / Math.PI));
    // cos x is 1 - x^2/2 there, whose deviation is u^2/sqrt(2).
    close(of("y = cos(x)", 0, 0.1), 0.01 / Math.SQRT2, 1e-2);
    const outcome = ask("y = x!", { x: 5 }, { uncertainties: { x: 0.1 } });
    expect(outcome.status).to.equal("refused");
  });

  it("is that of the second order of factors that are 0, integrals, roots and equations of rates", () => {
    type Numbers = Readonly<Record<string, number>>;
    const of = (equation: string, inputs: Numbers, uncertainties: Numbers): number => {
      const found = valued(ask(equation, inputs, { uncertainties }));
      expect(found.notes.join(" "), equation).to.include("linear propagation is poor");
      return found.uncertainty;
    };
    // Of independent a and b around 0 the deviation of a b is that of a times that of b.
    close(of("y = a b", { a: 0, b: 0 }, { a: 0.5, b: 0.2 }), 0.1, 1e-12);
    close(of("y = a b d", { a: 0, b: 0, d: 0 }, { a: 0.5, b: 0.2, d: 2 }), 0.2, 1e-12);
    // The integral of |z - x| over 0..1 is 1/4 + (x - 1/2)^2: sqrt(2) u^2 at its least.
    close(of("y = INT_0^1 abs(z - x) dz", { x: 0.5 }, { x: 0.1 }), Math.SQRT2 * 0.01, 1e-9);
    // x^3 + x is x near 0, so that x is a^2: the cubic takes 2 u^6 away.
    close(of("x^3 + x = a^2", { a: 0 }, { a: 0.1 }), Math.SQRT2 * 0.01, 1e-3);
    // x(1) = a^2 (1 - 1/e) of dx/dt = a^2 - x from 0.
    const rate = of("dx/dt = a^2 - x", { a: 0, x_0: 0, t: 1 }, { a: 0.1 });
    close(rate, Math.SQRT2 * 0.01 * (1 - Math.exp(-1)), 1e-6);
    // A step or a kink up to two widths away: the deviation of max(N(1.2, 0.5), 2) is 0.066.
    expect(of("y = max(x, 2)", { x: 1.2 }, { x: 0.5 })).to.be.within(0.066, 0.5);
    // A step 1.5 widths away is passed in 6.7 % of all cases: sqrt(0.067*0.933) = 0.25.
    expect(of("y = floor(x)", { x: 5.85 }, { x: 0.1 })).to.be.within(0.25, 1);
  });

  it("is that of higher orders where there is no second", () => {
    const of = (equation: string, u: Readonly<Record<string, number>>): number => {
      const inputs = Object.fromEntries(Object.keys(u).map((one) => [one, 0]));
      return valued(ask(equation, inputs, { uncertainties: u })).uncertainty;
    };
    // Moments of a normal distribution: E x^4 = 3, E x^6 = 15, E x^8 = 105, each times u^n.
    close(of("y = x^3", { x: 0.5 }), Math.sqrt(15) * 0.125);
    close(of("y = x^4", { x: 2 }), Math.sqrt(105 - 9) * 16);
    close(of("y = a^2 b^2", { a: 2, b: 3 }), Math.sqrt(9 - 1) * 36);
    close(of("y = a^2 b", { a: 2, b: 3 }), Math.sqrt(3) * 12);
    close(of("y = a b d + d^2/1000", { a: 1, b: 1, d: 1 }), Math.sqrt(1 + 2e-6));
    close(of("y = a^2 + b^2", { a: 1, b: 1 }), 2);
    // abs(x)^1.5: E x^3 of |x| is 4/sqrt(2 pi), E |x|^1.5 is 2^0.75 Gamma(1.25)/sqrt(pi) = 0.86004.
    expect(of("y = abs(x)^1.5", { x: 1 })).to.be.at.least(Math.sqrt(1.5958 - 0.86004 ** 2));
  });

  it("is not told of what only whole numbers have, though another part has a slope", () => {
    for (const equation of ["y = 2^n/n!", "y = n binomial(5, n)", "y = n + n!"])
      expect(refusal(ask(equation, { n: 3 }, { uncertainties: { n: 0.5 } })).kind).to.equal(
        "domain-error",
      );
    close(
      valued(ask("y = x^n/n!", { x: 2, n: 3 }, { uncertainties: { x: 0.1 } })).uncertainty,
      0.2,
    );
  });

  it("covers a step beside a slope within two widths", () => {
    const of = (equation: string, x: number, u: number): number =>
      valued(ask(equation, { x }, { uncertainties: { x: u } })).uncertainty;
    // Within half a width of its end, mod(x, 3) is 0 or 3 for one in three: 3 sqrt(0.309*0.691).
    for (const equation of ["y = mod(x, 3)", "y = x - 3 floor(x/3)", "y = mod(3 - x, 3) + 7"])
      expect(of(equation, equation.includes("-") ? 3.05 : 2.95, 0.1), equation).to.be.within(
        1.3,
        3,
      );
    // 1.5 widths before it, for 6.7 % of all: 3 sqrt(0.067*0.933).
    expect(of("y = mod(x, 3)", 2.85, 0.1)).to.be.within(0.75, 3);
    expect(of("y = 2 x + 5 heaviside(x - 1)", 0.95, 0.1)).to.be.within(2.3, 5);
    // None in reach, or one that is no more than half of the slope's part.
    expect(of("y = mod(x, 3)", 2.5, 0.1)).to.equal(0.1);
    expect(of("y = x + floor(x)/1000", 0.95, 0.1)).to.equal(0.1);
  });

  it("covers what an earlier computation leaves uncertain where there is no slope", () => {
    const first = valued(ask("f = 1/T", { T: 1 }, { uncertainties: { T: 0.1 } }));
    const after = (tree: Parameters<typeof closedForm>[0]): number =>
      valued(
        compiled(compileEquation(closedForm(tree), context(symbol("f", null)))).evaluate(
          { f: 1 },
          undefined,
          { f: first },
        ),
      ).uncertainty;
    const less = bin("-", name("f"), num(1));
    // |x| and x^2 of a normal x around 0 with u = 0.1.
    expect(after(call("abs", less))).to.be.within(0.1 * Math.sqrt(1 - 2 / Math.PI), 0.2);
    close(after(bin("*", less, less)), Math.SQRT2 * 0.01, 1e-9);
    const up = bin("+", less, num(0.05));
    expect(after(call("heaviside", up))).to.be.within(0.4, 1);
  });

  it("is that of the unit, too, where that was measured", () => {
    const of = (m: string): number => {
      const request = equationInNumbers({ equation: "y = m", inputs: { m } });
      if (!request.ok) throw new Error(request.problem.message);
      return valued(evaluateUnnamed(request.request)).uncertainty;
    };
    // G M of the sun is exact by the IAU (2015, B3), G is known to 0.00015 of 6.67430.
    close(of("1 M_sun"), (1.3271244e20 / 6.6743e-11) * (0.00015 / 6.6743), 1e-6);
    // The dalton of CODATA 2022 is 1.66053906892(52)e-27 kg.
    close(of("2 u"), 2 * 0.00000000052e-27, 1e-3);
    const both = Math.hypot(1e28, (1.3271244e20 / 6.6743e-11) * (0.00015 / 6.6743));
    close(of("1 M_sun ± 1e28 kg"), both, 1e-6);
    // A ratio of two masses over the same G is exact.
    expect(relativeSpreadOf(unit("Msun/Mearth"))).to.equal(0);
    expect(relativeSpreadOf(unit("km/s"))).to.equal(0);
  });

  it("is not told where the slope in an uncertain input is infinite", () => {
    // Each value stands where its function begins, turns back or jumps; d/dx of none of them has a
    // limit there.
    const cases: readonly (readonly [string, number])[] = [
      ["sqrt(x)", 0],
      ["cbrt(x)", 0],
      ["x^0.3", 0],
      ["x^(2/3) + 5", 0],
      ["asin(x)", 1],
      ["acos(x)", -1],
      ["acosh(x)", 1],
      ["sqrt(3 x) + x", 0],
      ["sqrt(cbrt(x))", 0],
      ["betainc(0.5, 2, x)", 0],
      ["gammainc(0.5, x)", 0],
      ["exp(sqrt(x))", 0],
      ["sign(x)", 0],
      ["heaviside(x)", 0],
      ["floor(x)", 3],
      ["ceil(x) + x", -2],
    ];
    for (const [expression, x] of cases) {
      const answer = refusal(ask(`y = ${expression}`, { x }, { uncertainties: { x: 0.01 } }));
      expect(answer.kind, expression).to.equal("overflow");
      expect(answer.message, expression).to.match(/infinitely fast/);
      // An input that is exact has no part in it.
      expect(valued(ask(`y = ${expression}`, { x })).uncertaintySource).to.equal("numerical");
      expect(
        valued(ask(`y = ${expression} + w`, { x, w: 2 }, { uncertainties: { w: 0.5 } }))
          .uncertainty,
      ).to.equal(0.5);
    }
    // Where its slope is multiplied by nothing the input changes nothing.
    expect(
      valued(ask("y = w sqrt(x) + w", { x: 0, w: 0 }, { uncertainties: { w: 0.5 } })).uncertainty,
    ).to.equal(0.5);
    expect(
      valued(ask("y = sqrt(w x)", { x: 4, w: 0 }, { uncertainties: { x: 0.5 } })).uncertainty,
    ).to.equal(0);
    expect(
      refusal(ask("y = sqrt(w x)", { x: 4, w: 0 }, { uncertainties: { w: 0.5 } })).kind,
    ).to.equal("overflow");
  });

  it("follows the density of gammainc to its end", () => {
    // P(1, x) is 1 - exp(-x): its slope at 0 is 1. P(3, x) begins with x^3/6 and has none.
    const of = (order: number): ReturnType<typeof ask> =>
      ask(`y = gammainc(${order}, x)`, { x: 0 }, { uncertainties: { x: 0.01 } });
    expect(valued(of(1)).uncertainty).to.equal(0.01);
    expect(refusal(of(3)).kind).to.equal("domain-error");
  });

  it("follows the density of betainc to its ends", () => {
    // I_x(1, 2) is 1 - (1 - x)^2, I_x(2, 1) is x^2: the slope at its end is 2, at the other 0.
    const of = (order: string, x: number): ReturnType<typeof ask> =>
      ask(`y = betainc(${order}, x)`, { x }, { uncertainties: { x: 0.01 } });
    close(valued(of("1, 2", 0)).uncertainty, 0.02);
    close(valued(of("2, 1", 1)).uncertainty, 0.02);
    expect(refusal(of("2, 1", 0)).kind).to.equal("domain-error");
    expect(refusal(of("1, 2", 1)).kind).to.equal("domain-error");
  });

  it("is not told where it is beyond a double", () => {
    expect(refusal(ask("y = 1e300 x", { x: 1 }, { uncertainties: { x: 1e300 } }))).to.deep.include({
      kind: "overflow",
      message: "The uncertainty of the result is larger than a double can hold.",
    });
  });

  it("says so of a searched solution too", () => {
    // x + x^3 = b near b = 0 is almost x = b; far from it, x = b^(1/3) bends.
    const ask3 = (b: number, u: number): readonly string[] =>
      valued(ask("x + x^3 = b", { b }, { solve_for: "x", uncertainties: { b: u } })).notes;
    expect(ask3(0.1, 0.001)).to.deep.equal([]);
    expect(ask3(8, 7)).to.deep.equal(["linear propagation is poor"]);
  });

  it("refuses a negative or unknown uncertainty, and one of a reserved constant", () => {
    const cases: readonly Record<string, number>[] = [
      { m: -1 },
      { q: 1 },
      { G: 1e-15 },
      { m: Number.NaN },
      { m: Number.POSITIVE_INFINITY },
    ];
    for (const uncertainties of cases) {
      const bad = badInput(ask("F = G m", { m: 2 }, { uncertainties }));
      expect(bad.code).to.equal("INVALID_INPUT");
      expect(bad.name).to.equal(Object.keys(uncertainties)[0]);
    }
    expect(
      badInput(ask("F = 2 m_1", { m_1: 2 }, { uncertainties: { m_1: 1, m1: 2 } })).code,
    ).to.equal("DUPLICATE_INPUT");
    expect(
      badInput(ask("y = 2 T", { T: 20 }, { symbols: { T: "degC" }, uncertainties: { T: 1 } }))
        .message,
    ).to.contain("degC");
  });
});
