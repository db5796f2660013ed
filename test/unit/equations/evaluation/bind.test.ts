import { expect } from "chai";
import { compileEquation } from "../../../../protocol/equations/index.js";
import type { EquationContext } from "../../../../protocol/equations/index.js";
import { RESERVED } from "../../../../protocol/units/constants.js";
import { ask, badInput, missing, refusal, valued } from "../outcomes.js";
import { bin, closedForm, compiled, context, name, symbol } from "./trees.js";

const force = bin("*", name("m_1"), name("a_x"));
const forceContext = context(
  symbol("m_1", "kg", {
    aliases: ["mass", "m"],
    description: "mass of the body",
    range: [0, null],
  }),
  symbol("a_x", "m/s^2", { aliases: ["acceleration"] }),
);
const equation = compiled(
  compileEquation(closedForm(force, "F"), { ...forceContext, resultUnit: "N" }),
);

describe("equations: binding inputs", () => {
  it("takes the name, an alias, and folded forms of both", () => {
    const spellings: readonly Record<string, number>[] = [
      { m_1: 2, a_x: 3 },
      { mass: 2, acceleration: 3 },
      { m: 2, a_x: 3 },
      { M1: 2, "A-X": 3 },
      { "m 1": 2, Acceleration: 3 },
      { MASS: 2, ax: 3 },
    ];
    for (const inputs of spellings) {
      const outcome = valued(equation.evaluate(inputs));
      expect(outcome.value, JSON.stringify(inputs)).to.equal(6);
      expect(outcome.bound).to.deep.equal({ m_1: 2, a_x: 3 });
      expect(outcome.unused).to.deep.equal({});
    }
  });

  it("keeps the case of one-letter names", () => {
    expect(missing(equation.evaluate({ M: 2, a_x: 3 })).missing).to.equal("m_1");
  });

  it("refuses two names for one symbol with different values, and takes equal ones", () => {
    const bad = badInput(equation.evaluate({ m_1: 2, mass: 3, a_x: 1 }));
    expect(bad.code).to.equal("DUPLICATE_INPUT");
    expect(bad.name).to.equal("m_1");
    expect(bad.message).to.contain("m_1").and.to.contain("mass");
    expect(valued(equation.evaluate({ m_1: 2, mass: 2, a_x: 1 })).value).to.equal(2);
  });

  it("prefers an exact name over another symbol's alias, and gives a contested alias to nobody", () => {
    const tangled = compiled(
      compileEquation(
        closedForm(force),
        context(
          symbol("m_1", "1", { aliases: ["a_x", "both"] }),
          symbol("a_x", "1", { aliases: ["both"] }),
        ),
      ),
    );
    expect(valued(tangled.evaluate({ m_1: 2, a_x: 5 })).bound).to.deep.equal({ m_1: 2, a_x: 5 });
    expect(missing(tangled.evaluate({ both: 2, a_x: 5 })).missing).to.equal("m_1");
  });

  it("answers a reserved constant as an input with constant-supplied, even as an alias", () => {
    expect(RESERVED).to.have.members(["pi", "c", "G", "hbar", "k_B", "N_A", "m_e", "eps_0"]);
    for (const constant of RESERVED) {
      const { kind, message } = refusal(equation.evaluate({ m_1: 2, a_x: 3, [constant]: 1 }));
      expect(kind).to.equal("constant-supplied");
      expect(message).to.contain(constant);
    }
    const aliased = compiled(
      compileEquation(
        closedForm(force),
        context(symbol("m_1", "1", { aliases: ["c"] }), symbol("a_x", "1")),
      ),
    );
    expect(refusal(aliased.evaluate({ c: 2, a_x: 3 })).kind).to.equal("constant-supplied");
  });

  it("names what is missing, in record order, with all accepted names", () => {
    const both = missing(equation.evaluate({}));
    expect(both).to.deep.include({
      code: "MISSING_INPUT",
      missing: "m_1",
      missing_all: ["m_1", "a_x"],
      accepts: "m_1, mass, m",
    });
    expect(both.message)
      .to.contain("mass of the body")
      .and.to.contain("in kg")
      .and.to.contain("m_1, mass, m")
      .and.to.contain("a_x");
    expect(missing(equation.evaluate({ m_1: 1 })).missing_all).to.deep.equal(["a_x"]);
  });

  it("names the candidates of e g h R F", () => {
    const expected = {
      e: /Euler.*charge/,
      g: /free fall/,
      h: /Planck.*height/,
      R: /gas constant.*resistance/,
      F: /Faraday.*force/,
    };
    for (const [letter, candidates] of Object.entries(expected)) {
      const gap = missing(ask(`y = ${letter} x`, { x: 2 }));
      expect(gap.missing).to.equal(letter);
      expect(gap.message).to.match(candidates);
    }
  });

  it("offers the product when two letters stand together", () => {
    expect(missing(ask("y = sY", { s: 1, Y: 2 })).message).to.contain('"s Y"');
  });

  it("lists what nobody used, with the nearest name", () => {
    const { unused } = valued(equation.evaluate({ m_1: 1, a_x: 2, masss: 3, temperature: 4 }));
    expect(unused).to.deep.equal({ masss: "mass", temperature: unused["temperature"] });
    expect(Object.keys(unused)).to.deep.equal(["masss", "temperature"]);
  });

  it("wants finite numbers, and turns -0 into 0", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(badInput(equation.evaluate({ m_1: value, a_x: 1 }))).to.deep.include({
        code: "INVALID_INPUT",
        name: "m_1",
      });
    }
    expect(Object.is(valued(equation.evaluate({ m_1: -0, a_x: 1 })).value, 0)).to.equal(true);
  });

  it("holds inputs to their ranges, ends included", () => {
    expect(valued(equation.evaluate({ m_1: 0, a_x: 1 })).value).to.equal(0);
    const outside = refusal(equation.evaluate({ m_1: -1, a_x: 1 }));
    expect(outside.kind).to.equal("domain-error");
    expect(outside.message).to.contain("m_1 = -1 kg").and.to.contain("at least 0 kg");
  });

  it("takes an own property named __proto__ for what it is: an input nobody used", () => {
    const inputs = Object.fromEntries([
      ["m_1", 1],
      ["a_x", 2],
      ["__proto__", 3],
    ]);
    expect(Object.keys(valued(equation.evaluate(inputs)).unused)).to.deep.equal(["__proto__"]);
  });

  it("says which keys it accepts", () => {
    expect(
      ["m_1", "mass", "M-1", "acceleration"].map((key) => equation.accepts(key)),
    ).to.deep.equal([true, true, true, true]);
    expect(["M", "G", "d"].map((key) => equation.accepts(key))).to.deep.equal([
      false,
      false,
      false,
    ]);
  });
});

describe("equations: constants and assumed values", () => {
  it("binds named constants by name, declares them, and lets an input replace them", () => {
    const byName = valued(ask("F = m g_n", { m: 2 }, { symbols: { m: "kg" } }));
    expect(byName).to.deep.include({ value: 19.6133, unit: "N" });
    expect(byName.assumed["g_n"]).to.deep.include({ value: 9.80665, unit: "m/s^2" });
    const replaced = valued(ask("F = m g_n", { m: 2, g_n: 10 }));
    expect(replaced).to.deep.include({ value: 20, assumed: {} });
  });

  it("reads e as the base of a power as Euler's number, even beside an input e", () => {
    expect(valued(ask("y = e^x", { x: 1 })).value).to.equal(Math.E);
    expect(valued(ask("y = e e^x", { x: 0, e: 0.25 })).value).to.equal(0.25);
    expect(missing(ask("y = e x", { x: 1 })).missing).to.equal("e");
  });

  it("reads h as Planck's constant beside a frequency, as an input otherwise", () => {
    expect(valued(ask("E = h nu", { nu: 2 })).value).to.equal(1.32521403e-33);
    expect(missing(ask("V = b h", { b: 2 })).missing).to.equal("h");
    expect(valued(ask("V = b h", { b: 2, h: 3 })).value).to.equal(6);
  });

  it("uses a record's assumed value and coefficient, and declares the first with its reason", () => {
    const assuming: EquationContext = {
      ...context(symbol("bits", "1"), symbol("T", "K")),
      resultUnit: "J",
      assumed: { T: { value: 300, unit: "K", reason: "room temperature" } },
      coefficients: { k_1: { value: 2, unit: "kJ/K" } },
    };
    const tree = bin("*", bin("*", name("k_1"), name("T")), name("bits"));
    const eq = compiled(compileEquation(closedForm(tree, "E"), assuming));
    expect(valued(eq.evaluate({ bits: 1 }))).to.deep.include({
      value: 600_000,
      unit: "J",
      assumed: {
        T: { value: 300, unit: "K", reason: "room temperature" },
      },
      bound: { bits: 1 },
    });
    expect(valued(eq.evaluate({ bits: 1, T: 200 }))).to.deep.include({
      value: 400_000,
      assumed: {},
    });
    expect(eq.inputs.map((input) => [input.name, input.fallback === null])).to.deep.equal([
      ["bits", true],
      ["T", false],
    ]);
  });
});
