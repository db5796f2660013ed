/**
 * The records of every domain. One line per file of domains/; a test compares the list with the
 * folder.
 */
import acoustics from "./domains/acoustics.json" with { type: "json" };
import aerodynamics from "./domains/aerodynamics.json" with { type: "json" };
import analyticalMechanics from "./domains/analytical_mechanics.json" with { type: "json" };
import astrophysics from "./domains/astrophysics.json" with { type: "json" };
import atmosphereClimate from "./domains/atmosphere_climate.json" with { type: "json" };
import atomicPhysics from "./domains/atomic_physics.json" with { type: "json" };
import beamsPlates from "./domains/beams_plates.json" with { type: "json" };
import biophysics from "./domains/biophysics.json" with { type: "json" };
import chemicalKinetics from "./domains/chemical_kinetics.json" with { type: "json" };
import circuits from "./domains/circuits.json" with { type: "json" };
import composites from "./domains/composites.json" with { type: "json" };
import computing from "./domains/computing.json" with { type: "json" };
import controlSystems from "./domains/control_systems.json" with { type: "json" };
import cosmology from "./domains/cosmology.json" with { type: "json" };
import crystal from "./domains/crystal.json" with { type: "json" };
import electrochemistry from "./domains/electrochemistry.json" with { type: "json" };
import electromagneticWaves from "./domains/electromagnetic_waves.json" with { type: "json" };
import electrostatics from "./domains/electrostatics.json" with { type: "json" };
import environmental from "./domains/environmental.json" with { type: "json" };
import epidemiologyPopulation from "./domains/epidemiology_population.json" with { type: "json" };
import exoticStates from "./domains/exotic_states.json" with { type: "json" };
import fluidMechanics from "./domains/fluid_mechanics.json" with { type: "json" };
import fractureFatigue from "./domains/fracture_fatigue.json" with { type: "json" };
import geometricOptics from "./domains/geometric_optics.json" with { type: "json" };
import geophysical from "./domains/geophysical.json" with { type: "json" };
import geotechnical from "./domains/geotechnical.json" with { type: "json" };
import heatTransfer from "./domains/heat_transfer.json" with { type: "json" };
import highEnergy from "./domains/high_energy.json" with { type: "json" };
import hydraulics from "./domains/hydraulics.json" with { type: "json" };
import informationTheory from "./domains/information_theory.json" with { type: "json" };
import kernel from "./domains/kernel.json" with { type: "json" };
import kinematics from "./domains/kinematics.json" with { type: "json" };
import lasersPhotonics from "./domains/lasers_photonics.json" with { type: "json" };
import magneticMaterials from "./domains/magnetic_materials.json" with { type: "json" };
import magnetostatics from "./domains/magnetostatics.json" with { type: "json" };
import massTransfer from "./domains/mass_transfer.json" with { type: "json" };
import materialsScience from "./domains/materials_science.json" with { type: "json" };
import medicalPhysics from "./domains/medical_physics.json" with { type: "json" };
import metallurgy from "./domains/metallurgy.json" with { type: "json" };
import metrologyStatistics from "./domains/metrology_statistics.json" with { type: "json" };
import molecularPhysics from "./domains/molecular_physics.json" with { type: "json" };
import newtonianMechanics from "./domains/newtonian_mechanics.json" with { type: "json" };
import nuclear from "./domains/nuclear.json" with { type: "json" };
import oceanography from "./domains/oceanography.json" with { type: "json" };
import orbitalMechanics from "./domains/orbital_mechanics.json" with { type: "json" };
import oscillations from "./domains/oscillations.json" with { type: "json" };
import physicalChemistry from "./domains/physical_chemistry.json" with { type: "json" };
import plasma from "./domains/plasma.json" with { type: "json" };
import powerAndMachines from "./domains/power_and_machines.json" with { type: "json" };
import quantumFieldTheory from "./domains/quantum_field_theory.json" with { type: "json" };
import quantumMechanics from "./domains/quantum_mechanics.json" with { type: "json" };
import radiationDosimetry from "./domains/radiation_dosimetry.json" with { type: "json" };
import relativity from "./domains/relativity.json" with { type: "json" };
import rigidBodyDynamics from "./domains/rigid_body_dynamics.json" with { type: "json" };
import rocketPropulsion from "./domains/rocket_propulsion.json" with { type: "json" };
import seismic from "./domains/seismic.json" with { type: "json" };
import semiconductors from "./domains/semiconductors.json" with { type: "json" };
import signalProcessing from "./domains/signal_processing.json" with { type: "json" };
import solidState from "./domains/solid_state.json" with { type: "json" };
import statisticalMechanics from "./domains/statistical_mechanics.json" with { type: "json" };
import structural from "./domains/structural.json" with { type: "json" };
import superconductivity from "./domains/superconductivity.json" with { type: "json" };
import thermodynamics from "./domains/thermodynamics.json" with { type: "json" };
import waveOptics from "./domains/wave_optics.json" with { type: "json" };
import waves from "./domains/waves.json" with { type: "json" };

/** Parsed domain files. */
export const DOMAINS: readonly (readonly unknown[])[] = [
  acoustics,
  aerodynamics,
  analyticalMechanics,
  astrophysics,
  atmosphereClimate,
  atomicPhysics,
  beamsPlates,
  biophysics,
  chemicalKinetics,
  circuits,
  composites,
  computing,
  controlSystems,
  cosmology,
  crystal,
  electrochemistry,
  electromagneticWaves,
  electrostatics,
  environmental,
  epidemiologyPopulation,
  exoticStates,
  fluidMechanics,
  fractureFatigue,
  geometricOptics,
  geophysical,
  geotechnical,
  heatTransfer,
  highEnergy,
  hydraulics,
  informationTheory,
  kernel,
  kinematics,
  lasersPhotonics,
  magneticMaterials,
  magnetostatics,
  massTransfer,
  materialsScience,
  medicalPhysics,
  metallurgy,
  metrologyStatistics,
  molecularPhysics,
  newtonianMechanics,
  nuclear,
  oceanography,
  orbitalMechanics,
  oscillations,
  physicalChemistry,
  plasma,
  powerAndMachines,
  quantumFieldTheory,
  quantumMechanics,
  radiationDosimetry,
  relativity,
  rigidBodyDynamics,
  rocketPropulsion,
  seismic,
  semiconductors,
  signalProcessing,
  solidState,
  statisticalMechanics,
  structural,
  superconductivity,
  thermodynamics,
  waveOptics,
  waves,
];
