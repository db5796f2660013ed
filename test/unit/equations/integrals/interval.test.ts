/** Intervals hold every value that an expression has in them: random expressions, random boxes. */
import { expect } from "chai";
import { assert, constantFrom, double, integer, letrec, oneof, property, tuple } from "fast-check";
import { IntervalRun } from "../../../../protocol/equations/integrals/interval.js";
import { compileExpression } from "../../../../protocol/solvers/expression.js";

const NAMES = ["x", "y"];
const leaf = oneof(
  constantFrom("x", "y", "pi"),
  integer({ min: 1, max: 60 }).map((n) => String(n / 8)),
);
const { term } = letrec<{ term: string }>((tie) => ({
  term: oneof(
    { maxDepth: 4 },
    leaf,
    tuple(constantFrom("+", "-", "*", "/"), tie("term"), tie("term")).map(
      ([op, a, b]) => `(${a} ${op} ${b})`,
    ),
    tuple(
      constantFrom(
        ..."sin cos tan exp ln sqrt abs sinh cosh tanh atan asin acos erf erfc".split(" "),
        ..."floor ceil sign heaviside cbrt asinh".split(" "),
      ),
      tie("term"),
    ).map(([name, a]) => `${name}(${a})`),
    tuple(constantFrom("min", "max"), tie("term"), tie("term")).map(
      ([name, a, b]) => `${name}(${a}, ${b})`,
    ),
    tuple(tie("term"), integer({ min: 2, max: 5 })).map(([a, n]) => `(${a})^${n}`),
  ),
}));
const side = tuple(
  double({ min: -30, max: 30, noNaN: true }),
  double({ min: 0, max: 8, noNaN: true }),
).map(([from, width]) => [from, from + width] as const);

describe("equations: values on intervals", () => {
  it("lie within the range that the interval run gives", () => {
    assert(
      property(term, side, side, (text, [xl, xh], [yl, yh]) => {
        const { root, value } = compileExpression(text, NAMES, "/x");
        const run = new IntervalRun(root, { kinks: true });
        run.unresolvedBox(Float64Array.of(xl, yl), Float64Array.of(xh, yh));
        const [low, high] = run.range;
        if (Number.isNaN(low) || Number.isNaN(high)) return;
        for (let i = 0; i <= 12; i += 1) {
          for (let j = 0; j <= 12; j += 1) {
            const at = [xl + ((xh - xl) * i) / 12, yl + ((yh - yl) * j) / 12];
            const here = value(Float64Array.from(at));
            if (Number.isNaN(here)) continue;
            // Ends are rounded to nearest, each operation on its way.
            const slack = 1e-9 * (Math.abs(here) + Math.abs(low) + Math.abs(high));
            const context = `${text} at ${at.join(", ")}: ${here} outside of [${low}, ${high}]`;
            if (!(slack < Infinity)) continue;
            expect(here >= low - slack && here <= high + slack, context).to.equal(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are all there are where a divisor is too small for a double", () => {
    for (const x of [-5e-324, -1e-70, 1e-70]) {
      const { root } = compileExpression("heaviside(0.125 / x^5)", NAMES, "/x");
      const run = new IntervalRun(root, { kinks: true });
      run.unresolvedBox(Float64Array.of(x, 0), Float64Array.of(x, 0));
      // 0.125/x^5 has the sign of x, and x^5 is nought here.
      expect([...run.range], String(x)).to.deep.equal([0, 1]);
    }
  });

  it("hold the turning points of waves far from zero", () => {
    const { root } = compileExpression("sin(10 x)", NAMES, "/x");
    const run = new IntervalRun(root);
    run.unresolvedBox(Float64Array.of(1.875, 0), Float64Array.of(2.25, 0));
    // sin(6.5 pi) = 1 at x = 2.042.
    expect(run.range[1]).to.equal(1);
    expect(run.range[0]).to.be.closeTo(Math.sin(22.5), 1e-12);
  });
});
