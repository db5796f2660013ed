/** Domains of the registry: id prefixes, and how many records each is planned to hold. */
import plan from "./plan.json" with { type: "json" };

interface DomainPlan {
  readonly prefixes: readonly string[];
  readonly planned: number;
}

const PREFIXES: Readonly<Record<string, string>> = {
  kernel: "KO ON QL VX ZEQ LZ",
  quantum_mechanics: "QM",
  newtonian_mechanics: "NM",
  relativity: "GR",
  computing: "CS",
  exotic_states: "ESO",
  quantum_field_theory: "QFT_",
  kinematics: "KIN",
  rigid_body_dynamics: "RBD",
  analytical_mechanics: "LH",
  oscillations: "OSC",
  waves: "WAV",
  acoustics: "AC",
  electrostatics: "ES",
  magnetostatics: "MG",
  electromagnetic_waves: "EM",
  circuits: "CIR",
  power_and_machines: "PWR",
  geometric_optics: "OPG",
  wave_optics: "OPW",
  lasers_photonics: "PHO",
  thermodynamics: "TD",
  statistical_mechanics: "SM",
  heat_transfer: "HT",
  fluid_mechanics: "FL",
  aerodynamics: "AER",
  hydraulics: "HYD",
  plasma: "PL",
  solid_state: "SS",
  semiconductors: "SC",
  superconductivity: "SUP",
  magnetic_materials: "MAG",
  crystal: "CRY",
  materials_science: "MS",
  structural: "ST FEA_DISPLACEMENT",
  metallurgy: "MT",
  composites: "CP",
  beams_plates: "BP BEAM_DEFLECTION",
  fracture_fatigue: "FRA",
  geotechnical: "GEO",
  atomic_physics: "AT",
  molecular_physics: "MOL",
  nuclear: "NUC",
  high_energy: "HEP",
  radiation_dosimetry: "RAD",
  astrophysics: "AST",
  cosmology: "COS",
  orbital_mechanics: "ORB",
  rocket_propulsion: "RKT THRUST_TSIOLKOVSKY",
  physical_chemistry: "CHE",
  electrochemistry: "ELC",
  chemical_kinetics: "CHK",
  mass_transfer: "MTR",
  geophysical: "GPH",
  seismic: "SEI",
  atmosphere_climate: "ATM",
  oceanography: "OCE",
  environmental: "ENV",
  biophysics: "BIO BINDING_AFFINITY",
  epidemiology_population: "EPI",
  medical_physics: "MED",
  control_systems: "CTL",
  signal_processing: "SIG",
  information_theory: "INF",
  metrology_statistics: "STA",
};

/** Written by `npm run generate`: a record that is added or lost shows as a change of this file. */
const PLANNED: Readonly<Record<string, number>> = plan;

export const DOMAIN_PLANS: ReadonlyMap<string, DomainPlan> = new Map(
  Object.entries(PREFIXES).map(([domain, prefixes]) => [
    domain,
    { prefixes: prefixes.split(" "), planned: PLANNED[domain] ?? 0 },
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
