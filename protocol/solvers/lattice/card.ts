import * as z from "zod";
import { EXPRESSION_CHARS_MAX } from "../expression.js";
import { initialState, quantity, SAMPLES_MAX, seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const SITES_MAX = 1_048_576;
export const STEPS_MAX = 100_000_000;
export const SWEEPS_MAX = 1_048_576;
const DIMENSIONS_MAX = 4;
/** Ions of one stated cell. */
const IONS_MAX = 512;
export const COORDINATES = ["x", "y", "z", "w"] as const;

const plain = { unit: "", aliases: [] };
const vector = z.tuple([z.number(), z.number(), z.number()]);

function place(
  about: string,
): z.ZodUnion<readonly [z.ZodNumber, z.ZodArray<z.ZodNumber>, z.ZodString]> {
  return z
    .union([
      z.number(),
      z.array(z.number()).min(1).max(SAMPLES_MAX),
      z.string().min(1).max(EXPRESSION_CHARS_MAX),
    ])
    .describe(
      `${about}: a number, row-major samples, or an expression over ${COORDINATES.join(", ")} (index times spacing)`,
    )
    .meta({ unit: "1", aliases: [], over: [...COORDINATES] });
}

export const latticeCard = defineCard({
  id: "lattice",
  version: 6,
  title: "Periodic lattices: a phi^4 field in real time, the Ising model, Madelung constants",
  summary:
    "Energy density of the field phi_tt = lap phi - mu2 phi - lambda phi^3 on a periodic " +
    "lattice of one to four dimensions, by a leapfrog whose two-level energy is conserved; " +
    "energy per site of the Ising model by Wolff clusters (mode: ising); Madelung constant of " +
    "an ionic crystal by Ewald sums (mode: madelung). For a continuation give dt and steps, or " +
    "sweeps, and pass `state` as initialState",
  primary: {
    name: "energy",
    quantity: "energy density in lattice units; Madelung constant of a crystal",
    unit: "1",
  },
  inputs: z.strictObject({
    mode: z
      .enum(["phi4", "ising", "madelung"])
      .describe("What is computed; read from the inputs unless given")
      .meta(plain)
      .optional(),
    shape: z
      .array(z.int().min(2).max(SITES_MAX))
      .min(1)
      .max(DIMENSIONS_MAX)
      .describe("Sites of each side, periodic")
      .meta({ unit: "1", aliases: [] })
      .optional(),
    mu2: quantity({
      unit: "1",
      min: -1e12,
      max: 1e12,
      about: "Square of the mass; negative for two vacua",
    }).optional(),
    lambda: quantity({
      unit: "1",
      min: -1e12,
      max: 1e12,
      about: "Coupling of phi^3 in the equation of motion",
    }).optional(),
    initial: place("Field at the start").optional(),
    velocity: place("Rate of the field at the start; at rest unless given").optional(),
    spacing: quantity({
      unit: "1",
      above: 0,
      about: "Distance of neighbouring sites; 1 unless given",
    }).optional(),
    dt: quantity({ unit: "1", above: 0, about: "Time step" }).optional(),
    steps: whole({ about: "Number of steps", min: 1, max: STEPS_MAX }).optional(),
    t_end: quantity({
      unit: "1",
      above: 0,
      about: "Time that is computed, where the step is left open",
      aliases: ["tEnd"],
    }).optional(),
    T: quantity({
      unit: "1",
      above: 0,
      max: 1e6,
      about: "Temperature in units of J / k_B; spins align below the critical one",
    }).optional(),
    sweeps: whole({
      about: "Measurements of each chain; open unless given",
      min: 16,
      max: SWEEPS_MAX,
    }).optional(),
    thermalization: whole({
      about: "Measurements before the first that counts; 200 unless given",
      min: 0,
      max: SWEEPS_MAX,
    }).optional(),
    structure: z
      .union([
        z.enum(["NaCl", "CsCl", "ZnS", "wurtzite", "CaF2"]),
        z.strictObject({
          cell: z.tuple([vector, vector, vector]).describe("Edges of the cell, in units of a"),
          ions: z
            .array(z.strictObject({ charge: z.number(), at: vector }))
            .min(1)
            .max(IONS_MAX)
            .describe("Charge in elementary charges and place in parts of the edges"),
        }),
      ])
      .describe("A named crystal, or a cell with its ions")
      .meta(plain)
      .optional(),
    a: quantity({
      unit: "m",
      above: 0,
      about: "Lattice constant: edge of the named crystal's cell, or unit of a stated one",
    }).optional(),
    quantity: z
      .enum(["energy", "field", "mean", "mean_square", "madelung"])
      .describe(
        "energy density (phi4), energy per site (ising), energy of one formula unit (madelung); " +
          "field at the probe; its means; the Madelung constant",
      )
      .meta(plain)
      .optional(),
    probe: z
      .array(z.int().min(0))
      .min(1)
      .max(DIMENSIONS_MAX)
      .describe("Site at which quantity field is read; all zero unless given")
      .meta({ unit: "1", aliases: [] })
      .optional(),
    seed: seed(),
    initialState: initialState(),
  }),
  sufficient: [
    ["shape", "mu2", "lambda", "initial", "dt", "steps"],
    ["shape", "mu2", "lambda", "initial", "t_end"],
    ["shape", "mu2", "lambda", "initialState", "steps"],
    ["shape", "T"],
    ["structure", "a"],
    ["structure"],
  ],
  kinds: {
    mode: "physics",
    shape: "physics",
    mu2: "physics",
    lambda: "physics",
    initial: "physics",
    velocity: "physics",
    spacing: "numerical",
    dt: "numerical",
    steps: "physics",
    t_end: "physics",
    T: "physics",
    sweeps: "numerical",
    thermalization: "numerical",
    structure: "physics",
    a: "physics",
    quantity: "numerical",
    probe: "numerical",
    seed: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: {
    sites: SITES_MAX,
    steps: STEPS_MAX,
    sweeps: SWEEPS_MAX,
    dimensions: DIMENSIONS_MAX,
    ions: IONS_MAX,
  },
  examples: [
    {
      title: "two kinks between two vacua",
      body: {
        shape: [256],
        mu2: -0.5,
        lambda: 0.5,
        spacing: 0.25,
        dt: 0.1,
        steps: 200,
        initial: "tanh(0.5 * (x - 16)) - tanh(0.5 * (x - 48)) - 1",
      },
      expect: {
        value: -0.10416666666666667,
        unit: "1",
        relative: 3e-4,
        source:
          "Rajaraman, Solitons and Instantons (1982), 2.3: mass 2 sqrt(2) m^3 / (3 lambda); " +
          "scripts/solvers/reference/lattice.py",
      },
    },
    {
      title: "spins on an uneven torus, colder than critical",
      body: { mode: "ising", shape: [5, 4], T: 1.7 },
      expect: {
        value: -1.896611208517674,
        unit: "1",
        relative: 1.3e-3,
        source: "Kaufman, Phys. Rev. 76 (1949) 1232; scripts/solvers/reference/lattice.py",
      },
    },
    {
      title: "rock salt",
      body: { mode: "madelung", structure: "NaCl", a: 5.6402e-10 },
      expect: {
        value: 1.747564594633182,
        unit: "1",
        relative: 1e-12,
        source: "Benson, Can. J. Phys. 34 (1956) 888; scripts/solvers/reference/lattice.py",
      },
    },
  ],
});
