import { expect } from "chai";
import { evolve } from "../../../protocol/solvers/evolve/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const body = { n: 108, rho: 0.8442, T0: 1.44, dt: 0.004, t_end: 0.4, r_c: 2.4 };
const pair = {
  positions: [
    [1, 1, 1],
    [2.2, 1.1, 0.9],
    [1.4, 2.3, 1.2],
  ],
  velocities: [
    [0, 0.1, 0],
    [0, -0.2, 0.1],
    [0.1, 0, 0],
  ],
  box: 8,
};

describe("solver evolve", () => {
  checkCommon(evolve, body);

  it("names what a mode misses, and refuses what does not belong together", () => {
    expect(missingOf(evolve, { positions: pair.positions, t_end: 1, box: 8 })).to.equal("T0");
    expect(missingOf(evolve, { ...body, units: "si" })).to.equal("epsilon");
    expect(missingOf(evolve, { n: 108, rho: 0.8, T0: 1, steps: 5 })).to.equal("dt");
    for (const bad of [
      { epsilon: 1e-21, units: "lj" },
      { tail: true },
      { steps: 3 },
      { r_c: 3 },
      { n: 1 },
      { potential: "morse" },
    ]) {
      expect(refusalOf(evolve, { ...body, ...bad }).code, JSON.stringify(bad)).to.equal(
        "INVALID_BODY",
      );
    }
    expect(refusalOf(evolve, { ...pair, t_end: 1, velocities: [[0, 0, 0]] }).code).to.equal(
      "INVALID_BODY",
    );
  });

  it("goes on from a state bit for bit, whatever the neighbour lists were", () => {
    const long = { ...body, dt: 1 / 256 };
    const whole = solve(evolve, { ...long, t_end: 0.75 }).result;
    const first = solve(evolve, { ...long, t_end: 0.25 }).result;
    const second = solve(evolve, {
      dt: 1 / 256,
      t_end: 0.5,
      r_c: 2.4,
      initialState: first.state,
    }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("takes other velocities from another seed, at the same temperature", () => {
    const one = solve(evolve, body).result;
    const other = solve(evolve, { ...body, seed: 5 }).result;
    expect(other.value).to.be.closeTo(one.value, 1e-3);
    expect(other.value).not.to.equal(one.value);
    expect(one.prng).to.deep.equal({ name: "philox4x32-10", seed: "0" });
    expect(one.fields[1]!.data[0]).to.be.closeTo(1.44, 1e-12);
  });

  it("errs with the square of the step in the energy", () => {
    const exact = valueAt(solve(evolve, { ...pair, steps: 0 }), "value");
    const errorAt = (dt: number): number =>
      Math.abs(solve(evolve, { ...pair, dt, t_end: 1.6 }).result.value - exact);
    expect(Math.log2(errorAt(0.004) / errorAt(0.002))).to.be.within(1.7, 2.3);
  });

  it("says of its error no less than the energy it lost, at whole numbers of steps and at others", () => {
    const { value: exact } = solve(evolve, {
      ...body,
      t_end: undefined,
      dt: undefined,
      steps: 0,
    }).result;
    for (const [dt, steps, first] of [
      [0.003, 60, 30],
      [0.003, 61, 61],
      [0.0065, 40, 40],
    ] as const) {
      const { gate, result } = solve(evolve, { ...body, t_end: undefined, dt, steps });
      expect(Math.abs(result.value - exact)).to.be.at.most(
        gate.error * Math.abs(result.value) * (1 + 1e-9),
      );
      expect(gate.error).to.be.within(1e-9, 1e-2);
      expect(gate.levels[0]!.resolution).to.equal(first);
    }
  });

  it("does not care where the box begins, how it is turned, or how atoms are numbered", () => {
    const run = { ...pair, dt: 0.002, t_end: 0.5 };
    const plain = solve(evolve, run).result.value;
    const changed = (
      change: (row: readonly number[]) => number[],
      moved: readonly number[],
    ): number =>
      solve(evolve, {
        ...run,
        positions: pair.positions.map((row) => change(row).map((x, i) => x + moved[i]!)),
        velocities: pair.velocities.map(change),
      }).result.value;
    expect(changed((row) => [...row], [7.5, -20, 3])).to.be.closeTo(plain, 1e-12);
    expect(changed(([x, y, z]) => [y!, z!, x!], [0, 0, 0])).to.be.closeTo(plain, 1e-12);
    expect(
      solve(evolve, {
        ...run,
        positions: pair.positions.toReversed(),
        velocities: pair.velocities.toReversed(),
      }).result.value,
    ).to.be.closeTo(plain, 1e-12);
  });

  it("is recomputed from the energy it returns, and shows shells in g(r)", () => {
    const { fields, invariants, named, outputs, value } = solve(evolve, body).result;
    expect(outputs["potential_energy"]!.value + outputs["kinetic_energy"]!.value).to.be.closeTo(
      value,
      1e-12,
    );
    expect((outputs["temperature"]!.value * 1.5 * 107) / 108).to.be.closeTo(
      outputs["kinetic_energy"]!.value,
      1e-12,
    );
    const energies = fields[2]!.data;
    const drift =
      (100 * Math.max(...energies.map((energy) => Math.abs(energy - energies[0]!)))) /
      Math.abs(energies[0]!);
    expect(drift).to.be.closeTo(Number(named["energyDriftPct"]), 1e-9);
    expect(invariants[1]!.driftPct).to.be.below(1e-9);
    const g = fields[0]!.data;
    expect(Math.max(...g.slice(0, 30))).to.equal(0);
    expect(Math.max(...g)).to.be.above(2);
  });

  it("sums the same over cells as over all pairs", () => {
    // 1,372 atoms have cells; the lattice sum does not depend on how many atoms repeat it.
    const at = (n: number): number =>
      valueAt(solve(evolve, { n, rho: 0.8442, T0: 0, steps: 0, cutoff: "truncated" }), "value");
    expect(at(1_372)).to.be.closeTo(at(256), 1e-11);
    expect(at(1_372)).to.be.closeTo(-6.7733681, 5e-8);
  });

  it("finds a step of its own where none is given", () => {
    const { gate, result } = solve(evolve, { ...pair, t_end: 1 });
    expect(gate.sealKind).to.equal("observable");
    expect(gate.levels.length).to.be.at.least(2);
    expect(result.assumed.map(({ name }) => name)).to.include("dt");
  });
});
