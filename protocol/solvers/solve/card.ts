import * as z from "zod";
import { expression, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const ITERATIONS_MAX = 40;
const COMPONENTS_MAX = 32;

const plain = { unit: "", aliases: [] };

export const solveCard = defineCard({
  id: "solve",
  version: 6,
  title: "Any operator or system, numerically",
  summary:
    "An operator as a root or initial-value problem with its error against the closed form, a system of differential " +
    "equations written as text, or the root of an equation between two bounds; strict runs say converged or time out.",
  primary: {
    name: "value of the operator, variable or root",
    quantity: "as the equation says",
    unit: "1",
  },
  inputs: z.strictObject({
    operators: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(4)
      .describe("Operator ids: KO42, if named, first")
      .meta(plain)
      .optional(),
    inputs: z
      .record(z.string().max(64), z.number())
      .describe("SI values by symbol or alias; parameters of a system or equation")
      .meta(plain)
      .optional(),
    system: z
      .strictObject({
        equations: z
          .array(z.string().min(3).max(2_000))
          .min(1)
          .max(COMPONENTS_MAX)
          .describe("dx/dt = ..., one for each variable"),
        initial: z.record(z.string().max(64), z.number()).describe("Every variable at t = 0"),
        t_end: z.number().gt(0).max(1e15).describe("Where the run ends, s"),
        value: z
          .string()
          .max(64)
          .describe("The variable that is the value; the first unless given")
          .optional(),
      })
      .describe("An initial-value problem in t")
      .meta(plain)
      .optional(),
    equation: expression(
      ["the unknown", "names of inputs"],
      "Left side of `... = 0`, or both sides",
    ).optional(),
    unknown: z
      .string()
      .min(1)
      .max(64)
      .describe("The name the equation is solved for")
      .meta(plain)
      .optional(),
    from: quantity({ unit: "1", about: "Lower bound of the root" }).optional(),
    to: quantity({ unit: "1", about: "Upper bound of the root" }).optional(),
    strict: z
      .boolean()
      .describe("Refuse what has not converged within maxIterations, and say so in tuneStatus")
      .meta(plain)
      .optional(),
    maxIterations: whole({
      min: 1,
      max: ITERATIONS_MAX,
      about: "Halvings of the bracket or the step; 40 unless given",
    }).optional(),
    position: z
      .array(z.number().min(-1e15).max(1e15))
      .length(3)
      .describe("x, y, z from the centre of the earth, m: where gravity is taken")
      .meta({ unit: "m", aliases: [] })
      .optional(),
    referenceMode: z
      .enum(["gravity"])
      .describe("Gives g the earth's gravity at `position`")
      .meta(plain)
      .optional(),
  }),
  sufficient: [
    ["operators", "inputs"],
    ["system"],
    ["equation", "unknown", "from", "to"],
    ["operators"],
  ],
  kinds: {
    operators: "physics",
    inputs: "physics",
    system: "physics",
    equation: "physics",
    unknown: "physics",
    from: "physics",
    to: "physics",
    strict: "numerical",
    maxIterations: "numerical",
    position: "physics",
    referenceMode: "physics",
  },
  reactor: false,
  limits: { max_iterations: ITERATIONS_MAX, components: COMPONENTS_MAX },
  examples: [
    {
      title: "Newton's gravity as a root of its equation",
      body: { operators: ["KO42", "NM21"], inputs: { m1: 5, m2: 7, r: 3 }, strict: true },
      expect: {
        value: 2.595561111111111e-10,
        unit: "N",
        relative: 1e-10,
        source: "CODATA 2022 G; arithmetic",
      },
    },
    {
      title: "A wide pendulum written as a system",
      body: {
        system: {
          equations: ["dx/dt = v", "dv/dt = -c sin(x)"],
          initial: { x: 2.3, v: 0 },
          t_end: 6.1,
        },
        inputs: {
          c: 1.7,
        },
      },
      expect: {
        value: 1.4946679581102227,
        unit: "1",
        relative: 1e-9,
        source:
          "Hairer, Norsett and Wanner I (1993), I.14; Whittaker, Analytical Dynamics (1937), 44: elliptic functions",
      },
    },
    {
      title: "Where the cosine meets its argument",
      body: { equation: "cos(x) = x", unknown: "x", from: 0, to: 1, strict: true },
      expect: { value: 0.7390851332151607, unit: "1", relative: 1e-10, source: "mpmath findroot" },
    },
  ],
});
