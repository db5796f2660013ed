/** Shallow water on a sphere: what its reference values cannot show by themselves. */
import { expect } from "chai";
import { climate } from "../../../protocol/solvers/climate/solver.js";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { Stopped } from "../../../protocol/solvers/refusal.js";
import { bitsOf, missingOf, refusalOf, solve, type Body } from "./motion.js";

const BUMP = {
  H: 500,
  omega: 3e-5,
  radius: 1.9e6,
  g: 3.7,
  t_end: 6000,
  probe: [0.9, 0.35],
  nx: 48,
  bed: "40 * cos(y)^2 * (1 + 0.5 * cos(2 * x))",
  initial: {
    eta: "3 * exp(-4 * (1 - sin(0.3) * sin(y) - cos(0.3) * cos(y) * cos(x - 1)))",
    u: "4 * cos(y)",
    v: 0,
  },
} as const;

describe("solvers/climate: sphere", () => {
  it("gives the same bits twice, and a run in two parts is the whole", () => {
    const body: Body = { ...BUMP, dt: 100 };
    expect(bitsOf(solve(climate, body))).to.equal(bitsOf(solve(climate, body)));
    const whole = solve(climate, body).result;
    const first = solve(climate, { ...body, t_end: 2300 }).result;
    const { initial: _, ...rest } = body;
    const text: unknown = JSON.parse(JSON.stringify(first.state));
    const second = solve(climate, { ...rest, t_end: 3700, initialState: text }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
    for (const bad of [
      {},
      { columns: 48, t: 1, sphere: "AAAA" },
      { columns: 47, t: 1, sphere: "" },
      { columns: 9e9, t: 0, sphere: "" },
    ]) {
      expect(["INVALID_BODY", "SOLVER_REJECTED"]).to.include(
        refusalOf(climate, { ...rest, initialState: bad }).code,
      );
    }
  });

  it("rescales: lengths by 9, times by 3 (Froude)", () => {
    const { value } = solve(climate, BUMP).result;
    const scaled = solve(climate, {
      ...BUMP,
      H: 4500,
      omega: 1e-5,
      radius: 1.71e7,
      t_end: 18_000,
      bed: `9 * (${BUMP.bed})`,
      initial: { eta: `9 * (${BUMP.initial.eta})`, u: "12 * cos(y)", v: 0 },
    }).result.value;
    expect(scaled / 9).to.be.closeTo(value, 1e-9);
  });

  it("turns with its inputs and mirrors at the equator", () => {
    const { value } = solve(climate, BUMP).result;
    // By a whole number of longitudes the grid turns along.
    const by = Math.PI / 4;
    const turned = (text: string): string => text.replaceAll(/\bx\b(?!p)/g, `(x - ${by})`);
    expect(
      solve(climate, {
        ...BUMP,
        probe: [0.9 + by, 0.35],
        bed: turned(BUMP.bed),
        initial: { ...BUMP.initial, eta: turned(BUMP.initial.eta) },
      }).result.value,
    ).to.be.closeTo(value, 1e-9);
    // The axis of rotation is its own mirror image in the plane of the equator.
    const mirrored = solve(climate, {
      ...BUMP,
      probe: [0.9, -0.35],
      initial: { ...BUMP.initial, eta: BUMP.initial.eta.replaceAll("(y)", "(-y)") },
    });
    expect(mirrored.result.value).to.be.closeTo(value, 1e-9);
  });

  it("does not care where its poles are: a bump at the equator and one at the pole, far from both axes alike", () => {
    // Without rotation a bump about any point spreads the same; the distance to the probe is all
    // that counts.
    const bump = (sx: number, sy: number, px: number, py: number): number =>
      solve(climate, {
        H: 200,
        omega: 0,
        radius: 1e6,
        g: 5,
        t_end: 12_000,
        nx: 64,
        probe: [px, py],
        initial: `2 * exp(-6 * (1 - sin(${sy}) * sin(y) - cos(${sy}) * cos(y) * cos(x - ${sx})))`,
      }).result.value;
    const atPole = bump(0, Math.PI / 2, 2.3, Math.PI / 2 - 0.8);
    expect(bump(1, 0, 1.8, 0)).to.be.closeTo(atPole, 1e-6);
    expect(bump(1, 0.4, 1, -0.4)).to.be.closeTo(atPole, 1e-6);
  });

  it("keeps water to the last bits and energy to the error of its steps, of order four; recomputed from the fields", () => {
    const drifts = [300, 150].map((dt) => solve(climate, { ...BUMP, dt }).result);
    expect(drifts[0]!.invariants[0]!.driftPct).to.be.below(1e-11);
    const errors = [400, 200, 100].map((dt) => solve(climate, { ...BUMP, dt }).result.value);
    expect(Math.log2(Math.abs((errors[0]! - errors[1]!) / (errors[1]! - errors[2]!)))).to.be.within(
      3.4,
      4.6,
    );
    const { fields, outputs } = drifts[1]!;
    const [eta] = fields;
    const [latitude, longitude] = eta!.axes;
    // Water over rest by the trapezoidal rule between latitudes, which is coarse but its own.
    let volume = 0;
    const [rows, columns] = [latitude!.n, longitude!.n];
    const edges = Array.from({ length: rows + 1 }, (_, j) =>
      j === 0
        ? -1
        : j === rows
          ? 1
          : (Math.sin(latitude!.values![j - 1]!) + Math.sin(latitude!.values![j]!)) / 2,
    );
    for (let k = 0; k < rows * columns; k += 1) {
      const j = Math.floor(k / columns);
      const x = (2 * Math.PI * (k % columns)) / columns;
      const bed = 40 * Math.cos(latitude!.values![j]!) ** 2 * (1 + 0.5 * Math.cos(2 * x));
      volume += (500 + eta!.data[k]! - bed) * (edges[j + 1]! - edges[j]!);
    }
    volume *= (2 * Math.PI * 1.9e6 * 1.9e6) / columns;
    expect(volume / outputs["volume"]!.value).to.be.closeTo(1, 1e-3);
  });

  it("a lake stays at rest over any smooth bed", () => {
    const { outputs } = solve(climate, { ...BUMP, initial: 0, nx: 32 }).result;
    expect(outputs["speed_max"]!.value).to.be.below(1e-9);
  });

  it("covers the truth where it is known: a rigid flow about an axis that leans", () => {
    // Steady for who stands still; the bed is level for who turns along
    // (scripts/solvers/reference/climate_sphere.py: turning).
    let covered = 0;
    for (let k = 0; k < 12; k += 1) {
      const [a, omega, g, u0, lean] = [
        3e5 + 2e4 * k,
        2e-4 - 1e-5 * k,
        3 + 0.1 * k,
        20 + 3 * k,
        0.3 + 0.05 * k,
      ];
      const [t, x, y] = [5000 + 531 * k, 0.2 * k, 0.9 - 0.13 * k];
      const [rim, fall, c, s] = [
        (omega * a) ** 2 / (2 * g),
        u0 ** 2 / (2 * g),
        Math.cos(lean),
        Math.sin(lean),
      ];
      const exact =
        rim * Math.sin(y) ** 2 -
        fall * (c * Math.sin(y) + s * Math.cos(y) * Math.cos(x + omega * t)) ** 2;
      const { gate, result } = solve(climate, {
        H: 1200,
        omega,
        radius: a,
        g,
        t_end: t,
        nx: 24,
        dt: t / (60 + 5 * k),
        probe: [x, y],
        bed: `${rim} * sin(y)^2`,
        initial: {
          eta: `${rim} * sin(y)^2 - ${fall} * (${c} * sin(y) + ${s} * cos(y) * cos(x))^2`,
          u: `${u0} * (${c} * cos(y) - ${s} * sin(y) * cos(x)) - ${omega * a} * cos(y)`,
          v: `${u0 * s} * sin(x)`,
        },
      });
      const error = Math.abs(result.value - exact);
      expect(error, `${k}`).to.be.below(0.01 * fall);
      if (error <= 2 * gate.error * Math.max(Math.abs(result.value), gate.scale)) covered += 1;
    }
    expect(covered).to.be.at.least(11);
  });

  it("stops when it is told to, and says what it needs", () => {
    let polls = 0;
    const stop = {
      get aborted(): boolean {
        polls += 1;
        return polls > 40;
      },
    };
    expect(() => executeJob(climate, { ...BUMP, nx: 256 }, stop)).to.throw(Stopped);
    const { initial: _, ...bare } = BUMP;
    expect(refusalOf(climate, bare).code).to.equal("INSUFFICIENT_INPUTS");
    expect(
      missingOf(climate, { h_left: 2, h_right: 1, g: 9.81, t_end: 1, mode: "sphere" }),
    ).to.equal("H");
  });

  it("refuses what is no sphere", () => {
    for (const change of [
      { f: 1e-4 },
      { nx: 50 },
      { nx: 48, ny: 48 },
      { probe: 3 },
      { probe: [0, 2] },
      { bed: [1, 2, 3] },
      { bed: "600" },
      { initial: "0.1 / (x - x)" },
      { radius: 0 },
    ]) {
      expect(refusalOf(climate, { ...BUMP, ...change }).code, JSON.stringify(change)).to.equal(
        "INVALID_BODY",
      );
    }
    expect(refusalOf(climate, { ...BUMP, nx: 4096 }).members["reason"]).to.equal("TOO_LARGE");
    expect(refusalOf(climate, { ...BUMP, t_end: 1e13 }).members["reason"]).to.equal("TOO_LARGE");
    const { members } = refusalOf(climate, { ...BUMP, t_end: 24_000, dt: 12_000 });
    expect(members["reason"]).to.equal("UNSTABLE_STEP");
    expect(members["dt_max"]).to.be.within(5000, 12_000);
  });
});
