import { readFileSync } from "node:fs";
import { expect } from "chai";
import { climate } from "../../../protocol/solvers/climate/solver.js";
import { solve, type Body } from "../../unit/solvers/motion.js";

interface Row {
  readonly case: string;
  readonly body: Body;
  readonly expected: number;
}

const { rows }: { readonly rows: readonly Row[] } = JSON.parse(
  readFileSync("test/vectors/solvers/climate.json", "utf8"),
);
const DAY = 86_400;

/** Test case 5 of Williamson et al., J. Comput. Phys. 102 (1992) 211. */
function mountain(change: Body): Body {
  return {
    ...rows.find((row) => row.case === "sphere: flow over a mountain, day 15, over the lee")!.body,
    ...change,
  };
}

describe("climate: a flow over a mountain, long", () => {
  const { result } = solve(climate, mountain({}));

  it("on day 15 fills the contours of the published chart, 5050 m to 5950 m, and no more", () => {
    // Williamson et al. (1992) and Jakob-Chien, Hack and Williamson, J. Comput. Phys. 119 (1995)
    // 164: contours 50 m apart.
    const heights = result.fields[0]!.data.map((eta) => 5960 + eta);
    expect(Math.min(...heights)).to.be.within(5000, 5050);
    expect(Math.max(...heights)).to.be.within(5950, 6000);
  });

  it("keeps its water to the last bits over 15 days, and its energy the better the finer it is", () => {
    const [volume, energy] = result.invariants;
    expect(volume!.driftPct).to.be.below(1e-11);
    expect(energy!.driftPct).to.be.below(1e-3);
    const coarse = solve(climate, mountain({ nx: 64 })).result.invariants[1]!;
    expect(coarse.driftPct / energy!.driftPct).to.be.above(8);
  });

  it("covers the heights of the finer run within its own error", () => {
    const finer = rows.filter((row) => row.case.startsWith("sphere: flow over a mountain, day"));
    expect(finer.length).to.be.at.least(6);
    for (const { body, case: name, expected } of finer) {
      const {
        gate,
        result: { value },
      } = solve(climate, { ...body, nx: 96 });
      expect(Math.abs(value - expected), name).to.be.below(
        2 * gate.error * Math.max(Math.abs(value), gate.scale),
      );
    }
  });

  it("goes on from day 2 bit for bit", () => {
    const whole = solve(climate, mountain({ nx: 64, dt: 900, t_end: 3 * DAY })).result;
    const { initial: _, ...rest } = mountain({ nx: 64, dt: 900 });
    const first = solve(climate, mountain({ nx: 64, dt: 900, t_end: 2 * DAY })).result;
    const second = solve(climate, { ...rest, t_end: DAY, initialState: first.state }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });
});
