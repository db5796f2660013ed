/** The noun before `of` is what is asked: an answer of another dimension is none. */
import {
  dimensionKey,
  dimensionsEqual,
  isDimensionless,
  quantityDimension,
  quantityNames,
  type Dimension,
} from "../../../units/index.js";
import { once } from "../../../once.js";
import type { Filled } from "../filling/fillTypes.js";
import { lawStem, lawStems, wordsOfQuantity } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Question, Token } from "../reading/reading.js";
import { SAME_SHARE, type ValueOf } from "./alike.js";
import type { Open } from "./open.js";
import { kindsOfHow } from "../askedKind.js";
import { CLOSED, GUARDED } from "./wordClasses.js";

const NOUN =
  String.raw`(?:(?:the|an?|its)\s+)?((?:\p{L}[\p{L}-]*\s+){0,2}?\p{L}[\p{L}-]*)` +
  String.raw`\s+(?:of|in|on|for|at|to|between|across|through|inside|within|under|from|with|by|after)` +
  String.raw`\s+(?:(?:the|an?|its|this|that)\s+)?([\p{L}\d.]+)`;
/** Right behind what asks. */
const NOUN_ASKED = new RegExp(
  String.raw`\b(?:what(?:'s|\s+is|\s+was|\s+are|\s+will\s+be|\s+would\s+be)|find|calculate|` +
    String.raw`compute|determine|give(?:\s+me)?|get|estimate|evaluate|state)[\s:]+${NOUN}`,
  "giu",
);
/** `what maximum height above the ground`, `which energy does the electron take` */
const WHAT_LEADS = "of|in|above|below|does|do|did|has|have|will|must|can";
const NOUN_OF_WHAT = new RegExp(
  String.raw`\b(?:what|which)\s+(?!(?:the|an?|its)\s)${NOUN.replace("of|in", WHAT_LEADS)}`,
  "giu",
);
/** Where nothing asks: at the beginning, or behind a colon. */
const NOUN_SAID = new RegExp(String.raw`(?:^|:\s+)(?:please[,:]?\s+)?${NOUN}`, "giu");

/** Names of quantities, by the stem of their last word. */
const byNoun = once((): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const found = new Map<string, string[][]>();
  for (const name of quantityNames()) {
    const stems = name.split("_").map(lawStem);
    const noun = stems.at(-1)!;
    found.set(noun, [...(found.get(noun) ?? []), [name, ...stems]]);
  }
  return found;
});

/** The last word of the name of a quantity. */
export function isQuantityNoun(stem: string): boolean {
  return byNoun().has(stem);
}

const PER = "per";

export interface AskedNoun {
  readonly at: readonly [number, number];
  readonly text: string;
  readonly stems: readonly string[];
  /** Stem of what it is of. */
  readonly of: string;
}

/** The noun that is asked for; null where no noun stands before `of`. */
export function nounAsked(question: Question): AskedNoun | null {
  return nounsAsked(question)[0] ?? null;
}

/** Of `flexure of a plate: slope under a load` both: what is behind a colon is asked, too. */
export function nounsAsked({ asked, openers, text }: Question): readonly AskedNoun[] {
  const isUnasked = asked === null || !asked.some((stem) => byNoun().has(stem));
  const patterns = openers > 0 ? [NOUN_ASKED, NOUN_OF_WHAT] : isUnasked ? [NOUN_SAID] : [];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap((match) => {
      const [all, phrase = "", of = ""] = match;
      const stems = lawStems(phrase);
      // `the force that acts on the block of` is no noun.
      const isNone = (stem: string, i: number): boolean =>
        stem === PER || (CLOSED.has(stem) && !(i === stems.length - 1 && isQuantity(stem)));
      if (stems.some(isNone)) return [];
      const start = match.index + all.indexOf(phrase);
      return [{ at: [start, start + phrase.length], text: phrase, stems, of: lawStem(of) }];
    });
}

/** `weight on the Moon of a man who weighs 700 N`: a number is given for what is asked for. */
export function askedIsGiven(question: Question, law: Law, { target, uses }: Filled): Open | null {
  const asked = nounAsked(question);
  const noun = asked?.stems.at(-1);
  if (asked === null || noun === undefined || target.unit === null) return null;
  const { dimension } = target.unit;
  // `half-life of 6 h: decay constant`
  const isSaid = /^\s+(?:of|is|=)?\s*\d/.test(question.text.slice(asked.at[1]));
  if (isNamed(target, noun) || isSaid || /[:?]/.test(question.text.trim().slice(0, -1)))
    return null;
  const given = uses.find(
    ({ score, slot }) =>
      score !== undefined &&
      slot.isResult &&
      slot.unit !== null &&
      !dimensionsEqual(slot.unit.dimension, dimension) &&
      isNamed(slot, noun),
  );
  if (given === undefined) return null;
  return {
    what: "kind",
    at: asked.at,
    message: `"${asked.text}" is asked for, and ${law.entry.record.name} takes it and gives ${target.about}`,
  };
}

/** `drag polar: lift coefficient with C_L = 0.5`: what is asked for is an input that is given. */
export function inputAsked(question: Question, law: Law, { target, uses }: Filled): Open | null {
  if (!target.isResult) return null;
  for (const { at, stems, text } of nounsAsked(question)) {
    const isOwn = stems.every((stem) => target.words.has(stem));
    if (isOwn || /^\s+(?:of|is|=)?\s*\d/.test(question.text.slice(at[1]))) continue;
    const given = uses.find(({ score, slot }) => {
      const [name = ""] = slot.about.split(/ (?:of|in|at|on|by|for) /);
      const own = lawStems(name);
      return score !== undefined && own.length > 1 && own.every((stem) => stems.includes(stem));
    });
    if (given === undefined) continue;
    return {
      what: "kind",
      at,
      message: `"${text}" is asked for, and ${law.entry.record.name} takes it and gives ${target.about}`,
    };
  }
  return null;
}

/** A word of its own name, or of its kind. */
function isNamed({ about, quantity }: LawSlot, noun: string): boolean {
  return [about, quantity.replaceAll("_", " ")].some((name) => lawStems(name).includes(noun));
}

/** `work` is one, and no amount. */
function isQuantity(stem: string): boolean {
  return byNoun().has(stem) && !SIZES.has(stem);
}

/** A law of another kind of quantity than the noun names. */
export function otherKind(question: Question, law: Law, { target }: Filled): Open | null {
  if (target.unit === null) return null;
  if (question.isHow) return otherThanHow(question, law, target);
  const other = angularFor(question, law, target) ?? asOther(question, law, target);
  if (other !== null) return other;
  const asked = nounAsked(question) ?? nounAlone(question);
  if (asked === null) return null;
  const noun = asked.stems.at(-1);
  if (noun === undefined || isOwnNoun(law, target, noun) || isNameOf(law, asked)) return null;
  const dimension = dimensionOf(asked.stems);
  if (dimension === null || dimensionsEqual(dimension, target.unit.dimension)) return null;
  const { wanted } = question;
  // Physicists measure energies in kelvins and masses in electronvolts.
  if (
    wanted !== null &&
    wanted.dimension !== null &&
    !dimensionsEqual(wanted.dimension, target.unit.dimension)
  )
    return null;
  return {
    what: "kind",
    at: asked.at,
    message: `"${asked.text}" is asked for, and ${law.entry.record.name} gives ${target.about}`,
  };
}

const [FREQUENCY, ANGULAR] = ["frequency", "angular"].map(lawStem);

/** A frequency is asked for, and radians are counted. */
function angularFor(question: Question, law: Law, { unit }: LawSlot): Open | null {
  const { asked, lead, tokens } = question;
  const place = tokens.find(({ stem }) => stem === FREQUENCY);
  if (unit?.text !== "rad/s" || place === undefined) return null;
  if (!(asked ?? lead).includes(place.stem) || tokens.some(({ stem }) => stem === ANGULAR))
    return null;
  return {
    what: "kind",
    at: place.at,
    message: `"${place.text}" is asked for, and ${law.entry.record.name} gives an angular frequency in rad/s`,
  };
}

/** `how fast` asks for no energy. */
function otherThanHow(question: Question, law: Law, { about, unit }: LawSlot): Open | null {
  const kinds = kindsOfHow(question);
  if (kinds === null || kinds.has(dimensionKey(unit!.dimension))) return null;
  const last = question.tokens.findLast(({ isOpener }) => isOpener);
  return {
    what: "kind",
    at: last?.at ?? [0, question.text.length],
    message: `"how ${question.how}" is asked, and ${law.entry.record.name} gives ${about}`,
  };
}

const AS_A = /\bas\s+an?\s+((?:\p{L}+\s+)?\p{L}+)(?=\s+(?:of|for|in|at|with)\b|\s*[,;:.?]|\s*$)/iu;

/** `cooling limit as a speed`: the answer is to be of another dimension. */
function asOther({ text }: Question, law: Law, { about, unit }: LawSlot): Open | null {
  const match = AS_A.exec(text);
  const dimension = match === null ? null : dimensionOf(lawStems(match[1]!));
  if (match === null || dimension === null || dimensionsEqual(dimension, unit!.dimension))
    return null;
  return {
    what: "kind",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is asked for, and ${law.entry.record.name} gives ${about}`,
  };
}

/** The quantity that the words name, the last one its noun. */
function dimensionOf(stems: readonly string[]): Dimension | null {
  const [longest] = (byNoun().get(stems.at(-1)!) ?? [])
    .filter(([, ...own]) => own.every((stem) => stems.includes(stem)))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? null : quantityDimension(longest[0]!)!;
}

/** `What is the vibrational frequency?`: the noun ends what is asked. */
function nounAlone({ asked, tokens }: Question): AskedNoun | null {
  const last = tokens.findLast(({ isOpener }) => isOpener);
  if (last === undefined || asked === null) return null;
  const own: (typeof tokens)[number][] = [];
  for (const token of tokens) {
    if (token.at[0] < last.at[1] || token.clause !== last.clause) continue;
    if (own.length === 0 && BEFORE_NOUN.has(token.stem)) continue;
    if (CLOSED.has(token.stem)) {
      // The noun goes on: a moment magnitude is no moment.
      if (SIZES.has(token.stem)) return null;
      break;
    }
    own.push(token);
  }
  const noun = own.findIndex(({ stem }) => byNoun().has(stem));
  if (noun < 0 || own[noun + 1] !== undefined) return null;
  const [first, end] = [own[0]!, own[noun]!];
  const text = own.map((one) => one.text).join(" ");
  return { at: [first.at[0], end.at[1]], text, stems: own.map(({ stem }) => stem), of: "" };
}

const BEFORE_NOUN: ReadonlySet<string> = new Set(
  lawStems("is are was were be will would the a an its their this that"),
);
const SIZES: ReadonlySet<string> = new Set(lawStems("magnitude amount number size value"));

/** People call the kind so, and not a value of another kind alone. */
function isOwnNoun(law: Law, { quantity, unit, words }: LawSlot, noun: string): boolean {
  if (!words.has(noun)) return false;
  if (dimensionOf([noun]) === null) return true;
  // `entropy` of a coin; no `work` of an efficiency.
  if (unit !== null && isDimensionless(unit.dimension) && law.title.has(noun)) return true;
  return wordsOfQuantity(quantity).includes(noun) || quantity.includes(noun);
}

/** `magnifying power`, `moment of inertia`: names of the law itself. */
function isNameOf(law: Law, { of, stems }: AskedNoun): boolean {
  const [noun, before] = [stems.at(-1)!, stems.at(-2)];
  return law.entry.record.name
    .split(/[:(),]/)
    .map(lawStems)
    .some((phrase) =>
      phrase.some(
        (stem, i) =>
          stem === noun &&
          ((before !== undefined && phrase[i - 1] === before) ||
            phrase[i + 1] === of ||
            (phrase[i + 1] === "of" && phrase[i + 2] === of)),
      ),
    );
}

const has = ({ words }: LawSlot, stem: string): boolean => words.has(stem);

/** `peak voltage of 230 V rms`: the number is said to be what the law gives, or what is asked to be what it takes. */
export function turnedRound(question: Question, law: Law, { target, uses }: Filled): Open | null {
  const asked = nounAsked(question);
  for (const { at, score, slot } of uses) {
    if (score === undefined || slot.quantity !== target.quantity) continue;
    const given = question.given.find(({ span }) => span.at === at);
    if (given === undefined || given.span.name !== null) continue;
    const isOwn = (stem: string): boolean => GUARDED.has(stem) && !CLOSED.has(stem);
    const said = given.after.slice(0, 2).filter(isOwn);
    const isTarget = said.some((stem) => target.words.has(stem) && !slot.words.has(stem));
    const words = (asked?.stems ?? []).filter(isOwn);
    const isInput = words.some((stem) => slot.words.has(stem) && !has(target, stem));
    if (!isTarget && !isInput) continue;
    const written = question.text.slice(...at);
    return {
      what: "order",
      at,
      message:
        `"${written}" may be the ${slot.about} or the ${target.about} of ` +
        `${law.entry.record.name}; write ${slot.name} = ... or ${target.name} = ...`,
    };
  }
  return null;
}

/** `its NA`: a short name that is asked for is that of what the law gives, or of the law. */
export function otherShort({ asked, tokens }: Question, law: Law, { target }: Filled): Open | null {
  const [only, another] = asked ?? [];
  if (only === undefined || another !== undefined) return null;
  const token = tokens.find(({ stem, text }) => stem === only && /^[A-Z]{2,4}$/.test(text));
  if (token === undefined || target.spellings.includes(token.text)) return null;
  if (has(target, token.stem) || law.title.has(token.stem) || law.alias.has(token.stem))
    return null;
  const initials = (stems: readonly string[]): string => stems.map((one) => one.charAt(0)).join("");
  const { name } = law.entry.record;
  const own = [target.about, target.quantity.replaceAll("_", " "), ...name.split(/[:(),]/)];
  if (own.some((phrase) => initials(lawStems(phrase)) === token.text.toLowerCase())) return null;
  return {
    what: "kind",
    at: token.at,
    message: `"${token.text}" is asked for, and ${name} gives ${target.about}`,
  };
}

const RIGHT_BEFORE = /([\p{L}]+)\s+(?:(?:of|is)\s+)?$/u;

/** `mass 5 m/s and speed 3 kg`: each number is right behind the name of the other. */
export function swapped({ text }: Question, law: Law, { uses }: Filled): Open | null {
  const named = uses.flatMap((use) => {
    const noun = RIGHT_BEFORE.exec(text.slice(0, use.at[0]))?.[1];
    return noun === undefined || use.score === undefined ? [] : [{ use, noun: lawStem(noun) }];
  });
  const isOfOther = (noun: string, slot: LawSlot, other: LawSlot): boolean =>
    !has(slot, noun) && has(other, noun) && wordsOfQuantity(other.quantity).includes(noun);
  for (const { noun, use } of named) {
    const other = named.find(
      (one) =>
        isOfOther(noun, use.slot, one.use.slot) && isOfOther(one.noun, one.use.slot, use.slot),
    );
    if (other === undefined) continue;
    const written = text.slice(...use.at);
    return {
      what: "order",
      at: use.at,
      message: `"${written}" stands behind "${noun}", and is no ${noun} of ${law.entry.record.name}`,
    };
  }
  return null;
}

const TURN = String.raw`(?:turns?|revolutions?|revs?|rotations?|radians?)\b`;
const TURNS = new RegExp(
  String.raw`\bhow\s+many\s+(?:(?:more|full|whole)\s+)?${TURN}(?!\s+(?:per|a|an|each|every|in\s+a|in\s+one)\b)` +
    String.raw`|(?<=^|[:,]\s)(?:number\s+of\s+)?${TURN}(?=\s+(?:after|made|during)\b|\s*[?.]?$)`,
  "iu",
);

/** `how many turns has it made`: an angle is asked for, and no angular velocity. */
export function turnsAsked({ text }: Question, law: Law, { target }: Filled): Open | null {
  const match = TURNS.exec(text);
  if (match === null || target.unit === null || isDimensionless(target.unit.dimension)) return null;
  return {
    what: "kind",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" asks for an angle, and ${law.entry.record.name} gives ${target.about}`,
  };
}

/** `voltage after 2 s, discharge, 12 V`: the number may be what there was first, and which is asked for is not said. */
export function askedOfTwo(
  question: Question,
  law: Law,
  { target, uses }: Filled,
  value: number,
  valueOf: ValueOf,
): Open | null {
  if (target.isResult) return null;
  const use = uses.find(
    ({ at, score, slot }) =>
      score !== undefined &&
      slot.isResult &&
      slot.quantity === target.quantity &&
      question.given.some(({ span }) => span.at === at && span.name === null),
  );
  if (use === undefined) return null;
  const isOwn = (stem: string): boolean => target.words.has(stem) && !use.slot.words.has(stem);
  // `after 2 s, discharge 12 V`: what the law is called and what is said of another number tell nothing.
  const isGiven = ({ at: [from, to], stem }: Token): boolean =>
    use.slot.words.has(stem) &&
    !target.words.has(stem) &&
    !law.title.has(stem) &&
    !/[,;:.?!\d]\s/.test(question.text.slice(Math.min(to, use.at[1]), Math.max(from, use.at[0])));
  if (question.tokens.some((one) => isOwn(one.stem) || isGiven(one))) return null;
  // Of an object and its image each is as far as the other would be.
  const other = valueOf(uses.map((one) => (one === use ? { ...one, slot: target } : one)));
  if (typeof other === "number" && Math.abs(other - value) <= SAME_SHARE * Math.abs(value))
    return null;
  const written = question.text.slice(...use.at);
  return {
    what: "order",
    at: use.at,
    message:
      `"${written}" may be the ${use.slot.about} or the ${target.about} of ` +
      `${law.entry.record.name}; write ${use.slot.name} = ... or ${target.name} = ...`,
  };
}
