import * as z from "zod";
import { EXPRESSION_CHARS_MAX } from "../expression.js";
import { initialState, profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

/** Cells along one side. */
const HEAT_CELLS_MAX = 1_048_576;
const HEAT_STEPS_MAX = 100_000_000;

const varying = z.union([z.number(), z.string().min(1).max(EXPRESSION_CHARS_MAX)]);
const filmCoefficient = z.number().min(0);

/** One side; a bare number or expression is a fixed temperature. */
const side = z.union([
  z.number(),
  z.string().min(1).max(EXPRESSION_CHARS_MAX),
  z.strictObject({ fixed: varying }),
  z.strictObject({ flux: varying }),
  z.strictObject({ convection: z.strictObject({ h: filmCoefficient, T_inf: varying }) }),
  z.strictObject({ type: z.literal("fixed"), value: varying }),
  z.strictObject({ type: z.literal("flux"), value: varying }),
  z.strictObject({ type: z.literal("insulated") }),
  z.strictObject({ type: z.literal("convection"), h: filmCoefficient, T_inf: varying }),
]);

export type SideInput = z.output<typeof side>;

const boundary = z
  .union([
    side,
    z.strictObject({
      left: side.optional(),
      right: side.optional(),
      bottom: side.optional(),
      top: side.optional(),
    }),
  ])
  .describe(
    "All sides alike, or {left, right, bottom, top}. A side is a temperature (number or expression over x, y, t), " +
      '"insulated", "fixed" (held at its initial temperature), {flux: W/m^2 into the body} or {convection: {h, T_inf}}',
  );

const sizes = [["lx", "ly"], ["length"]] as const;
const materials = [["alpha"], ["k", "rho", "c"]] as const;

export const heatCard = defineCard({
  id: "heat",
  version: 11,
  title: "Heat conduction",
  summary:
    "Temperature of a plate, a bar (dim: 1) or a half space by alternating-direction implicit " +
    "steps, explicit steps or TR-BDF2, or directly in the steady state. For a continuation give " +
    "nx, ny and dt, and pass `state` as initialState",
  primary: { name: "T", quantity: "temperature", unit: "K" },
  inputs: z.strictObject({
    alpha: quantity({
      unit: "m^2/s",
      about: "Thermal diffusivity",
      above: 0,
      aliases: ["diffusivity"],
      inUnits: { alpha_mm2_s: "mm^2/s" },
    }).optional(),
    k: quantity({
      unit: "W/(m K)",
      about: "Thermal conductivity",
      above: 0,
      aliases: ["conductivity"],
    }).optional(),
    rho: quantity({ unit: "kg/m^3", about: "Density", above: 0, aliases: ["density"] }).optional(),
    c: quantity({
      unit: "J/(kg K)",
      about: "Specific heat capacity",
      above: 0,
      aliases: ["c_p"],
    }).optional(),
    lx: quantity({ unit: "m", about: "Width of the plate", above: 0, aliases: ["Lx"] }).optional(),
    ly: quantity({ unit: "m", about: "Height of the plate", above: 0, aliases: ["Ly"] }).optional(),
    length: quantity({
      unit: "m",
      about: "Length of the bar; in two dimensions the side of a square",
      above: 0,
      aliases: ["L"],
    }).optional(),
    t_end: quantity({
      unit: "s",
      about: "Time that is computed",
      above: 0,
      aliases: ["tEnd"],
    }).optional(),
    steady: z.boolean().describe("The state after all transients instead of a time").optional(),
    initial: profile(
      ["x", "y"],
      "K",
      "Temperature at the start, K or any scale that the boundary shares",
    ).optional(),
    boundary: boundary.optional(),
    dim: z
      .union([z.literal(1), z.literal(2)])
      .describe("1 for a bar; 2 for a plate")
      .optional(),
    mode: z
      .enum(["plate", "bar", "half-space"])
      .describe("half-space: x >= 0, the boundary at x = 0")
      .optional(),
    scheme: z.enum(["adi", "explicit", "tr-bdf2"]).describe("Time stepping").optional(),
    probe: z
      .union([z.number(), z.array(z.number()).min(1).max(2)])
      .describe(
        "Where the temperature is asked: x, or [x, y]; the centre unless given (required for a half space)",
      )
      .meta({ unit: "m", aliases: [] })
      .optional(),
    nx: whole({
      about: "Cells along x; fixes the mesh",
      min: 2,
      max: HEAT_CELLS_MAX,
      aliases: ["n"],
    }).optional(),
    ny: whole({ about: "Cells along y", min: 2, max: HEAT_CELLS_MAX }).optional(),
    dt: quantity({ unit: "s", about: "Time step; fixes the steps", above: 0 }).optional(),
    steps: whole({
      about: "Number of steps, instead of dt",
      min: 1,
      max: HEAT_STEPS_MAX,
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ...materials.flatMap((material) => [
      ...sizes.map((size) => [...material, ...size, "t_end", "initial", "boundary"]),
      [...material, "mode", "t_end", "initial", "boundary"],
      ...sizes.map((size) => [...material, ...size, "t_end", "initialState", "boundary"]),
    ]),
    ...sizes.map((size) => [...size, "steady", "boundary"]),
  ],
  kinds: {
    alpha: "physics",
    k: "physics",
    rho: "physics",
    c: "physics",
    lx: "physics",
    ly: "physics",
    length: "physics",
    t_end: "physics",
    steady: "physics",
    initial: "physics",
    boundary: "physics",
    dim: "physics",
    mode: "physics",
    initialState: "physics",
    scheme: "numerical",
    probe: "numerical",
    nx: "numerical",
    ny: "numerical",
    dt: "numerical",
    steps: "numerical",
  },
  reactor: true,
  limits: { cellsMax: HEAT_CELLS_MAX, stepsMax: HEAT_STEPS_MAX, explicitNumberMax: 0.5 },
  examples: [
    {
      title: "NAFEMS T3: a bar with one end swinging between hot and cold",
      body: {
        k: 35,
        rho: 7200,
        c: 440.5,
        length: 0.1,
        dim: 1,
        t_end: 32,
        initial: 0,
        boundary: { left: 0, right: "100 * sin(pi * t / 40)" },
        probe: 0.08,
      },
      expect: {
        value: 36.6,
        unit: "K",
        relative: 1e-3,
        source: "NAFEMS, The Standard NAFEMS Benchmarks (1990), test T3: 36.60",
      },
    },
    {
      title: "NAFEMS T4: a plate that convects on two sides",
      body: {
        k: 52,
        lx: 0.6,
        ly: 1,
        steady: true,
        probe: [0.6, 0.2],
        boundary: {
          bottom: 100,
          left: "insulated",
          right: { convection: { h: 750, T_inf: 0 } },
          top: { convection: { h: 750, T_inf: 0 } },
        },
      },
      expect: {
        value: 18.25,
        unit: "K",
        relative: 5e-4,
        source: "NAFEMS, The Standard NAFEMS Benchmarks (1990), test T4: 18.25",
      },
    },
    {
      title: "a half space whose surface is suddenly hot",
      body: { alpha: 1.1e-5, mode: "half-space", t_end: 90, initial: 0, boundary: 1, probe: 0.03 },
      expect: {
        value: 0.500184257070794,
        unit: "K",
        relative: 1e-4,
        source:
          "Carslaw and Jaeger, Conduction of Heat in Solids (1959), 2.4 eq. 10: erfc(x / sqrt(4 alpha t)), by mpmath",
      },
    },
  ],
});
