import { expect } from "chai";
import { multibody } from "../../../protocol/solvers/multibody/solver.js";
import { bindInputs } from "../../../protocol/solvers/input.js";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { Stopped } from "../../../protocol/solvers/refusal.js";
import type { Solver } from "../../../protocol/solvers/solver.js";
import { checkCommon, missingOf, refusalOf, solve, type Body } from "./motion.js";

const bodies = [
  { m: 1, position: [0, 0, 0], velocity: [0, -0.1, 0] },
  { m: 0.1, position: [1, 0, 0], velocity: [0, 1, 0.1] },
  { m: 0.01, position: [-2, 0.3, 0], velocity: [0.1, -0.7, 0] },
];
const body: Body = { bodies, G: 1, dt: 0.0625, t_max: 5, subject: 1 };

function positions(named: unknown): number[][] {
  const list: unknown = Reflect.get(Object(named), "bodies");
  if (!Array.isArray(list)) throw new Error("no bodies");
  return list.map((item: unknown) => {
    const position: unknown = Reflect.get(Object(item), "position");
    return Array.isArray(position) ? position.map(Number) : [];
  });
}

describe("solver multibody", () => {
  checkCommon(multibody, body);

  it("says what it conserved", () => {
    const { named, notes } = solve(multibody, body).result;
    expect(named["conservative"]).to.equal(true);
    expect(named["conservationChecked"]).to.equal(true);
    expect(named["energyDriftBoundPct"]).to.equal(0.1);
    expect(named["energyDriftPct"]).to.be.within(0, 0.1);
    expect(notes.join(" ")).to.contain("calcond boundary");
  });

  it("refuses what does not conserve energy, with the figures", () => {
    const { code, members } = refusalOf(multibody, { ...body, dt: 1.25, t_max: 50 });
    expect(code).to.equal("ENERGY_NOT_CONSERVED");
    expect(members).to.include({ bound: 0.1, dt: 1.25, t_max: 50 });
    expect(members["drift"]).to.be.above(0.1);
  });

  it("takes the dissipative form without positions, says so, and seals nothing", () => {
    const { result } = solve(multibody, { bodies: [{ m: 1 }, { m: 3 }], t_max: 2 });
    expect(result.unsealed).to.match(/^NUMERICAL FALLBACK.*no invariant.*no envelope/su);
    expect(result.named).to.include({ conservative: false, conservationChecked: false });
    expect(result.unit).to.equal("1");
    const other = solve(multibody, { bodies: [{ m: 1 }, { m: 4 }], t_max: 2 }).result;
    expect(other.value).not.to.equal(result.value);
  });

  it("refuses half a system", () => {
    expect(refusalOf(multibody, { ...body, bodies: [bodies[0], { m: 1 }] }).code).to.equal(
      "INVALID_BODY",
    );
    expect(
      refusalOf(multibody, { ...body, bodies: [{ position: [0, 0], velocity: [0, 0] }] }).code,
    ).to.equal("INVALID_BODY");
    expect(
      missingOf(multibody, { ...body, subject: 0, bodies: [{ m: 1, position: [0, 0] }] }),
    ).to.equal("bodies.0.velocity");
    expect(refusalOf(multibody, { ...body, subject: 3 }).code).to.equal("INVALID_BODY");
    expect(refusalOf(multibody, { ...body, bodies: [] }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(multibody, { ...body, bodies: [{ m: -1, position: [0, 0], velocity: [0, 0] }] })
        .code,
    ).to.equal("INVALID_BODY");
  });

  it("follows rotations, shifts, moving frames and the order of the bodies", () => {
    const plain = solve(multibody, body).result.value;
    const turn = ([x, y, z]: readonly number[]): number[] => [y!, z!, x!];
    const changed = (change: (item: (typeof bodies)[number]) => object): number =>
      solve(multibody, { ...body, bodies: bodies.map(change) }).result.value;
    expect(
      changed(({ m, position, velocity }) => ({
        m,
        position: turn(position),
        velocity: turn(velocity),
      })),
    ).to.be.closeTo(plain, 1e-12);
    expect(
      changed(({ m, position, velocity }) => ({
        m,
        position: position.map((x) => -x),
        velocity: velocity.map((x) => -x),
      })),
    ).to.equal(plain);
    expect(
      changed(({ m, position, velocity }) => ({
        m,
        position: position.map((x) => x + 8),
        velocity: velocity.map((x) => x + 2),
      })),
    ).to.be.closeTo(plain, 1e-12);
    expect(solve(multibody, { ...body, bodies: bodies.toReversed() }).result.value).to.be.closeTo(
      plain,
      1e-12,
    );
  });

  it("rescales by Kepler's third law", () => {
    const plain = solve(multibody, body).result.value;
    // Lengths by 4, times by 8: velocities by 1/2 at the same G m.
    const scaled = bodies.map(({ m, position, velocity }) => ({
      m,
      position: position.map((x) => 4 * x),
      velocity: velocity.map((x) => x / 2),
    }));
    expect(
      solve(multibody, { ...body, bodies: scaled, dt: 0.5, t_max: 40 }).result.value,
    ).to.be.closeTo(4 * plain, 1e-12);
  });

  it("converges with the order of each composition", () => {
    const exact = solve(multibody, { ...body, dt: 0.005 }).result.value;
    for (const [order, dt] of [
      [2, 0.02],
      [4, 0.05],
      [6, 0.125],
      [8, 0.25],
    ] as const) {
      const errorAt = (step: number): number =>
        Math.abs(solve(multibody, { ...body, order, dt: step }).result.value - exact);
      expect(Math.log2(errorAt(dt) / errorAt(dt / 2)), `order ${order}`).to.be.within(
        0.8 * order,
        1.25 * order,
      );
    }
  });

  it("goes on from a state bit for bit", () => {
    const whole = solve(multibody, { ...body, t_max: 5 }).result;
    const first = solve(multibody, { ...body, t_max: 2 }).result;
    const second = solve(multibody, {
      initialState: first.state,
      dt: 0.0625,
      t_max: 3,
      subject: 1,
    }).result;
    expect(second.value).to.equal(whole.value);
    expect(second.state).to.deep.equal(whole.state);
  });

  it("conserves what a few lines recompute from the answer", () => {
    const { result } = solve(multibody, body);
    const end = positions(result.named);
    let potential = 0;
    for (let i = 0; i < 3; i += 1) {
      for (let j = i + 1; j < 3; j += 1) {
        potential -=
          (bodies[i]!.m * bodies[j]!.m) /
          Math.hypot(...end[i]!.map((x, axis) => x - end[j]![axis]!));
      }
    }
    expect(result.outputs["kinetic_energy"]!.value + potential).to.be.closeTo(
      result.outputs["energy"]!.value,
      1e-14,
    );
    expect(result.outputs["energy"]!.value).to.be.closeTo(
      0.5 * 0.01 +
        0.05 * 1.01 +
        0.005 * 0.5 -
        0.1 -
        0.01 / Math.hypot(2, 0.3) -
        0.001 / Math.hypot(3, 0.3),
      1e-9,
    );
  });

  it("states an error that covers the true one", () => {
    const exact = solve(multibody, { ...body, dt: 0.005 }).result.value;
    let covered = 0;
    for (let k = 1; k <= 40; k += 1) {
      const { gate, result } = solve(multibody, { ...body, order: 4, dt: 0.002 * k });
      if (Math.abs(result.value - exact) <= 2 * gate.error * result.value + 1e-13) covered += 1;
    }
    expect(covered).to.be.at.least(38);
  });

  it("knows what the uncertainty of G does", () => {
    const pair = [
      { m: 6e24, position: [0, 0, 0], velocity: [0, 0, 0] },
      { m: 1, position: [7e6, 0, 0], velocity: [0, 7500, 0] },
    ];
    const { result } = solve(multibody, { bodies: pair, t_max: 3000, subject: 1 });
    const at = (G: number): number =>
      solve(multibody, { bodies: pair, t_max: 3000, subject: 1, G }).result.value;
    const slope = (at(6.6743e-11 * 1.0001) - at(6.6743e-11 * 0.9999)) / 2e-4;
    expect(result.physicalUncertainty).to.be.closeTo(
      Math.abs(slope) * 2.2e-5,
      0.05 * Math.abs(slope) * 2.2e-5,
    );
    expect(solve(multibody, { ...body }).result.physicalUncertainty).to.equal(undefined);
  });

  it("answers each operator that raises its price, and no other", () => {
    const { outputs: plain, value } = solve(multibody, body).result;
    const added = (operators: readonly string[]): Record<string, unknown> => {
      const { result } = solve(multibody, { ...body, operators });
      expect(result.value).to.equal(value);
      return Object.fromEntries(
        Object.entries(result.outputs).filter(([name]) => !Object.hasOwn(plain, name)),
      );
    };
    expect(added(["NM21"])).to.deep.equal({});
    expect(added(["KO42", "NM21", "NM21"])).to.deep.equal({});
    const axes = (name: string): string[] => ["x", "y", "z"].map((axis) => `${name}_${axis}`);
    for (const [operator, names] of [
      ["NM18", axes("free_position")],
      ["NM19", axes("force")],
      ["NM20", axes("reaction_force")],
      ["NM23", ["subject_kinetic_energy"]],
      ["NM25", ["subject_speed"]],
      ["NM26", axes("subject_momentum")],
      ["NM28", axes("subject_angular_momentum")],
    ] as const)
      expect(Object.keys(added(["NM21", operator])), operator).to.deep.equal([...names]);
  });

  it("answers operators of a circular pair by the closed form", () => {
    // Two equal masses m on a circle of radius r about their centre: v^2 = G m/(4 r), F = G m^2/(4
    // r^2).
    const [m, r] = [4, 1];
    const pair = [r, -r].map((x) => ({ m, position: [x, 0, 0], velocity: [0, x, 0] }));
    const t = Math.PI / 2;
    const { outputs } = solve(multibody, {
      bodies: pair,
      G: 1,
      t_max: t,
      operators: ["NM18", "NM19", "NM20", "NM28"],
    }).result;
    const close = (name: string, expected: number): void => {
      expect(outputs[name]!.value, name).to.be.closeTo(expected, 1e-9);
    };
    // After a quarter of a turn the subject is at (0, r) and moves along -x at v = 1.
    for (const [name, vector] of [
      ["free_position", [r, t, 0]],
      ["force", [0, -4, 0]],
      ["reaction_force", [0, 4, 0]],
      ["subject_angular_momentum", [0, 0, 4]],
    ] as const)
      for (const [i, axis] of ["x", "y", "z"].entries()) close(`${name}_${axis}`, vector[i]!);
    const more = solve(multibody, {
      bodies: pair,
      G: 1,
      t_max: t,
      operators: ["NM23", "NM25", "NM26"],
    }).result.outputs;
    expect(more["subject_kinetic_energy"]!.value).to.be.closeTo(2, 1e-9);
    expect(more["subject_speed"]!.value).to.be.closeTo(1, 1e-9);
    expect(more["subject_momentum_x"]!.value).to.be.closeTo(-4, 1e-9);
  });

  it("is priced by its operators, and stops within a long run", () => {
    const solver: Solver = multibody;
    expect(solver.operators!(bindInputs(solver.card, body))).to.equal(1);
    expect(
      solver.operators!(
        bindInputs(solver.card, { ...body, operators: ["KO42", "NM21", "NM25", "NM28"] }),
      ),
    ).to.equal(3);
    // A receipt named twice changes nothing, and costs nothing.
    expect(
      solver.operators!(
        bindInputs(solver.card, { ...body, operators: ["KO42", "NM21", "NM21", "NM21"] }),
      ),
    ).to.equal(1);
    let polled = 0;
    const stop = {
      get aborted(): boolean {
        polled += 1;
        return polled > 3;
      },
    };
    expect(() => executeJob(multibody, { ...body, dt: 1e-6 }, stop)).to.throw(Stopped);
  });

  it("takes a thousand bodies", () => {
    const cube = Array.from({ length: 1_000 }, (_, i) => ({
      m: 1,
      position: [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)],
      velocity: [0, 0, 0],
    }));
    const { result } = solve(multibody, { bodies: cube, G: 1e-4, dt: 0.01, t_max: 0.02, order: 2 });
    expect(result.invariants[0]!.driftPct).to.be.below(0.1);
  });
});
