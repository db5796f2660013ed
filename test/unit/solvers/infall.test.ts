import { expect } from "chai";
import { infall } from "../../../protocol/solvers/infall/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const C = 299_792_458;
const unit = { G: C * C, M: 1 };
const body: Body = { ...unit, r0: 30, E: 1.1, L: 3 * C, r_to: 0.5 };

describe("solver infall", () => {
  checkCommon(infall, body);

  it("names what a mode misses, and refuses what contradicts itself", () => {
    expect(missingOf(infall, { ...unit, r0: 9, start: "rain", quantity: "radius" })).to.equal(
      "tau",
    );
    expect(missingOf(infall, { ...unit, r0: 9, start: "rain", quantity: "deflection" })).to.equal(
      "b",
    );
    expect(missingOf(infall, { ...unit, r0: 9, start: "rain", dt: 1e-9 })).to.equal("tau");
    for (const bad of [
      { r0: 9, start: "rest", E: 1 },
      { r0: 9, start: "rain", tau: 1e-9, r_to: 3 },
      { r0: 9, start: "rain", b: 3, quantity: "radius" },
    ]) {
      expect(refusalOf(infall, { ...unit, ...bad }).code).to.equal("INVALID_BODY");
    }
  });

  it("rescales with the mass", () => {
    const one = solve(infall, { ...unit, r0: 11, start: "rest", L: C, r_to: 1 }).result.value;
    const eight = solve(infall, { ...unit, M: 8, r0: 88, start: "rest", L: 8 * C, r_to: 8 }).result
      .value;
    expect(eight).to.be.closeTo(8 * one, 1e-12 * eight);
  });

  it("differs from Newton's fall where there is angular momentum, and agrees without", () => {
    const radial = solve(infall, { ...unit, r0: 10, start: "rest" }).result.value * C;
    expect(radial).to.be.closeTo((Math.PI / 2) * Math.sqrt(500), 1e-9);
    // Newton's motion with this L turns back before the centre; the relativistic one does not.
    expect(
      solve(infall, { ...unit, r0: 10, start: "rain", L: 3 * C }).result.value * C,
    ).to.be.below(30);
  });

  it("answers a way that satisfies the radial equation", () => {
    const { result } = solve(infall, body);
    const [radius, angle] = result.fields;
    const tau = radius!.axes[0]!.values!;
    const l = 3;
    for (let i = 5; i + 5 < tau.length; i += 3) {
      const x = radius!.data[i]!;
      if (x < 3) break;
      const h = (tau[i + 1]! - tau[i - 1]!) * C;
      const speed = (radius!.data[i + 1]! - radius!.data[i - 1]!) / h;
      expect(speed * speed).to.be.closeTo(1.21 - (1 - 2 / x) * (1 + (l * l) / (x * x)), 0.05);
      expect((angle!.data[i + 1]! - angle!.data[i - 1]!) / h).to.be.closeTo(
        l / (x * x),
        (0.15 * l) / (x * x),
      );
    }
    for (const { driftPct } of result.invariants) expect(driftPct).to.be.below(1e-8);
  });

  it("gives the radius at the proper time that reaches it", () => {
    const { value } = solve(infall, { ...body, r_to: 4 }).result;
    const { r_to: _, ...open } = body;
    expect(solve(infall, { ...open, tau: value }).result.value).to.be.closeTo(4, 1e-9);
  });

  it("converges with order 8, and goes on from a state bit for bit", () => {
    const orbit = { ...unit, r0: 9, start: "orbit", L: 4 * C, tau: 1024e-9 };
    const exact = solve(infall, { ...orbit, dt: 2e-9 }).result.value;
    const errorAt = (dt: number): number =>
      Math.abs(solve(infall, { ...orbit, dt }).result.value - exact);
    expect(Math.log2(errorAt(64e-9) / errorAt(32e-9))).to.be.within(6.4, 10.5);
    const whole = solve(infall, { ...orbit, dt: 16e-9 }).result;
    const first = solve(infall, { ...orbit, dt: 16e-9, tau: 512e-9 }).result;
    const second = solve(infall, {
      ...unit,
      dt: 16e-9,
      tau: 512e-9,
      initialState: first.state,
    }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("states an error that covers the true one", () => {
    const orbit = { ...unit, r0: 9, start: "orbit", L: 4 * C, tau: 1024e-9 };
    const exact = solve(infall, { ...orbit, dt: 2e-9 }).result.value;
    let covered = 0;
    for (let k = 1; k <= 40; k += 1) {
      const { gate, result } = solve(infall, { ...orbit, dt: 1024e-9 / (8 + 2 * k) });
      if (Math.abs(result.value - exact) <= 2 * gate.error * result.value + 1e-12) covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("takes the uncertainty of G along", () => {
    const sun = { M: 1.98841e30, r0: 3.7e4, start: "rest" };
    const { result } = solve(infall, sun);
    // A fall to the centre takes (pi/2)(r0^3/2GM)^(1/2): half of the relative uncertainty of G.
    expect(result.physicalUncertainty! / result.value).to.be.closeTo(
      (0.5 * 1.5e-15) / 6.6743e-11,
      1e-9,
    );
    expect(valueAt(solve(infall, { ...sun, G: 6.6743e-11 }), "value")).to.equal(result.value);
  });
});
