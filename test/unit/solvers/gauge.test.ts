import { expect } from "chai";
import { exactPlaquette } from "../../../protocol/solvers/gauge/exact.js";
import { gauge } from "../../../protocol/solvers/gauge/solver.js";
import { checkCommon, refusalOf, solve } from "./motion.js";

const body = { group: "SU2", shape: [3, 2], beta: 14 };

describe("solver gauge", () => {
  checkCommon(gauge, body);

  it("differs from seed to seed, and agrees with the exact torus within its error", () => {
    const runs = [1, 2, 3, 4, 5].map((seed) => solve(gauge, { ...body, seed }).result);
    expect(new Set(runs.map(({ value }) => value)).size).to.equal(5);
    for (const { outputs, value } of runs) {
      expect(Math.abs(value - outputs["exact_torus"]!.value)).to.be.at.most(
        4.5 * outputs["standard_error"]!.value,
      );
    }
  });

  it("goes on from a state bit for bit", () => {
    const stated = { group: "U1", shape: [4, 3], beta: 9, seed: 9 };
    const whole = solve(gauge, { ...stated, sweeps: 2400 }).result;
    const first = solve(gauge, { ...stated, sweeps: 1500 }).result;
    const second = solve(gauge, { ...stated, sweeps: 900, initialState: first.state }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("keeps SU(3) on the group, near three eighths of the links' freedom at weak coupling", () => {
    const { result } = solve(gauge, { group: "SU3", shape: [2, 2, 2], beta: 60 });
    // Gaussian links: 1 - <P> = (8 / 2) (2 / 3) / beta in leading order, sites large; side two
    // takes a part of it.
    expect((1 - result.value) * 60).to.be.within(1.6, 3);
    for (const { boundPct, driftPct } of result.invariants)
      expect(driftPct).to.be.at.most(boundPct);
  });

  it("knows SU(3) on a torus as Weyl's integration over two angles does", () => {
    // scripts/solvers/reference/gauge.py: in the plane, and on so many plaquettes.
    for (const [beta, sites, plane, torus] of [
      [6, 4, 0.4225317396499834, 0.4321282516029039],
      [9, 64, 0.5803755664728747, 0.5803755664728748],
      [2.7, 4, 0.18032575415028862, 0.18120931249762168],
      [25, 6, 0.8419357623589668, 0.8476987649172522],
    ] as const) {
      const found = exactPlaquette("SU3", beta, sites)!;
      expect(found.infinite).to.be.closeTo(plane, 1e-12);
      expect(found.torus).to.be.closeTo(torus, 1e-12);
    }
    // Strong coupling, to second order: beta/18 + beta^2/216.
    expect(exactPlaquette("SU3", 1e-4, 10_000)!.infinite).to.be.closeTo(
      1e-4 / 18 + 1e-8 / 216,
      1e-13,
    );
    expect(exactPlaquette("SU3", 201, 4)).to.equal(null);
  });

  it("finds by chance what SU(3) is exactly, within its error", () => {
    for (const seed of [1, 2, 3]) {
      const { outputs, value } = solve(gauge, {
        group: "SU3",
        shape: [2, 2],
        beta: 200,
        sweeps: 60,
        seed,
      }).result;
      expect(Math.abs(value - outputs["exact_torus"]!.value)).to.be.at.most(
        4.5 * outputs["standard_error"]!.value,
      );
      // The plane is so far away that taking it for the torus would show.
      expect(Math.abs(value - outputs["exact_infinite"]!.value)).to.be.above(
        4.5 * outputs["standard_error"]!.value,
      );
    }
  });

  it("is the mean of the series it shows", () => {
    const { fields, value } = solve(gauge, body).result;
    const { data } = fields[0]!;
    expect(data.reduce((a, b) => a + b, 0) / data.length).to.be.closeTo(value, 1e-12);
  });

  it("refuses lattices that are too large, and sides below two", () => {
    expect(refusalOf(gauge, { ...body, shape: [1000, 1000, 1000] }).members["reason"]).to.equal(
      "TOO_LARGE",
    );
    expect(refusalOf(gauge, { ...body, shape: [1, 5] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(gauge, { ...body, group: "SU4" }).code).to.equal("INVALID_BODY");
  });
});
