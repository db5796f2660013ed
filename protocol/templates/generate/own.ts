/** A template is taken only where what it watches, and the order of its limit, are the sentence's. */
import { dimensionsEqual, parseUnit } from "../../units/index.js";
import { stemOf, wordsOf } from "../../search/wordSearch.js";
import type { Template } from "../template.js";
import { isKind, kindAtEnd } from "./kinds.js";
import type { Kind } from "./kinds.js";
import { isContent } from "./measured.js";
import type { Reading } from "./reading.js";
import type { Fitted } from "./slots.js";
import type { Quantity } from "./spans/spanTypes.js";

/** A limit is of the template's order within this factor of its default. */
const ORDER = 30;
/** Degrees that a limit on a scale with a zero of its own may be off its default. */
const OFF_K = 150;
/** Of the subject's words, the share that stand in what the template watches. */
const SHARE = 0.5;

/** Where a content is read, an instrument stands. */
const READ_THERE = /[a-z] (?:at|in|inside) (?:the |an? |my |our |[a-z]+ \d)/u;

const stemsOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));

/** Words by which a template is known, without those of other people, and of what it is computed from. */
function ownStems({ name, signal, slug, synonyms }: Template): ReadonlySet<string> {
  const watched = signal.replace(/,? (?:computed )?from .*$/u, "");
  return stemsOf([name, slug, watched, ...synonyms].join(" "));
}

/** @param reading with a limit; other sentences are chosen by their words alone */
export function isOwn(
  template: Template,
  { limit, phrase, rate, silence, subject, text }: Reading,
): boolean {
  const words = subject.flatMap(wordsOf);
  const own = ownStems(template);
  const matched = words.filter((word) => own.has(stemOf(word)));
  // A quantity by itself is nobody's own.
  const special = matched.filter((word) => !isKind(word));
  const isSaid = limit !== null || rate !== null || silence !== null;
  if (special.length < (isSaid ? 1 : 2)) return false;
  if (limit === null) return true;
  // One word is a template's own where that word alone is what it is called by.
  if (words.length === 1 && !template.synonyms.some((one) => sameWord(one, words[0]!)))
    return false;
  const kind = kindAtEnd(words);
  const isOther = kind !== null && !wordsOf(kind.noun).every((word) => own.has(stemOf(word)));
  if (isOther || matched.length < SHARE * words.length) return false;
  return (
    !isInput(template, words) &&
    !isSupposed(template, phrase.ok ? kindAtEnd(phrase.head) : null, special.length) &&
    !(kind === null && limit.values.every(isReadUnit) && !isWatched(template)) &&
    !(limit.values.every(isContent) && READ_THERE.test(text.toLowerCase()) && !isWatched(template))
  );
}

/** Quantities that an instrument reads: a program that computes one supposes what else it is of. */
const READ = new RegExp(
  "^(?:temperature|(?:differential |blood |(?:mean )?arterial )?pressure|flow(?: rate)?|voltage|current" +
    "|level|(?:water|tank|fill) level|wind|gust|velocity|acceleration|vibration|dissolved oxygen" +
    "|distance|speed|(?:wind|rotor|rotation|shaft) speed|weight|mass|humidity|relative humidity" +
    "|frequency" +
    "|conductivity|density|ph|moisture|altitude|height|depth|thickness|illuminance|angle|tilt)$",
  "u",
);

/** Units of what an instrument reads, where no noun says what it is: 5 bar in the receiver. */
const READ_UNITS = ["Pa"].map((text) => {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(read.message);
  return read.dimension;
});

function isReadUnit({ dimension }: Quantity): boolean {
  return READ_UNITS.some((one) => dimensionsEqual(one, dimension));
}

/** Read as well, where but one word of the sentence is the template's. */
const LOST = /^pressure (?:loss|drop)$/u;

/** The sentence names what an instrument reads, and the template computes it from other readings. */
function isSupposed(template: Template, kind: Kind | null, special: number): boolean {
  if (kind === null) return false;
  const isRead =
    READ.test(kind.noun.replace(/(?<=[^s])s$/u, "")) || (LOST.test(kind.noun) && special < 2);
  return isRead && !isWatched(template);
}

/** Its readings are compared as they come, or over a window. */
function isWatched({ slots, trigger }: Template): boolean {
  return isPlainly(slots) || trigger.type === "on-aggregate";
}

function isPlainly({ value }: Template["slots"]): boolean {
  return typeof value === "string" && /^(?:input\.\w+|agg\.value)$/u.test(value);
}

function sameWord(synonym: string, word: string): boolean {
  const own = wordsOf(synonym);
  return own.length === 1 && stemOf(own[0]!) === stemOf(word);
}

/** The sentence's reading is what the template computes from, and not what it watches. */
function isInput({ inputs, slots }: Template, words: readonly string[]): boolean {
  return Object.entries(inputs).some(([name, { about }]) => {
    const stems = stemsOf(about);
    const isNamed = words.every((word) => stems.has(stemOf(word)));
    return isNamed && !Object.values(slots).includes(`input.${name}`);
  });
}

/** @param fit of the template, with the sentence's numbers in its units */
export function isOwnOrder({ params }: Template, { filled }: Fitted): boolean {
  return filled.every(({ slot, value }) => {
    const param = params[slot];
    if (param === undefined || param.default === 0 || value === 0) return true;
    const unit = parseUnit(param.unit ?? "1");
    if (unit.ok && unit.offset !== undefined) return Math.abs(value - param.default) <= OFF_K;
    const ratio = value / param.default;
    return ratio >= 1 / ORDER && ratio <= ORDER;
  });
}
