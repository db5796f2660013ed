/** Looked at: what a sweep over all records finds below 0, or faster than light, and why it may be. */

/** Quantities that have both signs, by what a sign says. */
const SIGNED: Readonly<Record<string, string>> = {
  "a direction or a side":
    "angle angular_velocity angular_speed angular_momentum momentum velocity speed flow_speed " +
    "displacement distance deflection length height force stress shear_stress strain torque thrust " +
    "bending_moment curvature acceleration drag_force force_per_length gravity_anomaly " +
    "angular_displacement flow_rate_per_width",
  "a direction of flow":
    "current current_density heat_flux heat_flow_rate molar_flux volume_flow_rate discharge power",
  "a direction of a field, or a charge":
    "voltage electric_potential electromotive_force magnetization magnetic_flux " +
    "magnetic_flux_density hall_coefficient seebeck_coefficient",
  "above or below a level that was chosen":
    "energy potential_energy level magnitude head molar_energy molar_enthalpy molar_gibbs_energy " +
    "chemical_potential_particle internal_energy work specific_work entropy entropy_information " +
    "information ph rate index number ratio dimensionless statistic sample_value " +
    "normalized_amplitude coefficient",
  "a gain or a loss, growth or fall":
    "temperature_gradient density_gradient rate_change frequency_drift irradiance " +
    "reactivity_nuclear recombination_rate thermal_expansion_coefficient " +
    "thermal_stress_coefficient frequency rayleigh_number",
  "a phase, or which way an image or a line lies":
    "phase phase_angle angular_frequency reactance optical_power focal_length magnification " +
    "g_parameter wavenumber reflection_coefficient redshift magnetic_susceptibility",
};

export const SIGNED_QUANTITIES: ReadonlySet<string> = new Set(
  Object.values(SIGNED).flatMap((names) => names.split(" ")),
);

/** Records whose quantity has one sign elsewhere. */
export const SIGNED_RECORDS: ReadonlyMap<string, string> = new Map([
  ["FL4", "liquid under tension, or a gauge pressure"],
  ["HYD10", "the change of a pressure"],
  ["CRY20", "a crystal under tension"],
  ["GEO11", "the part of a wall from which the soil parts"],
  ["TD2", "the loop of the equation below saturation: liquid under tension"],
  ["TD3", "the loop of the equation below saturation: liquid under tension"],
  ["TD4", "the loop of the equation below saturation: liquid under tension"],
  ["SEI19", "the law is linear in logarithms: friction at speeds that no fault has"],
]);

/** What only seems to move, phases, and transfer that is no motion. */
export const FASTER_THAN_LIGHT: ReadonlyMap<string, string> = new Map([
  ["COS1", "space expands"],
  ["AST36", "what moves towards us only seems so fast"],
  ["EM1", "a phase, in a plasma"],
  ["MTR15", "no motion: a flux over a concentration"],
]);
