import * as z from "zod";
import { quantity, seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

const DATES_MAX = 4_096;
const PATHS_MAX = 67_108_864;
const CELLS_MAX = 65_536;

const plain = { unit: "", aliases: [] };
const market = { S: 100, K: 100, r: 0.05, sigma: 0.2, T: 1 };

export const quantCard = defineCard({
  id: "quant",
  version: 6,
  title: "Option prices (European, Asian, barrier, American, Bermudan)",
  summary:
    "Price of an option on a log-normal asset: scrambled Sobol paths with their own standard " +
    "error, or finite-difference complementarity for early exercise, quadrature from date to " +
    "date for a barrier watched at dates, beside the closed form where one exists.",
  primary: {
    name: "price",
    quantity: "price of the option in the currency of the spot",
    unit: "1",
  },
  inputs: z.strictObject({
    S: quantity({
      unit: "1",
      above: 0,
      max: 1e12,
      about: "Spot price",
      aliases: ["spot", "S0"],
    }).optional(),
    K: quantity({
      unit: "1",
      above: 0,
      max: 1e12,
      about: "Strike price",
      aliases: ["strike"],
    }).optional(),
    r: quantity({
      unit: "1",
      min: -1,
      max: 10,
      about: "Riskless rate, continuous, a year",
      aliases: ["rate"],
    }).optional(),
    sigma: quantity({
      unit: "1",
      min: 1e-4,
      max: 10,
      about: "Volatility, a root year",
      aliases: ["volatility", "vol"],
    }).optional(),
    T: quantity({
      unit: "yr",
      min: 1e-6,
      max: 200,
      about: "Time to expiry in years",
      aliases: ["expiry", "maturity"],
    }).optional(),
    q: quantity({
      unit: "1",
      min: -1,
      max: 10,
      about: "Dividend yield, continuous, a year",
      aliases: ["dividend"],
    }).optional(),
    type: z.enum(["call", "put"]).describe("Call unless given").meta(plain).optional(),
    style: z
      .enum(["european", "american", "bermudan", "asian", "barrier"])
      .describe("European unless given")
      .meta(plain)
      .optional(),
    exercises: whole({
      min: 1,
      max: DATES_MAX,
      about: "Evenly spaced dates of exercise of a Bermudan option, the last at T",
    }).optional(),
    fixings: whole({
      min: 1,
      max: DATES_MAX,
      about: "Evenly spaced fixings of an Asian option, the last at T",
    }).optional(),
    average: z
      .enum(["arithmetic", "geometric"])
      .describe("Mean of an Asian option; arithmetic unless given")
      .meta(plain)
      .optional(),
    barrier: quantity({
      unit: "1",
      above: 0,
      max: 1e12,
      about: "Price at which a barrier option comes in or goes out",
      aliases: ["B", "H"],
    }).optional(),
    barrierType: z
      .enum(["down-and-out", "down-and-in", "up-and-out", "up-and-in"])
      .describe("What the barrier does")
      .meta({ unit: "", aliases: ["barrier_type"] })
      .optional(),
    monitoring: whole({
      min: 1,
      max: DATES_MAX,
      about:
        "Evenly spaced dates at which the barrier is watched, the last at T; all the time unless given",
    }).optional(),
    paths: whole({
      min: 1,
      max: PATHS_MAX,
      about: "Paths in all, rounded up to 32 scrambles of a power of two",
      aliases: ["n_paths"],
    }).optional(),
    cells: whole({
      min: 16,
      max: CELLS_MAX,
      about: "Cells of the price grid of early exercise; open unless given",
    }).optional(),
    seed: seed(),
  }),
  sufficient: [["S", "K", "r", "sigma", "T"]],
  kinds: {
    S: "physics",
    K: "physics",
    r: "physics",
    sigma: "physics",
    T: "physics",
    q: "physics",
    type: "physics",
    style: "physics",
    exercises: "physics",
    fixings: "physics",
    average: "physics",
    barrier: "physics",
    barrierType: "physics",
    monitoring: "physics",
    paths: "numerical",
    cells: "numerical",
    seed: "numerical",
  },
  reactor: false,
  limits: { dates: DATES_MAX, paths: PATHS_MAX, cells: CELLS_MAX },
  examples: [
    {
      title: "A European call at the money",
      body: { ...market, type: "call" },
      expect: {
        value: 10.450583572185565,
        unit: "1",
        relative: 1e-3,
        source:
          "Black and Scholes, J. Political Economy 81 (1973) 637, by mpmath; " +
          "scripts/solvers/reference/quant.py: black_scholes",
      },
    },
    {
      title: "A Bermudan put of fifty dates",
      body: {
        S: 36,
        K: 40,
        r: 0.06,
        sigma: 0.2,
        T: 1,
        type: "put",
        style: "bermudan",
        exercises: 50,
      },
      expect: {
        value: 4.478,
        unit: "1",
        relative: 2e-4,
        source:
          "Longstaff and Schwartz, Review of Financial Studies 14 (2001) 113, table 1, finite difference column",
      },
    },
    {
      title: "A down-and-out call watched all the time",
      body: {
        S: 100,
        K: 90,
        r: 0.08,
        q: 0.04,
        sigma: 0.25,
        T: 0.5,
        type: "call",
        style: "barrier",
        barrier: 95,
        barrierType: "down-and-out",
      },
      expect: {
        value: 6.744729727765339,
        unit: "1",
        relative: 1e-3,
        source:
          "Integral over the density of the killed Brownian motion; scripts/solvers/reference/quant.py: barrier",
      },
    },
  ],
});
