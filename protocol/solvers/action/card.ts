import * as z from "zod";
import { expression, initialState, quantity, whole } from "../input.js";
import { MARCH_STEPS_MAX } from "../marching.js";
import { defineCard } from "../solver.js";

const coordinates = (about: string) =>
  z
    .union([
      z.number().min(-1e30).max(1e30),
      z.array(z.number().min(-1e30).max(1e30)).min(1).max(3),
    ])
    .describe(about);

export const actionCard = defineCard({
  id: "action",
  version: 9,
  title: "Action of an orbit, by symplectic integration",
  summary:
    "Action J, the integral of p dq once round a closed orbit, by symplectic compositions of " +
    "order 4, 6 or 8 at a fixed dt, with the energy errors of the composition and of RK4 " +
    "beside. A run continues bit for bit where dt is given and t_end is whole steps.",
  primary: { name: "action over one period", quantity: "action", unit: "J s" },
  inputs: z.strictObject({
    system: z
      .enum(["harmonic", "pendulum", "kepler", "henon-heiles", "potential"])
      .meta({ unit: "", aliases: [] })
      .describe(
        "p^2/2m + k q^2/2; p^2/(2 m l^2) + m g l (1 - cos q); p^2/2m - m mu/|q|; (p^2 + q^2)/2 " +
          "+ q1^2 q2 - q2^3/3 in units of its own; or p^2/2m + V of `potential`",
      ),
    potential: expression(["q1", "q2", "q3"], "V in J, of system potential").optional(),
    initial: z
      .strictObject({
        q: coordinates("Coordinates: m, or rad"),
        p: coordinates("Momenta: kg m/s, or kg m^2/s"),
      })
      .describe("Where the orbit starts")
      .meta({ unit: "", aliases: [] })
      .optional(),
    m: quantity({ unit: "kg", above: 0, max: 1e60, about: "Mass", aliases: ["mass"] }).optional(),
    k: quantity({
      unit: "N/m",
      above: 0,
      max: 1e30,
      about: "Stiffness of the harmonic oscillator",
    }).optional(),
    l: quantity({
      unit: "m",
      above: 0,
      max: 1e30,
      about: "Length of the pendulum",
      aliases: ["length"],
    }).optional(),
    g: quantity({
      unit: "m/s^2",
      above: 0,
      max: 1e30,
      about: "Gravity at the pendulum",
    }).optional(),
    mu: quantity({
      unit: "m^3/s^2",
      above: 0,
      max: 1e60,
      about: "G M of the centre of a Kepler orbit",
      aliases: ["GM"],
    }).optional(),
    dt: quantity({ unit: "s", above: 0, max: 1e30, about: "Step, fixed" }).optional(),
    steps: whole({
      min: 1,
      max: MARCH_STEPS_MAX,
      about: "Steps of the run, in place of dt",
    }).optional(),
    t_end: quantity({
      unit: "s",
      above: 0,
      max: 1e30,
      about: "Length of the run: at least one period",
      aliases: ["t_max"],
    }),
    order: z
      .union([z.literal(4), z.literal(6), z.literal(8)])
      .meta({ unit: "1", aliases: [] })
      .describe("Order of the composition; 4 unless given")
      .optional(),
    quantity: z
      .enum(["action", "energy_error"])
      .meta({ unit: "", aliases: [] })
      .describe("What the value is: the action, or the largest relative error of the energy")
      .optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["system", "initial", "dt", "t_end"],
    ["system", "initial", "steps", "t_end"],
    ["system", "initialState", "dt", "t_end"],
  ],
  kinds: {
    system: "physics",
    potential: "physics",
    initial: "physics",
    m: "physics",
    k: "physics",
    l: "physics",
    g: "physics",
    mu: "physics",
    dt: "numerical",
    steps: "numerical",
    t_end: "physics",
    order: "numerical",
    quantity: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { steps: MARCH_STEPS_MAX, drift_percent: 0.1 },
  examples: [
    {
      title: "A wide pendulum's action",
      body: {
        system: "pendulum",
        m: 1,
        l: 1,
        g: 9.81,
        initial: { q: 2, p: 0 },
        dt: 0.01,
        t_end: 10,
        order: 6,
      },
      expect: {
        value: 31.444374941481417,
        unit: "J s",
        relative: 1e-10,
        source:
          "Lichtenberg and Lieberman, Regular and Chaotic Dynamics (1992), 1.3: complete elliptic integrals",
      },
    },
    {
      title: "Action of a Kepler orbit, order 8",
      body: {
        system: "kepler",
        m: 1,
        mu: 1,
        initial: { q: [0.4, 0], p: [0, 2] },
        dt: 0.01,
        t_end: 20,
        order: 8,
      },
      expect: {
        value: 6.283185307179586,
        unit: "J s",
        relative: 1e-11,
        source: "Goldstein 10.8: J = 2 pi m (mu a)^(1/2)",
      },
    },
    {
      title: "A Morse well written as an expression",
      body: {
        system: "potential",
        m: 1.3,
        potential: "3 (1 - e^(-0.7 q1))^2",
        initial: { q: 0.9, p: 0.5 },
        dt: 0.02,
        t_end: 30,
        order: 8,
      },
      expect: {
        value: 3.3661003533087093,
        unit: "J s",
        relative: 1e-9,
        source:
          "Child, Semiclassical Mechanics (1991), appendix: J = (2 pi/a)(2m)^(1/2) (D^(1/2) - " +
          "(D - E)^(1/2)) of a Morse well",
      },
    },
  ],
});
