/** Values of another kind that state an input by an exact law. */
import { keepingEach, keepingFew } from "../../../once.js";
import { TWO_PI } from "../../../math/constants.js";
import { acos } from "../../../math/index.js";
import { constantsBySymbol, dimensionsEqual, quantityDimension } from "../../../units/index.js";
import { valueInSI, type Quantity } from "../../../units/quantity/index.js";
import type { Use } from "./fillTypes.js";
import { lawStem } from "../lexicon/lawWords.js";
import { isOfMolecule, type LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";

const SPEED_OF_LIGHT = constantsBySymbol.get("c")!.value;
const BOLTZMANN = constantsBySymbol.get("k_B")!.value;
const AVOGADRO = constantsBySymbol.get("N_A")!.value;
const GRAVITATION = constantsBySymbol.get("G")!.value;
/** Above this share of the speed of light momentum is no longer mass times speed. */
const SLOW_SHARE = 0.01;

export function isOf(quantity: Quantity, name: string): boolean {
  const wanted = quantityDimension(name);
  const [reading] = quantity.readings;
  return (
    wanted !== undefined && quantity.hasUnit && dimensionsEqual(reading!.unit.dimension, wanted)
  );
}

export type Size = "radius" | "diameter";

/** Whether the nearest word of size says that a number is a radius or a diameter: behind it, then before. */
export const sizeOf = keepingFew(({ after, before }: Given): Size | null => {
  if (after[0] === "across") return "diameter";
  const isSize = (stem: string): boolean => SIZES.has(stem);
  const said = after.slice(0, 2).find(isSize) ?? before.slice(0, 4).find(isSize);
  return said === undefined ? null : SIZES.get(said)!;
});

/** Words that say how a round thing is measured: `0.60 mm in bore`. */
const SIZES: ReadonlyMap<string, Size> = new Map([
  ["radius", "radius"],
  ...["diameter", "dia", "od", "id", "bore", "caliber", "calibre"].map(
    (word) => [lawStem(word), "diameter"] as const,
  ),
]);

/** What may state an input beside a number of its own unit. */
interface ByLaw {
  readonly isPhase: boolean;
  readonly isArea: boolean;
  readonly isMade: boolean;
}

const byLawOf = keepingEach(({ made, property, quantity }: LawSlot): ByLaw => ({
  isPhase: quantity === "phase_angle",
  isArea: /area|cross_section/.test(quantity),
  isMade: made.size > 0 || isOfMolecule(property) || quantity === "angular_frequency",
}));

/** Whether a number may be the slot at all: most units are of another kind, whatever the words say. */
export function mayState(quantity: Quantity, slot: LawSlot): boolean {
  // Turns in a time are counted by a bare number.
  if (mayMeasure(quantity, slot) || slot.unit?.text === "rad/s") return true;
  const { isArea, isMade } = byLawOf(slot);
  return isMade || (isArea && isOf(quantity, "length"));
}

/** A value of another kind that states the slot by an exact law. */
export function conversionOf(
  slot: LawSlot,
  given: Given,
  quantity: Quantity,
  question: Question,
): { readonly value: number; readonly rule: string } | null {
  const { isArea, isMade, isPhase: isAngle } = byLawOf(slot);
  const isPhase = isAngle && !quantity.hasUnit;
  if (slot.unit?.text === "rad/s" && isOfTimes(given, question))
    return {
      value: TWO_PI * valueInSI(quantity.readings[0]!),
      rule: "2 pi times the times in a second",
    };
  if (!isPhase && !isArea && !isMade) return null;
  const near = [...given.before.slice(0, 4), ...given.after.slice(0, 2)];
  const size = sizeOf(given);
  const value = valueInSI(quantity.readings[0]!);
  const isLength = isOf(quantity, "length");
  if (isPhase && isPowerFactor(given, value))
    return { value: acos(value), rule: "phase angle from the power factor" };
  if (isArea && isLength) return areaOf(size, value, question);
  if (!isMade) return null;
  if (slot.conversion === "light" && isLength) {
    const says =
      near.includes("wavelength") ||
      question.tokens.some(({ stem }) => stem === "wavelength" || stem === "light");
    return says ? { value: SPEED_OF_LIGHT / value, rule: "frequency c over the wavelength" } : null;
  }
  if (slot.isThermalEnergy && isOf(quantity, "energy"))
    return { value: value / BOLTZMANN, rule: "temperature from the energy k T" };
  if (slot.about.includes("pole pair") && !quantity.hasUnit && isPoles(given))
    return { value: value / 2, rule: "pairs of poles from the poles" };
  if (slot.quantity === "angular_frequency" && /Hz$|hertz$/i.test(quantity.readings[0]!.unit.text))
    return { value: TWO_PI * value, rule: "angular frequency 2 pi times the frequency" };
  if (isOfMolecule(slot.property) && isOf(quantity, "molar_mass"))
    return { value: value / AVOGADRO, rule: "mass of a particle from the molar mass" };
  if (slot.quantity === "radius" && isLength && size === "diameter")
    return { value: value / 2, rule: "radius from the diameter" };
  if (slot.quantity === "diameter" && isLength && size === "radius")
    return { value: value * 2, rule: "diameter from the radius" };
  if (slot.quantity === "standard_gravitational_parameter" && isOf(quantity, "mass"))
    return { value: GRAVITATION * value, rule: "gravitational parameter G times the mass" };
  return null;
}

const TIMES_IN =
  /\b(?:times|cycles|oscillations|vibrations|swings|strokes)\s+(?:a|per|each|every)\s/iu;

/** `10 times per second`, as it is put together: the noun behind the unit. */
const TIMES_BEHIND = /^\s+(?:times|cycles|oscillations|vibrations|swings|strokes)\b/iu;

/** `3 times a second` counts whole turns. */
function isOfTimes({ span }: Given, { text }: Question): boolean {
  return TIMES_IN.test(text.slice(...span.at)) || TIMES_BEHIND.test(text.slice(span.at[1]));
}

const ROUND = new RegExp(
  String.raw`\b(?:wires?|cables?|rods?|pipes?|tubes?|hoses?|cylinders?|cylindrical|circular|round|discs?|disks?|` +
    String.raw`pistons?|nozzles?|bolts?|ropes?|strings?|shafts?|columns?|conductors?)\b`,
  "i",
);
const NOT_FULL =
  /\b(?:outer|outside|inner|wall|walls|hollow|thick|thickness|square|rectangular)\b/i;

/** The cross-section of what is round and full, from its diameter or its radius. */
function areaOf(
  size: Size | null,
  value: number,
  { text }: Question,
): { readonly value: number; readonly rule: string } | null {
  if (!ROUND.test(text) || NOT_FULL.test(text)) return null;
  if (size === "diameter")
    return { value: (TWO_PI * value * value) / 8, rule: "cross-section from the diameter" };
  if (size === "radius")
    return { value: (TWO_PI * value * value) / 2, rule: "cross-section from the radius" };
  return null;
}

const [POWER, FACTOR] = ["power", "factor"].map(lawStem);

/** `power factor 0.85`, `0.85 power factor`, `pf 0.85` */
function isPowerFactor({ after, before }: Given, value: number): boolean {
  const isSaid = (stems: readonly string[]): boolean =>
    stems.some((stem, i) => stem === "pf" || (stem === FACTOR && stems[i + 1] === POWER));
  if (value <= 0 || value > 1) return false;
  return isSaid(before.slice(0, 4)) || isSaid(after.slice(0, 2).reverse());
}

/** `4-pole`, `6 poles`, but not `2 pole pairs`. */
export function isPoles({ after, before }: Given): boolean {
  if (after[0] === "pole") return after[1] !== "pair";
  return before[0] === "pole" || (before[0] === "of" && before[1] === "pole");
}

/** Momentum from the mass and the speed of a slow particle. */
export function productOf(
  slots: readonly LawSlot[],
  given: readonly Given[],
  { named, text }: Question,
): readonly Use[] | "fails" | null {
  const [slot, another] = slots.filter(({ isOptional }) => !isOptional);
  if (slot?.conversion !== "momentum" || another !== undefined) return null;
  const quantities = given.flatMap(({ span }) =>
    span.kind === "value" ? [span.quantities[0]!] : [],
  );
  if (quantities.length !== given.length) return "fails";
  const speeds = quantities.filter((one) => isOf(one, "speed"));
  const masses = quantities.filter((one) => isOf(one, "mass"));
  const body = named.find(({ entity }) => entity.properties.has("mass"));
  const [speed, second] = speeds;
  if (speed === undefined || second !== undefined) return "fails";
  if (speeds.length + masses.length !== quantities.length) return "fails";
  if (masses.length + (body === undefined ? 0 : 1) !== 1) return "fails";
  const mass =
    masses[0] === undefined
      ? body!.entity.properties.get("mass")![0]
      : valueInSI(masses[0].readings[0]!);
  const v = valueInSI(speed.readings[0]!);
  if (Math.abs(v) > SLOW_SHARE * SPEED_OF_LIGHT) return "fails";
  const at = given[0]!.span.at;
  return [
    {
      slot,
      value: mass * v,
      at,
      rule: "momentum mass times speed",
      uncertainty: body === undefined ? null : body.entity.properties.get("mass")![1],
      said: text.slice(...at),
    },
  ];
}

/** A unit of another dimension is no value of the slot: told without making a message of it. */
export function mayMeasure({ hasUnit, readings }: Quantity, { unit }: LawSlot): boolean {
  if (!hasUnit || unit === null) return true;
  return readings.some((reading) => dimensionsEqual(reading.unit.dimension, unit.dimension));
}
