/** The shipped domains. One line per file of domains/; a test compares the list with the folder. */
import beamsPlates from "./domains/beams_plates.json" with { type: "json" };
import biophysics from "./domains/biophysics.json" with { type: "json" };
import computing from "./domains/computing.json" with { type: "json" };
import exoticStates from "./domains/exotic_states.json" with { type: "json" };
import fluidMechanics from "./domains/fluid_mechanics.json" with { type: "json" };
import highEnergy from "./domains/high_energy.json" with { type: "json" };
import kernel from "./domains/kernel.json" with { type: "json" };
import newtonianMechanics from "./domains/newtonian_mechanics.json" with { type: "json" };
import physicalChemistry from "./domains/physical_chemistry.json" with { type: "json" };
import quantumFieldTheory from "./domains/quantum_field_theory.json" with { type: "json" };
import quantumMechanics from "./domains/quantum_mechanics.json" with { type: "json" };
import relativity from "./domains/relativity.json" with { type: "json" };
import rocketPropulsion from "./domains/rocket_propulsion.json" with { type: "json" };
import structural from "./domains/structural.json" with { type: "json" };
import { registryOf } from "./registry.js";
import type { Registry } from "./registry.js";

export { resolveChain, unknownOperator, MODULATION_ID } from "./chain.js";
export type { ChainResult } from "./chain.js";
export { OperatorEntry, compileRecord, symbolsOf } from "./entry.js";
export type { Compilation } from "./entry.js";
export { editDistance, nearest, nearestName } from "./nearest.js";
export { RegistryError, countRecords, registryOf } from "./registry.js";
export type { Counters, DomainCount, Registry, SearchOptions, SearchResult } from "./registry.js";
export { refusalExampleOf, valueExampleOf } from "./record.js";
export type { OperatorRecord, OperatorSymbol, ValueExample } from "./schema.js";
export { catalogOf, categoriesOf, listingOf } from "./listing.js";
export { specOf } from "./spec.js";
export type { OperatorSpec, SpecInput } from "./spec.js";

/** Parsed domain files. */
export const DOMAINS: readonly (readonly unknown[])[] = [
  beamsPlates,
  biophysics,
  computing,
  exoticStates,
  fluidMechanics,
  highEnergy,
  kernel,
  newtonianMechanics,
  physicalChemistry,
  quantumFieldTheory,
  quantumMechanics,
  relativity,
  rocketPropulsion,
  structural,
];

let builtin: Registry | null = null;

/**
 * The registry of the shipped domains, loaded once. `npm run build` fails unless they pass every
 * check, so they are not checked again.
 * @param sha256Hex a faster hash than the portable one, used by whoever asks first.
 */
export function builtinRegistry(sha256Hex?: (text: string) => string): Registry {
  builtin ??= registryOf(DOMAINS.flat(), sha256Hex);
  return builtin;
}
