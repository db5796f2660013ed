import * as z from "zod";
import { profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const ELEMENTS_MAX = 512;
const MODES_MAX = 16;
const END = ["pinned", "fixed", "free", "guided"] as const;
const END_PAIRS = [
  "pinned-pinned",
  "fixed-fixed",
  "fixed-free",
  "fixed-pinned",
  "free-fixed",
  "pinned-fixed",
  "fixed-guided",
  "guided-fixed",
  "pinned-guided",
  "guided-pinned",
  "free-free",
  "pinned-free",
  "free-pinned",
] as const;

const stiffness = z.strictObject({
  translation: z.number().min(0).describe("N/m").optional(),
  rotation: z.number().min(0).describe("N m/rad").optional(),
});

export const bucklingCard = defineCard({
  id: "buckling",
  version: 8,
  title: "Buckling of a column",
  summary:
    "Critical axial load and mode shape of a column of any stiffness by Hermite beams and a generalised eigenproblem",
  primary: { name: "P_cr", quantity: "force", unit: "N" },
  inputs: z.strictObject({
    E: quantity({
      unit: "Pa",
      about: "Young's modulus",
      above: 0,
      aliases: ["youngs_modulus"],
      inUnits: { E_GPa: "GPa" },
    }).optional(),
    I: profile(["x"], "m^4", "Second moment of area along the column").optional(),
    EI: profile(
      ["x"],
      "N m^2",
      "Bending stiffness along the column, in place of E and I",
    ).optional(),
    length: quantity({
      unit: "m",
      about: "Length of the column",
      above: 0,
      max: 1e6,
      aliases: ["L"],
    }).optional(),
    ends: z
      .union([z.enum(END_PAIRS), z.tuple([z.enum(END), z.enum(END)])])
      .describe("At x = 0 (the foot) and at x = length (the top, where the load acts)")
      .optional(),
    loading: z
      .enum(["end", "self-weight"])
      .describe(
        "end: a load on the top; self-weight: the load is spread along the column, its sum is the value",
      )
      .optional(),
    selfWeight: quantity({
      unit: "N/m",
      about: "Weight per length that acts beside the load on the top",
      min: 0,
      aliases: ["q"],
    }).optional(),
    springs: z
      .strictObject({ start: stiffness.optional(), end: stiffness.optional() })
      .describe("Springs at the foot and the top, beside what the ends prescribe")
      .optional(),
    foundation: quantity({
      unit: "N/m^2",
      about: "Stiffness of an elastic foundation per length",
      min: 0,
    }).optional(),
    modes: whole({ about: "Loads listed", min: 1, max: MODES_MAX }).optional(),
    elements: whole({
      about: "Elements; left open, they are doubled until the error is within the gate",
      min: 2,
      max: ELEMENTS_MAX,
    }).optional(),
  }),
  sufficient: [
    ["E", "I", "length", "ends"],
    ["EI", "length", "ends"],
  ],
  kinds: {
    E: "physics",
    I: "physics",
    EI: "physics",
    length: "physics",
    ends: "physics",
    loading: "physics",
    selfWeight: "physics",
    springs: "physics",
    foundation: "physics",
    modes: "numerical",
    elements: "numerical",
  },
  reactor: false,
  limits: { elementsMax: ELEMENTS_MAX, modesMax: MODES_MAX },
  examples: [
    {
      title: "Euler's pinned column",
      body: { E: 210e9, I: 1e-6, length: 3, ends: "pinned-pinned" },
      expect: {
        value: 230290.76935875168,
        unit: "N",
        relative: 1e-6,
        source:
          "Timoshenko and Gere, Theory of Elastic Stability, 2nd ed., eq. 2-5: pi^2 E I / L^2",
      },
    },
    {
      title: "foot fixed, top pinned",
      body: { E: 70e9, I: 3e-7, length: 2.2, ends: "fixed-pinned" },
      expect: {
        value: 87604.4007613552,
        unit: "N",
        relative: 1e-6,
        source:
          "Timoshenko and Gere, Theory of Elastic Stability, 2nd ed., eq. 2-11: tan kL = kL, " +
          "first root 4.493409457909064",
      },
    },
    {
      title: "tall column under its own weight",
      body: { EI: 5e4, length: 12, ends: "fixed-free", loading: "self-weight" },
      expect: {
        value: 2721.301194077598,
        unit: "N",
        relative: 1e-5,
        source:
          "Timoshenko and Gere, Theory of Elastic Stability, 2nd ed., eq. 2-44: 7.837 E I / " +
          "L^2, from the first zero of J_(-1/3) by mpmath",
      },
    },
  ],
});
