/** Frequencies of the modes of a membrane, exact and on its grid. */
import { formula } from "../reading.js";

/** Of a mode: that of the membrane, that of the grid and step, and what rounding leaves of each. */
export interface ModeFrequency {
  readonly m: number;
  readonly n: number;
  readonly exact_Hz: number;
  readonly exact_Hz_uncertainty: number;
  readonly grid_Hz: number;
  readonly grid_Hz_uncertainty: number;
}

/** @param gridRelative what the frequency of the grid loses, where it is more than a closed form */
export function modeFrequency(
  m: number,
  n: number,
  exactHz: number,
  gridHz: number,
  gridRelative = 0,
): ModeFrequency {
  return {
    m,
    n,
    exact_Hz: exactHz,
    exact_Hz_uncertainty: formula(exactHz, "Hz").uncertainty,
    grid_Hz: gridHz,
    grid_Hz_uncertainty: formula(gridHz, "Hz", gridRelative * gridHz).uncertainty,
  };
}
