/** Words that say the contrary of what a law is of, and numbers under a name that their input has not. */
import { dimensionsEqual, isDimensionless, quantityDimension } from "../../../units/index.js";
import type { Filled } from "../filling/fillTypes.js";
import { EXTENDED, QUANTITY_STEMS, ROUND, SHAPES, lawStem } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { CONTRARIES, OPPOSED } from "./opposites.js";
import { CLOSED, GUARDED } from "./wordClasses.js";

/** `magnetic field of a short wire`, by a law of long ones. */
export function contraryOf({ given, tokens }: Question, law: Law): Open | null {
  const { description, name } = law.entry.record;
  // `recession counts negative`: a law of both.
  const about = `${name} ${description.replace(/\p{L}+ counts? (?:negative|positive)/giu, "")}`;
  const own = new Set(about.split(/[^\p{L}]+/u).map((word) => lawStem(word)));
  for (const { at, stem, text } of tokens) {
    const other = CONTRARIES.find(
      ([said, held]) => stem === lawStem(said) && own.has(lawStem(held)) && !own.has(stem),
    );
    if (other === undefined) continue;
    if (given.some(({ span: { follower } }) => follower?.at[0] === at[0])) continue;
    return { what: "case", at, message: `"${text}" is the contrary of what ${name} is of` };
  }
  return null;
}

const AT_CENTRE = /\bat\s+(?:the\s+|its\s+)?(?:very\s+)?(?:centre|center|core)\b/i;

/** `gravity at the centre of a planet`: a distance from there is no place there. */
export function atCentre({ text }: Question, law: Law): Open | null {
  const match = AT_CENTRE.exec(text);
  const { description, name } = law.entry.record;
  if (
    match === null ||
    AT_CENTRE.test(`${name}. ${description}`) ||
    /\bin the middle|midspan\b/i.test(description)
  )
    return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" is a place that ${name} does not speak of`,
  };
}

type Unit = NonNullable<LawSlot["unit"]>;
const WORD_BEFORE = /(\p{L}+)\s+(?:(?:of|is)\s+)?$/u;
const WORD_BEHIND = /^\s+(long|wide|tall|thick|deep)\b/iu;

/** `a line charge and length 2 m`, `outer diameter 10 cm and wall 1 cm`: the number has a name of its own. */
export function namedOtherwise(
  { given, text }: Question,
  law: Law,
  { target, uses }: Filled,
): Open | null {
  for (const { at, body, rule, score, slot } of uses) {
    const number = given.find(({ span }) => span.at === at);
    // A height is added to the radius of a body.
    if (body !== undefined) continue;
    if (number === undefined || score === undefined || number.span.name !== null) continue;
    const before = WORD_BEFORE.exec(text.slice(0, at[0]))?.[1];
    const behind = WORD_BEHIND.exec(text.slice(at[1]))?.[1];
    const said = behind ?? before;
    if (said === undefined || rule.split(" ").includes(said.toLowerCase())) continue;
    const stem = lawStem(said);
    const isOwn = [stem, rootOf(stem)].some((one) => slot.words.has(one) || slot.roots.has(one));
    // `standard error of ... with standard error 5`
    const isAsked = target.words.has(stem) && GUARDED.get(stem) === "frame";
    if (isOwn || CLOSED.has(stem) || (GUARDED.has(stem) && !isAsked)) continue;
    if (law.title.has(stem) && !isAsked) continue;
    const isLength = slot.unit?.text === "m";
    const isOfKind =
      slot.unit !== null && !isDimensionless(slot.unit.dimension) && isOfDimension(stem, slot.unit);
    const isName =
      isAsked ||
      isOfKind ||
      (isLength &&
        (behind === undefined
          ? stem === WALL
          : isChange(slot.quantity) || (WIDE.test(behind) && isSpacing(slot.quantity))));
    if (!isName || !(isAsked || hasOther(slot.name, stem))) continue;
    return {
      what: "order",
      at,
      message: `"${text.slice(...at)}" stands beside "${said}", and is taken for the ${slot.about}; name it`,
    };
  }
  return null;

  /** Its kind is told by other words, or another input is of the same dimension. */
  function hasOther(name: string, stem: string): boolean {
    const own = law.slots.find((one) => one.name === name);
    if (own?.unit === null || own === undefined) return false;
    const { dimension } = own.unit;
    const alike = law.slots.filter(
      (one) => one.unit !== null && dimensionsEqual(one.unit.dimension, dimension),
    );
    // A line, a wire or a rod has a length, and it is no distance from it.
    const isElsewhere =
      stem === LENGTH && (/^(?:distance|radius)$/.test(own.quantity) || isChange(own.quantity));
    return alike.length > 1 || isElsewhere || !law.vocabulary.has(stem);
  }
}

const WALL = lawStem("wall");
const LENGTH = lawStem("length");

const WIDE = /^(?:wide|thick|tall)$/i;

/** Slits that are `0.5 mm wide` say nothing of how far apart they are. */
function isSpacing(quantity: string): boolean {
  return /distance|spacing|separation/.test(quantity);
}

/** `5 cm long` is no stretch. */
function isChange(quantity: string): boolean {
  return /displacement|deflection|elongation|extension/.test(quantity);
}

/** `length`, of metres. */
function isOfDimension(stem: string, { dimension }: Unit): boolean {
  const known = QUANTITY_STEMS.has(stem) ? quantityDimension(stem) : undefined;
  return known !== undefined && dimensionsEqual(known, dimension);
}

const COUNTS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const COUNT_BEFORE = new RegExp(String.raw`\b(${COUNTS.join("|")})\s+(?:of\s+)?$`, "iu");
/** The count is of numbers or of what a law lists. */
const FIRST_COUNT = 2;

/** `two 10 g bullets`: so many of them are given, and one is used. */
export function countedTwice({ given, text }: Question, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    if (score === undefined || !given.some(({ span }) => span.at === at)) continue;
    const match = COUNT_BEFORE.exec(text.slice(0, at[0]));
    if (match === null) continue;
    const count = COUNTS.indexOf(match[1]!.toLowerCase()) + FIRST_COUNT;
    if (
      uses.filter((use) => use.at === at || (use.at[0] === at[0] && use.at[1] === at[1])).length ===
      count
    )
      continue;
    return {
      what: "word",
      at: [match.index, at[1]],
      message: `"${text.slice(match.index, at[1])}" counts them, and one is used as the ${slot.about}`,
    };
  }
  return null;
}

/** `drag on a disc`, by a law of spheres. */
export function otherShape({ given, tokens }: Question, law: Law): Open | null {
  const title = law.entry.record.name.split(/[^\p{L}]+/u).map((word) => lawStem(word));
  const own = title.filter((stem) => SHAPES.has(stem));
  const about = law.entry.record.description.split(/[^\p{L}]+/u).map((word) => lawStem(word));
  const held = own.length > 0 ? own : about.filter((stem) => SHAPES.has(stem));
  if (held.length === 0) return null;
  const isHeld = (stem: string): boolean =>
    held.includes(stem) ||
    law.vocabulary.has(stem) ||
    (ROUND.has(stem) && held.some((one) => ROUND.has(one)));
  // `hoop stress` is no hoop.
  const said = tokens.filter(({ stem }, i) => {
    const next = tokens[i + 1]?.stem ?? "";
    return SHAPES.has(stem) && (CLOSED.has(next) || !QUANTITY_STEMS.has(next));
  });
  const other = said.find(({ stem }) => !isHeld(stem));
  if (other === undefined || said.some(({ stem }) => isHeld(stem)) || given.length === 0)
    return null;
  return {
    what: "case",
    at: other.at,
    message: `"${other.text}" is of another shape than ${law.entry.record.name} is of`,
  };
}

const OF_POINT =
  /\bpoint (?:mass(?:es)?|charges?|sources?)\b|\b(?:in|into) all directions\b|\bspherical wave\b/i;

const FACES =
  /\b(?:surfaces|edges|rims|faces)\s+(?:(?:are|stand|being)\s+)?[\d.,]+\s*\p{L}+\s+apart\b/iu;

/** `a pendulum made of a rod`, `the field of a charged disc`, by a law of points. */
export function noPoint({ given, text, tokens }: Question, law: Law): Open | null {
  const { description, name, validity = "" } = law.entry.record;
  if (given.length === 0 || !OF_POINT.test(`${name} ${description} ${validity}`)) return null;
  const faces = FACES.exec(text);
  if (faces !== null)
    return {
      what: "case",
      at: [faces.index, faces.index + faces[0].length],
      message: `"${faces[0]}" counts from the surfaces, and ${name} from the centres`,
    };
  const other = tokens.find(
    ({ stem }) => EXTENDED.has(stem) && !law.vocabulary.has(stem) && !law.title.has(stem),
  );
  if (other === undefined) return null;
  return {
    what: "case",
    at: other.at,
    message: `"${other.text}" is no point, and ${name} is a law of points`,
  };
}

/** A number's noun phrase ends at another number, a mark or what leads another phrase. */
const LINK = String.raw`(?!(?:and|with|at|to|from|in|on|for|by|then|starting)\b)`;
const OWN_BEFORE = new RegExp(String.raw`(?:${LINK}\b\p{L}[\p{L}-]*\s+){0,4}$`, "iu");
const OWN_BEHIND = new RegExp(String.raw`^(?:\s+(?!of\b)${LINK}\p{L}[\p{L}-]*){0,2}`, "iu");

/** With an angle beside it, a component is no size. */
const COMPONENT =
  /\b(?:horizontal|vertical|tangential|radial)\s+(?:\p{L}+\s+)?(?:speed|velocity|force|component)\b/iu;

/** `a biological mean life of 6 h` where a half-life is taken, `400 V phase voltage` where one between lines is. */
export function oppositeSlot({ given, text }: Question, law: Law, { uses }: Filled): Open | null {
  // `with a horizontal speed` may state the angle.
  const isOfAngle =
    law.slots.some(({ quantity }) => quantity === "angle") &&
    uses.every(({ score, slot }) => slot.quantity !== "angle" || score !== undefined);
  for (const { at, score, slot } of uses) {
    if (score === undefined || !given.some(({ span }) => span.at === at)) continue;
    const said = `${OWN_BEFORE.exec(text.slice(0, at[0]))?.[0] ?? ""} ${OWN_BEHIND.exec(text.slice(at[1]))?.[0] ?? ""}`;
    const own = slot.about;
    const pair = OPPOSED.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).find(
      ([one, other]) => one.test(own) && !other.test(own) && other.test(said) && !one.test(said),
    );
    const isPart = isOfAngle && COMPONENT.test(said) && !COMPONENT.test(own);
    if (pair === undefined && !isPart) continue;
    return {
      what: "kind",
      at,
      message: `"${text.slice(...at)}" is said to be another quantity than the ${slot.about}; say it as that`,
    };
  }
  return null;
}

const TO = /^\s*(?:about\s+)?to$/i;

/** `expanding to 0.02 m^3`, where a change is taken. */
export function endOfChange({ given, text }: Question, { uses }: Filled): Open | null {
  for (const { at, rule, score, slot } of uses) {
    if (score === undefined || !slot.isDifference || given.every(({ span }) => span.at !== at))
      continue;
    const before = /\p{L}+\s*$/u.exec(text.slice(0, at[0]))?.[0].trim() ?? "";
    if (!TO.test(before) || rule.includes("to")) continue;
    return {
      what: "fact",
      at,
      message: `"to ${text.slice(...at)}" is where it ends, and no ${slot.about}; give the change`,
    };
  }
  return null;
}

const ON = /\bwork\s+(?:that\s+is\s+)?(?:done\s+|performed\s+)?on\s+(?:the|a|an)\b/i;
/** A gas that meets nothing does no work. */
const FREELY =
  /\binto\s+(?:an?\s+)?(?:empty\s+\p{L}+|vacuum|void)\b|\bexpand(?:s|ed|ing)?\s+freely\b|\bfree\s+expansion\b/iu;
const BY = /\b(?:done|performed)\s+by\s+(?:the|a|an)\s+(?:\p{L}+\s+)?gas\b/iu;

/** `work done on a gas that expands`: the other sign. */
export function workOtherWay({ text }: Question, { id, entry: { record } }: Law): Open | null {
  if (
    !/work/i.test(record.name) ||
    !/gas|volume|expan/i.test(`${record.name} ${record.description}`)
  )
    return null;
  const match =
    FREELY.exec(text) ??
    (/\bexpan/i.test(text) ? ON.exec(text) : null) ??
    (/\bcompress/i.test(text) ? BY.exec(text) : null);
  if (match === null) return null;
  return {
    what: "fact",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" counts the other way than ${id} does; say which sign is meant`,
  };
}
