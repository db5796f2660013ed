import { defineSolver } from "../solver.js";
import { waveCard } from "./card.js";
import { discMemory, discWork, isDisc, runDisc } from "./disc.js";
import { lightMemory, lightWork, runLight } from "./light.js";
import { membraneMemory, membraneWork, runMembrane } from "./membrane.js";
import type { WaveInputs } from "./card.js";

/** A permittivity without a wave speed says that light is meant. */
function isLight({ c, eps_r: eps, mode }: WaveInputs): boolean {
  return mode === "maxwell" || (mode === undefined && c === undefined && eps !== undefined);
}

export const wave = defineSolver({
  card: waveCard,
  work: (inputs) =>
    isLight(inputs) ? lightWork(inputs) : isDisc(inputs) ? discWork(inputs) : membraneWork(inputs),
  memory: (inputs) =>
    isLight(inputs)
      ? lightMemory(inputs)
      : isDisc(inputs)
        ? discMemory(inputs)
        : membraneMemory(inputs),
  run: (inputs, stop, progress) =>
    (isLight(inputs) ? runLight : isDisc(inputs) ? runDisc : runMembrane)(inputs, stop, progress),
});
