/** Domains of the registry: id prefixes and how many operators each is planned to hold. */

interface DomainPlan {
  readonly prefixes: readonly string[];
  readonly planned: number;
}

const PLAN: Readonly<Record<string, readonly [prefixes: string, planned: number]>> = {
  kernel: ["KO ON QL VX ZEQ LZ", 7],
  quantum_mechanics: ["QM", 17],
  newtonian_mechanics: ["NM", 13],
  relativity: ["GR", 11],
  computing: ["CS", 45],
  exotic_states: ["ESO", 11],
  quantum_field_theory: ["QFT_", 5],
  kinematics: ["KIN", 26],
  rigid_body_dynamics: ["RBD", 28],
  analytical_mechanics: ["LH", 20],
  oscillations: ["OSC", 28],
  waves: ["WAV", 28],
  acoustics: ["AC", 30],
  electrostatics: ["ES", 28],
  magnetostatics: ["MG", 24],
  electromagnetic_waves: ["EM", 26],
  circuits: ["CIR", 40],
  power_and_machines: ["PWR", 28],
  geometric_optics: ["OPG", 24],
  wave_optics: ["OPW", 28],
  lasers_photonics: ["PHO", 26],
  thermodynamics: ["TD", 40],
  statistical_mechanics: ["SM", 28],
  heat_transfer: ["HT", 34],
  fluid_mechanics: ["FL", 40],
  aerodynamics: ["AER", 28],
  hydraulics: ["HYD", 24],
  plasma: ["PL", 28],
  solid_state: ["SS", 32],
  semiconductors: ["SC", 30],
  superconductivity: ["SUP", 14],
  magnetic_materials: ["MAG", 18],
  crystal: ["CRY", 20],
  materials_science: ["MS", 26],
  structural: ["ST FEA_DISPLACEMENT", 30],
  metallurgy: ["MT", 16],
  composites: ["CP", 16],
  beams_plates: ["BP BEAM_DEFLECTION", 26],
  fracture_fatigue: ["FRA", 20],
  geotechnical: ["GEO", 20],
  atomic_physics: ["AT", 30],
  molecular_physics: ["MOL", 20],
  nuclear: ["NUC", 32],
  high_energy: ["HEP", 26],
  radiation_dosimetry: ["RAD", 20],
  astrophysics: ["AST", 36],
  cosmology: ["COS", 28],
  orbital_mechanics: ["ORB", 30],
  rocket_propulsion: ["RKT THRUST_TSIOLKOVSKY", 22],
  physical_chemistry: ["CHE", 40],
  electrochemistry: ["ELC", 22],
  chemical_kinetics: ["CHK", 24],
  mass_transfer: ["MTR", 18],
  geophysical: ["GPH", 26],
  seismic: ["SEI", 20],
  atmosphere_climate: ["ATM", 28],
  oceanography: ["OCE", 20],
  environmental: ["ENV", 20],
  biophysics: ["BIO BINDING_AFFINITY", 28],
  epidemiology_population: ["EPI", 18],
  medical_physics: ["MED", 18],
  control_systems: ["CTL", 24],
  signal_processing: ["SIG", 24],
  information_theory: ["INF", 20],
  metrology_statistics: ["STA", 20],
};

export const DOMAIN_PLANS: ReadonlyMap<string, DomainPlan> = new Map(
  Object.entries(PLAN).map(([domain, [prefixes, planned]]) => [
    domain,
    { prefixes: prefixes.split(" "), planned },
  ]),
);

/** Prefixes are followed by digits, except those that end in `_` and those that are a whole id. */
export function idFitsDomain(id: string, domain: string): boolean {
  return (
    DOMAIN_PLANS.get(domain)?.prefixes.some((prefix) => {
      if (id === prefix) return prefix.length > 1;
      if (!id.startsWith(prefix)) return false;
      return prefix.endsWith("_") || /^\d+$/.test(id.slice(prefix.length));
    }) ?? false
  );
}
