/** Bodies, particles, media and substances that a question may name, with their measured properties. */
import data from "./entities.json" with { type: "json" };
import { lawStems } from "./lawWords.js";
import { moleculeMassOf, substanceSource, substances, type Measured } from "./substances.js";

export interface Entity {
  readonly name: string;
  readonly stems: readonly string[];
  /** SI value and relative uncertainty by property. */
  readonly properties: ReadonlyMap<string, Measured>;
}

export const entitySource: string = `${data.source}; ${substanceSource}`;

/** A particle so light is its own molecule. */
const MOLECULE_KG_MAX = 1e-20;

/** By name: what is measured of a body, before what its formula says. */
function propertiesByName(): ReadonlyMap<string, Entity["properties"]> {
  const found = new Map<string, Map<string, Measured>>();
  for (const { names, ...properties } of data.entities) {
    const own = new Map(
      Object.entries(properties).map(([name, pair]) => [name, [pair[0]!, pair[1]!] as const]),
    );
    for (const name of names) found.set(name, own);
  }
  for (const { names, properties } of substances) {
    const same = names.map((name) => found.get(name)).find((one) => one !== undefined);
    const own = same ?? new Map<string, Measured>();
    for (const [name, value] of properties) if (!own.has(name)) own.set(name, value);
    for (const name of names) found.set(name, own);
  }
  for (const own of new Set(found.values())) addMolecule(own);
  return found;
}

function addMolecule(own: Map<string, Measured>): void {
  if (own.has("molecule_mass") || own.has("half_life")) return;
  const [mass, molar] = [own.get("mass"), own.get("molar_mass")];
  if (mass !== undefined && mass[0] < MOLECULE_KG_MAX) own.set("molecule_mass", mass);
  else if (molar !== undefined) own.set("molecule_mass", moleculeMassOf(molar));
}

export const entities: readonly Entity[] = [...propertiesByName()].map(([name, properties]) => ({
  name,
  stems: lawStems(name),
  properties,
}));
