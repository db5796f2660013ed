/** Periodic lattices: what no list of inputs can show by itself. */
import { expect } from "chai";
import { Philox } from "../../../protocol/math/random/philox.js";
import { lattice } from "../../../protocol/solvers/lattice/solver.js";
import { checkCommon, missingOf, refusalOf, solve, type Body } from "./motion.js";

const FIELD = {
  shape: [9, 6],
  mu2: 0.4,
  lambda: 1.3,
  initial: "0.7 * sin(x + 0.5 * y) + 0.2 * cos(2 * y)",
  dt: 0.125,
  steps: 80,
} as const;
const SALT = {
  cell: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  ions: [
    { charge: 1, at: [0, 0, 0] },
    { charge: -1, at: [0.5, 0.5, 0.5] },
  ],
} as const;

function valueOf(body: Body): number {
  return solve(lattice, body).result.value;
}

describe("solvers/lattice", () => {
  checkCommon(lattice, FIELD);

  it("rescales: lengths by 2, the field by 1/2, energies by 1/16", () => {
    const value = valueOf(FIELD);
    const scaled = valueOf({
      ...FIELD,
      mu2: 0.1,
      spacing: 2,
      dt: 0.25,
      initial: "0.35 * sin(x / 2 + 0.25 * y) + 0.1 * cos(y)",
    });
    expect(scaled).to.be.closeTo(value / 16, 1e-15);
  });

  it("turns, mirrors and shifts with its field", () => {
    const at = (body: Body, probe: readonly number[]): number =>
      valueOf({ ...FIELD, ...body, quantity: "field", probe });
    const given = at({}, [2, 1]);
    expect(
      at({ shape: [6, 9], initial: "0.7 * sin(y + 0.5 * x) + 0.2 * cos(2 * x)" }, [1, 2]),
    ).to.be.closeTo(given, 1e-13);
    expect(at({ initial: "-(0.7 * sin(x + 0.5 * y) + 0.2 * cos(2 * y))" }, [2, 1])).to.be.closeTo(
      -given,
      1e-14,
    );
    const { data } = solve(lattice, { ...FIELD, steps: 1 }).result.fields[0]!;
    const shifted = Array.from(data, (_, i) => data[((Math.floor(i / 6) + 3) % 9) * 6 + (i % 6)]!);
    const [here, there] = [Array.from(data), shifted].map((initial) =>
      valueOf({ ...FIELD, initial, quantity: "mean_square" }),
    );
    expect(there).to.be.closeTo(here!, 1e-14);
  });

  it("keeps its two-level energy to rounding, recomputed from the two fields of the state", () => {
    const { invariants, state, value } = solve(lattice, FIELD).result;
    expect(invariants[0]!.driftPct).to.be.below(1e-10);
    const read = (text: unknown): number[] => {
      const bytes = Buffer.from(typeof text === "string" ? text : "", "base64");
      return Array.from({ length: 54 }, (_, i) => bytes.readDoubleBE(8 * i));
    };
    const [now, before] = [read(state!["phi"]), read(state!["before"])];
    let energy = 0;
    for (let i = 0; i < 54; i += 1) {
      const [x, y] = [Math.floor(i / 6), i % 6];
      const [right, up] = [((x + 1) % 9) * 6 + y, x * 6 + ((y + 1) % 6)];
      const rate = (now[i]! - before[i]!) / 0.125;
      energy +=
        rate ** 2 / 2 +
        0.2 * now[i]! * before[i]! +
        0.325 * (now[i]! * before[i]!) ** 2 +
        [right, up].reduce(
          (sum, j) => sum + ((now[j]! - now[i]!) * (before[j]! - before[i]!)) / 2,
          0,
        );
    }
    expect(energy / 54).to.be.closeTo(value, 1e-13);
  });

  it("has second order in its step, and says how far it is", () => {
    const at = (k: number): ReturnType<typeof solve> =>
      solve(lattice, { ...FIELD, quantity: "field", dt: 0.2 / k, steps: 50 * k });
    const exact = valueOf({ ...FIELD, quantity: "field", dt: 0.2 / 512, steps: 50 * 512 });
    const runs = [2, 4, 8].map(at);
    const errors = runs.map(({ result }) => result.value - exact);
    for (const k of [0, 1]) expect(Math.log2(errors[k]! / errors[k + 1]!)).to.be.within(1.7, 2.3);
    runs.forEach(({ gate, result }, k) =>
      expect(Math.abs(errors[k]!)).to.be.below(
        2 * gate.error * Math.max(gate.scale, Math.abs(result.value)),
      ),
    );
    expect(runs[0]!.gate.sealKind).to.equal("observable-differential");
  });

  it("states errors that cover the true ones, where it looks at longer steps as where it looks at shorter ones", () => {
    const random = new Philox(2_024);
    const among = (low: number, high: number): number => low + (high - low) * random.uniform();
    const cases = { longer: 0, shorter: 0 };
    let covered = 0;
    const all = 80;
    for (let k = 0; k < all; k += 1) {
      const shape = [[9, 6], [31], [4, 5, 3], [12]][k % 4]!;
      const dt = among(0.02, 0.6) / Math.sqrt(shape.length + 0.1);
      const steps = 2 * Math.ceil(among(0.5, 8) / dt);
      const body = {
        shape,
        mu2: among(-0.3, 0.4),
        lambda: among(0, 1),
        initial: `${among(0.3, 1)} * sin(x + 0.4) + ${among(0, 0.3)}`,
        dt,
        steps,
        quantity: ["energy", "field", "mean", "mean_square"][Math.floor(k / 4) % 4],
      };
      const { gate, result } = solve(lattice, body);
      cases[gate.levels[0]!.resolution < steps ? "longer" : "shorter"] += 1;
      const wrong = Math.abs(result.value - valueOf({ ...body, dt: dt / 16, steps: 16 * steps }));
      if (wrong <= 2 * gate.error * Math.max(gate.scale, Math.abs(result.value)) + 1e-9)
        covered += 1;
    }
    expect(Math.min(cases.longer, cases.shorter)).to.be.at.least(15);
    expect(covered).to.be.at.least(0.95 * all);
  });

  it("goes on from a state bit for bit", () => {
    const { initial: _, ...rest } = FIELD;
    const whole = solve(lattice, FIELD).result;
    const first = solve(lattice, { ...FIELD, steps: 33 }).result;
    const second = solve(lattice, { ...rest, steps: 47, initialState: first.state }).result;
    expect([second.value, second.state]).to.deep.equal([whole.value, whole.state]);
    const spins = { shape: [6, 5], T: 1.2, seed: 4 };
    const all = solve(lattice, { ...spins, sweeps: 1600 }).result;
    const half = solve(lattice, { ...spins, sweeps: 901 }).result;
    const other = solve(lattice, { ...spins, sweeps: 699, initialState: half.state }).result;
    expect([other.value, other.state]).to.deep.equal([all.value, all.state]);
  });

  it("spins differ from seed to seed, and agree with the closed form within their errors", () => {
    const runs = [1, 2, 3, 4, 5, 6].map(
      (seed) => solve(lattice, { shape: [6, 4], T: 1.3, seed }).result,
    );
    expect(new Set(runs.map(({ value }) => value)).size).to.equal(6);
    for (const { outputs, value } of runs) {
      expect(Math.abs(value - outputs["exact_finite"]!.value)).to.be.at.most(
        4 * outputs["standard_error"]!.value,
      );
    }
  });

  it("the energy of spins falls with the cold, and its slope is the specific heat", () => {
    const at = (T: number): ReturnType<typeof solve>["result"] =>
      solve(lattice, { shape: [5, 5], T, sweeps: 12_000 }).result;
    const [low, middle, high] = [at(1.4), at(1.5), at(1.6)];
    const slope = (high.value - low.value) / 0.2;
    expect(middle.outputs["specific_heat"]!.value).to.be.closeTo(slope, 0.06 * slope);
  });

  it("a crystal's constant depends on nothing but its order", () => {
    const salt = solve(lattice, { structure: SALT }).result;
    const moved = solve(lattice, {
      structure: {
        ...SALT,
        ions: [
          { charge: -1, at: [0.8, -3.7, 0.1] },
          { charge: 1, at: [0.3, 0.8, 0.6] },
        ],
      },
    }).result;
    expect(moved.value).to.be.closeTo(salt.value, 1e-13);
    const doubled = solve(lattice, {
      structure: {
        cell: [
          [2, 0, 0],
          [0, 1, 0],
          [1, 1, 1],
        ],
        ions: SALT.ions.flatMap(({ at: [x, y, z], charge }) =>
          [0, 1].map((k) => ({ charge, at: [(x + k - z) / 2, y - z, z] })),
        ),
      },
    }).result;
    expect(doubled.value).to.be.closeTo(salt.value, 1e-13);
    const twice = solve(lattice, {
      structure: { ...SALT, ions: SALT.ions.map(({ at, charge }) => ({ charge: 3 * charge, at })) },
    }).result;
    expect(twice.value).to.be.closeTo(9 * salt.value, 1e-12);
  });

  it("the energy of a crystal in joules carries the uncertainty of the constants", () => {
    const { result } = solve(lattice, { structure: "NaCl", a: 5.64e-10, quantity: "energy" });
    // -M e^2 / (4 pi eps_0 r_0) with CODATA 2022, by hand.
    expect(result.value).to.be.closeTo(
      (-1.747564594633182 * 2.307077551934828e-28) / 2.82e-10,
      1e-27,
    );
    expect(result.unit).to.equal("J");
    expect(result.physicalUncertainty! / -result.value).to.be.within(1e-10, 3e-10);
  });

  it("asks for what is missing, and refuses what cannot be", () => {
    expect(missingOf(lattice, { ...FIELD, mode: "ising" })).to.equal("T");
    expect(missingOf(lattice, { structure: "NaCl", quantity: "energy" })).to.equal("a");
    expect(refusalOf(lattice, { ...FIELD, shape: [1, 4] }).code).to.equal("INVALID_BODY");
    expect(refusalOf(lattice, { ...FIELD, initial: "x + z" }).code).to.equal("INVALID_BODY");
    expect(refusalOf(lattice, { ...FIELD, probe: [9, 0] }).code).to.equal("INVALID_BODY");
    expect(
      refusalOf(lattice, { ...FIELD, steps: 100_000_000, shape: [1000, 1000] }).members["reason"],
    ).to.equal("TOO_LARGE");
    expect(
      refusalOf(lattice, {
        structure: {
          ...SALT,
          cell: [
            [1, 0, 0],
            [0, 1, 0],
            [1, 1, 0],
          ],
        },
      }).code,
    ).to.equal("INVALID_BODY");
    expect(
      refusalOf(lattice, {
        structure: { ...SALT, ions: [SALT.ions[0], { charge: -1, at: [1, 1, 1] }] },
      }).code,
    ).to.equal("INVALID_BODY");
    expect(refusalOf(lattice, { shape: [6, 6], T: 2.5, sweeps: 40 }).members["reason"]).to.equal(
      "gate",
    );
    expect(
      refusalOf(lattice, { structure: { ...SALT, ions: [{ charge: 0, at: [0, 0, 0] }] } }).members[
        "reason"
      ],
    ).to.equal("NO_SOLUTION");
  });

  it("knows that nothing stays nothing", () => {
    const { gate, result } = solve(lattice, { ...FIELD, initial: 0 });
    expect([result.value, gate.error]).to.deep.equal([0, 0]);
  });

  it("a step at the limit is admitted, and one past it is not", () => {
    const limit = 1 / Math.sqrt(2 + 0.1);
    expect(Number.isFinite(valueOf({ ...FIELD, dt: limit, steps: 20 }))).to.equal(true);
    expect(
      refusalOf(lattice, { ...FIELD, dt: limit * (1 + 1e-9), steps: 20 }).members["dt_max"],
    ).to.be.closeTo(limit, 1e-15);
  });
});
