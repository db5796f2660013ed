import * as z from "zod";
import { initialState, profile, quantity } from "../input.js";
import { defineCard } from "../solver.js";

export const TUMOUR_POINTS_MAX = 4_000_000;
export const TUMOUR_STEPS_MAX = 50_000_000;

export const tumourCard = defineCard({
  id: "tumour",
  version: 10,
  title: "Growth front of a tumour",
  summary:
    "Speed of the front of Fisher's equation, u' = D lap u + r u (1 - u), on a half line, a " +
    "disc or a ball, by Strang splitting with the exact logistic reaction. For a continuation " +
    "give dx, dt and extent, and pass `state` as initialState",
  primary: { name: "v", quantity: "front speed", unit: "m/s" },
  inputs: z.strictObject({
    D: quantity({
      unit: "m^2/s",
      about: "Diffusion of cells",
      above: 0,
      inUnits: { D_mm2_day: "mm^2/d" },
    }).optional(),
    r: quantity({
      unit: "1/s",
      about: "Growth rate",
      above: 0,
      aliases: ["rho"],
      inUnits: { r_per_day: "1/d" },
    }).optional(),
    initial: z
      .union([
        profile(
          ["x"],
          "1",
          "Density at the start, of 1 where the tissue is full; x is the distance from the centre",
        ),
        z.strictObject({ step: z.number().positive() }),
      ])
      .describe("Density at the start over x, or {step: radius}: full inside, empty outside")
      .optional(),
    t_end: quantity({
      unit: "s",
      about: "Time that is computed",
      above: 0,
      aliases: ["tEnd"],
      inUnits: { t_end_days: "d" },
    }).optional(),
    window: z
      .tuple([z.number().min(0), z.number().positive()])
      .describe(
        "[from, to]: the speed is the way of the front over this time; " +
          "the second half of the run unless given",
      )
      .meta({ unit: "s", aliases: [] })
      .optional(),
    geometry: z
      .enum(["line", "disc", "radial"])
      .describe("line: x >= 0 with a mirror at 0; disc: two dimensions; radial: a ball")
      .optional(),
    scheme: z.enum(["strang", "explicit"]).describe("Time stepping").optional(),
    dx: quantity({ unit: "m", about: "Distance of points; fixes the mesh", above: 0 }).optional(),
    dt: quantity({ unit: "s", about: "Time step; fixes the steps", above: 0 }).optional(),
    extent: quantity({
      unit: "m",
      about: "Where the domain ends; beyond the front unless given",
      above: 0,
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["D", "r", "initial", "t_end"],
    ["D", "r", "initialState", "t_end"],
  ],
  kinds: {
    D: "physics",
    r: "physics",
    initial: "physics",
    t_end: "physics",
    geometry: "physics",
    initialState: "physics",
    window: "numerical",
    scheme: "numerical",
    dx: "numerical",
    dt: "numerical",
    extent: "numerical",
  },
  reactor: true,
  limits: {
    pointsMax: TUMOUR_POINTS_MAX,
    stepsMax: TUMOUR_STEPS_MAX,
    explicitLine: 0.5,
    explicitDisc: 0.25,
  },
  examples: [
    {
      title: "the exact front of Ablowitz and Zeppetella",
      body: { D: 1, r: 1, t_end: 8, initial: "1 / (1 + exp((x - 30) / sqrt(6)))^2" },
      expect: {
        value: 2.041241452319315,
        unit: "m/s",
        relative: 1e-4,
        source:
          "Ablowitz and Zeppetella, Bull. Math. Biol. 41 (1979) 835: speed 5/sqrt(6) sqrt(r D)",
      },
    },
    {
      title: "a glioma in a ball, slower than the plane front",
      body: {
        D_mm2_day: 0.13,
        r_per_day: 0.012,
        t_end_days: 700,
        initial: { step: 0.012 },
        geometry: "radial",
      },
      expect: {
        value: 7.216267864604753e-10,
        unit: "m/s",
        relative: 1e-4,
        source: "scripts/solvers/reference/tumour.py: method of lines, scipy LSODA",
      },
    },
  ],
});
