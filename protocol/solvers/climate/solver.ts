import { defineSolver } from "../solver.js";
import { basinMemory, basinWork, runBasin, type ClimateInputs } from "./basin.js";
import { climateCard } from "./card.js";
import { damMemory, damWork, runDam } from "./dam.js";
import { runSphere, sphereMemory, sphereWork } from "./sphere.js";

/** Two depths at a dam say that a dam is meant, a radius that a sphere is. */
function modeOf({
  h_left: left,
  h_right: right,
  mode,
  radius,
}: ClimateInputs): "basin" | "dam" | "sphere" {
  if (mode !== undefined) return mode;
  if (left !== undefined || right !== undefined) return "dam";
  return radius === undefined ? "basin" : "sphere";
}

const modes = {
  basin: { work: basinWork, memory: basinMemory, run: runBasin },
  dam: { work: damWork, memory: damMemory, run: runDam },
  sphere: { work: sphereWork, memory: sphereMemory, run: runSphere },
};

export const climate = defineSolver({
  card: climateCard,
  work: (inputs) => modes[modeOf(inputs)].work(inputs),
  memory: (inputs) => modes[modeOf(inputs)].memory(inputs),
  run: (inputs, stop, progress) => modes[modeOf(inputs)].run(inputs, stop, progress),
});
