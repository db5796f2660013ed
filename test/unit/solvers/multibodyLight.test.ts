/**
 * Light bodies are watched singly: an ejected one shows, though the energy of the whole does not
 * move.
 */
import { expect } from "chai";
import { assert, double, property } from "fast-check";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { multibody } from "../../../protocol/solvers/multibody/solver.js";
import { refusalOf, solve } from "./motion.js";

const PERIOD = 6.283185307179586;

/** At the far end of an ellipse of semi-axis 1 about a unit mass with G = 1 (vis-viva). */
function eccentric(
  m: number,
  e: number,
  subject: number,
  dt: number | undefined,
): Record<string, unknown> {
  return {
    G: 1,
    t_max: PERIOD,
    ...(dt === undefined ? {} : { dt }),
    subject,
    bodies: [
      { m: 1, position: [0, 0], velocity: [0, 0] },
      { m, position: [1 + e, 0], velocity: [0, Math.sqrt((1 - e) / (1 + e))] },
    ],
  };
}

describe("solver multibody: light bodies", () => {
  it("refuses a step that throws a test particle out, whichever body is the subject", () => {
    for (const m of [0, 1e-30, 1e-10]) {
      for (const subject of [0, 1]) {
        const refusal = refusalOf(multibody, eccentric(m, 0.999, subject, 0.01));
        expect(refusal.code, `${m} ${subject}`).to.equal("ENERGY_NOT_CONSERVED");
      }
    }
    expect(refusalOf(multibody, eccentric(0, 0.999, 1, 0.01)).members["body"]).to.equal(1);
  });

  it("returns a test particle to where it began after one period (Kepler's third law)", () => {
    for (const dt of [undefined, 0.0005]) {
      const { gate, result } = solve(multibody, eccentric(0, 0.9, 1, dt));
      expect(result.value).to.be.closeTo(1.9, 3 * Math.max(gate.error * 1.9, 1e-12));
    }
  });

  it("passes a particle in the field of bodies that move, and sees it lost among them", () => {
    // Restricted problem of three bodies: the work of the two stars is counted.
    const stars = [
      { m: 0.5, position: [0.5, 0], velocity: [0, 0.5] },
      { m: 0.5, position: [-0.5, 0], velocity: [0, -0.5] },
    ];
    assert(
      property(double({ min: 3, max: 6, noNaN: true }), (r) => {
        const bodies = [...stars, { m: 0, position: [r, 0], velocity: [0, Math.sqrt(1 / r)] }];
        const body = { G: 1, t_max: 40, subject: 0, bodies };
        expect(solve(multibody, { ...body, dt: 0.02 }).gate.passed).to.equal(true);
      }),
      { numRuns: 10 },
    );
    const close = { m: 0, position: [0.5005, 0], velocity: [0, 0.5] };
    const lost = { G: 1, t_max: 4, subject: 0, dt: 0.05, bodies: [...stars, close] };
    expect(() => solve(multibody, lost)).to.throw(SolverRefusal);
  });
});
