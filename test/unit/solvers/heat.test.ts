/** Heat conduction: what no list of inputs can show by itself. */
import { expect } from "chai";
import { heat } from "../../../protocol/solvers/heat/solver.js";
import { unpackFloats } from "../../../protocol/solvers/state.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

const PLATE = {
  alpha: 2.3e-5,
  lx: 0.41,
  ly: 0.27,
  t_end: 310,
  initial: "sin(3 * x / 0.41) + y * (0.27 - y) * 11",
  boundary: { left: 0.2, right: "y", bottom: "x / 0.41", top: "insulated" },
  probe: [0.13, 0.2],
} as const;

describe("solvers/heat", () => {
  checkCommon(heat, { alpha: 2e-5, lx: 0.4, ly: 0.3, t_end: 100, initial: "x * y", boundary: "0" });

  it("rescales: lengths by 3, times by 9, temperatures by 5", () => {
    const { value } = solve(heat, PLATE).result;
    const scaled = solve(heat, {
      ...PLATE,
      lx: 1.23,
      ly: 0.81,
      t_end: 310 * 9,
      probe: [0.39, 0.6],
      initial: "5 * (sin(x / 0.41) + y / 3 * (0.27 - y / 3) * 11)",
      boundary: { left: 1, right: "5 * y / 3", bottom: "5 * x / 1.23", top: "insulated" },
    }).result.value;
    expect(scaled).to.be.closeTo(5 * value, 5 * value * 1e-12);
  });

  it("mirrors and turns with its inputs", () => {
    const { value } = solve(heat, PLATE).result;
    const mirrored = solve(heat, {
      ...PLATE,
      initial: "sin(3 * (0.41 - x) / 0.41) + y * (0.27 - y) * 11",
      probe: [0.28, 0.2],
      boundary: { right: 0.2, left: "y", bottom: "(0.41 - x) / 0.41", top: "insulated" },
    }).result.value;
    const turned = solve(heat, {
      ...PLATE,
      lx: 0.27,
      ly: 0.41,
      initial: "sin(3 * y / 0.41) + x * (0.27 - x) * 11",
      probe: [0.2, 0.13],
      boundary: { bottom: 0.2, top: "x", left: "y / 0.41", right: "insulated" },
    }).result.value;
    expect(mirrored).to.be.closeTo(value, 1e-12);
    // The sweeps go along x first, so a turned plate agrees within the error of the steps only.
    expect(turned).to.be.closeTo(value, 1e-5);
  });

  for (const scheme of ["adi", "tr-bdf2"] as const) {
    it(`${scheme}: halving mesh and step together quarters the error`, () => {
      const exact = Math.exp(-1e-4 * 500 * Math.PI * Math.PI * 2) * 0.5;
      const errors = [16, 32, 64].map(
        (n) =>
          solve(heat, {
            alpha: 1e-4,
            lx: 1,
            ly: 1,
            t_end: 500,
            scheme,
            nx: n,
            ny: n,
            steps: n,
            initial: "sin(pi * x) * sin(pi * y)",
            boundary: 0,
            probe: [0.25, 0.25],
          }).result.value - exact,
      );
      for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
    });
  }

  it("adi: halving the step alone quarters its error", () => {
    const at = (steps: number): number =>
      solve(heat, {
        alpha: 1e-4,
        lx: 1,
        ly: 0.8,
        t_end: 800,
        nx: 40,
        ny: 32,
        steps,
        boundary: 0,
        initial: "sin(pi * x) * sin(pi * y / 0.8) + 0.3 * sin(2 * pi * x) * sin(pi * y / 0.8)",
        probe: [0.25, 0.3],
      }).result.value;
    const limit = at(2048);
    expect(Math.log2((at(32) - limit) / (at(64) - limit))).to.be.within(1.6, 2.4);
  });

  it("explicit: a checkerboard shows the limit, equality passes", () => {
    const board = {
      alpha: 1,
      lx: 1,
      ly: 0.5,
      nx: 10,
      ny: 5,
      scheme: "explicit",
      boundary: 0,
      probe: [0.5, 0.2],
      initial: "sin(9 * pi * x) * sin(8 * pi * y)",
    } as const;
    const dt = 0.5 / 200;
    const { result } = solve(heat, { ...board, dt, t_end: 40 * dt });
    expect(Math.abs(result.value)).to.be.below(1);
    const refusal = refusalOf(heat, { ...board, dt: dt * 1.001, t_end: 40 * dt * 1.001 });
    expect(refusal.members["reason"]).to.equal("UNSTABLE_STEP");
    expect(refusal.members["dt_max"]).to.be.closeTo(dt, 1e-15);
  });

  it("holds the discrete equation: one explicit step recomputed from the returned field", () => {
    const body = {
      alpha: 0.7,
      lx: 1,
      ly: 0.6,
      nx: 10,
      ny: 8,
      scheme: "explicit",
      dt: 1e-3,
      boundary: "fixed",
      initial: "x * x * y + y",
    } as const;
    const [before, after] = [3e-3, 4e-3].map(
      (t_end) => solve(heat, { ...body, t_end }).result.fields[0]!.data,
    );
    for (let j = 1; j < 8; j += 1) {
      for (let i = 1; i < 10; i += 1) {
        const at = j * 11 + i;
        const next =
          before![at]! +
          0.7e-3 *
            ((before![at - 1]! - 2 * before![at]! + before![at + 1]!) * 100 +
              (before![at - 11]! - 2 * before![at]! + before![at + 11]!) / 0.005625);
        expect(after![at]).to.be.closeTo(next, 1e-14);
      }
    }
  });

  for (const scheme of ["adi", "explicit", "tr-bdf2"] as const) {
    it(`${scheme}: two half runs are one whole run, bit for bit`, () => {
      const body = {
        ...PLATE,
        boundary: { ...PLATE.boundary, left: "0.2 + 0.001 * t" },
        scheme,
        nx: 17,
        ny: 12,
        dt: 2.5,
      };
      const whole = solve(heat, { ...body, t_end: 60 }).result;
      const half = solve(heat, { ...body, t_end: 25 }).result;
      const { initial: _, ...rest } = body;
      const second = solve(heat, { ...rest, t_end: 35, initialState: half.state! }).result;
      expect(second.value).to.equal(whole.value);
      expect(second.state).to.deep.equal(whole.state);
      expect([...unpackFloats(second.state!["u"], 18 * 13, "")]).to.deep.equal([
        ...whole.fields[0]!.data,
      ]);
    });
  }

  it("states errors that cover the truth", () => {
    let seed = 12345;
    const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    let covered = 0;
    for (let n = 0; n < 40; n += 1) {
      const [a, b, m] = [0.2 + random(), 0.2 + random(), 1 + Math.floor(3 * random())];
      const rate = Math.PI * Math.PI * ((m * m) / (a * a) + 1 / (b * b));
      const t = (0.1 + random()) / rate;
      const probe = [a * (0.1 + 0.8 * random()), b * (0.1 + 0.8 * random())] as const;
      const cells = 12 + Math.floor(20 * random());
      const { gate, result } = solve(heat, {
        alpha: 1,
        lx: a,
        ly: b,
        t_end: t,
        boundary: 0,
        probe,
        nx: cells,
        ny: cells + 3,
        steps: cells,
        initial: `sin(${m} * pi * x / ${a}) * sin(pi * y / ${b})`,
      });
      const exact =
        Math.exp(-rate * t) *
        Math.sin((m * Math.PI * probe[0]) / a) *
        Math.sin((Math.PI * probe[1]) / b);
      if (
        Math.abs(result.value - exact) <=
        2 * gate.error * Math.max(Math.abs(result.value), gate.scale)
      )
        covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(
      missingOf(heat, {
        alpha: 1,
        length: 1,
        dim: 1,
        t_end: 1,
        initial: 0,
        boundary: { left: { flux: 1 }, right: 0 },
      }),
    ).to.equal("k");
    expect(
      missingOf(heat, { alpha: 1, length: 1, dim: 1, t_end: 1, initial: 0, boundary: { left: 0 } }),
    ).to.equal("boundary.right");
    expect(
      missingOf(heat, { alpha: 1, mode: "half-space", t_end: 1, initial: 0, boundary: 1 }),
    ).to.equal("probe");
    expect(refusalOf(heat, { ...PLATE, probe: [0.5, 0.2] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(heat, { ...PLATE, lx: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(heat, { ...PLATE, nx: 100_000, ny: 100_000 }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(refusalOf(heat, { ...PLATE, nx: 1e9 }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(heat, { lx: 1, ly: 1, steady: true, boundary: "insulated" }).members["reason"],
    ).to.equal("NO_SOLUTION");
  });

  it("is no formula: two modes decay at two rates, and another probe sees another mixture", () => {
    const body = {
      alpha: 1,
      lx: 1,
      ly: 1,
      t_end: 0.02,
      boundary: 0,
      initial: "sin(pi*x)*sin(pi*y) + sin(2*pi*x)*sin(pi*y)",
    };
    const ratio = (x: number): number => solve(heat, { ...body, probe: [x, 0.5] }).result.value;
    const [a, b] = [
      Math.exp(-0.02 * Math.PI * Math.PI * 2),
      Math.exp(-0.02 * Math.PI * Math.PI * 5),
    ];
    expect(ratio(0.25)).to.be.closeTo(a * Math.SQRT1_2 + b, 1e-5);
    expect(ratio(0.75)).to.be.closeTo(a * Math.SQRT1_2 - b, 1e-5);
  });
});
