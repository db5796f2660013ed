import * as z from "zod";
import { initialState } from "../input.js";
import { defineCard } from "../solver.js";

export const STATES_MAX = 64;
const SAMPLES_MAX = 65_536;

const matrix = (
  about: string,
): z.ZodUnion<readonly [z.ZodNumber, z.ZodArray<z.ZodArray<z.ZodNumber>>]> =>
  z
    .union([z.number(), z.array(z.array(z.number()).min(1).max(STATES_MAX)).min(1).max(STATES_MAX)])
    .describe(`${about}: rows of numbers, or one number for a scalar`)
    .meta({ unit: "", aliases: [] });
const vector = (about: string): z.ZodUnion<readonly [z.ZodNumber, z.ZodArray<z.ZodNumber>]> =>
  z
    .union([z.number(), z.array(z.number()).min(1).max(STATES_MAX)])
    .describe(about)
    .meta({ unit: "", aliases: [] });

export const estimatorCard = defineCard({
  id: "estimator",
  version: 5,
  title: "Steady state of a Kalman filter",
  summary:
    "Error covariance and gain of the optimal linear estimator by structured doubling of the Riccati equation, " +
    "and the filter itself run over data",
  primary: { name: "trace_P", quantity: "variance", unit: "1" },
  inputs: z.strictObject({
    A: matrix("Transition of the state, n x n").optional(),
    C: matrix("Measurement of the state, m x n").optional(),
    Q: matrix("Covariance of the process noise, n x n, positive semi-definite").optional(),
    R: matrix("Covariance of the measurement noise, m x m, positive definite").optional(),
    which: z
      .enum(["prior", "posterior"])
      .describe("Covariance before or after the measurement of its step")
      .optional(),
    data: z
      .array(z.union([z.number(), z.array(z.number()).min(1).max(STATES_MAX)]))
      .min(1)
      .max(SAMPLES_MAX)
      .describe("Measurements in order; the filter runs over them")
      .optional(),
    x0: vector("Estimate before the first measurement").optional(),
    P0: matrix("Covariance of that estimate").optional(),
    initialState: initialState(),
  }),
  sufficient: [["A", "C", "Q", "R"]],
  kinds: {
    A: "physics",
    C: "physics",
    Q: "physics",
    R: "physics",
    which: "physics",
    data: "physics",
    x0: "physics",
    P0: "physics",
    initialState: "physics",
  },
  reactor: true,
  limits: { statesMax: STATES_MAX, samplesMax: SAMPLES_MAX },
  examples: [
    {
      title: "local level model of the Nile",
      body: { A: 1, C: 1, Q: 1469.1, R: 15099, which: "posterior" },
      expect: {
        value: 4032.157941808476,
        unit: "1",
        relative: 1e-9,
        source:
          "Durbin and Koopman, Time Series Analysis by State Space Methods, 2.11: x = q (1 + " +
          "sqrt(1 + 4/q)) / 2 with q = Q/R",
      },
    },
    {
      title: "position and speed",
      body: {
        A: [
          [1, 0.5],
          [0, 1],
        ],
        C: [[1, 0]],
        Q: [
          [0.01, 0.02],
          [0.02, 0.09],
        ],
        R: [[0.4]],
        which: "prior",
      },
      expect: {
        value: 0.7209706749431788,
        unit: "1",
        relative: 1e-9,
        source: "scipy.linalg.solve_discrete_are",
      },
    },
  ],
});
