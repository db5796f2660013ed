/**
 * Levels that are all far from the asymptotic range change little, and agree on a wrong value. Either
 * nothing is answered, or the truth is within three of the uncertainties that are stated.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { measureOrClimb } from "../../../protocol/solvers/fields/levels.js";
import { fea } from "../../../protocol/solvers/fea/solver.js";
import { numericalUncertainty } from "../../../protocol/solvers/gate.js";
import { climb, type Climbed, type LadderOptions } from "../../../protocol/solvers/ladder.js";
import type { Readings } from "../../../protocol/solvers/reading.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { climbUneven, onStated } from "../../../protocol/solvers/stated.js";
import { runs } from "../../kit/runs.js";
import { refusalOf, solve } from "./motion.js";

const SEED = 20_261_127;
const RUNS = runs(400, 40_000);

/** A run at a resolution: the truth is `base + part`, of which a coarse run sees next to nothing. */
interface Locked {
  readonly order: number;
  readonly base: number;
  readonly part: number;
  readonly sharp: number;
  readonly rational: boolean;
}

const locked: fc.Arbitrary<Locked> = fc.record({
  order: fc.constantFrom(1, 2, 4),
  base: fc.constantFrom(0, -0.3, 1, 20),
  part: fc.double({ min: 0.5, max: 4, noNaN: true }),
  /** At 2^(22 sharp) to the order a run sees half: no change is then below a rounding, 1e-9. */
  sharp: fc.double({ min: 0, max: 1, noNaN: true }),
  rational: fc.boolean(),
});

function seen({ base, order, part, rational, sharp }: Locked, resolution: number): number {
  const x = resolution ** order / 2 ** (22 * sharp);
  // Both have the order of the scheme where x is large.
  return base + part * (rational ? x / (1 + x) : 1 + Math.expm1(-x) / x);
}

function honest(model: Locked, estimate: () => Climbed<number>): void {
  let climbed: Climbed<number>;
  try {
    climbed = estimate();
  } catch (error) {
    expect(error).to.be.instanceOf(SolverRefusal);
    return;
  }
  const { error, quantities, value } = climbed;
  // What the gate refuses is not answered.
  if (error.fixedByCaller !== true && error.relative > 1e-4) return;
  const off = Math.abs(value - (model.base + model.part));
  const uncertainty = numericalUncertainty(error, value);
  const context = `${JSON.stringify(model)}: ${value} +/- ${uncertainty}`;
  expect(off, context).to.be.at.most(3 * uncertainty);
  // A number beside the value is not refused: where nothing is known it is known to its size.
  const beside = quantities["same"]!.uncertainty;
  if (beside < Math.abs(value)) expect(off, `reading, ${context}`).to.be.at.most(3 * beside);
}

function optionsOf(model: Locked, start: number, scale: number): LadderOptions<number> {
  const at = (resolution: number): { value: number; run: number } => {
    const value = seen(model, resolution);
    return { value, run: value };
  };
  const readings = (value: number): Readings => ({ same: { value, unit: "m" } });
  return { start, formalOrder: model.order, scale, at, readings };
}

describe(`solvers: levels that are all too coarse, seed ${SEED}`, () => {
  const starts = fc.constantFrom(1, 2, 3, 8, 16, 50, 64);
  const property = (climb: (model: Locked, start: number) => Climbed<number>): void =>
    fc.assert(
      fc.property(locked, starts, (model, start) => honest(model, () => climb(model, start))),
      { numRuns: RUNS, seed: SEED },
    );

  it("of a ladder", () => {
    property((model, start) => climb(optionsOf(model, start, 0)));
    property((model, start) => climbUneven({ ...optionsOf(model, start, 0) }));
  });

  it("of a stated resolution with finer ones", () => {
    property((model, start) => onStated({ ...optionsOf(model, start, 0), resolution: start }));
    property((model, start) =>
      onStated({ ...optionsOf(model, start, 0), resolution: start, finest: 4 * start }),
    );
  });

  it("of a stated resolution with coarser ones, with and without a scale", () => {
    for (const scaled of [false, true])
      property((model, start) => {
        const scale = scaled ? Math.abs(model.base) + model.part : 0;
        const options = optionsOf(model, start, scale);
        const at = (part: number): { value: number; run: number } => options.at(start * part, 0);
        return measureOrClimb(options, { resolution: start, at });
      });
  });

  it("of an elastic beam on any mesh: it locks, and says so", () => {
    // Timoshenko's deflection of the tip, which plane stress exceeds by less than 0.02 %.
    const beam = { E: 1e9, nu: 0.3, L: 10, H: 1, P: 1000 };
    const truth = 0.0040312;
    const meshes = [
      [2, 1],
      [1, 1],
      [4, 1],
      [3, 2],
      [10, 1],
      [8, 8],
      [24, 6],
      [64, 16],
    ];
    for (const mesh of meshes) {
      const { gate, result } = solve(fea, { ...beam, mesh });
      const uncertainty = numericalUncertainty(result.error, result.value);
      expect(Math.abs(result.value - truth), mesh.join(" x ")).to.be.at.most(3 * uncertainty);
      const energy = result.outputs["strain_energy"]!;
      const missed = Math.abs(energy.value - 500 * truth);
      expect(missed, `energy, ${mesh.join(" x ")}`).to.be.at.most(3 * energy.uncertainty);
      expect(gate.sealKind).to.equal("observable-differential");
    }
    // A slender beam locks on every mesh that fits: its levels never fall.
    const slender = refusalOf(fea, { ...beam, L: 1000, mesh: [1, 1] });
    expect(slender.members["reason"]).to.equal("gate");
    expect(slender.message).to.contain("too coarse to tell");
  });
});
