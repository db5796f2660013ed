/** What the value of a quantity can be, where its meaning bounds it. */

/** Least and greatest value in SI; an end may be infinite. */
export type QuantityRange = readonly [min: number, max: number];

const PARTS =
  "probability fraction mass_fraction mole_fraction volume_fraction phase_fraction " +
  "degree_of_ionization reflectance transmittance absorptance error_rate saturation efficiency";
const NOT_NEGATIVE =
  "temperature debye_temperature concentration molar_concentration mass_concentration " +
  "surface_concentration number_density linear_number_density areal_number_density " +
  "carrier_density density mass_density molar_mass population half_life occupation_number eccentricity " +
  "mass time period wavelength kinetic_energy binding_energy capacitance resistance refractive_index " +
  "nusselt_number safety_factor";
/** Of matter: phases and what only seems to move may be faster. */
const SPEEDS = "speed velocity flow_speed sound_speed escape_speed drift_velocity exhaust_velocity";
const C = 299_792_458;

const RANGES: ReadonlyMap<string, QuantityRange> = new Map([
  ...PARTS.split(" ").map((name): [string, QuantityRange] => [name, [0, 1]]),
  ...NOT_NEGATIVE.split(" ").map((name): [string, QuantityRange] => [
    name,
    [0, Number.POSITIVE_INFINITY],
  ]),
  ...SPEEDS.split(" ").map((name): [string, QuantityRange] => [name, [-C, C]]),
  ["correlation", [-1, 1]],
  ["reflection_coefficient", [-1, 1]],
  // (k - 1)/k: no chain of fissions multiplies without end.
  ["reactivity_nuclear", [Number.NEGATIVE_INFINITY, 1]],
  ["redshift", [-1, Number.POSITIVE_INFINITY]],
  // A perfect diamagnet lets nothing in.
  ["magnetic_susceptibility", [-1, Number.POSITIVE_INFINITY]],
]);

/** Null for a quantity that can have any value. */
export function quantityRange(quantity: string): QuantityRange | null {
  return RANGES.get(quantity) ?? null;
}
