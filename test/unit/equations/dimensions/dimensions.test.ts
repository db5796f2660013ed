import { expect } from "chai";
import { compileEquation } from "../../../../protocol/equations/index.js";
import { ask, refusal, valued } from "../outcomes.js";
import { bin, closedForm, compiled, context, name, symbol } from "../evaluation/trees.js";

function unitOf(
  equation: string,
  symbols: Record<string, string>,
  inputs: Record<string, number> = {},
): string | null {
  const all = Object.fromEntries(Object.keys(symbols).map((n) => [n, inputs[n] ?? 2]));
  return valued(ask(equation, { ...all, ...inputs }, { symbols })).unit;
}

describe("equations: units of results", () => {
  it("multiply, divide and take powers and roots", () => {
    // Dimensions from the SI Brochure, 9th edition, tables 4 and 5.
    expect(unitOf("F = m a", { m: "kg", a: "m/s^2" })).to.equal("N");
    expect(unitOf("P = U^2/R_1", { U: "V", R_1: "ohm" })).to.equal("W");
    expect(unitOf("v = sqrt(2 a d)", { a: "m/s^2", d: "m" })).to.equal("m/s");
    expect(unitOf("L = V_1^(1/3)", { V_1: "m^3" })).to.equal("m");
    expect(unitOf("L = cbrt(V_1)", { V_1: "m^3" })).to.equal("m");
    expect(unitOf("k_1 = p/L^1.5", { p: "Pa", L: "m" })).to.equal("kg/(m^(5/2) s^2)");
    expect(unitOf("N_1 = x/y", { x: "m", y: "m" })).to.equal("1");
    expect(unitOf("f_1 = 1/t", { t: "s" })).to.equal("1/s");
    expect(unitOf("q = min(a, b, 3 a)", { a: "m", b: "m" })).to.equal("m");
    expect(unitOf("d = hypot(a, b)", { a: "km", b: "m" })).to.equal("m");
    expect(unitOf("s_1 = sign(a)", { a: "kg" })).to.equal("1");
  });

  it("show an angle only where an inverse trigonometric function is outermost", () => {
    expect(unitOf("theta = atan2(y, x)", { x: "m", y: "m" })).to.equal("rad");
    expect(unitOf("theta = asin(x/y)", { x: "m", y: "m" }, { x: 1 })).to.equal("rad");
    expect(unitOf("theta = 2 asin(x/y)", { x: "m", y: "m" }, { x: 1 })).to.equal("1");
  });

  it("let a zero fit all, and merge logarithms of one quantity", () => {
    expect(unitOf("y = max(0, x)", { x: "m" })).to.equal("m");
    expect(unitOf("y = ln p - ln q", { p: "Pa", q: "Pa" }, { q: 3 })).to.equal("1");
    expect(unitOf("y = 1 + ln p + 2 - ln q", { p: "Pa", q: "Pa" }, { q: 3 })).to.equal("1");
  });

  it("infer an unknown symbol from the dimension the equation forces", () => {
    expect(unitOf("x = x_0 + v t", { x_0: "m", t: "s" }, { v: 3 })).to.equal("m");
    expect(unitOf("y = exp(-t/tau) U", { t: "s", U: "V" }, { tau: 3 })).to.equal("V");
    expect(unitOf("y = U (1 - k_1 T)", { U: "V", T: "K" }, { k_1: 0.01 })).to.equal("V");
  });

  it("withhold what stays open and name the symbols", () => {
    const open = valued(ask("F = m a", { m: 1, a: 2 }, { symbols: { m: "kg" } }));
    expect(open).to.deep.include({ unit: null, unitUnknown: ["a"], dimension: null });
    const power = valued(ask("y = L^n", { L: 2, n: 1.5 }, { symbols: { L: "m", n: "1" } }));
    expect(power).to.deep.include({ unit: null, unitUnknown: ["n"] });
  });

  it("let an integer input be an exponent where units may depend on inputs", () => {
    expect(unitOf("V_n = L^n", { L: "m", n: "1" }, { n: 3 })).to.equal("m^3");
    expect(unitOf("V_n = L^-n", { L: "m", n: "1" }, { n: 2 })).to.equal("1/m^2");
    expect(unitOf("y = x^n", { x: "1", n: "1" }, { n: 1.5 })).to.equal("1");
    const tree = bin("^", name("L"), name("n"));
    const fixed = compiled(
      compileEquation(closedForm(tree), context(symbol("L", "m"), symbol("n", "1"))),
    );
    expect(valued(fixed.evaluate({ L: 2, n: 3 }))).to.deep.include({
      value: 8,
      unit: null,
      unitUnknown: ["n"],
    });
  });

  it("take a record's unit text when it says the same, and refuse when it does not", () => {
    const tree = bin("*", name("F"), name("d"));
    const symbols = context(symbol("F", "N"), symbol("d", "m"));
    expect(
      compiled(compileEquation(closedForm(tree, "tau"), { ...symbols, resultUnit: "N m" })).result
        .unit,
    ).to.equal("N m");
    expect(
      compiled(compileEquation(closedForm(tree, "W"), { ...symbols, resultUnit: "J" })).result.unit,
    ).to.equal("J");
    const wrong = compileEquation(closedForm(tree, "P"), { ...symbols, resultUnit: "W" });
    expect(wrong).to.deep.include({ kind: "dimension-mismatch" });
  });

  it("rescale the value as the unit says when base units change", () => {
    const inMetres = valued(
      ask("a = v^2/r", { v: 12.5, r: 40 }, { symbols: { v: "m/s", r: "m" } }),
    );
    const inFeet = valued(
      ask("a = v^2/r", { v: 12.5, r: 40 }, { symbols: { v: "ft/s", r: "ft" } }),
    );
    // One foot is 0.3048 m (international yard and pound agreement, 1959).
    expect(Math.abs(inFeet.value / inMetres.value - 0.3048)).to.be.at.most(1e-15);
  });
});

describe("equations: dimension mismatches", () => {
  it("show both sides in base units, the columns and the missing factor", () => {
    const { kind, message, columns } = refusal(
      ask("s = x / t + v t", { x: 1, t: 2, v: 3 }, { symbols: { x: "m", t: "s", v: "m/s" } }),
    );
    expect(kind).to.equal("dimension-mismatch");
    expect(message.split("\n")).to.deep.equal([
      "dimension-mismatch in the sum at columns 5..15",
      "  x/t  is  m/s  (columns 5..9)",
      "  v t  is  m    (columns 13..15)",
      "  the second term has an extra factor s",
    ]);
    expect(columns).to.deep.equal([5, 15]);
  });

  it("name the smallest part that differs", () => {
    const { message } = refusal(
      ask(
        "y = 2 (3 + (a + b)^2) c_1",
        { a: 1, b: 2, c_1: 3 },
        { symbols: { a: "m", b: "s", c_1: "kg" } },
      ),
    );
    expect(message).to.contain("in the sum at columns 12..18\n  a  is  m  (columns 13..13)");
  });

  it("refuse arguments, exponents and sides that do not fit", () => {
    const symbols = { x: "m", t: "s" };
    const cases: readonly (readonly [string, string])[] = [
      ["y = exp(x)", "argument of exp"],
      ["y = ln(x)", "argument of ln"],
      ["y = sin(x + 2 x)", "argument of sin"],
      ["y = 2^x", "exponent"],
      ["y = max(x, t)", "arguments of max"],
      ["y = x - t", "difference"],
      ["y = atan2(x, t)", "arguments of atan2"],
      ["y = ln x - ln t", "logarithms"],
      ["y = x + 1", "sum"],
      ["y = erf(t)", "argument of erf"],
      ["t = x", "two sides"],
      ["1/t = 1/x", "two sides"],
    ];
    for (const [equation, part] of cases) {
      const { kind, message } = refusal(
        ask(
          equation,
          equation.startsWith("t")
            ? { x: 1 }
            : equation.startsWith("1/t")
              ? { x: 2 }
              : { x: 1, t: 2 },
          { symbols },
        ),
      );
      expect(kind, equation).to.equal("dimension-mismatch");
      expect(message, equation).to.contain(part);
    }
  });
});
