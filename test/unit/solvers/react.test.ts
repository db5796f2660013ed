/** Reaction and diffusion: what no list of inputs can show by itself. */
import { expect } from "chai";
import { react } from "../../../protocol/solvers/react/solver.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

const SPOTS = {
  F: 0.039,
  k: 0.058,
  Du: 0.19,
  Dv: 0.09,
  n: 24,
  ny: 18,
  dx: 1.1,
  dt: 1.1,
  steps: 120,
  initial: {
    u: "1 - 0.5 * exp(-((x - 9)^2 + (y - 8)^2) / 9)",
    v: "0.3 * exp(-((x - 9)^2 + (y - 8)^2) / 9)",
  },
} as const;

describe("solvers/react", () => {
  checkCommon(react, {
    F: 0.04,
    k: 0.06,
    Du: 0.16,
    Dv: 0.08,
    n: 16,
    dx: 1,
    dt: 1,
    steps: 20,
    initial: "square",
  });

  it("rescales: lengths by 3, diffusion by 9", () => {
    const { value } = solve(react, SPOTS).result;
    const scaled = solve(react, {
      ...SPOTS,
      Du: 0.19 * 9,
      Dv: 0.81,
      dx: 3.3,
      initial: {
        u: "1 - 0.5 * exp(-((x / 3 - 9)^2 + (y / 3 - 8)^2) / 9)",
        v: "0.3 * exp(-((x / 3 - 9)^2 + (y / 3 - 8)^2) / 9)",
      },
    }).result.value;
    expect(scaled).to.be.closeTo(value, 1e-12);
  });

  it("mirrors and shifts with its inputs around the torus", () => {
    const { data } = solve(react, SPOTS).result.fields[0]!;
    const moved = solve(react, {
      ...SPOTS,
      initial: {
        u: "1 - 0.5 * exp(-((x - 14.5)^2 + (y - 8)^2) / 9)",
        v: "0.3 * exp(-((x - 14.5)^2 + (y - 8)^2) / 9)",
      },
    }).result.fields[0]!.data;
    // The pulse is no period of the torus, so only what lies away from the seam moves alike.
    for (let j = 4; j < 10; j += 1)
      for (let i = 5; i < 12; i += 1)
        expect(moved[j * 24 + i + 5]).to.be.closeTo(data[j * 24 + i]!, 1e-6);
    const turned = solve(react, {
      ...SPOTS,
      n: 18,
      ny: 24,
      initial: {
        u: "1 - 0.5 * exp(-((y - 9)^2 + (x - 8)^2) / 9)",
        v: "0.3 * exp(-((y - 9)^2 + (x - 8)^2) / 9)",
      },
    }).result.fields[0]!.data;
    for (let j = 0; j < 18; j += 1)
      for (let i = 0; i < 24; i += 1)
        expect(turned[i * 18 + j]).to.be.closeTo(data[j * 24 + i]!, 1e-12);
  });

  it("one step recomputed from the returned fields", () => {
    const [a, b] = [5, 6].map((steps) =>
      solve(react, { ...SPOTS, steps }).result.fields.map(({ data }) => data),
    );
    const [[v, u], [nextV]] = [a!, b!];
    for (let j = 0; j < 18; j += 1) {
      for (let i = 0; i < 24; i += 1) {
        const at = (y: number, x: number): number => ((y + 18) % 18) * 24 + ((x + 24) % 24);
        const lap =
          (v![at(j, i - 1)]! +
            v![at(j, i + 1)]! +
            v![at(j - 1, i)]! +
            v![at(j + 1, i)]! -
            4 * v![at(j, i)]!) /
          1.21;
        const [x, y] = [u![at(j, i)]!, v![at(j, i)]!];
        expect(nextV![at(j, i)]).to.be.closeTo(
          y + 1.1 * (0.09 * lap + x * y * y - (0.039 + 0.058) * y),
          1e-15,
        );
      }
    }
  });

  for (const [scheme, order] of [
    ["explicit", 1],
    ["etd", 2],
  ] as const) {
    it(`${scheme} has order ${order} in time`, () => {
      const at = (steps: number): number =>
        solve(react, {
          model: "fitzhugh-nagumo",
          a: 0.15,
          epsilon: 0.05,
          gamma: 1.5,
          Du: 0.4,
          Dv: 0.2,
          n: 16,
          dx: 1,
          dt: 8 / steps,
          steps,
          dim: 1,
          edges: "no-flux",
          scheme,
          initial: { u: "exp(-x^2 / 20)", v: "x / 50" },
        }).result.value;
      const [a, b, c] = [at(40), at(80), at(160)];
      expect(Math.log2((a - b) / (b - c))).to.be.within(0.8 * order, 1.2 * order);
    });
  }

  for (const scheme of ["explicit", "etd"] as const) {
    it(`${scheme}: two half runs are one whole run, bit for bit`, () => {
      const whole = solve(react, { ...SPOTS, scheme, steps: 30 }).result;
      const { initial: _, ...rest } = SPOTS;
      const half = solve(react, { ...SPOTS, scheme, steps: 13 }).result;
      const second = solve(react, { ...rest, scheme, steps: 17, initialState: half.state! }).result;
      expect(second.value).to.equal(whole.value);
      expect(second.state!["u"]).to.equal(whole.state!["u"]);
      expect(second.state!["v"]).to.equal(whole.state!["v"]);
    });
  }

  it("depends on feed and kill, and a pulse on its recovery", () => {
    const at = (change: object): number => solve(react, { ...SPOTS, ...change }).result.value;
    expect(at({ F: 0.04 })).to.not.be.closeTo(at({}), 1e-5);
    expect(at({ k: 0.059 })).to.not.be.closeTo(at({}), 1e-5);
    const speed = (epsilon: number): number =>
      solve(react, {
        model: "fitzhugh-nagumo",
        a: 0.1,
        epsilon,
        gamma: 1,
        Du: 1,
        Dv: 0,
        n: 300,
        dx: 0.5,
        t_end: 60,
        dt: 0.05,
        dim: 1,
        edges: "no-flux",
        initial: { u: "heaviside(12 - x)", v: 0 },
      }).result.outputs["mean_u"]!.value;
    expect(speed(0.002)).to.not.be.closeTo(speed(0.008), 1e-3);
  });

  it("keeps its mass balance at rounding and refuses what explodes or is negative", () => {
    expect(solve(react, SPOTS).result.invariants[0]!.driftPct).to.be.below(1e-10);
    expect(refusalOf(react, { ...SPOTS, dt: 1.6 }).members["reason"]).to.equal("UNSTABLE_STEP");
    const just = (1.21 * 0.25) / 0.19;
    expect(
      solve(react, { ...SPOTS, dt: just, steps: 10 }).result.outputs["diffusion_number"]!.value,
    ).to.be.closeTo(0.25, 1e-12);
    expect(refusalOf(react, { ...SPOTS, initial: { u: -1, v: 0 } }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(react, { ...SPOTS, F: 3, initial: { u: 0.5, v: 30 } }).members["reason"],
    ).to.equal("explosion");
    expect(refusalOf(react, { ...SPOTS, n: 1_000_000, ny: 1_000_000 }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(
      missingOf(react, {
        model: "fitzhugh-nagumo",
        F: 1,
        k: 1,
        Du: 1,
        Dv: 1,
        n: 8,
        dx: 1,
        dt: 0.1,
        steps: 1,
        initial: "square",
      }),
    ).to.equal("a");
    expect(missingOf(react, { ...SPOTS, initial: { u: 1 } })).to.equal("initial.v");
  });
});
