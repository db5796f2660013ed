import { solverOfModes } from "../march.js";
import { latticeCard } from "./card.js";
import { isingMemory, isingWork, runIsing } from "./ising.js";
import { crystalMemory, crystalWork, runCrystal } from "./madelung.js";
import { fieldMemory, fieldWork, runField, type LatticeInputs } from "./scalarField.js";

/** A crystal has a structure, spins a temperature; whatever else is asked is the field. */
function modeOf({ mode, mu2, structure, T }: LatticeInputs): "phi4" | "ising" | "madelung" {
  if (mode !== undefined) return mode;
  if (structure !== undefined) return "madelung";
  return T !== undefined && mu2 === undefined ? "ising" : "phi4";
}

const modes = {
  phi4: { work: fieldWork, memory: fieldMemory, run: runField },
  ising: { work: isingWork, memory: isingMemory, run: runIsing },
  madelung: { work: crystalWork, memory: crystalMemory, run: runCrystal },
};

export const lattice = solverOfModes(latticeCard, (inputs) => modes[modeOf(inputs)]);
