/** Incompressible flow: what no list of inputs can show by itself. */
import { expect } from "chai";
import { flow } from "../../../protocol/solvers/flow/solver.js";
import { checkCommon, missingOf, refusalOf, solve } from "./motion.js";

describe("solvers/flow", () => {
  checkCommon(flow, { mode: "taylor-green", nu: 0.05, U: 1, L: 1, t_end: 0.1 });

  it("depends on the Reynolds number alone, between the numbers of tables too", () => {
    const { value } = solve(flow, { Re: 137.3, n: 32 }).result;
    expect(
      solve(flow, { nu: 0.02, U: (137.3 * 0.02) / 0.4, L: 0.4, n: 32 }).result.value,
    ).to.be.closeTo(value * 137.3 * 0.02, 1e-10);
    const around = [100, 400].map((Re) => solve(flow, { Re, n: 32 }).result.value);
    expect(value).to.be.below(around[0]!);
    expect(value).to.be.above(around[1]!);
  });

  it("no velocity that is returned diverges, nothing leaves through lid corners", () => {
    const { fields } = solve(flow, { Re: 250, n: 24 }).result;
    const [, u, v] = fields;
    const [x, y] = [u!.axes[1]!.values!, v!.axes[0]!.values!];
    for (let j = 0; j < 24; j += 1) {
      expect(u!.data[j * 25]).to.be.closeTo(0, 1e-15);
      expect(u!.data[j * 25 + 24]).to.be.closeTo(0, 1e-15);
      for (let i = 0; i < 24; i += 1) {
        const div =
          (u!.data[j * 25 + i + 1]! - u!.data[j * 25 + i]!) / (x[i + 1]! - x[i]!) +
          (v!.data[(j + 1) * 24 + i]! - v!.data[j * 24 + i]!) / (y[j + 1]! - y[j]!);
        expect(Math.abs(div) / 24).to.be.below(1e-10);
      }
    }
  });

  it("in time: the returned velocities are free of divergence, and a cavity nears its steady state", () => {
    const { fields, outputs, value } = solve(flow, { Re: 40, t_end: 12, n: 24, dt: 0.0125 }).result;
    const [, u, v] = fields;
    for (let j = 0; j < 24; j += 1) {
      for (let i = 0; i < 24; i += 1) {
        const div =
          u!.data[j * 25 + i + 1]! -
          u!.data[j * 25 + i]! +
          v!.data[(j + 1) * 24 + i]! -
          v!.data[j * 24 + i]!;
        expect(Math.abs(div)).to.be.below(1e-10);
      }
    }
    expect(outputs["divergence"]!.value).to.be.below(1e-10);
    expect(value).to.be.closeTo(solve(flow, { Re: 40, n: 48 }).result.value, 2e-3);
  });

  it("has second order in space and covers the truth", () => {
    const exact = -(1 / (2 * Math.PI)) * Math.exp(-8 * Math.PI * Math.PI * 0.02 * 0.3);
    const runs = [16, 32, 64].map((n) =>
      solve(flow, { mode: "taylor-green", nu: 0.02, U: 1, L: 1, t_end: 0.3, n, dt: 0.3 / (n * 2) }),
    );
    const errors = runs.map(({ result }) => result.value - exact);
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.6, 2.4);
    runs.forEach(({ gate }, k) => expect(Math.abs(errors[k]!)).to.be.below(2 * gate.error));
  });

  it("two half runs are one whole run, bit for bit", () => {
    for (const mode of ["cavity", "taylor-green", "channel"] as const) {
      const body = { mode, Re: 60, n: 16, dt: 0.0078125 } as const;
      const whole = solve(flow, { ...body, t_end: 20 * body.dt }).result;
      const half = solve(flow, { ...body, t_end: 8 * body.dt }).result;
      const second = solve(flow, {
        ...body,
        t_end: 12 * body.dt,
        initialState: half.state!,
      }).result;
      expect(second.value).to.equal(whole.value);
      expect(second.state).to.deep.equal(whole.state);
    }
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(missingOf(flow, { Re: 100, mode: "taylor-green" })).to.equal("t_end");
    expect(refusalOf(flow, { nu: 1, U: 1 }).code).to.equal("INSUFFICIENT_INPUTS");
    expect(refusalOf(flow, { Re: 0 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(flow, { Re: 100, nu: 1, U: 1, L: 1 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(flow, { Re: 1, n: 64, t_end: 1, dt: 0.001 }).members["reason"]).to.equal(
      "UNSTABLE_STEP",
    );
    expect(refusalOf(flow, { Re: 100, n: 1e9 }).code).to.equal("INVALID_BODY");
  });

  it("meets Botella's and Peyret's pressure along both lines through the middle, from two meshes", () => {
    const runs = [40, 60].map((n) => pressureLines(n));
    for (const [k, table] of [PRESSURE_UPWARDS, PRESSURE_SIDEWAYS].entries()) {
      for (const [place, published] of table) {
        const [coarse, fine] = runs.map((lines) => valueOn(lines[k]!, place));
        // Of second order: what is left of the finer mesh's error is their difference over
        // (60/40)^2 - 1.
        expect(fine! + (fine! - coarse!) / 1.25, `line ${k}, ${place}`).to.be.closeTo(
          published,
          1e-3,
        );
        expect(Math.abs(fine! - published)).to.be.below(
          Math.max(0.65 * Math.abs(coarse! - published), 1e-4),
        );
      }
    }
  });

  it("its pressure pushes as momentum asks, by the returned velocities and vorticity", () => {
    const { fields } = solve(flow, { nu: 0.03, U: 0.9, L: 0.7, n: 64 }).result;
    const of = (name: string): (typeof fields)[number] =>
      fields.find((field) => field.name === name)!;
    const [p, u, v, vorticity] = [of("pressure"), of("u"), of("v"), of("vorticity")];
    const [x, c] = [vorticity.axes[1]!.values!, p.axes[1]!.values!];
    let [off, size] = [0, 0];
    for (let j = 8; j < 56; j += 1) {
      for (let i = 9; i < 56; i += 1) {
        const head = (a: number): number =>
          p.data[j * 64 + a]! +
          ((u.data[j * 65 + a]! + u.data[j * 65 + a + 1]!) ** 2 +
            (v.data[j * 64 + a]! + v.data[(j + 1) * 64 + a]!) ** 2) /
            8;
        const [low, high] = [vorticity.data[j * 65 + i]!, vorticity.data[(j + 1) * 65 + i]!];
        const across =
          (v.data[j * 64 + i]! +
            v.data[j * 64 + i - 1]! +
            v.data[(j + 1) * 64 + i]! +
            v.data[(j + 1) * 64 + i - 1]!) /
          4;
        const asked = (across * (low + high)) / 2 - (0.03 * (high - low)) / (x[j + 1]! - x[j]!);
        off = Math.max(off, Math.abs((head(i) - head(i - 1)) / (c[i]! - c[i - 1]!) - asked));
        size = Math.max(size, Math.abs(asked));
      }
    }
    expect(off).to.be.below(0.01 * size);
  });

  it("creeping flow has the pressure of one side with the other sign on the other side", () => {
    const { fields, outputs } = solve(flow, { Re: 1e-4, n: 20 }).result;
    const { data } = fields.find(({ name }) => name === "pressure")!;
    const most = Math.max(...data);
    for (let j = 0; j < 20; j += 1)
      for (let i = 0; i < 10; i += 1)
        expect(Math.abs(data[j * 20 + i]! + data[j * 20 + 19 - i]!)).to.be.below(1e-5 * most);
    expect(outputs["pressure_right"]!.value).to.be.above(0);
    // Doubled viscosity and half the speed: pressure over density goes with nu U / L.
    const thin = solve(flow, { nu: 3, U: 1e-3, L: 2, n: 16 }).result;
    const thick = solve(flow, { nu: 6, U: 5e-4, L: 1, n: 16 }).result;
    expect(
      thick.outputs["pressure_right"]!.value / thin.outputs["pressure_right"]!.value,
    ).to.be.closeTo(2, 1e-3);
  });

  function pressureLines(n: number): readonly (readonly [readonly number[], Float64Array])[] {
    const { fields } = solve(flow, { Re: 1000, n }).result;
    return ["p_vertical", "p_horizontal"].map((line) => {
      const { axes, data } = fields.find(({ name }) => name === line)!;
      return [axes[0]!.values!, data] as const;
    });
  }

  /** The cubic through the four nearest points. */
  function valueOn(
    [places, values]: readonly [readonly number[], Float64Array],
    at: number,
  ): number {
    const above = places.findIndex((place) => place >= at);
    const first = Math.min(Math.max(above - 2, 0), places.length - 4);
    const four = [0, 1, 2, 3].map((k) => first + k);
    return four.reduce(
      (total, a) =>
        total +
        values[a]! *
          four.reduce(
            (weight, b) =>
              a === b ? weight : (weight * (at - places[b]!)) / (places[a]! - places[b]!),
            1,
          ),
      0,
    );
  }
});

/**
 * Botella and Peyret, Computers and Fluids 27 (1998) 421, tables 9 and 10: Re = 1000, the lid
 * moving to smaller x.
 */
const PRESSURE_UPWARDS = [
  [1, 0.052987],
  [0.9766, 0.052009],
  [0.9688, 0.051514],
  [0.9609, 0.050949],
  [0.9531, 0.050329],
  [0.8516, 0.03491],
  [0.7344, 0.012122],
  [0.6172, -0.000827],
  [0.5, 0],
  [0.4531, 0.004434],
  [0.2813, 0.040377],
  [0.1719, 0.081925],
  [0.1016, 0.104187],
  [0.0703, 0.108566],
  [0.0625, 0.1092],
  [0.0547, 0.109689],
  [0, 0.110591],
] as const;
const PRESSURE_SIDEWAYS = [
  [0, 0.077455],
  [0.0312, 0.078837],
  [0.0391, 0.078685],
  [0.0469, 0.078148],
  [0.0547, 0.077154],
  [0.0937, 0.065816],
  [0.1406, 0.049029],
  [0.1953, 0.034552],
  [0.5, 0],
  [0.7656, 0.044848],
  [0.7734, 0.04726],
  [0.8437, 0.069511],
  [0.9062, 0.084386],
  [0.9219, 0.086716],
  [0.9297, 0.087653],
  [0.9375, 0.088445],
  [1, 0.090477],
].map(([x, p]) => [1 - x!, p!] as const);
