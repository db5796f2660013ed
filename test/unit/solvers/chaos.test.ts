import { expect } from "chai";
import { chaos } from "../../../protocol/solvers/chaos/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const classic = { sigma: 10, rho: 28, beta: 8 / 3, initial: [1, 1, 1] };
const body = { ...classic, t_end: 16, dt: 1 / 256 };

describe("solver chaos", () => {
  checkCommon(chaos, body);

  it("names what a mode misses", () => {
    expect(missingOf(chaos, { ...classic, quantity: "state" })).to.equal("t_end");
    expect(refusalOf(chaos, { ...classic, initial: [1, 2] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(chaos, { ...body, dt: 1e-9 }).members["reason"]).to.equal("TOO_LARGE");
  });

  it("labels the exponent of a stated time, and goes on from a state bit for bit", () => {
    const whole = solve(chaos, { ...body, t_end: 12 }).result;
    expect(whole.named["finiteTime"]).to.equal(true);
    const first = solve(chaos, { ...body, t_end: 5 }).result;
    const { initial: _, ...open } = body;
    const second = solve(chaos, { ...open, t_end: 7, initialState: first.state }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("converges with order 4 while two runs stay together", () => {
    const exact = solve(chaos, { ...classic, t_end: 1.5, dt: 1 / 2048 }).result.value;
    const errorAt = (dt: number): number =>
      Math.abs(solve(chaos, { ...classic, t_end: 1.5, dt }).result.value - exact);
    expect(Math.log2(errorAt(1 / 128) / errorAt(1 / 256))).to.be.within(3.4, 4.6);
  });

  it("mirrors: x and y change their signs together", () => {
    const plus = solve(chaos, { ...body, quantity: "state", t_end: 7 }).result.value;
    const minus = solve(chaos, { ...body, quantity: "state", t_end: 7, initial: [-1, -1, 1] })
      .result.value;
    expect(minus).to.equal(-plus);
    expect(solve(chaos, { ...body, initial: [-1, -1, 1] }).result.value).to.be.closeTo(
      valueAt(solve(chaos, body), "value"),
      2,
    );
  });

  it("measures the contraction: exponents add up, and another rho changes the exponent only", () => {
    for (const rho of [14, 28, 99.5]) {
      const { invariants, outputs } = solve(chaos, {
        ...classic,
        rho,
        quantity: "contraction",
      }).result;
      expect(invariants[0]!.driftPct).to.be.below(1e-4);
      expect(outputs["contraction"]!.value).to.be.closeTo(-41 / 3, 1e-5);
    }
    const at = (rho: number): number =>
      valueAt(solve(chaos, { ...classic, rho, quantity: "contraction" }), "outputs.lambda1_frame");
    expect(at(14)).to.be.below(0);
    expect(at(28)).to.be.above(0.7);
  });

  it("returns an orbit that follows the equations", () => {
    const { fields } = solve(chaos, { ...body, quantity: "state", t_end: 2, dt: 1 / 512 }).result;
    const [x, y, z] = fields.map(({ data }) => data);
    const t = fields[0]!.axes[0]!.values!;
    for (let i = 1; i + 1 < t.length; i += 17) {
      expect((z![i + 1]! - z![i - 1]!) / (t[i + 1]! - t[i - 1]!)).to.be.closeTo(
        x![i]! * y![i]! - (8 / 3) * z![i]!,
        0.05,
      );
    }
  });

  it("refuses a stated time past the horizon only as what it is", () => {
    const { gate } = solve(chaos, { ...classic, t_end: 400, dt: 1 / 128 });
    expect(gate.sealKind).to.equal("observable-differential");
  });
});
