import * as z from "zod";
import { initialState, quantity, seed, whole } from "../input.js";
import { MARCH_STEPS_MAX } from "../marching.js";
import { defineCard } from "../solver.js";

export const ATOMS_MAX = 200_000;
/** Steps times atoms of one run. */
export const ATOM_STEPS_MAX = 2_000_000_000;

const plain = { unit: "", aliases: [] };
const vector = z.array(z.number().min(-1e30).max(1e30)).length(3);

export const evolveCard = defineCard({
  id: "evolve",
  version: 4,
  title: "Molecular dynamics of Lennard-Jones atoms",
  summary:
    "Velocity-Verlet dynamics at constant energy in a periodic box, from a seeded lattice or " +
    "given positions, with virial, pressure and g(r); drift of the energy is held at every " +
    "step. A run continues bit for bit where dt is given and t_end is whole steps.",
  primary: { name: "total energy per atom", quantity: "energy", unit: "J" },
  inputs: z.strictObject({
    n: whole({
      min: 2,
      max: ATOMS_MAX,
      about: "Atoms, on a face-centred cubic lattice at the start",
      aliases: ["N"],
    }).optional(),
    rho: quantity({
      unit: "1/m^3",
      above: 0,
      max: 1e40,
      about: "Number density (per sigma^3 in units lj)",
    }).optional(),
    T0: quantity({
      unit: "K",
      min: 0,
      max: 1e12,
      about: "Temperature of the first velocities (k_B T/epsilon in units lj)",
      aliases: ["T"],
    }).optional(),
    positions: z
      .array(vector)
      .min(1)
      .max(ATOMS_MAX)
      .describe("x, y, z of each atom: m, or sigma in units lj")
      .meta(plain)
      .optional(),
    velocities: z
      .array(vector)
      .min(1)
      .max(ATOMS_MAX)
      .describe("Velocity of each atom; drawn at T0 unless given")
      .meta(plain)
      .optional(),
    box: z
      .union([z.number().gt(0).max(1e30), z.array(z.number().gt(0).max(1e30)).length(3)])
      .describe("Edges of the periodic box")
      .meta(plain)
      .optional(),
    dt: quantity({ unit: "s", above: 0, max: 1e10, about: "Step, fixed" }).optional(),
    t_end: quantity({
      unit: "s",
      above: 0,
      max: 1e20,
      about: "Length of the run",
      aliases: ["t_max"],
    }).optional(),
    steps: whole({
      min: 0,
      max: MARCH_STEPS_MAX,
      about: "Steps of dt in place of t_end; 0 evaluates the start",
    }).optional(),
    potential: z
      .enum(["lj"])
      .describe("4 epsilon ((sigma/r)^12 - (sigma/r)^6)")
      .meta(plain)
      .optional(),
    cutoff: z
      .enum(["shifted-energy", "shifted-force", "truncated"])
      .meta(plain)
      .describe("What makes the potential end at r_c: plain truncation does not conserve energy")
      .optional(),
    r_c: quantity({
      unit: "m",
      above: 0,
      max: 1e30,
      about: "Range of the potential; 2.5 sigma unless given",
      aliases: ["rc"],
    }).optional(),
    tail: z
      .boolean()
      .describe("Add the energy beyond r_c of a uniform fluid, for the truncated potential")
      .meta(plain)
      .optional(),
    units: z
      .enum(["si", "lj"])
      .describe("lj: everything in sigma, epsilon and the mass")
      .meta(plain)
      .optional(),
    epsilon: quantity({
      unit: "J",
      above: 0,
      max: 1,
      about: "Depth of the well, in units si",
    }).optional(),
    sigma: quantity({
      unit: "m",
      above: 0,
      max: 1e10,
      about: "Distance of zero energy, in units si",
    }).optional(),
    m: quantity({
      unit: "kg",
      above: 0,
      max: 1e10,
      about: "Mass of an atom, in units si",
      aliases: ["mass"],
    }).optional(),
    seed: seed(),
    initialState: initialState(),
  }),
  sufficient: [
    ["n", "rho", "T0", "dt", "t_end"],
    ["n", "rho", "T0", "steps"],
    ["positions", "box", "t_end"],
    ["positions", "box", "steps"],
    ["initialState", "dt", "t_end"],
  ],
  kinds: {
    n: "physics",
    rho: "physics",
    T0: "physics",
    positions: "physics",
    velocities: "physics",
    box: "physics",
    dt: "numerical",
    t_end: "physics",
    steps: "numerical",
    potential: "physics",
    cutoff: "physics",
    r_c: "physics",
    tail: "numerical",
    units: "physics",
    epsilon: "physics",
    sigma: "physics",
    m: "physics",
    seed: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { atoms: ATOMS_MAX, atom_steps: ATOM_STEPS_MAX, drift_percent: 0.1 },
  examples: [
    {
      title: "LAMMPS' melt at its first step, 864 atoms",
      body: { n: 864, rho: 0.8442, T0: 1.44, steps: 0, cutoff: "truncated" },
      expect: {
        value: -4.6158681,
        unit: "1",
        relative: 2e-8,
        source:
          "LAMMPS, bench/in.lj log (Plimpton 1995): E_pair -6.7733681 at step 0, plus 1.5 T (n - 1)/n",
      },
    },
    {
      title: "Cohesion of a face-centred cubic crystal",
      body: {
        n: 2048,
        rho: 1.0914314519445483,
        T0: 0,
        steps: 0,
        cutoff: "truncated",
        r_c: 6.160935400293797,
        tail: true,
      },
      expect: {
        value: -8.61019886213359,
        unit: "1",
        relative: 2e-3,
        source:
          "Kittel, Introduction to Solid State Physics, 8th edition (2005), chapter 3, " +
          "equations 11 and 15: 12.13188, 14.45392",
      },
    },
  ],
});
