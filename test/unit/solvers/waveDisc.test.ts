/** Waves on a drum: what no list of inputs can show by itself. */
import { expect } from "chai";
import { unpackFloats } from "../../../protocol/solvers/state.js";
import { wave } from "../../../protocol/solvers/wave/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const DRUM = {
  c: 1.3,
  radius: 0.8,
  velocity: 0,
  t_end: 0.7,
  probe: [0.21, -0.1],
  initial: "(0.64 - x^2 - y^2) * (1 + x - 2 * y + 3 * x * y)",
} as const;

function energyOf(state: Readonly<Record<string, unknown>>, c: number, radius: number): number {
  const [rings, angles, dt] = [
    Number(state["rings"]),
    Number(state["angles"]),
    Number(state["dt"]),
  ];
  const [now, before] = ["u", "before"].map((name) =>
    unpackFloats(state[name], (angles - 1) * (rings + 2), "/"),
  );
  const dr = radius / rings;
  let total = 0;
  for (let n = 0; n < angles - 1; n += 1) {
    const m = Math.floor((n + 1) / 2);
    const at = (level: Float64Array, i: number): number =>
      i < 0 ? 0 : level[n * (rings + 2) + i + 1]!;
    for (let i = 0; i < rings; i += 1) {
      const r = (i + 0.5) * dr;
      // What the edge holds: the value behind it, from a profile whose mean curvature vanishes
      // there.
      const bend = dr / (4 * radius);
      const outer =
        i === rings - 1 ? -((1 - bend) / (1 + bend)) * at(before!, i) : at(before!, i + 1);
      const lap =
        ((i + 1) * dr * (outer - at(before!, i)) - i * dr * (at(before!, i) - at(before!, i - 1))) /
          (r * dr * dr) -
        (m * m * at(before!, i)) / (r * r);
      const rate = (at(now!, i) - at(before!, i)) / dt;
      total +=
        (m === 0 ? 2 : 1) * Math.PI * r * dr * 0.5 * (rate * rate - c * c * at(now!, i) * lap);
    }
  }
  return total;
}

describe("solvers/wave on a disc", () => {
  checkCommon(wave, { c: 1, radius: 1, initial: "1 - x^2 - y^2", velocity: "0", t_end: 0.3 });

  it("rescales: lengths by 3, speed by 2, times by 1.5, heights by 7", () => {
    const { value } = solve(wave, DRUM).result;
    const scaled = solve(wave, {
      c: 2.6,
      radius: 2.4,
      velocity: 0,
      t_end: 0.7 * 1.5,
      probe: [0.63, -0.3],
      initial: "7 * (0.64 - (x^2 + y^2) / 9) * (1 + x / 3 - 2 * y / 3 + x * y / 3)",
    }).result.value;
    expect(scaled).to.be.closeTo(7 * value, Math.abs(7 * value) * 1e-11);
  });

  it("turns and mirrors with its inputs", () => {
    const { value } = solve(wave, DRUM).result;
    const turned = solve(wave, {
      ...DRUM,
      probe: [0.1, 0.21],
      initial: "(0.64 - x^2 - y^2) * (1 + y + 2 * x - 3 * x * y)",
    }).result.value;
    const mirrored = solve(wave, {
      ...DRUM,
      probe: [0.21, 0.1],
      initial: "(0.64 - x^2 - y^2) * (1 + x + 2 * y - 3 * x * y)",
    }).result.value;
    expect(turned).to.be.closeTo(value, 1e-12);
    expect(mirrored).to.be.closeTo(value, 1e-12);
    // By no symmetry of its angles: 0.3 rad.
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const [x, y] = [`(${c} * x + ${s} * y)`, `(${c} * y - ${s} * x)`];
    const odd = solve(wave, {
      ...DRUM,
      probe: [0.21 * c + 0.1 * s, 0.21 * s - 0.1 * c],
      initial: `(0.64 - x^2 - y^2) * (1 + ${x} - 2 * ${y} + 3 * ${x} * ${y})`,
    });
    expect(odd.result.value).to.be.closeTo(value, 1e-9);
  });

  it("keeps its energy to rounding, as a recomputation from the state finds", () => {
    const { invariants, state } = solve(wave, {
      ...DRUM,
      nx: 31,
      ny: 44,
      dt: 0.01,
      t_end: 3,
    }).result;
    const { driftPct, first, last } = invariants[0]!;
    expect(driftPct).to.be.below(1e-9);
    expect(last).to.be.closeTo(first, 1e-11 * first);
    expect(energyOf(state!, DRUM.c, DRUM.radius)).to.be.closeTo(first, 1e-11 * first);
    expect(energyOf(state!, 1.01 * DRUM.c, DRUM.radius)).to.not.be.closeTo(first, 1e-4 * first);
  });

  it("has second order in rings and steps, and its estimate covers the truth", () => {
    // J_0(j r) falls as cos(j t); j as in Abramowitz and Stegun, table 9.5.
    const j = 2.404825557695773;
    const runs = [16, 32, 64].map((nx) =>
      solve(wave, {
        c: 1,
        radius: 1,
        velocity: 0,
        t_end: 1.5,
        initial: `j0(${j} * sqrt(x^2 + y^2))`,
        nx,
        ny: 8,
        dt: 1.5 / (4 * nx),
      }),
    );
    const errors = runs.map(({ result }) => Math.abs(result.value - Math.cos(1.5 * j)));
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
    runs.forEach(({ gate }, k) => expect(errors[k]).to.be.below(2 * gate.error));
  });

  it("shows the grid's own frequencies beside those of Bessel's zeros", () => {
    const solved = solve(wave, { ...DRUM, nx: 20, ny: 40 });
    for (let k = 0; k < 9; k += 1) {
      const [exact, grid] = ["exact_Hz", "grid_Hz"].map((name) =>
        valueAt(solved, `named.mode_frequencies.${k}.${name}`),
      );
      if (exact === undefined || grid === undefined) throw new Error("no frequency");
      expect(grid).to.not.equal(exact);
      expect(grid / exact).to.be.closeTo(1, 6e-3);
    }
  });

  it("two half runs are one whole run, bit for bit", () => {
    const body = { ...DRUM, nx: 18, ny: 26, dt: 0.015625 };
    const whole = solve(wave, { ...body, t_end: 50 * body.dt }).result;
    const half = solve(wave, { ...body, t_end: 21 * body.dt }).result;
    const second = solve(wave, {
      c: DRUM.c,
      radius: DRUM.radius,
      probe: DRUM.probe,
      nx: 18,
      ny: 26,
      dt: body.dt,
      t_end: 29 * body.dt,
      initialState: half.state!,
    });
    expect(second.result.value).to.equal(whole.value);
    expect(second.result.state).to.deep.equal(whole.state);
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(
      missingOf(wave, { c: 1, lx: 1, ly: 1, initial: 0, velocity: 0, t_end: 1, mode: "disc" }),
    ).to.equal("radius");
    expect(refusalOf(wave, { ...DRUM, radius: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, lx: 1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, mode: "string" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, edges: "periodic" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, probe: [0.7, 0.7] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, initial: "1 + x" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, ny: 9 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, initialState: { rings: 9 } }).code).to.equal("INVALID_BODY");
    expect(refusalOf(wave, { ...DRUM, nx: 1_000_000 }).members["reason"]).to.equal("TOO_LARGE");
    expect(refusalOf(wave, { ...DRUM, nx: 40, dt: 1e9 }).members["reason"]).to.equal(
      "UNSTABLE_STEP",
    );
  });

  it("takes a step at the limit of stability, and stays bounded", () => {
    const [c, radius, nx] = [1, 1, 24];
    const dt = radius / nx / Math.SQRT2 / c;
    const { fields } = solve(wave, {
      c,
      radius,
      nx,
      dt,
      t_end: 2_000 * dt,
      velocity: 0,
      initial: "(1 - x^2 - y^2) * exp(5 * x)",
    }).result;
    expect(Math.max(...fields[0]!.data.map(Math.abs))).to.be.below(1_000);
  });
});
