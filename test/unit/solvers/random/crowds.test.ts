/**
 * Jumps that stand near to each other, along one axis or across two: means over a plate have closed
 * forms, and what a mesh cannot tell apart is refused with the term and its places.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { numericalUncertainty } from "../../../../protocol/solvers/gate.js";
import { heat } from "../../../../protocol/solvers/heat/solver.js";
import { SolverRefusal } from "../../../../protocol/solvers/refusal.js";
import { runs } from "../../../kit/runs.js";
import { refusalOf, solve } from "../motion.js";
import { acoustic } from "../../../../protocol/solvers/acoustic/solver.js";
import { buckling } from "../../../../protocol/solvers/buckling/solver.js";
import { quantumLevels } from "../../../../protocol/solvers/quantum-levels/solver.js";
import { device } from "../../../../protocol/solvers/device/solver.js";
import { wave } from "../../../../protocol/solvers/wave/solver.js";
import { solve as solveSystem } from "../../../../protocol/solvers/solve/solver.js";

/** The second integral of a remainder by w: its mean is w/2, and what is left has the period w. */
function twice(u: number, w: number): number {
  const [cells, rest] = [Math.floor(u / w), u - w * Math.floor(u / w)];
  return (w * u * u) / 4 - (cells * w ** 3) / 12 + rest ** 3 / 6 - (w * rest ** 2) / 4;
}

const part = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 1_000 }).map((i) => low + ((high - low) * i) / 1_000);
const CROWDS = fc.record({
  a: part(0.3, 3),
  b: part(0.3, 3),
  c: part(0, 1),
  w: part(-3.5, -0.3).map((power) => Number((10 ** power).toPrecision(4))),
});

/** The mean of a plate, which is what is left after a long time; null where it is refused. */
function answerOf(initial: string): { readonly value: number; readonly stated: number } | null {
  try {
    const { result } = solve(heat, {
      alpha: 1,
      lx: 1,
      ly: 1,
      initial,
      boundary: "insulated",
      t_end: 3,
      probe: [0.3, 0.4],
    });
    return { value: result.value, stated: numericalUncertainty(result.error, result.value) };
  } catch (error) {
    if (!(error instanceof SolverRefusal) || error.code !== "DID_NOT_CONVERGE") throw error;
    expect(error.message).to.match(/jumps or bends at .* between [xy] = 0 and 1: [xy] = /);
    return null;
  }
}

describe("solvers: jumps that are not told apart", () => {
  it("across a plate are right in the mean, or refused with the term and its places", () => {
    fc.assert(
      fc.property(CROWDS, fc.boolean(), ({ a, b, c, w }, isFloor) => {
        const of = `${a}*x + ${b}*y + ${c}`;
        const found = answerOf(isFloor ? `floor((${of})/${w})` : `mod(${of}, ${w})`);
        if (found === null) return;
        const corners = twice(a + b + c, w) - twice(a + c, w) - twice(b + c, w) + twice(c, w);
        const rest = corners / (a * b);
        const want = isFloor ? ((a + b) / 2 + c - rest) / w : rest;
        expect(Math.abs(found.value - want)).to.be.at.most(
          3 * found.stated + 1e-9 * Math.abs(want),
        );
      }),
      { numRuns: runs(8, 300), endOnFailure: true },
    );
  });

  it("are named by every solver that refuses them", () => {
    const crowd = (name: string): string => `1+mod(${name}, 1e-5)*1e5`;
    const box = { lx: 1, ly: 1, eps_r: 1, probe: [0.3, 0.4] };
    const line = { dim: 1, c: 1, length: 1, initial: 0, t_end: 0.3, probe: 0.4 };
    const well = { mass: 1, n: 0, extent: [0, 1], ends: "walls", units: "atomic" };
    const bar = { alpha: 1, length: 1, dim: 1, t_end: 0.1, probe: 0.3 };
    const system = {
      equations: [`dx/dt = ${crowd("t")}-x`],
      initial: { x: 0 },
      t_end: 1,
      value: "x",
    };
    for (const [solver, body] of [
      [acoustic, { length: 1, c: 340, ends: "closed-open", area: crowd("x") }],
      [buckling, { length: 1, ends: "pinned-pinned", EI: crowd("x") }],
      [quantumLevels, { ...well, potential: crowd("x") }],
      [device, { ...box, rho: 0, boundary: { left: crowd("y"), right: 0, top: 0, bottom: 0 } }],
      [wave, { ...line, velocity: crowd("x") }],
      [heat, { ...bar, initial: crowd("x"), boundary: "insulated" }],
      [heat, { ...bar, initial: 0, boundary: { left: crowd("t"), right: 0 } }],
      [solveSystem, { system }],
    ] as const) {
      const { message } = refusalOf(solver, body);
      expect(message, solver.card.id)
        .to.match(/mod\([xyt], 1e-5\) jumps or bends at no fewer than \d{4,6} places between/)
        .and.match(/ [xyt] = 0 and (1|0\.1): [xyt] = 0\.00001, 0\.00002, 0\.00003, \.\.\./);
    }
  });
});
