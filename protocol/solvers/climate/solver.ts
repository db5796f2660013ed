import { defineSolver } from "../solver.js";
import { basinMemory, basinWork, runBasin, type ClimateInputs } from "./basin.js";
import { climateCard } from "./card.js";
import { damMemory, damWork, runDam } from "./dam.js";

/** Two depths at a dam say that a dam is meant. */
function isDam({ h_left: left, h_right: right, mode }: ClimateInputs): boolean {
  return mode === "dam" || (mode === undefined && (left !== undefined || right !== undefined));
}

export const climate = defineSolver({
  card: climateCard,
  work: (inputs) => (isDam(inputs) ? damWork(inputs) : basinWork(inputs)),
  memory: (inputs) => (isDam(inputs) ? damMemory(inputs) : basinMemory(inputs)),
  run: (inputs, stop, progress) => (isDam(inputs) ? runDam(inputs, stop, progress) : runBasin(inputs, stop, progress)),
});
