/**
 * The state of a continuum that a value is: what its quantity says. A unit does not tell: a modulus
 * is given in Pa and is no pressure.
 */
const STATE_OF_QUANTITY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pressure: "pressure osmotic_pressure radiation_pressure sound_pressure vapor_pressure",
    velocity: "velocity speed flow_speed drift_velocity exhaust_velocity",
    potential: "electric_potential voltage",
    magnetic_B: "magnetic_flux_density",
    momentum: "momentum",
    temperature: "temperature",
  }).flatMap(([state, quantities]) => quantities.split(" ").map((name) => [name, state] as const)),
);

/** @param quantity as records have it; null where nothing states one */
export function continuumState(quantity: string | null): string | null {
  return quantity === null ? null : (STATE_OF_QUANTITY.get(quantity) ?? null);
}
