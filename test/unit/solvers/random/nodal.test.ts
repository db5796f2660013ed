/** What the points of a mesh hold of a field with pieces: its content, its centre and its spread. */
import { expect } from "chai";
import * as fc from "fast-check";
import { onNodes } from "../../../../protocol/solvers/fields/nodal.js";
import { evenPoints, samplerOf } from "../../../../protocol/solvers/fields/sampler.js";
import { runs } from "../../../kit/runs.js";

const SEED = 20_261_130;
const CELLS = 16;

/** Sums over the points of a line from 0 to 1, ends with half a cell. */
function momentsOf(text: string, cells: number): readonly [number, number, number] {
  const xs = evenPoints(cells, 1);
  const { data } = onNodes(samplerOf(text, ["x", "y"], "/f"), xs, new Float64Array(1), 0, "/f");
  const sum = (power: number): number =>
    xs.reduce((all, x, i) => {
      const share = i === 0 || i === cells ? 0.5 : 1;
      return all + (share / cells) * x ** power * data[i]!;
    }, 0);
  return [sum(0), sum(1), sum(2)];
}

const place = fc.double({ min: 1 / CELLS, max: 1 - 1 / CELLS, noNaN: true });

describe("solvers: fields with pieces on the points of a mesh", () => {
  it("hold of a box what it holds, wherever it begins in a cell", () => {
    fc.assert(
      fc.property(place, place, fc.double({ min: 0.5, max: 9, noNaN: true }), (p, q, height) => {
        fc.pre(Math.abs(p - q) > 1e-6);
        const [a, b] = [Math.min(p, q), Math.max(p, q)];
        const text = `{${height} if ${a.toFixed(12)} <= x < ${b.toFixed(12)}; 0 otherwise}`;
        const [content, first, second] = momentsOf(text, CELLS);
        expect(content).to.be.closeTo(height * (b - a), 1e-10);
        expect(first).to.be.closeTo((height * (b * b - a * a)) / 2, 1e-10);
        // Hats add a sixth of the square of a cell on the mean.
        const spread = (height * (b - a)) / 6 / (CELLS * CELLS);
        expect(second).to.be.closeTo((height * (b ** 3 - a ** 3)) / 3 + spread, 1e-10);
      }),
      { seed: SEED, numRuns: runs(100, 2_000), endOnFailure: true },
    );
  });

  it("are those of a field that does not change, and of its line, beside a kink too", () => {
    const xs = evenPoints(CELLS, 1);
    for (const at of [0.01, 0.3, 0.5, 0.97]) {
      const sampler = samplerOf(`3 + 2*x + 0*abs(x-${at})`, ["x", "y"], "/f");
      const { data, isAveraged } = onNodes(sampler, xs, new Float64Array(1), 0, "/f");
      expect(isAveraged).to.equal(true);
      for (let i = 1; i < CELLS; i += 1)
        // A cubic moves the points beside by less than 1/60 of what the line rises in a cell.
        expect(data[i]!).to.be.closeTo(3 + 2 * xs[i]!, 2 / CELLS / 60);
    }
  });

  it("hold what a root does to where it begins", () => {
    fc.assert(
      fc.property(place, (a) => {
        const at = Number(a.toFixed(9));
        const [content] = momentsOf(`sqrt(abs(x-${at}))`, CELLS);
        const exact = (2 / 3) * (at ** 1.5 + (1 - at) ** 1.5);
        expect(content).to.be.closeTo(exact, 1e-7);
      }),
      { seed: SEED, numRuns: runs(60, 1_000), endOnFailure: true },
    );
  });
});
