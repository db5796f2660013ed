import { expect } from "chai";
import { cos, exp, sin } from "../../../../protocol/math/index.js";
import { followMesh, integrate } from "../../../../protocol/math/ode/adaptive.js";
import {
  driftsAndKicks,
  type CompositionOrder,
} from "../../../../protocol/math/ode/composition.js";
import { Dop853 } from "../../../../protocol/math/ode/dop853.js";
import { NODES, STAGES } from "../../../../protocol/math/ode/dop853Tableau.js";
import { crossing } from "../../../../protocol/math/ode/event.js";
import type { Rhs } from "../../../../protocol/math/ode/rhs.js";
import { FixedStepper } from "../../../../protocol/math/ode/rungeKutta4.js";

/** y'' = -y with a forcing that makes it depend on t: y = sin t + t. */
const forced: Rhs = (t, y, out) => {
  out[0] = y[1]!;
  out[1] = t - y[0]!;
};
const exact = (t: number): readonly [number, number] => [sin(t) + t, cos(t) + 1];

function orderOf(errorAt: (steps: number) => number, steps: number): number {
  return Math.log2(errorAt(steps) / errorAt(2 * steps));
}

describe("ordinary differential equations", () => {
  it("has tableau rows that add up to their nodes (consistency, Hairer, Norsett and Wanner I, II.1.9)", () => {
    for (const [s, { weight }] of STAGES.entries()) {
      expect(weight.reduce((a, b) => a + b, 0)).to.be.closeTo(NODES[s]!, 1e-14);
    }
    const { at, weight } = STAGES[12]!;
    // Quadrature conditions up to order 8: sum of b c^(q-1) = 1/q.
    for (let q = 1; q <= 8; q += 1) {
      let sum = 0;
      for (const [i, stage] of at.entries()) sum += weight[i]! * NODES[stage]! ** (q - 1);
      expect(sum).to.be.closeTo(1 / q, 1e-14);
    }
  });

  it("converges with order 8, 4 and 1 to the solution in closed form", () => {
    const error =
      (make: () => Pick<FixedStepper, "start" | "step" | "y">) =>
      (steps: number): number => {
        const stepper = make();
        stepper.start(0, Float64Array.of(0, 2));
        for (let i = 0; i < steps; i += 1) stepper.step(6 / steps);
        return Math.hypot(stepper.y[0]! - exact(6)[0], stepper.y[1]! - exact(6)[1]);
      };
    expect(
      orderOf(
        error(() => new Dop853(2, forced)),
        6,
      ),
    ).to.be.within(7.5, 9.3);
    expect(
      orderOf(
        error(() => new FixedStepper(2, forced, "rk4")),
        40,
      ),
    ).to.be.within(3.8, 4.2);
    expect(
      orderOf(
        error(() => new FixedStepper(2, forced, "euler")),
        4_000,
      ),
    ).to.be.within(0.9, 1.1);
  });

  it("keeps its tolerance, and halving its mesh measures what is left", () => {
    const run = integrate({
      rhs: forced,
      t: 0,
      y: Float64Array.of(0, 2),
      tEnd: 20,
      rtol: 1e-10,
      atol: Float64Array.of(1e-10, 1e-10),
    });
    expect(run.status).to.equal("end");
    expect(run.method.t).to.equal(20);
    const coarse = Math.abs(run.method.y[0]! - exact(20)[0]);
    expect(coarse).to.be.below(1e-8);
    const { method } = followMesh({ rhs: forced, t: 0, y: Float64Array.of(0, 2) }, run.mesh, 2);
    const fine = Math.abs(method.y[0]! - exact(20)[0]);
    expect(fine).to.be.below(coarse / 20);
    expect(Math.abs(method.y[0]! - run.method.y[0]!)).to.be.within(0.8 * coarse, 1.2 * coarse);
  });

  it("interpolates between steps with order 7", () => {
    const errorAt = (steps: number): number => {
      const method = new Dop853(2, forced);
      method.start(0, Float64Array.of(0, 2));
      let worst = 0;
      for (let i = 0; i < steps; i += 1) {
        method.step(6 / steps);
        method.interpolate();
        for (const theta of [0.13, 0.5, 0.77]) {
          const { from, h } = method.lastStep;
          worst = Math.max(worst, Math.abs(method.at(theta, 0) - exact(from + theta * h)[0]));
        }
      }
      return worst;
    };
    expect(orderOf(errorAt, 6)).to.be.within(6.7, 9);
  });

  it("says where a solution ends before the time asked for", () => {
    const blow: Rhs = (_t, y, out) => {
      out[0] = y[0]! * y[0]!;
    };
    const { method, status } = integrate({
      rhs: blow,
      t: 0,
      y: Float64Array.of(1),
      tEnd: 2,
      rtol: 1e-9,
    });
    expect(status).to.be.oneOf(["collapsed", "explosion"]);
    expect(method.t).to.be.closeTo(1, 1e-6);
  });

  it("ends at an event, and runs backwards", () => {
    const decay: Rhs = (_t, y, out) => {
      out[0] = -y[0]!;
    };
    const event = integrate({
      rhs: decay,
      t: 0,
      y: Float64Array.of(1),
      tEnd: Number.POSITIVE_INFINITY,
      rtol: 1e-9,
      onStep: ({ y }) => y[0]! < 0.5,
    });
    expect(event.status).to.equal("event");
    const back = integrate({ rhs: decay, t: 0, y: Float64Array.of(1), tEnd: -3, rtol: 1e-12 });
    expect(back.method.y[0]!).to.be.closeTo(exp(3), 1e-9);
  });

  it("finds crossings to the last bit", () => {
    expect(crossing((x) => x * x - 2, 0, -2, 2, 2)).to.be.closeTo(Math.SQRT2, 5e-16);
    expect(crossing((x) => x * x * x, -1, -1, 2, 8)).to.be.closeTo(0, 1e-15);
    expect(crossing((x) => x - 1, 1, 0, 2, 1)).to.equal(1);
  });

  for (const order of [2, 4, 6, 8] as CompositionOrder[]) {
    it(`composes a step of order ${order} that turns back exactly`, () => {
      const { drifts, kicks } = driftsAndKicks(order);
      const go = (steps: number, h: number, from: readonly [number, number]): [number, number] => {
        let [q, p] = from;
        for (let i = 0; i < steps; i += 1) {
          for (let s = 0; s < kicks.length; s += 1) {
            q += drifts[s]! * h * p;
            p -= kicks[s]! * h * sin(q);
          }
          q += drifts[kicks.length]! * h * p;
        }
        return [q, p];
      };
      const fine = go(8_000, 10 / 8_000, [1, 0.5]);
      const steps = { 2: 200, 4: 60, 6: 30, 8: 20 }[order];
      const errorAt = (n: number): number =>
        Math.abs(go(n, 10 / n, [1, 0.5])[0] - (order === 2 ? best : fine)[0]);
      const eight = driftsAndKicks(8);
      const best: [number, number] = [1, 0.5];
      for (let i = 0; i < 1_000; i += 1) {
        for (let s = 0; s < eight.kicks.length; s += 1) {
          best[0] += eight.drifts[s]! * 0.01 * best[1];
          best[1] -= eight.kicks[s]! * 0.01 * sin(best[0]);
        }
        best[0] += eight.drifts[eight.kicks.length]! * 0.01 * best[1];
      }
      expect(orderOf(errorAt, steps)).to.be.within(0.8 * order, 1.25 * order);
      const there = go(50, 0.1, [1, 0.5]);
      const back = go(50, -0.1, there);
      expect(Math.hypot(back[0] - 1, back[1] - 0.5)).to.be.below(1e-12);
    });
  }
});
