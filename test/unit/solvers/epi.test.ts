import { expect } from "chai";
import { epi } from "../../../protocol/solvers/epi/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const body: Body = { beta: 0.5, gamma: 0.2, N: 1000, I0: 3 };

describe("solver epi", () => {
  checkCommon(epi, body);

  it("names what a mode misses", () => {
    expect(missingOf(epi, { R0: 2, quantity: "peak" })).to.equal("I0");
    expect(missingOf(epi, { R0: 2, I0: 0.1, quantity: "state", t_end: 3 })).to.equal("gamma");
    expect(missingOf(epi, { ...body, quantity: "state" })).to.equal("t_end");
    expect(missingOf(epi, { ...body, mode: "seir" })).to.equal("sigma");
    expect(missingOf(epi, { R0: 2, I0: 1, mode: "stochastic" })).to.equal("N");
    expect(
      missingOf(epi, {
        ...body,
        contacts: [
          [1, 0],
          [0, 1],
        ],
      }),
    ).to.equal("groups");
  });

  it("refuses starts and matrices that cannot be", () => {
    for (const bad of [
      { I0: 2000 },
      { vaccinated: 1 },
      { contacts: [[1, 1]], groups: [5, 6] },
      { I0: [1, 2] },
      { sigma: 1, mode: "sir" },
      { mode: "stochastic", I0: 1.5 },
      { quantity: "extinction" },
      { dt: 1 },
    ]) {
      expect(refusalOf(epi, { ...body, ...bad }).code, JSON.stringify(bad)).to.equal(
        "INVALID_BODY",
      );
    }
  });

  it("does not care how persons and time are counted, or how groups are numbered", () => {
    const plain = solve(epi, body).result.value;
    expect(
      solve(epi, { beta: 0.5 / 64, gamma: 0.2 / 64, N: 8000, I0: 24 }).result.value,
    ).to.be.closeTo(plain, 1e-12);
    const split = {
      beta: 0.5,
      gamma: 0.2,
      groups: [400, 600],
      contacts: [
        [0.4, 0.6],
        [0.4, 0.6],
      ],
      I0: 3,
    };
    // A person's contacts shared by the sizes of the groups: every group then follows the whole.
    expect(solve(epi, split).result.value).to.be.closeTo(plain, 1e-9);
    const uneven = {
      beta: 0.1,
      gamma: 0.1,
      groups: [300, 700],
      contacts: [
        [4, 1],
        [1, 2],
      ],
      I0: [5, 0],
    };
    const swapped = {
      beta: 0.1,
      gamma: 0.1,
      groups: [700, 300],
      contacts: [
        [2, 1],
        [1, 4],
      ],
      I0: [0, 5],
    };
    expect(solve(epi, uneven).result.value).to.be.closeTo(solve(epi, swapped).result.value, 1e-12);
  });

  it("solves the equations it states: the returned course satisfies them", () => {
    const { result } = solve(epi, { ...body, quantity: "state", t_end: 40, dt: 0.02 });
    const [infective, susceptible, recovered] = result.fields;
    const t = infective!.axes[0]!.values!;
    for (let i = 1; i + 1 < t.length; i += 50) {
      const rate = (infective!.data[i + 1]! - infective!.data[i - 1]!) / (t[i + 1]! - t[i - 1]!);
      const expected =
        (0.5 * susceptible!.data[i]! * infective!.data[i]!) / 1000 - 0.2 * infective!.data[i]!;
      expect(rate).to.be.closeTo(expected, 2e-3);
      expect(infective!.data[i]! + susceptible!.data[i]! + recovered!.data[i]!).to.be.closeTo(
        1000,
        1e-9,
      );
    }
  });

  it("converges with order 8 at stated steps", () => {
    const state = { ...body, quantity: "state", t_end: 40 };
    const exact = solve(epi, { ...state, dt: 0.1 }).result.value;
    const errorAt = (dt: number): number =>
      Math.abs(solve(epi, { ...state, dt }).result.value - exact);
    expect(Math.log2(errorAt(8) / errorAt(4))).to.be.within(6.4, 10.5);
  });

  it("goes on from a state bit for bit", () => {
    const state = { ...body, sigma: 0.3, quantity: "state", dt: 0.5 };
    const whole = solve(epi, { ...state, t_end: 30 }).result;
    const first = solve(epi, { ...state, t_end: 12 }).result;
    const second = solve(epi, { ...state, t_end: 18, initialState: first.state }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("states an error that covers the true one", () => {
    const state = { ...body, quantity: "state", t_end: 40 };
    const exact = solve(epi, { ...state, dt: 0.05 }).result.value;
    let covered = 0;
    for (let i = 1; i <= 40; i += 1) {
      const { gate, result } = solve(epi, { ...state, dt: 0.2 * i });
      if (Math.abs(result.value - exact) <= 2 * gate.error * Math.abs(result.value) + 1e-13 * exact)
        covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("shows other paths for another seed, and the same exact value", () => {
    const chance = { R0: 3, N: 60, I0: 2, mode: "stochastic", paths: 2 };
    const one = solve(epi, chance).result;
    const other = solve(epi, { ...chance, seed: 9 }).result;
    expect(other.value).to.equal(one.value);
    expect([...other.fields[1]!.data]).not.to.deep.equal([...one.fields[1]!.data]);
    expect(one.prng).to.deep.equal({ name: "philox4x32-10", seed: "0" });
    expect(one.fields[1]!.data.at(-1)).to.equal(0);
  });

  it("takes the largest of the next-generation matrix, also of parts that do not meet", () => {
    const at = (contacts: number[][]): number =>
      valueAt(solve(epi, { beta: 1, gamma: 1, contacts, groups: [10, 10], I0: 0.1 }), "outputs.R0");
    expect(
      at([
        [1, 1],
        [0, 1],
      ]),
    ).to.equal(1);
    expect(
      at([
        [0, 4],
        [1, 0],
      ]),
    ).to.be.closeTo(2, 1e-14);
    expect(
      at([
        [2, 1],
        [1, 3],
      ]),
    ).to.be.closeTo((5 + Math.sqrt(5)) / 2, 1e-13);
  });

  it("cannot be replaced by the formula without a start", () => {
    const started = valueAt(solve(epi, { R0: 2, I0: 0.01 }), "value");
    expect(Math.abs(started - 0.79681213)).to.be.above(3e-3);
  });

  it("states how well the part of each group is known", () => {
    // Proportionate mixing: z = 1 - exp(-2.5 z) in both groups, by mpmath at 30 digits.
    const root = 0.8926447536092091;
    const contacts = [
      [0.4, 0.6],
      [0.4, 0.6],
    ];
    const solved = solve(epi, { beta: 0.5, gamma: 0.2, groups: [400, 600], contacts });
    for (const g of [0, 1]) {
      const doubt = valueAt(solved, `named.finalSizes_uncertainty.${g}`);
      expect(doubt).to.be.within(1e-17, 1e-6);
      const missed = Math.abs(valueAt(solved, `named.finalSizes.${g}`) - root);
      expect(missed).to.be.at.most(3 * doubt);
    }
  });
});
