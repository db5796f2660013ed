import * as z from "zod";
import { initialState, quantity } from "../input.js";
import { MARCH_STEPS_MAX } from "../marching.js";
import { defineCard } from "../solver.js";

export const infallCard = defineCard({
  id: "infall",
  version: 6,
  title: "Fall and orbits about a black hole (Schwarzschild)",
  summary:
    "Proper time of a fall to a radius or to the end, through the horizon, by the geodesic " +
    "equations in Painleve-Gullstrand coordinates; also radius, coordinate time, precession of " +
    "an orbit, bending of light. A run continues bit for bit where tau and dt are given and tau " +
    "is whole steps.",
  primary: { name: "proper time from r0 to r_to", quantity: "time", unit: "s" },
  inputs: z.strictObject({
    M: quantity({
      unit: "kg",
      above: 0,
      max: 1e60,
      about: "Mass of the black hole or star",
      aliases: ["mass"],
      inUnits: { M_g: "g" },
    }),
    r0: quantity({
      unit: "m",
      above: 0,
      max: 1e40,
      about: "Areal radius of the start",
      aliases: ["r_0"],
      inUnits: { r0_km: "km" },
    }).optional(),
    start: z
      .enum(["rest", "rain", "orbit"])
      .meta({ unit: "", aliases: [] })
      .describe(
        "From rest at r0; in free fall from rest at infinity; or on an orbit: a circle, or with " +
          "an apsis at r0 if L or E is given",
      )
      .optional(),
    L: quantity({
      unit: "m^2/s",
      min: 0,
      max: 1e50,
      about: "Angular momentum per mass",
    }).optional(),
    E: quantity({
      unit: "1",
      above: 0,
      max: 1e6,
      about: "Energy per mass and c^2; 1 at rest at infinity",
    }).optional(),
    r_to: quantity({
      unit: "m",
      min: 0,
      max: 1e40,
      about: "Radius at which the fall ends; the centre unless given",
      aliases: ["r_end"],
    }).optional(),
    tau: quantity({
      unit: "s",
      above: 0,
      max: 1e30,
      about: "Proper time at which the run ends",
    }).optional(),
    b: quantity({ unit: "m", above: 0, max: 1e40, about: "Impact parameter of light" }).optional(),
    quantity: z
      .enum(["proper_time", "radius", "coordinate_time", "precession", "deflection"])
      .meta({ unit: "", aliases: [] })
      .describe("What the value is; proper_time unless tau (radius) or b (deflection) is given")
      .optional(),
    G: quantity({
      unit: "m^3/(kg s^2)",
      above: 0,
      max: 1e30,
      about: "Constant of gravitation; the CODATA value unless given",
    }).optional(),
    dt: quantity({
      unit: "s",
      above: 0,
      max: 1e30,
      about: "Step of proper time, fixed; needs tau",
    }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["M", "r0", "start"],
    ["M", "r0", "L", "E"],
    ["M", "b"],
    ["M", "initialState", "tau"],
  ],
  kinds: {
    M: "physics",
    r0: "physics",
    start: "physics",
    L: "physics",
    E: "physics",
    r_to: "physics",
    tau: "physics",
    b: "physics",
    quantity: "numerical",
    G: "physics",
    dt: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { steps: MARCH_STEPS_MAX },
  examples: [
    {
      title: "A fall from rest at twelve horizons of a solar mass",
      body: { M: 1.98841e30, r0: 37000.0, start: "rest", r_to: 3100.0 },
      expect: {
        value: 0.0006789526422862241,
        unit: "s",
        relative: 1e-9,
        source: "quadrature; scripts/solvers/reference/infall.py: tau",
      },
    },
    {
      title: "A fall with energy and angular momentum",
      body: { G: 8.987551787368176e16, M: 1, r0: 37.3, E: 1.31, L: 1409024552.6000001, r_to: 1.7 },
      expect: {
        value: 1.3797546210648035e-7,
        unit: "s",
        relative: 1e-9,
        source: "quadrature of MTW 25.16; scripts/solvers/reference/infall.py: tau",
      },
    },
    {
      title: "An orbit close to a black hole turns",
      body: {
        G: 8.987551787368176e16,
        M: 1,
        r0: 8.571428571428571,
        start: "orbit",
        L: 1209973382.051293,
        quantity: "precession",
      },
      expect: {
        value: 2.632491321282878,
        unit: "rad",
        relative: 1e-8,
        source:
          "Chandrasekhar, The Mathematical Theory of Black Holes (1983), 19; quadrature; " +
          "scripts/solvers/reference/infall.py: precession",
      },
    },
    {
      title: "Light past the sun",
      body: { G: 6.6743e-11, M: 1.988409870967742e30, b: 695700000.0 },
      expect: {
        value: 8.490063355623963e-6,
        unit: "rad",
        relative: 1e-8,
        source: "quadrature of MTW 25.55; scripts/solvers/reference/infall.py: deflection",
      },
    },
  ],
});
