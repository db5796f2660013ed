import * as z from "zod";
import { EXPRESSION_CHARS_MAX } from "../expression.js";
import { profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

/**
 * Cells along one side of a two-dimensional domain, and of one side of a junction; larger numbers
 * are clamped.
 */
export const DEVICE_CELLS_MAX = 1_024;
export const JUNCTION_CELLS_MAX = 8_192;

const value = z.union([z.number(), z.string().min(1).max(EXPRESSION_CHARS_MAX)]);

export const deviceCard = defineCard({
  id: "device",
  version: 11,
  title: "Electrostatics, and the p-n junction",
  summary:
    "Potential of a charge density in a rectangle (Poisson's equation, solved directly), or the " +
    "p-n junction (dim: 1 or any doping): Poisson-Boltzmann by damped Newton steps, with " +
    "Scharfetter-Gummel currents under bias",
  primary: { name: "V_bi", quantity: "built-in voltage, or potential at the probe", unit: "V" },
  inputs: z.strictObject({
    Na: quantity({
      unit: "1/m^3",
      about: "Acceptors of the p side",
      above: 0,
      max: 1e28,
      aliases: ["N_a"],
      inUnits: { Na_cm3: "1/cm^3" },
    }).optional(),
    Nd: quantity({
      unit: "1/m^3",
      about: "Donors of the n side",
      above: 0,
      max: 1e28,
      aliases: ["N_d"],
      inUnits: { Nd_cm3: "1/cm^3" },
    }).optional(),
    n_i: quantity({
      unit: "1/m^3",
      about: "Intrinsic carrier density at T",
      above: 0,
      max: 1e28,
      aliases: ["ni"],
      inUnits: { ni_cm3: "1/cm^3" },
    }).optional(),
    T: quantity({
      unit: "K",
      about: "Temperature",
      above: 0,
      max: 10_000,
      aliases: ["temperature"],
    }).optional(),
    eps_r: quantity({
      unit: "1",
      about: "Relative permittivity",
      above: 0,
      aliases: ["permittivity"],
    }).optional(),
    bias: quantity({
      unit: "V",
      about: "Voltage of the p contact over the n contact; 0 unless given",
    }).optional(),
    mu_n: quantity({
      unit: "m^2/(V s)",
      about: "Mobility of electrons, for the current under bias",
      above: 0,
    }).optional(),
    mu_p: quantity({
      unit: "m^2/(V s)",
      about: "Mobility of holes, for the current under bias",
      above: 0,
    }).optional(),
    length: quantity({
      unit: "m",
      about:
        "Distance of the contacts, the junction in the middle; far beyond the depleted zone unless given",
      above: 0,
      aliases: ["L"],
    }).optional(),
    order: z
      .enum(["pn", "np"])
      .describe("Which side comes first along x; pn unless given")
      .optional(),
    lx: quantity({
      unit: "m",
      about: "Width of the rectangle",
      above: 0,
      aliases: ["Lx"],
    }).optional(),
    ly: quantity({
      unit: "m",
      about: "Height of the rectangle",
      above: 0,
      aliases: ["Ly"],
    }).optional(),
    rho: profile(["x", "y"], "C/m^3", "Charge density").optional(),
    boundary: z
      .union([
        value,
        z.strictObject({
          left: value.optional(),
          right: value.optional(),
          bottom: value.optional(),
          top: value.optional(),
        }),
      ])
      .describe(
        "Potential in V of all sides, or {left, right, bottom, top}; numbers or expressions " +
          'over x and y; "insulated" for no field ' +
          "across a side",
      )
      .optional(),
    dim: z
      .union([z.literal(1), z.literal(2)])
      .describe("1 for the junction, 2 for the rectangle")
      .optional(),
    probe: z
      .array(z.number())
      .length(2)
      .describe("[x, y] where the potential is asked; the centre unless given")
      .meta({ unit: "m", aliases: [] })
      .optional(),
    nx: whole({
      about: "Cells along x (of one side of a junction); clamped to what is admitted",
      min: 4,
      aliases: ["n"],
    }).optional(),
    ny: whole({ about: "Cells along y; clamped to what is admitted", min: 4 }).optional(),
  }),
  sufficient: [
    ["Na", "Nd", "n_i", "T", "eps_r"],
    ["eps_r", "rho", "boundary"],
  ],
  kinds: {
    Na: "physics",
    Nd: "physics",
    n_i: "physics",
    T: "physics",
    eps_r: "physics",
    bias: "physics",
    mu_n: "physics",
    mu_p: "physics",
    length: "physics",
    order: "physics",
    lx: "physics",
    ly: "physics",
    rho: "physics",
    boundary: "physics",
    dim: "physics",
    probe: "numerical",
    nx: "numerical",
    ny: "numerical",
  },
  reactor: false,
  limits: { cellsMax: DEVICE_CELLS_MAX, junctionCellsMax: JUNCTION_CELLS_MAX },
  examples: [
    {
      title: "silicon junction at 300 K",
      body: { Na_cm3: 1e16, Nd_cm3: 1e17, n_i: 1.08e16, T: 300, eps_r: 11.7 },
      expect: {
        value: 0.7698643876822822,
        unit: "V",
        relative: 1e-8,
        source:
          "Sze and Ng, Physics of Semiconductor Devices (2007), 2.2: V_bi = k T / q ln(Na Nd / " +
          "n_i^2), by mpmath with CODATA 2022",
      },
    },
    {
      title: "charged bar in a grounded box",
      body: { eps_r: 3.9, rho: 2e-5, boundary: 0, lx: 0.02, ly: 0.01 },
      expect: {
        value: 6.595275878757503,
        unit: "V",
        relative: 1e-5,
        source:
          "Timoshenko and Goodier, Theory of Elasticity, art. 109 (the same equation): series, by mpmath",
      },
    },
  ],
});
