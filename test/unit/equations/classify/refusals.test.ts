import { expect } from "chai";
import { REFUSAL_KINDS } from "../../../../protocol/equations/reading/ast.js";
import type { Refusal } from "../../../../protocol/equations/reading/ast.js";
import { classifyText } from "../../../../protocol/equations/classify/classify.js";
import type { ClassifyOptions } from "../../../../protocol/equations/classify/classify.js";
import { setOf } from "../reading/trees.js";

function refusal(text: string, options: Partial<ClassifyOptions> = {}): Refusal {
  const form = classifyText(text, { declared: new Set(), ...options });
  if (form.kind !== "refused") throw new Error(`${text} is a ${form.kind}.`);
  return form.refusal;
}

/** Kind, text, what the message must say, and the part of the text the span must show. */
const CASES: readonly (readonly [kind: string, text: string, says: RegExp, shown: string])[] = [
  ["empty", "", /empty/, ""],
  ["empty", "  \t ", /empty/, ""],
  ["syntax", "y = a + * b", /"\*".*column 9/, "*"],
  ["syntax", "y = (a + b", /"\)" to close the one at column 5.*the end/, ""],
  ["syntax", "y = a $ b", /"\$" at column 7/, "$"],
  ["syntax", "y = 5 3", /side by side at column 7/, "3"],
  ["syntax", "y = 0.123456789012345678901", /20 significant digits/, "0.123456789012345678901"],
  ["syntax", "y = sin omega t", /needs brackets: write sin\(omega\)/, "sin omega t"],
  ["syntax", "y = a;; b", /";"/, ";"],
  ["syntax", "y = sin(a, b)", /sin takes 1 argument, not 2/, "sin(a, b)"],
  ["syntax", "P(A|B) = P(B|A) P_A/P_B", /conditional probability.*P_BA/, "P"],
  ["syntax", "S = SUM x_i y_j", /index letters i and j/, "SUM"],
  ["unknown-function", "y = sine(x)", /sine at column 5.*nearest function is sin\b/, "sine(x)"],
  ["unknown-function", "y = int(x^2, x, 0, 1)", /written int_0\^1 x\^2 dx\.$/, "int(x^2, x, 0, 1)"],
  ["unknown-function", "y = integrate(x, 0, 1)", /an integral is written/, "integrate(x, 0, 1)"],
  ["unknown-function", "y = integrate(x^2, x=0..1)", /an integral is written/, "integrate"],
  ["unknown-function", "y = sum(i, i=1..5)", /a sum is written/, "sum"],
  ["unknown-function", "y = solve(x^2 = 2)", /solved as it stands/, "solve"],
  ["relation", "y = x^2, x in {1,2}", /which values a name can take/, "x in {1,2}"],
  ["unknown-function", "y = nCr(5, 2)", /written binomial\(5, 2\)/, "nCr(5, 2)"],
  ["unknown-function", "y = det(a)", /two rows is a\*d - b\*c\.$/, "det(a)"],
  ["unknown-function", "y = wronskian(a)", /given\.$/, "wronskian(a)"],
  ["syntax", "y = [[1, 2], [3, 4]]", /matrices in brackets are not read/, "[[1, 2], [3, 4]]"],
  ["relation", "x in {1, 2}", /which values/, "x in {1, 2}"],
  ["relation", "x ∈ [0, 1]", /which values/, "x ∈ [0, 1]"],
  ["proportionality", "y propto x^2", /without its constant/, "y propto x^2"],
  ["entailment", "a > b => b < a", /follows from another/, "a > b => b < a"],
  ["inequality", "sigma_x sigma_p >= hbar/2", /bounds/, "sigma_x sigma_p >= hbar/2"],
  ["inequality", "x != 0", /bounds x/, "x != 0"],
  ["limit", "sin(x)/x -> 1 as x -> 0", /limit/, "sin(x)/x -> 1 as x -> 0"],
  ["limit", "y = lim_{x->0} sin(x)/x", /limit/, "lim_{x->0} sin(x)/x"],
  ["approximation", "y ≈ x", /equality is needed/, "y ≈ x"],
  ["proportionality", "P ∝ T^4", /without its constant/, "P ∝ T^4"],
  ["distribution", "X ~ Normal(mu, sigma)", /distributed/, "X ~ Normal(mu, sigma)"],
  ["stochastic-differential", "dX = mu dt + sigma dW", /random process/, "dX = mu dt + sigma dW"],
  ["asymptotic", "T(n) = O(n log n)", /growth rate/, "O(n log n)"],
  ["asymptotic", "f ~ g_1", /growth rate/, "f ~ g_1"],
  ["path-integral", "Z = INT D phi exp(-S)", /path integral/, "INT D phi exp(-S)"],
  ["commutator", "[x, p] = i hbar", /identity of operators/, "[x, p]"],
  ["tensor-equation", "G_mu_nu = 8 pi G T_mu_nu/c^4", /components/, "G_mu_nu"],
  ["tensor-equation", "v_mu v^mu = 1", /components/, "v^mu"],
  ["density-matrix", "rho = |a><a|", /density matrix/, "|a><a|"],
  ["density-matrix", "rho_A = Tr_B(rho)", /density matrix/, "Tr_B(rho)"],
  ["state-vector", "|psi> = a |0> + b |1>", /state vector/, "|psi>"],
  ["transfer-function", "H(s) = K/(tau s + 1)", /gain or phase at a frequency/, "H(s)"],
  ["transfer-function", "H(jω) = 1/(1 + jω R C)", /gain or phase at a frequency/, "H(jω)"],
  ["transfer-function", "H(z) = 1/(1 - a z^-1)", /gain or phase at a frequency/, "H(z)"],
  ["complex-value", "Z = R + j omega L", /imaginary unit j.*modulus/, "j"],
  ["complex-value", "y = e^(i x)", /imaginary unit i/, "i"],
  ["multi-result", "x = (-b ± sqrt(D))/(2 a)", /2 results/, "(-b ± sqrt(D))"],
  ["multi-result", "x = 1; y = 2", /2 results/, "y = 2"],
  ["multi-result", "x = 1; x = 2", /x is given more than one value/, "x = 2"],
  ["multi-result", "x = (a, b)", /2 results/, "(a, b)"],
  ["unbounded-sum", "S = SUM_{n=0..inf} x^n", /finite range/, "SUM_{n=0..inf} x^n"],
  ["sum", "S = SUM_k 3", /no range/, "SUM_k 3"],
  ["sum", "S = 2 SUM_{k} (k^2 + a)", /k=1\.\.n/, "SUM_{k} (k^2 + a)"],
  ["sum", "S = SUM_{k=A} x_k", /no range/, "SUM_{k=A} x_k"],
  ["sum", "P = a + PROD_{i!=2} b", /no range/, "PROD_{i!=2} b"],
  ["unbounded-sum", "S = ∑_{k=1}^∞ 1/k²", /finite range/, "∑_{k=1}^∞ 1/k²"],
  ["partial-differential", "∇²φ = 0", /field solver/, "∇²φ"],
  ["partial-differential", "partial u/partial t = D lap(u)", /field solver/, "lap(u)"],
  ["ode", "(dx/dt)^2 = x", /not stand linearly/, "(dx/dt)^2 = x"],
  ["ode", "d(m v)/dt = F", /one quantity/, "d(m v)/dt"],
  ["ode", "d3x/dt3 = x", /order 3/, "d3x/dt3"],
  ["ode", "dx/dt = dy/dt", /derivative of y has no equation/, "dx/dt = dy/dt"],
  ["ode", "dx/dt = x; dy/ds = x", /by t and by s/, "dy/ds"],
  ["ode", "dx/dt + dy/dt = x; dy/dt = x", /another unknown/, "dy/dt"],
  ["ode", "y'' + y = 0", /what it differentiates by/, "y'' + y = 0"],
  ["integral", "W = INT_a^b F", /integrated over/, "INT_a^b F"],
  ["integral", "W = 2 + INT F", /end it with dx/, "INT F"],
  ["integral", "W = INT_a F dx", /one limit only/, "INT_a F dx"],
  ["integral", "Q = INT rho d^3 r", /over a volume/, "INT rho d^3 r"],
  ["braket", "E = <psi|A B|psi>", /one name/, "<psi|A B|psi>"],
  ["braket", "E = 2 <0|H|psi>", /psi_1, O_11/, "<0|H|psi>"],
  ["braket", "E = <psi|x^2|psi>", /for the operator/, "<psi|x^2|psi>"],
  ["relation", "x in S", /defines no value/, "x in S"],
  ["relation", "E = h f = h c/lambda", /several equalities/, "E = h f = h c/lambda"],
  ["relation", "a^2 + b^2 = d^2", /which is the result/, "a^2 + b^2 = d^2"],
  ["relation", "T(n) = 2 T(n/2) + n", /recurrence/, "T(n) = 2 T(n/2) + n"],
  ["relation", "c^2 = a^2 + b^2", /c is a constant.*rename/, "c^2"],
  ["relation", "2 H_2 + O_2 -> 2 H_2O", /defines no value/, "2 H_2 + O_2 -> 2 H_2O"],
  ["constant-supplied", "F = c m; c = 3", /c is a constant/, "c = 3"],
  ["ambiguous-function", "y = log(x)", /ln, log10 or log2/, "log(x)"],
  ["ambiguous-function", "y = sin^-1(x)", /arcsin\(x\) or 1\/sin\(x\)/, "sin^-"],
  ["overflow", "y = 1e400", /larger than any double/, "1e400"],
  ["underflow", "y = 1e-400", /smaller than any double/, "1e-400"],
];

/** Decided where there are numbers, units or a search: not by the form of the statement. */
const DECIDED_LATER: ReadonlySet<string> = new Set([
  "dimension-mismatch",
  "domain-error",
  "precision-loss",
  "divergent",
  "no-solution",
]);

describe("equations: statements that are not one number", () => {
  for (const [kind, text, says, shown] of CASES) {
    it(`${JSON.stringify(text)} is refused as ${kind}`, () => {
      const found = refusal(text);
      expect(found.kind).to.equal(kind);
      expect(found.message)
        .to.match(says)
        .and.match(/^[^\n]+\.$/);
      expect(text.slice(found.span!.start, found.span!.end)).to.equal(shown);
    });
  }

  it("refuses a text, a nesting, a size and a count of names beyond the limits as budget", () => {
    const long = `y = ${"a + ".repeat(1100)}a`;
    expect(refusal(long))
      .to.include({ kind: "budget" })
      .and.to.have.deep.property("span", { start: 4096, end: long.length });
    expect(refusal(`y = ${"(".repeat(101)}a${")".repeat(101)}`).kind).to.equal("budget");
    expect(refusal(`y = ${"-".repeat(200)}a`).kind).to.equal("budget");
    expect(refusal(`y = ${"2^".repeat(150)}a`).kind).to.equal("budget");
    expect(refusal(`y = ${"a+".repeat(1001)}a`).message).to.match(/2000 nodes/);
    expect(
      refusal(`y = ${Array.from({ length: 65 }, (_, i) => `x_${i}`).join("+")}`).message,
    ).to.match(/64 names/);
    const wide = classifyText(`y = ${"a+".repeat(500)}a`, { declared: setOf("a") });
    expect(wide.kind).to.equal("closed-form");
    expect(
      classifyText(`y = ${"(".repeat(99)}a${")".repeat(99)}`, { declared: setOf("a") }).kind,
    ).to.equal("closed-form");
  });

  it("solves for another symbol where it can stand for one number, and says where not", () => {
    const declared = setOf("F m a");
    const subjectOf = (
      text: string,
      options: Parameters<typeof classifyText>[1],
    ): string | null => {
      const form = classifyText(text, options);
      return form.kind === "implicit" ? form.subject : null;
    };
    expect(subjectOf("F = m a", { declared, solveFor: "a" })).to.equal("a");
    expect(subjectOf("F = m a", { declared, inputs: setOf("F m") })).to.equal("a");
    expect(
      subjectOf("P V = n R T", { declared: setOf("P V n R"), inputs: setOf("P V n R") }),
    ).to.equal("T");
    expect(refusal("F = m a", { declared, solveFor: "q" }).message).to.match(/q does not occur/);
    expect(refusal("E = m c^2", { declared, solveFor: "c" }).message).to.match(/c is a constant/);
    expect(refusal("G = a/b", { declared: setOf("a b"), solveFor: "a" })).to.include({
      kind: "solve-for",
    });
    expect(refusal("y = a + b; b = 2 a", { declared: setOf("a"), solveFor: "b" }).message).to.match(
      /clause of its own/,
    );
    expect(refusal("S = SUM_i x_i", { declared: setOf("S"), solveFor: "x_i" }).message).to.match(
      /several numbered inputs/,
    );
    expect(
      classifyText("F = m a", { declared, solveFor: "F", inputs: setOf("m a") }).kind,
    ).to.equal("closed-form");
  });

  it("has a case for every kind the form of a statement can have", () => {
    const covered = new Set([
      ...CASES.map(([kind]) => kind),
      "budget",
      "solve-for",
      ...DECIDED_LATER,
    ]);
    expect(REFUSAL_KINDS.filter((kind) => !covered.has(kind))).to.deep.equal([]);
  });
});
