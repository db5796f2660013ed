import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ask, missing, refusal, valued } from "../outcomes.js";

/** Equation, inputs and value by mpmath (scripts/equations/integrals.py). */
type Row = readonly [equation: string, inputs: Record<string, number>, value: string];

interface Table {
  readonly values: readonly Row[];
  readonly refused: readonly (readonly [equation: string, kind: string])[];
}

function table(name: string): Table {
  const parsed: Table = JSON.parse(readFileSync(`test/vectors/equations/${name}.json`, "utf8"));
  return parsed;
}

const ULP = 2.220446049250313e-16;
const INTEGRALS = table("integrals");

/** `y = ` before the first clause. */
function asked(equation: string): string {
  return `y = ${equation}`;
}

for (const name of ["integrals", "ends", "series", "derivatives"]) {
  describe(`equations: ${name} by mpmath`, () => {
    for (const [equation, inputs, expected] of table(name).values) {
      it(`${equation} with ${JSON.stringify(inputs)}`, () => {
        const { value, absoluteBound } = valued(ask(asked(equation), inputs));
        const off = Math.abs(value - Number(expected));
        expect(off, `${value} is not ${expected} within ${absoluteBound}`).to.be.at.most(
          absoluteBound + ULP * Math.abs(value),
        );
        expect(off / Math.abs(Number(expected))).to.be.below(1e-6);
      });
    }
  });
}

describe("equations: integrals with a singular end", () => {
  const { values } = table("ends");

  it("come to twelve digits wherever the end lies, and to a bound of ten", () => {
    for (const [equation, inputs, expected] of values) {
      const { value, relativeBound } = valued(ask(asked(equation), inputs));
      expect(Math.abs(value - Number(expected)), equation).to.be.at.most(1e-12 * Math.abs(value));
      // The rest of so slow a singularity beyond the least double is bounded, not summed.
      if (!equation.includes("-0.95")) expect(relativeBound, equation).to.be.below(1e-10);
    }
  });

  it("moves with its limit as the singularity does", () => {
    // d/db of 2 sqrt(b) is 1/sqrt(b); the other integral is pi whatever its limits are.
    const root = valued(ask("y = INT_0^b 1/sqrt(b-x) dx", { b: 3 }, { uncertainties: { b: 0.1 } }));
    expect(root.uncertainty).to.be.closeTo(0.1 / Math.sqrt(3), 1e-12);
    const swapped = valued(
      ask("y = INT_b^0 1/sqrt(b-x) dx", { b: 3 }, { uncertainties: { b: 0.1 } }),
    );
    expect(swapped.uncertainty).to.be.closeTo(0.1 / Math.sqrt(3), 1e-12);
    const whole = valued(
      ask(
        "y = INT_a^b 1/sqrt((x-a)(b-x)) dx",
        { a: 0.3, b: 7.1 },
        { uncertainties: { a: 0.1, b: 0.1 } },
      ),
    );
    expect(whole.uncertainty).to.be.below(1e-11);
    // pi/k, so pi/k^2 times the uncertainty of k.
    const scaled = valued(
      ask("y = INT_0^1 1/(k sqrt(x (1-x))) dx", { k: 2 }, { uncertainties: { k: 0.1 } }),
    );
    expect(scaled.uncertainty).to.be.closeTo((0.1 * Math.PI) / 4, 1e-11);
  });
});

describe("equations: integrals without a value", () => {
  for (const [equation, kind] of [...INTEGRALS.refused, ...table("ends").refused]) {
    it(`${equation} is refused as ${kind}`, () => {
      const { kind: found, columns } = refusal(ask(asked(equation)));
      expect(found).to.equal(kind);
      if (kind !== "precision-loss") expect(columns).to.not.equal(null);
    });
  }
});

describe("equations: integrals", () => {
  it("asks for the limits of an indefinite one by name", () => {
    expect(missing(ask("W = INT F/x dx", { F: 2 })).missing_all).to.deep.equal(["from", "to"]);
    expect(missing(ask("W = INT F/x dx", { F: 2, from: 1 })).missing).to.equal("to");
    expect(valued(ask("W = INT 2 x dx", { from: 1, to: 3 })).value).to.be.closeTo(8, 1e-13);
  });

  it("has the unit of the integrand times that of the variable", () => {
    const work = valued(
      ask("W = INT_a^b F/x dx", { a: 1, b: 2, F: 3 }, { symbols: { a: "m", b: "m", F: "N m" } }),
    );
    expect(work.unit).to.equal("J");
    const decay = valued(
      ask("Q = INT_0^oo I exp(-t/tau) dt", { tau: 2, I: 3 }, { symbols: { tau: "s", I: "A" } }),
    );
    expect(decay.unit).to.equal("C");
    const declared = valued(
      ask("s = INT_0^oo v/(1 + b t)^2 dt", { v: 3, b: 2 }, { symbols: { v: "m/s", t: "s" } }),
    );
    expect(declared.unit).to.equal("m");
    const open = valued(
      ask("s = INT_0^oo v/(1 + b t)^2 dt", { v: 3, b: 2 }, { symbols: { v: "m/s" } }),
    );
    expect([open.unit, open.unitUnknown]).to.deep.equal([null, ["t"]]);
    expect(
      refusal(ask("s = INT_0^1 v dt", { v: 3 }, { symbols: { v: "m/s", t: "s" } })).kind,
    ).to.equal("dimension-mismatch");
    expect(
      refusal(ask("s = INT_a^b x dx", { a: 1, b: 2 }, { symbols: { a: "m", b: "s" } })).kind,
    ).to.equal("dimension-mismatch");
  });

  it("carries uncertainties of limits, of parameters and of where a jump is", () => {
    const limit = valued(ask("y = INT_0^x t^2 dt", { x: 2 }, { uncertainties: { x: 0.01 } }));
    expect(limit.uncertainty).to.be.closeTo(0.04, 1e-12);
    // d/d tau of tau (1 - e^(-2/tau)) at 1.5 is 1 - e^(-4/3) (1 + 4/3).
    const parameter = valued(
      ask("y = INT_0^2 exp(-t/tau) dt", { tau: 1.5 }, { uncertainties: { tau: 0.1 } }),
    );
    expect(parameter.uncertainty).to.be.closeTo(0.1 * (1 - 0.26359713811572677 * (7 / 3)), 1e-12);
    const jump = valued(
      ask("y = INT_0^1 heaviside(x - a) dx", { a: 0.3 }, { uncertainties: { a: 0.01 } }),
    );
    expect(jump.uncertainty).to.be.closeTo(0.01, 1e-9);
  });

  it("gives the same bits again, and swaps its sign with its limits", () => {
    const forth = valued(ask("y = INT_1^3 exp(-x^2)/x dx")).value;
    expect(valued(ask("y = INT_1^3 exp(-x^2)/x dx")).value).to.equal(forth);
    expect(valued(ask("y = INT_3^1 exp(-x^2)/x dx")).value).to.equal(-forth);
    expect(valued(ask("y = INT_3^3 exp(-x^2)/x dx")).value).to.equal(0);
  });

  it("keeps a variable apart from an input of its name, and from the variable of a definition", () => {
    expect(valued(ask("y = x + INT_0^1 x dx", { x: 5 })).value).to.be.closeTo(5.5, 1e-14);
    // The t of f is not the t around it: INT_0^1 (INT_0^t s ds) dt = 1/6.
    expect(valued(ask("y = INT_0^1 f(t) dt; f(x) = INT_0^x t dt")).value).to.be.closeTo(
      1 / 6,
      1e-14,
    );
  });
});
