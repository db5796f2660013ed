/** Piecewise definitions: the piece that holds, or a refusal where that is not known. */
import { expect } from "chai";
import * as fc from "fast-check";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import type { EvaluatedUnnamed, QuantityRequest } from "../../../protocol/equations/index.js";
import { compileExpression } from "../../../protocol/solvers/expression.js";

type Inputs = QuantityRequest["inputs"];

function evaluated(equation: string, inputs: Inputs, symbols?: QuantityRequest["symbols"]) {
  const read = equationInNumbers({
    equation,
    inputs,
    ...(symbols === undefined ? {} : { symbols }),
  });
  if (!read.ok) throw new Error(read.problem.message);
  return evaluateUnnamed(read.request);
}

function valueOf(outcome: EvaluatedUnnamed): number {
  if (outcome.status !== "value") throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

function kindOf(outcome: EvaluatedUnnamed): string {
  return outcome.status === "refused" ? outcome.refusal.kind : outcome.status;
}

const F = "{x^2 if x < 1; 2x - 1 otherwise}";
const G = "{sqrt(1 - x) if x < 1; ln(x) otherwise}";

/** Values by mpmath at 30 digits. */
const VALUES: readonly (readonly [equation: string, inputs: Inputs, value: number])[] = [
  [`f = ${F}`, { x: 0.5 }, 0.25],
  [`f(x) = ${F}`, { x: 3 }, 5],
  [`f = ${F}`, { x: 1 }, 1],
  [`y = f(2) + f(0.5); f(x) = ${F}`, {}, 3.25],
  [`y = f(f(2)); f(x) = ${F}`, {}, 5],
  [`y = f(f(f(0.5))); f(x) = ${F}`, {}, 0.00390625],
  ["y = SUM_{k=1}^{4} f(f(k)); f(x) = {x^2 if x < 3; x - 1 otherwise}", {}, 10],
  [`y = f'(x); f(x) = ${F}`, { x: 0.5 }, 1],
  [`y = f'(x); f(x) = ${F}`, { x: 2 }, 2],
  [`y = d(${F})/dx`, { x: 0.25 }, 0.5],
  [`f = ${G}`, { x: -3 }, 2],
  [`f = ${G}`, { x: 3 }, 1.09861228866811],
  [`f = {1 if 0 <= x < 1 or x > 5; 0 otherwise}`, { x: 6 }, 1],
  [`f = {1 if 0 <= x < 1 or x > 5; 0 otherwise}`, { x: 1 }, 0],
  [`f = {1 when x = 2, 3 for x != 2}`, { x: 2 }, 1],
  [`f = {{1 if y > 0; 2 otherwise} x if x > 0; 0 else}`, { x: 3, y: -1 }, 6],
  [`f = {x if x < 1 [m]; 1 [m] otherwise}`, { x: "3 ft" }, 0.9144],
  [`W = INT_0^3 ${F} dx`, {}, 6.33333333333333],
  [`W = INT_0^3 {x^2 if x < a; 0 otherwise} dx`, { a: 1 }, 0.333333333333333],
  [`S = SUM_{k=1..10} {k if k < 5; 0 otherwise}`, {}, 10],
  [`S = SUM_{k=1..10} {k if k <= 5; k^2 otherwise}`, {}, 345],
  [`dx/dt = {1 if t < 2; -x otherwise}`, { x_0: 0, t: 5 }, 0.0995741367357279],
  [`f = {0 if x < 0; x^2 otherwise}`, { f: 4 }, 2],
];

/** Solved for x in a range. */
const SOLVED: readonly (readonly [
  equation: string,
  inputs: Inputs,
  range: readonly [number, number],
  value: number,
])[] = [
  [`f = ${F}`, { f: 5 }, [0, 100], 3],
  [`f = ${F}`, { f: 0.25 }, [0, 100], 0.5],
  [`f = ${F}`, { f: 1 }, [0, 100], 1],
  [`f = ${G}`, { f: 2 }, [1, 100], 7.38905609893065],
  [`f = ${G}`, { f: 2 }, [-100, 1], -3],
];

const REFUSED: readonly (readonly [equation: string, inputs: Inputs, kind: string])[] = [
  [`f = ${F}`, { x: "0.95 ± 0.1" }, "multi-result"],
  [`f = ${F}`, { x: "1 ± 0.001" }, "multi-result"],
  [`y = f'(x); f(x) = ${F}`, { x: 1 }, "domain-error"],
  [`f = {1 if x < 1; 2 if x > 1}`, { x: 1 }, "domain-error"],
  [`f = {1 if x + 0.2 <= 0.3; 2 otherwise}`, { x: 0.1 }, "precision-loss"],
  [`f = ${F}`, { f: 5 }, "multi-result"],
  [`f = ${F}`, { f: -4 }, "no-solution"],
  [`f = {0 if x < 0; x^2 otherwise}`, { f: 0 }, "multi-result"],
  [`f = {x if x < 1 [m]; 1 [s] otherwise}`, { x: "3 ft" }, "dimension-mismatch"],
  [`f = {1 if x < 1 [s]; 2 otherwise}`, { x: "3 ft" }, "dimension-mismatch"],
  [`W = INT_0^3 {x^2 if x < a; 0 otherwise} dx`, { a: "1 ± 0.1" }, "multi-result"],
  [`dx/dt = {2 if x < 1; 1 otherwise}`, { x_0: "0 ± 0.1", t: 2 }, "multi-result"],
  [`W = INT_0^3 {x^2 if x < 1} dx`, {}, "syntax"],
  [`f = {x^2 if x < 1; 3}`, { x: 1 }, "syntax"],
  [`f = {x^2 if x}`, { x: 1 }, "syntax"],
];

/** Standard deviations of a million draws by numpy, to two digits. */
const SPREADS: readonly (readonly [
  equation: string,
  inputs: Inputs,
  symbols: QuantityRequest["symbols"],
  spread: number,
])[] = [
  [`f = ${F}`, { x: "2 ± 0.1" }, {}, 0.1997],
  [`f = ${F}`, { x: "0.5 ± 0.05" }, {}, 0.0501],
  [`f = ${F}`, { f: "5 ± 0.2" }, { x: { min: 0 } }, 0.1],
  ["E = m v^2/2", { m: "1480 ± 5 kg", v: "27.8(1) m/s" }, {}, 4548],
  ["y = sin(a)", { a: "30 ± 0.5 °" }, {}, 0.00755],
  ["p = n R_gas T/V", { n: "1 mol", T: "20 ± 0.5 °C", V: "20 L" }, {}, 207.6],
];

describe("protocol/equations/pieces", () => {
  for (const [equation, inputs, value] of VALUES) {
    it(`evaluates ${equation} at ${JSON.stringify(inputs)}`, () => {
      expect(valueOf(evaluated(equation, inputs))).to.be.closeTo(value, 1e-9 * Math.abs(value));
    });
  }

  for (const [equation, inputs, [min, max], value] of SOLVED) {
    it(`solves ${equation} with ${JSON.stringify(inputs)} from ${min} to ${max}`, () => {
      const outcome = evaluated(equation, inputs, { x: { min, max } });
      expect(valueOf(outcome)).to.be.closeTo(value, 1e-12 * Math.abs(value));
    });
  }

  for (const [equation, inputs, kind] of REFUSED) {
    it(`refuses ${equation} at ${JSON.stringify(inputs)}`, () => {
      expect(kindOf(evaluated(equation, inputs))).to.equal(kind);
    });
  }

  for (const [equation, inputs, symbols, spread] of SPREADS) {
    it(`carries the uncertainty of ${JSON.stringify(inputs)} through ${equation}`, () => {
      const outcome = evaluated(equation, inputs, symbols);
      if (outcome.status !== "value") throw new Error(JSON.stringify(outcome));
      expect(outcome.uncertaintySource).to.equal("gum");
      expect(outcome.uncertainty).to.be.closeTo(spread, 0.01 * spread);
    });
  }

  it("prints what it reads, and reads it again as the same", () => {
    const first = evaluated(`f = ${F}`, { x: 2 }).equation_canonical;
    expect(evaluated(first, { x: 2 }).equation_canonical).to.equal(first);
  });

  it("keeps names that are called if, when or otherwise", () => {
    expect(valueOf(evaluated("y = 3 otherwise", { otherwise: 2 }))).to.equal(6);
    expect(valueOf(evaluated("if = 3 x", { x: 1 }))).to.equal(3);
  });

  it("is the one piece alone, for random pieces and places (seed 20261127)", () => {
    const pieces = ["x^2", "2 x - 1", "sin(x)", "exp(-x)", "x/3", "7", "ln(x + 20)"];
    const piece = fc.constantFrom(...pieces);
    const tenth = fc.integer({ min: -80, max: 80 }).map((n) => n / 8);
    fc.assert(
      fc.property(piece, piece, piece, tenth, tenth, tenth, (a, b, c, low, high, x) => {
        const whole = `y = {${a} if x < ${low}; ${b} if x <= ${high}; ${c} otherwise}`;
        const alone = x < low ? a : x <= high ? b : c;
        const [found, wanted] = [evaluated(whole, { x }), evaluated(`y = ${alone} + 0 x`, { x })];
        expect(valueOf(found), whole).to.equal(valueOf(wanted));
      }),
      { seed: 20_261_127, numRuns: 300 },
    );
  });

  it("stands in expressions of solvers", () => {
    const { canonical, value } = compileExpression("{1 if x < 2; x^2 otherwise}", ["x"], "/f");
    expect(canonical).to.equal("{1 if x < 2; x^2 otherwise}");
    expect([1, 2, 3].map((x) => value(Float64Array.of(x)))).to.deep.equal([1, 4, 9]);
  });

  it("refuses pieces within pieces that would grow without end", () => {
    const nested = `${"f(".repeat(12)}2${")".repeat(12)}`;
    const outcome = evaluated(`y = ${nested}; f(x) = {x^2 + x if x < 1; x otherwise}`, {});
    expect(kindOf(outcome)).to.equal("budget");
  });
});
