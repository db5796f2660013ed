/**
 * The constants of physics with their uncertainties traced to independent measurements (CODATA
 * 2022).
 */
import { CONSTANT_ROWS, SOURCE_UNCERTAINTIES } from "./constants.data.js";
import type { ConstantRow } from "./constantRow.js";
import type { Dimension } from "./dimension.js";
import { parseUnit } from "./parse.js";

export interface Constant extends ConstantRow {
  readonly dimension: Dimension;
}

export const CODATA_YEAR = 2022;

/** Relative standard uncertainties of the independent sources, by name. */
export const SOURCES: Readonly<Record<string, number>> = SOURCE_UNCERTAINTIES;

/** Names that are these constants in every equation and never an input. */
export const RESERVED: readonly string[] = ["pi", "c", "G", "hbar", "k_B", "N_A", "m_e", "eps_0"];

/** Bound by name when no input has that name, and then declared as assumed. */
export const NAMED_CONSTANTS: readonly string[] = [
  "mu_0",
  "m_p",
  "m_n",
  "sigma_SB",
  "R_inf",
  "a_0",
  "mu_B",
  "q_e",
  "g_n",
  "Z_0",
  "k_e",
  "m_u",
];

function withDimension(row: ConstantRow): Constant {
  const unit = parseUnit(row.unit);
  if (!unit.ok) throw new Error(`Constant ${row.symbol}: ${unit.message}`);
  return { ...row, dimension: unit.dimension };
}

/** Exact ones first, then measured ones, in the order of the generating script. */
export const CONSTANTS: readonly Constant[] = CONSTANT_ROWS.map(withDimension);

export const constantsBySymbol: ReadonlyMap<string, Constant> = new Map(
  CONSTANTS.map((constant) => [constant.symbol, constant]),
);

const reserved = new Set(RESERVED);

export function isReserved(name: string): boolean {
  return reserved.has(name);
}
