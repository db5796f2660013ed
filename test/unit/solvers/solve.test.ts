import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { valueExampleOf } from "../../../protocol/operators/record.js";
import { SolverMissing, SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { solve as solveSolver } from "../../../protocol/solvers/solve/solver.js";
import { checkCommon, missingOf, refusalOf, solve, valueAt } from "./motion.js";

const body = { equation: "x^3 = c", unknown: "x", from: 1, to: 3, inputs: { c: 11 } };

describe("solver solve", () => {
  checkCommon(solveSolver, body);

  it("says how far it is from the closed form, by a path of its own", () => {
    const { named, outputs, value } = solve(solveSolver, {
      operators: ["NM19"],
      inputs: { m: 2, a: 3.7 },
    }).result;
    expect(value).not.to.equal(7.4);
    expect(named["errorPct"]).to.be.within(1e-14, 1e-8);
    expect(outputs["closed_form"]!.value).to.be.closeTo(7.4, 1e-14);
    expect(named).not.to.have.property("tuneStatus");
  });

  it("denies no root between two bounds, and takes no jump for one", () => {
    const between = (equation: string, from: number, to: number): Record<string, unknown> => ({
      equation,
      unknown: "x",
      from,
      to,
    });
    const two = refusalOf(solveSolver, between("x^2 = 4", -5, 5));
    expect(two.code).to.equal("SOLVER_REJECTED");
    expect(two.members).to.deep.include({ values: [-2, 2] });
    expect(two.message).to.contain("2 results");
    expect(solve(solveSolver, between("(x-1)^2 = 0", 0, 3)).result.value).to.equal(1);
    expect(solve(solveSolver, between("x^2 - x = 0", -0.5, 0.5)).result.value).to.be.closeTo(
      0,
      1e-12,
    );
    for (const [equation, from, to] of [
      ["floor(x) = 0.5", 0, 3],
      ["heaviside(x-1.5) = 0.4", 0, 3],
      ["sign(x-1) = 0.5", 0, 3],
      ["1/(x-1) = 0", 0, 3],
      ["tan(x) = x + 100 + 0*x", 1.9, 2],
    ] as const) {
      const none = refusalOf(solveSolver, between(equation, from, to));
      expect(none.members, equation).to.include({ reason: "NO_SOLUTION" });
      expect(none.message, equation).to.contain("shown for all of them");
    }
  });

  it("tunes strictly: converged within the halvings, or a timeout that is refused", () => {
    const at = (maxIterations: number): object => ({
      operators: ["NM19"],
      inputs: { m: 2, a: 3.7 },
      strict: true,
      maxIterations,
    });
    expect(solve(solveSolver, { ...at(40) }).result.named["tuneStatus"]).to.equal("converged");
    expect(solve(solveSolver, { ...at(14) }).result.named["tuneStatus"]).to.equal("converged");
    const { code, members } = refusalOf(solveSolver, { ...at(3) });
    expect(code).to.equal("DID_NOT_CONVERGE");
    expect(members).to.include({ reason: "timeout", tuneStatus: "timeout" });
    expect(refusalOf(solveSolver, { ...at(41) }).code).to.equal("INVALID_BODY");
    expect(refusalOf(solveSolver, { ...at(0) }).code).to.equal("INVALID_BODY");
  });

  it("takes chains: each result is an input of the next", () => {
    const work = [...builtinRegistry().entries].find(
      ({ compiled }) =>
        compiled?.kind === "closed-form" && compiled.canonical === "W = F d cos(theta)",
    )!;
    const { named, unit, value } = solve(solveSolver, {
      operators: ["KO42", "NM19", work.id],
      inputs: { m: 2, a: 3, d: 1.5, theta: 0 },
    }).result;
    expect(named["operatorsSolved"]).to.deep.equal(["NM19", work.id]);
    expect(value).to.be.closeTo(9, 1e-9);
    expect(unit).to.equal("J");
  });

  it("takes the earth's gravity at a position, and asks for it", () => {
    const pendulum = [...builtinRegistry().entries].find(
      ({ compiled, record, refusal }) =>
        refusal === null &&
        record.kind !== "ode" &&
        compiled?.kind === "closed-form" &&
        compiled.accepts("g") &&
        compiled.slotNames.length === 2,
    )!;
    const other = pendulum.compiled!.slotNames.find((name) => name !== "g")!;
    const operators = {
      operators: [pendulum.id],
      inputs: { [other]: 1.5 },
      referenceMode: "gravity",
    };
    expect(missingOf(solveSolver, operators)).to.equal("position");
    const { assumed, value } = solve(solveSolver, {
      ...operators,
      position: [6_378_137, 0, 0],
    }).result;
    expect(assumed[0]).to.include({ name: "g", unit: "m/s^2" });
    const direct = solve(solveSolver, {
      operators: [pendulum.id],
      inputs: { [other]: 1.5, g: 3.986004418e14 / 6_378_137 ** 2 },
    }).result;
    expect(value).to.equal(direct.value);
    expect(
      refusalOf(solveSolver, {
        operators: ["NM19"],
        inputs: { m: 1, a: 1 },
        referenceMode: "gravity",
        position: [7e6, 0, 0],
      }).code,
    ).to.equal("INVALID_BODY");
    expect(
      refusalOf(solveSolver, { operators: ["NM19"], inputs: { m: 1, a: 1 }, position: [7e6, 0, 0] })
        .code,
    ).to.equal("INVALID_BODY");
  });

  it("agrees with the example of every twentieth operator, or refuses as compute does", () => {
    let solved = 0;
    const entries = [...builtinRegistry().entries];
    for (let i = 0; i < entries.length; i += 20) {
      const entry = entries[i]!;
      const example = valueExampleOf(entry.record);
      if (example === null) continue;
      try {
        const { result } = solve(solveSolver, { operators: [entry.id], inputs: example.inputs });
        expect(result.value, entry.id).to.be.closeTo(
          example.value,
          Math.max(1e-4 * Math.abs(example.value), 1e-300),
        );
        solved += 1;
      } catch (error) {
        if (!(error instanceof SolverRefusal || error instanceof SolverMissing)) throw error;
      }
    }
    expect(solved).to.be.at.least(40);
  });

  it("integrates an operator that is a differential equation, beside its closed form", () => {
    const logistic = { r: 0.47, K: 130, N_0: 11, t: 3.3, div_D_grad_N: 0, I: 0, E: 0 };
    const { gate, result } = solve(solveSolver, { operators: ["ESO10"], inputs: logistic });
    expect(gate.method).to.equal("step-halving");
    expect(gate.levels.length).to.be.at.least(3);
    expect(result.named["errorPct"] === null || Number(result.named["errorPct"]) < 1e-4).to.equal(
      true,
    );
    expect(
      refusalOf(solveSolver, {
        operators: ["ESO10"],
        inputs: { ...logistic, r: 30 },
        strict: true,
        maxIterations: 1,
      }).members["reason"],
    ).to.equal("timeout");
  });

  it("reads systems, and says what it cannot read", () => {
    const system = { equations: ["dx/dt = v", "dv/dt = -k x"], initial: { x: 1, v: 0 }, t_end: 3 };
    expect(valueAt(solve(solveSolver, { system, inputs: { k: 4 } }), "value")).to.be.closeTo(
      Math.cos(6),
      1e-9,
    );
    expect(
      valueAt(solve(solveSolver, { system: { ...system, value: "v" }, inputs: { k: 4 } }), "value"),
    ).to.be.closeTo(-2 * Math.sin(6), 1e-9);
    for (const bad of [
      { ...system, initial: { x: 1 } },
      { ...system, equations: ["dx/dt = v"] },
      { ...system, equations: ["x = 3", "dv/dt = 1"] },
      { ...system, equations: ["dx/dt = v", "dv/dt = -w x"] },
      { ...system, value: "y" },
      { ...system, initial: { x: 1, v: 0, q: 2 } },
    ]) {
      expect(
        refusalOf(solveSolver, { system: bad, inputs: { k: 4 } }).code,
        JSON.stringify(bad),
      ).to.equal("INVALID_BODY");
    }
    expect(refusalOf(solveSolver, { system, operators: ["NM19"], inputs: {} }).code).to.equal(
      "INVALID_BODY",
    );
  });

  it("returns an orbit that follows its equations, whatever the order they are written in", () => {
    const one = solve(solveSolver, {
      system: { equations: ["dx/dt = v", "dv/dt = -x^3"], initial: { x: 1, v: 0 }, t_end: 3 },
    }).result;
    const other = solve(solveSolver, {
      system: {
        equations: ["dv/dt = -x^3", "dx/dt = v"],
        initial: { x: 1, v: 0 },
        t_end: 3,
        value: "x",
      },
    }).result;
    expect(other.value).to.be.closeTo(one.value, 1e-12);
    const [x, v] = one.fields.map(({ data }) => data);
    for (let i = 0; i < x!.length; i += 1)
      expect(v![i]! ** 2 / 2 + x![i]! ** 4 / 4).to.be.closeTo(0.25, 1e-9);
  });
});
