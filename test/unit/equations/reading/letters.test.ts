import { expect } from "chai";
import { classifyText } from "../../../../protocol/equations/classify/classify.js";
import { substituteDefinitions } from "../../../../protocol/equations/reading/definitions.js";
import { FUNCTIONS, functionBySpelling } from "../../../../protocol/equations/reading/functions.js";
import { letterBindings } from "../../../../protocol/equations/reading/letters.js";
import { asciiName } from "../../../../protocol/equations/reading/lexer.js";
import { printExpr } from "../../../../protocol/equations/reading/print.js";
import { namesOf } from "../../../../protocol/equations/reading/walk.js";
import { readExpr, setOf } from "./trees.js";

function bindings(
  text: string,
  declared = "",
  subject: string | null = null,
): Record<string, string> {
  const context = { declared: setOf(declared), subject };
  return Object.fromEntries(letterBindings(readExpr(text, context.declared), context));
}

describe("equations: the letters e and h", () => {
  it("takes e under a power for Euler's number, even where another e is a quantity", () => {
    expect(bindings("e^x")).to.deep.equal({ e: "euler" });
    expect(bindings("e^-x + e", "e")).to.deep.equal({ e: "euler" });
    expect(namesOf(readExpr("e^-x + e", setOf("e")))).to.deep.equal(["e", "x"]);
    expect(bindings("e x")).to.deep.equal({});
    expect(bindings("x^e")).to.deep.equal({});
  });

  it("takes h beside a frequency or a wavelength for Planck's constant", () => {
    for (const text of [
      "h nu",
      "h f",
      "h f_x",
      "h c/lambda",
      "exp(h nu/(k_B T))",
      "2 h nu^3/c^2",
      "h (f_1 - f_2)",
      "h freq",
    ]) {
      expect(bindings(text), text).to.deep.equal({ h: "planck" });
    }
    expect(bindings("h/(m v)", "", "lambda")).to.deep.equal({ h: "planck" });
    expect(bindings("h/p", "", "lambda_x")).to.deep.equal({ h: "planck" });
  });

  it("does not guess h elsewhere", () => {
    for (const text of [
      "m h",
      "h/p",
      "m g h",
      "rho h f",
      "b h nu",
      "A h lambda",
      "h + nu",
      "x h - f",
      "n^2 h^2/(8 m L^2)",
    ]) {
      expect(bindings(text), text).to.deep.equal({});
    }
    expect(bindings("h nu", "h")).to.deep.equal({});
  });

  it("settles each occurrence by its own term", () => {
    const form = classifyText("y = h nu + m h", { declared: setOf("nu m") });
    if (form.kind !== "closed-form") throw new Error(form.kind);
    expect(namesOf(form.expr)).to.deep.equal(["h#planck", "nu", "m", "h"]);
    expect(printExpr(form.expr)).to.equal("h nu + m h");
  });
});

describe("equations: definitions in later clauses", () => {
  function inlined(text: string, declared: string): string {
    const form = classifyText(text, { declared: setOf(declared) });
    if (form.kind !== "closed-form")
      throw new Error(form.kind === "refused" ? form.refusal.message : form.kind);
    const written = substituteDefinitions(form);
    if ("message" in written) throw new Error(written.message);
    return printExpr(written.expr);
  }

  it("writes them into the first clause", () => {
    expect(inlined("y = a b; a = x + 1; b = 2 x", "x")).to.equal("(x + 1) (2 x)");
    expect(inlined("y = w(p) + w(q); w(z) = z^2/(1 + z)", "p q")).to.equal(
      "p^2/(1 + p) + q^2/(1 + q)",
    );
    expect(inlined("y = a; a = b^2; b = x - 1", "x")).to.equal("(x - 1)^2");
    expect(inlined("F = m a where a = v/t", "m v t")).to.equal("m (v/t)");
    expect(inlined("U = pi(p) v; pi(p) = p^2", "p v")).to.equal("p^2 v");
  });

  it("refuses circles, wrong counts and growth without bound", () => {
    expect(() => inlined("y = a; a = b + 1; b = a", "x")).to.throw(/defined by itself/);
    expect(() => inlined("y = w(p, q); w(z) = z", "p q")).to.throw(/1 arguments, not 2/);
    const doubling = Array.from({ length: 14 }, (_, i) => `a_${i} = a_${i + 1} + a_${i + 1}`).join(
      "; ",
    );
    expect(() => inlined(`y = a_0; ${doubling}`, "a_14")).to.throw(/2000 nodes/);
  });
});

describe("equations: names and functions", () => {
  it("gives Unicode names their ASCII spelling", () => {
    const NAMES: readonly (readonly [string, string])[] = [
      ["λ_x", "lambda_x"],
      ["m₁", "m_1"],
      ["ΔT", "Delta_T"],
      ["Δλ", "Delta_lambda"],
      ["ħ", "hbar"],
      ["ε₀", "eps_0"],
      ["x̄", "xbar"],
      ["ȳ", "ybar"],
      ["x_{max}", "x_max"],
      ["φ′", "phi'"],
      ["g_{μν}", "g_mu_nu"],
      ["epsilon_0", "eps_0"],
      ["xi", "xi"],
      ["sY", "sY"],
    ];
    for (const [text, name] of NAMES) expect(asciiName(text), text).to.equal(name);
    for (const text of ["", "2x", "a b", " a", "a+b", "é"])
      expect(asciiName(text), text).to.equal(null);
  });

  it("knows the spellings people use", () => {
    for (const [spelling, name] of [
      ["ln", "log"],
      ["arcsin", "asin"],
      ["lg", "log10"],
      ["sgn", "sign"],
      ["binom", "binomial"],
    ] as const) {
      expect(functionBySpelling(spelling)?.name, spelling).to.equal(name);
    }
    expect(functionBySpelling("log")).to.equal(undefined);
    expect(FUNCTIONS.get("sqrt")).to.include({
      dimensions: "sqrt",
      tier: "exact",
      available: true,
    });
    expect(FUNCTIONS.get("atan2")).to.include({ dimensions: "ratio", arityMin: 2, arityMax: 2 });
  });

  it("takes a declared name for a quantity, whatever function it could be", () => {
    expect(printExpr(readExpr("gamma(v - 1)", setOf("gamma v")))).to.equal("gamma (v - 1)");
    expect(readExpr("gamma(v - 1)", setOf("v")).type).to.equal("call");
    expect(printExpr(readExpr("beta (u_t - u_n)"))).to.equal("beta (u_t - u_n)");
    expect(readExpr("dx/dt", setOf("dx dt")).type).to.equal("binary");
    expect(readExpr("dx/dt", setOf("x t")).type).to.equal("derivative");
    expect(printExpr(readExpr("Re Pr/2", setOf("Re Pr")))).to.equal("Re Pr/2");
  });
});
