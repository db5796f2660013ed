/**
 * Jobs that could only end at their deadline are refused at once with the bound, or after a counted
 * part of the work.
 */
import { expect } from "chai";
import { quoteJob } from "../../../protocol/economy/price.js";
import { executeJob, prepareJob } from "../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { coveredDoublings, LADDER_DOUBLINGS_MAX } from "../../../protocol/solvers/ladder.js";
import { predatorPrey } from "../../../protocol/solvers/predator-prey/solver.js";
import { isOutOfReach } from "../../../protocol/solvers/sampling.js";
import { SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import { isLong } from "../../kit/runs.js";
import type { Body } from "./motion.js";

const PAIR = {
  G: 1,
  bodies: [
    { m: 1, position: [0, 0, 0], velocity: [0, 0, 0] },
    { m: 0.1, position: [1, 0, 0], velocity: [0, 1, 0] },
  ],
};
const RING = {
  G: 1,
  bodies: Array.from({ length: 400 }, (_, k) => ({
    m: 1,
    position: [Math.cos(k), Math.sin(k), k / 400],
    velocity: [0, 0, 0],
  })),
};

interface Case {
  readonly id: string;
  readonly about: string;
  readonly body: Body;
  readonly reason: string;
  readonly polls: number;
}

const cases: readonly Case[] = [
  {
    id: "predator-prey",
    about: "an orbit below the range of doubles",
    reason: "explosion",
    polls: 10,
    body: { alpha: 1, beta: 1, gamma: 1e-6, delta: 1, x0: 5, y0: 1, quantity: "period" },
  },
  {
    id: "predator-prey",
    about: "a start so far out that doubles cannot follow it, to a time",
    reason: "explosion",
    polls: 2,
    body: { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1, x0: 10, y0: 1_000, t_end: 100 },
  },
  {
    id: "predator-prey",
    about: "the same with a scheme of high order",
    reason: "explosion",
    polls: 2,
    body: {
      alpha: 1.1,
      beta: 0.4,
      gamma: 0.4,
      delta: 0.1,
      x0: 10,
      y0: 1_000,
      t_end: 100,
      method: "dop853",
    },
  },
  {
    id: "predator-prey",
    about: "steps without end",
    reason: "TOO_LARGE",
    polls: 0,
    body: { alpha: 1, beta: 0.1, gamma: 1, delta: 0.1, x0: 10, y0: 5, t_end: 1e12 },
  },
  {
    id: "grid",
    about: "a grid far too stiff after the fault",
    reason: "TOO_LARGE",
    polls: 400,
    body: { H: 3, f0: 50, Pm: 0.9, Pmax: 2, PmaxFault: 0.5, PmaxPost: 1e14 },
  },
  {
    id: "tumour",
    about: "a front over millions of its widths",
    reason: "TOO_LARGE",
    polls: 0,
    body: { D: 1, r: 1000, initial: { step: 1 }, t_end: 10 },
  },
  {
    id: "multibody",
    about: "steps without end",
    reason: "TOO_LARGE",
    polls: 0,
    body: { ...PAIR, dt: 0.01, t_max: 1e12 },
  },
  {
    id: "multibody",
    about: "pairs without end",
    reason: "TOO_LARGE",
    polls: 0,
    body: { ...RING, dt: 0.001, t_max: 1000 },
  },
  {
    id: "chaos",
    about: "an average of a flow that turns too fast",
    reason: "TOO_LARGE",
    polls: 0,
    body: { sigma: 1000, rho: 10_000, beta: 3, initial: [1, 1, 1] },
  },
  {
    id: "climate",
    about: "a sphere for a million years",
    reason: "TOO_LARGE",
    polls: 0,
    body: { H: 5000, omega: 7e-5, radius: 6e6, g: 9.8, t_end: 3e13, initial: "cos(y)" },
  },
];

describe("solvers: budgets", () => {
  for (const { about, body, id, polls, reason } of cases) {
    it(`${id}: ${about}`, async () => {
      const solver = await loadSolver(id);
      let asked = 0;
      const stop = {
        get aborted(): boolean {
          asked += 1;
          return false;
        },
      };
      let refusal: unknown = null;
      try {
        executeJob(solver, body, stop);
      } catch (error) {
        refusal = error;
      }
      if (!(refusal instanceof SolverRefusal)) throw refusal;
      expect(refusal.members["reason"]).to.equal(reason);
      if (reason === "TOO_LARGE")
        expect(refusal.members["need"]).to.be.above(Number(refusal.members["limit"]));
      // Each look at the stop flag stands for some milliseconds of work.
      expect(asked).to.be.at.most(polls);
    });
  }

  it("a ladder does no work beyond what its price covers, and three levels always", () => {
    for (let bits = 0n; bits < 40n; bits += 1n) {
      for (const declared of [1n << bits, (7n << bits) / 5n]) {
        const doublings = coveredDoublings(declared);
        const done = (declared * ((2n << BigInt(doublings)) - 1n)) / 7n;
        expect(doublings).to.be.within(2, LADDER_DOUBLINGS_MAX);
        if (doublings > 2) {
          expect(quoteJob(done).credits, `${declared}`).to.equal(quoteJob(declared).credits);
        }
      }
    }
    // A cheap ladder climbs all of it: 9 times its three levels are below 2^28.
    expect(coveredDoublings(1n << 24n)).to.equal(LADDER_DOUBLINGS_MAX);
  });

  describe("predator-prey: an orbit far out, y0 = 200", () => {
    // Seconds of processor time at t_end = 1000: the count, and not the clock, is held.
    const PREDATORS = { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1, x0: 10, y0: 200 };
    const far = (t_end: number): Body => ({
      ...PREDATORS,
      t_end,
    });
    /** Steps between two looks at the stop flag. */
    const LOOK = 4_096;
    const run = (
      body: Body,
      leaves: number,
    ): { readonly looks: number; readonly ended: string } => {
      let looks = 0;
      const stop = {
        get aborted(): boolean {
          looks += 1;
          return looks >= leaves;
        },
      };
      try {
        executeJob(predatorPrey, body, stop);
      } catch (error) {
        return { looks, ended: error instanceof Stopped ? "stopped" : "refused" };
      }
      return { looks, ended: "value" };
    };

    it("takes no more steps than all of its levels have", () => {
      const body = far(isLong ? 1_000 : 20);
      const { looks, ended } = run(body, Number.POSITIVE_INFINITY);
      expect(ended).to.not.equal("stopped");
      // Four evaluations a step, and three levels, 7 of the first one's steps, are planned.
      const first = Number(prepareJob(predatorPrey, body).work) / 4 / 7;
      const levels = LADDER_DOUBLINGS_MAX + 1;
      expect(looks).to.be.above(1);
      expect(looks).to.be.at.most(Math.ceil((first * (2 ** levels - 1)) / LOOK) + levels);
    });

    it("ends at the first look after its caller left, wherever that is", () => {
      for (const leaves of [1, 2, 7, 40]) {
        const { looks, ended } = run(far(1_000), leaves);
        expect(ended).to.equal("stopped");
        expect(looks).to.equal(leaves);
      }
    });
  });
});

describe("solvers: samples that cannot suffice", () => {
  it("are given up by the errors of the first levels, with a margin of three", () => {
    // Nine doublings take sqrt(512) = 22.6 off an error; six of them are left after the fourth level.
    expect(isOutOfReach(1, 2, 9)).to.equal(false);
    expect(isOutOfReach(3.1 * 1e-3 * 8, 3, 9)).to.equal(true);
    expect(isOutOfReach(2.9 * 1e-3 * 8, 3, 9)).to.equal(false);
    expect(isOutOfReach(1, 9, 9)).to.equal(false);
  });
});
