import * as z from "zod";
import { seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

const VARIABLES_MAX = 256;
export const LP_ROWS_MAX = 600;
const LP_COLUMNS_MAX = 1_200;
const ATOMS_MAX = 64;
const RUNS_MAX = 100_000;
const PRESETS = ["rosenbrock", "rastrigin", "lennard-jones"] as const;

const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be a name: a letter, then letters, digits and _")
  .max(32);
const numbers = z.array(z.number());

export const optCard = defineCard({
  id: "opt",
  version: 8,
  title: "Minimum of a function",
  summary:
    "Local and seeded global minima with bounds and constraints by L-BFGS, augmented Lagrangian and basin hopping; " +
    "linear programs by the simplex method",
  primary: { name: "f_min", quantity: "objective", unit: "1" },
  inputs: z.strictObject({
    objective: z
      .string()
      .min(1)
      .max(2_000)
      .describe("f over the variables")
      .meta({ unit: "1", aliases: ["f"] })
      .optional(),
    variables: z
      .array(name)
      .min(1)
      .max(VARIABLES_MAX)
      .describe("Names of the variables")
      .meta({ unit: "", aliases: [] })
      .optional(),
    start: z
      .union([
        z
          .array(z.number())
          .min(1)
          .max(3 * ATOMS_MAX),
        z.record(z.string(), z.number()),
      ])
      .describe("Where the search begins: numbers in the order of the variables, or by name")
      .meta({ unit: "1", aliases: ["x0"] })
      .optional(),
    sense: z.enum(["min", "max"]).describe("max: the value is the largest f").optional(),
    bounds: z
      .union([
        z.array(z.tuple([z.number().nullable(), z.number().nullable()])),
        z.record(z.string(), z.tuple([z.number().nullable(), z.number().nullable()])),
      ])
      .describe("[lowest, highest] of each variable, null for none")
      .meta({ unit: "1", aliases: [] })
      .optional(),
    constraints: z
      .array(z.string().min(3).max(2_000))
      .max(64)
      .describe('Like "x + y <= 3", "x*y >= 1", "x^2 + y^2 = 1"')
      .optional(),
    preset: z
      .enum(PRESETS)
      .describe("A named objective: its size follows from start, or from atoms")
      .optional(),
    atoms: whole({
      about: "Atoms of a Lennard-Jones cluster, in units of its well",
      min: 2,
      max: ATOMS_MAX,
    }).optional(),
    shift: numbers
      .max(VARIABLES_MAX)
      .describe("Where the preset rastrigin has its minimum")
      .optional(),
    global: z
      .boolean()
      .describe("Basin hopping within the bounds, seeded, in place of one descent")
      .optional(),
    runs: whole({ about: "Descents of a global search", min: 1, max: RUNS_MAX }).optional(),
    seed: seed(),
    lp: z
      .strictObject({
        c: numbers.min(1).max(LP_COLUMNS_MAX).describe("Costs"),
        A_ub: z.array(numbers).max(LP_ROWS_MAX).optional(),
        b_ub: numbers.max(LP_ROWS_MAX).optional(),
        A_eq: z.array(numbers).max(LP_ROWS_MAX).optional(),
        b_eq: numbers.max(LP_ROWS_MAX).optional(),
        bounds: z.array(z.tuple([z.number().nullable(), z.number().nullable()])).optional(),
      })
      .describe("min c x, A_ub x <= b_ub, A_eq x = b_eq, x >= 0 unless bounds say otherwise")
      .optional(),
  }),
  sufficient: [
    ["objective", "variables", "start"],
    ["objective", "variables", "bounds", "global"],
    ["preset", "start"],
    ["preset", "atoms"],
    ["lp"],
  ],
  kinds: {
    objective: "physics",
    variables: "physics",
    start: "numerical",
    sense: "physics",
    bounds: "physics",
    constraints: "physics",
    preset: "physics",
    atoms: "physics",
    shift: "physics",
    global: "numerical",
    runs: "numerical",
    seed: "numerical",
    lp: "physics",
  },
  reactor: false,
  limits: {
    variablesMax: VARIABLES_MAX,
    atomsMax: ATOMS_MAX,
    lpRowsMax: LP_ROWS_MAX,
    lpColumnsMax: LP_COLUMNS_MAX,
    runsMax: RUNS_MAX,
  },
  examples: [
    {
      title: "product and sphere",
      body: {
        objective: "x1*x4*(x1+x2+x3)+x3",
        variables: ["x1", "x2", "x3", "x4"],
        start: [1, 5, 5, 1],
        bounds: [
          [1, 5],
          [1, 5],
          [1, 5],
          [1, 5],
        ],
        constraints: ["x1*x2*x3*x4 >= 25", "x1^2+x2^2+x3^2+x4^2 = 40"],
      },
      expect: {
        value: 17.0140173,
        unit: "1",
        relative: 1e-8,
        source:
          "Hock and Schittkowski, Test Examples for Nonlinear Programming Codes (1981), problem 71",
      },
    },
    {
      title: "Lennard-Jones cluster of seven",
      body: { preset: "lennard-jones", atoms: 7 },
      expect: {
        value: -16.505384,
        unit: "1",
        relative: 1e-7,
        source: "Cambridge Cluster Database, Lennard-Jones clusters",
      },
    },
    {
      title: "two products",
      body: {
        lp: {
          c: [3, 5],
          A_ub: [
            [1, 0],
            [0, 2],
            [3, 2],
          ],
          b_ub: [4, 12, 18],
        },
        sense: "max",
      },
      expect: {
        value: 36,
        unit: "1",
        relative: 1e-12,
        source: "Hillier and Lieberman, Introduction to Operations Research, Wyndor Glass",
      },
    },
  ],
});
