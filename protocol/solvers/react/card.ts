import * as z from "zod";
import { initialState, profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

const REACT_POINTS_MAX = 1_048_576;
const REACT_STEPS_MAX = 100_000_000;
/** D dt / dx^2 of the explicit scheme. */
export const DIFFUSION_NUMBER_MAX = 0.25;

const species = (what: string): ReturnType<typeof profile> => profile(["x", "y"], "1", what);

const grayScott = ["F", "k", "Du", "Dv"] as const;
const mesh = ["n", "dx", "dt", "steps"] as const;
const time = ["n", "dx", "t_end"] as const;

export const reactCard = defineCard({
  id: "react",
  version: 9,
  title: "Reaction and diffusion",
  summary:
    "Gray-Scott patterns, FitzHugh-Nagumo pulses and Nagumo fronts on a grid, by an explicit " +
    "five-point stencil or by exponential time differences (scheme: etd). For a continuation " +
    "give dt and steps, and pass `state` as initialState",
  primary: {
    name: "mean",
    quantity: "mean of the second species (of the only one for nagumo)",
    unit: "1",
  },
  inputs: z.strictObject({
    model: z
      .enum(["gray-scott", "fitzhugh-nagumo", "nagumo"])
      .describe(
        "gray-scott: u' = Du lap u - u v^2 + F (1 - u), v' = Dv lap v + u v^2 - (F + k) v; " +
          "fitzhugh-nagumo: u' = Du lap u + u (1 - u)(u - a) - v, v' = Dv lap v + epsilon (u - " +
          "gamma v); nagumo: u' = Du lap u + r u (1 - u)(u - a)",
      )
      .optional(),
    F: quantity({ unit: "1/s", about: "Feed rate", min: 0, aliases: ["feed"] }).optional(),
    k: quantity({ unit: "1/s", about: "Kill rate", min: 0, aliases: ["kill"] }).optional(),
    Du: quantity({
      unit: "m^2/s",
      about: "Diffusion of the first species",
      min: 0,
      aliases: ["D_u", "D"],
    }).optional(),
    Dv: quantity({
      unit: "m^2/s",
      about: "Diffusion of the second species",
      min: 0,
      aliases: ["D_v"],
    }).optional(),
    a: quantity({ unit: "1", about: "Threshold of excitation" }).optional(),
    epsilon: quantity({ unit: "1/s", about: "Rate of recovery", min: 0 }).optional(),
    gamma: quantity({ unit: "1", about: "Decay of the recovery", min: 0 }).optional(),
    r: quantity({ unit: "1/s", about: "Rate of the Nagumo reaction", min: 0 }).optional(),
    n: whole({
      about: "Points along x (and along y unless ny is given)",
      min: 4,
      max: REACT_POINTS_MAX,
      aliases: ["nx"],
    }).optional(),
    ny: whole({ about: "Points along y", min: 4, max: REACT_POINTS_MAX }).optional(),
    dx: quantity({ unit: "m", about: "Distance of points, along both axes", above: 0 }).optional(),
    dt: quantity({ unit: "s", about: "Time step", above: 0 }).optional(),
    steps: whole({ about: "Number of steps", min: 1, max: REACT_STEPS_MAX }).optional(),
    t_end: quantity({
      unit: "s",
      about: "Time that is computed, instead of steps",
      above: 0,
      aliases: ["tEnd"],
    }).optional(),
    initial: z
      .union([
        z.literal("square"),
        z.strictObject({ u: species("First species"), v: species("Second species").optional() }),
      ])
      .describe(
        "{u, v}: numbers, n x ny samples or expressions over x and y; square: u = 1, v = 0 but for (1/2, 1/4) in a " +
          "central square of 20/256 of the side (after Pearson, without his noise)",
      )
      .optional(),
    edges: z
      .enum(["periodic", "no-flux"])
      .describe("Edges of the domain; periodic unless given")
      .optional(),
    scheme: z.enum(["explicit", "etd"]).describe("Time stepping").optional(),
    dim: z
      .union([z.literal(1), z.literal(2)])
      .describe("1 for a line")
      .optional(),
    initialState: initialState(),
  }),
  sufficient: [
    [...grayScott],
    ["model", "a", "epsilon", "gamma", "Du", "Dv"],
    ["model", "a", "r", "Du"],
  ].flatMap((names) => [
    [...names, ...mesh, "initial"],
    [...names, ...time, "initial"],
    [...names, ...mesh, "initialState"],
  ]),
  kinds: {
    model: "physics",
    F: "physics",
    k: "physics",
    Du: "physics",
    Dv: "physics",
    a: "physics",
    epsilon: "physics",
    gamma: "physics",
    r: "physics",
    n: "physics",
    ny: "physics",
    dx: "physics",
    t_end: "physics",
    initial: "physics",
    edges: "physics",
    dim: "physics",
    initialState: "physics",
    dt: "numerical",
    steps: "numerical",
    scheme: "numerical",
  },
  reactor: true,
  limits: {
    pointsMax: REACT_POINTS_MAX,
    stepsMax: REACT_STEPS_MAX,
    diffusionNumberMax: DIFFUSION_NUMBER_MAX,
  },
  examples: [
    {
      title: "Gray-Scott in a uniform tank: the state on the upper branch",
      body: {
        model: "gray-scott",
        F: 0.06,
        k: 0.055,
        Du: 0.16,
        Dv: 0.08,
        n: 16,
        dx: 1,
        dt: 0.5,
        steps: 4000,
        initial: { u: 0.4, v: 0.3 },
      },
      expect: {
        value: 0.35060768452412966,
        unit: "1",
        relative: 1e-6,
        source:
          "Pearson, Science 261 (1993) 189, note 12: steady states of F (1 - u) = u v^2, u v = F + k",
      },
    },
    {
      title: "a Nagumo front on a line",
      body: {
        model: "nagumo",
        a: 0.2,
        r: 1.5,
        Du: 0.7,
        n: 256,
        dx: 0.15625,
        t_end: 10,
        dim: 1,
        edges: "no-flux",
        scheme: "etd",
        initial: { u: "1 / (1 + exp(sqrt(1.5 / 1.4) * (x - 12)))" },
      },
      expect: {
        value: 0.408685326677748,
        unit: "1",
        relative: 2e-4,
        source:
          "Murray, Mathematical Biology I (2002), 13.5: speed sqrt(r D / 2)(1 - 2 a) of the exact front",
      },
    },
  ],
});
