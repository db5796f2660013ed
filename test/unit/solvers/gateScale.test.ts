/** What a precision is relative to is part of the answer, and no step is ok above its bound. */
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { protocolMember, timelessMembers } from "../../../protocol/kernel/answer.js";
import { solve as solveJob } from "../../../protocol/kernel/solved.js";
import { gateOf } from "../../../protocol/solvers/gate.js";
import { climb } from "../../../protocol/solvers/ladder.js";
import { fea } from "../../../protocol/solvers/fea/solver.js";
import { heat } from "../../../protocol/solvers/heat/solver.js";
import { solve } from "../../../protocol/solvers/solve/solver.js";
import { wave } from "../../../protocol/solvers/wave/solver.js";
import type { Solver } from "../../../protocol/solvers/solver.js";
import type { Body } from "./motion.js";

interface Stated {
  readonly value: number;
  readonly uncertainty: number;
  readonly seal_kind: string;
  readonly precision_scale: {
    readonly of: string;
    readonly scale?: number;
    readonly unit?: string;
  };
  readonly calcond_variance: number;
  readonly cko?: unknown;
  readonly steps: readonly {
    readonly step: number;
    readonly status: string;
    readonly detail?: string;
  }[];
}

function stated(solver: Solver, body: Body): Stated {
  const { kernel } = solveJob(nodeCrypto, solver, body, "none", { aborted: false });
  const members: Omit<Stated, "steps"> = JSON.parse(`{${timelessMembers(kernel)}}`);
  const { protocol }: { protocol: Stated["steps"] } = JSON.parse(`{${protocolMember(kernel)}}`);
  return { ...members, steps: protocol };
}

function statusOf({ steps }: Stated, number: number): string {
  return steps.find(({ step }) => step === number)!.status;
}

describe("solvers: what a precision is relative to", () => {
  it("says that a cold tail is known to a part of its field", () => {
    const cold = stated(heat, {
      alpha: 1e-4,
      length: 1,
      dim: 1,
      t_end: 5,
      initial: 0,
      boundary: { left: 0, right: 100 },
      probe: 0.5,
    });
    // 100 erfc(0.5 / (2 sqrt(alpha t))), 3e-54 K: mpmath.
    expect(Math.abs(cold.value)).to.be.at.most(3 * cold.uncertainty);
    expect(cold.seal_kind).to.equal("observable-differential");
    expect(cold.precision_scale).to.deep.equal({ of: "field", scale: 100, unit: "K" });
    expect(statusOf(cold, 4)).to.equal("warning");
    expect(statusOf(cold, 5)).to.equal("warning");
  });

  it("answers a component that passes through zero, by the scale of its orbit", () => {
    // sin of the double nearest pi is 1.2246e-16.
    const orbit = stated(solve, {
      system: {
        equations: ["dx/dt = v", "dv/dt = -x"],
        initial: { x: 0, v: 1 },
        t_end: Math.PI,
      },
    });
    expect(Math.abs(orbit.value - 1.2246467991473532e-16)).to.be.at.most(3 * orbit.uncertainty);
    expect(orbit.seal_kind).to.equal("observable-differential");
    expect(orbit.precision_scale.of).to.equal("field");
  });

  it("says ok at no step beside a figure above the bound", () => {
    const coarse = stated(fea, {
      E: 1e9,
      nu: 0.3,
      length: 10,
      height: 1,
      load: 1000,
      mesh: [2, 1],
    });
    expect(statusOf(coarse, 4)).to.equal("warning");
    expect(coarse.seal_kind).to.equal("observable-differential");
    expect(coarse.precision_scale).to.deep.equal({ of: "value" });
  });

  it("varies by the scale of the gate, and shifts nothing that was not computed again", () => {
    const node = stated(wave, {
      c: 1,
      length: 1,
      dim: 1,
      initial: "sin(pi*x)",
      velocity: 0,
      t_end: 0.5,
    });
    expect(node.calcond_variance).to.be.below(0.0091);
    expect(node).to.not.have.property("cko");
    const rough = climb({
      start: 4,
      formalOrder: 2,
      scale: 0,
      at: (n) => ({ value: 1 + 8 / (n * n), run: null }),
    });
    expect(rough.error.recomputed).to.equal(true);
    const smooth = climb({
      start: 4,
      formalOrder: 2,
      scale: 0,
      at: (n) => ({ value: 1 + 1e-3 / (n * n), run: null }),
    });
    expect(smooth.error).to.not.have.property("recomputed");
  });

  it("bounds nothing by two equal runs", () => {
    const equal = {
      relative: 0,
      scale: 0,
      method: "step-halving",
      levels: [
        { resolution: 1, value: 6 },
        { resolution: 2, value: 6 },
      ],
    } as const;
    expect(gateOf(equal, 6).error).to.be.at.least(2 ** -53);
    expect(gateOf({ ...equal, method: "certificate" }, 6).error).to.equal(0);
    expect(gateOf({ ...equal, scale: 10 }, 1e-20).scaleOf).to.equal("field");
    expect(gateOf({ ...equal, scale: 10, relative: 1e-9 }, 1).scaleOf).to.equal("value");
    expect(gateOf({ ...equal, scale: 10, relative: 1e-9 }, 1).error).to.be.closeTo(1e-8, 1e-20);
    expect(gateOf({ ...equal, relative: Number.POSITIVE_INFINITY }, 0).passed).to.equal(false);
  });
});
