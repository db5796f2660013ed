/**
 * A MATPOWER case is a program. Losses in W by an independent Newton iteration (numpy, complex
 * matrices, on tables changed by hand as each statement says), agreeing to 1e-10 with the case
 * files' own figures where those are published (case33bw: 202.68 kW, Baran and Wu 1989).
 */
import { expect } from "chai";
import { readText } from "../../../protocol/solvers/grid/case.js";
import { grid } from "../../../protocol/solvers/grid/solver.js";
import { isLong } from "../../kit/runs.js";
import { refusalOf, solve } from "./motion.js";

const CASE = `function mpc = case3x
mpc.version = '2';
mpc.baseMVA = 100;
mpc.bus = [
 1 3 0 0 0 0 1 1.03 0 110 1 1.1 0.9;
 2 1 60 20 0 0 1 1 0 110 1 1.1 0.9;
 3 1 45 15 0 0 1 1 0 110 1 1.1 0.9;
];
mpc.gen = [ % one machine
 1 0 0 200 -200 1.03 100 1 300 0;
];
mpc.branch = [
 1 2 0.02 0.09 0.01 0 0 0 0 0 1 -360 360;
 2 3 0.03 0.11 0.02 0 0 0 0 0 1 -360 360;
 1 3 0.025 0.1 0 0 0 0 0 0 1 -360 360;
];
`;
const PLAIN = 1340908.648258453;
const SCALED = 2708339.2966807825;
/** Without the third branch. */
const OUT = 3393932.9768748083;
const INDEX =
  "[PQ, PV, REF, NONE, BUS_I, BUS_TYPE, PD, QD, GS, BS, BUS_AREA, VM, ...\n  VA, BASE_KV] = idx_bus;\n";

type Case = readonly [statements: string, loss: number];
const CASES: readonly Case[] = [
  ["", PLAIN],
  ["mpc.bus(:, [3 4]) = mpc.bus(:, [3 4]) * 1.4;", SCALED],
  [`${INDEX}mpc.bus(:, [PD, QD]) = 1.4 * mpc.bus(:, [PD QD]);`, SCALED],
  ["define_constants;\nmpc.bus(:, [PD QD]) = mpc.bus(:, [PD QD]) / (5/7);", SCALED],
  ["mpc.bus(:, 3:4) *= 1.4;", SCALED],
  [
    "for i = 1:size(mpc.bus, 1)\n  for j = [3, 4]\n    mpc.bus(i, j) = mpc.bus(i, j) * 1.4;\n  end\nend",
    SCALED,
  ],
  [
    "k = 1;\nwhile k <= 3\n  mpc.bus(k, 3:4) = mpc.bus(k, 3:4) .* [1.4 1.4]; k = k + 1;\nend",
    SCALED,
  ],
  [
    "if 0\n  mpc.baseMVA = 1;\nelseif mpc.baseMVA == 100\n  mpc.bus(:, 3:4) = mpc.bus(:, 3:4) * " +
      "1.4;\nelse\n  mpc.baseMVA = 2;\nend",
    SCALED,
  ],
  ["mpc.branch(3, 11) = 0;", 3393932.9768748083],
  ["mpc.branch(end, 11) = 0;", 3393932.9768748083],
  ["mpc.branch(find(mpc.branch(:,1) == 1 & mpc.branch(:,2) == 3), 11) = 0;", 3393932.9768748083],
  ["%{\nmpc.branch(3, 11) = 0;\n%}\n", PLAIN],
  ["% mpc.branch(3, 11) = 0;", PLAIN],
  ["mpc.bus(mpc.bus(:,3) > 50, 3) = mpc.bus(mpc.bus(:,3) > 50, 3) / 2;", 759393.5885700786],
  ["mpc.branch(:, 4) = mpc.branch(:, 4) + 0.1 * mpc.branch(:, 4);", 1345944.986363115],
  ["mpc.baseMVA = mpc.baseMVA/2;", 2892764.22229721],
  [
    "mpc.bus(end+1, :) = [4 1 10 5 0 0 1 1 0 110 1 1.1 0.9];\nmpc.branch = [mpc.branch; 3 4 .01 " +
      ".05 0 0 0 0 0 0 1 -360 360];",
    1652507.2538758253,
  ],
  ["mpc.branch(2, :) = [];", 1356455.9556206057],
  ["mpc.bus(2, 3) += 7; mpc.bus(3, 4) = mpc.bus(3, 4) -3;", 1492641.1738065311],
  [
    "pf = 0.85;\nmpc.bus(:, 4) = mpc.bus(:, 3) * sin(acos(pf));\nmpc.bus(:, 3) = mpc.bus(:, 3) * pf;",
    1212879.6731865527,
  ],
  ["mpc.bus_name = { 'one; two'; 'it''s % no comment'; \"three\" };\nmpc.note = 'end';", PLAIN],
  ["return;\nmpc.branch(3, 11) = 0;", PLAIN],
  ["k = 2;\nswitch k\ncase {1, 3}\nmpc.bus = 0;\ncase 2\nmpc.branch(3, 11) = 0;\nend", OUT],
  ["k = 'b';\nswitch k\ncase 'a'\nmpc.bus = 0;\notherwise\nmpc.branch(3, 11) = 0;\nend", OUT],
  ["try\nmpc.branch(3, 11) = 0;\ncatch\nmpc.bus = 0;\nend", OUT],
  ["try\nerror('no data');\ncatch\nmpc.branch(3, 11) = 0;\nend", OUT],
  ["if nargin < 1\nmpc.branch(3, 11) = 0;\nend", OUT],
  ["if isfield(mpc, 'branch') && strcmp(mpc.version, '2')\nmpc.branch(3, 11) = 0;\nend", OUT],
  ["fprintf('%d buses\\n', size(mpc.bus, 1));\nwarning('old');", PLAIN],
  [
    "mpc = loads(mpc, 1.4);\nend\nfunction m = loads(m, f)\nm.bus(:, 3:4) = m.bus(:, 3:4) * f;\nend",
    SCALED,
  ],
  [
    "[P, Q] = columns;\nmpc.bus(:, [P Q]) = mpc.bus(:, [P Q]) * factor(1);\n\n" +
      "function [p, q] = columns\np = 3; q = 4;\n\nfunction f = factor(x)\nf = x + 0.4;",
    SCALED,
  ],
  ["mpc.branch(last(mpc), 11) = 0;\nfunction isIt = last(m)\nisIt = m.branch(:, 3) == 0.025;", OUT],
];

describe("solver grid: statements of a case", () => {
  for (const [statements, loss] of CASES) {
    it(statements === "" ? "tables alone" : statements.replaceAll("\n", " ").slice(0, 80), () => {
      const { gate, result } = solve(grid, { case: `${CASE}${statements}\n` });
      const u = gate.error * Math.max(Math.abs(result.value), gate.scale);
      expect(Math.abs(result.value - loss)).to.be.at.most(3 * u + 1e-9 * loss);
    });
  }

  it("holds every slack bus, or the first bus of type 2 where there is none", () => {
    // scipy's sparse Newton iteration on the same tables, mismatch below 1e-14.
    const two = CASE.replace(" 2 1 60 20", " 2 3 60 20").replace(
      "];\nmpc.branch",
      " 2 0 0 200 -200 1.01 100 1 300 0;\n];\nmpc.branch",
    );
    const loss = 436860.04718097515;
    const { gate, result } = solve(grid, { case: two });
    expect(Math.abs(result.value - loss)).to.be.at.most(3 * gate.error * loss + 1e-6);
    const chosen = solve(grid, { case: CASE.replace(" 1 3 0 0", " 1 2 0 0") });
    expect(chosen.result.value).to.equal(solve(grid, { case: CASE }).result.value);
    expect(chosen.result.assumed).to.deep.include({
      name: "slack",
      value: 1,
      unit: "",
      why: "no bus of type 3 has a generator: the first bus of type 2 holds the angle",
    });
    expect(refusalOf(grid, { case: CASE.replace(" 1 3 0 0", " 1 1 0 0") }).message).to.match(
      /type 3/,
    );
  });

  it("refuses by line what it does not execute", () => {
    for (const [statements, says] of [
      ["mpc = scale_load(1.4, mpc);", /line 17: .*scale_load/],
      ["mpc = loadcase('case9');", /line 17/],
      ["mpc.bus(:, 3) = mpc.bus(:, 3) \\ 2;", /line 17/],
      ["global x", /line 17: "global"/],
      ["error('not this year');", /line 17: .*not this year/],
      ["try\nx = nothing;\ncatch\nmpc.bus = 0;\nend", /line 18: "nothing"/],
      ["x = f(1);\nfunction y = f(x)\ny = f(x);", /too deep/],
      ["x = f(1, 2);\nfunction y = f(x)\ny = x;", /line 17: f takes 1/],
      ["mpc.bus(9, 3:20) = [1 2];", /line 17/],
      ["mpc.bus(0, 3) = 1;", /line 17: 0 is no index/],
      ["mpc.branch(3, 11) = nothing;", /line 17: "nothing"/],
      // It computes for seconds until it has computed too much.
      ...(isLong ? ([["while 1\nx = 1;\nend", /too much/]] as const) : []),
      ["x = zeros(1e5, 1e5);", /too large/],
      ["for k = 1:3", /does not end/],
      ["if 1 mpc.branch(3,11) = 0", /line 17|line 18/],
      ["end\nx = 1;", /line \d+/],
    ] as const) {
      const refusal = refusalOf(grid, { case: `${CASE}${statements}\n` });
      expect(refusal.code, statements).to.equal("INVALID_BODY");
      expect(refusal.message, statements).to.match(says);
    }
  });

  it("reads the first version of the format, and functions of another result", () => {
    const old = CASE.replaceAll("mpc.", "").replace(
      "function mpc = case3x",
      "function [baseMVA, bus, gen, branch] = case3x",
    );
    expect(readText(old)).to.deep.equal(readText(CASE));
    const other = CASE.replaceAll("mpc", "net");
    expect(readText(other)).to.deep.equal(readText(CASE));
  });

  it("reads rows with commas, continued lines, units and exponents as MATLAB does", () => {
    const text = CASE.replace("2 1 60 20 0", "2, 1, 6e1, ...\n 40/2, 0").replace(
      "0.02 0.09",
      "2e-2 0.18/2",
    );
    expect(readText(text)).to.deep.equal(readText(CASE));
  });
});

describe("solver grid: unsolved and unsolvable", () => {
  const tie = (impedance: string): string =>
    CASE.replace("mpc.branch = [\n", `mpc.branch = [\n 2 3 ${impedance} 0 0 0 0 0 0 1 -360 360;\n`);

  it("carries closed breakers of any small impedance", () => {
    // mpmath's Newton iteration in 40 digits would give the limit of the values below 1e-6.
    const limit = solve(grid, { case: tie("0 1e-5") }).result.value;
    for (const impedance of ["0 1e-6", "0 1e-7", "0 1e-8", "0 1e-10", "1e-9 1e-8", "0 1e-14"]) {
      const { gate, result } = solve(grid, { case: tie(impedance) });
      const u = gate.error * result.value;
      expect(Math.abs(result.value - limit), impedance).to.be.at.most(3 * u + 0.8);
      const buses = result.named["buses"];
      expect(JSON.stringify(buses)).to.include('"bus":3');
    }
  });

  it("claims no solution for two buses beyond their limit only, with the limit itself", () => {
    // V^2/(2 X) at unit power factor; in general V^2/(2 (R P + X Q + |Z| |S|)) (Kundur, 14.1).
    const refusal = refusalOf(grid, { V1: 1e5, X: 20, Q: 0, P: 2.505e8 });
    expect(refusal.members["reason"]).to.equal("NO_SOLUTION");
    expect(refusal.members["transfer_limit"]).to.be.closeTo(1e10 / 40 / 2.505e8, 1e-12);
    const [r, x, p, q] = [3, 20, 2e8, 9e7];
    const most = 1e10 / (2 * (r * p + x * q + Math.hypot(r, x) * Math.hypot(p, q)));
    const other = refusalOf(grid, { V1: 1e5, X: x, resistance: r, P: p, Q: q });
    expect(other.members["transfer_limit"]).to.be.closeTo(most, 1e-12);
  });

  it("says that it did not arrive where nothing is shown", () => {
    const heavy = `${CASE}mpc.bus(:, 3:4) = mpc.bus(:, 3:4) * 20;\n`;
    const refusal = refusalOf(grid, { case: heavy });
    expect(refusal.code).to.equal("DID_NOT_CONVERGE");
    expect(refusal.members["transfer_limit_uncertainty"]).to.be.below(1e-6);
    expect(refusal.message).to.match(/not shown/);
  });
});
