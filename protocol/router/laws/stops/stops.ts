/** What stops a question whatever its law: a number or a word that would be passed over. */
import { isDimensionless, isUnit } from "../../../units/index.js";
import { charging, severalAlike } from "./beyond.js";
import {
  askedGiven,
  byHowMuch,
  counted,
  elsewhere,
  compared,
  fromSurface,
  isLossOfChange,
  gone,
  mixed,
  nearly,
  notKnown,
  otherCase,
  otherMirror,
  otherPlace,
  otherWave,
  shareOfAngle,
} from "./doubts.js";
import { isOf } from "../filling/conversions.js";
import { isOfNone } from "../filling/none.js";
import { isNumberOf } from "../filling/stated.js";
import { entities } from "../lexicon/entities.js";
import {
  CHANGES,
  CONDITIONS,
  BODIES,
  NEUTRAL,
  OPINIONS,
  PLAIN,
  QUANTITY_STEMS,
  THINGS,
  lawStem,
  lawStems,
} from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Given, Question } from "../reading/reading.js";
import { stepsIn } from "../reading/steps.js";
import type { Use } from "../filling/fillTypes.js";
import type { Reading } from "../filling/readings.js";
import { PLACE } from "../lexicon/profile.js";
import { rootOf } from "../lexicon/roots.js";
import { isWordName } from "../filling/options.js";
import { askedInput, fromVertical, saidByAsked, thrownAtFirst, towardsOrAway } from "./sense.js";
import { otherQuantity } from "./otherQuantity.js";
import { heatForWork, noSpin, offLine, valueOfFunction } from "./ofNumbers.js";
import { concaveOrConvex, radiusOrDiameter, unsignedRadii } from "./shapes.js";
import type { Stop } from "./stop.js";
import { wholeForChange } from "./wholes.js";
import { beyondLimit, farFromGround, partImmersed, phaseChange, withLoss } from "./validity.js";
import { askedFor, isInUnit } from "../askedKind.js";
import { type Said } from "../questionRoots.js";

type Check = (question: Question, reading: Reading, said: Said) => Stop | null;

export function stopIn(question: Question, reading: Reading, said: Said): Stop | null {
  for (const check of CHECKS) {
    const stop = check(question, reading, said);
    if (stop !== null) return stop;
  }
  return null;
}

/** A range, a bound, a negated or a changed number states no value. */
const unreadNumber: Check = ({ given, text }, { filled }) => {
  const used = new Set("uses" in filled ? filled.uses.map(({ at }) => at) : []);
  const one = given.find(({ span }) => span.kind !== "value" && !used.has(span.at));
  if (one === undefined) return null;
  const { span } = one;
  const written = text.slice(...span.at);
  return {
    at: span.at,
    message: `"${written}": ${span.message ?? "it cannot be read whole"}`,
    reason: span.kind,
  };
};

/** `2..3 kg`: digits that no number took. */
const unreadDigits: Check = ({ text: all, tokens, wanted }) => {
  const one = tokens.find(
    ({ at, text }) =>
      /^\d/.test(text) &&
      // `cobalt-60` is a name, and `in 1/cm` a unit.
      !/[\p{L}][-\u2011]$/u.test(all.slice(0, at[0])) &&
      !(wanted !== null && wanted.at[0] <= at[0] && at[1] <= wanted.at[1]),
  );
  if (one === undefined) return null;
  return { at: one.at, message: `"${one.text}" is not read; write name = value`, reason: "unread" };
};

/** `2 foobars`, `3 kg blorps`. */
const unknownBehind: Check = ({ given, text }, { filled, profile }, { isKnownRoot }) => {
  const { law, places } = profile;
  for (const one of given) {
    const { follower } = one.span;
    if (follower === null || isSymbolBehind(given, follower)) continue;
    const stem = lawStem(follower.text);
    if (((places.get(rootOf(stem)) ?? 0) & PLACE.case) !== 0) continue;
    if (isKnownBehind(law, one, stem, filled, isKnownRoot, text)) continue;
    const written = text.slice(one.span.at[0], follower.at[1]);
    return {
      at: [one.span.at[0], follower.at[1]],
      message: `"${written}": "${follower.text}" is no unit and no name that belongs here`,
      reason: "unknown unit",
    };
  }
  return null;
};

/** `LSL 9.95 USL 10.05`: the word behind a number is the symbol of the next one. */
function isSymbolBehind(
  given: readonly Given[],
  follower: NonNullable<Given["span"]["follower"]>,
): boolean {
  return given.some(
    ({ label, span: { at } }) =>
      label === follower.text && at[0] >= follower.at[1] && at[0] - follower.at[1] <= 1,
  );
}

const ENTITY_WORDS: ReadonlySet<string> = new Set(entities.flatMap(({ stems }) => [...stems]));

const TIMES = lawStem("times");
const DONE_BEFORE = new RegExp(String.raw`\b(?:thrown|taken|done|run|drawn|\p{L}+ed)\b`, "iu");

/** Only where the law has one count, and nothing is multiplied. */
function isCountOfTimes(law: Law, { at }: Given["span"], text: string): boolean {
  const sentence =
    text
      .slice(0, at[0])
      .split(/[.;?!]\s/)
      .pop() ?? "";
  if (!DONE_BEFORE.test(sentence) || !/^\s+times\s*(?:[,.;:?!]|and\b|$)/i.test(text.slice(at[1])))
    return false;
  return law.slots.filter(({ name }) => isCount(law, name)).length === 1;
}

function isKnownBehind(
  law: Law,
  { span }: Given,
  stem: string,
  filled: Reading["filled"],
  isKnownRoot: (root: string) => boolean,
  text: string,
): boolean {
  if (NEUTRAL.has(stem) || law.vocabulary.has(stem) || ENTITY_WORDS.has(stem)) return true;
  if (law.adjectives.some(({ stems }) => stems.includes(stem))) return true;
  const [quantity] = span.quantities;
  // `weighed 16 times`: a count of what was done.
  if (stem === TIMES && quantity?.hasUnit === false) return isCountOfTimes(law, span, text);
  const use = "uses" in filled ? filled.uses.find(({ at }) => at === span.at) : undefined;
  if (use !== undefined && isOfNoun(law, use, text)) return true;
  // A number without a unit that is named takes the unit of its input: no word may stand for one.
  if (quantity?.hasUnit === false && use !== undefined && use.slot.unit?.text !== "1") return false;
  const isOrdinary = THINGS.has(stem) || PLAIN.has(stem) || BODIES.has(stem) || COMPARED.has(stem);
  // A bare number that no word gives to its input: the noun behind it would be passed over.
  if (quantity?.hasUnit === false && use !== undefined && isOrdinary && isCount(law, use.slot.name))
    return law.slots.filter(({ name }) => isCount(law, name)).length === 1;
  if (quantity?.hasUnit === false) return isOrdinary && (use?.score ?? 0) > 0;
  return isOrdinary || isKnownRoot(rootOf(stem));
}

const NOUN_BEHIND = /^\s+\p{Ll}+\s+(\p{Ll}+s)(?!\p{L})/u;

/** `1,000,000 inserted elements`: an adjective of what the input counts. */
function isOfNoun(law: Law, { at, slot }: Use, text: string): boolean {
  const noun = NOUN_BEHIND.exec(text.slice(at[1]))?.[1];
  return noun !== undefined && isNumberOf(law, slot) && slot.words.has(lawStem(noun));
}

function isCount({ entry: { record } }: Law, name: string): boolean {
  return record.symbols[name]?.whole === true;
}

/** `v = 3 m/s m/s`: a unit that stands behind everything belongs to nothing. */
const loose: Check = ({ given, text }) => {
  const last = given[given.length - 1];
  if (last === undefined) return null;
  const tail = text.slice(last.span.at[1]);
  if (!/^\s+[\p{L}]{1,4}\/[\p{L}^\d]{1,4}\s*$/u.test(tail) || !isUnit(tail.trim())) return null;
  return {
    at: [last.span.at[1], text.length],
    message: `"${tail.trim()}" belongs to no number`,
    reason: "word",
  };
};

const PER_THING = /^\s+per\s+([a-z]+)/i;
const OR_UNIT = /^\s*\(?\s*or\s+([\p{L}µΩ°]+)/iu;

/** `2 kg per ball`, `2 kg (or lb)`: a quantity that goes on. */
const goesOn: Check = ({ given, text }) => {
  for (const { span } of given) {
    const tail = text.slice(span.at[1]);
    const per = PER_THING.exec(tail)?.[1];
    const or = OR_UNIT.exec(tail)?.[1];
    const isOn = (per !== undefined && !isUnit(per)) || (or !== undefined && isUnit(or));
    if (!isOn) continue;
    const [all = "", unit = ""] = (or === undefined ? PER_THING : OR_UNIT).exec(tail) ?? [];
    const end = span.at[1] + all.length;
    const word = or === undefined ? end - all.trimStart().length : end - unit.length;
    return {
      at: [word, or === undefined ? word + "per".length : end],
      message: `"${text.slice(span.at[0], end)}" is not read whole; give one quantity`,
      reason: "unread",
    };
  }
  return null;
};

const COMPARED: ReadonlySet<string> = new Set(
  lawStems(
    "longer shorter warmer cooler hotter colder higher lower wider deeper thicker heavier " +
      "lighter faster slower later earlier",
  ),
);

/** `in zorks`, at the end. */
const unknownUnit: Check = ({ given, text }, { profile: { law } }) => {
  const match = /\s(?:in|into|as)\s+([a-z]{3,})\s*[?.!]*$/i.exec(text);
  if (match === null || given.length === 0) return null;
  const stem = lawStem(match[1]!);
  if (isUnit(match[1]!) || NEUTRAL.has(stem) || law.vocabulary.has(stem) || ENTITY_WORDS.has(stem))
    return null;
  if (THINGS.has(stem) || PLAIN.has(stem) || BODIES.has(stem)) return null;
  return {
    at: [match.index, text.length],
    message: `"${match[1]!}" is no unit that is known here`,
    reason: "unknown unit",
  };
};

/** The unit that is asked for measures something else. */
const otherUnit: Check = ({ how, text, wanted }, reading, said) => {
  if (isInUnit(reading, said) !== false) return null;
  if (wanted === null && how === "many")
    return {
      at: [0, text.length],
      message: `"how many" asks for a count; ${reading.profile.law.id} gives ${reading.target.about}`,
      reason: "unit",
    };
  if (wanted === null) return null;
  return {
    at: wanted.at,
    message: `nothing of ${reading.profile.law.entry.record.name} is measured in ${wanted.text}`,
    reason: "unit",
  };
};

/** One symbol for two numbers, where the law has no two inputs of that letter. */
const twice: Check = ({ given }, { filled }) => {
  const uses = "uses" in filled ? filled.uses : [];
  for (const { span } of given) {
    if (span.name === null) continue;
    const same = given.filter((one) => one.span.name?.text === span.name!.text);
    if (same.length < 2 || isWordName(span.name.text)) continue;
    const isIndexed = same.every((one) => {
      const use = uses.find(({ at }) => at === one.span.at);
      return (
        use !== undefined &&
        use.slot.name !== span.name!.text &&
        use.slot.name.startsWith(span.name!.text)
      );
    });
    if (!isIndexed)
      return { at: same[1]!.span.at, message: `${span.name.text} is given twice`, reason: "input" };
  }
  return null;
};

const CHANGED = new RegExp(
  String.raw`\b(?:twice|double[ds]?|doubling|triple[ds]?|tripling|thrice|quadruple[ds]?|halve[ds]?|` +
    String.raw`halving|half(?:\s+of)?\s+(?:the|its|as|his|her)|(?:one[- ])?(?:third|quarter|` +
    String.raw`tenth)s?\s+of\s+(?:the|its)|(?:(?:half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|` +
    String.raw`tenth|hundredth)s?\s+of|half)\s+(?=[\d.])|square\s+of|squared|cube\s+of|cubed|root\s+of|` +
    String.raw`ratio\s+of(?!\s*[\d.])|quotient|reciprocal|inverse\s+of|logarithm|derivative|integral\s+of|` +
    String.raw`difference\s+between|sum\s+of|product\s+of|times\s+(?:the|as|its|more|less)|instead\s+of|` +
    String.raw`rather\s+than|increased?s?\s+by\s+[\d.]+\s*%|decreased?s?\s+by\s+[\d.]+\s*%|` +
    String.raw`reduced?s?\s+by\s+[\d.]+\s*%|raised?s?\s+by\s+[\d.]+\s*%|lower(?:ed|s)?\s+by\s+[\d.]+\s*%|` +
    String.raw`except|neither|nor|minus\s+[\d.]+|combined\s+with|in\s+total\s+for|together\s+with)\b`,
  "giu",
);

const SHAPED = /^(?:square|cube)\s+of$/iu;
/** `a cube of ice`, `a 5.0 g cube of sugar`: what has this shape, and no power. */
const A_THING = /(?:\ban?|\d\s?\p{L}{1,3})\s+$/u;

/** `40 times the radius of 7e8 m`, read as one number. */
function isReadWith({ at, kind }: Given["span"], place: number): boolean {
  return kind === "value" && at[0] <= place && place < at[1];
}

/** `twice the mass`, `the ratio of`: words that change a value, of which the law has no name. */
const changed: Check = ({ given, text }, { profile: { law } }) => {
  for (const match of text.matchAll(CHANGED)) {
    const [written] = match;
    if (given.some(({ span }) => isReadWith(span, match.index))) continue;
    if (SHAPED.test(written) && A_THING.test(text.slice(0, match.index))) continue;
    if (lawStems(written).some((stem) => CHANGES.has(stem) && law.vocabulary.has(stem))) continue;
    return {
      at: [match.index, match.index + written.length],
      message: `"${written}" changes a value; give the value after the change`,
      reason: "change",
    };
  }
  return null;
};

const NEGATED = /\b(?:not|never|without|no|none|(?:any|every)thing\s+but)\b|n't\b/giu;
/** What a law leaves out anyway, and turns of speech. */
const HARMLESS = new RegExp(
  String.raw`^(?:\s+(?:any|the|taking|considering|counting|neglecting|accounting\s+for))*\s+(?:(?:air|` +
    String.raw`wind|rolling|external|other|heat|energy|initial|further|additional|significant|appreciable|` +
    String.raw`net|internal|gas|external)\s+)*(?:friction|drag|resistance|losses|loss|lost|air|slipping|` +
    String.raw`slip|sliding|heat|atmosphere|damping|dissipation|reflection|reflections|rotation|spin|` +
    String.raw`tension|viscosity|wind|daughter|daughters|motion\s+of|collisions|absorption|one|matter|idea|` +
    String.raw`load|change|turbulence|interaction|leak|leaks|leakage|acceleration|bounce|touching|include|` +
    String.raw`count|consider|conducting|need|know|magnetic|field|gravity|mass)\b`,
  "iu",
);

/** `not moving`, `without a mass`: what is denied is no input. */
const negated: Check = ({ text }, { filled, profile: { law } }) => {
  for (const match of text.matchAll(NEGATED)) {
    const end = match.index + match[0].length;
    if ("uses" in filled && isOfNone(filled.uses, [match.index, end])) continue;
    const tail = text.slice(match.index + match[0].length);
    const next = lawStems(tail)[0];
    if (next !== undefined && law.title.has(next) && !/^without/i.test(match[0]))
      return denied(match.index, text);
    if (HARMLESS.test(tail)) continue;
    // What has no number of its own denies none.
    if (!/\d/.test(tail.split(/[,;.?!]\s|[?!.]$/)[0] ?? "")) continue;
    return denied(match.index, text);
  }
  return null;
};

function denied(at: number, text: string): Stop {
  const end = at + (/^[\p{L}']+/u.exec(text.slice(at))?.[0].length ?? 1);
  return {
    at: [at, end],
    message: `"${text.slice(at, at + 40).trim()}" says what is not; say what is`,
    reason: "negated",
  };
}

const TAKEN_BACK =
  /\b(?:cross\s+out|disregard|forget|strike|leave\s+out|omit|skip|ignore|delete|drop\s+the)\b[^.;,?]{0,16}\d/i;

/** `cross out the 7 kg` */
const takenBack: Check = ({ text }) => {
  const match = TAKEN_BACK.exec(text);
  return match === null ? null : denied(match.index, text);
};

const AS_SHARE = new RegExp(
  String.raw`\b(?:by\s+(?:how\s+many|what)\s+(?:percent(?:age)?|per\s+cent|factor|%)|` +
    String.raw`how\s+many\s+(?:percent|per\s+cent|times)|what\s+percent(?:age)?)\b`,
  "i",
);

/** `by how many percent`: the change of a quantity, and no quantity. */
const asShare: Check = ({ text }, { target }) => {
  const match = AS_SHARE.exec(text);
  if (match === null || (target.unit !== null && isDimensionless(target.unit.dimension)))
    return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" asks for a share; this law gives ${target.about}`,
    reason: "unit",
  };
};

const THING_BEHIND = /\b(?:in|through|on|across|inside|into|around)\s+(?:an?|the|this|its)\s+$/i;

const THROUGH = /\b(?:through|across|around|in|with|on|inside|of)\s+(?:an?|the|each)\s+$/i;
const THROUGH_CHARS = 24;

/** `pressure 300 K`: a number behind the name of another input. */
const misnamed: Check = ({ given, text }, { filled, profile: { law }, target }) => {
  if (!("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    // It stands alone before the number, as in a list of inputs.
    const ends = given.map(({ span }) => span.at[1]).filter((end) => end <= at[0]);
    const from = Math.max(0, ...ends);
    const head = text.slice(from, at[0]);
    if (from > 0 && !/[,;:(.]/.test(head)) continue;
    // `the current in a 2 H coil`: the number is of the thing behind it.
    if (THING_BEHIND.test(head) && /^\s+\p{L}/u.test(text.slice(at[1]))) continue;
    // `the temperature of 2 kg of water`
    if (/\bof\s+$/i.test(head) && /^\s+of\s+\p{L}/u.test(text.slice(at[1]))) continue;
    const [word, another] = number.before.filter((stem) => !NEUTRAL.has(stem));
    // `the flux through a 200-turn coil`
    if (THROUGH.test(text.slice(Math.max(0, at[0] - THROUGH_CHARS), at[0]))) continue;
    if (word === undefined || another !== undefined || !QUANTITY_STEMS.has(word)) continue;
    const isOther = law.slots.some((one) => one !== target && one.words.has(word));
    if (isKnownTo(slot, word) || isKnownTo(target, word) || !isOther) continue;
    return {
      at,
      message: `"${text.slice(...at)}" stands behind "${word}", which ${law.id} measures otherwise`,
      reason: "dimension",
    };
  }
  return null;
};

const SIZES: ReadonlySet<string> = new Set(
  lawStems("radius diameter circumference wavelength thickness depth height width"),
);

/** `60 m radius`: a number before the name of a size that its input is not. */
const missized: Check = ({ given, text }, { filled, profile: { law }, target }) => {
  if (!("uses" in filled)) return null;
  for (const { at, score, slot } of filled.uses) {
    const number = given.find(({ span }) => span.at === at);
    const word = number?.after[0];
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    if (word === undefined || !SIZES.has(word) || isKnownTo(slot, word)) continue;
    if (isKnownTo(target, word) || !text.slice(at[1]).startsWith(" ")) continue;
    return {
      at,
      message: `"${text.slice(...at)}" is a ${word}, which ${law.id} does not take there`,
      reason: "dimension",
    };
  }
  return null;
};

function isKnownTo({ made, roots, words }: LawSlot, stem: string): boolean {
  return words.has(stem) || made.has(stem) || roots.has(rootOf(stem));
}

/** These change the sign of an acceleration, and nothing else. */
const SLOWING: ReadonlySet<string> = new Set(
  lawStems("decelerate decelerates decelerating deceleration decelerated slows slowing"),
);

/** `rough`, `relativistic`: a condition that the law knows nothing of. */
const condition: Check = ({ given, tokens }, { profile: { law, places } }) => {
  const isSigned = given.some(({ span }) =>
    span.quantities.some((one) => isOf(one, "acceleration")),
  );
  const one = tokens.find(
    ({ stem }, i) =>
      CONDITIONS.has(stem) &&
      // `non-relativistic`
      tokens[i - 1]?.stem !== "non" &&
      !law.vocabulary.has(stem) &&
      !places.has(rootOf(stem)) &&
      (isSigned || !SLOWING.has(stem)),
  );
  if (one === undefined) return null;
  return {
    at: one.at,
    message: `"${one.text}" is no word of ${law.entry.record.name}`,
    reason: "word",
  };
};

const BETWEEN = /\bbetween\s+(?:two|them|both|the\s+two)\b|\beach\s+other\b/i;

/** `between two balls`: a law of one body alone is not meant. */
const pair: Check = ({ text }, { profile: { law } }) => {
  const match = BETWEEN.exec(text);
  if (match === null || law.vocabulary.has("two") || law.vocabulary.has("between")) return null;
  const kinds = law.slots.map(({ quantity }) => quantity);
  if (
    new Set(kinds).size < kinds.length ||
    law.slots.some(({ words }) => words.has("between") || words.has("distance"))
  )
    return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}": ${law.entry.record.name} is a law of one thing alone`,
    reason: "word",
  };
};

/** How people say that parts are in series, or in parallel, without the word. */
const WIRINGS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bin series\b/, /\bend[- ]to[- ]end\b|\bone (?:after|behind) (?:the other|another)\b/i],
  [/\bin parallel\b/, /\bnext to (?:each other|one another)\b|\bacross each other\b/i],
];

/** Why a law is stopped whose case nobody names. */
export const UNSAID = "case";

/** The law of a rod about its end, where no end is named. */
const unsaid: Check = ({ text, tokens }, { profile: { law } }) => {
  if (law.needs.length === 0 || tokens.some(({ stem }) => law.needs.includes(stem))) return null;
  const { name } = law.entry.record;
  if (WIRINGS.some(([wiring, said]) => wiring.test(name) && said.test(text))) return null;
  return {
    at: [0, text.length],
    message: `nothing here says that ${name} is meant; name the case`,
    reason: UNSAID,
  };
};

/** `What a great pendulum`, `the best law`: a judgement. */
const opinion: Check = ({ asked, head, lead, tokens }, reading, said) => {
  const { law } = reading.profile;
  const isAsked = askedFor(reading.profile, reading, said).hits.length > 0;
  const words = new Set([...(asked ?? []), ...head, ...lead]);
  const one = tokens.find(
    ({ stem }) =>
      OPINIONS.has(stem) &&
      !law.vocabulary.has(stem) &&
      words.has(stem) &&
      // The best efficiency is the greatest.
      !(isAsked && /^(?:best|worst)$/.test(stem)),
  );
  if (one === undefined) return null;
  return {
    at: one.at,
    message: `"${one.text}" asks for a judgement; this service computes numbers`,
    reason: "opinion",
  };
};

const ASKED_AGAIN = new RegExp(
  String.raw`\b(?:find|compute|calculate|determine)\b.*\band\s+(?:also\s+|then\s+)?(?:find|compute|` +
    String.raw`calculate|determine)\b|\bhow\s+[a-z]+\s+and\s+how\s+[a-z]+|\bwhat\s+(?:is|are|` +
    String.raw`was)\b[^.?]*\band\s+(?:what|how)\b`,
  "i",
);
const AND_ALSO = new RegExp(
  String.raw`\b(?:and|or)\s+(?:also\s+|then\s+)?(?:find\s+|compute\s+|calculate\s+|` +
    String.raw`determine\s+)?(?:(?:the|its|his|her|their|what|how)\s+)?((?:[a-z]+\s+){0,2}[a-z]+)`,
  "giu",
);

/** `momentum and kinetic energy`: two things are asked for. */
const several: Check = ({ text, tokens }, { profile: { law } }) => {
  const isAsk = (end: number): boolean =>
    tokens.some(({ at, isOpener }) => isOpener && at[0] < end) || !/\d/.test(text.slice(0, end));
  const marks = [...text.matchAll(/\?/g)].length;
  const openers = tokens.filter(
    ({ isOpener, text: word }) => isOpener && /^(?:what|which|how)$/i.test(word),
  );
  if (marks > 1 && openers.length > 1) return severalThings([0, text.length]);
  if (ASKED_AGAIN.test(text) || stepsIn(text) !== null) return severalThings([0, text.length]);
  for (const match of text.matchAll(AND_ALSO)) {
    const end = match.index + match[0].length;
    if (!isAsk(match.index) || /^(?:an?|at)\s/i.test(match[1]!)) continue;
    // A sentence before the one that asks tells what happens: `it starts from rest and gains speed`.
    const isTold = tokens.some(
      ({ at, isOpener }) => isOpener && at[0] > end && /[.?!]\s/.test(text.slice(end, at[0])),
    );
    if (isTold && !tokens.some(({ at, isOpener }) => isOpener && at[0] < end)) continue;
    // Behind a number `and the length of 3 m` gives another; before all numbers it asks.
    const asked = tokens.findLast(({ at, isOpener }) => isOpener && at[1] <= match.index);
    const since = text.slice(asked?.at[1] ?? 0, match.index);
    if (/[,;:.?!]\s/.test(since) || (/\d/.test(since) && isGivenBehind(text, match))) continue;
    const before = lawStems(text.slice(Math.max(0, match.index - 24), match.index)).slice(-2);
    const isPair = lawStems(match[1]!).some((stem) => QUANTITY_STEMS.has(stem));
    const stems = [...lawStems(match[1]!), ...(isPair ? before : [])];
    const quantity = stems.find((stem) => QUANTITY_STEMS.has(stem) && !law.own.has(stem));
    if (quantity === undefined) continue;
    return severalThings([match.index, end]);
  }
  return null;
};

const GIVEN_BEHIND = /^\s*(?:of|is|are|=|:|at|\()?\s*(?:an?\s+)?(?:about\s+)?[\d.]/i;

function isGivenBehind(text: string, match: RegExpMatchArray): boolean {
  const end = match.index! + match[0].length;
  return GIVEN_BEHIND.test(text.slice(end)) || /\s(?:of|is|at)$/i.test(match[1]!);
}

/** Why a question that asks for more than one thing is turned down. */
export const SEVERAL = "several questions";

export function severalThings(at: readonly [number, number]): Stop {
  return {
    at,
    message: "this asks for more than one thing; ask once for each",
    reason: SEVERAL,
  };
}

const CHECKS: readonly Check[] = [
  heatForWork,
  nearly,
  towardsOrAway,
  fromVertical,
  thrownAtFirst,
  askedInput,
  saidByAsked,
  unsignedRadii,
  concaveOrConvex,
  radiusOrDiameter,
  wholeForChange,
  withLoss,
  beyondLimit,
  partImmersed,
  phaseChange,
  farFromGround,
  unreadNumber,
  unreadDigits,
  notKnown,
  elsewhere,
  compared,
  isLossOfChange,
  counted,
  askedGiven,
  severalAlike,
  charging,
  byHowMuch,
  otherCase,
  mixed,
  shareOfAngle,
  otherPlace,
  otherMirror,
  otherWave,
  fromSurface,
  gone,
  unknownBehind,
  loose,
  goesOn,
  unknownUnit,
  several,
  changed,
  negated,
  takenBack,
  asShare,
  misnamed,
  missized,
  otherQuantity,
  valueOfFunction,
  noSpin,
  offLine,
  condition,
  pair,
  unsaid,
  opinion,
  otherUnit,
  twice,
];
