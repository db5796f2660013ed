import * as z from "zod";
import { initialState, quantity, seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const LINKS_MAX = 1_048_576;
const SWEEPS_MAX = 1_048_576;
const DIMENSIONS_MAX = 5;

const plain = { unit: "", aliases: [] };

export const gaugeCard = defineCard({
  id: "gauge",
  version: 6,
  title: "Lattice gauge theory (Z2, U1, SU2, SU3)",
  summary:
    "Average plaquette of Wilson's action by heat bath and overrelaxation in eight seeded " +
    "chains, half of them from a hot start, with autocorrelation, Wilson loops, and the exact " +
    "value in two dimensions beside it. A run of stated sweeps continues bit for bit.",
  primary: { name: "average plaquette", quantity: "mean of Re Tr U over the dimension", unit: "1" },
  inputs: z.strictObject({
    group: z.enum(["Z2", "U1", "SU2", "SU3"]).describe("Gauge group").meta(plain).optional(),
    shape: z
      .array(z.int().min(2).max(65_536))
      .min(2)
      .max(DIMENSIONS_MAX)
      .describe("Sites of each side, periodic")
      .meta({ unit: "1", aliases: ["lattice"] })
      .optional(),
    beta: quantity({
      unit: "1",
      min: 0,
      max: 1e4,
      about: "Coupling: the action is beta times the sum of 1 - Re Tr U / N",
    }).optional(),
    sweeps: whole({
      min: 4,
      max: SWEEPS_MAX,
      about: "Measured sweeps of each chain; open unless given",
    }).optional(),
    thermalization: whole({
      min: 0,
      max: SWEEPS_MAX,
      about: "Sweeps before the first measurement; 200 unless given",
    }).optional(),
    start: z
      .enum(["hot", "cold", "both"])
      .describe("Where chains begin; both unless given")
      .meta(plain)
      .optional(),
    seed: seed(),
    initialState: initialState(),
  }),
  sufficient: [["group", "shape", "beta"]],
  kinds: {
    group: "physics",
    shape: "physics",
    beta: "physics",
    sweeps: "numerical",
    thermalization: "numerical",
    start: "numerical",
    seed: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: { links: LINKS_MAX, sweeps: SWEEPS_MAX, dimensions: DIMENSIONS_MAX },
  examples: [
    {
      title: "U(1) on an uneven torus",
      body: { group: "U1", shape: [2, 4], beta: 7.3 },
      expect: {
        value: 0.9380189303643778,
        unit: "1",
        relative: 1.5e-3,
        source:
          "Character expansion sum over the torus of I_n(7.3)^8; scripts/solvers/reference/gauge.py",
      },
    },
    {
      title: "SU(2) on odd and even sides",
      body: { group: "SU2", shape: [3, 4], beta: 12 },
      expect: {
        value: 0.8801812360414303,
        unit: "1",
        relative: 2e-3,
        source:
          "Character expansion sum over the torus of (I_n(12)/12)^12; scripts/solvers/reference/gauge.py",
      },
    },
  ],
});
