import * as z from "zod";
import { profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

/** Intervals of a stated grid. */
export const GRID_MAX = 262_144;
/** Quantum number of a level. */
const LEVEL_MAX = 2_000;
/** Levels listed beside the one asked for. */
export const LISTED_MAX = 64;

export const PRESETS = [
  "harmonic",
  "box",
  "finite-well",
  "morse",
  "poschl-teller",
  "quartic",
  "double-well",
  "coulomb",
] as const;

export const quantumLevelsCard = defineCard({
  id: "quantum-levels",
  version: 6,
  title: "Bound states of a particle in one dimension",
  summary:
    "Energy levels and wave functions of a potential by Sturm bisection of the discretised Hamiltonian, " +
    "in exact layers where the potential jumps or bends, the box enlarged until the tail is negligible",
  primary: { name: "E_n", quantity: "energy", unit: "J" },
  inputs: z.strictObject({
    potential: profile(
      ["x"],
      "J",
      "V(x), over x and the names in `parameters`; hartree over bohr with units: atomic",
    ).optional(),
    preset: z
      .enum(PRESETS)
      .describe("A named potential; its parameters are physics and stated in `parameters`")
      .optional(),
    parameters: z
      .record(
        z
          .string()
          .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be a name: a letter, then letters, digits and _"),
        z.number(),
      )
      .describe("Numbers that the potential names, in the unit system of the body")
      .optional(),
    mass: quantity({
      unit: "kg",
      about: "Mass of the particle (m_e with units: atomic)",
      above: 0,
      aliases: ["m"],
    }).optional(),
    n: whole({
      about: "Quantum number, the ground state being 0",
      max: LEVEL_MAX,
      aliases: ["level"],
    }).optional(),
    extent: z
      .union([z.number().positive(), z.tuple([z.number(), z.number()])])
      .describe(
        "Where the potential acts: a width about x = 0, or [from, to]; open ends are moved " +
          "until the tail is negligible",
      )
      .meta({ unit: "m", aliases: [] })
      .optional(),
    ends: z
      .enum(["open", "walls"])
      .describe("walls: psi vanishes at the ends of the extent; open: the ends are no physics")
      .optional(),
    quantity: z.enum(["level", "splitting"]).describe("E_n, or E_(n+1) - E_n").optional(),
    units: z
      .enum(["si", "atomic"])
      .describe("Unit system of every number of the body; answers are SI")
      .optional(),
    grid: whole({
      about: "Intervals of the grid; left open, it is doubled until the error is within the gate",
      min: 8,
      max: GRID_MAX,
    }).optional(),
  }),
  sufficient: [
    ["potential", "mass", "n", "extent"],
    ["preset", "parameters", "mass", "n"],
  ],
  kinds: {
    potential: "physics",
    preset: "physics",
    parameters: "physics",
    mass: "physics",
    n: "physics",
    extent: "physics",
    ends: "physics",
    quantity: "numerical",
    units: "numerical",
    grid: "numerical",
  },
  reactor: false,
  limits: { gridMax: GRID_MAX, levelMax: LEVEL_MAX, listedMax: LISTED_MAX },
  examples: [
    {
      title: "quartic oscillator, ground state",
      body: { potential: "x^4", mass: 0.5, n: 0, extent: 8, units: "atomic" },
      expect: {
        value: 4.622908027615738e-18,
        unit: "J",
        relative: 1e-6,
        source:
          "Banerjee et al., Proc. R. Soc. Lond. A 360 (1978) 575: 1.060362090484183 for -psi'' " +
          "+ x^4 psi, times the hartree",
      },
    },
    {
      title: "finite square well, first excited state",
      body: { preset: "finite-well", parameters: { V0: 10, L: 2 }, mass: 1, n: 1, units: "atomic" },
      expect: {
        value: 1.4042476072198277e-17,
        unit: "J",
        relative: 1e-4,
        source:
          "Griffiths, Introduction to Quantum Mechanics, section 2.6: the roots of its equation by scipy brentq",
      },
    },
    {
      title: "Morse oscillator, fifth level",
      body: { preset: "morse", parameters: { D_e: 10, a: 0.7 }, mass: 1.3, n: 4, units: "atomic" },
      expect: {
        value: 3.7227730959470656e-17,
        unit: "J",
        relative: 1e-4,
        source: "Morse, Phys. Rev. 34 (1929) 57",
      },
    },
  ],
});
