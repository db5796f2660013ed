import { placing } from "../fields/placed.js";
import { solverOfModes } from "../march.js";
import { waveCard, type WaveInputs } from "./card.js";
import { disc, isDisc } from "./disc.js";
import { light } from "./light.js";
import { membrane } from "./membrane.js";

/** A permittivity without a wave speed says that light is meant. */
function isLight({ c, eps_r: eps, mode }: WaveInputs): boolean {
  return mode === "maxwell" || (mode === undefined && c === undefined && eps !== undefined);
}

const modes = solverOfModes(waveCard, (inputs) =>
  isLight(inputs) ? light : isDisc(inputs) ? disc : membrane,
);

export const wave: typeof modes = {
  ...modes,
  refused: placing(
    ({
      eps_r: eps,
      initial,
      length,
      lx,
      ly,
      radius,
      source,
      t_end: tEnd = 0,
      velocity,
    }: WaveInputs) => {
      const long = lx ?? length ?? radius ?? 0;
      const low = radius === undefined ? 0 : -radius;
      return {
        given: { initial, velocity, eps_r: eps, source },
        over: { x: [low, long], y: [low, ly ?? long], t: [0, tEnd] },
      };
    },
  ),
};
