import { expect } from "chai";
import { opt } from "../../../protocol/solvers/opt/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt, type Body } from "./motion.js";

const bowl: Body = { objective: "(x-1.3)^2+3*(y+0.2)^2+2", variables: ["x", "y"], start: [5, 5] };
const ring: Body = {
  objective: "x*y",
  variables: ["x", "y"],
  start: [1, 0.4],
  sense: "max",
  constraints: ["x^2+y^2 <= 2"],
};

describe("solver opt", () => {
  checkCommon(opt, { preset: "lennard-jones", atoms: 4, runs: 20, seed: 1 });

  it("names what a mode misses", () => {
    expect(missingOf(opt, { preset: "lennard-jones", start: [1] })).to.equal("atoms");
    expect(missingOf(opt, { ...bowl, start: { x: 1 } })).to.equal("start.y");
    expect(missingOf(opt, { ...bowl, global: true })).to.equal("bounds");
  });

  it("finds the place, and stays where a bound holds it", () => {
    const free = solve(opt, bowl);
    expect(valueAt(free, "named.minimiser.x")).to.be.closeTo(1.3, 1e-7);
    expect(valueAt(free, "named.minimiser.y")).to.be.closeTo(-0.2, 1e-7);
    const held = solve(opt, { ...bowl, bounds: { x: [2, null], y: [null, -1] } }).result;
    expect(held.value).to.be.closeTo(0.49 + 3 * 0.64 + 2, 1e-12);
    expect(held.named["activeBounds"]).to.deep.equal(["x", "y"]);
  });

  it("satisfies the conditions of Kuhn and Tucker, by lines of its own", () => {
    const solved = solve(opt, ring);
    const [x, y, lambda] = ["x.0", "x.1", "multipliers.0"].map((path) =>
      valueAt(solved, `named.${path}`),
    );
    expect(solved.result.value).to.be.closeTo(1, 1e-8);
    expect(-y! + 2 * lambda! * x!).to.be.closeTo(0, 1e-6);
    expect(-x! + 2 * lambda! * y!).to.be.closeTo(0, 1e-6);
    expect(lambda! * (x! * x! + y! * y! - 2)).to.be.closeTo(0, 1e-7);
  });

  it("moves with the objective: shift, scale, order of the variables", () => {
    const value = solve(opt, { ...bowl, objective: "exp(0.3*x)+(x-2*y)^2+cosh(y-0.7)" }).result
      .value;
    const moved = solve(opt, {
      ...bowl,
      start: [8, 2],
      objective: "7*(exp(0.3*(x-3))+((x-3)-2*(y+3))^2+cosh((y+3)-0.7))-5",
    }).result.value;
    expect(moved).to.be.closeTo(7 * value - 5, 1e-8);
    const swapped = solve(opt, {
      ...bowl,
      variables: ["y", "x"],
      objective: "exp(0.3*x)+(x-2*y)^2+cosh(y-0.7)",
    }).result.value;
    expect(swapped).to.be.closeTo(value, 1e-9);
    const largest = solve(opt, {
      ...bowl,
      sense: "max",
      objective: "-(exp(0.3*x)+(x-2*y)^2+cosh(y-0.7))",
    }).result.value;
    expect(largest).to.be.closeTo(-value, 1e-12);
  });

  it("says how it was found: another seed is another search for the same value", () => {
    const of = (seed: number): Body => ({ preset: "lennard-jones", atoms: 8, seed });
    const [a, b] = [solve(opt, of(1)).result, solve(opt, of(2)).result];
    expect(a.prng).to.deep.equal({ name: "philox4x32-10", seed: "1" });
    expect(a.value).to.be.closeTo(b.value, 1e-8);
    expect(a.named["x"]).to.not.deep.equal(b.named["x"]);
    expect(a.named["optimality"]).to.equal("local");
    expect(a.outputs["runs_at_best"]!.value).to.be.above(1);
  });

  it("claims a global optimum for programs only, and proves it by prices", () => {
    const lp = {
      c: [-3, -5, 1],
      A_ub: [
        [1, 0, 1],
        [0, 2, -1],
        [3, 2, 0],
      ],
      b_ub: [4, 12, 18],
    };
    const solved = solve(opt, { lp });
    expect(solved.result.named["optimality"]).to.equal("global-lp");
    const y = [0, 1, 2].map((i) => valueAt(solved, `named.prices.${i}`));
    for (let j = 0; j < 3; j += 1) {
      expect(y.reduce((s, price, i) => s + price * lp.A_ub[i]![j]!, 0)).to.be.at.most(
        lp.c[j]! + 1e-9,
      );
    }
    expect(Math.max(...y)).to.be.at.most(1e-12);
    expect(y.reduce((s, price, i) => s + price * lp.b_ub[i]!, 0)).to.be.closeTo(
      solved.result.value,
      1e-9,
    );
  });

  it("survives a degenerate program that cycles without a rule (Beale)", () => {
    const { result } = solve(opt, {
      lp: {
        c: [-0.75, 150, -0.02, 6],
        A_ub: [
          [0.25, -60, -0.04, 9],
          [0.5, -90, -0.02, 3],
          [0, 0, 1, 0],
        ],
        b_ub: [0, 0, 1],
      },
    });
    expect(result.value).to.be.closeTo(-0.05, 1e-12);
  });

  it("covers the true error with the one it states", () => {
    for (let i = 1; i <= 40; i += 1) {
      const [a, b, c] = [0.3 * i, 1 + 0.2 * i, 0.7 - 0.05 * i];
      const { gate, result } = solve(opt, {
        ...bowl,
        objective: `(x-${a})^2*${b} + (x-${a})*(y-${c}) + 2*(y-${c})^2 + (y-${c})^4 + ${i}`,
      });
      expect(Math.abs(result.value - i)).to.be.at.most(2 * gate.error * Math.max(i, 1) + 1e-14 * i);
    }
  });

  it("refuses what has no minimum, or is no problem", () => {
    for (const body of [
      { ...bowl, objective: "x^3" },
      { ...bowl, objective: "-x^2-y^2" },
      { ...bowl, bounds: { x: [2, 1] } },
      { ...bowl, constraints: ["x^2+y^2 <= -1"] },
    ]) {
      expect(refusalOf(opt, body).members["reason"], JSON.stringify(body)).to.equal("NO_SOLUTION");
    }
    for (const body of [
      { ...bowl, start: [1] },
      { ...bowl, variables: ["x", "x"] },
      { ...bowl, objective: "ln(x-9)" },
      { ...bowl, constraints: ["x+y"] },
      { ...bowl, bounds: { z: [0, 1] } },
      { ...bowl, objective: "x+z" },
      { ...bowl, preset: "rosenbrock" },
      { lp: { c: [1], A_ub: [[1, 2]], b_ub: [1] } },
      { lp: { c: [1], A_ub: [[1]], b_ub: [] } },
      { preset: "lennard-jones", atoms: 1e9 },
    ]) {
      expect(refusalOf(opt, body).code, JSON.stringify(body)).to.equal("INVALID_BODY");
    }
  });

  it("would not pass as the value at the start, a constant or an older answer", () => {
    const hs76: Body = {
      objective: "p^2+0.5*q^2+r^2+0.5*s^2-p*r+r*s-p-3*q+r-s",
      variables: ["p", "q", "r", "s"],
      start: [0.5, 0.5, 0.5, 0.5],
      bounds: [
        [0, null],
        [0, null],
        [0, null],
        [0, null],
      ],
      constraints: ["p+2*q+r+s <= 5", "3*p+q+2*r-s <= 4", "q+4*r >= 1.5"],
    };
    const passes = (value: number): boolean => Math.abs(value + 4.681818181) < 1e-7;
    const unbound = solve(opt, { ...hs76, constraints: undefined }).result.value;
    const older = solve(opt, { ...hs76, constraints: ["p+2*q+r+s <= 5.1"] }).result.value;
    expect([solve(opt, hs76).result.value, -1.25, -4.7, unbound, older].map(passes)).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
