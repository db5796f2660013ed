/**
 * Systems whose forcing is late, short or periodic. Values at 30 digits by mpmath (`quad` between
 * the break points of each forcing, or the exact solution).
 */
import { expect } from "chai";
import { assert, double, property } from "fast-check";
import { solve as system } from "../../../protocol/solvers/solve/solver.js";
import { refusalOf, solve, type Body } from "./motion.js";

const SEED = 20261126;
const COVER = 3;

type Case = readonly [
  equations: readonly string[],
  initial: Record<string, number>,
  tEnd: number,
  value: number,
];

const CASES: readonly Case[] = [
  [["dy/dt = -y + 100 exp(-((t-50)/0.01)^2)"], { y: 0 }, 51, 0.6520656336103636],
  [["dy/dt = -y + 100 (heaviside(t-50) - heaviside(t-50.1))"], { y: 0 }, 51, 3.869021856915679],
  [["dy/dt = heaviside(t-70) - heaviside(t-70.001)"], { y: 0 }, 100, 0.001],
  [["dx/dt = exp(-((t-50.123)/0.001)^2)*1000/sqrt(pi)"], { x: 0 }, 100, 1],
  [["dy/dt = y*sin(256*pi*t)^2"], { y: 1 }, 1, 1.6487212707001282],
  [["dy/dt = -y + 100*heaviside(0.01-mod(t,10))"], { y: 0 }, 51, 0.3697417713107847],
  [["dy/dt = 1/(1+((t-30)/0.001)^2)"], { y: 0 }, 100, 0.0031415450345421876],
  [["dy/dt = 1/cosh((t-50)/0.0001)"], { y: 0 }, 100, 0.0003141592653589793],
  [["dy/dt = max(0, 1-abs(t-50)/0.01)"], { y: 0 }, 100, 0.01],
  [["dy/dt = floor(t)-2*abs(sin(3*t))"], { y: 0 }, 51, 1209.9390868772371],
  // The same pulses in a variable that is the time: nothing in the equation says so.
  [["dz/dt = exp(-((y-50.123)/0.001)^2)", "dy/dt = 1"], { z: 1, y: 0 }, 100, 1.0017724538509054],
  [["dz/dt = heaviside(y-70)-heaviside(y-70.001)", "dy/dt = 1"], { z: 0, y: 0 }, 100, 0.001],
  // cos 6000: many steps, none of them stiff.
  [["dx/dt = v", "dv/dt = -x"], { x: 1, v: 0 }, 6000, 0.9039115103477952],
];

function ask(
  equations: readonly string[],
  initial: Record<string, number>,
  t_end: number,
): { value: number; u: number } {
  const { gate, result } = solve(system, { system: { equations, initial, t_end } });
  return { value: result.value, u: gate.error * Math.max(Math.abs(result.value), gate.scale) };
}

describe("solver solve: forcings", () => {
  for (const [equations, initial, tEnd, value] of CASES) {
    it(`${equations.join("; ")} to ${tEnd}`, () => {
      const { u, value: found } = ask(equations, initial, tEnd);
      expect(u).to.be.greaterThan(0);
      expect(Math.abs(found - value)).to.be.at.most(COVER * u);
    });
  }

  it("finds a pulse in a stiff system", () => {
    // By the exact solution of y' = -1000 (y - p(t)): y(50.5) = 1000 times the pulse's tail, 0; the
    // sum s of p itself is its area.
    const { u, value } = ask(
      ["ds/dt = exp(-((t-50)/0.01)^2)", "dy/dt = -1000000*(y-cos(t))"],
      { s: 0, y: 0 },
      100,
    );
    expect(Math.abs(value - 0.01772453850905516)).to.be.at.most(COVER * u);
  });

  it("finds pulses wherever they are and however narrow", () => {
    assert(
      property(
        double({ min: 1, max: 99, noNaN: true }),
        double({ min: 1e-6, max: 0.1, noNaN: true }),
        (at, width) => {
          const { u, value } = ask([`dy/dt = exp(-((t-${at})/${width})^2)`], { y: 0 }, 100);
          expect(Math.abs(value - 1.772453850905516 * width)).to.be.at.most(COVER * u);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("says why it ends where the jumps are too many", () => {
    const refusal = refusalOf(system, {
      system: { equations: ["dy/dt = sign(sin(100000*t))"], initial: { y: 0 }, t_end: 50 },
    });
    expect(refusal.code).to.equal("DID_NOT_CONVERGE");
    expect(refusal.message).to.match(/jump/);
  });

  it("follows switches that come by the thousand, and names its bound beyond", () => {
    const train = (rate: string, end: number): Body => ({
      system: { equations: [`dx/dt = sign(sin(${rate} t))`], initial: { x: 0 }, t_end: end },
    });
    // Half periods of pi/10 cancel in pairs: 9 of them, then 3 - 0.9 pi down from pi/10.
    const few = solve(system, { ...train("10", 3) });
    const left = Math.PI / 10 - (3 - 0.9 * Math.PI);
    expect(Math.abs(few.result.value - left)).to.be.at.most(3 * few.gate.error * Math.PI);
    // 1018 half periods of pi/1000, then the rest of 3.2.
    const many = solve(system, { ...train("1000", 3.2) });
    const rest = 3.2 - 1.018 * Math.PI;
    expect(Math.abs(many.result.value - rest)).to.be.at.most(1e-9);
    const refused = refusalOf(system, { ...train("1e7", 3) });
    expect(refused.message).to.match(/more places than are followed/);
    expect(refused.members["places"]).to.equal(20_000);
  });
});
