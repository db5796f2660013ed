/** What the value of a quantity can be, where its meaning bounds it. */

/** Least and greatest value in SI; an end may be infinite. */
export type QuantityRange = readonly [min: number, max: number];

const PARTS =
  "probability fraction mass_fraction mole_fraction volume_fraction phase_fraction " +
  "degree_of_ionization reflectance transmittance absorptance error_rate saturation efficiency";
const NOT_NEGATIVE =
  "temperature debye_temperature concentration molar_concentration mass_concentration " +
  "surface_concentration number_density linear_number_density areal_number_density " +
  "carrier_density density mass_density molar_mass population half_life occupation_number eccentricity";

const RANGES: ReadonlyMap<string, QuantityRange> = new Map([
  ...PARTS.split(" ").map((name): [string, QuantityRange] => [name, [0, 1]]),
  ...NOT_NEGATIVE.split(" ").map((name): [string, QuantityRange] => [
    name,
    [0, Number.POSITIVE_INFINITY],
  ]),
  ["correlation", [-1, 1]],
]);

/** Null for a quantity that can have any value. */
export function quantityRange(quantity: string): QuantityRange | null {
  return RANGES.get(quantity) ?? null;
}
