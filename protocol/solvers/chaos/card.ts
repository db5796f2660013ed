import * as z from "zod";
import { initialState, quantity } from "../input.js";
import { MARCH_STEPS_MAX } from "../marching.js";
import { defineCard } from "../solver.js";

/** Time units an open run may take for its average. */
export const AVERAGE_TIME_MAX = 1_000_000;

export const chaosCard = defineCard({
  id: "chaos",
  version: 4,
  title: "Lorenz system: exponents, contraction, states",
  summary:
    "Largest Lyapunov exponent of the Lorenz system with its spectrum, the measured contraction " +
    "of volume, or the state at a time in double-double Taylor series, refused past the horizon " +
    "where two of them part. The exponent of a stated t_end continues bit for bit where dt is " +
    "given and t_end is whole steps.",
  primary: { name: "largest Lyapunov exponent", quantity: "rate", unit: "1" },
  inputs: z.strictObject({
    sigma: quantity({ unit: "1", above: 0, max: 1e3, about: "Prandtl number" }),
    rho: quantity({ unit: "1", min: 0, max: 1e4, about: "Relative Rayleigh number" }),
    beta: quantity({ unit: "1", above: 0, max: 1e3, about: "Geometric factor" }),
    initial: z
      .array(z.number().min(-1e6).max(1e6))
      .length(3)
      .describe("x, y, z at the start")
      .meta({ unit: "1", aliases: ["x0"] })
      .optional(),
    t_end: quantity({
      unit: "1",
      above: 0,
      max: 1e6,
      about: "Length of the run: the exponent is then that of this finite time",
      aliases: ["t_max"],
    }).optional(),
    quantity: z
      .enum(["lambda1", "contraction", "state"])
      .meta({ unit: "", aliases: [] })
      .describe("What the value is: the exponent, the rate of log volume, or a component at t_end")
      .optional(),
    component: z
      .enum(["x", "y", "z"])
      .describe("Which one `state` is; x unless given")
      .meta({ unit: "", aliases: [] })
      .optional(),
    dt: quantity({ unit: "1", above: 0, max: 1, about: "Step, fixed" }).optional(),
    transient: quantity({
      unit: "1",
      min: 0,
      max: 1e5,
      about: "Time before an average begins; 100 for an open run, none at a stated t_end",
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["sigma", "rho", "beta", "initial"],
    ["sigma", "rho", "beta", "initialState", "t_end"],
  ],
  kinds: {
    sigma: "physics",
    rho: "physics",
    beta: "physics",
    initial: "physics",
    t_end: "physics",
    quantity: "numerical",
    component: "numerical",
    dt: "numerical",
    transient: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { steps: MARCH_STEPS_MAX, average_time: AVERAGE_TIME_MAX },
  examples: [
    {
      title: "A state of the classic attractor",
      body: {
        sigma: 10,
        rho: 28,
        beta: 2.6666666666666665,
        initial: [1, 1, 1],
        quantity: "state",
        t_end: 20,
      },
      expect: {
        value: 13.79319959513038,
        unit: "1",
        relative: 1e-12,
        source: "60-digit Taylor series; scripts/solvers/reference/chaos.py: taylor",
      },
    },
    {
      title: "The exponent where all motion ends at the origin",
      body: { sigma: 10, rho: 0.5, beta: 2.6666666666666665, initial: [1, 2, 3] },
      expect: {
        value: -0.47506218943955486,
        unit: "1",
        relative: 1e-6,
        source: "Lorenz 1963, equation 29: roots at the origin, (-11 + 101^(1/2))/2",
      },
    },
    {
      title: "Volume shrinks as the divergence says",
      body: {
        sigma: 10,
        rho: 28,
        beta: 2.6666666666666665,
        initial: [1, 1, 1],
        quantity: "contraction",
      },
      expect: {
        value: -13.666666666666666,
        unit: "1",
        relative: 1e-7,
        source: "Lorenz 1963, equation 28: -(sigma + 1 + b)",
      },
    },
  ],
});
