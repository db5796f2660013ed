/**
 * The constants of physics with their uncertainties traced to independent measurements (CODATA
 * 2022).
 */
import { CONSTANT_ROWS, SOURCE_UNCERTAINTIES } from "./constants.data.js";
import type { ConstantRow } from "./constantRow.js";
import { once } from "../once.js";
import type { Dimension } from "./dimension.js";
import { parseUnit } from "./parse.js";
import type { UnitValue } from "./unit.js";

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

/**
 * What people call constants in equations typed by hand, besides their symbols here; only names
 * that hardly anybody gives to something else. Bound and declared as the named ones are.
 */
export const TYPED_CONSTANTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    R_gas: "R_gas Rgas R_universal",
    F_const: "F_const F_Faraday F_faraday",
    b_Wien: "b_Wien b_wien b_Wien_lambda",
    b_Wien_nu: "b_Wien_nu",
    sigma_SB: "sigma_sb sigma_Stefan sigma_StefanBoltzmann",
    k_B: "kB kb_const k_Boltzmann k_boltzmann",
    N_A: "N_Avogadro N_avogadro",
    h: "h_Planck h_planck",
    hbar: "h_bar",
    c: "c_light c_vacuum",
    G: "G_N G_Newton G_newton",
    mu_0: "mu0",
    q_e: "e_charge q_electron q_elementary",
    m_e: "m_electron",
    m_p: "m_proton",
    m_n: "m_neutron",
    m_u: "m_amu",
    m_mu: "m_muon",
    m_d: "m_deuteron",
    m_t: "m_triton",
    r_p: "r_proton",
    a_0: "a_Bohr a_bohr",
    R_inf: "R_Rydberg R_rydberg",
    mu_B: "mu_Bohr mu_bohr",
    mu_N: "mu_N mu_nuclear",
    alpha: "alpha_fs alpha_EM alpha_em alpha_fine",
    E_h: "E_h E_Hartree E_hartree",
    Ry: "E_Rydberg E_rydberg",
    lambda_C: "lambda_C lambda_Compton",
    r_e: "r_electron",
    sigma_T: "sigma_Thomson sigma_thomson",
    Phi_0: "Phi_fluxquantum",
    K_J: "K_J K_Josephson",
    R_K: "R_K R_Klitzing",
    G_0: "G_quantum",
    Z_0: "Z_vacuum",
    n_0: "n_Loschmidt",
    V_m: "V_molar",
    g_e: "g_electron",
    l_P: "l_P l_Planck l_planck",
    t_P: "t_Planck t_planck",
    m_P: "m_Planck m_planck",
    T_P: "T_Planck T_planck",
    M_u: "M_molar_mass_constant",
    Delta_nu_Cs: "Delta_nu_Cs",
    K_cd: "K_cd",
  }).flatMap(([symbol, names]) => names.split(" ").map((name) => [name, symbol] as const)),
);

function dimensionOf({ symbol, unit: text }: ConstantRow): Dimension {
  const unit = parseUnit(text);
  if (!unit.ok) throw new Error(`Constant ${symbol}: ${unit.message}`);
  return unit.dimension;
}

/** Its unit is read when the dimension is asked for: few programs ask for any. */
function withDimension(row: ConstantRow): Constant {
  const dimension = once(() => dimensionOf(row));
  return {
    ...row,
    get dimension() {
      return dimension();
    },
  };
}

/** Exact ones first, then measured ones, in the order of the generating script. */
export const CONSTANTS: readonly Constant[] = CONSTANT_ROWS.map(withDimension);

export const constantsBySymbol: ReadonlyMap<string, Constant> = new Map(
  CONSTANTS.map((constant) => [constant.symbol, constant]),
);

const reserved = new Set(RESERVED);
const named = new Set(NAMED_CONSTANTS);

/** The constant that a name of an equation is unless an input has that name. */
export function namedConstant(name: string): Constant | undefined {
  return constantsBySymbol.get(named.has(name) ? name : (TYPED_CONSTANTS.get(name) ?? ""));
}

export function isReserved(name: string): boolean {
  return reserved.has(name);
}

/** How far a constant may be off because its table ends after so many digits. */
export interface Rounding {
  /** The constant whose table it is. */
  readonly of: string;
  /** In the unit of the constant. */
  readonly half: number;
}

/**
 * Half of the last digit that the table gives of a constant; null where it is exact. One that no
 * table gives is computed from its one source, and is off as that is.
 */
export function roundingOf({ symbol, exact, digits, ...row }: ConstantRow): Rounding | null {
  if (exact) return null;
  const [source] = row.sources;
  if (row.codata_name === null && source !== undefined) {
    const whole = constantsBySymbol.get(source.source)!;
    const relative = (source.sensitivity * halfDigit(whole.digits)) / whole.value;
    return { of: source.source, half: row.value * relative };
  }
  return { of: symbol, half: halfDigit(digits) };
}

function halfDigit(digits: string): number {
  const [, fraction = "", exponent = "0"] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(digits)!;
  return Number(`5e${Number(exponent) - fraction.length - 1}`);
}

/** Relative standard uncertainty of a unit's factor; 0 where it is exact. */
export function relativeSpreadOf({ measured }: Pick<UnitValue, "measured">): number {
  if (measured === undefined) return 0;
  let squares = 0;
  for (const [name, power] of Object.entries(measured)) {
    const constant = constantsBySymbol.get(name)!;
    const part = (power * constant.uncertainty) / Math.abs(constant.value);
    squares += part * part;
  }
  return Math.sqrt(squares);
}
