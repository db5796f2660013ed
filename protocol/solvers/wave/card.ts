import * as z from "zod";
import { initialState, profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

const WAVE_CELLS_MAX = 1_048_576;
const WAVE_STEPS_MAX = 100_000_000;
/** Layers of one dielectric stack. */
const LAYERS_MAX = 1_024;

const layers = z
  .array(z.strictObject({ to: z.number(), eps_r: z.number().positive() }))
  .min(1)
  .max(LAYERS_MAX);

export const waveCard = defineCard({
  id: "wave",
  version: 12,
  title: "Waves on membranes and strings, and light in one dimension",
  summary:
    "Displacement of a membrane, a drum (radius) or a string (dim: 1) by leapfrog with an " +
    "exactly conserved discrete energy, or an electromagnetic pulse through dielectric layers " +
    "on Yee's grid (mode: maxwell). For a continuation give nx, ny and dt",
  primary: { name: "u", quantity: "displacement, or electric field", unit: "m" },
  inputs: z.strictObject({
    c: quantity({ unit: "m/s", about: "Wave speed", above: 0, aliases: ["speed"] }).optional(),
    lx: quantity({ unit: "m", about: "Width", above: 0, aliases: ["Lx"] }).optional(),
    ly: quantity({ unit: "m", about: "Height", above: 0, aliases: ["Ly"] }).optional(),
    length: quantity({
      unit: "m",
      about: "Length of the string or of the line of light; else the side of a square",
      above: 0,
      aliases: ["L"],
    }).optional(),
    radius: quantity({
      unit: "m",
      about: "Radius of a circular membrane, whose middle is at x = y = 0",
      above: 0,
      aliases: ["R"],
    }).optional(),
    initial: profile(
      ["x", "y"],
      "m",
      "Displacement at the start; with mode maxwell the electric field in V/m, at zero magnetic field",
    ).optional(),
    velocity: profile(
      ["x", "y"],
      "m/s",
      "Velocity at the start; 0 for a release from rest",
    ).optional(),
    t_end: quantity({
      unit: "s",
      about: "Time that is computed",
      above: 0,
      aliases: ["tEnd"],
    }).optional(),
    edges: z
      .enum(["fixed", "periodic", "open"])
      .describe(
        "fixed: held at zero (a conductor, for light); open: waves leave without return (light only)",
      )
      .optional(),
    eps_r: z
      .union([z.number().positive(), layers, z.string().min(1).max(2_000)])
      .describe(
        "Relative permittivity: a number, layers [{to, eps_r}, ...] from x = 0 on, or an expression over x",
      )
      .meta({ unit: "1", aliases: ["permittivity"] })
      .optional(),
    source: z
      .strictObject({
        amplitude: z.number(),
        center: z.number(),
        width: z.number().positive(),
        wavelength: z.number().positive().optional(),
      })
      .describe(
        "A pulse amplitude exp(-((x - center)/width)^2) that runs to larger x; cos(2 pi (x - center)/wavelength) on it",
      )
      .meta({ unit: "V/m", aliases: [] })
      .optional(),
    quantity: z
      .enum(["field", "reflection", "transmission"])
      .describe("What is asked of light")
      .optional(),
    dim: z
      .union([z.literal(1), z.literal(2)])
      .describe("1 for a string; 2 for a membrane")
      .optional(),
    mode: z
      .enum(["membrane", "disc", "string", "maxwell"])
      .describe("disc: a membrane of given radius; maxwell: light along one line")
      .optional(),
    probe: z
      .union([z.number(), z.array(z.number()).min(1).max(2)])
      .describe("Where: x, or [x, y]; the centre unless given")
      .meta({ unit: "m", aliases: [] })
      .optional(),
    nx: whole({
      about: "Cells along x, or rings of a disc; fixes the mesh",
      min: 3,
      max: WAVE_CELLS_MAX,
      aliases: ["n"],
    }).optional(),
    ny: whole({
      about: "Cells along y, or angles around a disc, an even number",
      min: 3,
      max: WAVE_CELLS_MAX,
    }).optional(),
    dt: quantity({ unit: "s", about: "Time step; fixes the steps", above: 0 }).optional(),
    steps: whole({
      about: "Number of steps, instead of dt",
      min: 1,
      max: WAVE_STEPS_MAX,
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["c", "lx", "ly", "initial", "velocity", "t_end"],
    ["c", "length", "initial", "velocity", "t_end"],
    ["c", "radius", "initial", "velocity", "t_end"],
    ["c", "radius", "initialState", "t_end"],
    ["c", "lx", "ly", "initialState", "t_end"],
    ["c", "length", "initialState", "t_end"],
    ["eps_r", "length", "source", "t_end"],
    ["eps_r", "length", "initial", "t_end"],
    ["eps_r", "length", "initialState", "t_end"],
  ],
  kinds: {
    c: "physics",
    lx: "physics",
    ly: "physics",
    length: "physics",
    radius: "physics",
    initial: "physics",
    velocity: "physics",
    t_end: "physics",
    edges: "physics",
    eps_r: "physics",
    source: "physics",
    dim: "physics",
    mode: "physics",
    initialState: "physics",
    quantity: "numerical",
    probe: "numerical",
    nx: "numerical",
    ny: "numerical",
    dt: "numerical",
    steps: "numerical",
  },
  reactor: true,
  limits: { cellsMax: WAVE_CELLS_MAX, stepsMax: WAVE_STEPS_MAX, courantMax: 1 },
  examples: [
    {
      title: "an oblong membrane in its mode (2, 1)",
      body: {
        c: 120,
        lx: 0.5,
        ly: 0.3,
        initial: "0.002 * sin(2 * pi * x / 0.5) * sin(pi * y / 0.3)",
        velocity: 0,
        t_end: 0.0041,
        probe: [0.11, 0.17],
      },
      expect: {
        value: -0.000370522766601751,
        unit: "m",
        relative: 2e-4,
        source:
          "Rayleigh, The Theory of Sound (1894), sect. 197: omega = c pi sqrt(4/lx^2 + 1/ly^2), by mpmath",
      },
    },
    {
      title: "a pulse of light meets glass",
      body: {
        mode: "maxwell",
        eps_r: [
          { to: 1, eps_r: 1 },
          { to: 2, eps_r: 2.25 },
        ],
        length: 2,
        t_end: 8e-9,
        quantity: "reflection",
        source: { amplitude: 1, center: 0.5, width: 0.08 },
      },
      expect: {
        value: 0.04,
        unit: "1",
        relative: 2e-4,
        source: "Fresnel: ((n1 - n2)/(n1 + n2))^2; Born and Wolf, Principles of Optics, 1.5.2",
      },
    },
  ],
});

export type WaveInputs = z.output<typeof waveCard.inputs>;
