import * as z from "zod";
import { initialState, profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

const CLIMATE_CELLS_MAX = 1_048_576;
export const CLIMATE_STEPS_MAX = 50_000_000;
/** Longitudes of a sphere. */
export const COLUMNS_MAX = 1_024;

const surface = profile(
  ["x", "y"],
  "m",
  "Elevation of the surface over its level at rest, at the start",
);

export const climateCard = defineCard({
  id: "climate",
  version: 10,
  title: "Shallow water: basins and spheres that turn, and dam breaks",
  summary:
    "Shallow-water equations: a closed basin on an f- or beta-plane by an energy-conserving " +
    "C-grid, or a dam break over a bed by a well-balanced second-order Riemann scheme, or a " +
    "whole turning sphere by spherical harmonics (mode: sphere; x and y are longitude and " +
    "latitude in rad). For a continuation give nx, ny and dt, and pass `state` as initialState",
  primary: {
    name: "eta",
    quantity:
      "surface height: over the level at rest in a basin, over the datum of the bed behind a dam",
    unit: "m",
  },
  inputs: z.strictObject({
    H: quantity({
      unit: "m",
      about: "Depth at rest over a bed of zero",
      above: 0,
      aliases: ["depth"],
    }).optional(),
    f: quantity({
      unit: "1/s",
      about: "Coriolis parameter in the middle of the basin",
      aliases: ["coriolis"],
    }).optional(),
    beta: quantity({
      unit: "1/(m s)",
      about: "Change of the Coriolis parameter along y; 0 for an f-plane",
    }).optional(),
    g: quantity({ unit: "m/s^2", about: "Gravity", above: 0, aliases: ["gravity"] }).optional(),
    omega: quantity({
      unit: "rad/s",
      about: "Rate at which the sphere turns",
      aliases: ["Omega"],
    }).optional(),
    radius: quantity({ unit: "m", about: "Radius of the sphere", above: 0 }).optional(),
    tilt: quantity({
      unit: "rad",
      about: "Angle between the axis of rotation and the poles of the sphere; 0 unless given",
    }).optional(),
    extent: z
      .union([z.number().positive(), z.tuple([z.number().positive(), z.number().positive()])])
      .describe("Side of the basin, or [lx, ly]")
      .meta({ unit: "m", aliases: [] })
      .optional(),
    initial: z
      .union([
        surface,
        z.strictObject({
          eta: surface,
          u: profile(["x", "y"], "m/s", "Velocity along x").optional(),
          v: profile(["x", "y"], "m/s", "Velocity along y").optional(),
        }),
      ])
      .describe("Elevation over the level at rest, from rest; or {eta, u, v}")
      .optional(),
    bed: profile(["x", "y"], "m", "Height of the bed; flat at zero unless given").optional(),
    h_left: quantity({
      unit: "m",
      about: "Surface left of the dam at x = 0",
      min: 0,
      aliases: ["hL"],
    }).optional(),
    h_right: quantity({
      unit: "m",
      about: "Surface right of the dam; 0 for a dry bed",
      min: 0,
      aliases: ["hR"],
    }).optional(),
    t_end: quantity({
      unit: "s",
      about: "Time that is computed",
      above: 0,
      aliases: ["tEnd"],
    }).optional(),
    mode: z
      .enum(["basin", "dam", "sphere"])
      .describe("basin, a dam that breaks at once, or a whole sphere")
      .optional(),
    probe: z
      .union([z.number(), z.array(z.number()).min(1).max(2)])
      .describe(
        "Where: [x, y] in a basin (the centre unless given), x at a dam (the dam unless given), " +
          "[longitude, latitude] in rad on a sphere",
      )
      .meta({ unit: "m", aliases: [] })
      .optional(),
    nx: whole({
      about: "Cells along x; fixes the mesh",
      min: 8,
      max: CLIMATE_CELLS_MAX,
      aliases: ["n"],
    }).optional(),
    ny: whole({ about: "Cells along y", min: 8, max: CLIMATE_CELLS_MAX }).optional(),
    dt: quantity({ unit: "s", about: "Time step; fixes the steps", above: 0 }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["H", "f", "g", "extent", "initial", "t_end"],
    ["h_left", "h_right", "g", "t_end"],
    ["H", "f", "g", "extent", "initialState", "t_end"],
    ["H", "omega", "radius", "g", "initial", "t_end"],
    ["H", "omega", "radius", "g", "initialState", "t_end"],
  ],
  kinds: {
    H: "physics",
    f: "physics",
    beta: "physics",
    g: "physics",
    omega: "physics",
    radius: "physics",
    tilt: "physics",
    extent: "physics",
    initial: "physics",
    bed: "physics",
    h_left: "physics",
    h_right: "physics",
    t_end: "physics",
    mode: "physics",
    initialState: "physics",
    probe: "numerical",
    nx: "numerical",
    ny: "numerical",
    dt: "numerical",
  },
  reactor: true,
  limits: {
    cellsMax: CLIMATE_CELLS_MAX,
    stepsMax: CLIMATE_STEPS_MAX,
    courantMax: 1,
    longitudes: COLUMNS_MAX,
  },
  examples: [
    {
      title: "a dam breaks onto shallow water",
      body: { h_left: 10, h_right: 1, g: 9.81, t_end: 3 },
      expect: {
        value: 4.444444444444445,
        unit: "m",
        relative: 2e-4,
        source: "Stoker, Water Waves (1957), 10.8: the state between the waves, by mpmath",
      },
    },
    {
      title: "a small seiche in a basin that does not turn",
      body: {
        H: 20,
        f: 0,
        g: 9.81,
        extent: [5000, 3000],
        initial: "1e-5 * cos(pi * x / 5000)",
        t_end: 400,
        probe: [1000, 1500],
      },
      expect: {
        value: -7.516692597492015e-6,
        unit: "m",
        relative: 2e-4,
        source: "Lamb, Hydrodynamics (1932), 190: omega = sqrt(g H) pi / L, by mpmath",
      },
    },
  ],
});
