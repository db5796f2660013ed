import { placing } from "../fields/placed.js";
import { solverOfModes } from "../march.js";
import { basin, type ClimateInputs } from "./basin.js";
import { climateCard } from "./card.js";
import { dam } from "./dam.js";
import { sphere } from "./sphere.js";

const modes = { basin, dam, sphere };

/** Two depths at a dam say that a dam is meant, a radius that a sphere is. */
function modeOf({ h_left: left, h_right: right, mode, radius }: ClimateInputs): keyof typeof modes {
  if (mode !== undefined) return mode;
  if (left !== undefined || right !== undefined) return "dam";
  return radius === undefined ? "basin" : "sphere";
}

const solver = solverOfModes(climateCard, (inputs) => modes[modeOf(inputs)]);

export const climate: typeof solver = {
  ...solver,
  refused: placing(
    ({
      bed,
      extent = 0,
      g = 0,
      h_left: left = 0,
      h_right: right = 0,
      initial,
      ...rest
    }: ClimateInputs) => {
      const [lx, ly] = typeof extent === "number" ? [extent, extent] : extent;
      const waved = 2 * Math.sqrt(g * Math.max(left, right)) * (rest.t_end ?? 0);
      const x = lx > 0 ? ([0, lx] as const) : ([-waved, waved] as const);
      return { given: { initial, bed }, over: { x, y: [0, ly] } };
    },
  ),
};
