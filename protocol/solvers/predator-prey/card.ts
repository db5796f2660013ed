import * as z from "zod";
import { initialState, quantity } from "../input.js";
import { defineCard } from "../solver.js";
import { MARCH_STEPS_MAX } from "../marching.js";

const rate = (about: string, aliases: readonly string[] = []) =>
  quantity({ unit: "1/s", above: 0, max: 1e12, about, aliases });
const population = (about: string, aliases: readonly string[]) =>
  quantity({ unit: "1", min: 0, max: 1e12, about, aliases });

export const predatorPreyCard = defineCard({
  id: "predator-prey",
  version: 4,
  title: "Predator and prey (Lotka-Volterra)",
  summary:
    "Populations of prey and predator, dx/dt = alpha x - beta x y and dy/dt = delta x y - gamma " +
    "y, with the orbit, its period and the first integral at every step. A run continues bit " +
    "for bit where dt is given and t_end is whole steps.",
  primary: { name: "prey at t_end", quantity: "population", unit: "1" },
  inputs: z.strictObject({
    alpha: rate("Growth of prey without predators"),
    beta: rate("Prey lost per prey and predator"),
    gamma: rate("Death of predators without prey"),
    delta: rate("Predators gained per prey and predator"),
    x0: population("Prey at the start", ["prey0"]).optional(),
    y0: population("Predators at the start", ["predator0"]).optional(),
    t_end: quantity({
      unit: "s",
      above: 0,
      max: 1e15,
      about: "Length of the run",
      aliases: ["t_max"],
    }).optional(),
    quantity: z
      .enum(["prey", "predator", "period", "mean"])
      .meta({ unit: "", aliases: [] })
      .describe(
        "What the value is: prey or predators at t_end, the period of the orbit, or the mean prey over one period",
      )
      .optional(),
    method: z
      .enum(["rk4", "dop853", "euler"])
      .meta({ unit: "", aliases: ["scheme"] })
      .describe(
        "Runge-Kutta of order 4, of order 8, or forward Euler, which spirals outwards and is refused for it",
      )
      .optional(),
    dt: quantity({
      unit: "s",
      above: 0,
      max: 1e15,
      about: "Step, fixed; halved until the gate passes unless given",
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["alpha", "beta", "gamma", "delta", "x0", "y0", "t_end"],
    ["alpha", "beta", "gamma", "delta", "x0", "y0", "quantity"],
    ["alpha", "beta", "gamma", "delta", "initialState", "t_end"],
  ],
  kinds: {
    alpha: "physics",
    beta: "physics",
    gamma: "physics",
    delta: "physics",
    x0: "physics",
    y0: "physics",
    t_end: "physics",
    quantity: "numerical",
    method: "numerical",
    dt: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { steps: MARCH_STEPS_MAX, drift_percent: 0.1 },
  examples: [
    {
      title: "Hares and lynx, ten years",
      body: { alpha: 0.55, beta: 0.028, gamma: 0.84, delta: 0.026, x0: 30, y0: 4, t_end: 10 },
      expect: {
        value: 26.453470637147415,
        unit: "1",
        relative: 1e-6,
        source: "mpmath 1.3 odefun at 30 digits: scripts/solvers/reference/predator-prey.py",
      },
    },
    {
      title: "A wide orbit's period",
      body: { alpha: 2 / 3, beta: 4 / 3, gamma: 1, delta: 1, x0: 0.9, y0: 1.8, quantity: "period" },
      expect: {
        value: 9.169350783744793,
        unit: "s",
        relative: 1e-6,
        source: "mpmath 1.3 odefun at 30 digits: scripts/solvers/reference/predator-prey.py",
      },
    },
  ],
});
