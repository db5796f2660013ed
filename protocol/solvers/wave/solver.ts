import { solverOfModes } from "../march.js";
import { waveCard, type WaveInputs } from "./card.js";
import { disc, isDisc } from "./disc.js";
import { light } from "./light.js";
import { membrane } from "./membrane.js";

/** A permittivity without a wave speed says that light is meant. */
function isLight({ c, eps_r: eps, mode }: WaveInputs): boolean {
  return mode === "maxwell" || (mode === undefined && c === undefined && eps !== undefined);
}

export const wave = solverOfModes(waveCard, (inputs) =>
  isLight(inputs) ? light : isDisc(inputs) ? disc : membrane,
);
