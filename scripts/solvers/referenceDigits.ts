/**
 * Facts about references beside their numbers: those that a source prints with few
 * digits, and those that solve another problem than is asked.
 */

export interface ReferenceNote {
  /** Unit of the last digit that the source prints, in the unit of the row. */
  readonly printedTo?: number;
  /** Why no uncertainty of the answer covers the difference. */
  readonly differs?: string;
}

const TABLES =
  "Vina reads its terms from tables, 32 to a square angstrom, the answer computes each";
const RINGS = "the drum itself; the answer says what its rings and step make of the mode";
const CONTINUUM =
  "the continuum without end; the sheet of bonds is the model, its spacing and edges count";
/** Energies of 30 atoms with five digits, here by atom. */
const NIST = { printedTo: 0.001 / 30 };

/** By solver, then by case; all others are exact or have all digits. */
export const REFERENCE_NOTES: Readonly<Record<string, Readonly<Record<string, ReferenceNote>>>> = {
  chaos: {
    "exponent at sigma 16, rho 45.92, beta 4": { printedTo: 0.01 * Math.LN2 },
    "exponent of the classic attractor": { printedTo: 0.0001 },
  },
  dock: {
    "benzene above benzene": { differs: TABLES },
    "benzene near benzene": { differs: TABLES },
    "imatinib in Abl, value": { differs: TABLES },
    "imatinib in Abl, outputs.between": { differs: TABLES },
  },
  evolve: {
    "fcc lattice sum with its tail": {
      differs: "the sum over the whole lattice; beyond the cutoff the answer has a continuum",
    },
    "LAMMPS melt, E_pair of the lattice": { printedTo: 1e-7 },
    "LAMMPS melt, pressure without its ideal part": { printedTo: 1e-7 },
    "NIST's 30 atoms, cut at 3: energy": NIST,
    "NIST's 30 atoms, cut at 3: virial": NIST,
    "NIST's 30 atoms, cut at 4: virial": NIST,
    "NIST's 30 atoms, cut at 3: energy with its tail": NIST,
    "NIST's 30 atoms, cut at 4: energy": NIST,
    "NIST's 30 atoms, cut at 4: energy with its tail": NIST,
  },
  fea: {
    "NAFEMS LE1, stress at D": { printedTo: 100_000 },
    "Cook's membrane": { printedTo: 0.01 },
  },
  flow: {
    "cavity, Re = 100": { printedTo: 1e-6 },
    "cavity, Re = 400": { printedTo: 1e-6 },
    "cavity, Re = 1000": { printedTo: 1e-7 },
    "cavity, Re = 1000, in units": { printedTo: 2e-10 },
  },
  fracture: {
    "whole sheet, modulus of a clamped strip": { differs: CONTINUUM },
    "whole sheet, modulus of a tall one": { differs: CONTINUUM },
    "edge crack of 12 spacings in 40 x 139: K reaches the toughness of the lattice": {
      differs: CONTINUUM,
    },
    "edge crack of 8 spacings in 40 x 93: K reaches the toughness of the lattice": {
      differs: CONTINUUM,
    },
    "edge crack of 17 spacings in 45 x 120: K reaches the toughness of the lattice": {
      differs: CONTINUUM,
    },
  },
  heat: {
    "NAFEMS T3": { printedTo: 0.1 },
    "NAFEMS T4": { printedTo: 0.01 },
  },
  lattice: {
    "two kinks between the vacua": {
      differs: "two kinks without distance effects in the continuum; the lattice is the model",
    },
  },
  multibody: {
    "figure eight closes, steps chosen": { printedTo: 1e-8 },
    "figure eight closes, at a stated step": { printedTo: 1e-8 },
  },
  opt: {
    HS71: { printedTo: 1e-7 },
    HS76: { printedTo: 1e-9 },
    "Lennard-Jones, 5 atoms": { printedTo: 1e-6 },
    "Lennard-Jones, 7 atoms": { printedTo: 1e-6 },
    "Lennard-Jones, 10 atoms": { printedTo: 1e-6 },
    "Lennard-Jones, 13 atoms": { printedTo: 1e-6 },
  },
  tumour: {
    "Bramson's delay, r t = 150 to 300": {
      differs: "the first two terms of large times; the next goes with the power -3/2 of the time",
    },
  },
  wave: {
    "drum, mode (0, 3), of 160 rings": { differs: RINGS },
    "drum, mode (1, 1), of 160 rings": { differs: RINGS },
    "drum, mode (2, 2), of 160 rings": { differs: RINGS },
  },
  "predator-prey": {
    "small orbits take 2 pi / sqrt(alpha gamma)": {
      differs: "the limit of orbits without size; the period grows with the square of their size",
    },
  },
};
