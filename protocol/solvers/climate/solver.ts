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

export const climate = solverOfModes(climateCard, (inputs) => modes[modeOf(inputs)]);
