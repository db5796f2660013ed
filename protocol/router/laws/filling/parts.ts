/**
 * Numbers that are of another part, moment or whole than the input: a peak, a total, a distance of
 * surfaces, a final temperature. Such a number is no input, however well its unit fits.
 */
import { keepingFew } from "../../../once.js";
import { dimensionsEqual, quantityDimension } from "../../../units/index.js";
import { mayMeasure, sizeOf } from "./conversions.js";
import { NEUTRAL, lawStems } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { isStart, isStop } from "./pairs.js";
import { perNumber } from "./perNumber.js";
import type { Given, Question } from "../reading/reading.js";
import { rootOf } from "../lexicon/roots.js";
import { isBehindSurface } from "./direction.js";

/** Whether the words around a number say that it is something else than this input. */
export function isOtherPart(law: Law, slot: LawSlot, given: Given, question: Question): boolean {
  return (
    isSized(slot, given) ||
    isNamedPart(slot, given) ||
    isPeakToPeak(slot, given, question) ||
    isWinding(slot, given, question) ||
    isTotal(law, slot, given, question) ||
    isGap(slot, given) ||
    isTemperatureReached(slot, given, question.text) ||
    isReached(slot, given, question) ||
    isRise(law, slot, given) ||
    isAngleForShare(slot, given, question) ||
    isOwnAcceleration(slot, given) ||
    isBehindSurface(slot, given, question) ||
    isAskedItself(law, slot, given, question)
  );
}

/** A diameter is no radius, and a radius no diameter. */
function isSized(slot: LawSlot, given: Given): boolean {
  const said = sizeOf(given);
  return (
    (said === "diameter" && slot.quantity === "radius") ||
    (said === "radius" && (slot.quantity === "diameter" || /characteristic/.test(slot.about)))
  );
}

/** A circumference is no radius, a thickness no distance, a peak no effective value. */
const PARTS: ReadonlySet<string> = new Set(
  lawStems("circumference perimeter girth chord diagonal thick thickness tread arc focal tall"),
);
/** What swings has a peak and an effective value. */
const PEAKS: ReadonlySet<string> = new Set(lawStems("peak crest rms"));
const SWINGS = /voltage|current|field|pressure|power/;

/** `a full apex angle` is no angle from the axis. */
const WHOLE_ANGLE = new Set(lawStems("apex full opening vertex"));

const partsNear = keepingFew(({ after, before }: Given) =>
  [...before.slice(0, 3), ...after.slice(0, 1)].filter(
    (stem) => PARTS.has(stem) || PEAKS.has(stem),
  ),
);

function isNamedPart(slot: LawSlot, given: Given): boolean {
  const { before } = given;
  if (slot.unit?.text === "rad" && before.slice(0, 4).some((stem) => WHOLE_ANGLE.has(stem)))
    return !before.slice(0, 4).some((stem) => WHOLE_ANGLE.has(stem) && isKnownTo(slot, stem));
  const near = partsNear(given).find(
    (stem) =>
      (PARTS.has(stem) && isLength(slot)) || (PEAKS.has(stem) && SWINGS.test(slot.quantity)),
  );
  if (near === undefined || isKnownTo(slot, near)) return false;
  return !/amplitude|peak|greatest|maximum/.test(slot.about);
}

/** `10 m thick with a density of`: what is thick is no density. */
function isLength({ unit }: LawSlot): boolean {
  return unit !== null && dimensionsEqual(unit.dimension, LENGTH);
}

const LENGTH = quantityDimension("length")!;

const PEAK_TO_PEAK = String.raw`(?:peak[\s-]+to[\s-]+peak|p-?p)`;
const PEAK_TO_PEAK_BEHIND = new RegExp(String.raw`^\s*,?\s*${PEAK_TO_PEAK}\b`, "i");
const PEAK_TO_PEAK_BEFORE = new RegExp(String.raw`\b${PEAK_TO_PEAK}\s+(?:[\p{L}]+\s+){0,3}$`, "iu");

/** From crest to trough is twice the peak. */
function isPeakToPeak(slot: LawSlot, given: Given, { text }: Question): boolean {
  return saysPeakToPeak(given, text) && !slot.about.includes("peak-to-peak");
}

const saysPeakToPeak = perNumber(
  ({ span }, text) =>
    PEAK_TO_PEAK_BEHIND.test(text.slice(span.at[1])) ||
    PEAK_TO_PEAK_BEFORE.test(justBefore(text, span.at[0])),
);

/** A phase angle is no power factor. */
function isAngleForShare(slot: LawSlot, { span }: Given, { text }: Question): boolean {
  const [quantity] = span.quantities;
  if (slot.unit?.text !== "1" || quantity?.hasUnit !== true || span.name !== null) return false;
  if (quantity.readings[0]!.unit.dimension.angle === 0 || /angle|phase/.test(slot.quantity))
    return false;
  // Turns and cycles are counted, too.
  return !/\b(?:turns?|cycles?|rev(?:olution)?s?)$/i.test(text.slice(...span.at));
}

const WOUND = /\b(?:coils?|solenoids?|windings?|wound|loops?|transformers?|inductors?|toroids?)\b/i;

/** `a coil of 100 turns`: the turns of a wire are no angle. */
function isWinding({ unit }: LawSlot, { span }: Given, { text }: Question): boolean {
  return unit?.text === "rad" && /\bturns?$/i.test(text.slice(...span.at)) && WOUND.test(text);
}

function isKnownTo(slot: LawSlot, stem: string): boolean {
  return slot.words.has(stem) || [...slot.words].some((own) => rootOf(own) === rootOf(stem));
}

/** A pattern that ends at a number has no more characters than these. */
const BEFORE_CHARS = 48;

function justBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - BEFORE_CHARS), at);
}

const TOTAL = new RegExp(
  String.raw`\b(?:total|overall|combined)(?:\s+(?:\w+\s+){0,2}(?:of|is|are|=|:))?\s*$|` +
    String.raw`\b(?:together|jointly|altogether)\s+(?:have|has|had|is|are|give|gives|gave|make|makes|made|` +
    String.raw`weighs?|draws?|measures?|amounts?\s+to|of|come\s+to)\s*$`,
  "i",
);

/** `together have 10 ohm`: of two resistances alike it is neither. */
function isTotal(law: Law, slot: LawSlot, given: Given, question: Question): boolean {
  const { asked, lead, text } = question;
  const match = totalBefore(given, text);
  if (match === null || slot.isResult || slot.about.includes("total")) return false;
  if (!law.slots.some((one) => one !== slot && one.quantity === slot.quantity)) return false;
  const said = lawStems(match[0]);
  return !(asked ?? lead).some((stem) => said.includes(stem));
}

const totalBefore = perNumber(({ span }, text) => TOTAL.exec(justBefore(text, span.at[0])));

const BETWEEN =
  /distance|separation|spacing|between|pitch|period|gap|length|apart|wavelength|width|fringe/;

/** `20 cm apart` is a distance between two things. */
function isGap(slot: LawSlot, { after }: Given): boolean {
  return (
    slot.unit?.text === "m" &&
    after[0] === "apart" &&
    !BETWEEN.test(`${slot.about} ${slot.quantity}`)
  );
}

const DIFFERENCES: ReadonlySet<string> = new Set(
  lawStems(
    "difference change rise increase drop decrease fall gradient warmer cooler hotter colder",
  ),
);
const REACHED: ReadonlySet<string> = new Set(["to", "at", "from", "into", "reaches", "until"]);
const GOES_TO = new RegExp(
  String.raw`\b(?:rises?|rose|risen|rising|increase[sd]?|increasing|drops?|dropped|falls?|fell|fallen|` +
    String.raw`decrease[sd]?)\s+to\s*$`,
  "i",
);

/** `to 80 degC` is where it ends and not how far it rose. */
function isTemperatureReached(
  slot: LawSlot,
  { after, before, preposition, span }: Given,
  text: string,
): boolean {
  if (!slot.isDifference || slot.unit?.text !== "K" || span.isDifference) return false;
  if (span.name !== null || preposition === null || !REACHED.has(preposition)) return false;
  if (GOES_TO.test(justBefore(text, span.at[0]))) return true;
  return ![...before.slice(0, 5), ...after.slice(0, 2)].some((stem) => DIFFERENCES.has(stem));
}

/** `warmer by 50 K`, `compressed by 1 L`: a change is neither the value before nor the one after. */
function isRise(law: Law, slot: LawSlot, { preposition, span }: Given): boolean {
  if (slot.isDifference) return false;
  if (span.isDifference && slot.quantity.includes("temperature")) return true;
  if (preposition !== "by") return false;
  return [...law.slots, law.result].some(
    (one) =>
      one !== slot &&
      one.quantity === slot.quantity &&
      ((isStart(slot) && isStop(one)) || (isStop(slot) && isStart(one))),
  );
}

const DOWN_TO =
  /\b(?:down|slow(?:ed|s|ing)?|drop(?:ped|s)?|fell|falls?|fallen|reduced|sunk|sinks?)\s+to\s*$/i;

/** `has come down to 10 m/s` is where it ended, and not where it began. */
function isReached(slot: LawSlot, given: Given, { text }: Question): boolean {
  return !slot.isResult && isDownTo(given, text) && !isStop(slot);
}

const isDownTo = perNumber(({ span }, text) => DOWN_TO.test(justBefore(text, span.at[0])));

const ACCELERATES = /^(?:ac|de)celer/;
const GRAVITY: ReadonlySet<string> = new Set(
  lawStems("gravity gravitational gravitation free fall g weight"),
);

/** A lift that accelerates does not change the gravity of its place. */
function isOwnAcceleration(slot: LawSlot, { after, before, span }: Given): boolean {
  if (slot.property !== "gravity" || span.name !== null) return false;
  const near = [...before.slice(0, 5), ...after.slice(0, 2)];
  return near.some((stem) => ACCELERATES.test(stem)) && !near.some((stem) => GRAVITY.has(stem));
}

/** `overshoot 15 %`: a number right behind the name of the result is its value, and no input's. */
function isAskedItself(
  law: Law,
  slot: LawSlot,
  { before, span }: Given,
  { asked, lead, text }: Question,
): boolean {
  const { result } = law;
  const [quantity] = span.quantities;
  if (slot.isResult || span.name !== null || quantity === undefined) return false;
  if (!mayMeasure(quantity, result)) return false;
  if (isOfResult(law, slot, before, asked ?? lead)) return true;
  const [word, ...others] = before.slice(0, 3).filter((stem) => stem !== "of" && stem !== "is");
  if (word === undefined || NEUTRAL.has(word) || !result.words.has(word)) return false;
  if (asked === null && lead.includes(word)) return false;
  const isOwn = (stem: string): boolean =>
    isKnownTo(slot, stem) || slot.roots.has(rootOf(stem)) || slot.made.has(stem);
  if (isOwn(word) || others.some((stem) => !NEUTRAL.has(stem) && isOwn(stem))) return false;
  // A mark between the two parts them, and so does what asks before it.
  const head = text.slice(0, span.at[0]);
  if (/[,;:.?!(]\s*$/.test(head)) return false;
  return !/\b(?:what|which|how|find|calculate|compute|determine)\b[^,;:.?!]*$/i.test(head);
}

const NAMED_NEAR = 6;

/** `terminal voltage of the battery is 11 V`: the result's own name in two words, and no input's. */
function isOfResult(
  { result, slots }: Law,
  slot: LawSlot,
  before: readonly string[],
  asked: readonly string[],
): boolean {
  const near = before.slice(0, NAMED_NEAR);
  const isOnlyOfResult = (stem: string): boolean =>
    !NEUTRAL.has(stem) && result.words.has(stem) && slots.every((one) => !one.words.has(stem));
  const at = near.findIndex(
    (stem, i) => isOnlyOfResult(stem) && result.words.has(near[i - 1] ?? ""),
  );
  if (at < 0 || asked.includes(near[at]!)) return false;
  return !near.some((stem) => slot.words.has(stem) && !result.words.has(stem));
}
