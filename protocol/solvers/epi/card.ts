import * as z from "zod";
import { initialState, quantity, seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

/** Groups of a contact matrix. */
const GROUPS_MAX = 64;
/** Persons of the exact stochastic recursion: its states are half the square. */
export const STOCHASTIC_PERSONS_MAX = 32_768;

const plain = { unit: "1", aliases: [] };

export const epiCard = defineCard({
  id: "epi",
  version: 6,
  title: "Epidemics (SIR, SEIR, and the exact stochastic SIR)",
  summary:
    "Final size, peak or state of an epidemic by integration of SIR or SEIR, with groups, " +
    "contacts and vaccination, or the exact final-size distribution of the stochastic epidemic. " +
    "A run continues bit for bit where quantity is state, dt is given and t_end is whole steps.",
  primary: { name: "final size", quantity: "fraction of the population ever infected", unit: "1" },
  inputs: z.strictObject({
    R0: quantity({
      unit: "1",
      above: 0,
      max: 1e4,
      about: "Basic reproduction number",
      aliases: ["r0", "R_0"],
    }).optional(),
    beta: quantity({
      unit: "1/s",
      above: 0,
      max: 1e9,
      about: "Infections per infective and time, all susceptible",
      inUnits: { beta_per_day: "1/d" },
    }).optional(),
    gamma: quantity({
      unit: "1/s",
      above: 0,
      max: 1e9,
      about: "Recoveries per infective and time",
      inUnits: { gamma_per_day: "1/d" },
    }).optional(),
    sigma: quantity({
      unit: "1/s",
      above: 0,
      max: 1e9,
      about: "Exposed that become infective per time: makes it SEIR",
      inUnits: { sigma_per_day: "1/d" },
    }).optional(),
    N: quantity({
      unit: "1",
      above: 0,
      max: 1e12,
      about: "Persons; without it everything is per head",
    }).optional(),
    I0: z
      .union([
        z.number().min(0).max(1e12),
        z.array(z.number().min(0).max(1e12)).min(1).max(GROUPS_MAX),
      ])
      .describe(
        "Infective at the start: persons where N or groups are given, else a fraction; one for all groups (shared " +
          "by size) or one each",
      )
      .meta(plain)
      .optional(),
    E0: quantity({ unit: "1", min: 0, max: 1e12, about: "Exposed at the start, as I0" }).optional(),
    vaccinated: quantity({
      unit: "1",
      min: 0,
      below: 1,
      about: "Immune fraction at the start",
    }).optional(),
    vaccination_rate: quantity({
      unit: "1/s",
      min: 0,
      max: 1e9,
      about: "Susceptibles immunised per susceptible and time",
      inUnits: { vaccination_rate_per_day: "1/d" },
    }).optional(),
    contacts: z
      .array(z.array(z.number().min(0).max(1e9)).min(1).max(GROUPS_MAX))
      .min(1)
      .max(GROUPS_MAX)
      .describe("Contact matrix: row g, column h multiplies beta for infections in g by those of h")
      .meta(plain)
      .optional(),
    groups: z
      .array(z.number().gt(0).max(1e12))
      .min(1)
      .max(GROUPS_MAX)
      .describe("Persons of each group")
      .meta(plain)
      .optional(),
    t_end: quantity({
      unit: "s",
      above: 0,
      max: 1e15,
      about: "Length of the run, for the state",
      aliases: ["t_max"],
      inUnits: { t_end_days: "d" },
    }).optional(),
    quantity: z
      .enum(["final_size", "peak", "state", "extinction"])
      .describe(
        "What the value is: the fraction ever infected; the most infective at once; those of a " +
          "compartment at t_end; the probability that a stochastic epidemic stays minor",
      )
      .meta({ unit: "", aliases: [] })
      .optional(),
    compartment: z
      .enum(["S", "E", "I", "R"])
      .describe("Whose number `state` is; I unless given")
      .meta({ unit: "", aliases: [] })
      .optional(),
    mode: z
      .enum(["sir", "seir", "stochastic"])
      .describe("sir unless sigma is given")
      .meta({ unit: "", aliases: ["model"] })
      .optional(),
    dt: quantity({
      unit: "s",
      above: 0,
      max: 1e15,
      about: "Step of the state, fixed",
      inUnits: { dt_days: "d" },
    }).optional(),
    paths: whole({
      min: 0,
      max: 8,
      about: "Sample paths of the stochastic epidemic shown as profiles; 1 unless given",
    }).optional(),
    seed: seed(),
    initialState: initialState(),
  }),
  sufficient: [["R0"], ["beta", "gamma"]],
  kinds: {
    R0: "physics",
    beta: "physics",
    gamma: "physics",
    sigma: "physics",
    N: "physics",
    I0: "physics",
    E0: "physics",
    vaccinated: "physics",
    vaccination_rate: "physics",
    contacts: "physics",
    groups: "physics",
    t_end: "physics",
    quantity: "numerical",
    compartment: "numerical",
    mode: "numerical",
    dt: "numerical",
    paths: "numerical",
    seed: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { groups: GROUPS_MAX, stochastic_persons: STOCHASTIC_PERSONS_MAX },
  examples: [
    {
      title: "Final size in the limit of no start",
      body: { R0: 2 },
      expect: {
        value: 0.79681213002002,
        unit: "1",
        relative: 1e-9,
        source:
          "Kermack and McKendrick, Proc. R. Soc. A 115 (1927) 700: ln(s/s0) = -R0 (1 - s), by " +
          "Lambert's W; scripts/solvers/reference/epi.py: final_size",
      },
    },
    {
      title: "Boarding school of 1978, most pupils in bed",
      body: { beta_per_day: 1.66334, gamma_per_day: 0.44, N: 763, I0: 1, quantity: "peak" },
      expect: {
        value: 293.0281878655283,
        unit: "1",
        relative: 1e-9,
        source:
          "Murray, Mathematical Biology I (2002), 10.2: r = 2.18e-3/day, a = 0.44/day, S0 = " +
          "762; closed form N - rho + rho ln(rho/S0)",
      },
    },
    {
      title: "Exact stochastic epidemic among 200",
      body: { R0: 2, N: 200, I0: 1, mode: "stochastic" },
      expect: {
        value: 0.3904951370292886,
        unit: "1",
        relative: 1e-9,
        source:
          "Ball 1986 triangular equations, 120 digits; scripts/solvers/reference/epi.py: ball",
      },
    },
  ],
});
