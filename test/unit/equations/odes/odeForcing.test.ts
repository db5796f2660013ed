/**
 * Rates that are zero, or at one phase, on every point of the first grids: late pulses, switches,
 * periods that divide the steps. Values at 30 digits by mpmath, from the integral of each rate
 * between its jumps (`quad` with break points), or from the exact solution that stands beside it.
 */
import { expect } from "chai";
import { assert, double, property } from "fast-check";
import { exp } from "../../../../protocol/math/index.js";
import { runs } from "../../../kit/runs.js";
import { ask, valued } from "../outcomes.js";

const SEED = 20261126;
/** Standard uncertainties within which every value lies. */
const COVER = 3;

type Case = readonly [equation: string, inputs: Readonly<Record<string, number>>, value: number];

const CASES: readonly Case[] = [
  // exp(r t), exp(1/2)
  ["dN/dt = r N (1-cos(2 pi t))", { r: 0.01, N_0: 1, t: 256 }, 12.935817315543076],
  ["dy/dt = y sin(256 pi t)^2", { y_0: 1, t: 1 }, 1.6487212707001282],
  // 1 + sqrt(pi)/1000
  ["dy/dt = exp(-((t-37.123)/0.001)^2)", { y_0: 1, t: 100 }, 1.0017724538509054],
  ["dy/dt = -y + 100 (heaviside(t-50) - heaviside(t-50.1))", { y_0: 0, t: 51 }, 3.869021856915679],
  ["d2y/dt2 = -y + 1000 exp(-((t-70.5)/0.003)^2)", { y_0: 0, v_0: 0, t: 80 }, -0.3996047794754294],
  ["dy/dt = -k y + mod(t,5)", { y_0: 0, k: 1, t: 23 }, 2.2506240328783846],
  ["dy/dt = a sign(sin(w t))", { y_0: 0, a: 1, w: 1, t: 23 }, 2.132741228718346],
  // (arctan 30000 + arctan 70000)/1000
  ["dy/dt = 1/(1+((t-30)/0.001)^2)", { y_0: 0, t: 100 }, 0.0031415450345421876],
  ["dy/dt = floor(t) - 2 abs(sin(3 t))", { y_0: 0, t: 51 }, 1209.9390868772371],
  ["dy/dt = max(0, 1 - abs(t-50)/0.01)", { y_0: 0, t: 100 }, 0.01],
  // 2*0.001, the distance of the two fronts
  ["dy/dt = tanh((t-50)/0.0001) - tanh((t-50.001)/0.0001)", { y_0: 0, t: 100 }, 0.002],
];

describe("equations: rates that change by the independent variable alone", () => {
  for (const [equation, inputs, value] of CASES) {
    it(equation, () => {
      const answer = valued(ask(equation, inputs));
      expect(answer.absoluteBound).to.be.greaterThan(0);
      expect(Math.abs(answer.value - value)).to.be.at.most(COVER * answer.absoluteBound);
      expect(answer.absoluteBound).to.be.at.most(1e-4 * Math.abs(value));
    });
  }

  it("covers, or refuses, a pulse that the state runs into", () => {
    // y = 1 + t but for the pulse, which adds 0.001 times the integral of g/(1 + g), 1.07246.
    const outcome = ask("dy/dt = exp(-((y-37.123)/0.001)^2) + 1", { y_0: 1, t: 100 });
    if (outcome.status !== "value") return;
    expect(Math.abs(outcome.value - 101.00107246)).to.be.at.most(COVER * outcome.absoluteBound);
  });

  it("covers, or refuses, a switch that holds the state where it is", () => {
    // Filippov: y comes to a after |y_0 - a| and stays. Steps that begin and end there read the rates
    // on both sides of it.
    assert(
      property(
        double({ min: -50, max: 50, noNaN: true }),
        double({ min: 100, max: 1_000, noNaN: true }),
        double({ min: 1_100, max: 3_000, noNaN: true }),
        (a, start, t) => {
          const outcome = ask("dy/dt = -sign(y - a)", { a, y_0: start, t });
          if (outcome.status !== "value") return;
          expect(Math.abs(outcome.value - a)).to.be.at.most(COVER * outcome.absoluteBound);
        },
      ),
      { seed: SEED, numRuns: runs(30, 10_000) },
    );
  });

  it("covers a rate whose phase the first grids cannot follow", () => {
    // scipy's DOP853, rtol 3e-14, steps of 1e-4.
    const answer = valued(ask("dy/dt = sin(y t)", { y_0: 1_000, t: 50 }));
    expect(Math.abs(answer.value - 999.3754359097)).to.be.at.most(COVER * answer.absoluteBound);
  });

  it("finds pulses wherever they are and however narrow", () => {
    assert(
      property(
        double({ min: 1, max: 99, noNaN: true }),
        double({ min: 1e-5, max: 0.3, noNaN: true }),
        (at, width) => {
          const answer = valued(
            ask("dy/dt = exp(-((t-a)/w)^2)", { y_0: 1, t: 100, a: at, w: width }),
          );
          // sqrt(pi) w; the tails beyond the ends are below 1e-4 of what is left at 0.3.
          const exact = 1 + 1.772453850905516 * width;
          const tail = width * exp(-((at / width) * (at / width)));
          const other = width * exp(-(((100 - at) / width) * ((100 - at) / width)));
          expect(Math.abs(answer.value - exact)).to.be.at.most(
            COVER * answer.absoluteBound + tail + other,
          );
        },
      ),
      { seed: SEED, numRuns: runs(20, 60) },
    );
  });

  it("finds switches wherever they are, forwards and backwards", () => {
    assert(
      property(
        double({ min: 0.1, max: 99, noNaN: true }),
        double({ min: 1e-6, max: 0.9, noNaN: true }),
        (at, width) => {
          const equation = "dy/dt = heaviside(t-a) - heaviside(t-b)";
          const b = at + width;
          const forth = valued(ask(equation, { y_0: 1, t: 100, a: at, b }));
          expect(Math.abs(forth.value - 1 - (b - at))).to.be.at.most(
            COVER * forth.absoluteBound + 1e-13,
          );
          const back = valued(ask(equation, { y_0: 1, t_0: 100, t: 0, a: at, b }));
          expect(Math.abs(back.value - 1 + (b - at))).to.be.at.most(
            COVER * back.absoluteBound + 1e-13,
          );
        },
      ),
      { seed: SEED, numRuns: runs(20, 60) },
    );
  });

  it("follows any period, also one that divides the steps", () => {
    assert(
      property(double({ min: 0.5, max: 900, noNaN: true }), (cycles) => {
        for (const n of [cycles, Math.round(cycles) + 1]) {
          const answer = valued(ask("dy/dt = sin(2 pi n t)^2", { y_0: 0, t: 1, n }));
          const phase = 4 * Math.PI * n;
          const exact = 0.5 - sine(phase) / (2 * phase);
          expect(Math.abs(answer.value - exact), `${n}`).to.be.at.most(
            COVER * answer.absoluteBound + 1e-13,
          );
        }
      }),
      { seed: SEED, numRuns: runs(10, 30) },
    );
  });
});

function sine(x: number): number {
  return Math.sin(x);
}
