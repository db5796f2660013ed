/** What a question says of itself: what is not known, how many there are, that a change is asked for. */
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import { MEDIA, type Law } from "../lexicon/lexicon.js";
import { isStart } from "../filling/pairs.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import { isElsewhere } from "../filling/stated.js";
import { stop, type Stop } from "./stop.js";

const NOT_KNOWN = new RegExp(
  String.raw`\bwhether\b|\b(?:unclear|unspecified|unstated|silent|ambiguous|illegible|smudged|unreadable)\b|` +
    String.raw`\b(?:is|are|was|were)\s+(?:not|nowhere)\s+(?:known|given|stated|said|specified|recorded|` +
    String.raw`mentioned|legible|readable)\b|\bit\s+is\s+unknown\b|` +
    String.raw`\bis\s+not\s+conserved\b|\bchanges?\s+at\s+random\b|` +
    String.raw`\b(?:lies|stands|hangs|is)\s+(?:beside|next\s+to)\b|` +
    String.raw`\b(?:does\s+not|doesn't|do\s+not|don't|cannot|can't)\s+(?:hold|apply)\b`,
  "i",
);

/** `whether it is hollow is not known`: who asks knows that something is missing. */
export function notKnown({ text }: Question): Stop | null {
  const match = NOT_KNOWN.exec(text);
  return match === null
    ? null
    : stop(match, text, "says that something is not known; say what it is", "unknown");
}

const NEARLY = new RegExp(
  String.raw`\bor\b(?<=\d[^.;?]{0,14}or)\s+(?:so|thereabouts|more|less)\b|\bgive\s+or\s+take\b|` +
    String.raw`\bsomewhere\s+(?:around|between|near)\b|\b(?:roughly|about|around)\s+between\b`,
  "i",
);

/** `3 kg or so`: no number is stated. */
export function nearly({ text }: Question): Stop | null {
  const match = NEARLY.exec(text);
  return match === null ? null : stop(match, text, "states no number; say one", "range");
}

const COUNTS: ReadonlyMap<string, number> = new Map(
  "two three four five six seven eight nine ten eleven twelve dozen"
    .split(" ")
    .map((word, i) => [word, word === "dozen" ? 12 : i + 2] as const),
);
const COUNTED = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(${[...COUNTS.keys()].join("|")})\s+(?:[\p{L}-]+\s+){0,3}?([\p{L}]{2,}s)\b`,
  "giu",
);
const ALIKE = /\b(?:each|every|identical|equal|together|jointly|altogether|single)\b/i;

/** `six identical lamps`, `four resistors in parallel`: a law of one lamp is not meant, or nobody can tell. */
export function counted(question: Question, { filled, profile: { law } }: Reading): Stop | null {
  const { given, text } = question;
  const isWired = / in (?:series|parallel)$/.test(law.entry.record.name);
  if (!(isWired || ALIKE.test(text)) || !("uses" in filled)) return null;
  for (const match of text.matchAll(COUNTED)) {
    const count = COUNTS.get(match[1]!.toLowerCase())!;
    const start = match.index;
    if (given.some(({ span: { at } }) => at[0] <= start && start < at[1])) continue;
    if (law.vocabulary.has(lawStem(match[1]!)) || isCountedBy(law, count)) continue;
    if (filled.uses.some(({ at, value }) => at[0] === start && value === count)) continue;
    return stop(
      match,
      text,
      `is a count that ${law.id} does not take; ask for one, or say all`,
      "count",
    );
  }
  return null;
}

/** A law of so many things alike: two masses, three resistances. */
function isCountedBy(law: Law, count: number): boolean {
  const kinds = new Map<string, number>();
  for (const { quantity } of law.slots) kinds.set(quantity, (kinds.get(quantity) ?? 0) + 1);
  return [...kinds.values()].some((n) => n >= count);
}

const BY_HOW_MUCH = new RegExp(
  String.raw`\bby\s+how\s+(?:much|many|far)\b|\bhow\s+much\s+(?:faster|slower|higher|lower|longer|shorter|hotter|` +
    String.raw`colder|warmer|cooler|heavier|lighter|more|less)\b`,
  "i",
);
/** `By how much does the speed grow`: the change of a quantity, and not the quantity. */
export function byHowMuch({ text }: Question, { profile: { law }, target }: Reading): Stop | null {
  const match = BY_HOW_MUCH.exec(text);
  if (match === null) return null;
  // A law with a value to begin from gives the value reached.
  const isFrom = law.slots.some((slot) => isStart(slot) && slot.quantity === target.quantity);
  if (!isFrom) return null;
  return stop(match, text, `asks for a change; ${law.id} gives ${target.about}`, "change");
}

const LOSES = /\bhow\s+much\b[^.?!]*\b(?:los[et]s?|losing)\b/i;

/** `How much energy does it lose`: a law of a change counts what is gained. */
export function isLossOfChange(
  { text }: Question,
  { profile: { law }, target }: Reading,
): Stop | null {
  const match = LOSES.exec(text);
  if (match === null || !target.isResult || !/\bchange\b/i.test(law.entry.record.name)) return null;
  return stop(match, text, `asks for a loss; ${law.id} counts what is gained`, "change");
}

const ROLLS = new RegExp(
  String.raw`\broll(?:s|ing|ed)?\b[^.?;]*\bwithout\s+(?:any\s+)?(?:slip|slid)|\bspherical\s+shell|\bthin\s+shell|` +
    String.raw`\b(?:lift|elevator)\b[^.?;]*\b(?:ac|de)celerat`,
  "i",
);

/** A molar mass of atoms, and an amount of molecules: how many are in one is not said. */
export function mixed({ text }: Question, { profile: { law } }: Reading): Stop | null {
  if (!law.slots.some(({ quantity }) => quantity === "molar_mass")) return null;
  const match = /\batoms?\b.*\bmolecules?\b|\bmolecules?\b.*\batoms?\b/is.exec(text);
  return match === null
    ? null
    : stop(match, text, "speaks of atoms and of molecules; say which the molar mass is of", "word");
}

/** `a 100 % slope`: a share is no angle. */
export function shareOfAngle({ given, text }: Question, { filled }: Reading): Stop | null {
  if (!("uses" in filled)) return null;
  for (const { at, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || slot.unit?.text !== "rad") continue;
    const written = text.slice(...at);
    if (!/%|percent|per cent/i.test(written)) continue;
    return { at, message: `"${written}" is no angle; give the angle itself`, reason: "unit" };
  }
  return null;
}

const FROM_SURFACE = new RegExp(
  String.raw`^\s*(?:with|to|from|above|measured\s+from|relative\s+to)\s+the\s+(?:(?!normal)[a-z]+\s+){0,2}?` +
    String.raw`(?:surface|interface|boundary|face|plane)\b`,
  "i",
);

/** `30° with the surface`: laws of rays count angles from the normal. */
export function fromSurface({ given, text }: Question, reading: Reading): Stop | null {
  const { filled, profile } = reading;
  const isOptical = profile.law.slots.some(({ property }) => property === "refractive_index");
  if (!isOptical || !("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    if (score === undefined || slot.unit?.text !== "rad") continue;
    if (!given.some(({ span }) => span.at === at) || !FROM_SURFACE.test(text.slice(at[1])))
      continue;
    return {
      at,
      message: `"${text.slice(...at)}" is counted from the surface; give the angle from the normal`,
      reason: "word",
    };
  }
  return null;
}

const WAVE_SHAPE = /\b(?:square|rectangular)[\s-]+waves?\b|\b(?:half|full)-wave\b|\brectified\b/i;

/** The laws of alternating current are about sines. */
export function otherWave({ text }: Question, { profile: { law } }: Reading): Stop | null {
  const match = WAVE_SHAPE.exec(text);
  if (match === null || /square wave|rectif/i.test(law.entry.record.name)) return null;
  return stop(match, text, `is no case of ${law.entry.record.name}`, "word");
}

const MEDIUM_AROUND = new RegExp(
  String.raw`\b(?:in|under|through|inside|filled\s+with)\s+(?:\w+\s+)?` +
    String.raw`(?:water|oil|glycerine?|alcohol|ethanol|glass|mica|paper|teflon)\b`,
  "i",
);

/** Standard gravity within a law on another planet, and a law of empty space in a medium. */
export function otherPlace(question: Question, { profile: { law } }: Reading): Stop | null {
  const { equation } = law.entry.record;
  if (/\bg_n\b/.test(equation) && isElsewhere(question)) {
    return {
      at: [0, question.text.length],
      message: `${law.id} is a law of the ground of the Earth`,
      reason: "word",
    };
  }
  const match = MEDIUM_AROUND.exec(question.text);
  const isEmpty = /\b(?:eps_0|epsilon_0|k_e)\b/.test(equation);
  if (match === null || !isEmpty || law.slots.some(({ quantity }) => MEDIA.has(quantity)))
    return null;
  return stop(match, question.text, `is a medium; ${law.id} is a law of empty space`, "word");
}

const CASES: ReadonlySet<string> = new Set(lawStems("roll rolls rolling shell lift elevator"));

/** A way of moving or a shape that another law is about. */
export function otherCase({ text }: Question, { profile: { law } }: Reading): Stop | null {
  const match = ROLLS.exec(text);
  if (match === null) return null;
  const stems = lawStems(match[0]).filter((stem) => CASES.has(stem));
  if (stems.some((stem) => law.vocabulary.has(stem))) return null;
  return stop(match, text, `is no case of ${law.entry.record.name}`, "word");
}
