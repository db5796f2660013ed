/** Answers in at most eight lines, whatever they hold. */
import { expect } from "chai";
import { isResult, resultLines, type ResultView } from "../../../../api/readable/result.js";

const VIEW: ResultView = { columns: 80, hint: "look" };

function shown(answer: Readonly<Record<string, unknown>>, view = VIEW): string[] {
  if (!isResult(answer)) throw new TypeError("no result");
  return resultLines(answer, view);
}

const GRAVITATION = {
  value: 1.9805585650280284e20,
  uncertainty: 4451160192892202.5,
  uncertainty_source: "gum",
  unit: "N",
  equations: [
    "R(t) = S(t) [1 + 0.001 sin(2 pi 1.287 t)]",
    "F = G m_1 m_2/r^2; F = 6.6743e-11*5.9722e+24*7.342e+22/384400000^2",
  ],
  operatorChain: ["KO42", "NM21"],
  receipt_id: "ab".repeat(32),
};

const SOLVED = {
  value: 15160.512448585641,
  uncertainty: 0.00016959553033187851,
  uncertainty_source: "numerical",
  unit: "N",
  equations: ["R", "(EI w'')'' + (N w')' = 0", "N(x) = P, P the value"],
  operatorChain: ["KO42", "buckling"],
  primary: { name: "P_cr", quantity: "force", unit: "N" },
  assumed: {
    elements: { value: 48, unit: "1", reason: "elements at which the gate passed" },
    loading: { value: "end", unit: "", reason: "the load acts on the top" },
  },
  notes: ["one", "two", "three"],
  outputs: { P_1: { value: 15160.512448585641, unit: "N" }, P_2: { value: 44811.3, unit: "N" } },
  fields: [
    {
      name: "w",
      unit: "m",
      shape: [5],
      data: [0, 0.5, 1, 0.5, 0],
      axes: [{ name: "x", unit: "m", n: 5, start: 0, step: 0.25 }],
    },
  ],
  receipt_id: "cd".repeat(32),
};

describe("readable: a result", () => {
  it("is its value, its equation with and without numbers, its receipt and a hint", () => {
    expect(shown(GRAVITATION)).to.deep.equal([
      "F = 1.980559(45)e20 N",
      "  F = G m_1 m_2/r^2",
      "    = 6.6743e-11*5.9722e24*7.342e22/384400000^2",
      `  receipt  ${"ab".repeat(32)}`,
      "  next     look",
    ]);
  });

  it("of a solver names what else there is, the error of the computation and the field's form", () => {
    const lines = shown(SOLVED);
    expect(lines).to.have.length(8);
    expect(lines[0]).to.equal("P_cr = 15.1605124 kN   (computed to within 170 uN)");
    expect(lines).to.include.members([
      "  assumed  elements = 48 (elements at which the gate passed); loading = end (th…",
      "  field    w ▁▅█▅▁ 0 to 1 m; x = 0 to 1 m",
    ]);
    const { assumed: _assumed, ...short } = SOLVED;
    expect(shown(short)).to.include("  also     P_2 = 44.8113 kN");
  });

  it("keeps to the width, except that a receipt is whole", () => {
    for (const answer of [GRAVITATION, SOLVED])
      for (const line of shown(answer, { columns: 80 })) expect(line.length).to.be.at.most(80);
  });

  it("says in words that a unit is not known, and writes none for a pure number", () => {
    const equations = ["E = m c^2", "E = 1*299792458^2"];
    expect(
      shown({ value: 4, unit: null, unit_unknown: ["m"], equations, sealed: false })[0],
    ).to.equal("E = 4   (unit not known: none was given for m)");
    expect(shown({ value: 4, unit: "1", equations })[0]).to.equal("E = 4");
  });

  it("names an unknown that stands behind the numbers", () => {
    const equations = ["dN/dt = r N", "N = 10*exp(0.5*9.25); N = 500 where t = 9.25"];
    expect(shown({ value: 9.25, unit: "s", equations })[0]).to.equal("t = 9.25 s");
  });

  it("names the input that a law was solved for, and no definition of the law", () => {
    const named = (equation: string): string =>
      shown({ ...GRAVITATION, value: 2, uncertainty: 0, equations: ["R", equation] })[0]!;
    expect(named("KE = m v^2/2; v = sqrt(4*2/2)")).to.match(/^v = /);
    expect(named("q = k (T_1 - T_2)/L; k = 5e-1*0.2/(300 - 280)")).to.match(/^k = /);
    expect(named("F = m a; F = 2*1")).to.match(/^F = /);
    expect(named("y = a m; m = I/b; y = 2*(1/1)")).to.match(/^y = /);
  });

  it("warns first of what is precise only by its field", () => {
    const [, second] = shown({ ...SOLVED, seal_kind: "observable-differential" });
    expect(second).to.match(/^ {2}note {5}precise to 1e-4 of the field's scale/);
  });

  it("says what a question was read as, and that yes is yes", () => {
    const read = shown({
      value: 1,
      unit: "1",
      equations: ["R", "AND"],
      operatorChain: ["KO42", "sat"],
      primary: { name: "satisfiable", quantity: "truth value" },
      params: { cnf: "p" },
      why: [],
      solver: "sat",
    });
    expect(read[0]).to.equal("satisfiable = 1   (yes)");
    expect(read).to.include("  read as  sat: cnf = p");
  });

  it("names every operator of a chain", () => {
    const lines = shown({
      value: 24,
      unit: "J",
      operatorChain: ["KO42", "A", "B"],
      equations: ["R", "F = m a; F = 2*3", "W = F d; W = 6*4"],
    });
    expect(lines).to.deep.equal([
      "W = 24 J",
      "  F = m a",
      "    = 2*3",
      "  W = F d",
      "    = 6*4",
      "  next     look",
    ]);
  });
});
