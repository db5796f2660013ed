import * as z from "zod";
import { initialState, quantity, whole } from "../input.js";
import { MARCH_STEPS_MAX } from "../marching.js";
import { defineCard } from "../solver.js";
import { MECHANICS } from "./mechanics.js";

export const BODIES_MAX = 4_096;
const OPERATORS_MAX = 4;

const vector = (about: string) =>
  z.array(z.number().min(-1e30).max(1e30)).min(2).max(3).describe(about);
const body = z.strictObject({
  m: z
    .number()
    .min(0)
    .max(1e50)
    .describe("Mass, kg; zero is a test particle")
    .meta({ unit: "kg" })
    .optional(),
  mass: z.number().min(0).max(1e50).describe("The same as m").meta({ unit: "kg" }).optional(),
  position: vector("x, y and z in m; z is 0 unless given").meta({ unit: "m" }).optional(),
  velocity: vector("x, y and z in m/s").meta({ unit: "m/s" }).optional(),
});

export const multibodyCard = defineCard({
  id: "multibody",
  version: 4,
  title: "Bodies under their own gravity",
  summary:
    "Newtonian gravity of up to 4,096 bodies in three dimensions: symplectic at a given dt, " +
    "order 8 with chosen steps through encounters otherwise; energy is checked at every step, " +
    "and what does not conserve it is refused. A run continues bit for bit where dt is given " +
    "and t_max is whole steps. Bodies without positions take the dissipative master equation, " +
    "unsealed.",
  primary: {
    name: "distance of the subject from the centre of mass at t_max",
    quantity: "length",
    unit: "m",
  },
  inputs: z.strictObject({
    bodies: z
      .array(body)
      .min(1)
      .max(BODIES_MAX)
      .describe("Masses, positions and velocities")
      .meta({ unit: "", aliases: [] })
      .optional(),
    dt: quantity({
      unit: "s",
      above: 0,
      max: 1e20,
      about: "Step, fixed; chosen by the error unless given",
    }).optional(),
    t_max: quantity({
      unit: "s",
      above: 0,
      max: 1e20,
      about: "Length of the run",
      aliases: ["t_end"],
    }),
    referenceMode: z
      .enum(["gravity"])
      .describe("What acts between the bodies")
      .meta({ unit: "", aliases: [] })
      .optional(),
    subject: whole({
      max: BODIES_MAX - 1,
      about: "Index of the body whose distance is the value; 0 unless given",
    }).optional(),
    G: quantity({
      unit: "m^3/(kg s^2)",
      above: 0,
      max: 1e30,
      about: "Constant of gravitation; the CODATA value unless given",
    }).optional(),
    order: z
      .union([z.literal(2), z.literal(4), z.literal(6), z.literal(8)])
      .describe("Order of the symplectic composition at a given dt; 8 unless given")
      .meta({ unit: "1", aliases: [] })
      .optional(),
    operators: z
      .array(z.enum(MECHANICS))
      .min(1)
      .max(OPERATORS_MAX)
      .describe(
        "Operators of mechanics that the job answers for the subject, and is priced by, each " +
          "once; NM21 alone unless given",
      )
      .meta({ unit: "", aliases: [] })
      .optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["bodies", "dt", "t_max"],
    ["bodies", "t_max"],
    ["initialState", "dt", "t_max"],
  ],
  kinds: {
    bodies: "physics",
    dt: "numerical",
    t_max: "physics",
    referenceMode: "physics",
    subject: "numerical",
    G: "physics",
    order: "numerical",
    operators: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { bodies: BODIES_MAX, steps: MARCH_STEPS_MAX, drift_percent: 0.1 },
  examples: [
    {
      title: "Three equal bodies on a figure eight",
      body: {
        bodies: [
          { m: 1, position: [0.97000436, -0.24308753], velocity: [0.466203685, 0.43236573] },
          { m: 1, position: [-0.97000436, 0.24308753], velocity: [0.466203685, 0.43236573] },
          { m: 1, position: [0, 0], velocity: [-0.93240737, -0.86473146] },
        ],
        t_max: 6.32591398,
        G: 1,
        dt: 0.01581478495,
      },
      expect: {
        value: 1.0000000028302551,
        unit: "m",
        relative: 1e-7,
        source:
          "Chenciner and Montgomery, Annals of Math. 152 (2000) 881: period 6.32591398, start of Simo to 8 digits",
      },
    },
    {
      title: "An eccentric pair, by Kepler's equation",
      body: {
        bodies: [
          { m: 3.1e24, position: [0, 0, 0], velocity: [17, -4, 250] },
          {
            m: 7.3e22,
            position: [49300000.0, 0, 0],
            velocity: [17, 1678.2526979682634, 2493.0035972910177],
          },
        ],
        t_max: 1234567,
        subject: 1,
      },
      expect: {
        value: 509796909.9034078,
        unit: "m",
        relative: 1e-9,
        source: "Kepler's equation in 30 digits; scripts/solvers/reference/multibody.py: kepler",
      },
    },
    {
      title: "A satellite's closed orbit past earth and moon",
      body: {
        bodies: [
          { m: 0.987722529, position: [-0.012277471, 0], velocity: [0, -0.012277471] },
          { m: 0.012277471, position: [0.987722529, 0], velocity: [0, 0.987722529] },
          { m: 0, position: [0.994, 0], velocity: [0, -1.0075851063790824] },
        ],
        t_max: 17.065216560157964,
        G: 1,
        subject: 2,
      },
      expect: {
        value: 0.994,
        unit: "m",
        relative: 1e-8,
        source:
          "Hairer, Norsett and Wanner I (1993), II.0: period 17.0652165601579625588917206249, start 0.994",
      },
    },
  ],
});
