import * as z from "zod";
import { initialState, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const NODES_MAX = 16_384;
const SIDE_MAX = 4_096;
/** Unknowns times squared bandwidth of the factor. */
export const FACTOR_COST_MAX = 2e9;

export const fractureCard = defineCard({
  id: "fracture",
  version: 5,
  title: "Fracture of a bond lattice",
  summary:
    "Strain at which an edge notch runs through a triangular lattice of breakable bonds, and the path it takes",
  primary: { name: "criticalStrain", quantity: "strain", unit: "1" },
  inputs: z.strictObject({
    mode: z
      .enum(["lattice", "bar"])
      .describe("lattice: two dimensions; bar: a row of bonds")
      .optional(),
    nx: whole({ about: "Nodes along x (bonds of a bar)", min: 2, max: SIDE_MAX }).optional(),
    ny: whole({
      about: "Rows of nodes along y, in which it is pulled",
      min: 3,
      max: SIDE_MAX,
    }).optional(),
    notch: quantity({
      unit: "1",
      about:
        "Length of the notch from the left edge: below 1 a part of the width, else in spacings",
      min: 0,
    }).optional(),
    notchY: quantity({
      unit: "1",
      about: "Height of its mouth as a part of the height",
      above: 0,
      below: 1,
    }).optional(),
    angle: quantity({
      unit: "rad",
      about: "Direction of the notch against x",
      min: -1.5,
      max: 1.5,
    }).optional(),
    break_strain: quantity({
      unit: "1",
      about: "Strain at which a bond breaks",
      above: 0,
      max: 1,
      aliases: ["breakStrain"],
    }).optional(),
    strain: quantity({
      unit: "1",
      about: "Strain that is applied between the grips",
      above: 0,
      max: 1,
    }).optional(),
    k: quantity({ unit: "N/m", about: "Stiffness of a bond", above: 0 }).optional(),
    E: quantity({
      unit: "N/m",
      about: "Young's modulus of the sheet, per unit of thickness; k = E sqrt(3)/2",
      above: 0,
    }).optional(),
    spacing: quantity({
      unit: "m",
      about: "Distance of neighbours",
      above: 0,
      aliases: ["a"],
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["nx", "ny", "notch", "break_strain", "strain", "k"],
    ["nx", "ny", "notch", "break_strain", "strain", "E"],
    ["mode", "nx", "notch", "break_strain", "strain", "k"],
    ["mode", "nx", "notch", "break_strain", "strain", "E"],
  ],
  kinds: {
    mode: "physics",
    nx: "physics",
    ny: "physics",
    notch: "physics",
    notchY: "physics",
    angle: "physics",
    break_strain: "physics",
    strain: "physics",
    k: "physics",
    E: "physics",
    spacing: "physics",
    initialState: "physics",
  },
  reactor: true,
  limits: { nodesMax: NODES_MAX, sideMax: SIDE_MAX },
  examples: [
    {
      title: "edge notch",
      body: { nx: 11, ny: 10, notch: 0.3, break_strain: 0.013, strain: 0.02, k: 37 },
      expect: {
        value: 0.016403710229630063,
        unit: "1",
        relative: 1e-6,
        source:
          "the same lattice assembled with numpy, scipy.sparse.linalg.spsolve after every break",
      },
    },
    {
      title: "tilted notch off the middle",
      body: {
        nx: 17,
        ny: 14,
        notch: 0.37,
        break_strain: 0.013,
        strain: 0.02,
        k: 37,
        angle: 0.35,
        notchY: 0.41,
      },
      expect: {
        value: 0.013044600799473375,
        unit: "1",
        relative: 1e-6,
        source:
          "the same lattice assembled with numpy, scipy.sparse.linalg.spsolve after every break",
      },
    },
    {
      title: "bar with a weakened section",
      body: { mode: "bar", nx: 10, notch: 0.5, break_strain: 0.01, strain: 0.001, k: 100 },
      expect: { value: 0.0055, unit: "1", relative: 1e-12, source: "springs in series" },
    },
  ],
});
