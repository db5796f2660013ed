/** Substances and nuclides that a question may name: a molar mass by the formula, a half-life. */
import { CONSTANT_ROWS } from "../../../units/constants.data.js";
import data from "./substances.json" with { type: "json" };

/** SI value and relative uncertainty. */
export type Measured = readonly [value: number, uncertainty: number];

export interface Substance {
  readonly names: readonly string[];
  readonly properties: ReadonlyMap<string, Measured>;
}

export const substanceSource: string = data.source;

const KILOGRAMS_PER_GRAM = 1e-3;
const WEIGHTS: ReadonlyMap<string, Measured> = new Map(
  Object.entries(data.weights).map(([symbol, [weight, spread]]) => [symbol, [weight!, spread!]]),
);
const AVOGADRO = CONSTANT_ROWS.find(({ symbol }) => symbol === "N_A")!.value;

/** Kilograms a mole of what has the formula: the spreads of its atoms add up. */
export function molarMassOf(formula: string): Measured {
  let mass = 0;
  let spread = 0;
  for (const [, symbol, count = ""] of formula.matchAll(/([A-Z][a-z]?)(\d*)/gu)) {
    const weight = WEIGHTS.get(symbol!);
    if (weight === undefined) throw new RangeError(`${formula}: ${symbol} has no atomic weight`);
    const atoms = count === "" ? 1 : Number(count);
    mass += atoms * weight[0];
    spread += atoms * weight[1];
  }
  return [mass * KILOGRAMS_PER_GRAM, spread / mass];
}

/** One of its molecules. */
export function moleculeMassOf([molar, uncertainty]: Measured): Measured {
  return [molar / AVOGADRO, uncertainty];
}

/** Beside those of bodies. */
export const substances: readonly Substance[] = [
  ...data.formulas.map(([formula = "", ...names]) => ({
    names,
    properties: new Map([["molar_mass", molarMassOf(formula)]]),
  })),
  ...data.nuclides.map(({ half_life, molar_mass, names }) => ({
    names,
    properties: new Map([
      ["half_life", [half_life[0]!, half_life[1]!] as const],
      ["molar_mass", [molar_mass[0]!, molar_mass[1]!] as const],
    ]),
  })),
];
