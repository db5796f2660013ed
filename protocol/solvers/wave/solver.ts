import { defineSolver } from "../solver.js";
import { waveCard } from "./card.js";
import { lightMemory, lightWork, runLight } from "./light.js";
import { membraneMemory, membraneWork, runMembrane, type WaveInputs } from "./membrane.js";

/** A permittivity without a wave speed says that light is meant. */
function isLight({ c, eps_r: eps, mode }: WaveInputs): boolean {
  return mode === "maxwell" || (mode === undefined && c === undefined && eps !== undefined);
}

export const wave = defineSolver({
  card: waveCard,
  work: (inputs) => (isLight(inputs) ? lightWork(inputs) : membraneWork(inputs)),
  memory: (inputs) => (isLight(inputs) ? lightMemory(inputs) : membraneMemory(inputs)),
  run: (inputs, stop, progress) => (isLight(inputs) ? runLight(inputs, stop, progress) : runMembrane(inputs, stop, progress)),
});
