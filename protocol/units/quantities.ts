/**
 * Names of physical quantities and the unit that fixes their dimension. Spelling follows QUDT, in
 * snake case.
 */
import { once } from "../once.js";
import type { Dimension } from "./dimension.js";
import { parseUnit } from "./parse.js";

/** One line per coherent unit: every quantity measured in it. */
const QUANTITIES_BY_UNIT: Readonly<Record<string, string>> = {
  "1":
    "dimensionless number ratio count factor fraction efficiency probability index exponent " +
    "coefficient amount_ratio mole_fraction mass_fraction volume_fraction refractive_index " +
    "strain shear_strain poisson_ratio quality_factor friction_coefficient drag_coefficient " +
    "lift_coefficient mach_number reynolds_number prandtl_number nusselt_number froude_number " +
    "weber_number strouhal_number grashof_number rayleigh_number schmidt_number peclet_number " +
    "biot_number fourier_number lewis_number stanton_number knudsen_number capillary_number " +
    "bond_number relative_permittivity relative_permeability magnetic_susceptibility " +
    "electric_susceptibility quantum_number atomic_number mass_number charge_number " +
    "occupation_number degeneracy information entropy_information redshift lorentz_factor " +
    "eccentricity gain loss transmission_coefficient reflection_coefficient transmittance " +
    "reflectance absorbance emissivity albedo signal_to_noise_ratio safety_factor " +
    "damping_ratio slenderness_ratio stress_concentration_factor activity " +
    "activity_coefficient stoichiometric_number degree_of_ionization ph void_ratio porosity " +
    "saturation relative_humidity population money price utility rank probability_distortion " +
    "elasticity interest capital labor output technology inflation unemployment bit_count " +
    "operation_count step_count node_count bandwidth_ratio speedup hit_ratio error_rate " +
    "compression_ratio data_size coupling_constant magnetic_moment_ratio g_factor " +
    "fine_structure g_parameter curvature_parameter density_parameter " +
    "equation_of_state_parameter optical_depth phase_fraction normalized_amplitude " +
    "sensitivity_ratio statistic variance_ratio correlation trait_frequency wealth income " +
    "rent weight score" +
    " level" +
    " absorptance" +
    " exposure_value" +
    " magnification" +
    " reactivity_nuclear" +
    " magnitude" +
    " sherwood_number" +
    " sorbed_mass_ratio" +
    " salinity" +
    " haline_contraction" +
    " sample_value" +
    " word_length",
  rad:
    "angle plane_angle phase phase_angle angular_displacement latitude longitude inclination " +
    "torsion_angle",
  sr: "solid_angle",
  m:
    "length distance displacement position radius diameter height depth width thickness " +
    "wavelength path_length focal_length wave_amplitude elongation deflection circumference " +
    "mean_free_path scale_height debye_length penetration_depth coherence_length " +
    "impact_parameter semi_major_axis roughness perimeter span chord head" +
    " neutron_diffusion_coefficient",
  "1/m":
    "wavenumber curvature angular_wavenumber attenuation_coefficient absorption_coefficient " +
    "lens_power rydberg_constant linear_number_density spatial_decay_rate" +
    " optical_power" +
    " macroscopic_cross_section" +
    " level_per_length" +
    " probability_density_length",
  "m^2":
    "area cross_section cross_section_area surface_area permeability_porous" +
    " squared_displacement",
  "1/m^2":
    "areal_number_density areal_density_number cosmological_constant particle_fluence " +
    "gaussian_curvature" +
    " buckling" +
    " column_density",
  "m^3": "volume section_modulus",
  "1/m^3": "number_density carrier_density particle_density probability_density_volume",
  "1/m^(3/2)": "wave_function_3d",
  "1/m^(1/2)": "wave_function wave_function_1d",
  "1/m^(5/2)": "wave_function_second_derivative",
  "m^4": "second_moment_of_area polar_moment_of_area area_moment_of_inertia",
  "m^6": "warping_constant",
  s:
    "time duration period half_life lifetime time_constant relaxation_time delay latency " +
    "proper_time coordinate_time",
  "1/s":
    "rate frequency decay_constant growth_rate rate_constant_first_order bandwidth " +
    "activity_radioactive sampling_rate throughput arrival_rate service_rate data_rate " +
    "hubble_parameter shear_rate strain_rate velocity_gradient damping_rate mutation_rate " +
    "interest_rate depreciation_rate attempt_frequency event_rate population_rate " +
    "learning_rate clock_rate transaction_rate birth_rate death_rate spillover_rate " +
    "money_rate" +
    " intake_rate" +
    " pharmacokinetic_rate",
  Hz: "frequency_cyclic",
  Bq: "radioactivity",
  "rad/s": "angular_frequency angular_velocity angular_speed epicyclic_frequency",
  "1/s^2": "rate_change second_rate angular_acceleration_scalar frequency_drift",
  "rad/s^2": "angular_acceleration",
  "m/s":
    "speed velocity wave_speed drift_velocity sound_speed escape_speed exhaust_velocity " +
    "recession_speed apparent_speed flow_speed mass_transfer_coefficient hydraulic_conductivity dispersal_speed",
  "m/s^2":
    "acceleration gravitational_acceleration gravitational_field free_fall_acceleration" +
    " gravity_anomaly",
  "m/s^3": "jerk",
  "m^2/s":
    "diffusivity kinematic_viscosity thermal_diffusivity diffusion_coefficient circulation " +
    "mass_diffusivity" +
    " specific_angular_momentum" +
    " group_velocity_dispersion" +
    " transmissivity" +
    " unit_sediment_discharge" +
    " flow_rate_per_width",
  "m^2/s^2":
    "specific_energy gravitational_potential specific_work speed_squared seismic_parameter",
  "m^3/s": "volume_flow_rate discharge fusion_reactivity recombination_coefficient",
  "m^3/s^2": "standard_gravitational_parameter",
  "m^3/kg": "specific_volume intrinsic_viscosity distribution_coefficient",
  "m^2/kg": "specific_surface_area mass_attenuation_coefficient opacity",
  "m^3/(kg s^2)": "gravitational_constant",
  "J/kg":
    "specific_enthalpy specific_internal_energy latent_heat heat_of_combustion absorbed_dose " +
    "kerma",
  Gy: "dose",
  Sv: "dose_equivalent equivalent_dose",
  "W/kg": "specific_power absorbed_dose_rate specific_absorption_rate",
  kg: "mass rest_mass reduced_mass molecular_mass payload_mass separative_work",
  "kg/m": "linear_density mass_per_length",
  "kg/m^2": "areal_density surface_density mass_per_area surface_density_range",
  "kg/m^3": "density mass_density mass_concentration",
  "kg/s": "mass_flow_rate damping_coefficient mass_loss_rate",
  "kg/(m^2 s)": "mass_flux",
  "kg/mol": "molar_mass",
  "kg m^2": "moment_of_inertia",
  "kg m": "first_mass_moment",
  "kg m/s": "momentum linear_momentum impulse",
  "kg m^2/s": "angular_momentum",
  N: "force weight_force tension thrust drag_force lift_force normal_force friction_force",
  "N/m": "spring_constant stiffness surface_tension line_load force_per_length",
  "N s": "impulse_of_force",
  "N m": "torque moment_of_force bending_moment moment plate_rigidity seismic_moment",
  "N m/rad": "torsional_stiffness",
  "N m^2": "flexural_rigidity force_constant_inverse_square",
  "N/m^3": "specific_weight body_force wind_stress_curl",
  "N/kg": "field_strength_gravitational",
  Pa:
    "pressure stress energy_density elastic_modulus youngs_modulus shear_modulus bulk_modulus " +
    "yield_strength strength vapor_pressure shear_stress osmotic_pressure sound_pressure " +
    "radiation_pressure" +
    " foundation_modulus",
  "1/Pa": "compressibility elastic_compliance adsorption_constant",
  "Pa s": "viscosity dynamic_viscosity",
  "Pa/m": "pressure_gradient",
  "Pa/K": "thermal_stress_coefficient",
  "Pa s/m": "acoustic_impedance_specific",
  "Pa s/m^3": "acoustic_impedance hydraulic_resistance",
  "Pa m^(1/2)": "stress_intensity fracture_toughness",
  J:
    "energy work heat potential_energy kinetic_energy internal_energy enthalpy gibbs_energy " +
    "helmholtz_energy chemical_potential_particle work_function binding_energy photon_energy" +
    " noise_energy_density",
  "J s": "action planck_constant",
  "J/m": "energy_per_length stopping_power",
  "J/m^2": "surface_energy radiant_exposure fracture_energy",
  "J/m^3": "volumetric_energy_density",
  "1/J": "inverse_energy density_of_states_total energy_density_of_states frequency_droop",
  "1/(J m^3)": "density_of_states",
  "J/K": "entropy heat_capacity boltzmann_constant energy_temperature_coefficient",
  "J/(kg K)": "specific_heat specific_heat_capacity specific_entropy specific_gas_constant",
  "J/mol": "molar_energy activation_energy molar_enthalpy molar_gibbs_energy chemical_potential",
  "J/(mol K)": "molar_entropy molar_heat_capacity gas_constant",
  "J/(m^3 K)": "volumetric_heat_capacity",
  W: "power radiant_flux heat_flow_rate luminosity heat_rate radiant_power",
  "W/m^2": "heat_flux irradiance intensity radiant_exitance energy_flux poynting_vector",
  "W/m": "power_per_length heat_rate_per_length",
  "W/m^3": "power_density heat_generation",
  "W/K": "thermal_conductance",
  "W/(m K)": "thermal_conductivity",
  "W/(m^2 K)": "heat_transfer_coefficient",
  "K/W": "thermal_resistance",
  "m^2 K/W": "thermal_insulance",
  "W/sr": "radiant_intensity",
  "W/(m^2 sr)": "radiance",
  "W/(m^2 K^4)": "stefan_boltzmann_constant",
  "W/(m^2 Hz)": "spectral_flux_density",
  "W/m^2/m": "spectral_irradiance",
  "W/(m^2 sr m)": "spectral_radiance",
  K: "temperature temperature_difference thermodynamic_temperature debye_temperature",
  "1/K": "thermal_expansion_coefficient temperature_coefficient",
  "K/m": "temperature_gradient",
  "K/s": "cooling_rate heating_rate",
  "m K": "wien_constant",
  "K s": "thermal_dose",
  mol: "amount amount_of_substance",
  "1/mol": "avogadro_constant",
  "mol/m^3": "concentration molar_concentration amount_concentration ionic_strength",
  "mol/kg": "molality",
  "mol/s": "molar_flow_rate catalytic_activity",
  "mol/(m^3 s)": "reaction_rate rate_constant_zero_order",
  "mol/m^2": "surface_concentration",
  "mol/m^4": "concentration_gradient",
  "mol/(m^2 s)": "molar_flux diffusion_flux amount_flux",
  "m^3/mol": "molar_volume association_constant molar_polarization",
  "m^2/mol": "molar_absorption_coefficient",
  "m^3/(mol s)": "rate_constant_second_order",
  "m^6/(mol^2 s)": "rate_constant_third_order",
  "Pa m^3/mol": "henry_constant",
  A: "current electric_current magnetomotive_force",
  "A/m^2": "current_density",
  "A/m": "magnetic_field_strength magnetization linear_current_density",
  "A m^2": "magnetic_moment magnetic_dipole_moment",
  "1/H": "reluctance",
  C: "charge electric_charge",
  "C/m": "linear_charge_density",
  "C/m^2": "surface_charge_density electric_displacement polarization",
  "C/m^3": "charge_density",
  "C m": "electric_dipole_moment",
  "C/kg": "exposure specific_charge",
  "C/mol": "molar_charge",
  "C m^2/V": "polarizability",
  "C m^2": "electric_quadrupole_moment",
  V: "voltage electric_potential electromotive_force potential_difference",
  "V/m": "electric_field",
  "V m": "electric_flux",
  "V/K": "seebeck_coefficient",
  "m^2/(V s)": "mobility",
  "1/V": "inverse_voltage",
  "V^2/Hz": "voltage_noise_density",
  ohm: "resistance impedance reactance electrical_resistance",
  "ohm m": "resistivity",
  "ohm/m": "resistance_per_length",
  S: "conductance admittance",
  "S/m": "conductivity electrical_conductivity",
  "S m^2/mol": "molar_conductivity",
  "S/m^2": "conductance_per_area",
  F: "capacitance",
  "F/m": "permittivity capacitance_per_length",
  "F/m^2": "capacitance_per_area",
  H: "inductance mutual_inductance",
  "H/m": "permeability inductance_per_length",
  Wb: "magnetic_flux",
  T: "magnetic_flux_density magnetic_field",
  "T/m": "magnetic_field_gradient",
  "T m": "magnetic_rigidity magnetic_vector_potential",
  "J/T": "magnetic_moment_energy magneton",
  "1/(s T)": "gyromagnetic_ratio",
  "m^3/C": "hall_coefficient",
  cd: "luminous_intensity",
  lm: "luminous_flux",
  lx: "illuminance",
  "cd/m^2": "luminance",
  "lm/W": "luminous_efficacy",
  "lm s": "luminous_energy",
  "1/(m^2 s)": "particle_flux neutron_flux photon_flux particle_fluence_rate collider_luminosity",
  "m^3/s/m": "unit_discharge",
  "1/(m^3 s)": "generation_rate recombination_rate reaction_rate_number",
  "m^4/s": "flux_moment",
  "m^5": "geometric_fifth_moment",
  "m^6/s": "auger_coefficient",
  "s/m": "slowness speed_probability_density",
  "s^2/m": "inverse_acceleration group_delay_dispersion_per_length",
  "s/m^(1/3)": "manning_coefficient",
  "m^3/(A s)": "hall_constant",
  "kg/(m s^2 K)": "pressure_coefficient",
  "1/(K s)": "temperature_rate_coefficient",
  "1/(m^2 s^2)": "cubic_stiffness_per_mass",
  "kg^2 m^3/s^2": "laplace_runge_lenz_vector",
  "m^2/sr": "differential_cross_section",
  "V/s": "voltage_rate scan_rate",
  "rad/(T m)": "verdet_constant",
  "J s/m^3": "spectral_energy_density_ratio",
  "s/m^2": "dispersion_parameter mould_constant b_value",
  "s^2": "group_delay_dispersion",
  "m^2/W": "nonlinear_index",
  "1/(W m)": "nonlinear_parameter",
  "m/V": "electro_optic_coefficient",
  "A/W": "responsivity",
  "Pa m^6/mol^2": "van_der_waals_attraction",
  "Pa m^6 K^(1/2)/mol^2": "redlich_kwong_attraction",
  "m^6/mol^2": "third_virial_coefficient",
  "K/Pa": "joule_thomson_coefficient",
  "kg/J": "specific_fuel_consumption_power",
  "m^(1/2)/s": "chezy_coefficient",
  "1/(Pa m)": "paschen_pressure_coefficient",
  "V/(Pa m)": "paschen_voltage_coefficient",
  "1/(A m)": "greenwald_coefficient",
  "s/m^3": "lawson_product",
  "1/m^4": "concentration_gradient_number",
  "A/(m^2 K^2)": "richardson_constant",
  "V^(1/2)": "body_effect_coefficient",
  "1/(J m)": "density_of_states_line",
  "Pa^(1/2)": "root_pressure",
  "J m^6": "dispersion_coefficient_r6",
  "kg^2": "mass_squared",
  "1/Gy": "radiosensitivity",
  "1/Gy^2": "radiosensitivity_quadratic",
  "Gy m^2": "air_kerma_rate_constant",
  "S m^(7/2)/mol^(3/2)": "kohlrausch_coefficient",
  "ohm m^2": "area_specific_resistance specific_membrane_resistance",
  "m^(3/2)/(mol^(1/2) s)": "chain_rate_constant",
  "mol/(kg s)": "surface_reaction_rate",
  "K kg/mol": "cryoscopic_constant",
  "mol^2/m^6": "solubility_product",
  "N m^2/mol": "surface_tension_slope",
  "1/(Pa^3 s)": "glen_rate_factor",
  "kg/m^4": "density_gradient",
  "m/(Pa s)": "membrane_permeance membrane_hydraulic_permeability",
  "1/(m s)": "rossby_parameter meridional_coriolis_gradient",
  "K m/s": "kinematic_heat_flux",
  "m^4/s^3": "buoyancy_flux",
  "kg/(m^3 s)": "mass_concentration_rate",
  "m^3/(kg s)": "disinfection_coefficient",
  "N/s": "loading_rate",
  "m^2 s": "wave_spectral_density",
  "Bq/m^3": "specific_activity_concentration",
  "m^3/Pa": "arterial_compliance",
  "1/s^3": "cubic_rate",
  "1/K^2": "temperature_coefficient_quadratic",
};

function build(): ReadonlyMap<string, { readonly dimension: Dimension; readonly unit: string }> {
  const byName = new Map<string, { dimension: Dimension; unit: string }>();
  for (const [text, names] of Object.entries(QUANTITIES_BY_UNIT)) {
    const unit = parseUnit(text);
    if (!unit.ok) throw new Error(`Quantity unit ${text}: ${unit.message}`);
    for (const name of names.split(" ")) {
      if (byName.has(name)) throw new Error(`The quantity ${name} is listed twice.`);
      byName.set(name, { dimension: unit.dimension, unit: unit.text });
    }
  }
  return byName;
}

const quantities = once(build);

/** The dimension a quantity always has; undefined for a name that is none. */
export function quantityDimension(name: string): Dimension | undefined {
  return quantities().get(name)?.dimension;
}

/** The coherent unit a quantity is usually given in. */
export function quantityUnit(name: string): string | undefined {
  return quantities().get(name)?.unit;
}

export function quantityNames(): readonly string[] {
  return [...quantities().keys()].sort();
}
