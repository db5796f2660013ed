/** The templates that this program carries. It is loaded when somebody first asks for one. */
import acoustics from "./data/acoustics.json" with { type: "json" };
import agricultureSoil from "./data/agriculture-soil.json" with { type: "json" };
import airQualityNoise from "./data/air-quality-noise.json" with { type: "json" };
import batteriesStorage from "./data/batteries-storage.json" with { type: "json" };
import buildingsHvac from "./data/buildings-hvac.json" with { type: "json" };
import computingSystems from "./data/computing-systems.json" with { type: "json" };
import ecologyPopulations from "./data/ecology-populations.json" with { type: "json" };
import electromagnetics from "./data/electromagnetics.json" with { type: "json" };
import electronics from "./data/electronics.json" with { type: "json" };
import financeRisk from "./data/finance-risk.json" with { type: "json" };
import fluidFlow from "./data/fluid-flow.json" with { type: "json" };
import fractureFatigue from "./data/fracture-fatigue.json" with { type: "json" };
import heatTransfer from "./data/heat-transfer.json" with { type: "json" };
import manufacturingQuality from "./data/manufacturing-quality.json" with { type: "json" };
import materials from "./data/materials.json" with { type: "json" };
import mathematicsVerification from "./data/mathematics-verification.json" with { type: "json" };
import mechanicsDynamics from "./data/mechanics-dynamics.json" with { type: "json" };
import nodeMeshOperations from "./data/node-mesh-operations.json" with { type: "json" };
import physiologyMedicine from "./data/physiology-medicine.json" with { type: "json" };
import powerGrid from "./data/power-grid.json" with { type: "json" };
import renewableEnergy from "./data/renewable-energy.json" with { type: "json" };
import seismicGeophysics from "./data/seismic-geophysics.json" with { type: "json" };
import semiconductorDevices from "./data/semiconductor-devices.json" with { type: "json" };
import structures from "./data/structures.json" with { type: "json" };
import thermodynamics from "./data/thermodynamics.json" with { type: "json" };
import transportVehicles from "./data/transport-vehicles.json" with { type: "json" };
import tumourBiology from "./data/tumour-biology.json" with { type: "json" };
import waterHydrology from "./data/water-hydrology.json" with { type: "json" };
import wavesOptics from "./data/waves-optics.json" with { type: "json" };
import weatherClimate from "./data/weather-climate.json" with { type: "json" };
import aerospace from "./data/aerospace.json" with { type: "json" };
import astrophysics from "./data/astrophysics.json" with { type: "json" };
import chemistryKinetics from "./data/chemistry-kinetics.json" with { type: "json" };
import epidemiology from "./data/epidemiology.json" with { type: "json" };
import navigationEstimation from "./data/navigation-estimation.json" with { type: "json" };
import nuclearRadiation from "./data/nuclear-radiation.json" with { type: "json" };
import orbitalMechanics from "./data/orbital-mechanics.json" with { type: "json" };
import particleFields from "./data/particle-fields.json" with { type: "json" };
import pharmacologyDocking from "./data/pharmacology-docking.json" with { type: "json" };
import plasmaFusion from "./data/plasma-fusion.json" with { type: "json" };
import processIndustry from "./data/process-industry.json" with { type: "json" };
import quantumSystems from "./data/quantum-systems.json" with { type: "json" };
import relativity from "./data/relativity.json" with { type: "json" };
import roboticsControl from "./data/robotics-control.json" with { type: "json" };
import rotatingMachinery from "./data/rotating-machinery.json" with { type: "json" };
import { nearestName } from "../search/nearest.js";
import type { JsonObject } from "../ports.js";
import {
  contentOf,
  isFitting,
  nearBest,
  stemOf,
  wordsOf,
  type Hit,
  type WordSearch,
} from "../search/wordSearch.js";
import { templateSearch, textsOf } from "./search.js";
import { TEMPLATE_VERSION, buildProgram, templateId } from "./build.js";
import { readCategory } from "./read.js";
import type { Template, TemplateCategory } from "./template.js";

export interface CatalogueEntry {
  readonly id: string;
  readonly category: string;
  readonly template: Template;
}

export interface TemplateRequest {
  readonly category?: string | undefined;
  readonly trigger?: string | undefined;
  readonly detector?: string | undefined;
  /** Words of people; the best first. */
  readonly q?: string | undefined;
}

/** Words of every template: they find none. */
const MONITORS: ReadonlySet<string> = new Set(
  "early warning warnings alarm alarms alert alerts monitor monitoring detector detection".split(
    " ",
  ),
);
const SHORT_WORDS = 2;
/** A word that so many templates have names them, also where it stands alone among others. */
const RARE = 2;

export class TemplateCatalogue {
  readonly #entries: ReadonlyMap<string, CatalogueEntry>;
  readonly #search: WordSearch<CatalogueEntry>;

  constructor(categories: readonly TemplateCategory[]) {
    this.#entries = new Map(
      categories.flatMap(({ category, templates }) =>
        templates.map((template) => {
          const id = templateId(category, template);
          return [id, { id, category, template }] as const;
        }),
      ),
    );
    this.#search = templateSearch([...this.#entries.values()]);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How many templates each category has, by name. */
  get categories(): readonly { readonly name: string; readonly templates: number }[] {
    const counts = new Map<string, number>();
    for (const { category } of this.#entries.values())
      counts.set(category, (counts.get(category) ?? 0) + 1);
    return [...counts].map(([name, templates]) => ({ name, templates }));
  }

  /** By id, with its version or without. */
  get(id: string): CatalogueEntry | null {
    return this.#entries.get(id.replace(new RegExp(`@${TEMPLATE_VERSION}$`), "")) ?? null;
  }

  nearest(id: string): string | null {
    return nearestName(id, [...this.#entries.keys()]);
  }

  /** Those that fit, the best first; without words in the order of their ids. */
  find({ category, detector, q, trigger }: TemplateRequest): readonly CatalogueEntry[] {
    const fits = (one: CatalogueEntry): boolean =>
      (category === undefined || one.category === category) &&
      (detector === undefined || one.template.detector === detector) &&
      (trigger === undefined || one.template.trigger.type === trigger);
    const words = wordsOf(q ?? "");
    if (words.length === 0)
      return [...this.#entries.values()].filter(fits).sort((a, b) => (a.id < b.id ? -1 : 1));
    const own = contentOf(words).filter((word) => !MONITORS.has(word));
    // Of a word or two each must be there: water alone is no water hammer.
    const isName = words.filter((word) => !MONITORS.has(word)).length <= SHORT_WORDS;
    const isShort = own.length > 0 && isName;
    const all = this.search(isShort ? own : words);
    const hits = (isShort ? nearBest(all) : all).filter(({ coverage, entry, matched }) =>
      isShort
        ? matched.length >= own.length &&
          (coverage >= 1 || this.#search.standTogether(own, textsOf(entry)))
        : isFitting(own.length, { coverage, matched: matched.length }) ||
          matched.some((word) => this.#isNameOf(entry, word)),
    );
    return nearBest(hits)
      .map(({ entry }) => entry)
      .filter(fits);
  }

  /** A word that few templates have, in its name or what else it is called. */
  #isNameOf({ template: { name, synonyms } }: CatalogueEntry, word: string): boolean {
    const stem = stemOf(word);
    return (
      this.#search.having(word) <= RARE &&
      [name, ...synonyms].flatMap(wordsOf).some((one) => stemOf(one) === stem)
    );
  }

  /** Some template has the word, or its stem. */
  knows(word: string): boolean {
    return this.#search.knows(word);
  }

  /** Every template that has one of the words, or one that means nearly the same; the best first. */
  search(words: readonly string[]): readonly Hit<CatalogueEntry>[] {
    return this.#search.find(words);
  }
}

/** The program of a template, with other defaults. @returns null for a param that it has not */
export function programOf(
  { category, template }: CatalogueEntry,
  params: Readonly<Record<string, number>> = {},
): JsonObject | null {
  const given = Object.entries(params);
  if (given.some(([name]) => !Object.hasOwn(template.params, name))) return null;
  const changed = Object.fromEntries(
    given.map(([name, value]) => [name, { ...template.params[name]!, default: value }]),
  );
  return buildProgram(category, { ...template, params: { ...template.params, ...changed } });
}

function read(file: unknown): TemplateCategory {
  const found = readCategory(JSON.parse(JSON.stringify(file)));
  if (!found.ok) throw new Error(`templates: ${found.problems.join("; ")}`);
  return found.category;
}

export const catalogue = new TemplateCatalogue(
  [
    acoustics,
    aerospace,
    agricultureSoil,
    airQualityNoise,
    astrophysics,
    batteriesStorage,
    buildingsHvac,
    chemistryKinetics,
    computingSystems,
    ecologyPopulations,
    electromagnetics,
    electronics,
    epidemiology,
    financeRisk,
    fluidFlow,
    fractureFatigue,
    heatTransfer,
    manufacturingQuality,
    materials,
    mathematicsVerification,
    mechanicsDynamics,
    navigationEstimation,
    nodeMeshOperations,
    nuclearRadiation,
    orbitalMechanics,
    particleFields,
    pharmacologyDocking,
    physiologyMedicine,
    plasmaFusion,
    powerGrid,
    processIndustry,
    quantumSystems,
    relativity,
    renewableEnergy,
    roboticsControl,
    rotatingMachinery,
    seismicGeophysics,
    semiconductorDevices,
    structures,
    thermodynamics,
    transportVehicles,
    tumourBiology,
    waterHydrology,
    wavesOptics,
    weatherClimate,
  ].map(read),
);
