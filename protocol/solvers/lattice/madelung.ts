/** The Madelung constant and the electrostatic energy of an ionic crystal. */
import { TWO_PI, UNIT_ROUNDOFF } from "../../math/constants.js";
import { compensatedSum } from "../../math/sum.js";
import { constantsBySymbol } from "../../units/index.js";
import { exact, formula, joined } from "../reading.js";
import { badInput, noSolution, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import type { Progress, SolverResult, StopSignal } from "../solver.js";
import { crystals, type Crystal } from "./crystals.js";
import { cellOf, potentials, splittingOf, termsOf, type Cell } from "./ewald.js";
import type { LatticeInputs } from "./scalarField.js";

/**
 * Terms of both sums: an edge a thousand times the other needs more of one than anybody waits for.
 */
const TERMS_MAX = 100_000_000;
/** The second splitting, by which the first is checked. */
const OTHER = 1.25;
const NEUTRAL = 1e-9;
const ROUNDING = 64 * UNIT_ROUNDOFF;
const BYTES_PER_ION = 1_024;
const K_E = constantsBySymbol.get("k_e")!;
const Q = constantsBySymbol.get("q_e")!.value;

interface Problem {
  readonly name: string;
  readonly cell: Cell;
  readonly a: number | null;
  readonly asked: "madelung" | "energy";
  /** Formula units of the cell, and the least distance of unlike charges in units of a. */
  readonly units: number;
  readonly nearest: number;
}

function problemOf(inputs: LatticeInputs): Problem {
  const { a = null, quantity: asked = "madelung", structure } = inputs;
  if (structure === undefined)
    throw new SolverMissing(
      "structure",
      ["structure"],
      "give structure, a named crystal or a cell with its ions",
    );
  if (asked !== "madelung" && asked !== "energy")
    throw badInput("/quantity", "of a crystal the Madelung constant or the energy is asked");
  if (asked === "energy" && a === null)
    throw new SolverMissing("a", ["a"], "give a, the lattice constant, beside quantity energy");
  const crystal: Crystal = typeof structure === "string" ? crystals[structure] : structure;
  const cell = cellOf(crystal);
  if (!(cell.volume > 0) || !Number.isFinite(cell.volume))
    throw badInput("/structure/cell", "the edges of the cell lie in a plane");
  const { charges } = cell;
  const strength = charges.reduce((total, q) => total + Math.abs(q), 0);
  const net = compensatedSum(charges);
  if (strength === 0)
    throw noSolution("no ion of the cell is charged: there is no Madelung constant.");
  if (Math.abs(net) > NEUTRAL * strength) {
    throw noSolution(
      `the cell carries a net charge of ${net}: the energy of the crystal has no limit.`,
      { net_charge: net },
    );
  }
  const terms = 2 * termsOf(cell, splittingOf(cell) * OTHER);
  if (!(terms <= TERMS_MAX)) throw tooLarge("terms of the sums", terms, TERMS_MAX);
  const name = typeof structure === "string" ? structure : `a cell of ${charges.length} ions`;
  return { name, cell, a, asked, units: unitsOf(charges), nearest: nearestOf(cell) };
}

/**
 * How often the smallest neutral set of the charges is in the cell: the divisor that all their
 * counts share.
 */
function unitsOf(charges: Float64Array): number {
  const counts = new Map<number, number>();
  for (const q of charges) if (q !== 0) counts.set(q, (counts.get(q) ?? 0) + 1);
  let shared = 0;
  for (let count of counts.values()) {
    while (count > 0) [shared, count] = [count, shared % count];
  }
  return shared;
}

/**
 * Over the cell and the cells around it; skewed cells are looked at as far as their shortest
 * diagonal needs.
 */
function nearestOf({ charges, edges, places, reciprocal }: Cell): number {
  let least = Number.POSITIVE_INFINITY;
  const longest = Math.max(
    ...edges.map((edge) => Math.sqrt(edge.reduce((total, one) => total + one * one, 0))),
  );
  const reach = reciprocal.map((row) =>
    Math.min(
      3,
      1 +
        Math.floor(
          (longest * Math.sqrt(row.reduce((total, one) => total + one * one, 0))) / TWO_PI,
        ),
    ),
  );
  for (let a = -reach[0]!; a <= reach[0]!; a += 1)
    for (let b = -reach[1]!; b <= reach[1]!; b += 1)
      for (let c = -reach[2]!; c <= reach[2]!; c += 1) {
        for (let i = 0; i < charges.length; i += 1) {
          for (let j = 0; j < charges.length; j += 1) {
            if (i === j && a === 0 && b === 0 && c === 0) continue;
            let square = 0;
            for (let k = 0; k < 3; k += 1) {
              const d =
                places[3 * i + k]! -
                places[3 * j + k]! +
                a * edges[0]![k]! +
                b * edges[1]![k]! +
                c * edges[2]![k]!;
              square += d * d;
            }
            if (square === 0)
              throw badInput(`/structure/ions/${Math.max(i, j)}`, "two ions stand at one place");
            if (charges[i]! * charges[j]! < 0) least = Math.min(least, square);
          }
        }
      }
  return Math.sqrt(least);
}

export function crystalMemory(inputs: LatticeInputs): number {
  return problemOf(inputs).cell.charges.length * BYTES_PER_ION + 65_536;
}

export function crystalWork(inputs: LatticeInputs): bigint {
  const { cell } = problemOf(inputs);
  return BigInt(Math.ceil(2 * termsOf(cell, splittingOf(cell)) * 20));
}

export function runCrystal(
  inputs: LatticeInputs,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const problem = problemOf(inputs);
  const { cell, nearest, units } = problem;
  const { charges } = cell;
  const poll = (): void => stopIf(stop);
  const madelung = (phi: Float64Array): number =>
    (-0.5 * compensatedSum(phi.map((one, i) => charges[i]! * one)) * nearest) / units;
  poll();
  progress(0, 2);
  const alpha = splittingOf(cell);
  const phi = potentials(cell, alpha, poll);
  progress(1, 2);
  const levels = [phi, potentials(cell, OTHER * alpha, poll)].map((one, k) => ({
    resolution: k + 1,
    value: madelung(one),
  }));
  progress(2, 2);
  return answer(problem, phi, levels[0]!.value, levels);
}

function answer(
  problem: Problem,
  phi: Float64Array,
  constant: number,
  levels: readonly { readonly resolution: number; readonly value: number }[],
): SolverResult {
  const {
    a,
    asked,
    cell: { charges, volume },
    name,
    nearest,
    units,
  } = problem;
  const scale = compensatedSum(charges.map((q) => q * q)) / units;
  const relative =
    Math.abs(levels[1]!.value - constant) / Math.max(Math.abs(constant), scale) + ROUNDING;
  const perUnit = a === null ? null : (-constant * K_E.value * Q * Q) / (nearest * a);
  const isEnergy = asked === "energy" && perUnit !== null;
  const factor = isEnergy ? perUnit / (constant === 0 ? 1 : constant) : 1;
  const { uncertainty } = K_E;
  const doubt = relative * Math.max(Math.abs(constant), scale);
  const energyDoubt =
    perUnit === null || a === null
      ? 0
      : joined(
          (doubt * K_E.value * Q * Q) / (nearest * a),
          (Math.abs(perUnit) * uncertainty) / K_E.value,
        );
  return {
    value: isEnergy ? perUnit : constant,
    unit: isEnergy ? "J" : "1",
    ...(isEnergy ? { physicalUncertainty: (Math.abs(perUnit) * uncertainty) / K_E.value } : {}),
    equations: [
      "E = -M k_e q_e^2 / r_0 for one formula unit, charges within M; r_0 the least distance of unlike charges",
      `M of ${name} = ${constant}`,
      ...(perUnit === null ? [] : [`E = ${perUnit} J at a = ${a!} m`]),
    ],
    outputs: {
      madelung_constant: { value: constant, unit: "1", uncertainty: doubt },
      nearest_distance_per_a: formula(nearest, "1"),
      formula_units: exact(units),
      ...(perUnit === null || a === null
        ? {}
        : {
            energy: { value: perUnit, unit: "J", uncertainty: energyDoubt },
            nearest_distance: formula(nearest * a, "m"),
            energy_density: {
              value: (perUnit * units) / (volume * a * a * a),
              unit: "J/m^3",
              uncertainty: (energyDoubt * units) / (volume * a * a * a),
            },
          }),
    },
    named: { mode: "madelung", scheme: "ewald", charges: [...charges] },
    fields: [
      {
        name: "site_potential",
        unit: "1",
        shape: [phi.length],
        data: phi.map((one) => one * nearest),
        axes: [{ name: "ion", unit: "1", n: phi.length, start: 0, step: 1 }],
      },
    ],
    invariants: [],
    error: {
      relative,
      scale: Math.abs(factor) * scale,
      method: "rounding",
      levels: levels.map(({ resolution, value }) => ({ resolution, value: value * factor })),
    },
    assumed: [],
    notes: [
      "The two levels are two splittings of the sum. Potentials are in units of elementary " +
        "charge over r_0; no field at infinity.",
    ],
  };
}
