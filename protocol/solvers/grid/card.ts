import * as z from "zod";
import { initialState, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const BUSES_MAX = 20_000;
export const BRANCHES_MAX = 60_000;
const CASE_CHARS_MAX = 16_777_216;
export const OSCILLATORS_MAX = 2_048;
export const STEPS_MAX = 10_000_000;

const table = z.array(z.array(z.number()).min(1).max(64)).max(BRANCHES_MAX);

export const gridCard = defineCard({
  id: "grid",
  version: 7,
  title: "Power grids: flow, swing, synchrony",
  summary:
    "AC power flow by Newton's method with sparse factors, clearing time and frequency of a " +
    "machine, Kuramoto oscillators",
  primary: { name: "loss", quantity: "power", unit: "W" },
  inputs: z.strictObject({
    mode: z
      .enum(["powerflow", "swing", "kuramoto"])
      .describe("Follows from the inputs unless stated")
      .optional(),
    case: z
      .union([
        z.string().min(1).max(CASE_CHARS_MAX),
        z.strictObject({
          baseMVA: z.number().positive(),
          bus: table,
          gen: table,
          branch: table,
          version: z.union([z.string(), z.number()]).optional(),
        }),
      ])
      .describe("A MATPOWER case, version 2: its text, or its tables as JSON")
      .meta({ unit: "", aliases: [] })
      .optional(),
    qLimits: z
      .boolean()
      .describe("Generators that pass a reactive limit are held at it")
      .optional(),
    V1: quantity({ unit: "V", about: "Voltage at the sending end of a line", above: 0 }).optional(),
    X: quantity({ unit: "ohm", about: "Its reactance" }).optional(),
    resistance: quantity({
      unit: "ohm",
      about: "Its resistance; none unless given",
      min: 0,
      aliases: ["R"],
    }).optional(),
    P: quantity({ unit: "W", about: "Active power drawn at the receiving end" }).optional(),
    Q: quantity({ unit: "W", about: "Reactive power drawn at the receiving end, var" }).optional(),
    H: quantity({
      unit: "s",
      about: "Inertia constant of the machine, or of the grid",
      above: 0,
    }).optional(),
    f0: quantity({ unit: "Hz", about: "Nominal frequency", above: 0 }).optional(),
    Pm: quantity({ unit: "1", about: "Mechanical power, per unit", above: 0 }).optional(),
    Pmax: quantity({
      unit: "1",
      about: "Largest electrical power before the fault, per unit",
      above: 0,
    }).optional(),
    PmaxFault: quantity({ unit: "1", about: "... during the fault", min: 0 }).optional(),
    PmaxPost: quantity({ unit: "1", about: "... after the fault is cleared", min: 0 }).optional(),
    damping: quantity({
      unit: "1",
      about: "Per unit power per unit speed; none unless given",
      min: 0,
      aliases: ["D"],
    }).optional(),
    dP: quantity({
      unit: "1",
      about: "Power lost by the trip, per unit of the grid",
      above: 0,
    }).optional(),
    droop: quantity({
      unit: "1",
      about: "Per unit speed per unit power of the governors",
      above: 0,
    }).optional(),
    governorTime: quantity({
      unit: "s",
      about: "Time constant of the governors",
      above: 0,
    }).optional(),
    omega: z
      .array(z.number())
      .min(1)
      .max(OSCILLATORS_MAX)
      .describe("Natural frequencies of the oscillators, rad/s")
      .meta({ unit: "rad/s", aliases: [] })
      .optional(),
    K: quantity({
      unit: "rad/s",
      about: "Coupling: K / N to every other, or K along every link",
    }).optional(),
    links: z
      .array(z.tuple([z.int().min(0), z.int().min(0)]))
      .max(1_000_000)
      .describe("Pairs of coupled oscillators; all pairs unless given")
      .optional(),
    theta0: z
      .array(z.number())
      .min(1)
      .max(OSCILLATORS_MAX)
      .describe("Phases at the start, rad")
      .meta({ unit: "rad", aliases: [] })
      .optional(),
    t_end: quantity({ unit: "s", about: "Time to integrate over", above: 0 }).optional(),
    dt: quantity({
      unit: "s",
      about: "Step; left open, it is halved until the error is within the gate",
      above: 0,
    }).optional(),
    steps: whole({ about: "Steps, in place of dt", min: 1, max: STEPS_MAX }).optional(),
    initialState: initialState(),
  }),
  sufficient: [
    ["case"],
    ["V1", "X", "P", "Q"],
    ["H", "f0", "Pm", "Pmax"],
    ["H", "f0", "dP"],
    ["omega", "K"],
  ],
  kinds: {
    mode: "physics",
    case: "physics",
    qLimits: "physics",
    V1: "physics",
    X: "physics",
    resistance: "physics",
    P: "physics",
    Q: "physics",
    H: "physics",
    f0: "physics",
    Pm: "physics",
    Pmax: "physics",
    PmaxFault: "physics",
    PmaxPost: "physics",
    damping: "physics",
    dP: "physics",
    droop: "physics",
    governorTime: "physics",
    omega: "physics",
    K: "physics",
    links: "physics",
    theta0: "physics",
    t_end: "physics",
    dt: "numerical",
    steps: "numerical",
    initialState: "physics",
  },
  reactor: true,
  limits: {
    busesMax: BUSES_MAX,
    branchesMax: BRANCHES_MAX,
    oscillatorsMax: OSCILLATORS_MAX,
    stepsMax: STEPS_MAX,
  },
  examples: [
    {
      title: "loss of a line of two buses",
      body: { V1: 110000.0, X: 21.0, R: 3.3, P: 47000000.0, Q: 13000000.0 },
      expect: {
        value: 703966.758912186,
        unit: "W",
        relative: 1e-8,
        source:
          "Kundur, Power System Stability and Control, 2.1: the quadratic of the receiving voltage",
      },
    },
    {
      title: "critical clearing time",
      body: { H: 5, f0: 60, Pm: 0.8, Pmax: 1.8, PmaxFault: 0, PmaxPost: 1.8 },
      expect: {
        value: 0.2599561662958628,
        unit: "s",
        relative: 1e-8,
        source: "Grainger and Stevenson, Power System Analysis, eq. 16.72: equal areas",
      },
    },
    {
      title: "six coupled oscillators",
      body: { omega: [1, 2, 3.1, 2.5, 0.5, -1.7], K: 1.9, theta0: [0, 1, 2, 3, 4, 5], t_end: 7 },
      expect: {
        value: 0.7095980369872233,
        unit: "1",
        relative: 1e-6,
        source: "scipy.integrate.solve_ivp, DOP853, tolerance 1e-12",
      },
    },
  ],
});
