/** Inputs that a question states without a number of their own: each, at rest, the first, gravity. */
import { keepingLast } from "../../../once.js";
import { constantsBySymbol, isDimensionless } from "../../../units/index.js";
import { entities } from "../lexicon/entities.js";
import type { Use } from "./fillTypes.js";
import { heldIn } from "./held.js";
import { noneOf } from "./none.js";
import { isOneOfSeveral } from "./several.js";
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Question, Token } from "../reading/reading.js";

export function moreStated(
  law: Law,
  slots: readonly LawSlot[],
  uses: readonly Use[],
  question: Question,
  filled: ReadonlySet<LawSlot>,
): readonly Use[] {
  let unfilled = slots.filter((slot) => !filled.has(slot) && !slot.isResult);
  if (unfilled.length === 0) return [];
  const isOpen = ({ isOptional }: LawSlot): boolean => !isOptional;
  let open = unfilled.filter(isOpen);
  const found: Use[] = [];
  const add = (some: readonly Use[]): void => {
    if (some.length === 0) return;
    found.push(...some);
    unfilled = unfilled.filter((slot) => !some.some((use) => use.slot === slot));
    open = unfilled.filter(isOpen);
  };
  add(heldIn(law, slots, question, filled));
  add(eachOf(law, uses, question, open));
  // `four beads ... the second mode`: what is numbered is not counted by an order.
  add(numberedBy(law, question, open));
  // Also where the fundamental mode is taken otherwise.
  add(countedBy(law, question, unfilled));
  add(restOf(question, open));
  add(gravityOf(question, open));
  add(lightOf(question, open));
  add(noneOf(question, open));
  return found;
}

const EACH = /\b(?:each|both|identical|equal(?!\s+to)|same|apiece)\b/i;

/** `two 50 kg people` */
const TWO = /\b(?:two|both)\s+$/i;

/** `two balls of 5 kg each`: the number of one of two alike inputs is that of both. */
function eachOf(
  law: Law,
  uses: readonly Use[],
  { text }: Question,
  open: readonly LawSlot[],
): readonly Use[] {
  return law.twins.flatMap((pair): readonly Use[] => {
    const given = uses.find(({ slot }) => pair.includes(slot.name));
    if (given === undefined || !(EACH.test(text) || TWO.test(text.slice(0, given.at[0]))))
      return [];
    const lacking = open.find(({ name }) => pair.includes(name));
    if (lacking === undefined || given.slot.quantity !== lacking.quantity) return [];
    return [{ ...given, slot: lacking, rule: "each" }];
  });
}

const COUNTED: ReadonlySet<string> = new Set(
  lawStems("order mode harmonic state level overtone maximum minimum number resonance fringe"),
);

const [OVERTONE, MODE] = [lawStem("overtone"), lawStem("mode")];

/** `the first seiche`, `2nd order`: the whole number that a law counts by. */
function countedBy(
  law: Law,
  { ordinals, text }: Question,
  open: readonly LawSlot[],
): readonly Use[] {
  const [slot, another] = open.filter((one) => law.entry.record.symbols[one.name]?.whole === true);
  const counted = ordinals.filter(({ of }) => COUNTED.has(of) && !text.includes(`one ${of}`));
  const own = ordinals.filter(({ of }) => slot?.words.has(of) === true || law.title.has(of));
  // `closed at one end ... its first overtone`: the end is not counted.
  const [ordinal, more] = counted.length > 0 ? counted : own;
  if (slot === undefined || another !== undefined || ordinal === undefined || more !== undefined)
    return [];
  if (slot.unit === null || !isDimensionless(slot.unit.dimension)) return [];
  const least = law.entry.record.symbols[slot.name]?.range?.[0];
  // The lowest vibrational level is that of nought quanta.
  const lowest = ordinal.isLowest === true && least === 0 ? -1 : 0;
  const isOvertone = ordinal.of === OVERTONE;
  if (isOvertone && !slot.words.has(MODE)) return [];
  return [
    {
      slot,
      // The first overtone is the second mode.
      value: ordinal.value + lowest + (isOvertone ? 1 : 0),
      at: [0, text.length],
      rule: "stated in words",
      uncertainty: null,
      said: `number ${ordinal.value + lowest}`,
    },
  ];
}

const NUMBERS: ReadonlyMap<string, number> = new Map(
  "one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, i) => [word, i + 1] as const),
);
const COUNT_WORDS: ReadonlySet<string> = new Set(lawStems("number count many of per"));

/** An input that counts things. */
export function isNumberOf({ entry: { record } }: Law, { about, name, quantity, unit }: LawSlot) {
  if (quantity === "count" || record.symbols[name]?.whole === true) return true;
  return about.startsWith("number of") && unit !== null && isDimensionless(unit.dimension);
}

/** Adjectives between a count and its noun: `four equal beads`. */
const ADJECTIVES_MAX = 2;

/** `two electrons`, `four equal beads`: the whole number of what an input alone is called by. */
function numberedBy(law: Law, question: Question, open: readonly LawSlot[]): readonly Use[] {
  const whole = open.filter((slot) => isNumberOf(law, slot));
  if (whole.length === 0) return [];
  const { tokens } = question;
  return tokens.flatMap(({ at, text }, i): readonly Use[] => {
    const value = NUMBERS.get(text.toLowerCase());
    if (value === undefined) return [];
    const noun = nounBehind(question, i, whole);
    if (noun === undefined) return [];
    const [slot, another] = whole.filter(({ words }) => words.has(noun.stem));
    if (slot === undefined || another !== undefined) return [];
    if (isOneOfSeveral(question.text, [at[0], noun.at[1]])) return [];
    return [
      {
        slot,
        value,
        at: [at[0], noun.at[1]],
        rule: "stated in words",
        uncertainty: null,
        said: question.text.slice(at[0], noun.at[1]),
      },
    ];
  });
}

/** The word right behind a count, or the plural behind its adjectives that an input is called by. */
function nounBehind(
  { text, tokens }: Question,
  i: number,
  whole: readonly LawSlot[],
): Token | undefined {
  const from = tokens[i]!.at[0];
  const near = tokens
    .slice(i + 1, i + 2 + ADJECTIVES_MAX)
    .filter(({ at }) => /^[\p{L}\s-]*$/u.test(text.slice(from, at[1])));
  const [next, ...others] = near;
  if (next === undefined || COUNT_WORDS.has(next.stem)) return undefined;
  const isOwn = ({ stem }: Token): boolean => whole.some(({ words }) => words.has(stem));
  return isOwn(next) ? next : others.find((one) => /s$/iu.test(one.text) && isOwn(one));
}

const REST = new RegExp(
  String.raw`\b(?:at rest|from rest|stationary|stands? still|standing still|stood still|motionless|not moving|parked|` +
    String.raw`at a standstill|standing(?=\s+(?:\d+|car|van|truck|lorry|cart|trolley|wagon|train|vehicle|bus|` +
    String.raw`ball|puck|block)\b)|` +
    String.raw`stopped (?:at|in|on|behind)|standing (?:on|at|in|by|beside|near|` +
    String.raw`(?:person|pedestrian|observer|listener|man|woman|boy|girl|spectator)\b)|I stand)\b`,
  "i",
);

/** `stationary`, with its place; null where nothing is said to rest. */
export function restSaid(text: string): RegExpExecArray | null {
  return restIn(text);
}

const restIn = keepingLast((text: string) => REST.exec(text));

const SPEEDS = /speed|velocity/;
/** Words that all speeds have. */
const MOVING: ReadonlySet<string> = new Set(
  lawStems("speed velocity moving moves initial rest at"),
);
const SUBJECT_WORDS = 5;

const SUBJECT = /\bof\s+(?:the\s+)?([a-z]+)/;
const ATTRIBUTE = /^(?:stationary|motionless|parked|standing)$/i;
const ARTICLE = /\b(?:an?|the|its|his|her|another|some)$/i;
const PEOPLE: ReadonlySet<string> = new Set(
  lawStems(
    "person man woman passenger pedestrian bystander someone somebody people boy girl child",
  ),
);

/** `a listener at rest`: the speed of what rests, known by the words before and behind. */
export function restingIn(
  slots: readonly LawSlot[],
  said: RegExpExecArray,
  { text }: Question,
): readonly Use[] {
  // No sound is at rest.
  const speeds = slots.filter(
    ({ isResult, quantity }) => !isResult && SPEEDS.test(quantity) && quantity !== "wave_speed",
  );
  if (speeds.length < 2) return [];
  const head = (
    text
      .slice(0, said.index)
      .split(/[.;:?!,]\s/)
      .pop() ?? ""
  ).trim();
  const tail = text.slice(said.index + said[0].length).split(/[.;:?!,]/)[0] ?? "";
  const words = [...lawStems(tail).slice(0, 2).reverse(), ...lawStems(head).slice(-SUBJECT_WORDS)];
  if (ATTRIBUTE.test(said[0]) && ARTICLE.test(head)) {
    // `a stationary 700 Hz source`: the noun behind is what rests.
    const noun = lawStems(tail.replace(/[\d.,]+\s*\p{L}+/gu, " ")).slice(0, 2);
    words.splice(0, words.length, ...noun.reverse());
  }
  const who = [...lawStems(head).slice(-3), ...lawStems(said[0]).slice(-1)];
  if (/\bI stand/i.test(said[0]) || who.some((stem) => PEOPLE.has(stem)))
    words.push(...lawStems("listener observer"));
  // The nearest word that one speed alone has says whose it is.
  for (const stem of words.reverse()) {
    if (MOVING.has(stem)) continue;
    const known = speeds.filter((slot) => slot.words.has(stem));
    // `speed of the source towards the observer` is the source's.
    const subjects = known.filter(
      ({ about }) => lawStems(SUBJECT.exec(about)?.[1] ?? "")[0] === stem,
    );
    const [slot, another] = known.length > 1 ? subjects : known;
    if (slot !== undefined && another === undefined) return [nought(slot, said)];
  }
  return [];
}

/** The only speed of a law, or the one that it begins with. */
function restOf({ text }: Question, open: readonly LawSlot[]): readonly Use[] {
  const [slot, another] = open.filter(({ quantity }) => SPEEDS.test(quantity));
  if (slot === undefined || another !== undefined) return [];
  const said = restSaid(text);
  if (said === null) return [];
  // Of two bodies at rest or not the numbers side by side say which is which.
  return [nought(slot, said)];
}

function nought(slot: LawSlot, said: RegExpExecArray): Use {
  return {
    slot,
    value: 0,
    at: [said.index, said.index + said[0].length],
    rule: "stated in words",
    uncertainty: null,
    said: said[0],
  };
}

const SPEED_OF_LIGHT = constantsBySymbol.get("c")!.value;
const ELECTROMAGNETIC = new RegExp(
  String.raw`\b(?:light|radar|radio|microwaves?|lasers?|x-?rays?|gamma rays?|infrared|ultraviolet|` +
    String.raw`electromagnetic|wi-?fi|photons?)\b`,
  "i",
);
const IN_MEDIUM =
  /\b(?:glass|water|fib(?:re|er)|cable|line|coax|medium|diamond|plastic|oil|index|refracti)/i;

/** Radio waves and light travel at the speed of light where no medium is named. */
function lightOf({ text }: Question, open: readonly LawSlot[]): readonly Use[] {
  const [slot, another] = open;
  if (slot?.quantity !== "wave_speed" || another !== undefined) return [];
  const said = ELECTROMAGNETIC.exec(text);
  if (said === null || IN_MEDIUM.test(text)) return [];
  return [
    {
      slot,
      value: SPEED_OF_LIGHT,
      at: [said.index, said.index + said[0].length],
      rule: "stated in words",
      uncertainty: null,
      said: said[0],
    },
  ];
}

const ELSEWHERE =
  /\b(?:planets?|moons?|asteroids?|comets?|stars?|space|orbit(?:s|al|ing)?|station|galaxy)\b/i;
/** `on Tatooine` */
const PLACE = /\b(?:on|from|at)\s+(?!Earth\b)(?:the\s+planet\s+)?[A-Z][a-z]+/;
const isPlaceSaid = keepingLast((text: string) => ELSEWHERE.test(text) || PLACE.test(text));
const GROUND = entities.find(({ name }) => name === "earth");

/** The acceleration of gravity on the ground, where it alone is left unsaid and no other place is named. */
/** Whether a question is about another place than the ground of the Earth. */
export function isElsewhere({ named, text }: Question): boolean {
  return isPlaceSaid(text) || named.some(({ entity }) => entity.properties.has("gravity"));
}

function gravityOf(question: Question, open: readonly LawSlot[]): readonly Use[] {
  const [slot, another] = open;
  if (slot?.property !== "gravity" || another !== undefined || GROUND === undefined) return [];
  if (isElsewhere(question)) return [];
  const [value, uncertainty] = GROUND.properties.get("gravity")!;
  return [
    { slot, value, at: [0, 0], rule: "gravity on Earth, assumed", uncertainty, said: "earth" },
  ];
}
