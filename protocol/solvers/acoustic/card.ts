import * as z from "zod";
import { profile, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

export const CELLS_MAX = 262_144;
const MODES_MAX = 64;
const END_PAIRS = ["open-open", "open-closed", "closed-open", "closed-closed"] as const;

export const acousticCard = defineCard({
  id: "acoustic",
  version: 8,
  title: "Resonances of a duct, horn or vessel",
  summary:
    "Modes of the Webster horn equation for any cross-section, each end open or closed, by Sturm bisection",
  primary: { name: "f_1", quantity: "frequency", unit: "Hz" },
  inputs: z.strictObject({
    length: quantity({
      unit: "m",
      about: "Length of the duct",
      above: 0,
      max: 1e6,
      aliases: ["L"],
    }).optional(),
    area: profile(
      ["x"],
      "m^2",
      "Cross-section along the duct, x from 0 to length; constant if left out",
    ).optional(),
    c: quantity({
      unit: "m/s",
      about: "Speed of sound",
      above: 0,
      max: 1e7,
      aliases: ["speed"],
    }).optional(),
    ends: z
      .union([z.enum(END_PAIRS), z.tuple([z.enum(["open", "closed"]), z.enum(["open", "closed"])])])
      .describe("At x = 0 and at x = length: open (no pressure) or closed (no flow)")
      .optional(),
    endCorrection: z
      .union([z.number().min(0), z.tuple([z.number().min(0), z.number().min(0)])])
      .describe("Length added at each open end, m; none unless stated")
      .meta({ unit: "m", aliases: ["end_correction"] })
      .optional(),
    A: quantity({
      unit: "m^2",
      about: "Area of the neck of a vessel",
      above: 0,
      aliases: ["neck_area"],
    }).optional(),
    V: quantity({
      unit: "m^3",
      about: "Volume of the vessel",
      above: 0,
      aliases: ["volume"],
    }).optional(),
    L_eff: quantity({
      unit: "m",
      about: "Effective length of the neck, its end corrections included",
      above: 0,
      aliases: ["neck_length"],
    }).optional(),
    neck: z
      .enum(["plug", "duct"])
      .describe("plug: the air of the neck moves as one; duct: it is compressible as well")
      .optional(),
    modes: whole({ about: "Modes listed", min: 1, max: MODES_MAX }).optional(),
    cells: whole({
      about: "Cells of the duct; left open, they are doubled until the error is within the gate",
      min: 8,
      max: CELLS_MAX,
    }).optional(),
  }),
  sufficient: [
    ["length", "c", "ends"],
    ["area", "c", "ends"],
    ["A", "V", "L_eff", "c"],
  ],
  kinds: {
    length: "physics",
    area: "physics",
    c: "physics",
    ends: "physics",
    endCorrection: "physics",
    A: "physics",
    V: "physics",
    L_eff: "physics",
    neck: "numerical",
    modes: "numerical",
    cells: "numerical",
  },
  reactor: false,
  limits: { cellsMax: CELLS_MAX, modesMax: MODES_MAX },
  examples: [
    {
      title: "stopped pipe",
      body: { length: 0.5, c: 343, ends: "closed-open" },
      expect: {
        value: 171.5,
        unit: "Hz",
        relative: 1e-6,
        source: "Fletcher and Rossing, The Physics of Musical Instruments, 8.2: c / 4L",
      },
    },
    {
      title: "complete cone, closed at its apex",
      body: { length: 0.73, c: 345, ends: "closed-open", area: "0.04*x^2" },
      expect: {
        value: 236.3013698630137,
        unit: "Hz",
        relative: 1e-5,
        source:
          "Fletcher and Rossing, The Physics of Musical Instruments, 8.7: c / 2L, as an open pipe",
      },
    },
    {
      title: "vessel with a neck",
      body: { A: 3e-4, V: 1.1e-3, L_eff: 0.06, c: 343 },
      expect: {
        value: 116.38658122403876,
        unit: "Hz",
        relative: 1e-8,
        source:
          "Fletcher and Rossing, The Physics of Musical Instruments, eq. 8.38 ff.: (c / 2 pi) sqrt(A / V L)",
      },
    },
  ],
});
