/**
 * Constants that a question gives with its numbers: `take G = 6.67e-11 N m^2/kg^2`. A law that has
 * the constant computes with its own value; a law that has it not has no use for the number.
 */
import { once } from "../../../once.js";
import { constantsBySymbol, dimensionsEqual, isDimensionless } from "../../../units/index.js";
import { valueInSI, type Quantity, type Span } from "../../../units/quantity/index.js";
import data from "../lexicon/constantNames.json" with { type: "json" };
import { lawStems } from "../lexicon/lawWords.js";
import { unitOf, type Law } from "../lexicon/lexicon.js";

/** A number that is the value of a constant, as people round it. */
export interface GivenConstant {
  readonly symbol: string;
  /** Symbols of an equation, each set enough to say that it has the constant. */
  readonly within: readonly (readonly string[])[];
}

/** `c = 3e8 m/s` and `h = 6.6e-34 J s` are rounded no further. */
const ROUNDED_SHARE = 5e-3;
/** Words of a name stand within so many of the number. */
const NEAR_WORDS = 7;

/** How textbooks write them, and what equations of records have instead. */
const WRITTEN: Readonly<Record<string, readonly [names: string, within: string]>> = {
  c: ["c c_0 c0", "c"],
  G: ["G", "G"],
  h: ["h", "h|hbar"],
  hbar: ["hbar ħ h_bar", "hbar|h"],
  k_B: ["k k_B kB kb", "k_B"],
  N_A: ["N_A NA", "N_A"],
  R_gas: ["R", "N_A k_B"],
  k_e: ["k k_e ke K k_C", "k_e|eps_0"],
  eps_0: ["eps_0 eps0 epsilon_0 epsilon0 ε_0 ε0 ε₀", "eps_0"],
  mu_0: ["mu_0 mu0 μ_0 μ0 μ₀ µ0", "mu_0"],
  q_e: ["e q_e", "q_e"],
  sigma_SB: ["sigma σ sigma_SB", "sigma_SB"],
  F_const: ["F", "N_A q_e"],
  R_inf: ["R R_inf R_H R_y", "R_inf"],
  b_Wien: ["b", "b_W"],
  a_0: ["a_0 a0", "a_0"],
  m_e: ["m_e me", "m_e"],
  m_p: ["m_p mp", "m_p"],
  mu_B: ["mu_B", "mu_B"],
  g_n: ["g g_n", "g_n"],
};

interface Known extends GivenConstant {
  readonly value: number;
  readonly dimension: NonNullable<ReturnType<typeof constantsBySymbol.get>>["dimension"];
  readonly written: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}

const known = once((): readonly Known[] => {
  const names = new Map<string, readonly string[]>(Object.entries(data.constants));
  return Object.entries(WRITTEN).flatMap(([symbol, [written, within]]) => {
    const constant = constantsBySymbol.get(symbol);
    if (constant === undefined) return [];
    return [
      {
        symbol,
        value: constant.value,
        dimension: constant.dimension,
        written: new Set(written.split(" ")),
        phrases: (names.get(symbol) ?? []).map(lawStems),
        within: within.split("|").map((set) => set.split(" ")),
      },
    ];
  });
});

/** @param before stems before the number, the nearest first */
export function givenConstant(
  { kind, name, quantities }: Span,
  before: readonly string[],
): GivenConstant | null {
  const [quantity] = quantities;
  if (kind !== "value" || quantity === undefined) return null;
  const found = known().find((one) => {
    if (!isNear(quantity, one.value)) return false;
    if (quantity.hasUnit && !dimensionsEqual(quantity.readings[0]!.unit.dimension, one.dimension))
      return false;
    if (name !== null && one.written.has(name.text)) return true;
    return quantity.hasUnit && one.phrases.some((stems) => isSaid(stems, before));
  });
  return found === undefined ? null : { symbol: found.symbol, within: found.within };
}

function isNear(quantity: Quantity, value: number): boolean {
  const said = valueInSI(quantity.readings[0]!);
  return Math.abs(said - value) <= ROUNDED_SHARE * Math.abs(value);
}

function isSaid(stems: readonly string[], before: readonly string[]): boolean {
  const near = before.slice(0, NEAR_WORDS);
  return stems.every((stem) => near.includes(stem));
}

const symbols = new WeakMap<Law, ReadonlySet<string>>();

function symbolsOf(law: Law): ReadonlySet<string> {
  const before = symbols.get(law);
  if (before !== undefined) return before;
  const own = new Set(law.entry.record.equation.match(/[A-Za-z]\w*/g) ?? []);
  symbols.set(law, own);
  return own;
}

/** Whether the equation of a law has the constant that a number states. */
export function isConstantOf(law: Law, constant: GivenConstant | null): boolean {
  if (constant === null) return false;
  const own = symbolsOf(law);
  // The gravitational parameter of a mass is made with it.
  const isMade = law.slots.some(({ quantity }) => quantity === "standard_gravitational_parameter");
  if (constant.symbol === "G" && isMade) return true;
  return constant.within.some((set) =>
    set.every((symbol) => own.has(symbol) && !law.slots.some(({ name }) => name === symbol)),
  );
}

const CALLED: ReadonlySet<string> = new Set(lawStems("constant coefficient reference threshold"));

/**
 * `Sabine's constant is 0.161 s/m`, `the threshold 1e-12 W/m^2`: a coefficient that a law has.
 * @param isSure it needs no word that says so: a reading that is confirmed
 */
export function isCoefficientOf(
  { entry: { record } }: Law,
  { name, quantities, kind }: Span,
  before: readonly string[],
  isSure: boolean,
): boolean {
  const [quantity] = quantities;
  if (kind !== "value" || quantity === undefined || !quantity.hasUnit) return false;
  return Object.entries(record.coefficients ?? {}).some(([symbol, { unit, value }]) => {
    const read = unitOf(unit);
    if (read === null || isDimensionless(read.dimension) || !isNear(quantity, value)) return false;
    if (!dimensionsEqual(quantity.readings[0]!.unit.dimension, read.dimension)) return false;
    if (isSure || name?.text === symbol) return true;
    return before.slice(0, NEAR_WORDS).some((stem) => CALLED.has(stem));
  });
}
