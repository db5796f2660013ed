import * as z from "zod";
import { quantity } from "../input.js";
import { defineCard } from "../solver.js";

export const ELEMENTS_MAX = 262_144;
/** Of a stated mesh, which is solved once more with twice as many elements each way. */
export const STATED_MAX = ELEMENTS_MAX / 4;
export const SIDES = ["left", "right", "bottom", "top"] as const;
export const QUANTITIES = ["deflection", "ux", "uy", "sxx", "syy", "sxy", "vonMises"] as const;

const value = z.union([z.number(), z.string().min(1).max(2_000)]);
const unit = z.number().min(0).max(1);

export const feaCard = defineCard({
  id: "fea",
  version: 9,
  title: "Plane elasticity by finite elements",
  summary:
    "Deflection and stress of a plane body with bilinear elements: matrix-free, multigrid conjugate gradients",
  primary: { name: "deflection", quantity: "length", unit: "m" },
  inputs: z.strictObject({
    L: quantity({
      unit: "m",
      about: "Length of a cantilever, clamped at its left end",
      above: 0,
      aliases: ["length"],
    }).optional(),
    H: quantity({ unit: "m", about: "Its height", above: 0, aliases: ["height"] }).optional(),
    P: quantity({
      unit: "N",
      about: "Load on its right end, downwards, spread evenly over the end",
      aliases: ["load"],
    }).optional(),
    E: quantity({
      unit: "Pa",
      about: "Young's modulus",
      above: 0,
      aliases: ["youngs_modulus"],
      inUnits: { E_GPa: "GPa" },
    }).optional(),
    nu: quantity({
      unit: "1",
      about: "Poisson's ratio",
      min: -0.99,
      below: 0.5,
      aliases: ["poisson"],
    }).optional(),
    thickness: quantity({
      unit: "m",
      about: "Thickness across the plane",
      above: 0,
      aliases: ["t"],
    }).optional(),
    plane: z
      .enum(["stress", "strain"])
      .describe("No stress, or no strain, across the plane")
      .optional(),
    geometry: z
      .strictObject({
        x: value.describe("x(s, t) of the unit square 0 <= s, t <= 1, m"),
        y: value.describe("y(s, t), m"),
        supports: z
          .array(
            z.strictObject({ side: z.enum(SIDES), ux: value.optional(), uy: value.optional() }),
          )
          .min(1)
          .max(16)
          .describe(
            "Displacements prescribed on a side: numbers, or expressions over x and y; left is s = 0, bottom t = 0",
          ),
      })
      .describe("A body that is the image of the unit square")
      .optional(),
    loads: z
      .array(
        z.union([
          z.strictObject({
            side: z.enum(SIDES),
            traction: z.tuple([value, value]).describe("Pa, over x and y"),
          }),
          z.strictObject({
            side: z.enum(SIDES),
            pressure: value.describe("Pa, pulling outwards, over x and y"),
          }),
          z.strictObject({ body: z.tuple([value, value]).describe("N/m^3, over x and y") }),
        ]),
      )
      .max(16)
      .describe("Tractions, normal pulls and body forces")
      .optional(),
    probe: z
      .tuple([unit, unit])
      .describe("(s, t) at which the value is taken")
      .meta({ unit: "1", aliases: [] })
      .optional(),
    quantity: z.enum(QUANTITIES).describe("What the value is at the probe").optional(),
    mesh: z
      .tuple([z.int().min(1).max(STATED_MAX), z.int().min(1).max(STATED_MAX)])
      .describe(
        "Elements along s and t; left open, they are doubled until the error is within the gate",
      )
      .meta({ unit: "1", aliases: [] })
      .optional(),
  }),
  sufficient: [
    ["L", "H", "E", "nu", "P"],
    ["geometry", "E", "nu", "loads"],
  ],
  kinds: {
    L: "physics",
    H: "physics",
    P: "physics",
    E: "physics",
    nu: "physics",
    thickness: "physics",
    plane: "physics",
    geometry: "physics",
    loads: "physics",
    probe: "numerical",
    quantity: "numerical",
    mesh: "numerical",
  },
  reactor: false,
  limits: { elementsMax: ELEMENTS_MAX, statedElementsMax: STATED_MAX },
  examples: [
    {
      title: "cantilever on a coarse mesh",
      body: { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1000, mesh: [24, 6] },
      expect: {
        value: 0.0037545255691890742,
        unit: "m",
        relative: 1e-8,
        source: "the same mesh assembled and solved by scipy.sparse.linalg.spsolve",
      },
    },
    {
      title: "cantilever, refined",
      body: { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1000 },
      expect: {
        value: 0.004024006430620475,
        unit: "m",
        relative: 1e-4,
        source: "bilinear meshes up to 640 x 64 by scipy.sparse.linalg.spsolve, extrapolated",
      },
    },
    {
      title: "thick cylinder, nearly incompressible",
      body: {
        geometry: {
          x: "(1+1.3*s)*cos(pi*t/2)",
          y: "(1+1.3*s)*sin(pi*t/2)",
          supports: [
            { side: "bottom", uy: 0 },
            { side: "top", ux: 0 },
          ],
        },
        loads: [{ side: "left", pressure: -3e6 }],
        E: 9e9,
        nu: 0.49,
        plane: "strain",
        quantity: "ux",
        probe: [0, 0],
      },
      expect: {
        value: 0.0006147552447552446,
        unit: "m",
        relative: 1e-4,
        source: "Timoshenko and Goodier, Theory of Elasticity, 3rd ed., section 28 (Lame)",
      },
    },
  ],
});
