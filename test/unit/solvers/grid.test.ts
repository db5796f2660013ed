import { readFileSync } from "node:fs";
import { expect } from "chai";
import { minimumDegree } from "../../../protocol/math/linear/minimumDegree.js";
import { sparseLu, sparseLuAgain, sparseSolve } from "../../../protocol/math/linear/sparseLu.js";
import { grid } from "../../../protocol/solvers/grid/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

interface Case {
  baseMVA: number;
  bus: number[][];
  gen: number[][];
  branch: number[][];
}
const cases: Record<string, Case & { source?: string }> = JSON.parse(
  readFileSync("scripts/solvers/reference/gridCases.json", "utf8"),
);

function caseOf(name: string): Case {
  const { baseMVA, branch, bus, gen } = structuredClone(cases[name]!);
  return { baseMVA, bus, gen, branch };
}

function textOf({ baseMVA, branch, bus, gen }: Case): string {
  const table = (rows: number[][]): string =>
    `[\n${rows.map((row) => `\t${row.join("\t")};`).join("\n")}\n];`;
  return (
    `function mpc = x\n% a comment with mpc.bus = [1]\nmpc.version = '2';\nmpc.baseMVA = ` +
    `${baseMVA};\nmpc.bus = ${table(bus)}\nmpc.gen = ${table(gen)} % trailing\nmpc.branch = ` +
    `${table(branch)}\n`
  );
}

describe("sparse factors", () => {
  it("solve what a dense multiplication made, in any order", () => {
    const n = 60;
    const entries: [number, number, number][] = [];
    for (let i = 0; i < n; i += 1) {
      entries.push([i, i, 3 + (i % 5)]);
      for (const d of [1, 7, 23])
        if (i + d < n) entries.push([i, i + d, 0.7 - 0.02 * i], [i + d, i, -0.4 + 0.01 * d * i]);
    }
    entries.sort((a, b) => a[1] - b[1]);
    const starts = new Int32Array(n + 1);
    for (const [, j] of entries) for (let k = j + 1; k <= n; k += 1) starts[k]! += 1;
    const matrix = {
      n,
      starts,
      rows: Int32Array.from(entries, ([i]) => i),
      values: Float64Array.from(entries, ([, , v]) => v),
    };
    const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i) + 2);
    const b = new Float64Array(n);
    for (const [i, j, v] of entries) b[i]! += v * x[j]!;
    const neighbours = x.reduce<number[][]>((lists, _, i) => {
      lists[i] = entries.filter(([r, c]) => r === i && c !== i).map(([, c]) => c);
      return lists;
    }, []);
    for (const order of [
      minimumDegree(neighbours),
      Int32Array.from({ length: n }, (_, i) => n - 1 - i),
    ]) {
      expect([...order].sort((p, q) => p - q)).to.deep.equal([...x.keys()]);
      const found = sparseSolve(sparseLu(matrix, order)!, b);
      for (let i = 0; i < n; i += 1) expect(found[i]!).to.be.closeTo(x[i]!, 1e-11);
    }
  });

  it("need rows exchanged where the diagonal is zero, and refuse what is singular", () => {
    const swap = {
      n: 2,
      starts: Int32Array.of(0, 1, 2),
      rows: Int32Array.of(1, 0),
      values: Float64Array.of(2, 3),
    };
    expect([
      ...sparseSolve(sparseLu(swap, Int32Array.of(0, 1))!, Float64Array.of(3, 2)),
    ]).to.deep.equal([1, 1]);
    expect(sparseLu({ ...swap, rows: Int32Array.of(0, 0) }, Int32Array.of(0, 1))).to.equal(null);
  });

  it("come again with other values in the same bits, or not at all where another pivot is due", () => {
    const ring = (values: (i: number) => number) => {
      const n = 24;
      const starts = Int32Array.from({ length: n + 1 }, (_, j) => 3 * j);
      const rows = Int32Array.from(
        { length: 3 * n },
        (_, p) => (Math.floor(p / 3) + [n - 1, 0, 1][p % 3]!) % n,
      );
      return { n, starts, rows, values: Float64Array.from(rows, (_, p) => values(p)) };
    };
    const order = Int32Array.from({ length: 24 }, (_, k) => k);
    // Zeros of the first matrix are none in the second.
    const first = sparseLu(
      ring((p) => (p % 3 === 1 ? 4 : p % 5 === 0 ? 0 : -1)),
      order,
    )!;
    const next = ring((p) => (p % 3 === 1 ? 3 + 1 / (p + 1) : 1 / (p + 2) - 0.7));
    const fresh = sparseLu(next, order)!;
    const again = sparseLuAgain(first, next)!;
    expect([...again.lowerValues.subarray(0, again.lowerStarts[24])]).to.deep.equal([
      ...fresh.lowerValues.subarray(0, fresh.lowerStarts[24]),
    ]);
    expect([...again.upperValues.subarray(0, again.upperStarts[24])]).to.deep.equal([
      ...fresh.upperValues.subarray(0, fresh.upperStarts[24]),
    ]);
    expect([...again.diagonal]).to.deep.equal([...fresh.diagonal]);
    expect(
      sparseLuAgain(
        again,
        ring((p) => (p % 3 === 1 ? 1e-9 : 1)),
      ),
    ).to.equal(null);
  });

  it("take the leaves of a tree before its root", () => {
    const star = [[1, 2, 3, 4], [0], [0], [0], [0]];
    expect([...minimumDegree(star)]).to.deep.equal([1, 2, 3, 0, 4]);
  });
});

describe("solver grid", () => {
  checkCommon(grid, { V1: 1.1e5, X: 21, P: 4.7e7, Q: 1.3e7, resistance: 3.3 });

  it("names what a mode misses", () => {
    expect(missingOf(grid, { H: 5, f0: 60, Pm: 0.8, Pmax: 1.8, PmaxPost: 1.8 })).to.equal(
      "PmaxFault",
    );
    expect(missingOf(grid, { H: 5, f0: 60, dP: 0.1 })).to.equal("droop");
    expect(missingOf(grid, { omega: [1], K: 1, theta0: [0] })).to.equal("t_end");
  });

  it("reads the text of a case as it reads its tables", () => {
    const plain = caseOf("case14");
    expect(solve(grid, { case: textOf(plain) }).result.value).to.equal(
      solve(grid, { case: plain }).result.value,
    );
  });

  it("does not depend on the order or the names of buses", () => {
    const plain = caseOf("case9");
    const value = solve(grid, { case: plain }).result.value;
    const renamed = caseOf("case9");
    const name = (bus: number): number => 1000 - 7 * bus;
    for (const row of renamed.bus) row[0] = name(row[0]!);
    for (const row of renamed.gen) row[0] = name(row[0]!);
    for (const row of renamed.branch) [row[0], row[1]] = [name(row[0]!), name(row[1]!)];
    renamed.bus.reverse();
    renamed.branch.reverse();
    expect(solve(grid, { case: renamed }).result.value).to.be.closeTo(value, 1e-9 * value);
  });

  it("balances: generation is load, bus shunts and branch losses", () => {
    const given = caseOf("ieee30");
    const solved = solve(grid, { case: given });
    let balance = 0;
    given.bus.forEach((row, i) => {
      const v = valueAt(solved, `named.buses.${i}.V`);
      balance += valueAt(solved, `named.buses.${i}.P`) - 1e6 * (row[2]! + row[4]! * v * v);
    });
    expect(balance).to.be.closeTo(solved.result.value, 1);
  });

  it("holds generators at their limits when asked, and says which", () => {
    const tight = caseOf("case14");
    tight.gen[1]![3] = 20;
    const solved = solve(grid, { case: tight, qLimits: true });
    expect(solved.result.named["heldAtLimit"]).to.deep.equal([2]);
    expect(valueAt(solved, "named.buses.1.Q")).to.be.closeTo(20e6, 1);
    expect(valueAt(solved, "named.buses.1.V")).to.be.below(1.045);
  });

  it("finds the limit of transfer where the two buses have theirs", () => {
    // Q = 0: the largest P over a reactance is V^2 / 2X.
    const line = { V1: 1e5, X: 20, Q: 0 };
    const most = 1e10 / 40;
    expect(solve(grid, { ...line, P: 0.9999 * most }).result.outputs["V2"]!.value).to.be.closeTo(
      1e5 * Math.SQRT1_2,
      1e3,
    );
    expect(refusalOf(grid, { ...line, P: 1.0001 * most }).members["transfer_limit"]).to.be.closeTo(
      0.9999,
      2e-3,
    );
  });

  it("is of fourth order in time", () => {
    const two = { omega: [1, 2.6, 0.3], K: 1.1, theta0: [0, 1, 4], t_end: 9 };
    const exact = solve(grid, { ...two, steps: 20_000 }).result.value;
    const missed = (steps: number): number =>
      Math.abs(solve(grid, { ...two, steps }).result.value - exact);
    expect(Math.log2(missed(40) / missed(80))).to.be.within(3.2, 4.8);
    const coarse = solve(grid, { ...two, steps: 20 });
    expect(Math.abs(coarse.result.value - exact)).to.be.below(2 * coarse.gate.error);
  });

  it("goes on from a state bit for bit", () => {
    const start = { omega: [1, 2.6, 0.3], K: 1.1, theta0: [0, 1, 4] };
    const whole = solve(grid, { ...start, t_end: 8, dt: 0.0625 }).result;
    const first = solve(grid, { ...start, t_end: 3, dt: 0.0625 }).result;
    const second = solve(grid, {
      omega: start.omega,
      K: 1.1,
      initialState: first.state,
      t_end: 5,
      dt: 0.0625,
    }).result;
    expect(second.state).to.deep.equal(whole.state);
    expect(second.value).to.equal(whole.value);
  });

  it("refuses what is no network", () => {
    const lies = (change: (c: Case) => void): string => {
      const network = caseOf("case9");
      change(network);
      return refusalOf(grid, { case: network }).code;
    };
    expect(
      lies((c) => {
        for (const row of c.bus) row[1] = 1;
      }),
    ).to.equal("INVALID_BODY");
    expect(
      lies((c) => {
        c.bus.push([...c.bus[3]!]);
      }),
    ).to.equal("INVALID_BODY");
    expect(
      lies((c) => {
        c.branch[0]![1] = 77;
      }),
    ).to.equal("INVALID_BODY");
    expect(
      lies((c) => {
        c.branch[0]![3] = 0;
      }),
    ).to.equal("INVALID_BODY");
    expect(
      lies((c) => {
        c.branch[1] = [4, 5];
      }),
    ).to.equal("INVALID_BODY");
    for (const row of [
      "hello",
      "mpc.baseMVA = x;",
      textOf(caseOf("case9")).replace("90", "ninety"),
    ]) {
      expect(refusalOf(grid, { case: row }).code).to.equal("INVALID_BODY");
    }
    expect(
      refusalOf(grid, { H: 5, f0: 60, Pm: 2, Pmax: 1.8, PmaxFault: 0, PmaxPost: 1.8 }).members[
        "reason"
      ],
    ).to.equal("NO_SOLUTION");
    expect(
      refusalOf(grid, { H: 5, f0: 60, Pm: 0.8, Pmax: 1.8, PmaxFault: 1.7, PmaxPost: 1.8 }).members[
        "reason"
      ],
    ).to.equal("NO_SOLUTION");
    expect(refusalOf(grid, { omega: [1, 2], K: 1, theta0: [0], t_end: 1 }).code).to.equal(
      "INVALID_BODY",
    );
    expect(
      refusalOf(grid, { omega: [1, 2], K: 1, theta0: [0, 1], t_end: 1, links: [[0, 2]] }).code,
    ).to.equal("INVALID_BODY");
  });

  it("would not pass as a DC flow, a constant or an older answer", () => {
    const value = solve(grid, { case: caseOf("case9") }).result.value;
    const older = caseOf("case9");
    older.bus[4]![2] = 91;
    const uncharged = caseOf("case9");
    for (const row of uncharged.branch) row[4] = 0;
    const passes = (x: number): boolean => Math.abs(x / 4641021.47448282 - 1) < 1e-8;
    const others = [older, uncharged].map((c) => solve(grid, { case: c }).result.value);
    expect([value, 0, 4.641e6, ...others].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(valueAt(solve(grid, { case: caseOf("case9") }), "outputs.mismatch")).to.be.below(1e-8);
  });
});
