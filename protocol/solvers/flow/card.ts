import * as z from "zod";
import { initialState, quantity, whole } from "../input.js";
import { defineCard } from "../solver.js";

/**
 * Cells along one side of a flow that is stepped in time, and of a steady cavity that is solved at
 * once.
 */
const FLOW_CELLS_MAX = 2_048;
export const STEADY_CELLS_MAX = 192;
export const FLOW_STEPS_MAX = 10_000_000;

export const flowCard = defineCard({
  id: "flow",
  version: 7,
  title: "Incompressible flow in two dimensions",
  summary:
    "Lid-driven cavity (steady by Newton's iteration, or in time), decaying Taylor-Green " +
    "vortices and channel flow; in time by third-order Runge-Kutta steps on a staggered grid " +
    "with exact projection. For a continuation give n and dt",
  primary: { name: "psi_min", quantity: "minimum of the stream function", unit: "m^2/s" },
  inputs: z.strictObject({
    Re: quantity({
      unit: "1",
      about: "Reynolds number U L / nu",
      above: 0,
      max: 20_000,
      aliases: ["reynolds"],
    }).optional(),
    nu: quantity({ unit: "m^2/s", about: "Kinematic viscosity", above: 0 }).optional(),
    U: quantity({
      unit: "m/s",
      about: "Speed of the lid, of the vortices, or of the middle of the channel",
      above: 0,
    }).optional(),
    L: quantity({
      unit: "m",
      about: "Side of the cavity or of the period, height of the channel",
      above: 0,
      aliases: ["length"],
    }).optional(),
    mode: z.enum(["cavity", "taylor-green", "channel"]).describe("cavity unless given").optional(),
    t_end: quantity({
      unit: "s",
      about:
        "Time that is computed from rest (from full speed for taylor-green); without it cavity and channel " +
        "are steady",
      above: 0,
      aliases: ["tEnd"],
    }).optional(),
    n: whole({
      about: "Cells along a side; fixes the mesh",
      min: 8,
      max: FLOW_CELLS_MAX,
      aliases: ["nx"],
    }).optional(),
    dt: quantity({ unit: "s", about: "Time step; fixes the steps", above: 0 }).optional(),
    initialState: initialState(),
  }),
  sufficient: [["Re"], ["nu", "U", "L"]],
  kinds: {
    Re: "physics",
    nu: "physics",
    U: "physics",
    L: "physics",
    mode: "physics",
    t_end: "physics",
    initialState: "physics",
    n: "numerical",
    dt: "numerical",
  },
  reactor: true,
  limits: {
    cellsMax: FLOW_CELLS_MAX,
    steadyCellsMax: STEADY_CELLS_MAX,
    stepsMax: FLOW_STEPS_MAX,
    courantMax: 1,
    diffusionNumberMax: 0.5,
  },
  examples: [
    {
      title: "Taylor-Green vortices",
      body: { mode: "taylor-green", nu: 0.02, U: 1.3, L: 2, t_end: 0.7 },
      expect: {
        value: -0.31388941249535524,
        unit: "m^2/s",
        relative: 1e-4,
        source: "Taylor and Green, Proc. R. Soc. A 158 (1937) 499: exact decay, by mpmath",
      },
    },
    {
      title: "steady cavity, Re = 100, on a stated mesh",
      body: { Re: 100, n: 48 },
      expect: {
        value: -0.10342,
        unit: "m^2/s",
        relative: 0.02,
        source: "Ghia, Ghia and Shin, J. Comput. Phys. 48 (1982) 387, table V: -0.103423",
      },
    },
  ],
});
