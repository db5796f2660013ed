/** A spike between the points of every mesh is refused; what the points show is answered. */
import { expect } from "chai";
import * as fc from "fast-check";
import { acoustic } from "../../../protocol/solvers/acoustic/solver.js";
import { action } from "../../../protocol/solvers/action/solver.js";
import { buckling } from "../../../protocol/solvers/buckling/solver.js";
import { climate } from "../../../protocol/solvers/climate/solver.js";
import { fea } from "../../../protocol/solvers/fea/solver.js";
import { heat } from "../../../protocol/solvers/heat/solver.js";
import { react } from "../../../protocol/solvers/react/solver.js";
import { device } from "../../../protocol/solvers/device/solver.js";
import { tumour } from "../../../protocol/solvers/tumour/solver.js";
import { wave } from "../../../protocol/solvers/wave/solver.js";
import { evenPoints, samplerOf } from "../../../protocol/solvers/fields/sampler.js";
import { numericalUncertainty } from "../../../protocol/solvers/gate.js";
import { refusalOf, solve, type Body } from "./motion.js";

describe("solvers: a field between the points", () => {
  const spike = (height: number, width: number): string =>
    `${height}*exp(-((x-0.3123)/${width})^2)`;
  const string = { dim: 1, c: 1, length: 1, velocity: 0, t_end: 0.3, probe: 0.4 };
  const box = { lx: 1, ly: 1, eps_r: 1, boundary: 0 };
  const duct = { length: 1, c: 343, ends: "closed-closed" };

  it("is refused by wave, for displacement and velocity", () => {
    for (const body of [
      { ...string, initial: `sin(pi*x)+${spike(100, 0.00001)}` },
      { ...string, initial: "sin(pi*x)", velocity: spike(1e6, 0.00001) },
    ]) {
      const refusal = refusalOf(wave, body);
      expect(refusal.code).to.equal("DID_NOT_CONVERGE");
      expect(refusal.message).to.match(/between the points/);
    }
    // Standing: sin(pi x) cos(pi c t).
    const { gate, result } = solve(wave, { ...string, initial: "sin(pi*x)" });
    expect(Math.abs(result.value - 0.5590169943749475)).to.be.at.most(3 * gate.error);
  });

  it("is refused by device", () => {
    const refusal = refusalOf(device, { ...box, rho: `1e-9+${spike(1, 0.00001)}` });
    expect(refusal.message).to.match(/between the points/);
    expect(solve(device, { ...box, rho: 1e-9 }).gate.passed).to.equal(true);
  });

  it("is refused by tumour", () => {
    const body = { D: 1, r: 1, t_end: 10 };
    const front = "1/(1+exp((x-12)*2))";
    // Its mean over a cell of 1/8 is 900 sqrt(pi) 1e-6 8 = 0.0128, and 1.28 of the higher one.
    const spiked = (height: number): string => {
      const initial = `${front}+${height}*exp(-((x-20.0123)/0.000001)^2)`;
      return refusalOf(tumour, { ...body, initial }).message;
    };
    expect(spiked(900)).to.match(/between the points/);
    const mean = Number(/mean around x = 20.* is ([\d.]+)$/.exec(spiked(90_000))?.[1]);
    expect(mean).to.be.closeTo(90_000 * Math.sqrt(Math.PI) * 1e-6 * 8, 0.02);
    // A wall that is full beside its cuts is not called overfull for their rounding.
    const wall = "1/(1+exp((x-12.0037)*300))";
    expect(solve(tumour, { ...body, initial: wall }).gate.passed).to.equal(true);
    expect(solve(tumour, { ...body, initial: front }).gate.passed).to.equal(true);
  });

  it("is no obstacle to tumour where it is a wall, however steep", () => {
    // A step at 12: control volumes and BDF of scripts/solvers/reference/roughFields.py, 4800 cells.
    const right = 1.7335343;
    for (const steepness of [2e4, 2e6]) {
      const initial = `1/(1+exp((x-12)*${steepness}))`;
      const { error, value } = solve(tumour, { D: 1, r: 1, t_end: 10, initial }).result;
      const allowed = 3 * numericalUncertainty(error, value) + 1e-6;
      expect(Math.abs(value - right), initial).to.be.at.most(allowed);
    }
  });

  it("is refused by acoustic", () => {
    const refusal = refusalOf(acoustic, { ...duct, area: `1+${spike(1e4, 0.000001)}` });
    expect(refusal.message).to.match(/between the points/);
    // A cosine horn of gentle shape is what its points show.
    expect(solve(acoustic, { ...duct, area: "1+0.3*cos(pi*x)" }).gate.passed).to.equal(true);
  });

  it("is refused by heat on a side, at a place or a time", () => {
    const bar = { alpha: 1e-4, length: 1, dim: 1, t_end: 100, initial: 0, probe: 0.5 };
    for (const [left, reason] of [
      ["1000*exp(-((t-50.123)/0.001)^2)", /the left side .*between the points/],
      // Its steps end there; heat does not get across a cell from then on.
      ["1+1000*heaviside(t-99.9999)", /cells .*after a side jumps at t = 99.9999/],
      ["1-cos(2*pi*1024*t/100)", /the left side .*between the points/],
    ] as const) {
      const refusal = refusalOf(heat, { ...bar, boundary: { left, right: 1 } });
      expect(refusal.message, left).to.match(reason);
    }
    // A pulse of 0.1 ms: steps of both walls by images (Carslaw and Jaeger, 3.3), with mpmath.
    const left = "1+1000*(heaviside(t-50.12)-heaviside(t-50.1201))";
    const pulse = solve(heat, { ...bar, boundary: { left, right: 1 } });
    const off = Math.abs(pulse.result.value - 0.00081391851358428476);
    expect(off).to.be.at.most(3 * numericalUncertainty(pulse.result.error, pulse.result.value));
    const late = solve(heat, { ...bar, boundary: { left: "heaviside(t-50)", right: 0 } });
    // 1 - x less its sines after 50 s: mpmath.
    expect(Math.abs(late.result.value - 5.733031437583878e-7)).to.be.at.most(3 * late.gate.error);
  });

  it("is refused on the sides of a box, and in loads on a body", () => {
    const sides = { right: 0, bottom: 0, top: 0 };
    const left = `sin(pi*y)+${spike(1e3, 0.000001).replace("x-", "y-")}`;
    const refused = refusalOf(device, { ...box, rho: 0, boundary: { ...sides, left } });
    expect(refused.message).to.match(/the left side/);
    const body = {
      E: 1e9,
      nu: 0.3,
      geometry: { x: "s", y: "t", supports: [{ side: "left", ux: 0, uy: 0 }] },
      mesh: [16, 16],
    };
    const pulled = (traction: string): Body => ({
      ...body,
      loads: [{ side: "right", traction: [traction, 0] }],
    });
    const plain = solve(fea, pulled("1000*(1+y)"));
    const spiked = solve(fea, pulled(`1000+${spike(1e6, 0.000001).replace("x-", "y-")}`));
    // A mesh that was stated is the problem: what it may miss is part of the uncertainty.
    expect(spiked.gate.sealKind).to.equal("observable-differential");
    expect(spiked.gate.error).to.be.above(1);
    expect(plain.gate.error).to.be.below(0.1);
  });

  it("is integrated on both sides of its jumps in a traction, however narrow", () => {
    const { gate, result } = solve(fea, {
      E: 25_680_400_000,
      nu: 0.2676,
      geometry: { x: "1.9826*s", y: "1.0296*t", supports: [{ side: "left", ux: 0, uy: 0 }] },
      loads: [
        {
          side: "right",
          traction: ["{140.334 if 0.4532958144 <= y < 0.4551567014298847; 0 otherwise}", 0],
        },
      ],
      probe: [0.38, 0.5],
      quantity: "ux",
    });
    // Graded spectral elements, which hold some 4 digits: scripts/solvers/reference/roughFields.py.
    expect(result.value).to.be.closeTo(7.3014e-12, 1e-15);
    expect(gate.error).to.be.above(0);
  });

  it("is refused as a weak place of a column", () => {
    const body = { length: 2, ends: "pinned-pinned" };
    const refusal = refusalOf(buckling, { ...body, EI: `1-0.9999999*${spike(1, 0.00001)}` });
    expect(refusal.message).to.match(/EI has structure/);
    expect(solve(buckling, { ...body, EI: "(1+x/2)^2" }).gate.passed).to.equal(true);
  });

  it("is refused by climate, for surface and bed", () => {
    const basin = { H: 100, extent: [1000, 1000], g: 9.81, f: 0, t_end: 3 };
    for (const body of [
      { ...basin, initial: `0.1*cos(pi*x/1000)+${spike(1e6, 0.0001)}` },
      { ...basin, initial: "0.1*cos(pi*x/1000)", bed: "90*exp(-((x-333.31)/0.3)^2)" },
    ])
      expect(refusalOf(climate, body).message).to.match(/between the points/);
    expect(solve(climate, { ...basin, initial: "0.1*cos(pi*x/1000)" }).gate.passed).to.equal(true);
  });

  it("is refused on a disc, and in a pulse of light and what it meets", () => {
    const disc = { mode: "disc", c: 1, radius: 1, t_end: 0.3, velocity: 0 };
    const light = { mode: "maxwell", length: 1, t_end: 1e-9, eps_r: 1, probe: 0.6 };
    const source = { amplitude: 1, center: 0.2, width: 0.05 };
    for (const body of [
      { ...disc, initial: "1-x^2-y^2+1e5*exp(-((x-0.3123)^2+(y-0.1)^2)/1e-12)" },
      { ...light, source: { ...source, width: 1e-7 } },
      { ...light, source, eps_r: `1+${spike(1e5, 0.0000001)}` },
    ])
      expect(refusalOf(wave, body).message).to.match(/between the points/);
    expect(solve(wave, { ...disc, initial: "1-x^2-y^2" }).gate.passed).to.equal(true);
    expect(solve(wave, { ...light, source }).gate.passed).to.equal(true);
  });

  it("widens what react and action state, whose mesh and step the caller fixed", () => {
    const line = { model: "nagumo", Du: 1, r: 1, a: 0.25, n: 64, dx: 0.5, dim: 1, t_end: 1 };
    const spiked = solve(react, {
      ...line,
      initial: { u: "0.2+1e5*exp(-((x-7.7712)/0.0001)^2)" },
    });
    expect(spiked.gate.sealKind).to.equal("observable-differential");
    expect(spiked.gate.error).to.be.above(1);
    const orbit = { system: "potential", m: 1, initial: { q: [1], p: [0] }, dt: 0.01, t_end: 10 };
    const well = solve(action, {
      ...orbit,
      potential: "0.5*q1^2+100*exp(-((q1-0.31234)/0.0000001)^2)",
    });
    expect(well.gate.sealKind).to.equal("observable-differential");
    expect(well.gate.error).to.be.above(0.1);
    const plain = solve(action, { ...orbit, potential: "0.5*q1^2" });
    // Goldstein, Classical Mechanics (1980), 10.6: 2 pi E / omega, E = 1/2.
    expect(Math.abs(plain.result.value - Math.PI)).to.be.at.most(3 * plain.gate.error * Math.PI);
    expect(plain.gate.error).to.be.below(1e-8);
  });

  it("counts for all it spans where that is less than rounding, and for no less than by its cells", () => {
    const points = evenPoints(48, 100);
    const of = fc.record({
      x: fc.double({ min: 0, max: 100, noNaN: true }),
      y: fc.double({ min: 0, max: 100, noNaN: true }),
      width: fc.double({ min: 0.5, max: 40, noNaN: true }),
    });
    fc.assert(
      fc.property(of, ({ width, x, y }) => {
        const text = `3*exp(-((x-${x})^2+(y-${y})^2)/${width}^2)`;
        const { hidden } = samplerOf(text, ["x", "y"], "/initial");
        const [byCells, bySize] = [0, 3].map((size) =>
          hidden!(points, points, Float64Array.of(0), "values", size),
        );
        expect(bySize).to.be.at.least(byCells! * (1 - 1e-12));
        expect(bySize! - byCells!).to.be.at.most(1e-12 * byCells! + 3 * 2 ** -60);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
