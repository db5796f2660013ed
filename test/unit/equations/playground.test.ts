import { expect } from "chai";
import * as fc from "fast-check";
import { REFUSAL_KINDS, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { ask, badInput, refusal, valued } from "./outcomes.js";
import { runs } from "../../kit/runs.js";

const SEED = 1_287_000;

describe("equations: an equation typed by hand", () => {
  it("reads keys as it reads names, and what a left side defines", () => {
    // hbar = 1.054571817...e-34 J s, twice.
    expect(valued(ask("E = ħ ω", { ω: 2 })).value).to.be.closeTo(2.109143635e-34, 1e-42);
    expect(valued(ask("y = x₁", { "x₁": 2 })).value).to.equal(2);
    expect(valued(ask("f = c/λ", { λ: 299_792_458 })).value).to.equal(1);
    expect(valued(ask("y = 2 λ", { λ: 3 }, { symbols: { λ: "cm" } })).value).to.be.closeTo(
      0.06,
      1e-16,
    );
    expect(valued(ask("3 λ = 12", {}, { solve_for: "λ" })).value).to.equal(4);
    expect(valued(ask("j = sigma E", { sigma: 2, E: 3 })).value).to.equal(6);
    expect(valued(ask("i = 2 t", { t: 3 })).value).to.equal(6);
    expect(refusal(ask("z = 2 + 3 j")).kind).to.equal("complex-value");
  });

  it("refuses what may be read in two ways", () => {
    for (const text of ["y = sin^{-1}(0.5)", "y = sin^(-1)(0.5)", "y = cos^-1(x)"])
      expect(refusal(ask(text, { x: 0.5 })).kind, text).to.equal("ambiguous-function");
    expect(refusal(ask("y = 5!!")).kind).to.equal("syntax");
    expect(valued(ask("y = (3!)!")).value).to.equal(720);
  });

  it("answers value, unit, reading and numbers put in", () => {
    const outcome = valued(ask("E = m c^2", { m: 1 }, { symbols: { m: "kg" } }));
    // c = 299792458 m/s exactly: c^2 = 89875517873681764, whose nearest double is ...760.
    expect(outcome).to.deep.include({
      value: 89875517873681760,
      unit: "J",
      kind: "closed-form",
      equation_canonical: "E = m c^2",
      canonical: "E = m c^2",
      substituted: "E = 1*299792458^2",
      subject: "E",
    });
    expect(valued(ask("y = x/a b", { x: 6, a: 2, b: 5 }))).to.deep.include({
      value: 15,
      equation_canonical: "y = (x/a) b",
    });
    expect(valued(ask("1/2 m v^2", { m: 3, v: -2 }))).to.deep.include({
      value: 6,
      subject: null,
      substituted: "1/2*3*(-2)^2",
    });
  });

  it("converts inputs from their units, once, at the edge", () => {
    // 1 in = 2.54 cm, 1 lb = 0.45359237 kg (1959), 0 degC = 273.15 K, 1 h = 3600 s, 1 eV =
    // 1.602176634e-19 J.
    const cases: readonly (readonly [string, number, string, number])[] = [
      ["in", 10, "m", 0.254],
      ["lb", 2, "kg", 0.90718474],
      ["degC", 25, "K", 298.15],
      ["degF", 32, "K", 273.15],
      ["h", 1.5, "s", 5400],
      ["eV", 1, "J", 1.602176634e-19],
      ["km/h", 36, "m/s", 10],
      ["deg", 180, "rad", Math.PI],
    ];
    for (const [unit, given, , si] of cases)
      expect(valued(ask("y = x", { x: given }, { symbols: { x: unit } })).value, unit).to.equal(si);
  });

  it("counts the rounding of the conversion", () => {
    // 0.1 in is 0.00254 m exactly; the doubles of 0.1 and of the product are each half an ulp off
    // at most.
    const inches = valued(ask("y = x", { x: 0.1 }, { symbols: { x: "in" } }));
    expect(inches.absoluteBound).to.be.within(0.00254 * 2 ** -53, 0.00254 * 2 ** -51.9);
    // Close to absolute zero the rounding of -273.14 is what remains: half of 2^-44, in kelvin.
    const cold = valued(ask("y = x", { x: -273.14 }, { symbols: { x: "degC" } }));
    expect(Math.abs(cold.value - 0.01)).to.be.at.most(cold.absoluteBound);
    expect(cold.absoluteBound).to.be.greaterThan(2 ** -45);
  });

  it("takes ranges in the symbol's own unit, and quantities without a unit", () => {
    const symbols = { d: { unit: "cm", min: 1, max: 10 } };
    expect(valued(ask("y = 2 d", { d: 10 }, { symbols })).value).to.equal(0.2);
    expect(refusal(ask("y = 2 d", { d: 10.1 }, { symbols })).kind).to.equal("domain-error");
    expect(
      valued(
        ask("y = F d", { F: 3, d: 2 }, { symbols: { F: { quantity: "force" }, d: { unit: "m" } } }),
      ).unit,
    ).to.equal("J");
  });

  it("names what is wrong with a symbol", () => {
    expect(badInput(ask("y = x", { x: 1 }, { symbols: { x: "furlongg" } }))).to.deep.include({
      code: "INVALID_INPUT",
      name: "x",
    });
    expect(
      badInput(ask("y = x", { x: 1 }, { symbols: { x: { quantity: "nonsense" } } })).message,
    ).to.contain("nonsense");
    expect(
      badInput(ask("y = x", { x: 1 }, { symbols: { x: { unit: "m", quantity: "force" } } }))
        .message,
    ).to.contain("force");
    expect(
      badInput(ask("y = x", { x: 1 }, { symbols: { x: { unit: "m", min: Number.NaN } } })).message,
    ).to.contain("range");
    expect(badInput(ask("y = x", { x: 1e308 }, { symbols: { x: "km" } })).message).to.contain(
      "too large",
    );
  });

  it("lets input keys define names: a known function name becomes a quantity", () => {
    expect(valued(ask("y = gamma (x + 1)", { gamma: 2, x: 3 })).value).to.equal(8);
    expect(valued(ask("y = gamma(x + 1)", { x: 3 })).value).to.equal(6);
  });

  it("checks later ranges on the result, and uses later definitions", () => {
    expect(valued(ask("y = a + b; b = 2 a", { a: 2 })).value).to.equal(6);
    expect(valued(ask("G = a; 0 <= G <= 1", { a: 0.5 })).value).to.equal(0.5);
    const outside = refusal(ask("G = a; 0 <= G <= 1", { a: 1.5 }));
    expect(outside).to.deep.include({ kind: "domain-error", columns: [8, 18] });
  });

  it("refuses by kind what is no single number, and solving for what does not occur", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["a < b", "inequality"],
      ["y = SUM_i x", "sum"],
      ["(dx/dt)^2 = -k x", "ode"],
      ["y = INT_0^1 x^2", "integral"],
      ["y ~= 2 x", "approximation"],
      ["y prop to x", "proportionality"],
      ["", "empty"],
      ["y = log(x)", "ambiguous-function"],
      ["y = +-sqrt(x)", "multi-result"],
      ["y = foo(x)", "unknown-function"],
      ["y = (x", "syntax"],
    ];
    for (const [equation, kind] of cases)
      expect(refusal(ask(equation, { x: 1 })).kind, equation).to.equal(kind);
    expect(refusal(ask("F = m a", { F: 6, m: 2 }, { solve_for: "q" })).kind).to.equal("solve-for");
  });

  it("tells domain errors, overflow and underflow apart, with the place", () => {
    const cases: readonly (readonly [string, number, string, readonly [number, number] | null])[] =
      [
        ["y = 1/x", 0, "domain-error", [5, 7]],
        ["y = ln(x)", 0, "domain-error", [5, 9]],
        ["y = ln(x)", -1, "domain-error", [5, 9]],
        ["y = asin(x)", 2, "domain-error", [5, 11]],
        ["y = x^-1", 0, "domain-error", [5, 8]],
        ["y = x^-3", 0, "domain-error", [5, 8]],
        ["y = x^0.3", -1, "domain-error", [5, 9]],
        ["y = sqrt(x)", -1, "domain-error", [5, 11]],
        ["y = acosh(x)", 0.5, "domain-error", [5, 12]],
        ["y = atanh(x)", 1, "domain-error", [5, 12]],
        ["y = gamma(x)", -2, "domain-error", [5, 12]],
        ["y = mod(3, x)", 0, "domain-error", [5, 13]],
        ["y = x!", 2.5, "domain-error", [5, 6]],
        ["y = 0/x", 0, "domain-error", [5, 7]],
        ["y = exp(x)", 1e4, "overflow", [5, 10]],
        ["y = x x", 1e200, "overflow", [5, 7]],
        ["y = x^9", 1e200, "overflow", [5, 7]],
        ["y = x^1.5", 1e300, "overflow", [5, 9]],
        ["y = gamma(x)", 200, "overflow", [5, 12]],
        ["y = 2/x", 1e-310, "overflow", [5, 7]],
        ["y = min(1, exp(x))", 1e4, "overflow", [12, 17]],
        ["y = 1/(1 + exp(x))", 1e3, "overflow", [12, 17]],
        ["y = x x", 1e-200, "underflow", null],
        ["y = exp(-x)", 1e4, "underflow", null],
        ["y = x^3", 1e-110, "underflow", null],
        ["y = x/1e200", 1e-200, "underflow", null],
      ];
    for (const [equation, x, kind, columns] of cases) {
      const answer = refusal(ask(equation, { x }));
      expect(answer.kind, `${equation} at ${x}: ${answer.message}`).to.equal(kind);
      expect(answer.columns, equation).to.deep.equal(columns);
      expect(answer.message, equation).to.match(/^[A-Z].*\.$/s);
    }
    expect(valued(ask("y = 1 + exp(-x)", { x: 1e4 })).value).to.equal(1);
    expect(valued(ask("y = x^0", { x: 0 })).value).to.equal(1);
  });

  it("takes zero to any power above zero, and does not call that an underflow", () => {
    for (const power of ["0.3", "0.5", "1.5", "(1/3)", "2.7", "p"]) {
      const outcome = valued(ask(`y = x^${power}`, { x: 0, ...(power === "p" ? { p: 1.5 } : {}) }));
      expect(outcome, power).to.include({ value: 0, relativeBound: 0, absoluteBound: 0 });
    }
    expect(valued(ask("y = (x - w)^1.5 + 2", { x: 0.5, w: 0.5 })).value).to.equal(2);
  });

  it("answers far out, where a function has settled and its argument is known to no better than a whole number", () => {
    // mpmath 1.3 with 40 digits, rounded to doubles.
    const cases: readonly (readonly [string, number, number])[] = [
      ["atan(x)", 1e30, 1.5707963267948966],
      ["atan(x)", -1e30, -1.5707963267948966],
      ["tanh(x)", 1e26, 1],
      ["1/tanh(x)", -1e26, -1],
      ["erf(x)", 1e26, 1],
      ["erfc(x)", -1e26, 2],
      ["asinh(x)", 1e26, 60.560359598405135],
      ["asinh(x)", -1e30, -69.77069997038132],
    ];
    for (const [expression, x, value] of cases) {
      const outcome = valued(ask(`y = ${expression}`, { x }));
      expect(Math.abs(outcome.value - value), `${expression} at ${x}`).to.be.at.most(
        1.01 * outcome.uncertainty,
      );
      expect(outcome.uncertainty / Math.abs(value), `${expression} at ${x}`).to.be.below(4e-16);
    }
    expect(refusal(ask("y = sin(x)", { x: 1e26 })).kind).to.equal("precision-loss");
  });

  it("takes a step function between two jumps for what it is", () => {
    expect(valued(ask("y = sqrt(floor(x))", { x: 0.3 })).value).to.equal(0);
    expect(valued(ask("y = sqrt(ceil(x) - 1)", { x: 0.3 })).value).to.equal(0);
    expect(refusal(ask("y = floor(3 x)", { x: 1 / 3 })).kind).to.equal("precision-loss");
  });

  it("never throws and never answers without finite figures, whatever is typed", () => {
    const seen: Record<string, number> = {};
    const piece = fc.constantFrom(
      "x",
      "y",
      "m_1",
      "c",
      "pi",
      "e",
      "h",
      "2",
      "0",
      "1e308",
      "1e-320",
      "0.1",
      "+",
      "-",
      "*",
      "/",
      "^",
      "(",
      ")",
      "sqrt(",
      "ln(",
      "sin(",
      "gamma(",
      "!",
      "=",
      "<",
      ";",
      " ",
      ",",
      "max(",
      "mod(",
      "binomial(",
      "exp(",
      "atan2(",
      "cbrt(",
      "x^",
      "|",
    );
    const noise = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(""));
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("x", "y", "m_1", "c", "pi", "2", "0.1", "1e308", "G"),
        fc
          .tuple(tie("tree"), fc.constantFrom(" + ", " - ", "*", "/", " "), tie("tree"))
          .map(([a, op, b]) => `(${a}${op}(${b}))`),
        fc
          .tuple(
            fc.constantFrom("sqrt", "ln", "sin", "gamma", "exp", "cbrt", "abs", "acos", "tanh"),
            tie("tree"),
          )
          .map(([f, a]) => `${f}(${a})`),
        fc
          .tuple(tie("tree"), fc.constantFrom("2", "-1", "0.5", "x", "(1/3)"))
          .map(([a, n]) => `(${a})^${n}`),
      ),
    }));
    const text = fc.oneof(noise, tree);
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -0, 1, -1, 5e-324, 1.7976931348623157e308, 0.1, 1e16),
    );
    fc.assert(
      fc.property(text, number, number, fc.boolean(), (body, x, y, assigns) => {
        const outcome = evaluateUnnamed({
          equation: assigns ? `z = ${body}` : body,
          inputs: { x, y, m1: 2 },
          uncertainties: { x: 0.01 },
        });
        const sort = outcome.status === "refused" ? outcome.refusal.kind : outcome.status;
        seen[sort] = (seen[sort] ?? 0) + 1;
        if (outcome.status === "value") {
          expect(
            [
              outcome.value,
              outcome.uncertainty,
              outcome.relativeBound,
              outcome.absoluteBound,
            ].every(Number.isFinite),
          ).to.equal(true);
          expect(outcome.relativeBound).to.be.at.most(1e-4);
          expect(Object.is(outcome.value, -0)).to.equal(false);
          expect(outcome.unit === null).to.equal(outcome.unitUnknown.length > 0);
        }
        if (outcome.status === "refused") expect(REFUSAL_KINDS).to.include(outcome.refusal.kind);
      }),
      { seed: SEED, numRuns: runs(1_500, 20_000) },
    );
    for (const sort of [
      "value",
      "missing",
      "syntax",
      "domain-error",
      "overflow",
      "precision-loss",
      "dimension-mismatch",
    ]) {
      expect(seen[sort], `${sort} of ${JSON.stringify(seen)}`).to.be.greaterThan(runs(5, 20));
    }
  });

  it("gives the same outcome for the same request, compiled again or not", () => {
    const request = {
      equation: "p = n k_B T/V",
      inputs: { n: 2.5e25, T: 293.15, V: 0.73 },
      uncertainties: { T: 0.1 },
    };
    expect(evaluateUnnamed(request)).to.deep.equal(evaluateUnnamed(request));
  });
});
