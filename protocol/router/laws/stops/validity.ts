/** Cases that lie outside of a law, told by its inputs or by what the question says of them. */
import { TWO_PI } from "../../../math/constants.js";
import { valueInSI } from "../../../units/quantity/index.js";
import { isOf } from "../filling/conversions.js";
import type { Filled } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { Stop } from "./stop.js";

const DISMISSED_BEFORE = new RegExp(
  String.raw`\b(?:no|not|without|zero|negligible|neglect\w*|ignor\w*|disregard\w*|absence|free|less|nor|any|` +
    String.raw`exclud\w*|forget|apart\s+from|leaving\s+out|leave\s+out|omit\w*|little|in\s+vacuum)\b[^.;,]{0,32}$`,
  "i",
);
const DISMISSED_BEHIND = new RegExp(
  String.raw`^[^.;]{0,32}\b(?:negligible|neglected|ignored|absent|disregarded|zero|nought|left\s+out|omitted|` +
    String.raw`small|not\s+matter|no\s+(?:role|part))\b`,
  "i",
);
const LOSS = /\b(?:friction|(?:air|wind)\s+(?:resistance|drag|friction)|drag)\b/giu;

const COUNTS =
  /^[^.;]{0,40}\b(?:not|never|cannot|can't)\s+(?:be\s+)?(?:neglect|ignor|negligible|disregard|left\s+out)/i;

function isDismissed(text: string, at: number, end: number): boolean {
  if (COUNTS.test(text.slice(end))) return false;
  return DISMISSED_BEFORE.test(text.slice(0, at)) || DISMISSED_BEHIND.test(text.slice(end));
}

/** Whether a law is one with such a loss: air is everywhere, its drag is not. */
function knowsLoss(law: Law, written: string): boolean {
  return lawStems(/\s/.test(written) ? "drag" : written).some((stem) => law.vocabulary.has(stem));
}

/** `with friction`: a law that leaves it out is not meant, nor one without its number. */
export function withLoss({ text }: Question, { filled, profile: { law } }: Reading): Stop | null {
  for (const match of text.matchAll(LOSS)) {
    const [written] = match;
    const end = match.index + written.length;
    if (isDismissed(text, match.index, end)) continue;
    const own = law.slots.find(({ quantity }) => quantity === "friction_coefficient");
    const isGiven =
      "uses" in filled &&
      filled.uses.some(({ score, slot }) => slot === own && score !== undefined);
    const isAsked = filled !== undefined && "target" in filled && filled.target === own;
    const isLacking = own !== undefined && written.toLowerCase() === "friction";
    if (isLacking ? isGiven || isAsked || !own.isOptional : knowsLoss(law, written)) continue;
    if (isLacking && "missing" in filled && filled.missing.includes(own)) continue;
    return {
      at: [match.index, end],
      message: isLacking
        ? "give the coefficient of friction, or say that there is no friction"
        : `"${written}" is left out by ${law.id}; say that it is neglected, or ask for another law`,
      reason: "condition",
    };
  }
  return null;
}

const BEYOND = new RegExp(
  String.raw`\b(?:beyond|past|outside|above|over|exceed(?:s|ed|ing)?)\s+(?:(?:its|the|of)\s+)*(?:range\s+of\s+)?` +
    String.raw`(?:(?:elastic|proportional(?:ity)?|linear|yield|validity)\s+)+(?:limit|range|region|point)?`,
  "i",
);

/** `far beyond its elastic limit`: where a law of small strains does not hold. */
export function beyondLimit({ text }: Question): Stop | null {
  const match = BEYOND.exec(text);
  if (match === null || /\bnot\b[^.;,]{0,16}$/i.test(text.slice(0, match.index))) return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0].trim()}": the law does not hold there`,
    reason: "condition",
  };
}

const FLOATS = /\bfloat(?:s|ed|ing)?\b/i;
const UNDER = new RegExp(
  String.raw`\b(?:immers|submerg|displac|under\s+(?:the\s+)?water|below\s+the\s+surface|complete|whole|` +
    String.raw`entire|full)`,
  "i",
);

/** What floats is in the liquid with a part of its volume. */
export function partImmersed({ text }: Question, { profile: { law } }: Reading): Stop | null {
  if (!law.entry.record.name.startsWith("Archimedes")) return null;
  const match = FLOATS.exec(text);
  if (match === null || UNDER.test(text)) return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}": give the volume that is in the liquid`,
    reason: "condition",
  };
}

const FREEZES = 273.15;
const BOILS = 373.15;
const CELSIUS =
  /([-\u2212]?\d+(?:\.\d+)?)\s*(?:°\s?[Cc]|C|[Dd]eg(?:rees)?\s?[Cc](?:elsius)?|℃|[Dd]egrees\s+[Cc]entigrade)\b/gu;

/** Of two bodies the one that was named last before the number has it. */
function isOfWater(text: string, at: number): boolean {
  const head = text.slice(text.lastIndexOf(". ", at) + 1, at);
  const water = head.toLowerCase().lastIndexOf("water");
  return water >= 0 && !/\b(?:of|an?|the)\s+\p{L}+/iu.test(head.slice(water + "water".length));
}

/** Water that is heated over 100 °C, or cooled below 0 °C, changes its phase in between. */
export function phaseChange({ text }: Question, { profile: { law } }: Reading): Stop | null {
  if (!/\bwater\b/i.test(text) || /\bsteam|vapou?r|pressuri[sz]ed\b/i.test(text)) return null;
  const { equation } = law.entry.record;
  if (!/Delta_T|T_1|T_2/.test(equation) || !/\bc_(?:p|1s)\b|\bc\b/.test(equation)) return null;
  for (const match of text.matchAll(CELSIUS)) {
    const kelvin = Number(match[1]!.replace("\u2212", "-")) + FREEZES;
    const isChange = /\bby\s*$|\b(?:difference|rise|drop)\s+of\s*$/i.test(
      text.slice(0, match.index),
    );
    if (/\bm_2\b/.test(equation) && !isOfWater(text, match.index)) continue;
    if (isChange || (kelvin >= FREEZES && kelvin <= BOILS)) continue;
    return {
      at: [match.index, match.index + match[0].length],
      message: `water is no liquid at ${match[0]} under ordinary pressure; its heat of transition comes on top`,
      reason: "condition",
    };
  }
  return null;
}

/** Above this height the gravity of the ground is wrong by more than a thirtieth. */
const GROUND_HEIGHT_M = 1e5;

function hasOneGravity({ slots }: Law): boolean {
  return slots.some(({ property }) => property === "gravity");
}

/** A height of thousands of kilometres, in a law with one gravity. */
export function farFromGround(
  { text }: Question,
  { filled, profile: { law } }: Reading,
): Stop | null {
  if (!("uses" in filled) || !hasOneGravity(law)) return null;
  for (const { at, score, slot, value } of filled.uses) {
    if (score === undefined || slot.quantity !== "height" || value <= GROUND_HEIGHT_M) continue;
    return {
      at,
      message: `over "${text.slice(...at)}" gravity is not the same; ${law.id} is a law near the ground`,
      reason: "condition",
    };
  }
  return null;
}

/** `straight up at 15 km/s`: the height that comes of it, or the flat ground that it flies over, is none. */
function endsFarFromGround(law: Law, { target }: Filled, value: number): boolean {
  const { domain } = law.entry.record;
  const isOfGround =
    target.quantity === "height" || (domain === "kinematics" && target.quantity === "distance");
  return isOfGround && hasOneGravity(law) && Math.abs(value) > GROUND_HEIGHT_M;
}

/** What the value shows of the case: it lies outside of the law. */
export function outsideByValue(
  question: Question,
  law: Law,
  filled: Filled,
  value: number,
): Stop | null {
  if (!endsFarFromGround(law, filled, value)) return tooFast(question, law, filled, value);
  return {
    at: [0, question.text.length],
    message: `${law.id} is a law near the ground, and these inputs lead so far that gravity is not the same`,
    reason: "condition",
  };
}

/** Rough densities in kg/m^3, for an order of magnitude. */
const FLUIDS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:sea)?water\b/i, 1000],
  [/\bair\b/i, 1.2],
  [/\b(?:oil|petrol|alcohol|ethanol)\b/i, 800],
  [/\bblood\b/i, 1060],
  [/\b(?:glycer\w+|honey|syrup)\b/i, 1300],
];

/** Of what is not named: no common fluid is lighter than air. */
const LEAST_DENSITY = 1.2;

type Values = (name: string) => number;
/** The Reynolds number of a slow flow and its greatest value, by the law's id. */
const SLOW: ReadonlyMap<string, readonly [number, (of: Values, density: number) => number]> =
  new Map([
    ["FL8", [2300, (of, rho) => (4 * rho * of("Q")) / (TWO_PI * of("r_p") * of("mu_d"))]],
    ["FL13", [1, (of, rho) => (2 * rho * of("v") * of("r_s")) / of("mu_d")]],
    ["FL14", [1, (of, rho) => (2 * rho * of("v_s") * of("r_s")) / of("mu_d")]],
  ]);
/** The edge is not sharp. */
const EDGE = 1.2;

/** Laws of laminar flow, where the flow of these inputs is turbulent. */
function tooFast(
  { given, text }: Question,
  law: Law,
  { target, uses }: Filled,
  value: number,
): Stop | null {
  const slow = SLOW.get(law.id);
  if (slow === undefined) return null;
  const own = uses.find(({ slot }) => slot.name === "rho_f")?.value;
  const said = given.flatMap(({ span }) => span.quantities).find((one) => isOf(one, "density"));
  const density =
    own ??
    (said === undefined
      ? (FLUIDS.find(([fluid]) => fluid.test(text))?.[1] ?? LEAST_DENSITY)
      : valueInSI(said.readings[0]!));
  const of = (name: string): number =>
    name === target.name
      ? value
      : (uses.find(({ slot }) => slot.name === name)?.value ?? Number.NaN);
  const [greatest, reynolds] = slow;
  const number = reynolds(of, density);
  if (!(Math.abs(number) > EDGE * greatest)) return null;
  return {
    at: [0, text.length],
    message: `${law.id} is a law of slow flow; here the Reynolds number is over ${greatest}`,
    reason: "condition",
  };
}
