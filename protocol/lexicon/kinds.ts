/**
 * Kinds of quantity: a list that follows from the registry's records. Records of different fields
 * name one kind differently, and a kind may be a case of a broader one.
 */
import { equals, type Dimension } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import { wordsOf } from "../search/wordSearch.js";
import type { Registry } from "../operators/registry.js";

/** One kind under the names that records have for it; the first stands for all. */
const SAME = [
  "speed velocity",
  "charge electric_charge",
  "density mass_density",
  "angular_velocity angular_speed",
  "voltage electric_potential electromotive_force",
  "current electric_current",
  "specific_heat specific_heat_capacity",
  "volume_flow_rate discharge",
  "gravitational_acceleration free_fall_acceleration",
  "amount amount_of_substance",
  "time duration",
  "spring_constant stiffness",
  "youngs_modulus elastic_modulus",
  "dynamic_viscosity viscosity",
  "molar_concentration amount_concentration",
  "electrical_conductivity conductivity",
  "weight weight_force",
  "diffusion_coefficient diffusivity",
  "heat_capacity_ratio adiabatic_index",
] as const;

/** A kind, and those that are cases of it: what is known of a case is known of the kind. */
const CASES_OF: Readonly<Record<string, string>> = {
  energy: "kinetic_energy potential_energy work heat photon_energy",
  force: "weight tension thrust drag_force lift_force normal_force",
  area: "cross_section_area surface_area",
  acceleration: "gravitational_acceleration",
  power: "heat_flow_rate luminosity",
  length: "height depth width thickness distance path_length",
  distance: "path_length",
  latent_heat: "heat_of_fusion heat_of_vaporization",
};

/** Kinds that say nothing by themselves: such an input is known by the words of its record. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    "number ratio factor count coefficient fraction exponent probability rate level strength gain " +
    "dimensionless index angle statistic sample_value information magnitude degeneracy concentration"
  ).split(" "),
);

/** Kinds that a number is where its unit alone says what it is; any other is named. */
const BY_UNIT: ReadonlySet<string> = new Set(
  (
    "mass time speed length distance displacement height force energy work heat power " +
    "temperature temperature_difference " +
    "pressure area volume current voltage resistance charge frequency capacitance inductance density " +
    "acceleration amount molar_mass momentum torque angular_velocity spring_constant " +
    "magnetic_flux_density electric_field magnetic_flux heat_flow_rate volume_flow_rate mass_flow_rate " +
    "specific_heat thermal_conductivity irradiance intensity molar_concentration activity dose " +
    "dynamic_viscosity moment_of_inertia resistivity specific_energy latent_heat heat_capacity"
  ).split(" "),
);

/** What people call a kind beside its own name. */
const WORDS: Readonly<Record<string, string>> = {
  speed: "velocity|speed",
  spring_constant: "spring constant|stiffness|spring rate|force constant",
  temperature_difference: "temperature difference|temperature rise|rise of temperature|warming",
  specific_heat: "specific heat|specific heat capacity|heat capacity per mass",
  gravitational_acceleration: "gravity|gravitational acceleration|free fall acceleration",
  displacement: "displacement|compression|extension|elongation|stretch",
  latent_heat: "latent heat|heat of fusion|heat of vaporization",
  period: "period|period of oscillation",
  angular_frequency: "angular frequency",
  angular_velocity: "angular velocity|angular speed|rotation rate",
  voltage: "voltage|potential difference|emf",
  escape_speed: "escape speed|escape velocity",
  youngs_modulus: "youngs modulus|young modulus|modulus of elasticity",
  volume_flow_rate: "volume flow rate|discharge|flow rate",
  amount: "amount|amount of substance|moles",
  power: "power|wattage",
};

export interface Kind {
  readonly name: string;
  /** SI unit that records state for it. */
  readonly unit: string;
  readonly dimension: Dimension | null;
  readonly isGeneric: boolean;
}

const canonical: ReadonlyMap<string, string> = new Map(
  SAME.flatMap((group) => {
    const [first, ...others] = group.split(" ");
    return others.map((other) => [other, first!] as const);
  }),
);

const broader: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(CASES_OF)
    .flatMap((cases) => cases.split(" "))
    .map((name) => [
      name,
      Object.keys(CASES_OF).filter((one) => CASES_OF[one]!.split(" ").includes(name)),
    ]),
);

/** The name that stands for all names of a kind. */
export function kindOfName(quantity: string): string {
  return canonical.get(quantity) ?? quantity;
}

/** The kind and all that it is a case of. */
export function upward(kind: string): readonly string[] {
  return [kind, ...(broader.get(kind) ?? [])];
}

/** Of these each that a word tells apart is one: a drift speed is a speed, and a reduced mass no mass of a body. */
const HEADS: ReadonlySet<string> = new Set(
  "speed force power energy voltage current volume_flow_rate".split(" "),
);

/** `flow_speed` is a speed: the kind that the last words of a name say, measured alike; null for none. */
export function headKind(kinds: KindTable, kind: string): string | null {
  for (let at = kind.indexOf("_"); at > 0; at = kind.indexOf("_", at + 1)) {
    const head = kindOfName(kind.slice(at + 1));
    const [own, other] = [kinds.get(kind), kinds.get(head)];
    if (!HEADS.has(head) || own === undefined || other === undefined) continue;
    if (isSameDimension(own.dimension, other.dimension)) return head;
  }
  return null;
}

/** Kinds that a course of events has: a law may find one on its way. Properties of a thing are told. */
const OF_EVENTS: ReadonlySet<string> = new Set(
  (
    "mass time speed length distance displacement height radius diameter force energy kinetic_energy " +
    "potential_energy work heat power temperature temperature_difference pressure area " +
    "cross_section_area surface_area volume current voltage resistance reactance impedance charge " +
    "frequency angular_frequency angular_velocity period wavelength momentum acceleration amount " +
    "volume_flow_rate mass_flow_rate heat_flow_rate stress strain torque photon_energy number_density " +
    "electric_field linear_density moment_of_inertia capacitance angular_momentum intensity"
  ).split(" "),
);

export function isOfEvents(kind: string): boolean {
  return OF_EVENTS.has(kind);
}

export function isSaidByUnit(kind: string): boolean {
  return BY_UNIT.has(kind);
}

export function isGeneric(kind: string): boolean {
  return GENERIC.has(kind);
}

/** A word in the singular; endings that make another word of it stay. */
function singular(word: string): string {
  if (word.length <= 3 || !/[^suix]s$/u.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

export function stemsOf(text: string): readonly string[] {
  return wordsOf(text.replaceAll("_", " ").replaceAll("'", "")).map(singular);
}

export type KindTable = ReadonlyMap<string, Kind>;

/** All kinds of a registry by name; a kind of several dimensions has the one met most. */
export function kindsOf({ entries }: Registry): KindTable {
  const units = new Map<string, Map<string, number>>();
  for (const { record } of entries) {
    const all = [
      ...Object.values(record.symbols),
      ...(record.result === null ? [] : [record.result]),
    ];
    for (const { quantity, unit } of all) {
      const name = kindOfName(quantity);
      const counts = units.get(name) ?? new Map<string, number>();
      counts.set(unit, (counts.get(unit) ?? 0) + 1);
      units.set(name, counts);
    }
  }
  const table = new Map<string, Kind>();
  for (const name of [...units.keys()].sort()) {
    const [first] = [...units.get(name)!].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const unit = first![0];
    const parsed = parseUnit(unit);
    const dimension = parsed.ok ? parsed.dimension : null;
    table.set(name, { name, unit, dimension, isGeneric: GENERIC.has(name) });
  }
  return table;
}

/** What a text says of a quantity: its kind, and the words that tell it from others of the kind. */
export interface NamedKind {
  readonly kind: string;
  readonly qualifiers: readonly string[];
}

const FILLERS: ReadonlySet<string> = new Set(["the", "a", "an", "of", "in", "at", "its"]);

/**
 * The kinds that a text may name, the longest name first found: `initial speed of the ball` is a
 * speed. Symbols are looked up by the caller, who has records.
 */
export class KindNames {
  readonly #byStems = new Map<string, string>();
  readonly #longest: number;

  constructor(table: KindTable) {
    const add = (text: string, kind: string): void => {
      const key = stemsOf(text).join(" ");
      if (!this.#byStems.has(key)) this.#byStems.set(key, kind);
    };
    for (const name of table.keys()) add(name, name);
    for (const [other, first] of canonical) if (table.has(first)) add(other, first);
    for (const [kind, texts] of Object.entries(WORDS))
      if (table.has(kind)) for (const text of texts.split("|")) add(text, kind);
    this.#longest = Math.max(...[...this.#byStems.keys()].map((key) => key.split(" ").length));
  }

  read(text: string): NamedKind | null {
    const stems = stemsOf(text);
    // Behind "of" stands whose it is, so that the noun before it decides.
    const of = stems.indexOf("of", 1);
    const whole = this.#within(stems, stems.length);
    if (whole !== null && whole.at === 0 && whole.length === stems.length)
      return { kind: whole.kind, qualifiers: [] };
    const found = this.#within(stems, of < 0 ? stems.length : of) ?? whole;
    if (found === null) return null;
    const qualifiers = stems.filter(
      (stem, at) => (at < found.at || at >= found.at + found.length) && !FILLERS.has(stem),
    );
    return { kind: found.kind, qualifiers };
  }

  /** The longest name, and of equal ones the last: the head of an English noun stands last. */
  #within(stems: readonly string[], end: number) {
    for (let length = Math.min(end, this.#longest); length > 0; length -= 1) {
      for (let at = end - length; at >= 0; at -= 1) {
        const kind = this.#byStems.get(stems.slice(at, at + length).join(" "));
        if (kind !== undefined) return { at, kind, length };
      }
    }
    return null;
  }
}

export function isSameDimension(a: Dimension | null, b: Dimension | null): boolean {
  return a !== null && b !== null && equals(a, b);
}

/** A frequency of cycles, which a number in radians for a second is not, though both are 1/s. */
export function countsCycles(kind: string): boolean {
  return (
    !kind.startsWith("angular") &&
    /(?:^|_)(?:frequency|bandwidth|sampling_rate|clock_rate|data_rate)$/u.test(kind)
  );
}

/** An angular frequency or velocity, which a number in hertz is not before it is times 2 pi. */
export function countsRadians(kind: string): boolean {
  return /^angular_(?:frequency|velocity|speed)$/u.test(kind);
}
