/** The uncertainty of a number that stands beside the value. */
import { expect } from "chai";
import * as fc from "fast-check";
import {
  exact,
  formula,
  fromConstant,
  joined,
  levelUncertainty,
  quantitiesOf,
  remainder,
  widened,
} from "../../../protocol/solvers/reading.js";
import { runs } from "../../kit/runs.js";

const reading = (value: number): { value: number; unit: string } => ({ value, unit: "m" });

describe("solvers: numbers beside the value", () => {
  it("covers the rest of sequences that fall with their order, whatever the order", () => {
    const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(
        number,
        fc.double({ min: 1e-6, max: 1e3, noNaN: true }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.constantFrom(1, 2, 4, 8),
        fc.integer({ min: 2, max: 5 }),
        (limit, factor, bent, order, levels) => {
          // limit + factor h^p (1 + bent h), h halved from 1/8 on.
          const at = (level: number): number => {
            let h = 0.125;
            for (let k = 0; k < level; k += 1) h /= 2;
            let part = factor;
            for (let k = 0; k < order; k += 1) part *= h;
            return limit + part * (1 + bent * h);
          };
          const values = Array.from({ length: levels }, (_, level) => at(level));
          const error = Math.abs(values.at(-1)! - limit);
          expect(error).to.be.at.most(3 * levelUncertainty(values, order));
        },
      ),
      { numRuns: runs(300, 30_000) },
    );
  });

  it("takes no accident of two levels for knowledge", () => {
    // The last two agree, the two before differ: what the scheme leaves of that is still there.
    expect(levelUncertainty([1, 2, 2], 2)).to.equal(0.25);
    expect(levelUncertainty([1, 1.5, 1.75], 2)).to.equal(0.25);
    // Changes that do not fall are counted three times.
    expect(levelUncertainty([1, 1.5, 2], 2)).to.equal(1.5);
    expect(levelUncertainty([5], 2)).to.equal(5);
  });

  it("reads each number from the runs that have it", () => {
    const quantities = quantitiesOf(
      [{ a: reading(1) }, { a: reading(1.5), b: reading(4) }, { a: reading(2), b: reading(3) }],
      1,
    );
    expect(quantities).to.deep.equal({
      a: { value: 2, unit: "m", uncertainty: 1.5 },
      b: { value: 3, unit: "m", uncertainty: 1 },
    });
    const broken = quantitiesOf([{ a: reading(Number.NaN) }, { a: reading(2) }], 1);
    expect(broken["a"]!.uncertainty).to.equal(2);
  });

  it("keeps what a run states itself, and adds what a constant leaves open", () => {
    const last = { a: { ...reading(2), uncertainty: 3 }, b: exact(7) };
    const changed = { a: reading(2.5), b: exact(7) };
    const quantities = quantitiesOf([fromConstant(last, changed, 8)], 2);
    expect(quantities["a"]).to.deep.equal({ value: 2, unit: "m", uncertainty: 5 });
    expect(quantities["b"]).to.deep.equal({ value: 7, unit: "1", uncertainty: 0 });
  });

  it("widens what is not exact, and nothing else", () => {
    const all = { a: { value: -4, unit: "m", uncertainty: 1 }, n: exact(12) };
    expect(widened(all, 0.5)).to.deep.equal({
      a: { value: -4, unit: "m", uncertainty: 3 },
      n: exact(12),
    });
    expect(widened(all, 0)).to.equal(all);
  });

  it("knows a closed form to its roundings, and a remainder to its size", () => {
    expect(formula(1, "m").uncertainty).to.be.within(1e-15, 1e-14);
    expect(formula(1, "m", 3).uncertainty).to.be.closeTo(3, 1e-12);
    expect(remainder(-2, "m")).to.deep.equal({ value: -2, unit: "m", uncertainty: 2 });
    expect(joined(3e200, 4e200) / 5e200).to.be.closeTo(1, 1e-15);
    expect(joined(0, 0)).to.equal(0);
  });
});
